"""What the release removes changes no digit of the release and of its report."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import shoal


def out_of_core(tmp_path, frame, **settings):
    asked = {"k": 4, "method": "mdav", "seed": 1, "block_records": 800, "confidential": ["diagnosis"], **settings}
    with shoal.anonymize(frame.lazy(), scratch=tmp_path, **asked) as release:
        release.write(tmp_path / "release.parquet")
        facts = {name: fact for name, fact in release.report.facts.items() if name != "digests"}
    return pl.read_parquet(tmp_path / "release.parquet"), facts


def people(**few) -> pl.DataFrame:
    """1,200 people in one region with one decimal, and some others."""
    chance = np.random.default_rng(0)
    many = pl.DataFrame(
        {
            "age": np.round(chance.normal(50, 10, 1_200), 1),
            "height": np.round(chance.normal(170, 10, 1_200), 1),
            "diagnosis": chance.choice(["asthma", "none"], 1_200),
        }
    )
    return pl.concat([many, pl.DataFrame(few, schema=many.schema)])


@pytest.mark.parametrize("missing", ["drop", "own-cell"])
def test_a_removed_value_changes_no_digit(tmp_path, missing):
    """An age with six decimals, in a record that was left out or pooled, was a witness of the encoding, so all released
    ages had more decimals than the ages that the release shows.
    """
    few = {"height": [None, None, 171.5, 171.5], "diagnosis": ["none"] * 4}
    plain, odd = ([*[age] * 2, None, None] for age in (50.0, 51.123456))
    asked = {"quasi_identifiers": ["age", "height"], "missing": missing}
    one, report_of_one = out_of_core(tmp_path, people(age=plain, **few), **asked)
    other, report_of_other = out_of_core(tmp_path, people(age=odd, **few), **asked)
    assert one.equals(other)
    assert report_of_one == report_of_other
    assert one["age"].drop_nulls().round(1).equals(one["age"].drop_nulls())


def test_a_value_of_a_group_that_is_small_in_each_batch_counts(tmp_path):
    """Five records of a pattern in five files are a group of the whole table, and its values are released."""
    folder = tmp_path / "parts"
    folder.mkdir()
    frame = people(age=[51.125] * 5, height=[None] * 5, diagnosis=["none"] * 5)
    for number in range(5):
        frame[number::5].write_parquet(folder / f"{number}.parquet")
    asked = {"k": 4, "method": "mdav", "seed": 1, "block_records": 800, "missing": "own-cell", "scratch": tmp_path}
    roles = {"quasi_identifiers": ["age", "height"], "confidential": ["diagnosis"]}
    with shoal.anonymize(str(folder), **roles, **asked) as release:
        release.write(tmp_path / "release.parquet")
    written = pl.read_parquet(tmp_path / "release.parquet")
    assert written.filter(pl.col("height").is_null())["age"].to_list() == [51.125] * 5


def test_the_other_half_of_a_position_changes_no_digit(tmp_path):
    """A longitude without a latitude is removed; its decimals decided how exactly all others were released."""
    chance = np.random.default_rng(0)
    places = pl.DataFrame(
        {
            "age": chance.integers(18, 90, 900),
            "lat": [None] * 5 + np.round(chance.uniform(40, 50, 895), 1).tolist(),
            "lon": np.round(chance.uniform(0, 10, 900), 1),
            "diagnosis": chance.choice(["asthma", "none"], 900),
        }
    )
    odd = places.with_columns(pl.when(pl.col("lat").is_null()).then(5.12345).otherwise(pl.col("lon")).alias("lon"))
    asked = {"quasi_identifiers": ["age", "lat", "lon"], "types": {"lat": "latitude", "lon": "longitude"}}
    one, other = (out_of_core(tmp_path, frame, missing="own-cell", **asked)[0] for frame in (places, odd))
    assert one["lon"].drop_nulls().round(1).equals(one["lon"].drop_nulls())
    assert other["lon"].drop_nulls().round(1).equals(other["lon"].drop_nulls())


def test_the_loss_of_a_column_that_few_records_have_is_not_told(tmp_path):
    """Six heights are one cell, and its loss was told: an equation for six values. In memory it is withheld."""
    few = people(age=[50.0] * 6, height=[160.0, 160.0, 170.0, 170.0, 180.0, 180.0], diagnosis=["none"] * 6)
    without = pl.int_range(pl.len()) < 1_200
    frame = few.with_columns(pl.when(without).then(None).otherwise(pl.col("height")).alias("height"))
    asked = {"quasi_identifiers": ["age", "height"], "missing": "own-cell"}
    _, facts = out_of_core(tmp_path, frame, **asked)
    assert "height" in facts["withheld"]
    assert [part["name"] for part in facts["loss"]["attributes"]] == ["age"]
    assert facts["loss"]["rough"]
