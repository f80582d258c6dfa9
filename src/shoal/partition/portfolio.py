"""Partitions to begin with: none of the quick methods is always the best, and all of them together are quick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any

import numpy as np

from shoal.errors import Outcome, ParameterError
from shoal.partition.md import MD
from shoal.partition.mdav import MDAV
from shoal.partition.mdav_plus import MDAVPlus
from shoal.partition.mdav_star import MDAVStar
from shoal.partition.method_text import method_from
from shoal.partition.mst import MST
from shoal.partition.mu_approx import MuApprox
from shoal.partition.optimal_1d import Optimal1D
from shoal.partition.partition import FloatArray, IntArray, Partition
from shoal.partition.pcl import PCL, as_done
from shoal.partition.problem import Cells, Partitioner, Problem
from shoal.partition.tfrp import TFRP
from shoal.partition.vmdav import CLUSTERED, SCATTERED, VMDAV

PCL_FROM_K = 9  # annealing of small cells is so hot in the beginning that it forgets where it began
PCL_S = 8e-4  # seconds a record that PCL may take, on a busy machine …
LEAST_PCL_S = 2e-4  # … and that it takes at least
MANY = 100_000  # records beyond which blocks begin with greedy cells of their own: less than two seconds up to here
LARGE_K = 16  # from here on annealing many records may take longer than PCL to come as far …
PCL_RECORDS = 30_000  # … which is begun with up to so many, or while it takes less than …
PCL_SHARE = 0.5  # … this part of the budget
QUICK_RECORDS = 2_000  # up to here all greedy methods take a tenth of a second together: none is kept to the clock …
PIECE_RECORDS, PIECES = 3_000, 2  # neighbouring records that tell which greedy method suits many records
AS_GOOD = 1.01  # losses that differ by less are alike; the quicker method is taken
SLOW_RECORDS = 30_000  # up to here the slow ones among the greedy methods take a second or two
ALWAYS: tuple[Partitioner, ...] = (MDAV(), MDAVPlus(), MDAVStar(), MuApprox(), TFRP())  # … beyond, these are not
GREEDY: tuple[Partitioner, ...] = (*ALWAYS, VMDAV(SCATTERED), VMDAV(CLUSTERED), MST(), MD())
QUICK = GREEDY[:7]  # all but the slow ones
PORTFOLIO: tuple[Partitioner, ...] = (*GREEDY, PCL())


def starts_for(start: Any, problem: Problem) -> Sequence[Partitioner | Partition]:
    """What was asked for, or the portfolio; the best cells of one coordinate, unless weights differ, are known."""
    if start is None:
        if problem.points.shape[1] == 1:
            return (Optimal1D(),)
        return PORTFOLIO if problem.k >= PCL_FROM_K else GREEDY
    if isinstance(start, Partition):
        if len(start.cell_of) != len(problem.points) or start.sizes.min() < problem.k:
            raise ParameterError(
                "start is a Partition of other points, or one with cells below k. Give one of these points and this k."
            )
        return (start,)
    if isinstance(start, str):
        from shoal.partition.entrance import METHODS

        return (method_from(start, METHODS),)
    return (start,)


def greedy_for(problem: Problem) -> Partitioner:
    """The greedy method for many records: on clusters some are better by orders of magnitude, and which ones they are
    a few thousand neighbouring records tell as well as all.
    """
    if problem.promise is not None or problem.points.shape[1] == 1:
        return MDAV()
    sse = dict.fromkeys(GREEDY if len(problem.points) <= SLOW_RECORDS else QUICK, 0.0)
    for piece in range(PIECES):
        rows = _neighbouring(problem.points, np.random.default_rng(piece))
        weights = None if problem.weights is None else problem.weights[rows]
        part = Problem(np.ascontiguousarray(problem.points[rows]), problem.k, weights)
        if len(rows) < 2 * problem.k:
            return MDAV()
        for method in sse:
            cells = method(part)
            sse[method] += Partition.from_cells(part.points, cells.cell_of, method="", weights=weights).sse
    least = min(sse.values())
    return next(method for method in sse if sse[method] <= AS_GOOD * least)


def _neighbouring(points: FloatArray, rng: np.random.Generator) -> IntArray:
    """Some records of one neighbourhood: halved along the widest coordinate, one half kept by chance."""
    rows = np.arange(len(points))
    while len(rows) > PIECE_RECORDS:
        along = points[rows, int(np.argmax(np.ptp(points[rows], axis=0)))]
        order = np.argsort(along, kind="stable")
        half = len(rows) // 2
        rows = rows[order[:half]] if rng.random() < 0.5 else rows[order[half:]]
    return np.sort(rows)


def starts_for_many(problem: Problem, likely: Partitioner, budget_s: float) -> Sequence[Partitioner]:
    """What many records are begun with: MDAV, the greedy method that is ``likely`` to suit, PCL for large cells;
    nothing when that takes too long.
    """
    n_records = len(problem.points)
    if problem.points.shape[1] == 1:
        return (Optimal1D(),)
    if n_records > MANY and problem.promise is None:  # a part of the records may not be able to keep a promise
        return ()
    starts: list[Partitioner] = [MDAV()] if likely == MDAV() else [MDAV(), likely]
    affordable = n_records <= PCL_RECORDS if np.isinf(budget_s) else PCL_S * n_records <= PCL_SHARE * budget_s
    return (*starts, PCL()) if problem.k >= LARGE_K and affordable else tuple(starts)


def is_all_for_pcl(problem: Problem, budget_s: float) -> bool:
    """Whether a budget is as long as PCL takes, more or less: annealing would not come as far in that time."""
    shortest, longest = LEAST_PCL_S * len(problem.points), PCL_S * len(problem.points)
    return problem.k >= PCL_FROM_K and shortest <= budget_s < longest


def best_of(
    problem: Problem, starts: Sequence[Partitioner | Partition], deadline: float, *, pcl_until: float | None = None
) -> tuple[Cells, Any]:
    """The start of least distortion, and what made it; quick ones are always made, the others while there is time.

    PCL, which may take far longer than it does as a rule (identical records), ends with the time; it is not begun if it
    may not come to its end, unless it has a time of its own. Who interrupts one of the others gets the best of those
    that were made, marked as interrupted.
    """
    best: tuple[float, Cells, Any] | None = None
    for start in starts:
        until, takes_s = deadline, 0.0
        if isinstance(start, PCL):
            until, takes_s = (deadline, PCL_S * len(problem.points)) if pcl_until is None else (pcl_until, 0.0)
        free = start in (GREEDY if len(problem.points) <= QUICK_RECORDS else ALWAYS)
        if best is not None and not free and perf_counter() + takes_s >= until:
            break
        try:
            cells, made_by = _begun(problem, start, until if best is not None else np.inf)
        except KeyboardInterrupt:
            if best is None:
                raise
            return replace(best[1], outcome=Outcome.INTERRUPTED), best[2]
        sse = Partition.from_cells(problem.points, cells.cell_of, method="", weights=problem.weights).sse
        if best is None or sse < best[0]:
            best = (sse, cells, made_by)
    return best[1:] if best is not None else (Cells(np.zeros(len(problem.points), dtype=np.int64)), None)


def _begun(problem: Problem, start: Partitioner | Partition, deadline: float) -> tuple[Cells, Any]:
    """The cells of a start, and what makes them again without a clock."""
    if isinstance(start, Partition):
        return Cells(start.cell_of), start
    if not isinstance(start, PCL) or np.isinf(deadline):
        return start(replace(problem, budget_s=None)), start
    cells = start(replace(problem, budget_s=deadline - perf_counter()))
    return replace(cells, outcome=Outcome.COMPLETE), as_done(start, cells)
