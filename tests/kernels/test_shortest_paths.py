"""Successive shortest paths against the optimum that scipy finds, and the costs that prove it."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from shoal.kernels.transport.borders import choose_cells
from shoal.kernels.transport.shortest_paths import FlowState, augment_forest, augment_paths, flow_state

INSTANCES = 200
ALL = 1_000_000


def instance(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Weighted distances (n, m) of a random problem, and sizes; every third one on an integer grid full of ties."""
    rng = np.random.default_rng(seed)
    n_records = int(rng.integers(2, 61))
    n_cells = int(rng.integers(1, min(n_records, 12) + 1))
    n_dims = int(rng.integers(1, 9))
    if seed % 3 == 0:
        points = rng.integers(0, 4, (n_records, n_dims)).astype(float)
        sites = rng.integers(0, 4, (n_cells, n_dims)).astype(float)
    else:
        points, sites = rng.standard_normal((n_records, n_dims)), rng.standard_normal((n_cells, n_dims))
    distance = ((points[:, None] - sites[None]) ** 2).sum(axis=2)
    if seed % 2:
        distance *= rng.choice([0.5, 1.0, 3.7], n_records)[:, None]
    cuts = np.sort(rng.choice(np.arange(1, n_records), n_cells - 1, replace=False)) if n_cells > 1 else []
    return distance, np.diff([0, *cuts, n_records])


def with_all_candidates(distance: np.ndarray, sizes: np.ndarray, costs: np.ndarray) -> FlowState:
    """Every cell is a candidate of every record, and every record is in its cheapest cell."""
    n_records, n_cells = distance.shape
    start = np.arange(n_records + 1, dtype=np.int64) * n_cells
    candidate = np.tile(np.arange(n_cells, dtype=np.int64), n_records)
    choice, second, gap = np.empty(n_records, dtype=np.int64), np.empty(n_records, dtype=np.int64), np.empty(n_records)
    size, own_costs = np.zeros(n_cells, dtype=np.int64), costs.astype(float)
    choose_cells(start, candidate, distance.ravel(), own_costs, choice, second, gap, size)
    return flow_state(start, candidate, distance.ravel(), choice, own_costs, size - sizes)


def optimum(distance: np.ndarray, sizes: np.ndarray) -> float:
    """Each cell as many times as its size."""
    slots = np.repeat(np.arange(len(sizes)), sizes)
    records, taken = linear_sum_assignment(distance[:, slots])
    return float(distance[records, slots[taken]].sum())


def check_optimal(state: FlowState, distance: np.ndarray, sizes: np.ndarray) -> None:
    cell_of = state.candidate[state.choice]
    np.testing.assert_array_equal(np.bincount(cell_of, minlength=len(sizes)), sizes)
    assert not state.surplus.any()
    own = np.arange(len(distance))
    assert distance[own, cell_of].sum() == pytest.approx(optimum(distance, sizes), rel=1e-9, abs=1e-9)
    price = distance + state.cost
    scale = max(1.0, float(np.abs(price).max()))
    assert np.all(price[own, cell_of] <= price.min(axis=1) + 1e-12 * scale)  # dual feasible


@pytest.mark.parametrize(
    "forests", [0, 1, 3, ALL], ids=["one by one", "a forest first", "three forests", "forests to the end"]
)
def test_sizes_are_met_at_the_optimum_and_costs_prove_it(forests: int) -> None:
    for seed in range(INSTANCES):
        distance, sizes = instance(seed)
        costs = np.random.default_rng(seed).standard_normal(len(sizes)) if seed % 4 else np.zeros(len(sizes))
        state = with_all_candidates(distance, sizes, costs)
        wrong = int(np.maximum(state.surplus, 0).sum())
        moved = 0
        for _ in range(forests):
            in_forest = augment_forest(state)
            moved += in_forest
            if in_forest == 0:
                break
        if forests == ALL:
            assert moved == wrong  # a forest has at least one path as long as a record has to move
        rest, blocked = augment_paths(state, ALL)
        assert (moved + rest, blocked) == (wrong, -1)
        check_optimal(state, distance, sizes)


def test_a_few_at_a_time_is_the_same_as_all_at_once() -> None:
    for seed in range(1, 60, 2):
        distance, sizes = instance(seed)
        at_once = with_all_candidates(distance, sizes, np.zeros(len(sizes)))
        augment_paths(at_once, ALL)
        by_twos = with_all_candidates(distance, sizes, np.zeros(len(sizes)))
        while augment_paths(by_twos, 2)[0] == 2:
            pass
        np.testing.assert_array_equal(at_once.choice, by_twos.choice)
        np.testing.assert_array_equal(at_once.cost, by_twos.cost)


def test_waves_and_single_searches_may_alternate() -> None:
    for seed in range(INSTANCES):
        distance, sizes = instance(seed)
        state = with_all_candidates(distance, sizes, np.zeros(len(sizes)))
        while state.surplus.any():
            augment_paths(state, 1)
            augment_forest(state)
        check_optimal(state, distance, sizes)


def test_a_worked_example() -> None:
    # Two sites at 0 and 10, records at 1, 2, 3 and 9, two places each: 3 has to go to 10, at 49 − 9 more.
    distance = (np.array([[1.0], [2.0], [3.0], [9.0]]) - np.array([0.0, 10.0])) ** 2
    state = with_all_candidates(distance, np.array([2, 2]), np.zeros(2))
    assert augment_paths(state, ALL) == (1, -1)
    assert state.candidate[state.choice].tolist() == [0, 0, 1, 1]
    assert state.cost[0] - state.cost[1] == pytest.approx(40.0)


def test_nothing_to_move_leaves_everything_alone() -> None:
    distance, sizes = instance(1)
    state = with_all_candidates(
        distance, np.bincount(distance.argmin(axis=1), minlength=len(sizes)), np.zeros(len(sizes))
    )
    assert augment_forest(state) == 0
    assert augment_paths(state, ALL) == (0, -1)
    assert not state.cost.any()
    assert len(sizes) > 1


def test_a_surplus_that_leads_nowhere_is_reported() -> None:
    # Three records know no cell but 0, which has room for one; cell 1 is known to nobody.
    start, candidate = np.arange(4, dtype=np.int64), np.zeros(3, dtype=np.int64)
    state = flow_state(start, candidate, np.ones(3), np.arange(3), np.zeros(2), np.array([2, -2]))
    assert augment_forest(state) == 0
    assert augment_paths(state, ALL) == (0, 0)


def test_identical_records_move_in_bulk() -> None:
    # 90 identical records and three cells of 30: all prefer the first, which hands 30 to each of the others.
    distance = np.repeat([[0.0, 1.0, 4.0]], 90, axis=0)
    state = with_all_candidates(distance, np.full(3, 30), np.zeros(3))
    assert state.surplus.tolist() == [60, -30, -30]
    assert augment_forest(state) == 60  # one search is enough for all of them
    check_optimal(state, distance, np.full(3, 30))
    state = with_all_candidates(distance, np.full(3, 30), np.zeros(3))
    assert augment_paths(state, ALL) == (60, -1)
    assert state.n_searches[0] == 2  # one search for each deficit
    check_optimal(state, distance, np.full(3, 30))


def test_what_is_stuck_does_not_hold_up_the_others() -> None:
    # Two records know no cell but 0, which has room for one; two in cell 1 may go to cell 2, which has room for one.
    start = np.array([0, 1, 2, 4, 6], dtype=np.int64)
    candidate = np.array([0, 0, 1, 2, 1, 2], dtype=np.int64)
    choice = np.array([0, 1, 2, 4], dtype=np.int64)
    state = flow_state(
        start, candidate, np.array([1.0, 1.0, 1.0, 3.0, 1.0, 2.0]), choice, np.zeros(4), np.array([1, 1, -1, -1])
    )
    assert augment_paths(state, ALL) == (0, 0)
    assert augment_paths(state, ALL) == (1, -1)
    assert state.stuck.tolist() == [True, False, False, False]
    assert state.candidate[state.choice].tolist() == [0, 0, 1, 2]
