"""Polygons of a power diagram: they tile the box, and hold exactly the points that the diagram gives their cells."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from shoal.errors import ParameterError
from shoal.partition.transport.power_diagram import PowerDiagram
from shoal.partition.transport.power_polygons import N_NEAREST, power_polygons

UNIT = np.array([0.0, 0.0]), np.array([1.0, 1.0])
AROUND = np.array([-1.5, -2.0]), np.array([5.5, 6.0])
WITHIN = 1e-9


def area(polygon: np.ndarray) -> float:
    """Positive when counter-clockwise."""
    x, y = polygon.T
    return 0.5 * float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))


def inside(polygon: np.ndarray, points: np.ndarray, within: float = WITHIN) -> np.ndarray:
    """Whether each point is left of, or on, every edge."""
    edges = np.roll(polygon, -1, axis=0) - polygon
    gaps = points[:, None] - polygon
    return (edges[:, 0] * gaps[..., 1] - edges[:, 1] * gaps[..., 0] >= -within).all(axis=1)


def check_tiling(diagram: PowerDiagram, lower: np.ndarray, upper: np.ndarray, n_points: int = 200) -> None:
    polygons = power_polygons(diagram, lower, upper)
    assert len(polygons) == diagram.n_cells
    assert all(area(polygon) >= -WITHIN for polygon in polygons)
    assert sum(map(area, polygons)) == pytest.approx(np.prod(upper - lower), rel=1e-7)
    points = np.random.default_rng(0).uniform(lower, upper, size=(n_points, 2))
    cell_of = diagram.assign(points)
    for cell in np.unique(cell_of):
        assert inside(polygons[cell], points[cell_of == cell]).all()


def test_two_cells_share_the_box_at_the_line_that_the_cost_moves() -> None:
    sites = np.array([[0.0, 0.5], [1.0, 0.5]])
    left, right = power_polygons(PowerDiagram(sites, np.array([0.0, 0.5])), *UNIT)  # x² ≤ (x − 1)² + ½  ⇔  x ≤ ¾
    assert {(0, 0), (0.75, 0), (0.75, 1), (0, 1)} == {tuple(corner) for corner in left}
    assert (area(left), area(right)) == (0.75, 0.25)


def test_one_cell_is_the_box() -> None:
    (polygon,) = power_polygons(PowerDiagram(np.array([[9.0, -3.0]]), np.array([5.0])), *UNIT)
    np.testing.assert_array_equal(polygon, [[0, 0], [1, 0], [1, 1], [0, 1]])


def test_a_hidden_cell_has_no_corners() -> None:
    sites = np.array([[0.1, 0.5], [0.5, 0.5], [0.9, 0.5]])
    polygons = power_polygons(PowerDiagram(sites, np.array([0.0, 0.3, 0.0])), *UNIT)
    assert [len(polygon) for polygon in polygons] == [4, 0, 4]
    assert polygons[1].shape == (0, 2)


def test_a_cell_outside_the_box_has_no_corners() -> None:
    sites = np.array([[0.5, 0.5], [8.0, 8.0]])
    assert [len(polygon) for polygon in power_polygons(PowerDiagram(sites, np.zeros(2)), *UNIT)] == [4, 0]


def test_of_cells_with_one_site_the_cheapest_has_all_and_the_first_of_equals() -> None:
    sites = np.array([[0.2, 0.5], [0.2, 0.5], [0.8, 0.5], [0.8, 0.5]])
    polygons = power_polygons(PowerDiagram(sites, np.array([1.0, 0.0, 0.0, 0.0])), *UNIT)
    assert [area(polygon) for polygon in polygons if len(polygon)] == pytest.approx([0.5, 0.5])
    assert [len(polygon) for polygon in polygons] == [0, 4, 4, 0]


def test_more_equal_sites_than_are_looked_at_first() -> None:
    sites = np.repeat([[0.25, 0.5], [0.75, 0.5]], 3 * N_NEAREST, axis=0)
    check_tiling(PowerDiagram(sites, np.zeros(len(sites))), *UNIT)


def test_collinear_sites_make_strips() -> None:
    diagram = PowerDiagram(np.column_stack([np.linspace(0, 1, 30), np.linspace(0, 1, 30)]), np.zeros(30))
    check_tiling(diagram, *UNIT)


def test_a_lattice_where_four_cells_meet_in_every_corner() -> None:
    sites = np.stack(np.meshgrid(np.arange(12.0), np.arange(12.0)), axis=-1).reshape(-1, 2)
    polygons = power_polygons(PowerDiagram(sites, np.full(144, 7.0)), np.full(2, -0.5), np.full(2, 11.5))
    assert [area(polygon) for polygon in polygons] == pytest.approx([1.0] * 144)


def test_a_cell_with_many_more_neighbours_than_are_looked_at_first() -> None:
    angle = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    sites = np.vstack([[0.0, 0.0], np.column_stack([np.cos(angle), np.sin(angle)])])
    polygons = power_polygons(PowerDiagram(sites, np.zeros(61)), np.full(2, -2.0), np.full(2, 2.0))
    assert len(polygons[0]) == 60
    assert area(polygons[0]) == pytest.approx(60 * 0.25 * np.tan(np.pi / 60))  # a regular polygon of inner radius ½


def test_a_far_away_origin_costs_no_digits() -> None:
    rng = np.random.default_rng(1)
    sites, costs = rng.uniform(size=(50, 2)), rng.uniform(0, 0.01, size=50)
    here = power_polygons(PowerDiagram(sites, costs), *UNIT)
    far = power_polygons(PowerDiagram(sites + 4e6, costs), UNIT[0] + 4e6, UNIT[1] + 4e6)
    for polygon, moved in zip(here, far, strict=True):
        assert area(polygon) == pytest.approx(area(moved - 4e6), abs=1e-7)


def test_a_thousand_cells_of_uneven_costs() -> None:
    rng = np.random.default_rng(2)
    check_tiling(PowerDiagram(rng.standard_normal((1000, 2)), rng.uniform(0, 0.2, size=1000)), *AROUND, n_points=500)


COORDINATE = st.floats(-1, 5, allow_subnormal=False).map(lambda value: round(value, 6))
CELL = st.tuples(COORDINATE, COORDINATE, st.floats(-4, 4).map(lambda value: round(value, 6)))
LATTICE_CELL = st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 2))  # ties, lines and equal sites


@settings(deadline=None, max_examples=150)
@given(st.one_of(st.lists(CELL, min_size=1, max_size=25), st.lists(LATTICE_CELL, min_size=1, max_size=40)))
@example([(0, 0, 0)] * 3)
def test_polygons_tile_the_box_and_agree_with_the_diagram(cells: list[tuple[float, float, float]]) -> None:
    rows = np.array(cells, dtype=np.float64)
    check_tiling(
        PowerDiagram(np.ascontiguousarray(rows[:, :2]), np.ascontiguousarray(rows[:, 2])), *AROUND, n_points=60
    )


def test_other_than_two_coordinates_are_refused() -> None:
    with pytest.raises(ParameterError, match="have 3 coordinates"):
        power_polygons(PowerDiagram(np.zeros((2, 3)), np.zeros(2)), *UNIT)


@pytest.mark.parametrize(
    ("lower", "upper"), [([0, 0], [1, 0]), ([0, 0], [1, np.inf]), ([0, np.nan], [1, 1]), ([0, 0, 0], [1, 1, 1])]
)
def test_a_box_without_an_inside_is_refused(lower: list[float], upper: list[float]) -> None:
    with pytest.raises(ParameterError, match="two finite corners"):
        power_polygons(PowerDiagram(np.zeros((1, 2)), np.zeros(1)), np.array(lower), np.array(upper))
