"""Cells to begin with: the greedy methods side by side, and the best of them.

No greedy method is always the best, and on clustered data some are better than others by orders of magnitude. All of
them together are quick. Beyond ``FEW_RECORDS`` they are first tried on two neighbourhoods, and begin in the order of
their losses there. Beyond ``MANY_RECORDS`` the best one there makes the cells of blocks, because the time of a greedy
method grows faster than the records.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.errors import Outcome, ParameterError
from shoal.partition.confidential.merging import merged
from shoal.partition.control import Clock, GivenUpError, Look, each
from shoal.partition.greedy.md import MD
from shoal.partition.greedy.mdav import MDAV
from shoal.partition.greedy.mdav_plus import MDAVPlus
from shoal.partition.greedy.mdav_star import MDAVStar
from shoal.partition.greedy.mst import MST
from shoal.partition.greedy.mu_approx import MuApprox
from shoal.partition.greedy.optimal_1d import Optimal1D
from shoal.partition.greedy.tfrp import TFRP
from shoal.partition.greedy.vmdav import CLUSTERED, SCATTERED, VMDAV
from shoal.partition.partition import Partition, sse_of
from shoal.partition.problem import Cells, Partitioner, Problem
from shoal.partition.registry import find_method
from shoal.partition.search.decomposition import WHOLE_RECORDS, blocks_of_points, centred, joined
from shoal.partition.search.slices import Slices, strictest

FEW_RECORDS = 6_000  # up to here all greedy methods together take about a second (`benchmarks.mdav_speed`)
MANY_RECORDS = (
    100_000  # beyond, blocks of so many (`benchmarks.best --only scale`: MDAV 0.7 s here, 30 s for a million)
)
NEIGHBOURHOOD_RECORDS = 3_000  # they show which method suits; all nine methods take 0.2 s (`benchmarks.mdav_speed`)
GREEDY_S = 1.5  # every method has this long (`benchmarks.best --only untouched`: then none of few records is missed) …
PATIENCE = 4.0  # … or so often as long as the quickest: nine of equal speed end on two cores (design 025)
PLAIN_SHARE = 0.25  # of the budget for cells that keep k alone: three quarters are left for the rules (design 030)
GREEDY: tuple[Partitioner, ...] = (
    MDAV(), MDAVPlus(), MDAVStar(), MuApprox(), TFRP(), VMDAV(SCATTERED), VMDAV(CLUSTERED), MST(), MD()
)  # fmt: skip


@dataclass(frozen=True)
class Start:
    """Cells, and what makes them again without a clock: None for the default of this problem."""

    cells: Cells
    made_by: Any


def begun(problem: Problem, asked: Any, clock: Clock, look: Look) -> Start:
    """The cells that a search begins with: those asked for, or the best that a greedy method makes.

    Where confidential values are promised, all cells keep the promise.
    """
    if problem.confidential is None:
        return _begun(problem, asked, clock, look)
    searches = asked is None and clock.has_end and not problem.confidential.is_about_distances
    start = _of_a_search(problem, PLAIN_SHARE * clock.left_s) if searches else _begun(problem, asked, clock, look)
    starts = [start]
    if asked is None and strictest(problem.confidential) is not None and len(problem.points) <= WHOLE_RECORDS:
        starts.append(_run(problem, Slices(max(problem.k, problem.confidential.usual_size))))
    kept = [replace(one, cells=_kept(problem, one.cells)) for one in starts]
    return min(kept, key=lambda one: sse_of(problem.points, one.cells.cell_of, problem.weights))


def _of_a_search(problem: Problem, budget_s: float) -> Start:
    """Cells of a search for k alone, many of which keep the rules: greedy cells are farther from the best."""
    cells = find_method("best")(replace(problem, confidential=None, budget_s=budget_s))
    if cells.outcome is Outcome.INTERRUPTED:
        raise KeyboardInterrupt
    return Start(Cells(cells.cell_of), find_method(cells.method) if cells.method else None)


def _kept(problem: Problem, cells: Cells) -> Cells:
    """The same cells, merged until they keep the promise."""
    if problem.confidential is None:
        return cells
    return Cells(merged(problem.points, cells.cell_of, problem.confidential, problem.weights))


def _begun(problem: Problem, asked: Any, clock: Clock, look: Look) -> Start:
    if asked is not None:
        return _as_asked(problem, asked)
    if problem.points.shape[1] == 1:
        return _run(problem, Optimal1D())
    if len(problem.points) <= FEW_RECORDS:
        return _best_of(problem, GREEDY, clock, look)
    order = _by_merit(problem)
    if len(problem.points) > MANY_RECORDS and problem.promise is None:  # a block alone may not keep a promise
        return Start(_in_blocks(problem, order[0]), None)
    return _best_of(problem, order if clock.has_end else order[:2], clock, look)


def _as_asked(problem: Problem, asked: Any) -> Start:
    if isinstance(asked, Partition):
        if len(asked.cell_of) != len(problem.points) or asked.sizes.min() < problem.k:
            raise ParameterError(
                "start is a Partition of other points, or one with cells below k. Give one of these points and this k."
            )
        return Start(Cells(asked.cell_of), asked)
    return _run(problem, find_method(asked) if isinstance(asked, str) else asked)


def _run(problem: Problem, method: Partitioner) -> Start:
    knows = isinstance(method, Slices)  # all others make cells of k, which are merged afterwards
    cells = method(replace(problem, budget_s=None, confidential=problem.confidential if knows else None))
    if cells.outcome is Outcome.INTERRUPTED:  # these cells are not what the method makes when it is repeated
        raise KeyboardInterrupt
    return Start(cells, method)


def _best_of(problem: Problem, methods: Sequence[Partitioner], clock: Clock, look: Look) -> Start:
    """The start of least distortion. With a budget, a method that is far slower than the quickest one is given up."""
    since, quickest = Clock(), [np.inf]

    def made(method: Partitioner) -> Start | None:
        own = Clock()

        def watch(_done: int, _total: int) -> None:
            is_slow = clock.has_end and since.elapsed_s > max(GREEDY_S, PATIENCE * quickest[0])
            if clock.is_interrupted or is_slow:
                raise GivenUpError

        try:
            watch(0, 1)
            found = _run(replace(problem, progress=watch), method)
        except GivenUpError:
            return None
        quickest[0] = min(quickest[0], own.elapsed_s)
        return found

    found = clock.run([partial(made, method) for method in methods], look)
    ended = [start for start in found if start is not None]
    if not ended:
        raise KeyboardInterrupt
    return min(ended, key=lambda start: sse_of(problem.points, start.cells.cell_of, problem.weights))


def _by_merit(problem: Problem) -> list[Partitioner]:
    """The greedy methods, the one of least distortion on two neighbourhoods first, then MDAV, then the others."""
    if problem.promise is not None:
        return [MDAV()]
    sse = dict.fromkeys(GREEDY, 0.0)
    for seed in (0, 1):
        rows = _neighbourhood(problem.points, max(NEIGHBOURHOOD_RECORDS, 2 * problem.k), np.random.default_rng(seed))
        weights = None if problem.weights is None else problem.weights[rows]
        part = Problem(np.ascontiguousarray(problem.points[rows]), problem.k, weights)
        for method in sse:
            sse[method] += sse_of(part.points, method(part).cell_of, weights)
    by_loss = sorted(sse, key=sse.__getitem__)
    return list(dict.fromkeys([by_loss[0], MDAV(), *by_loss]))


def _neighbourhood(points: FloatArray, n_wanted: int, rng: np.random.Generator) -> IntArray:
    """Records near each other: halve along the widest coordinate, and keep one half by chance."""
    rows = np.arange(len(points))
    while len(rows) >= 2 * n_wanted:
        along = points[rows, int(np.argmax(np.ptp(points[rows], axis=0)))]
        order = np.argsort(along, kind="stable")
        half = len(rows) // 2
        rows = rows[order[:half]] if rng.random() < 0.5 else rows[order[half:]]
    return np.sort(rows)


def _in_blocks(problem: Problem, greedy: Partitioner) -> Cells:
    """Greedy cells of every block, on all cores."""
    points, weights = problem.points, problem.weights
    blocks = blocks_of_points(points, max(MANY_RECORDS, 20 * problem.k))

    def made(block: IntArray) -> IntArray:
        own = None if weights is None else weights[block]
        return greedy(Problem(centred(points[block]), problem.k, own)).cell_of

    return Cells(joined(len(points), blocks, each(made, blocks)))
