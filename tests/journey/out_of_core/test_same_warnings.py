"""What the journey in memory warns of or refuses, the journey out of core warns of or refuses in the same words."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import shoal

K = 4


def both(frame: pl.DataFrame, tmp_path, **settings) -> tuple[dict, dict]:
    """The facts of the report in memory and out of core, where all records are in one block: the cells are alike."""
    asked = {"k": K, "method": "mdav", "seed": 1, **settings}
    in_memory = shoal.anonymize(frame, **asked).report.facts
    with shoal.anonymize(frame.lazy(), scratch=tmp_path, block_records=4_000, **asked) as release:
        return in_memory, release.report.facts


def people(n_records: int = 1_200, seed: int = 0) -> pl.DataFrame:
    chance = np.random.default_rng(seed)
    return pl.DataFrame(
        {
            "age": np.round(chance.normal(50, 10, n_records), 2),
            "income": np.round(chance.lognormal(10, 4, n_records), 2),
            "diagnosis": chance.choice(["asthma", "none", "diabetes"], n_records),
        }
    )


def with_gaps(frame: pl.DataFrame, **gaps: list[int]) -> pl.DataFrame:
    row = pl.int_range(pl.len())
    return frame.with_columns(
        pl.when(row.is_in(rows)).then(None).otherwise(pl.col(name)).alias(name) for name, rows in gaps.items()
    )


def test_classes_in_which_one_value_stands_out(tmp_path):
    frame = people()
    in_memory, out_of_core = both(frame, tmp_path, quasi_identifiers=["age", "income"], confidential="diagnosis")
    assert in_memory["dominance"]["attributes"]
    assert out_of_core["dominance"] == in_memory["dominance"]
    assert any("p %-rule" in said for said in out_of_core["warnings"])
    assert out_of_core["warnings"] == in_memory["warnings"]


def test_classes_in_which_one_value_stands_out_with_weights_gaps_dates_and_places(tmp_path):
    chance = np.random.default_rng(3)
    frame = people().with_columns(
        pl.Series("weight", chance.integers(1, 4, 1_200)),
        pl.Series("born", chance.integers(-9_000, 9_000, 1_200), pl.Int32).cast(pl.Date),
        pl.Series("lat", np.round(chance.uniform(40, 41, 1_200), 3)),
        pl.Series("lon", np.round(np.append(chance.uniform(3, 4, 1_199), 60.0), 3)),
    )
    frame = with_gaps(frame, income=[*range(50, 90)], lat=[*range(300, 330)])
    settings = {"types": {"lat": "latitude", "lon": "longitude"}, "missing": "own-cell", "weight": "weight"}
    quasi = ["age", "income", "born", "lat", "lon"]
    in_memory, out_of_core = both(frame, tmp_path, quasi_identifiers=quasi, confidential="diagnosis", **settings)
    assert len(in_memory["dominance"]["attributes"]) >= 2
    assert out_of_core["dominance"] == in_memory["dominance"]
    assert out_of_core["warnings"] == in_memory["warnings"]


def test_they_are_counted_over_many_blocks(tmp_path):
    """The spread of a column is that of the whole table, and a class is judged by all of its records."""
    frame = people(3_000)
    asked = {"k": K, "method": "mdav", "seed": 1, "quasi_identifiers": ["age", "income"], "confidential": "diagnosis"}
    with shoal.anonymize(frame.lazy(), scratch=tmp_path, block_records=800, **asked) as release:
        facts = release.report.facts
        release.write(tmp_path / "release.parquet")
    assert facts["dominance"]["n_classes"] == facts["promise"]["n_classes"]
    found = {each["name"]: each["n_classes"] for each in facts["dominance"]["attributes"]}
    in_memory = shoal.anonymize(frame, **asked).report.facts["dominance"]["attributes"]
    assert found.keys() == {each["name"] for each in in_memory}


def test_they_are_refused_if_asked(tmp_path):
    frame = people()
    asked = {"quasi_identifiers": ["age", "income"], "confidential": "diagnosis", "dominance": 0.1}
    with pytest.raises(shoal.WrongUse) as in_memory:
        shoal.anonymize(frame, k=K, method="mdav", seed=1, **asked)
    with pytest.raises(shoal.WrongUse) as out_of_core:
        shoal.anonymize(frame.lazy(), k=K, method="mdav", seed=1, scratch=tmp_path, block_records=4_000, **asked)
    assert str(out_of_core.value) == str(in_memory.value)
    assert not list(tmp_path.iterdir())


def test_categories_that_vanish_and_rare_ones_that_are_shown(tmp_path):
    chance = np.random.default_rng(1)
    usual = chance.choice(["north", "south", "east", "west"], 1_200, p=[0.4, 0.3, 0.2, 0.1]).tolist()
    rare = ["isle"] * 3 + ["rock"] * 2 + ["reef"]
    frame = people().drop("income")
    frame = frame.with_columns(pl.Series("region", [*usual[:-6], *rare]), only=pl.lit("here"), smokes=pl.lit(True))
    quasi = ["age", "region", "only", "smokes"]
    in_memory, out_of_core = both(frame, tmp_path, quasi_identifiers=quasi, confidential="diagnosis")
    assert any("no longer occur" in said for said in in_memory["warnings"])
    assert any("only one value" in said for said in in_memory["warnings"])
    assert out_of_core["warnings"] == in_memory["warnings"]


def test_identical_records_in_several_cells(tmp_path):
    same = pl.DataFrame({"age": [50.0] * 40, "income": [9.0] * 40, "diagnosis": ["none", "asthma"] * 20})
    frame = pl.concat([people(), same])
    in_memory, out_of_core = both(frame, tmp_path, quasi_identifiers=["age", "income"], confidential="diagnosis")
    assert any("same centroid" in said for said in in_memory["warnings"])
    assert out_of_core["warnings"] == in_memory["warnings"]


def test_records_that_are_all_alike(tmp_path):
    frame = pl.DataFrame({"age": [50.0] * 100, "diagnosis": ["none", "asthma"] * 50})
    in_memory, out_of_core = both(frame, tmp_path, quasi_identifiers=["age"], confidential="diagnosis")
    assert any("They were released as they are" in said for said in in_memory["warnings"])
    assert out_of_core["warnings"] == in_memory["warnings"]


@pytest.mark.parametrize("missing", [{"age": "own-cell", "income": "own-cell"}, {"age": "drop", "income": "own-cell"}])
def test_left_over_records_are_left_out_and_counted(tmp_path, missing):
    """Three records miss one column and nobody else does: they were left out in memory, and refused out of core."""
    frame = with_gaps(people(), age=[7, 8], income=[9])
    asked = {"quasi_identifiers": ["age", "income"], "confidential": "diagnosis"}
    in_memory, out_of_core = both(frame, tmp_path, missing=missing, **asked)
    assert any("still too few for a cell of their own" in said for said in in_memory["warnings"])
    assert out_of_core["warnings"] == in_memory["warnings"]
    for name in ("n_records_in", "n_records_out", "n_pooled"):
        assert out_of_core["table"][name] == in_memory["table"][name]
    assert out_of_core["privacy"] == in_memory["privacy"]


def test_a_promise_is_about_the_values_of_records_that_stay(tmp_path):
    """A diagnosis that only a left-over record has is none of the table that classes are compared with."""
    frame = with_gaps(people(), age=[7]).with_columns(
        pl.when(pl.int_range(pl.len()) == 7).then(pl.lit("odd")).otherwise("diagnosis").alias("diagnosis")
    )
    asked = {"quasi_identifiers": ["age", "income"], "confidential": "diagnosis", "missing": "own-cell"}
    in_memory, out_of_core = both(frame, tmp_path, closeness={"diagnosis": 0.4}, **asked)
    assert out_of_core["promise"]["confidential"][0]["kept"]
    assert (
        out_of_core["privacy"]["confidential"][0]["n_values"]
        == in_memory["privacy"]["confidential"][0]["n_values"]
        == 3
    )
