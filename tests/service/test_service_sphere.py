"""The globe: places across the antimeridian and at the poles, outlines of cells, and their GeoJSON."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.partition.transport.power_diagram import PowerDiagram
from shoal.service.design.design import DesignRequest, free_design
from shoal.service.geometry.globe_cells import globe_cells
from shoal.service.geometry.outlines import geometry_of, outlines_from, outlines_of
from shoal.service.geometry.sphere import EARTH_RADIUS_M, metres_between, released_places, unit_vectors


def test_distances_that_are_known() -> None:
    quarter = np.pi / 2 * EARTH_RADIUS_M
    points = unit_vectors([0.0, 0.0, 0.0], [0.0, 179.5, 0.0])
    others = unit_vectors([90.0, 0.0, 0.0], [0.0, -179.5, 180.0])
    assert metres_between(points, others) == pytest.approx([quarter, quarter / 90, 2 * quarter])


@pytest.mark.parametrize(
    ("latitudes", "longitudes", "wanted"),
    [
        ([0.0, 0.0], [179.0, -179.0], (0.0, 180.0)),
        ([0.0, 0.0], [-179.9996, -179.9998], (0.0, 180.0)),
        ([89.9, 89.9], [0.0, 180.0], (90.0, 0.0)),
        ([-89.99999, -89.99999], [33.0, 34.0], (-90.0, 0.0)),
        ([10.0, 20.0], [5.0, 5.0], (15.0, 5.0)),
    ],
)
def test_centroids_on_the_sphere(latitudes: list[float], longitudes: list[float], wanted: tuple[float, float]) -> None:
    middle = unit_vectors(latitudes, longitudes).mean(axis=0, keepdims=True)
    latitude, longitude = released_places(middle, 3)
    assert (float(latitude[0]), float(longitude[0])) == wanted


def test_cells_across_the_antimeridian_are_as_good_as_anywhere() -> None:
    rng = np.random.default_rng(0)
    up, across = rng.normal(scale=0.5, size=(2, 120))
    terms = DesignRequest(k=10, seed=1)
    here, there = (
        free_design(unit_vectors(up, (across + middle + 180.0) % 360.0 - 180.0), terms) for middle in (0.0, 180.0)
    )
    # turned, the globe rounds otherwise, so the search may end in another optimum; torn cells would lose 100 times more
    assert here.loss == pytest.approx(there.loss, rel=0.1)
    assert here.figures["distortion_m"]["mean"] == pytest.approx(there.figures["distortion_m"]["mean"], rel=0.1)


def inside(ring: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Whether points of the sphere lie in a small ring: the angles at which its sides are seen add up to a turn."""
    turns = np.zeros(len(points))
    for start, end in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        one, other = start - points * (points @ start)[:, None], end - points * (points @ end)[:, None]
        turns += np.arctan2(np.einsum("ij,ij->i", points, np.cross(one, other)), np.einsum("ij,ij->i", one, other))
    return np.round(turns / (2 * np.pi)) == 1


@pytest.mark.parametrize(("latitude", "longitude"), [(40.7, -74.0), (0.0, 180.0), (89.8, 0.0), (-90.0, 0.0)])
def test_outlines_hold_exactly_the_points_that_the_rule_assigns(latitude: float, longitude: float) -> None:
    rng = np.random.default_rng(1)
    middle = unit_vectors([latitude], [longitude])[0]
    points = middle + rng.normal(scale=2e-3, size=(400, 3))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    made = free_design(points, DesignRequest(k=20, seed=1))
    rings = globe_cells(made.rule)
    cell_of = made.rule.assign(points)
    away = np.linalg.norm(points - middle, axis=1)
    centroids_within = np.linalg.norm(made.rule.sites - middle, axis=1).max()
    for number, ring in enumerate(rings):
        own = inside(ring, points)
        assert not (own & (cell_of != number)).any()
        assert (away[(cell_of == number) & ~own] > centroids_within).all()  # clipped: farther out than any centroid


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 12), st.integers(0, 10_000))
def test_outlines_of_few_cells_round_the_whole_globe(n_cells: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    sites = rng.normal(size=(n_cells, 3))
    sites /= np.linalg.norm(sites, axis=1, keepdims=True)
    rule = PowerDiagram(sites, rng.uniform(-0.05, 0.05, size=n_cells))
    rings = globe_cells(rule)
    for number, ring in enumerate(rings):
        site_costs = ((sites[number] - sites) ** 2).sum(axis=1) + rule.costs
        assert len(ring) or site_costs.argmin() != number  # nobody disappears who is best at its own site
        if len(ring):
            assert np.linalg.norm(ring, axis=1) == pytest.approx(1.0)
            costs = ((ring[:, None] - sites) ** 2).sum(axis=2) + rule.costs
            assert (costs[:, number] - costs.min(axis=1) <= 2e-3).all()  # on the border, or the seam


def corners(geometry: dict[str, object]) -> list[list[list[float]]]:
    parts = geometry["coordinates"] if geometry["type"] == "MultiPolygon" else [geometry["coordinates"]]
    return [part[0] for part in parts]  # type: ignore[attr-defined]


def area(ring: list[list[float]]) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(ring)) / 2


def square(latitude: float, longitude: float, half: float) -> np.ndarray:
    up = [latitude - half, latitude - half, latitude + half, latitude + half]
    turn = [longitude - half, longitude + half, longitude + half, longitude - half]
    return unit_vectors(up, [(own + 180) % 360 - 180 for own in turn])


def test_a_ring_across_the_antimeridian_is_cut_in_two() -> None:
    plain = geometry_of(square(10, 20, 2))
    cut = geometry_of(square(10, 179, 2))
    assert plain is not None and cut is not None
    assert (plain["type"], cut["type"]) == ("Polygon", "MultiPolygon")
    assert area(corners(plain)[0]) == pytest.approx(16.0)
    assert sorted(area(ring) for ring in corners(cut)) == pytest.approx([4.0, 12.0])
    for ring in corners(cut):
        assert ring[0] == ring[-1]
        assert all(-180 <= turn <= 180 for turn, _ in ring)


@pytest.mark.parametrize("pole", [90.0, -90.0])
def test_a_ring_round_a_pole_reaches_the_edge_of_the_map(pole: float) -> None:
    turn = np.arange(-170.0, 180.0, 20.0)
    ring = unit_vectors(np.full(len(turn), pole * 8 / 9), turn)
    geometry = geometry_of(ring if pole > 0 else ring[::-1])
    assert geometry is not None
    rings = corners(geometry)
    assert sum(area(own) for own in rings) == pytest.approx(3600.0)  # 360° × 10°
    assert all(area(own) > 0 for own in rings)  # counter-clockwise, as RFC 7946 wants it
    assert {up for own in rings for _, up in own} >= {pole}


def test_outlines_survive_their_bytes() -> None:
    rng = np.random.default_rng(2)
    made = free_design(unit_vectors(rng.normal(size=60), rng.normal(size=60)), DesignRequest(k=10, seed=1))
    geometries = outlines_from(outlines_of(made.rule))
    assert len(geometries) == 6
    assert {geometry["type"] for geometry in geometries if geometry} == {"Polygon"}
