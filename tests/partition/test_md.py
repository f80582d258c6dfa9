"""MD: cells around the two most distant free records."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.partition.greedy.md import MD
from shoal.partition.problem import Problem


def plain_md(points: np.ndarray, k: int) -> np.ndarray:
    """The textbook: all pairs, every time."""
    distance = np.zeros((len(points), len(points)))
    for column in points.T:
        distance += (column[:, None] - column[None, :]) ** 2
    cell_of = np.full(len(points), -1)
    free = list(range(len(points)))
    n_cells = 0
    while len(free) >= 2 * k:
        first, second = max(
            ((i, j) for i in free for j in free if i < j),
            key=lambda pair: (distance[pair], -pair[0], -pair[1]),
        )
        if (points[second] ** 2).sum() > (points[first] ** 2).sum():
            first, second = second, first
        free = [i for i in free if i not in (first, second)]
        for head in (first, second):
            nearest = sorted(free, key=lambda i: (distance[head, i], i))[: k - 1]
            cell_of[[head, *nearest]] = n_cells
            n_cells += 1
            free = [i for i in free if i not in nearest]
    if len(free) >= k:
        cell_of[free] = n_cells
    else:
        centroids = np.array([points[cell_of == cell].mean(axis=0) for cell in range(n_cells)])
        for record in free:
            cell_of[record] = np.argmin(((centroids - points[record]) ** 2).sum(axis=1))
    return cell_of


def test_the_two_ends_of_a_line_go_first() -> None:
    points = np.array([[0.0], [1.0], [2.0], [3.0], [10.0], [11.0], [12.0]])
    # 0 and 12 are most distant; {0 1 2} and {12 11 10} leave 3, which is closer to the centroid 1 than to 11
    assert MD()(Problem(points - 6.5, 3)).cell_of.tolist() == [0, 0, 0, 0, 1, 1, 1]


def test_of_the_two_the_one_farther_from_the_mean_goes_first() -> None:
    points = np.array([[0.0], [4.0], [6.0], [10.0], [30.0], [32.0]])
    # 0 and 32 are most distant; from the origin at 10 it is 32 that chooses first, then 0
    assert MD()(Problem(points - 10.0, 3)).cell_of.tolist() == [1, 1, 1, 0, 0, 0]
    assert MD()(Problem(points - 20.0, 3)).cell_of.tolist() == [0, 0, 0, 1, 1, 1]


def test_k_to_2k_minus_1_left_make_the_last_cell() -> None:
    points = np.array([[0.0], [1.0], [50.0], [51.0], [52.0], [99.0], [100.0]])
    assert MD()(Problem(points - 50.5, 2)).cell_of.tolist() == [0, 0, 2, 2, 2, 1, 1]


def test_leftovers_join_by_weighted_centroids() -> None:
    points = np.array([[0.0], [4.0], [7.4], [11.0], [15.0]]) - 8.0
    # 7.4 is 5.4 from the centroid of {0, 4} and 5.6 from that of {11, 15}, until a weight pulls that to 11
    even = MD()(Problem(points, 2)).cell_of.tolist()
    heavy = MD()(Problem(points, 2, weights=np.array([1.0, 1.0, 1.0, 99.0, 1.0]))).cell_of.tolist()
    assert even == [0, 0, 0, 1, 1]
    assert heavy == [0, 0, 1, 1, 1]


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 4), st.integers(0, 2**32 - 1), st.sampled_from(["normal", "grid", "identical"]))
def test_same_cells_as_looking_at_all_pairs(k: int, seed: int, kind: str) -> None:
    rng = np.random.default_rng(seed)
    n_records, n_dims = int(rng.integers(k, 40)), int(rng.integers(1, 5))
    points = rng.standard_normal((n_records, n_dims))
    if kind == "grid":  # quarters are exact: ties are ties whatever the order of operations
        points = rng.integers(-2, 3, size=(n_records, n_dims)) / 4.0
    if kind == "identical":
        points = np.zeros((n_records, n_dims))
    cell_of = MD()(Problem(points, k)).cell_of
    assert np.bincount(cell_of).min() >= k
    assert np.array_equal(cell_of, plain_md(points, k))


def test_coinciding_records_are_never_their_own_partner() -> None:
    # found on the EIA data: among identical free records the farthest from a record was the record itself
    points = np.repeat(np.array([[0.0, 0.0], [1.0, 0.0]]), 30, axis=0)
    assert np.bincount(MD()(Problem(points - 0.5, 4)).cell_of).min() >= 4


def test_progress_ends_with_everybody_and_an_interrupt_gets_through() -> None:
    points = np.random.default_rng(0).standard_normal((500, 3))
    calls: list[tuple[int, int]] = []
    MD()(Problem(points, 3, progress=lambda done, total: calls.append((done, total))))
    assert calls[-1] == (500, 500)
    assert calls == sorted(calls)

    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        MD()(Problem(points, 3, progress=interrupt))


def test_rows_in_another_order_give_the_same_cells() -> None:
    rng = np.random.default_rng(5)
    points = rng.standard_normal((200, 3))
    shuffle = rng.permutation(200)
    one = MD()(Problem(points, 4)).cell_of
    other = np.empty(200, dtype=np.int64)
    other[shuffle] = MD()(Problem(points[shuffle], 4)).cell_of
    assert len({*zip(one.tolist(), other.tolist(), strict=True)}) == one.max() + 1 == other.max() + 1
