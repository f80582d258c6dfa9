"""Released numbers have the decimals of their column: an age of 54.05263157895 claims what nobody measured."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest

import shoal
from shoal.errors import RolesError
from shoal.estimator import Microaggregator
from shoal.journey import repeat
from shoal.table.roles.roles import UNROUNDED

N_RECORDS, K = 120, 7


@pytest.fixture
def people() -> pl.DataFrame:
    rng = np.random.default_rng(8)
    return pl.DataFrame(
        {
            "age": rng.integers(18, 90, N_RECORDS),
            "income": rng.normal(3_000.0, 700.0, N_RECORDS).round(2),
            "lat": (47.4 + rng.normal(size=N_RECORDS) * 0.05).round(3),
            "lon": 8.5 + rng.normal(size=N_RECORDS) * 0.05,
        }
    )


QI = ("age", "income", "lat", "lon")
PLACES = {"lat": "latitude", "lon": "longitude"}


def released(people: pl.DataFrame, **options: object) -> pl.DataFrame:
    settings = {"quasi_identifiers": QI, "types": PLACES, "k": K, "seed": 1, "method": "mdav"} | options
    return shoal.anonymize(people, **settings).table


def decimals(column: pl.Series) -> int:
    return max(len(text.partition(".")[2]) for text in map(repr, column.to_list()))


def test_released_numbers_have_the_decimals_of_their_column(people: pl.DataFrame) -> None:
    out = released(people)
    assert out.schema["age"] == pl.Int64
    assert {name: decimals(out[name]) for name in QI[1:]} == {"income": 2, "lat": 3, "lon": 5}  # 5: a metre
    assert out.group_by(QI).len()["len"].min() >= K


def test_all_digits_come_when_asked_for(people: pl.DataFrame) -> None:
    out = released(people, rounding=dict.fromkeys(QI, UNROUNDED))
    assert out.schema["age"] == pl.Float64
    assert all(decimals(out[name]) > 5 for name in QI)
    for name in ("age", "income"):
        assert out[name].sum() == pytest.approx(people[name].sum(), rel=1e-12)


def test_totals_of_rounded_columns_are_kept_to_half_a_unit_a_record(people: pl.DataFrame) -> None:
    out = released(people)
    assert abs(out["age"].sum() - people["age"].sum()) <= 0.5 * N_RECORDS
    assert abs(out["income"].sum() - people["income"].sum()) <= 0.005 * N_RECORDS


def test_classes_are_counted_after_rounding_and_only_grow() -> None:
    """Two cells with the means 40 and 40.33 are one class of 40."""
    ages = pl.DataFrame({"age": [40] * 5 + [41] + [70] * 3})
    exact = released(ages, quasi_identifiers=["age"], types={}, k=3, rounding={"age": UNROUNDED})
    rounded = released(ages, quasi_identifiers=["age"], types={}, k=3)
    assert exact["age"].n_unique() == 3
    assert sorted(rounded["age"].to_list()) == [40] * 6 + [70] * 3


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        (pl.Series([30, 31, 40, 43], dtype=pl.UInt8), pl.UInt8),
        (pl.Series([30.0, 31.0, 40.0, 43.0]), pl.Float64),
        (pl.Series([2**63 + 1, 2**63 + 4097, 2**63 + 8193, 2**63], dtype=pl.UInt64), pl.Float64),
    ],
    ids=["small integers", "whole floats", "beyond int64"],
)
def test_whole_numbers_stay_in_their_type_if_they_fit(column: pl.Series, expected: pl.DataType) -> None:
    out = released(pl.DataFrame({"x": column}), quasi_identifiers=["x"], types={}, k=2)["x"]
    assert out.dtype == expected
    assert all(float(value).is_integer() for value in out.to_list())


def test_nullable_integers_of_pandas_come_back_as_such() -> None:
    ages = pd.DataFrame({"age": pd.array([30, 31, 40, 43, 50, 51], dtype="Int64")})
    out = shoal.anonymize(ages, k=2, quasi_identifiers=["age"], seed=1).table
    assert out["age"].dtype == "Int64"


def test_noise_of_a_computation_is_no_decimal() -> None:
    tenths = pl.DataFrame({"x": [0.1 + 0.2, 0.3, 0.7, 0.1 * 7, 1.1 * 3, 3.4]})
    out = released(tenths, quasi_identifiers=["x"], types={}, k=2)["x"]
    assert decimals(out) == 1


def test_a_boolean_that_is_to_be_numeric_is_released_as_a_share() -> None:
    owners = pl.DataFrame({"owner": [True, True, False] * 4})
    out = released(owners, quasi_identifiers=["owner"], types={"owner": "numeric"}, k=12)["owner"]
    assert out.to_list() == [pytest.approx(2 / 3)] * 12


def test_new_records_are_released_with_the_same_values(people: pl.DataFrame, tmp_path: Path) -> None:
    release = shoal.anonymize(people, quasi_identifiers=QI, types=PLACES, k=K, seed=1, method="pcl")
    release.quantizer.save(tmp_path / "q.json")
    again = shoal.Quantizer.load(tmp_path / "q.json").release(people).table
    assert again.sort(QI).equals(release.table.sort(QI))


def test_rounding_is_asked_for_in_a_roles_file_and_noted(people: pl.DataFrame, tmp_path: Path) -> None:
    roles = tmp_path / "roles.toml"
    text = '[columns.age]\nrole = "quasi_identifying"\nrounding = "none"\n'
    roles.write_text(text)
    source = tmp_path / "ages.parquet"
    people.select("age").write_parquet(source)
    release = shoal.anonymize(source, k=K, roles=roles, seed=1)
    assert release.table.schema["age"] == pl.Float64
    paths = release.save(tmp_path / "out")
    noted = json.loads(paths["manifest"].read_text(encoding="utf-8"))
    assert [column["rounding"] for column in noted["roles"]] == ["none"]
    again, same = repeat(paths["manifest"])
    assert same
    assert again.table.equals(release.table)
    roles.write_text(text.replace("none", "some"))
    with pytest.raises(RolesError, match="must be a number of decimals, or 'none'"):
        shoal.anonymize(source, k=K, roles=roles)
    with pytest.raises(RolesError, match=r"whole number of decimals .* or 'none'"):
        released(people, rounding={"age": "some"})
    with pytest.raises(RolesError, match="is an integer: its rounding must be 0 or negative"):
        released(people, types=PLACES | {"age": "integer"}, rounding={"age": UNROUNDED})


def test_points_without_a_table_are_not_rounded() -> None:
    points = np.random.default_rng(9).integers(0, 50, (60, 2)).astype(np.float64)
    means = shoal.microaggregate(points, 7, method="mdav", seed=1).centroids
    assert not np.array_equal(means, means.round())
    moved = Microaggregator(k=7, method="mdav", random_state=1).fit_transform(points)
    assert not np.array_equal(moved, moved.round())
