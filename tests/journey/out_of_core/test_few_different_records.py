"""A sample is drawn by what a record is, so equal records are all in it or none: such tables are refused."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import shoal


def test_a_table_of_few_different_records_is_refused_when_only_a_sample_is_looked_at(tmp_path):
    """A million records at twelve places: a quarter of them was to be sampled, and three to seven places were."""
    chance = np.random.default_rng(0)
    table = pl.DataFrame({"age": chance.integers(30, 36, 300_000), "sex": chance.integers(0, 2, 300_000)})
    asked = {"k": 5, "quasi_identifiers": ["age", "sex"], "seed": 0, "block_records": 1_000, "scratch": tmp_path}
    with pytest.raises(shoal.WrongUse, match=r"too few different records for its size.*memory"):
        shoal.anonymize(table.lazy(), method="mdav", **asked)
    assert not list(tmp_path.iterdir())


def test_a_small_table_of_few_different_records_is_looked_at_as_a_whole(tmp_path):
    chance = np.random.default_rng(0)
    table = pl.DataFrame({"age": chance.integers(30, 36, 9_000), "sex": chance.integers(0, 2, 9_000)})
    asked = {"k": 5, "quasi_identifiers": ["age", "sex"], "seed": 0, "block_records": 1_000, "scratch": tmp_path}
    with shoal.anonymize(table.lazy(), method="mdav", **asked) as release:
        assert release.report.facts["promise"]["smallest_class"] >= 5
        assert release.report.facts["loss"]["overall"] == 0.0
