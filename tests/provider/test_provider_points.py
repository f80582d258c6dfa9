"""Points of interest from files, and what is near."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from shoal.client.ranking import metres_between
from shoal.errors import WrongUse
from shoal.provider.nearby import FARTHEST_M, Nearby
from shoal.provider.points import PointOfInterest, points_from

FEATURE = {
    "type": "Feature",
    "geometry": {"type": "Point", "coordinates": [-74.0, 40.7]},
    "properties": {"name": "Bar", "stars": 3},
}


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def test_csv_and_geojson_say_the_same(tmp_path: Path) -> None:
    csv = points_from(written(tmp_path, "a.csv", "\ufeffcc,Lat,lon,name\nUS,40.7,-74.0,Bar\n\n"))
    geojson = {"type": "FeatureCollection", "features": [FEATURE]}
    (found,) = points_from(written(tmp_path, "a.geojson", json.dumps(geojson)))
    assert csv == [PointOfInterest("Bar", 40.7, -74.0, {"cc": "US"})]
    assert (found.name, found.latitude, found.longitude, found.properties) == ("Bar", 40.7, -74.0, {"stars": 3})


@pytest.mark.parametrize(
    "text",
    [
        *("", "name,lat\nBar,1\n", "name,lat,lon,latitude\nBar,1,2,3\n", "name,lat,lon\n", 'name,lat,lon\n"Bar,1,2\n'),
        *("name,lat,lon\nBar,91,2\n", "name,lat,lon\n ,1,2\n", "name,lat,lon\nBar,nan,2\n", "name,lat,lon\nBar,1\n"),
    ],
)
def test_a_wrong_csv_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(WrongUse):
        points_from(written(tmp_path, "a.csv", text))


@pytest.mark.parametrize(
    "change",
    [
        *({"geometry": None}, {"properties": None}, {"properties": {}}, {"properties": {"name": 3}}),
        {"geometry": {"type": "Point", "coordinates": [-181, 0]}},
        {"geometry": {"type": "Point", "coordinates": "ab"}},
        {"geometry": {"type": "LineString", "coordinates": [1, 2]}},
    ],
)
def test_a_wrong_feature_is_named(tmp_path: Path, change: dict[str, object]) -> None:
    geojson = {"type": "FeatureCollection", "features": [FEATURE, FEATURE | change]}
    with pytest.raises(WrongUse, match="Point 2"):
        points_from(written(tmp_path, "a.json", json.dumps(geojson)))


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"type": "Feature", "features": []}', '{"type": "FeatureCollection"}']
)
def test_what_is_no_collection_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(WrongUse):
        points_from(written(tmp_path, "a.geojson", text))


@pytest.fixture(scope="module")
def world() -> list[PointOfInterest]:
    """Points all over the globe, some at the poles and at the antimeridian, and two at one spot."""
    rng = np.random.default_rng(1)
    spots = np.column_stack([np.degrees(np.arcsin(rng.uniform(-1, 1, 300))), rng.uniform(-180, 180, 300)]).tolist()
    spots += [[90.0, 0.0], [-90.0, 7.0], [10.0, 180.0], [10.0, -180.0], [10.0, 10.0], [10.0, 10.0]]
    return [PointOfInterest(str(number), *own, {}) for number, own in enumerate(spots)]


@pytest.mark.parametrize("here", [(0.0, 0.0), (89.9, 100.0), (-90.0, 0.0), (10.0, 179.99), (10.0, 10.0)])
def test_nearest_and_within_are_those_of_a_scan(world: list[PointOfInterest], here: tuple[float, float]) -> None:
    nearby = Nearby(world, 1000)
    scan = sorted(metres_between(here, (own.latitude, own.longitude)) for own in world)
    for count in (1, 5, 306, 1000):
        found = nearby.nearest(*here, count, 0.0)
        last = scan[min(count, 306) - 1]
        assert [metres for _, metres in found.points] == pytest.approx([m for m in scan if m <= last + 1e-3], rel=1e-9)
    radius = 2_000_000.0
    found = nearby.within(*here, radius)
    assert [metres for _, metres in found.points] == pytest.approx([m for m in scan if m <= radius], rel=1e-9)
    assert found.complete_to_m == radius
    assert nearby.within(*here, FARTHEST_M).complete_to_m == FARTHEST_M


def test_a_provider_that_hands_out_few_says_how_far_they_go(world: list[PointOfInterest]) -> None:
    few, all_of_them = Nearby(world, 5), Nearby(world, 1000)
    found = few.within(0.0, 0.0, 5_000_000.0)
    everything = all_of_them.within(0.0, 0.0, 5_000_000.0).points
    assert found.points == everything[:5] and found.complete_to_m == everything[5][1]
    assert few.nearest(0.0, 0.0, 50, 0.0).points == everything[:5]
