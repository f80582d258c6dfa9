"""Outlines of additively weighted regions: every place is inside the outline of its cheapest centre, of no other."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.path import Path as Outline

from shoal.partition.distances.great_circle import GreatCircle, degrees_of, on_sphere
from shoal.partition.distances.weighted_outlines import globe_outlines, middle_of, plane_outlines

LOWER, UPPER = np.array([-1.0, -1.0]), np.array([2.0, 2.0])
TOLERANCE = 1e-4


def shoelace(outline: np.ndarray) -> float:
    x, y = outline.T
    return 0.5 * float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum())


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), n_sites=st.integers(1, 12), spread=st.sampled_from([0.0, 0.05, 0.3, 2.0]))
def test_plane_regions_fill_the_box_and_hold_what_is_cheapest(seed: int, n_sites: int, spread: float) -> None:
    rng = np.random.default_rng(seed)
    sites, costs = rng.random((n_sites, 2)), spread * rng.normal(size=n_sites)
    outlines = plane_outlines(sites, costs, LOWER, UPPER, TOLERANCE)
    assert sum(shoelace(outline) for outline in outlines) == pytest.approx(9.0, abs=60.0 * n_sites * TOLERANCE)
    places = rng.uniform(-1.0, 2.0, (400, 2))
    price = np.hypot(*(places[:, None] - sites).transpose(2, 0, 1)) + costs
    ordered = np.sort(price, axis=1)
    clear = np.ones(400, dtype=bool) if n_sites == 1 else ordered[:, 1] - ordered[:, 0] > 4.0 * TOLERANCE
    for cell, outline in enumerate(outlines):
        inside = Outline(outline).contains_points(places) if len(outline) else np.zeros(400, dtype=bool)
        assert np.array_equal(inside[clear], (price.argmin(axis=1) == cell)[clear])
        if len(outline):
            assert shoelace(outline) > 0.0  # counter-clockwise


@settings(max_examples=15, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    latitude=st.sampled_from([0.0, 48.0, -70.0]),
    spread=st.sampled_from([0.0, 20_000.0, 200_000.0]),
)
def test_globe_regions_hold_what_is_cheapest(seed: int, latitude: float, spread: float) -> None:
    rng = np.random.default_rng(seed)
    positions = np.array([latitude, 10.0]) + rng.normal(size=(8, 2)) * 2.0
    costs = spread * rng.normal(size=8)
    outlines = globe_outlines(positions, costs, 1_500_000.0, 50.0)
    distance = GreatCircle()
    places = np.array([latitude, 10.0]) + rng.uniform(-9.0, 9.0, (400, 2))
    price = distance.between(distance.embedded(places), distance.embedded(positions)) + costs
    middle = distance.embedded(degrees_of(middle_of(on_sphere(positions))[None]))
    in_circle = distance.between(distance.embedded(places), middle)[:, 0] < 1_499_000.0
    ordered = np.sort(price, axis=1)
    clear = in_circle & (ordered[:, 1] - ordered[:, 0] > 500.0)
    for cell, outline in enumerate(outlines):
        inside = Outline(outline).contains_points(places) if len(outline) else np.zeros(400, dtype=bool)
        assert np.array_equal(inside[clear], (price.argmin(axis=1) == cell)[clear])


def test_the_border_of_two_centres_is_a_hyperbola() -> None:
    """Centres at ±1 with costs ±c: the border crosses the axis at x = −c, and x²/c² − y²/(1 − c²) = 1 on it."""
    cost = 0.5
    sites, costs = np.array([[-1.0, 0.0], [1.0, 0.0]]), np.array([cost, -cost])
    left, right = plane_outlines(sites, costs, np.array([-3.0, -3.0]), np.array([3.0, 3.0]), 1e-5)
    for outline in (left, right):
        border = outline[np.abs(outline).max(axis=1) < 3.0 - 1e-9]
        assert (border[:, 0] ** 2 / cost**2 - border[:, 1] ** 2 / (1.0 - cost**2)).tolist() == pytest.approx(
            [1.0] * len(border), abs=1e-6
        )
    assert left[:, 0].max() == pytest.approx(-cost, abs=1e-5)


def test_hidden_centres_and_twins_have_no_region_or_share_none() -> None:
    sites = np.array([[0.0, 0.0], [0.5, 0.0], [0.0, 0.0]])
    outlines = plane_outlines(sites, np.array([0.0, 0.6, 0.0]), LOWER, UPPER, TOLERANCE)
    assert [len(outline) > 0 for outline in outlines] == [True, False, False]
    assert shoelace(outlines[0]) == pytest.approx(9.0)


def test_the_circle_of_a_single_centre_has_its_radius() -> None:
    (outline,) = globe_outlines(np.array([[60.0, 20.0]]), np.zeros(1), 100_000.0, 10.0)
    distance = GreatCircle()
    from_middle = distance.between(distance.embedded(outline), distance.embedded(np.array([[60.0, 20.0]])))
    assert from_middle[:, 0].tolist() == pytest.approx([100_000.0] * len(outline), abs=1.0)
