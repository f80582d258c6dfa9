"""Choices among all cells seen: recombination takes the best of several partitions, an exact choice the best of all."""

from __future__ import annotations

import numpy as np
import pytest

from shoal import microaggregate
from shoal.partition.control import Clock
from shoal.partition.partition import sse_of
from shoal.partition.search.set_partitioning import OutOfTime, Pool

AT_ALL_TIMES = Clock()


def two_halves() -> tuple[Pool, np.ndarray]:
    points = np.array([[0.0], [1.0], [10.0], [11.0], [20.0], [21.0], [30.0], [31.0]])
    left = np.array([0, 0, 1, 1, 2, 3, 2, 3])  # right in the first half
    right = np.array([0, 1, 0, 1, 2, 2, 3, 3])  # right in the second
    pool = Pool(points, None, most=3)
    pool.add(left)
    pool.add(right)
    return pool, left


def n_changed(before: np.ndarray, after: np.ndarray) -> int:
    kept = {frozenset(np.flatnonzero(before == cell)) for cell in np.unique(before)}
    own = [frozenset(np.flatnonzero(after == cell)) for cell in np.unique(after)]
    return sum(len(cell) for cell in own if cell not in kept)


def least_cost(left: frozenset[int], cells: dict[tuple[int, ...], float]) -> float:
    """Of all partitions that these cells make, by trying them all."""
    if not left:
        return 0.0
    first = min(left)
    fitting = [name for name in cells if name[0] == first and left.issuperset(name)]
    return min((cells[name] + least_cost(left.difference(name), cells) for name in fitting), default=np.inf)


def test_recombination_takes_the_best_of_both() -> None:
    pool, left = two_halves()
    found = pool.recombined(sse_of(pool.points, left, None), AT_ALL_TIMES)
    assert found is not None
    assert sse_of(pool.points, found, None) == pytest.approx(4 * 0.5)
    assert pool.recombined(2.0, AT_ALL_TIMES) is None  # nothing better than the best


@pytest.mark.parametrize("share", [0.2, 0.45, 0.5, 0.99])
def test_an_exact_choice_takes_the_best_and_changes_no_more_than_its_share(share: float) -> None:
    pool, left = two_halves()
    found = pool.chosen(left, sse_of(pool.points, left, None), share, AT_ALL_TIMES)
    if share < 0.5:  # the cells that are wrong hold half of the records, and cannot be mended one by one
        assert found is None
        return
    assert found is not None
    assert n_changed(left, found) <= share * len(left)
    assert sse_of(pool.points, found, None) == pytest.approx(4 * 0.5)
    assert pool.chosen(found, 2.0, share, AT_ALL_TIMES) is None  # nothing better than the best
    assert pool.chosen(left, 0.0, share, AT_ALL_TIMES) is None


def test_an_exact_choice_is_the_best_of_all_choices() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        points = rng.standard_normal((12, 2))
        pool = Pool(points, rng.uniform(0.5, 2.0, 12), most=3)
        for _ in range(12):
            pool.add(rng.permutation(np.repeat(np.arange(6), 2)))
            pool.add(rng.permutation(np.repeat(np.arange(4), 3)))
        best = rng.permutation(np.repeat(np.arange(5), [2, 2, 2, 3, 3]))
        pool.add(best)
        found = pool.chosen(best, sse_of(points, best, pool.weights), 1.0, AT_ALL_TIMES)
        kept = best if found is None else found
        own = {tuple(np.flatnonzero(best == cell)): cost for cell, cost in enumerate(costs_of(pool, best))}
        least = least_cost(frozenset(range(12)), own | pool.seen)
        assert sse_of(points, kept, pool.weights) == pytest.approx(least, rel=2e-4)


def costs_of(pool: Pool, cell_of: np.ndarray) -> list[float]:
    """The distortion of every cell."""
    assert pool.weights is not None
    inside = [cell_of == cell for cell in range(cell_of.max() + 1)]
    return [sse_of(pool.points[own], np.zeros(own.sum(), dtype=int), pool.weights[own]) for own in inside]


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_an_exact_choice_is_never_worse_and_leaves_the_others_where_they_are(share: float) -> None:
    rng = np.random.default_rng(4)
    n_better = 0
    for _ in range(30):
        points = rng.standard_normal((30, 2))
        pool = Pool(points, None, most=5)
        for _ in range(40):
            pool.add(rng.permutation(np.repeat(np.arange(10), 3)))
        start = microaggregate(points, 3, method="mdav").cell_of
        pool.add(microaggregate(points, 3, method="mdav*").cell_of)
        sse = sse_of(points, start, None)
        before = dict(pool.seen)
        found = pool.chosen(start, sse, share, AT_ALL_TIMES)
        assert pool.seen == before  # a choice that is given up must not change what comes after it
        if found is not None:
            n_better += 1
            assert sse_of(points, found, None) < sse
            assert n_changed(start, found) <= share * 30
            assert np.bincount(found).min() >= 3
    assert n_better > 0 or share < 0.5


def test_a_dive_leaves_nobody_out() -> None:
    """Three records in a ring of pairs: half of each pair is cheapest, and whole pairs leave one record over."""
    points = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, 0.8], [9.0, 0.0], [9.0, 1.0]])
    pool = Pool(points, None, most=3)
    for pair in ([0, 1], [1, 2], [0, 2], [3, 4]):
        cell_of = np.ones(5, dtype=np.int64)
        cell_of[pair] = 0
        pool.add(cell_of)
    found = pool.recombined(1e3, AT_ALL_TIMES)
    assert found is not None
    assert (found >= 0).all()
    assert np.bincount(found).min() >= 2
    assert found[3] == found[4]


def test_a_choice_without_time_says_so_and_leaves_no_trace() -> None:
    pool, left = two_halves()
    before = dict(pool.seen)
    interrupted = Clock()
    interrupted.interrupt()
    for clock in (Clock(0.0), Clock(-1.0), interrupted):
        with pytest.raises(OutOfTime):
            pool.recombined(sse_of(pool.points, left, None), clock)
        with pytest.raises(OutOfTime):
            pool.chosen(left, 1e9, 0.5, clock)
    with pytest.raises(OutOfTime):
        pool.recombined(sse_of(pool.points, left, None), AT_ALL_TIMES, most_pivots=0)
    assert pool.seen == before
