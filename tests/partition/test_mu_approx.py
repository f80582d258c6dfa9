"""µ-Approx: a forest of trees of at least k records, decomposed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.kernels.greedy.mu_approx import join_small_trees, share_out_hubs, single_records
from shoal.kernels.greedy.tree_cut import preorder, whole_trees
from shoal.kernels.neighbours.free_records import free_records
from shoal.partition.greedy.mu_approx import MuApprox
from shoal.partition.problem import Problem


def plain_forest(points: np.ndarray, k: int) -> np.ndarray:
    """Parents, by looking at all roots of small trees and all records, every time."""
    n_records = len(points)
    distance = np.zeros((n_records, n_records))
    for column in points.T:
        distance += (column[:, None] - column[None, :]) ** 2
    parent = np.full(n_records, -1)
    root_of = np.arange(n_records)
    while True:
        small = [root for root in set(root_of.tolist()) if np.count_nonzero(root_of == root) < k]
        if not small:
            return parent
        edges = [
            (distance[root, other], root, other)
            for root in small
            for other in range(n_records)
            if root_of[other] != root
        ]
        _, root, other = min(edges)
        parent[root] = other
        root_of[root_of == root] = root_of[other]


def grown(points: np.ndarray, k: int, max_looks: int = 10**9):
    forest = single_records(len(points), k)
    search = free_records(points)
    while not join_small_trees(points, k, search, forest, max_looks):
        pass
    return forest


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 6), st.integers(0, 2**32 - 1), st.booleans())
def test_same_forest_as_looking_at_all_edges(k: int, seed: int, ties: bool) -> None:
    rng = np.random.default_rng(seed)
    n_records, n_dims = int(rng.integers(k, 30)), int(rng.integers(1, 4))
    points = rng.standard_normal((n_records, n_dims))
    if ties:
        points = rng.integers(-2, 3, size=(n_records, n_dims)) / 4.0
    forest = grown(points, k, max_looks=3)
    assert np.array_equal(forest.parent, plain_forest(points, k))
    records = np.flatnonzero(forest.parent >= 0)
    lengths = ((points[records] - points[forest.parent[records]]) ** 2).sum(axis=1)
    assert forest.length[records] == pytest.approx(lengths)


def test_two_clusters_are_two_trees() -> None:
    points = np.array([[0.0], [1.0], [2.5], [100.0], [101.0], [102.5]])
    assert MuApprox()(Problem(points - 51.0, 3)).cell_of.tolist() == [0, 0, 0, 1, 1, 1]


def test_a_hub_gives_away_its_farthest_branches_and_keeps_k() -> None:
    points = np.array([[0.0], [1.0], [2.0], [3.0], [4.0], [5.0], [6.0]])
    order = preorder(np.array([-1, 0, 0, 0, 0, 0, 0]))  # a star around record 0
    parts = whole_trees(order)
    share_out_hubs(points, order, parts, 3, 5)
    cell_of = parts.part_at[order.position_of]
    assert cell_of.tolist() == [0, 0, 0, 0, 1, 1, 1]
    assert parts.size[: parts.n_parts[0]].tolist() == [4, 3]


def test_a_hub_below_the_root_is_found() -> None:
    # record 1 is the hub: branches {0}, {2, 3}, {4}, {5, 6}; distances from it 1, 9, 3, 10
    points = np.array([[0.0], [1.0], [10.0], [10.5], [4.0], [11.0], [11.5]])
    order = preorder(np.array([-1, 0, 1, 2, 1, 1, 5]))
    parts = whole_trees(order)
    share_out_hubs(points, order, parts, 3, 5)
    assert parts.part_at[order.position_of].tolist() == [0, 0, 1, 1, 0, 1, 1]


def test_a_hub_that_cannot_be_shared_out_stays_whole() -> None:
    order = preorder(np.array([-1, 0, 1, 0, 3, 0]))  # branches of 2, 2, 1 around one hub: 6 records, k = 3
    parts = whole_trees(order)
    points = np.array([[0.0], [9.0], [9.5], [8.0], [8.5], [1.0]])
    share_out_hubs(points, order, parts, 3, 5)  # 2 + 2 = 4 would leave the hub with one record beside it
    assert parts.part_at[order.position_of].tolist() == [0] * 6


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 7), st.integers(0, 2**32 - 1), st.sampled_from(["normal", "grid", "identical", "hub"]))
def test_every_cell_has_k_to_2k_minus_1_records(k: int, seed: int, kind: str) -> None:
    rng = np.random.default_rng(seed)
    n_records, n_dims = int(rng.integers(k, 90)), int(rng.integers(1, 60))
    points = rng.standard_normal((n_records, n_dims))
    if kind == "grid":
        points = rng.integers(-1, 2, size=(n_records, n_dims)).astype(float)
    if kind == "identical":
        points = np.zeros((n_records, n_dims))
    if kind == "hub":  # records on a sphere are all closest to the one in the middle
        points /= np.linalg.norm(points, axis=1)[:, None]
        points[int(rng.integers(n_records))] = 0.0
    sizes = np.bincount(MuApprox()(Problem(points, k)).cell_of)
    assert sizes.sum() == n_records
    assert sizes.min() >= k
    assert sizes.max() <= 2 * k - 1


def test_rows_in_another_order_give_the_same_cells() -> None:
    rng = np.random.default_rng(5)
    points = rng.standard_normal((200, 3))
    shuffle = rng.permutation(200)
    one = MuApprox()(Problem(points, 4)).cell_of
    other = np.empty(200, dtype=np.int64)
    other[shuffle] = MuApprox()(Problem(points[shuffle], 4)).cell_of
    assert len({*zip(one.tolist(), other.tolist(), strict=True)}) == one.max() + 1 == other.max() + 1


def test_an_interrupt_gets_through() -> None:
    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        MuApprox()(Problem(np.random.default_rng(0).standard_normal((50, 2)), 3, progress=interrupt))
