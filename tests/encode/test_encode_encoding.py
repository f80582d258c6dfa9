"""The encoding as a whole: all kinds side by side, plain JSON data, and one released value per cell."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest
from encode_toys import FINE_FACTOR, centroids_of, fitted, is_near_one, quasi_identifiers, role, total_variance

from shoal.encode import Encoding
from shoal.errors import MissingValuesError, ParameterError, RolesError, TableError
from shoal.table import ColumnRole, ColumnType, table_of

N_RECORDS = 60


@pytest.fixture
def everything(tmp_path: Path) -> tuple[pl.DataFrame, tuple[ColumnRole, ...]]:
    """One column of every kind."""
    rng = np.random.default_rng(11)
    tree = tmp_path / "jobs.csv"
    tree.write_text("value,parent\nbaker,crafts\njoiner,crafts\nnurse,care\ncrafts,any\ncare,any\n")
    frame = pl.DataFrame(
        {
            "income": 1e9 + rng.normal(size=N_RECORDS),
            "age": rng.integers(18, 90, N_RECORDS),
            "born": [date(1930 + int(year), 5, 17) for year in rng.integers(0, 80, N_RECORDS)],
            "seen": [datetime(2026, 1, 1, 3, int(minute)) for minute in rng.integers(0, 60, N_RECORDS)],
            "owner": rng.random(N_RECORDS) < 0.3,
            "town": rng.choice(["Ulm", "Bonn", "Kiel", "Köln"], N_RECORDS),
            "school": rng.choice(["low", "mid", "top"], N_RECORDS),
            "job": rng.choice(["baker", "joiner", "nurse", "care"], N_RECORDS),
            "lat": rng.uniform(-80, 80, N_RECORDS),
            "lon": rng.uniform(-180, 180, N_RECORDS),
        }
    )
    roles = (
        role("income", weight=2.0),
        role("age", type=ColumnType.INTEGER),
        role("school", type=ColumnType.ORDINAL, order=("low", "mid", "top")),
        role("job", type=ColumnType.TAXONOMY, taxonomy=tree, weight=0.5),
        role("lat", type=ColumnType.LATITUDE),
        role("lon", type=ColumnType.LONGITUDE),
    )
    return frame, roles


Everything = tuple[pl.DataFrame, tuple[ColumnRole, ...]]


def test_every_attribute_has_about_the_variance_of_its_weight(everything: Everything) -> None:
    frame, roles = everything
    table, encoding = fitted(table_of(frame), *roles)
    points = encoding.points(table)
    assert points.flags.c_contiguous
    assert points.dtype == np.float64
    assert points.shape == (N_RECORDS, encoding.n_coordinates)
    variances = {name: total_variance(points[:, part]) for name, part in encoding.slices.items()}
    names = ["income", "age", "born", "seen", "owner", "town", "school", "job", "lat/lon"]
    weight_of = dict.fromkeys(names, 1.0) | {"income": 2.0, "job": 0.5}
    assert all(is_near_one(variances[name] / weight_of[name], FINE_FACTOR) for name in names)
    assert list(encoding.slices) == names
    assert encoding.columns == tuple(frame.columns)


def test_released_values_are_identical_within_a_cell_and_dtypes_stay(everything: Everything) -> None:
    frame, roles = everything
    table, encoding = fitted(table_of(frame), *roles)
    cell_of = np.arange(N_RECORDS) % 7
    out = encoding.release_into(table, cell_of, centroids_of(encoding.points(table), cell_of)).native()
    assert out.schema == frame.schema
    assert out.with_columns(cell=pl.Series(cell_of)).group_by(frame.columns).len()["len"].min() >= N_RECORDS // 7
    assert out.unique().height <= 7


def test_cells_of_one_record_give_the_table_back(everything: Everything) -> None:
    """Decoding a point is the identity, so all loss comes from averaging."""
    frame, roles = everything
    table, encoding = fitted(
        table_of(frame),
        *(replace(given, rounding="none") if given.name in ("lat", "lon") else given for given in roles),
    )
    out = encoding.release_into(table, np.arange(N_RECORDS), encoding.points(table)).native()
    floats = ["income", "lat", "lon"]
    assert out.drop(floats).equals(frame.drop(floats))
    assert np.allclose(out[floats].to_numpy(), frame[floats].to_numpy(), rtol=1e-15, atol=1e-11)


def test_a_released_table_is_made_of_points_again(everything: Everything) -> None:
    """The loss that is published is measured on the released values, so every one of them needs its place: general
    nodes of a taxonomy, rounded places, modes.
    """
    frame, roles = everything
    asked = {
        "age": role("age", type=ColumnType.INTEGER, rounding=-1),
        "lat": role("lat", type=ColumnType.LATITUDE, rounding=-1),
        "lon": role("lon", type=ColumnType.LONGITUDE, rounding=-2),
        "same": role("same", rounding=-1),
    }
    frame = frame.with_columns(same=pl.lit(47), only=pl.lit("one"))
    table, encoding = fitted(table_of(frame), *(asked.get(given.name, given) for given in roles), asked["same"])
    cell_of = np.arange(N_RECORDS) % 6
    released = encoding.release_into(table, cell_of, centroids_of(encoding.points(table), cell_of))
    assert set(released.native()["job"]) & {"crafts", "any"}
    points = encoding.points(released)
    assert np.isfinite(points).all()
    assert all((points[cell_of == cell] == points[cell]).all() for cell in range(6))
    assert len(np.unique(points, axis=0)) == 6
    # A released point is that of its values: releasing it once more, record by record, changes none of them.
    again = encoding.release_into(table, np.arange(N_RECORDS), points).native()
    floats = ["income", "lat", "lon"]
    assert again.drop(floats).equals(released.native().drop(floats))
    assert np.allclose(again[floats].to_numpy(), released.native()[floats].to_numpy(), rtol=1e-15, atol=1e-11)


def test_a_pair_and_a_column_of_the_same_name_are_two_attributes() -> None:
    """lat and lon are called 'lat/lon' together; a column of that very name used to take their coordinates."""
    columns = {"lat": [10.0, 20.0, 30.0], "lon": [5.0, 6.0, 7.0], "lat/lon": [1.0, 2.0, 4.0], "lat/lon (2)": [1, 2, 2]}
    pair = (role("lat", type=ColumnType.LATITUDE), role("lon", type=ColumnType.LONGITUDE))
    table, encoding = fitted(columns, *pair)
    assert encoding.slices == {
        "lat/lon (3)": slice(0, 3),
        "lat/lon": slice(3, 4),
        "lat/lon (2)": slice(4, 5),
    }
    points = encoding.points(table)
    assert points.shape == (3, 5)
    assert encoding.decode(points)["lat/lon"].tolist() == columns["lat/lon"]
    twice = {"a/b": [1.0, 2.0], "a": [3.0, 5.0], "c": [1.0, 2.0], "b/c": [7.0, 8.0]}
    latitudes = [role(name, type=ColumnType.LATITUDE) for name in ("a/b", "a")]
    longitudes = [role(name, type=ColumnType.LONGITUDE) for name in ("c", "b/c")]
    _, pairs = fitted(twice, *latitudes, *longitudes)
    assert list(pairs.slices) == ["a/b/c", "a/b/c (2)"]


def test_json_round_trip_is_exact(everything: Everything) -> None:
    frame, roles = everything
    table, encoding = fitted(table_of(frame), *roles)
    again = Encoding.from_dict(json.loads(json.dumps(encoding.to_dict(), allow_nan=False)))
    assert again == encoding
    points = encoding.points(table)
    assert (again.points(table) == points).all()
    centroids = centroids_of(points, np.arange(N_RECORDS) // 6)
    for name, values in encoding.decode(centroids).items():
        assert again.decode(centroids)[name].tolist() == values.tolist()


def test_description_of_another_version_is_refused() -> None:
    _, encoding = fitted({"age": [1, 2]})
    unknown_kind = {"attributes": [{**encoding.to_dict()["attributes"][0], "kind": "telepathic"}]}
    lacking = {"attributes": [{"kind": "numeric"}]}
    for data in (unknown_kind, lacking, {}):
        with pytest.raises(ParameterError, match="another version"):
            Encoding.from_dict(data)


def test_weights_are_repetitions_for_every_kind(everything: Everything) -> None:
    frame, roles = everything
    times = np.random.default_rng(2).integers(1, 4, N_RECORDS)
    weighted, encoding_weighted = fitted(table_of(frame), *roles, weights=times)
    repeated, encoding_repeated = fitted(table_of(frame[np.repeat(np.arange(N_RECORDS), times)]), *roles)
    points = encoding_weighted.points(weighted)
    repeated_points = encoding_repeated.points(repeated)
    assert np.allclose(np.repeat(points, times, axis=0), repeated_points, atol=1e-9)
    cell_of = np.arange(N_RECORDS) % 5
    decoded = encoding_weighted.decode(centroids_of(points, cell_of, times))
    decoded_repeated = encoding_repeated.decode(centroids_of(repeated_points, np.repeat(cell_of, times)))
    for name, values in decoded.items():
        if values.dtype.kind == "f":
            assert np.allclose(values, decoded_repeated[name], rtol=1e-13, atol=1e-9)
        else:
            assert values.tolist() == decoded_repeated[name].tolist()


def test_same_points_whatever_the_container(everything: Everything) -> None:
    frame, roles = everything
    from_polars, encoding = fitted(table_of(frame), *roles)
    from_pandas = table_of(frame.to_pandas().assign(born=pd.to_datetime(frame["born"].to_pandas())))
    from_arrow = table_of(frame.to_arrow())
    points = encoding.points(from_polars)
    assert (encoding.points(from_arrow) == points).all()
    _, encoding_pandas = fitted(from_pandas, *roles)  # its birthdays are datetimes, in another unit
    assert np.allclose(encoding_pandas.points(from_pandas), points, atol=1e-12)


def test_attribute_weight_does_not_change_what_is_released() -> None:
    table, heavy = fitted({"age": [1.0, 2.0, 7.0]}, role("age", weight=9.0))
    _, plain = fitted({"age": [1.0, 2.0, 7.0]})
    assert np.allclose(heavy.points(table), 3.0 * plain.points(table))
    assert heavy.decode(heavy.points(table))["age"].tolist() == [1.0, 2.0, 7.0]
    for weight in (0.0, -1.0, float("nan"), float("inf")):
        with pytest.raises(RolesError, match="weight of column 'age' must be a positive number"):
            fitted({"age": [1, 2]}, role("age", weight=weight))


def test_columns_are_found_by_name_in_a_new_table() -> None:
    table, encoding = fitted({"age": [1.0, 2.0], "town": ["a", "b"]})
    new = table_of(pl.DataFrame({"town": ["b"], "other": [0], "age": [2.0]}))
    assert (encoding.points(new) == encoding.points(table)[1:]).all()


def test_missing_values_are_refused_with_column_and_row() -> None:
    with pytest.raises(MissingValuesError, match=r"'age' .* has 2 missing values \(the first in row 2\)"):
        fitted({"age": [1.0, None, None, 4.0]})
    _, encoding = fitted({"town": ["a", "b"]})
    with pytest.raises(MissingValuesError, match="'town'"):
        encoding.points(table_of(pl.DataFrame({"town": ["a", None]})))


def test_what_cannot_be_encoded_is_refused() -> None:
    table = table_of(pl.DataFrame({"age": [1.0, 2.0], "town": ["a", "b"]}))
    with pytest.raises(RolesError, match="no quasi-identifier"):
        Encoding.fit(table, quasi_identifiers())
    with pytest.raises(TableError, match="no records"):
        Encoding.fit(table.taken(np.array([], dtype=np.int64)), quasi_identifiers(role("age")))
    for weights in ([1.0], [1.0, -1.0], [0.0, 0.0], [1.0, float("nan")]):
        with pytest.raises(ParameterError, match="eights"):
            Encoding.fit(table, quasi_identifiers(role("age")), weights)
    with pytest.raises(RolesError, match="'nominal' and has an order and a rounding"):
        fitted(table, role("town", type=ColumnType.NOMINAL, order=("a", "b"), rounding=1))
    with pytest.raises(RolesError, match="'numeric' and has a taxonomy"):
        fitted(table, role("age", type=ColumnType.NUMERIC, taxonomy=Path("tree.csv")))


def test_centroids_of_another_encoding_are_refused() -> None:
    _, encoding = fitted({"age": [1.0, 2.0]})
    for centroids in ([[0.0, 1.0]], [0.0]):
        with pytest.raises(ParameterError, match=r"\(cells, 1\)"):
            encoding.decode(centroids)


def test_points_beyond_all_memory_are_refused() -> None:
    n_records = 33_000  # each with a town of its own
    table, encoding = fitted({"town": [f"town {row}" for row in range(n_records)], "age": list(range(n_records))})
    with pytest.raises(TableError, match=f"8 GiB of memory; column 'town' alone has {n_records} coordinates"):
        encoding.points(table)


def test_empty_new_table_has_no_points() -> None:
    table, encoding = fitted({"age": [1.0, 2.0], "town": ["a", "b"]})
    assert encoding.points(table.taken(np.array([], dtype=np.int64))).shape == (0, 2)
