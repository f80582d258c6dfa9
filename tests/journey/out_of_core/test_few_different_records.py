"""A sample holds different records, each once with its number: a table of few different ones is in it as a whole."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import shoal

ASKED = {"k": 5, "quasi_identifiers": ["age", "sex"], "seed": 0, "block_records": 1_000, "method": "mdav"}


def few(n_records: int, n_ages: int) -> pl.DataFrame:
    chance = np.random.default_rng(0)
    ages = np.minimum(chance.geometric(0.3, n_records), n_ages) + 30
    return pl.DataFrame({"age": ages, "sex": chance.integers(0, 2, n_records)})


@pytest.mark.parametrize("n_records", [9_000, 300_000])
def test_places_that_all_records_share_are_released_as_they_are(tmp_path, n_records):
    """Of a million records at twelve places, keys had drawn three to seven places, or none at all."""
    table = few(n_records, 6)
    with shoal.anonymize(table.lazy(), scratch=tmp_path, **ASKED) as release:
        release.write(tmp_path / "release.parquet")
        assert release.report.facts["loss"]["overall"] == 0.0
    written = pl.read_parquet(tmp_path / "release.parquet")
    assert written.sort(pl.all()).equals(table.sort(pl.all()))


def test_frequent_places_beside_different_records_are_found(tmp_path):
    """Whoever reads which part: the frequent ones stand together in one table, and apart in the other."""
    chance = np.random.default_rng(1)
    rare = pl.DataFrame({"age": chance.normal(50, 10, 20_000).round(3), "sex": chance.integers(0, 2, 20_000)})
    twins = pl.DataFrame({"age": [40.5] * 8_000, "sex": [1] * 8_000}, schema=rare.schema)
    together = pl.concat([rare, twins])
    apart = together.sample(fraction=1.0, shuffle=True, seed=3)
    released = []
    for number, table in enumerate((together, apart)):
        with shoal.anonymize(table.lazy(), scratch=tmp_path, **ASKED) as release:
            release.write(tmp_path / f"{number}.parquet")
            released.append(pl.read_parquet(tmp_path / f"{number}.parquet"))
    assert released[0].equals(released[1])
    classes = released[0].group_by("age", "sex").len()
    assert classes["len"].min() >= 5
    assert classes.filter(pl.col("age") == 40.5, pl.col("sex") == 1)["len"].to_list() == [8_000]
