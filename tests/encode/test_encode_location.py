"""Locations: on a sphere the antimeridian and the poles are places like any other."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from encode_toys import FINE_FACTOR, centroids_of, fitted, is_near_one, released, role, total_variance
from hypothesis import given
from hypothesis import strategies as st

from shoal.errors import RolesError, TableError
from shoal.table import ColumnType, table_of

LATITUDE = role("lat", type=ColumnType.LATITUDE, rounding="none")
LONGITUDE = role("lon", type=ColumnType.LONGITUDE, rounding="none")


def places(*pairs: tuple[float, float]) -> dict[str, Any]:
    return {"lat": [float(lat) for lat, _ in pairs], "lon": [float(lon) for _, lon in pairs]}


def middle(*pairs: tuple[float, float]) -> tuple[float, float]:
    """Where one cell of all these places is released."""
    return released(places(*pairs), [0] * len(pairs), LATITUDE, LONGITUDE).row(0)


def test_mean_across_the_antimeridian() -> None:
    assert middle((10, 179.9), (10, -179.9)) == (pytest.approx(10.0, abs=1e-3), 180.0)
    assert middle((0, 170), (0, -160)) == (0.0, pytest.approx(-175.0, abs=1e-9))


def test_mean_across_a_pole() -> None:
    assert middle((80, 0), (80, 180)) == (90.0, 0.0)
    assert middle((-80, 20), (-80, 140), (-80, -100)) == (-90.0, 0.0)


def test_antipodes_are_released_at_zero_whatever_else_is_in_the_table() -> None:
    """Their cell has no direction, and the mean of the table would tell of its other records."""
    pairs = [(40, 10), (-40, -170), *[(0, 80), (0, 100)] * 3]
    out = released(places(*pairs), [0, 0, *[1] * 6], LATITUDE, LONGITUDE)
    assert out.row(0) == (0.0, 0.0)
    assert out.row(2) == (0.0, pytest.approx(90.0, abs=1e-9))
    assert middle((40, 10), (-40, -170)) == (0.0, 0.0)


def test_three_coordinates_with_a_total_variance_of_about_one_and_chord_distances() -> None:
    table, encoding = fitted(places((0, 0), (0, 90), (90, 0), (10, 20)), LATITUDE, LONGITUDE)
    points = encoding.points(table)
    assert points.shape == (4, 3)
    assert is_near_one(total_variance(points))
    chords = np.linalg.norm(points[[0, 0, 1]] - points[[1, 2, 2]], axis=1)
    assert np.allclose(chords, chords[0])  # three mutually perpendicular directions


def test_one_street_keeps_its_digits() -> None:
    rng = np.random.default_rng(1)
    lat, lon = 47.5 + rng.normal(size=500) * 1e-5, 8.5 + rng.normal(size=500) * 1e-5  # about a metre
    table, encoding = fitted({"lat": lat, "lon": lon}, LATITUDE, LONGITUDE)
    points = encoding.points(table)
    assert is_near_one(total_variance(points), FINE_FACTOR)
    decoded = encoding.decode(points)
    assert np.allclose(decoded["lat"], lat, atol=2e-12)
    assert np.allclose(decoded["lon"], lon, atol=2e-12)


@given(st.lists(st.tuples(st.floats(-89.9, 89.9), st.floats(-179.999, 179.999)), min_size=1, max_size=20))
def test_every_place_comes_back(pairs: list[tuple[float, float]]) -> None:
    table, encoding = fitted(places(*pairs), LATITUDE, LONGITUDE)
    decoded = encoding.decode(encoding.points(table))
    assert np.allclose(decoded["lat"], [lat for lat, _ in pairs], atol=1e-9)
    assert np.allclose(decoded["lon"], [lon for _, lon in pairs], atol=1e-9)


@given(
    st.lists(st.tuples(st.floats(-60, 60), st.floats(-30, 30)), min_size=2, max_size=10),
    st.sampled_from([90.0, 150.0, -150.0]),
)
def test_turning_the_globe_turns_the_release(pairs: list[tuple[float, float]], turn: float) -> None:
    lat, lon = middle(*pairs)
    turned = [(a, (o + turn + 180.0) % 360.0 - 180.0) for a, o in pairs]
    lat_turned, lon_turned = middle(*turned)
    assert lat_turned == pytest.approx(lat, abs=1e-9)
    assert (lon_turned - lon - turn + 180.0) % 360.0 == pytest.approx(180.0, abs=1e-9)


def test_longitudes_from_0_to_360_come_back_as_such() -> None:
    assert middle((0, 200), (0, 240)) == (0.0, pytest.approx(220.0))
    assert middle((0, 350), (0, 10)) == (0.0, 0.0)
    table, encoding = fitted(places((0, 200), (0, 240)), LATITUDE, LONGITUDE)
    same_place = encoding.points(table_of(pl.DataFrame(places((0, -160)))))
    assert np.allclose(same_place, encoding.points(table)[:1], atol=1e-12)


def test_rounding_stays_on_the_map() -> None:
    roles = (
        role("lat", type=ColumnType.LATITUDE, rounding=-1),
        role("lon", type=ColumnType.LONGITUDE, rounding=-1),
    )
    assert released(places((89, -178), (87, -178)), [0, 0], *roles).row(0) == (90.0, 180.0)
    assert released(places((1, 358), (2, 358)), [0, 0], *roles).row(0) == (0.0, 0.0)
    fine = role("lon", type=ColumnType.LONGITUDE, rounding=2)
    assert released(places((0, 1.0), (0, 1.25)), [0, 0], LATITUDE, fine).row(0) == (0.0, 1.12)


def test_pair_is_one_attribute_with_one_weight() -> None:
    heavy = role("lat", type=ColumnType.LATITUDE, weight=4.0)
    columns = {"lon": [10.0, 20.0], "age": [1, 2], "lat": [1.0, 2.0]}
    table, encoding = fitted(columns, heavy, LONGITUDE)
    assert encoding.slices == {"age": slice(0, 1), "lat/lon": slice(1, 4)}
    points = encoding.points(table)
    assert is_near_one(total_variance(points[:, 1:]) / 4.0)
    out = encoding.decode(centroids_of(points, [0, 0]))
    assert out["lon"][0] == pytest.approx(15.0, abs=0.01)
    with pytest.raises(RolesError, match="'lat' and 'lon' are one location and have different weights"):
        fitted(columns, heavy, role("lon", type=ColumnType.LONGITUDE, weight=2.0))


def test_all_in_one_place() -> None:
    assert middle((47.1, 8.3), (47.1, 8.3)) == (47.1, 8.3)


def test_weighted_fit_is_repetition() -> None:
    pairs, times = places((10, 20), (30, 40), (-5, 170)), [3, 1, 2]
    weighted, encoding_weighted = fitted(pairs, LATITUDE, LONGITUDE, weights=times)
    repeated, encoding_repeated = fitted(
        {name: np.repeat(values, times) for name, values in pairs.items()}, LATITUDE, LONGITUDE
    )
    points = np.repeat(encoding_weighted.points(weighted), times, axis=0)
    assert np.allclose(points, encoding_repeated.points(repeated), atol=1e-13)


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        ([(0, 0), (91.25, 0)], r"'lat' .* has 1 value \(the first in row 2\) outside −90..90"),
        ([(0, -181.5), (0, 7)], r"'lon' .* has 1 value \(the first in row 1\) outside −180..180"),
        ([(0, 361.5), (0, 7)], "'lon' .* outside −180..180"),
        ([(0, 200.5), (0, -7)], r"'lon' .* has 1 value \(the first in row 2\) below 0 beside"),
    ],
)
def test_places_off_the_map_are_refused_without_being_shown(pairs: list[tuple[float, float]], words: str) -> None:
    with pytest.raises(TableError, match=words) as refusal:
        fitted(places(*pairs), LATITUDE, LONGITUDE)
    assert ".5" not in str(refusal.value)
    assert "91" not in str(refusal.value)


def test_latitude_needs_its_longitude() -> None:
    with pytest.raises(RolesError, match="1 latitude and 0 longitude columns"):
        fitted({"lat": [1.0, 2.0]}, LATITUDE)
