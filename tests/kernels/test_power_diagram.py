"""The search for the cell of least price against a comparison with every cell, on data full of ties."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from benchmarks.twins import squared_distances
from shoal import PowerDiagram
from shoal.kernels.transport.leaf_filter import filter_of, let_through, piece_scratch
from shoal.kernels.transport.power_diagram import PIECE_RECORDS, best_cells, build_tree, search_scratch
from shoal.partition.control import CHUNK_RECORDS


def prices(points: np.ndarray, sites: np.ndarray, costs: np.ndarray, factor: np.ndarray) -> np.ndarray:
    """(n, m), added up in the order of the kernels."""
    return np.column_stack(
        [squared_distances(points, site) + factor * cost for site, cost in zip(sites, costs, strict=True)]
    )


def cases() -> dict[str, tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """name → points, sites, costs."""
    rng = np.random.default_rng(0)
    lattice = rng.integers(0, 6, (70, 2)).astype(float)
    cloud, cloud_sites = rng.standard_normal((400, 5)), rng.standard_normal((700, 5))
    fine = rng.integers(0, 3, (900, 6)).astype(float)
    return {
        "one cell": (rng.standard_normal((50, 3)), rng.standard_normal((1, 3)), np.array([-7.0])),
        "one leaf": (rng.standard_normal((500, 2)), rng.standard_normal((20, 2)), rng.standard_normal(20)),
        "one block": (rng.standard_normal((500, 3)), rng.standard_normal((300, 3)), rng.standard_normal(300)),
        "three levels": (rng.standard_normal((300, 2)), rng.standard_normal((9_000, 2)), 1e-3 * rng.random(9_000)),
        "d = 1": (rng.standard_normal((500, 1)), rng.standard_normal((100, 1)), 0.1 * rng.standard_normal(100)),
        "d = 40": (rng.standard_normal((200, 40)), rng.standard_normal((150, 40)), rng.standard_normal(150)),
        "ties": (rng.integers(0, 6, (800, 2)).astype(float), lattice, rng.integers(-2, 3, 70).astype(float)),
        "ties without costs": (rng.integers(0, 12, (800, 2)) / 2.0, lattice, np.zeros(70)),
        "identical sites": (rng.standard_normal((100, 2)), np.zeros((90, 2)), np.zeros(90)),
        "identical sites, some cheaper": (rng.random((100, 2)), np.zeros((90, 2)), np.arange(90) % 3 - 1.0),
        "costs that decide alone": (rng.random((100, 2)), rng.random((60, 2)), 1e6 * rng.standard_normal(60)),
        "many leaves, every price a tie": (rng.integers(0, 5, (600, 6)) / 2.0, fine, np.zeros(900)),
        "many leaves, ties by costs": (rng.integers(0, 5, (600, 6)) / 2.0, fine, rng.integers(0, 3, 900) / 4.0),
        "ties broken in the last digit": (rng.integers(0, 5, (600, 6)) / 2.0, fine, rng.integers(0, 3, 900) * 2e-16),
        "far from zero": (cloud + 1e9, cloud_sites + 1e9, 0.1 * rng.random(700)),
        "tiny": (1e-120 * cloud, 1e-120 * cloud_sites, 1e-241 * rng.random(700)),
        "huge": (1e120 * cloud, 1e120 * cloud_sites, 1e239 * rng.random(700)),
        "newcomers from far away": (10.0 ** rng.integers(0, 40, (400, 1)) * cloud, cloud_sites, rng.random(700)),
        "sites in two far places": (cloud, cloud_sites + 1e8 * (np.arange(700) % 2)[:, None], rng.random(700)),
        "great costs, small differences": (cloud, cloud_sites, 1e9 + 0.1 * rng.random(700)),
        "heavy tails": (rng.standard_cauchy((500, 3)), rng.standard_cauchy((200, 3)), rng.standard_cauchy(200)),
    }


FACTORS = {"none": [1.0], "three": [0.25, 1.0, 3.0], "extreme": [1e-45, 1e-9, 1.0, 1e9, 1e40]}


@pytest.mark.parametrize("weighting", FACTORS)
@pytest.mark.parametrize("name", cases())
def test_best_cell_is_that_of_a_full_comparison_with_ties_to_the_lower(name: str, weighting: str) -> None:
    points, sites, costs = cases()[name]
    factor = np.random.default_rng(1).choice(FACTORS[weighting], len(points))
    cell_of = np.empty(len(points), dtype=np.int64)
    tree = build_tree(sites, costs)
    best_cells(tree, search_scratch(tree), points, np.ones(1) if weighting == "none" else factor, cell_of)
    np.testing.assert_array_equal(cell_of, prices(points, sites, costs, factor).argmin(axis=1))


def test_ties_are_really_there() -> None:
    for name in ("ties", "ties without costs", "identical sites", "many leaves, every price a tie"):
        points, sites, costs = cases()[name]
        ranked = np.sort(prices(points, sites, costs, np.ones(len(points))), axis=1)
        assert np.mean(ranked[:, 0] == ranked[:, 1]) > 0.2


@pytest.mark.parametrize("threads", [1, 3])
def test_a_diagram_gives_the_same_cells_on_any_number_of_threads(threads: int) -> None:
    rng = np.random.default_rng(2)
    points, sites, costs = rng.standard_normal((2 * CHUNK_RECORDS + 7, 2)), rng.standard_normal((9, 2)), rng.random(9)
    weights = rng.random(len(points)) + 0.5
    for given in (None, weights):
        factor = 1.0 if given is None else 1.0 / given
        found = PowerDiagram(sites, costs).assign(points, given, threads)
        np.testing.assert_array_equal(found, prices(points, sites, costs, factor).argmin(axis=1))


@numba.njit
def first_leaf_let_through(leaf_filter, piece, n_records, best):
    return let_through(leaf_filter, 0, piece, n_records, best)


def test_the_filter_is_used_and_lets_few_through() -> None:
    rng = np.random.default_rng(3)
    sites, costs = rng.standard_normal((64, 10)), rng.random(64)
    n_records = PIECE_RECORDS
    leaf_filter = filter_of(sites, costs, np.array([0, 64]))
    piece = piece_scratch(leaf_filter, n_records)
    points = rng.standard_normal((n_records, 10))
    piece.here[:], piece.record_of[:] = points.T, np.arange(n_records)
    least = prices(points, sites, costs, np.ones(n_records)).min(axis=1)
    close = least * (1.0 - 1e-9)  # a better price than any: closer than single precision can tell
    better = np.where(np.arange(n_records) % 4 == 0, close, least - 0.01)
    n_let = first_leaf_let_through(leaf_filter, piece, n_records, better)
    np.testing.assert_array_equal(piece.record_of[:n_let], np.arange(0, n_records, 4))


def test_a_constant_on_all_costs_changes_nothing() -> None:
    points, sites, costs = cases()["ties"]
    np.testing.assert_array_equal(
        PowerDiagram(sites, costs).assign(points), PowerDiagram(sites, costs + 1024.0).assign(points)
    )


def test_points_of_any_layout_and_none_at_all_can_be_assigned() -> None:
    points, sites, costs = cases()["one leaf"]
    diagram = PowerDiagram(sites, costs)
    np.testing.assert_array_equal(diagram.assign(np.asfortranarray(points)), diagram.assign(points))
    np.testing.assert_array_equal(diagram.assign(points[::2]), diagram.assign(points)[::2])
    assert diagram.assign(points[:0]).shape == (0,)
