"""Coverage: GeoJSON by RFC 7946, each record in the region of its centre, and nothing of the outermost record."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from matplotlib.path import Path as Outline

from shoal import AllocationRule, allocate
from shoal.errors import ParameterError, WrongUse

RNG = np.random.default_rng(3)
CENTERS = np.array([40.7, -74.0]) + RNG.normal(size=(5, 2)) * 0.1
POINTS = np.array([40.7, -74.0]) + RNG.normal(size=(300, 2)) * 0.1


def rule_of(distance: str, points: Any = POINTS, centers: Any = CENTERS, **more: Any) -> AllocationRule:
    return AllocationRule.of(allocate(points, centers, distance=distance), points, **more)


def rings(geometry: dict[str, Any]) -> list[np.ndarray]:
    polygons = geometry["coordinates"] if geometry["type"] == "MultiPolygon" else [geometry["coordinates"]]
    assert all(len(polygon) == 1 for polygon in polygons)
    return [np.array(polygon[0]) for polygon in polygons]


def require_geojson(regions: dict[str, Any]) -> None:
    """Closed counter-clockwise rings without repeated corners, of numbers that JSON knows."""
    json.dumps(regions, allow_nan=False)
    assert regions["type"] == "FeatureCollection"
    for feature in regions["features"]:
        assert feature["type"] == "Feature"
        for ring in [] if feature["geometry"] is None else rings(feature["geometry"]):
            assert ring[0].tolist() == ring[-1].tolist()
            assert len(ring) >= 4
            assert (ring[1:] != ring[:-1]).any(axis=1).all()
            x, y = (ring - ring[0]).T
            assert (x[:-1] * y[1:] - x[1:] * y[:-1]).sum() > 0.0


@pytest.mark.parametrize(
    ("distance", "turned"),
    [
        ("squared-euclidean", False),
        ("squared-euclidean", True),
        ("euclidean", False),
        ("euclidean", True),
        ("great-circle", False),
    ],
)
def test_records_are_in_the_region_of_their_centre(distance: str, turned: bool) -> None:
    """Longitude first, whatever the order of the columns."""
    columns = ("lon", "lat") if turned else ("lat", "lon")
    points, centers = (POINTS[:, ::-1], CENTERS[:, ::-1]) if turned else (POINTS, CENTERS)
    rule = rule_of(distance, points, centers, columns=columns, names=list("ABCDE"))
    regions = rule.coverage(points)
    require_geojson(regions)
    assert "crs" not in regions
    assert [feature["properties"] for feature in regions["features"]] == [{"center": name} for name in "ABCDE"]
    places, center_of, misses = POINTS[:, ::-1], rule.assign(points), 0
    for center, feature in enumerate(regions["features"]):
        (ring,) = rings(feature["geometry"])
        inside = Outline(ring).contains_points(places)
        misses += int((inside != (center_of == center)).sum())
    assert misses == 0


def test_projected_columns_need_a_coordinate_system() -> None:
    rule = rule_of("squared-euclidean", columns=("x", "y"))
    with pytest.raises(ParameterError, match="RFC 7946"):
        rule.coverage(POINTS)
    with pytest.raises(ParameterError, match="authority and code"):
        rule.coverage(POINTS, crs="Lambert 93")
    regions = rule.coverage(POINTS, crs="epsg:2154")
    assert regions["crs"]["properties"]["name"] == "urn:ogc:def:crs:EPSG::2154"
    require_geojson(regions)
    (first, *_) = rings(regions["features"][0]["geometry"])
    assert 39.0 < first[:, 0].min() < 42.0  # in the order of the columns


def test_standardised_columns_are_drawn_in_their_own_units() -> None:
    scales = (1000.0, 1.0)
    points, centers = POINTS * scales, CENTERS * scales
    allocation = allocate(points / scales, centers / scales)
    rule = AllocationRule.of(allocation, points, scales=scales, columns=("x", "y"))
    center_of = rule.assign(points)
    for center, feature in enumerate(rule.coverage(points, crs="EPSG:2154")["features"]):
        (ring,) = rings(feature["geometry"])
        assert np.array_equal(Outline(ring).contains_points(points), center_of == center)


@pytest.mark.parametrize("distance", ["squared-euclidean", "euclidean", "great-circle"])
def test_the_edge_of_the_map_does_not_tell_the_outermost_record(distance: str) -> None:
    rule = rule_of(distance, columns=("lat", "lon"))
    moved = POINTS.copy()
    moved[POINTS[:, 0].argmax(), 0] += 1e-3
    moved[POINTS[:, 1].argmin(), 1] -= 1e-3
    assert rule.coverage(moved) == rule.coverage(POINTS)


def test_a_centre_without_records_has_no_geometry() -> None:
    allocation = allocate(POINTS, CENTERS, [0.25, 0.25, 0.25, 0.25, 0.0], distance="great-circle")
    regions = AllocationRule.of(allocation, POINTS, columns=("lat", "lon")).coverage(POINTS)
    assert [feature["geometry"] is None for feature in regions["features"]] == [False] * 4 + [True]


def test_regions_across_the_antimeridian_are_cut_there() -> None:
    centers = np.array([[-18.0, 178.0], [-17.0, -179.0]])
    points = np.array([-17.5, 179.5]) + np.random.default_rng(5).normal(size=(80, 2))
    points[:, 1] = (points[:, 1] + 180.0) % 360.0 - 180.0
    regions = rule_of("great-circle", points, centers, columns=("lat", "lon")).coverage(points)
    require_geojson(regions)
    kinds = [feature["geometry"]["type"] for feature in regions["features"]]
    assert "MultiPolygon" in kinds
    for feature in regions["features"]:
        assert all(np.abs(ring[:, 0]).max() <= 180.0 for ring in rings(feature["geometry"]))


@pytest.mark.parametrize(
    ("distance", "more", "words"),
    [
        ("manhattan", {"columns": ("lat", "lon")}, "no regions that could be drawn"),
        ("cosine", {"columns": ("lat", "lon")}, "no regions that could be drawn"),
        ("great-circle", {"columns": ("lat", "lon"), "workload": "hours"}, "no single map"),
    ],
)
def test_what_cannot_be_drawn_is_refused(distance: str, more: dict[str, Any], words: str) -> None:
    with pytest.raises(WrongUse, match=words):
        rule_of(distance, **more).coverage(POINTS)


def test_other_shapes_are_refused() -> None:
    solid, inside = RNG.normal(size=(30, 3)), RNG.normal(size=(2, 3))
    with pytest.raises(WrongUse, match="two coordinates; there are 3"):
        rule_of("euclidean", solid, inside).coverage(solid, crs="EPSG:4978")
    with pytest.raises(ParameterError, match="latitudes and longitudes need none"):
        rule_of("great-circle", columns=("lat", "lon")).coverage(POINTS, crs="EPSG:4326")
    world = np.column_stack([RNG.uniform(-60, 60, 50), RNG.uniform(-180, 180, 50)])
    with pytest.raises(WrongUse, match="half of the globe"):
        rule_of("great-circle", world, world[:3]).coverage(world)
