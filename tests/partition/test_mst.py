"""MST: the minimum spanning tree, cut at its longest edges."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse.csgraph import minimum_spanning_tree
from scipy.spatial.distance import pdist, squareform

from shoal.errors import ParameterError
from shoal.kernels.greedy.mst import grow, start_at_first
from shoal.kernels.greedy.tree_cut import cut_longest, preorder, whole_trees
from shoal.partition.greedy.mst import MST
from shoal.partition.problem import Problem


def spanning_tree(points: np.ndarray, batch: int = 10**9):
    outside, edges = start_at_first(points)
    newest = 0
    while outside.n_left[0] > 0:
        newest = grow(points, outside, edges, newest, batch)
    return edges


def plain_cuts(parent: np.ndarray, longest_first: np.ndarray, k: int, largest_kept: int) -> list[set[int]]:
    """Cut by walking the whole tree, every time."""
    kept = {record: int(parent[record]) for record in range(len(parent)) if parent[record] >= 0}

    def part_of(record: int, edges: dict[int, int]) -> set[int]:
        part, waiting = {record}, [record]
        while waiting:
            here = waiting.pop()
            near = {other for other, up in edges.items() if up == here}
            near |= {edges[here]} if here in edges else set()
            waiting += near - part
            part |= near
        return part

    for record in longest_first.tolist():
        without = {other: up for other, up in kept.items() if other != record}
        one, two = part_of(record, without), part_of(kept[record], without)
        if len(one) + len(two) > largest_kept and min(len(one), len(two)) >= k:
            kept = without
    return sorted({frozenset(part_of(record, kept)) for record in range(len(parent))}, key=min)


def test_three_clusters_and_nothing_to_divide() -> None:
    rng = np.random.default_rng(1)
    centre = np.repeat([[0.0, 0.0], [10.0, 0.0], [0.0, 10.0]], [5, 4, 5], axis=0)
    cell_of = MST()(Problem(centre + rng.normal(scale=0.1, size=(14, 2)), 3)).cell_of
    assert cell_of.tolist() == [0] * 5 + [1] * 4 + [2] * 5


def test_the_longest_edge_stays_when_a_side_would_be_too_small() -> None:
    points = np.array([[-100.0], [0.0], [1.0], [2.0], [9.0], [10.0], [11.0]])
    # the edge to the outlier is longest but would leave it alone; the next one, 2–9, can be cut
    assert MST()(Problem(points, 3)).cell_of.tolist() == [0, 0, 0, 0, 1, 1, 1]


def test_the_points_are_left_alone() -> None:
    # with one coordinate the transposed points were a view, and the growing tree wrote into its own input
    points = np.random.default_rng(4).standard_normal((30, 1))
    before = points.copy()
    MST()(Problem(points, 3))
    assert np.array_equal(points, before)


@pytest.mark.parametrize("divider", ["mdav", "md"])
def test_what_stays_large_is_divided(divider: str) -> None:
    star = np.vstack([np.zeros((1, 12)), np.eye(12)])  # every edge leads to a single record: nothing can be cut
    sizes = np.bincount(MST(divider=divider)(Problem(star, 3)).cell_of)  # type: ignore[arg-type]
    assert sizes.min() >= 3
    assert sizes.max() <= 5


def test_unknown_divider_is_refused() -> None:
    with pytest.raises(ParameterError, match="'mdav' or 'md'"):
        MST(divider="pcl")  # type: ignore[arg-type]


@pytest.mark.parametrize("n_dims", [1, 3, 50])
def test_prim_is_as_short_as_scipy(n_dims: int) -> None:
    points = np.random.default_rng(2).standard_normal((300, n_dims))
    edges = spanning_tree(points, batch=37)
    # scipy takes weights below 1e-8 for missing edges; one more on every edge changes nothing but the sum
    expected = minimum_spanning_tree(squareform(pdist(points, "sqeuclidean") + 1.0)).sum() - 299.0
    assert edges.length.sum() == pytest.approx(expected, rel=1e-9)
    records = np.flatnonzero(edges.parent >= 0)
    assert len(records) == 299
    lengths = ((points[records] - points[edges.parent[records]]) ** 2).sum(axis=1)
    assert edges.length[records] == pytest.approx(lengths, rel=1e-12)


def test_the_tree_does_not_depend_on_the_batches() -> None:
    points = np.random.default_rng(3).integers(0, 4, size=(2500, 2)).astype(float)  # full of ties, three blocks
    one, many = spanning_tree(points), spanning_tree(points, batch=1)
    assert np.array_equal(one.parent, many.parent)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 5), st.integers(0, 2**32 - 1), st.sampled_from(["any", "chain", "star"]), st.booleans())
def test_same_parts_as_walking_the_whole_tree(k: int, seed: int, shape: str, forest: bool) -> None:
    rng = np.random.default_rng(seed)
    n_records = int(rng.integers(2, 40))
    parent = np.array([-1] + [int(rng.integers(0, record)) for record in range(1, n_records)])
    if shape == "chain":
        parent = np.arange(n_records) - 1
    if shape == "star":
        parent[1:] = 0
    if forest:
        parent[n_records // 2] = -1
    relabel = rng.permutation(n_records)
    shuffled = np.empty(n_records, dtype=np.int64)
    shuffled[relabel] = np.where(parent >= 0, relabel[parent], -1)
    longest_first = rng.permutation(np.flatnonzero(shuffled >= 0))
    largest_kept = int(rng.integers(2 * k - 1, 3 * k))
    order = preorder(shuffled)
    parts = whole_trees(order)
    cut_longest(order, parts, order.position_of[longest_first], k, largest_kept)
    part_of = parts.part_at[order.position_of]
    found = sorted({frozenset(np.flatnonzero(part_of == part).tolist()) for part in part_of.tolist()}, key=min)
    assert found == plain_cuts(shuffled, longest_first, k, largest_kept)
    assert np.array_equal(np.bincount(part_of), parts.size[: parts.n_parts[0]])


def test_a_long_chain_is_no_slower() -> None:
    # gaps that grow along the line: cuts come from the far end, and walks to the root would take n²/2 steps
    points = np.cumsum(np.arange(20_000.0))[:, None]
    cell_of = MST()(Problem(points - points.mean(), 2)).cell_of
    assert np.bincount(cell_of).min() >= 2


def test_an_interrupt_gets_through() -> None:
    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        MST()(Problem(np.random.default_rng(0).standard_normal((50, 2)), 3, progress=interrupt))


def test_rows_in_another_order_give_the_same_cells() -> None:
    rng = np.random.default_rng(5)
    points = rng.standard_normal((200, 3))
    shuffle = rng.permutation(200)
    one = MST()(Problem(points, 4)).cell_of
    other = np.empty(200, dtype=np.int64)
    other[shuffle] = MST()(Problem(points[shuffle], 4)).cell_of
    assert len({*zip(one.tolist(), other.tolist(), strict=True)}) == one.max() + 1 == other.max() + 1
