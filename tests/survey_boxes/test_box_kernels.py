"""Kernels of the search for boxes against plain twins that try everything."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from shoal.guarantee import ProbabilisticAnonymity
from shoal.kernels.boxes.grid import best_grid_cut
from shoal.kernels.boxes.splits import NESTED, NOMINAL, ORDERED, Frame
from shoal.kernels.boxes.trees import empty_tree, grow_tree, improve_tree

ANY_CUT, THRIFTY = 0.0, 1e18


def frame_of(points, levels, kinds, fewest, *, k=2, participation=(), failure=1.0, above=None) -> Frame:
    n = len(points)
    levels = np.array(levels, dtype=np.int64)
    shares = np.array(participation, dtype=np.float64)
    return Frame(
        point=np.array(points, dtype=np.float64),
        mass=shares if len(shares) else np.ones(n),
        share=np.full(n, 1.0 / fewest),
        participation=shares,
        level=levels,
        kind=np.array(kinds, dtype=np.int64),
        n_levels=levels.max(axis=1) + 1 if above is None else np.array([len(above)]),
        above=np.full((len(kinds), levels.max() + 1), -1) if above is None else np.array([above]),
        least=np.array([fewest, k], dtype=np.int64),
        failure=np.array([failure]),
    )


def grown(frame: Frame, thrift: float):
    n = len(frame.point)
    order, state = np.arange(n), np.array([7], dtype=np.uint64)
    tree = empty_tree(2 * (n // int(frame.least[0])) + 1, frame.above.shape[1])
    grow_tree(frame, order, thrift, 0.0, state, tree)
    return tree, order, state


def sse(points: np.ndarray) -> float:
    return float(((points - points.mean(axis=0)) ** 2).sum())


def cells(tree, order) -> list[np.ndarray]:
    ends = [node for node in range(tree.n_nodes[0]) if tree.question[node] < 0]
    return [order[tree.first[node] : tree.first[node] + tree.size[node]] for node in ends]


def test_root_split_is_the_best_of_all() -> None:
    rng = np.random.default_rng(0)
    for _ in range(20):
        points = np.round(rng.normal(size=(30, 3)), 1)  # with repeated values, which no cut separates
        levels = np.array([np.unique(column, return_inverse=True)[1] for column in points.T])
        tree, order, _ = grown(frame_of(points, levels, [ORDERED] * 3, 14), ANY_CUT)
        tried = []
        for column in points.T:
            for threshold in np.unique(column)[1:]:
                left = column < threshold
                if min(left.sum(), (~left).sum()) >= 14:
                    tried.append(sse(points[left]) + sse(points[~left]))
        found = sum(sse(points[records]) for records in cells(tree, order))
        assert found == pytest.approx(min(tried))
        assert (points**2).sum() - tree.score[0] == pytest.approx(found)


def test_a_thrifty_cut_leaves_room_for_as_many_cells() -> None:
    """The best cut of six is three and three, which nothing can split any more where a cell needs two."""
    points = np.array([[0.0], [0.1], [0.2], [9.0], [9.1], [9.2]])
    frame = frame_of(points, [[0, 1, 2, 3, 4, 5]], [ORDERED], 2)
    greedy, order, _ = grown(frame, ANY_CUT)
    assert sorted(len(own) for own in cells(greedy, order)) == [3, 3]
    thrifty, order, _ = grown(frame, THRIFTY)
    assert sorted(len(own) for own in cells(thrifty, order)) == [2, 2, 2]


def test_sets_of_categories_are_as_good_as_any() -> None:
    """Means on a line: the best of all 2^L sets is a run of them, so the search must find it."""
    rng = np.random.default_rng(1)
    codes = np.repeat(np.arange(6), 5)
    place = np.array([3.0, -1.0, 2.5, -1.2, 0.4, 3.3])
    points = (place[codes] + rng.normal(0, 0.05, 30))[:, None]
    tree, order, _ = grown(frame_of(points, [codes], [NOMINAL], 10), ANY_CUT)
    best = min(
        sse(points[np.isin(codes, chosen)]) + sse(points[~np.isin(codes, chosen)])
        for size in range(2, 5)
        for chosen in combinations(range(6), size)
    )
    first = {int(code) for code in codes[cells(tree, order)[0]]}
    assert tree.question[0] == 0 and first <= set(np.flatnonzero(tree.left[0]))
    left = np.isin(codes, np.flatnonzero(tree.left[0]))
    assert sse(points[left]) + sse(points[~left]) == pytest.approx(best)


def test_branches_of_a_tree_are_split_off_whole() -> None:
    above = [-1, 0, 0, 1, 1, 2, 2]  # root; two branches; two leaves each
    codes = np.repeat([3, 4, 5, 6], 4)
    points = np.array([0.0, 1.0, 10.0, 11.0]).repeat(4)[:, None]
    tree, order, _ = grown(frame_of(points, [codes], [NESTED], 4, above=above), ANY_CUT)
    assert set(np.flatnonzero(tree.left[0])) in ({1, 3, 4}, {2, 5, 6})
    assert sorted(len(own) for own in cells(tree, order)) == [4, 4, 4, 4]


def test_uneven_participation_is_judged_box_by_box() -> None:
    rng = np.random.default_rng(2)
    shares = rng.uniform(0.2, 0.9, 400)
    points = rng.normal(size=(400, 2))
    levels = np.argsort(np.argsort(points, axis=0), axis=0).T
    promise = ProbabilisticAnonymity(3, 1e-3, shares)
    tree, order, _ = grown(frame_of(points, levels, [ORDERED] * 2, 3, k=3, participation=shares, failure=1e-3), THRIFTY)
    cell_of = np.empty(400, dtype=np.int64)
    for number, own in enumerate(cells(tree, order)):
        cell_of[own] = number
    assert cell_of.max() > 10
    assert promise.kept_by(cell_of)
    # sizes differ: a single size for all would waste those who nearly always take part
    assert np.bincount(cell_of).min() < 0.7 * np.bincount(cell_of).max()


def test_improving_only_ever_improves_and_keeps_every_record() -> None:
    rng = np.random.default_rng(3)
    points = rng.normal(size=(500, 3))
    levels = np.argsort(np.argsort(points, axis=0), axis=0).T
    frame = frame_of(points, levels, [ORDERED] * 3, 10)
    tree, order, state = grown(frame, 3.0)
    before, rooms = tree.score[0], (empty_tree(101, 500), empty_tree(101, 500))
    for most, hot in ((500, 0.0), (80, 10.0)):
        score = tree.score[0]
        improve_tree(frame, order, 20_000, most, hot, 0.1 * hot, state, tree, *rooms)
        assert tree.score[0] >= score  # heat or not
        own = cells(tree, order)
        assert sorted(np.concatenate(own)) == list(range(500))
        assert min(map(len, own)) >= 10
        assert (points**2).sum() - tree.score[0] == pytest.approx(sum(sse(points[each]) for each in own))
    assert tree.score[0] > before


@pytest.mark.parametrize("uneven", [False, True])
def test_best_grid_cut_is_the_best_of_all(uneven: bool) -> None:
    rng = np.random.default_rng(4)
    n = 80
    points = rng.normal(size=(n, 2))
    rank = rng.integers(0, 12, n)
    range_of = (rank >= 6).astype(np.int64)
    box_of = range_of * 2 + rng.integers(0, 2, n)  # two boxes in either range
    shares = rng.uniform(0.5, 1.0, n) if uneven else np.ones(n)
    failure, fewest = (0.02, 3) if uneven else (1.0, 7)
    frame = frame_of(points, [rank], [ORDERED], fewest, k=3, participation=shares if uneven else (), failure=failure)
    gain, cut = best_grid_cut(frame, np.argsort(rank, kind="stable"), rank, range_of, box_of, 4)
    promise = ProbabilisticAnonymity(3, failure, shares) if uneven else None
    score = lambda boxes: sum(  # noqa: E731
        (shares[own] @ points[own]) @ (shares[own] @ points[own]) / shares[own].sum()
        for own in (np.flatnonzero(boxes == box) for box in np.unique(boxes))
    )
    tried = {}
    for at in set(range(1, 12)) - {6}:
        own = range_of == (at >= 6)
        boxes = np.unique(np.where(own & (rank >= at), box_of + 10, box_of), return_inverse=True)[1]
        kept = promise.kept_by(boxes) if promise else np.bincount(boxes).min() >= fewest
        if kept:
            tried[at] = score(boxes) - score(box_of)
    assert tried, "the toy must leave a choice"
    assert cut == max(tried, key=tried.__getitem__)
    assert gain == pytest.approx(tried[cut])
