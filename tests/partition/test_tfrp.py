"""TFRP: cells from the two corners, then dissolving those that do not pay."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.partition.greedy.tfrp import TFRP
from shoal.partition.partition import Partition
from shoal.partition.problem import Problem


def squared(points: np.ndarray, place: np.ndarray) -> np.ndarray:
    total = np.zeros(len(points))
    for j in range(points.shape[1]):
        total += (points[:, j] - place[j]) ** 2
    return total


def plain_first_phase(points: np.ndarray, k: int) -> np.ndarray:
    corners = (points.min(axis=0), points.max(axis=0))
    cell_of = np.full(len(points), -1)
    n_cells = 0
    while np.count_nonzero(cell_of < 0) >= k:
        free = np.flatnonzero(cell_of < 0)
        head = free[np.argmax(squared(points[free], corners[n_cells % 2]))]
        others = free[free != head]
        nearest = others[np.argsort(squared(points[others], points[head]), kind="stable")[: k - 1]]
        cell_of[head] = n_cells
        cell_of[nearest] = n_cells
        n_cells += 1
    centroids = np.array([points[cell_of == cell].mean(axis=0) for cell in range(n_cells)])
    for record in np.flatnonzero(cell_of < 0):
        cell_of[record] = np.argmin(squared(centroids, points[record]))
    return cell_of


def sse(points: np.ndarray, weights: np.ndarray, records: list[int]) -> float:
    mean = np.average(points[records], axis=0, weights=weights[records])
    return float(weights[records] @ ((points[records] - mean) ** 2).sum(axis=1))


def plain_second_phase(points: np.ndarray, weights: np.ndarray, cell_of: np.ndarray) -> np.ndarray:
    cells = [np.flatnonzero(cell_of == cell).tolist() for cell in range(cell_of.max() + 1)]
    order = np.argsort([-sse(points, weights, records) for records in cells], kind="stable")
    for cell in order:
        others = [other for other in range(len(cells)) if cells[other] and other != cell]
        if not others:
            break
        means = np.array([np.average(points[cells[o]], axis=0, weights=weights[cells[o]]) for o in others])
        grown = {other: list(cells[other]) for other in others}
        for record in cells[cell]:
            grown[others[int(np.argmin(squared(means, points[record])))]].append(record)
        before = sse(points, weights, cells[cell]) + sum(sse(points, weights, cells[o]) for o in others)
        after = sum(sse(points, weights, records) for records in grown.values())
        if after < before - 1e-12:
            cells[cell] = []
            for other, records in grown.items():
                cells[other] = records
    result = np.empty(len(points), dtype=int)
    for number, records in enumerate(records for records in cells if records):
        result[records] = number
    return result


def test_the_corners_take_turns() -> None:
    points = np.array([[0.0], [1.0], [2.0], [3.0], [4.0], [5.0], [6.0], [7.0]])
    # farthest from the minimum: 7 with 6; from the maximum: 0 with 1; then 5 with 4, then 2 with 3
    assert TFRP(dissolve=False)(Problem(points - 3.5, 2)).cell_of.tolist() == [1, 1, 3, 3, 2, 2, 0, 0]


def test_a_cell_torn_between_two_others_is_dissolved() -> None:
    points = np.array([[0.0], [0.1], [0.2], [9.8], [9.9], [10.0]]) - 5.0
    assert TFRP(dissolve=False)(Problem(points, 2)).cell_of.tolist() == [1, 1, 2, 2, 0, 0]
    assert TFRP()(Problem(points, 2)).cell_of.tolist() == [1, 1, 1, 0, 0, 0]


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 5), st.integers(0, 2**32 - 1), st.booleans())
def test_first_phase_as_by_plain_search(k: int, seed: int, ties: bool) -> None:
    rng = np.random.default_rng(seed)
    n_records, n_dims = int(rng.integers(k, 60)), int(rng.integers(1, 5))
    points = rng.standard_normal((n_records, n_dims))
    if ties:
        points = rng.integers(-2, 3, size=(n_records, n_dims)) / 4.0
    cell_of = TFRP(dissolve=False)(Problem(points, k)).cell_of
    if ties:  # a mean of quarters may round differently, so compare all but the few that join at the end
        assert np.bincount(cell_of).min() >= k
    else:
        assert np.array_equal(cell_of, plain_first_phase(points, k))


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 4), st.integers(0, 2**32 - 1), st.booleans())
def test_second_phase_as_by_plain_sums(k: int, seed: int, weighted: bool) -> None:
    rng = np.random.default_rng(seed)
    n_records = int(rng.integers(k, 60))
    points = rng.standard_normal((n_records, 2))
    weights = rng.uniform(0.5, 2.0, n_records) if weighted else np.ones(n_records)
    problem = Problem(points, k, weights=weights if weighted else None)
    first = TFRP(dissolve=False)(problem).cell_of
    second = TFRP()(problem).cell_of
    assert np.array_equal(second, plain_second_phase(points, weights, first))
    assert np.bincount(second).min() >= k
    losses = [Partition.from_cells(points, cells, method="tfrp", weights=weights).sse for cells in (first, second)]
    assert losses[1] <= losses[0] * (1 + 1e-12)


@pytest.mark.parametrize("n_records", [4, 5, 7, 8, 9, 100])
def test_identical_records(n_records: int) -> None:
    sizes = np.bincount(TFRP()(Problem(np.zeros((n_records, 3)), 4)).cell_of)
    assert sizes.sum() == n_records
    assert sizes.min() >= 4


def test_progress_never_goes_back_and_ends_with_everybody() -> None:
    calls: list[int] = []
    points = np.random.default_rng(0).standard_normal((500, 3))
    TFRP()(Problem(points, 3, progress=lambda done, total: calls.append(done)))
    assert calls == sorted(calls)
    assert calls[-1] == 500

    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        TFRP()(Problem(points, 3, progress=interrupt))


def test_rows_in_another_order_give_the_same_cells() -> None:
    rng = np.random.default_rng(5)
    points = rng.standard_normal((200, 3))
    shuffle = rng.permutation(200)
    one = TFRP()(Problem(points, 4)).cell_of
    other = np.empty(200, dtype=np.int64)
    other[shuffle] = TFRP()(Problem(points[shuffle], 4)).cell_of
    assert len({*zip(one.tolist(), other.tolist(), strict=True)}) == one.max() + 1 == other.max() + 1
