"""Trades in rings: the optimum of the transportation problem, and costs that prove it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from shoal.kernels.transport.cycle_cancelling import cancel_negative_cycles
from shoal.partition.transport.cycle_cancelling import cancel_cycles, fits


def case(seed: int, *, weighted: bool = False) -> tuple[np.ndarray, np.ndarray, np.ndarray | None, np.ndarray]:
    rng = np.random.default_rng(seed)
    n_cells, n_dims = int(rng.integers(2, 7)), int(rng.integers(1, 4))
    sizes = rng.integers(1, 7, n_cells)
    points = rng.standard_normal((int(sizes.sum()), n_dims))
    cell_of = rng.permutation(np.repeat(np.arange(n_cells), sizes))
    return points, rng.standard_normal((n_cells, n_dims)), rng.uniform(1, 3, len(points)) if weighted else None, cell_of


def prices(points: np.ndarray, sites: np.ndarray, weights: np.ndarray | None) -> np.ndarray:
    heavy = np.ones(len(points)) if weights is None else weights
    return heavy[:, None] * ((points[:, None] - sites) ** 2).sum(axis=2)


@given(seed=st.integers(0, 10_000), weighted=st.booleans())
def test_rings_end_at_the_optimum_with_costs_that_prove_it(seed: int, weighted: bool) -> None:
    points, sites, weights, cell_of = case(seed, weighted=weighted)
    found = cancel_cycles(points, sites, weights, np.zeros(len(sites)), cell_of)
    if found is None:
        pytest.fail("a handful of records should not take so many trades")
    best, costs = found
    np.testing.assert_array_equal(np.bincount(best), np.bincount(cell_of))
    price = prices(points, sites, weights)
    seat = np.repeat(np.arange(len(sites)), np.bincount(cell_of))
    rows, columns = linear_sum_assignment(price[:, seat])
    everyone = np.arange(len(points))
    assert price[everyone, best].sum() == pytest.approx(price[:, seat][rows, columns].sum(), rel=1e-9, abs=1e-12)
    own = price[everyone, best] + costs[best]
    assert np.all(own <= (price + costs).min(axis=1) + 1e-9)


def test_cells_that_are_the_best_already_stay() -> None:
    points = np.array([[0.0], [1.0], [10.0], [11.0]])
    best, costs = cancel_cycles(points, np.array([[0.5], [10.5]]), None, np.zeros(2), np.array([0, 0, 1, 1])) or (
        None,
        None,
    )
    assert best is not None and best.tolist() == [0, 0, 1, 1]
    assert costs is not None and costs.tolist() == [0.0, 0.0]


def test_too_many_trades_are_given_up() -> None:
    rng = np.random.default_rng(1)
    points, sites = rng.standard_normal((200, 2)), rng.standard_normal((20, 2))
    member, start = rng.permutation(200), np.arange(0, 201, 10)
    assert not cancel_negative_cycles(points, sites, np.ones(200), start, member, np.zeros(20), 1e-12, 3, 1_000)
    assert not cancel_negative_cycles(points, sites, np.ones(200), start, member, np.zeros(20), 1e-12, 10_000, 1)
    np.testing.assert_array_equal(np.sort(member), np.arange(200))


def test_all_pairs_of_many_cells_are_too_many() -> None:
    assert fits(4_092, 1_364)
    assert not fits(100_000, 1_000)
    assert not fits(5_000, 2_500)
