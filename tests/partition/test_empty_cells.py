"""Empty cells are filled by their cost alone, and never at the price of the dual."""

from __future__ import annotations

import numpy as np

from shoal.partition.transport.empty_cells import FILLED, filled_costs
from shoal.partition.transport.power_diagram import PowerDiagram
from shoal.partition.transport.shortest_paths import Instance
from shoal.partition.transport.squared_euclidean import SQUARED_EUCLIDEAN


def instance(points: np.ndarray, sites: np.ndarray, weights: np.ndarray | None = None) -> Instance:
    return Instance(points, sites, weights, np.ones(len(sites)), 1, SQUARED_EUCLIDEAN)


def dual(points: np.ndarray, sites: np.ndarray, sizes: np.ndarray, costs: np.ndarray, weights: np.ndarray) -> float:
    price = weights[:, None] * ((points[:, None] - sites[None]) ** 2).sum(axis=2) + costs
    return float(price.min(axis=1).sum() - sizes @ costs)


def test_an_empty_cell_gets_a_part_of_its_size() -> None:
    rng = np.random.default_rng(0)
    for weighted in (False, True):
        points, sites = rng.standard_normal((1_000, 3)), rng.standard_normal((8, 3))
        weights = rng.uniform(0.5, 2.0, 1_000) if weighted else None
        mass = np.ones(1_000) if weights is None else weights
        sizes = np.full(8, 125)
        costs = np.zeros(8)
        costs[3] = 100.0  # nobody pays that
        before = PowerDiagram(sites, costs).assign(points, weights)
        assert 3 not in before
        filled = filled_costs(instance(points, sites, weights), sizes, costs, before)
        assert filled is not None
        after = PowerDiagram(sites, filled).assign(points, weights)
        assert abs(int((after == 3).sum()) - int(FILLED * 125)) <= 1
        assert np.delete(filled, 3).tolist() == [0.0] * 7
        assert dual(points, sites, sizes, filled, mass) > dual(points, sites, sizes, costs, mass)


def test_several_empty_cells_share_what_is_near() -> None:
    rng = np.random.default_rng(1)
    points = rng.standard_normal((600, 2))
    sites = np.vstack([points[:3], points[:3] + 0.01])
    costs = np.array([0.0, 0.0, 0.0, 50.0, 50.0, 50.0])
    before = PowerDiagram(sites, costs).assign(points)
    filled = filled_costs(instance(points, sites), np.full(6, 100), costs, before)
    assert filled is not None
    assert np.all(np.bincount(PowerDiagram(sites, filled).assign(points), minlength=6) > 0)


def test_nothing_is_done_without_empty_cells() -> None:
    points = np.array([[0.0], [1.0], [2.0]])
    sites = np.array([[0.5], [2.0], [9.0]])
    assert filled_costs(instance(points, sites[:2]), np.array([2, 1]), np.zeros(2), np.array([0, 0, 1])) is None
    assert filled_costs(instance(points, sites), np.array([2, 1, 0]), np.zeros(3), np.array([0, 0, 1])) is None
