"""Partitions to begin with: none of the quick methods is always the best, and all of them together are quick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.errors import ParameterError
from shoal.partition.control import n_threads
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
from shoal.partition.pcl.pcl import PCL
from shoal.partition.pcl.starts import STIR_RECORDS
from shoal.partition.problem import Partitioner, Problem
from shoal.partition.registry import find_method
from shoal.partition.transport.assignment import NEWTON_RECORDS_PER_CELL

PCL_FROM_K = 7  # of smaller cells annealing makes more than PCL in PCL's own time …
LONG_PCL_FROM_K = 9  # … and in a longer one it forgets where it began, up to here
PCL_S = 8e-4  # seconds a record that PCL takes, on a busy machine
LEAST_PCL_S = 1e-4  # seconds a record in which it comes to nothing …
MOST_PCL_S = 1.5e-3  # … and which it rarely takes (identical records). Up to there it may have …
PCL_OVERRUN = 1.25  # … all of a budget and a little more, because it may end later than it would alone …
LONG_PCL_SHARE = 0.3  # … and of a longer budget this part
BESIDE_FROM_K = 5  # PCL and annealing run side by side from here on (smaller cells are recombined, far below PCL) …
BESIDE_RECORDS = 20_000  # … of up to so many records …
BESIDE_S = 4e-3  # … within so many seconds a record, beyond which annealing is ahead of whatever PCL takes longer for
BESIDE_OVERRUN = 1.5  # of a budget that PCL may take there, if it is close to its end when the budget is spent …
LEAST_OVERRUN_S = 0.25  # … or so much longer than a very short one
MANY = 100_000  # records beyond which blocks begin with greedy cells of their own: less than two seconds up to here
LARGE_K = 16  # from here on annealing many records may take longer than PCL to come as far …
PCL_RECORDS = 30_000  # … which is begun with up to so many, or while it takes less than …
PCL_SHARE = 0.5  # … this part of the budget
UNSTIRRED_PCL_S = 1.5e-4  # seconds a record that PCL takes where it need not stir
SMOOTH_PCL_S = {2: 6e-4, 3: 2.5e-4}  # by dimensions: seconds a record in which PCL is ahead if there are no clusters
FLAT_DIMS = max(SMOOTH_PCL_S)
SMOOTH = 1.1  # there mu-approx, which leaves gaps between clusters alone, has so much more loss than MDAV
GREEDY_WORK = 6e8  # records² · coordinates up to which all greedy methods take a second or so on two cores
SURE, SURE_OF_FEW = 2, 5  # greedy methods that are made whatever the clock says, of many and of few records
PIECE_RECORDS, PIECES = 3_000, 2  # neighbouring records that tell which greedy method may suit many records
AS_GOOD = 1.01  # losses that differ by less are alike; the quicker method is taken
SLOW_RECORDS = 30_000  # up to here the slow ones among the greedy methods take a second or two
QUICK: tuple[Partitioner, ...] = (
    MDAV(), MDAVPlus(), MDAVStar(), MuApprox(), TFRP(), VMDAV(SCATTERED), VMDAV(CLUSTERED)
)  # fmt: skip
GREEDY: tuple[Partitioner, ...] = (*QUICK, MST(), MD())
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
        return (find_method(start),)
    return (start,)


def greedy_by_merit(problem: Problem) -> Sequence[Partitioner]:
    """Greedy methods for many records, the one that is likely to suit them first: on clusters some are better by orders
    of magnitude, and a few thousand neighbouring records tell which ones these may be.
    """
    if problem.promise is not None:
        return (MDAV(),)
    sse = dict.fromkeys(GREEDY if len(problem.points) <= SLOW_RECORDS else QUICK, 0.0)
    for piece in range(PIECES):
        rows = _neighbouring(problem.points, np.random.default_rng(piece))
        weights = None if problem.weights is None else problem.weights[rows]
        part = Problem(np.ascontiguousarray(problem.points[rows]), problem.k, weights)
        if len(rows) < 2 * problem.k:
            return (MDAV(),)
        for method in sse:
            sse[method] += sse_of(part.points, method(part).cell_of, weights)
    likely = next(method for method in sse if sse[method] <= AS_GOOD * min(sse.values()))
    return (likely, *(method for method in sorted(sse, key=sse.__getitem__) if method != likely))


def _neighbouring(points: FloatArray, rng: np.random.Generator) -> IntArray:
    """Some records of one neighbourhood: halved along the widest coordinate, one half kept by chance."""
    rows = np.arange(len(points))
    while len(rows) > PIECE_RECORDS:
        along = points[rows, int(np.argmax(np.ptp(points[rows], axis=0)))]
        order = np.argsort(along, kind="stable")
        half = len(rows) // 2
        rows = rows[order[:half]] if rng.random() < 0.5 else rows[order[half:]]
    return np.sort(rows)


def starts_for_many(problem: Problem, budget_s: float) -> Sequence[Partitioner]:
    """What many records are begun with: greedy methods, and PCL where it has time; nothing when that takes too long."""
    n_records, n_dims = problem.points.shape
    if n_dims == 1:
        return (Optimal1D(),)
    if n_records > MANY and problem.promise is None:  # a part of the records may not be able to keep a promise
        return ()
    starts: Sequence[Partitioner] = (MDAV(),) if problem.promise is not None else GREEDY
    if n_records**2 * n_dims > GREEDY_WORK:
        likely = [method for method in greedy_by_merit(problem) if method != MDAV()]
        tell_smoothness = [MuApprox()] if len(likely) > 1 and n_dims <= FLAT_DIMS else []
        others = [] if np.isinf(budget_s) else [*tell_smoothness, *likely[1:]]
        starts = tuple(dict.fromkeys((MDAV(), *likely[:1], *others)))
    return (*starts, PCL()) if problem.k >= PCL_FROM_K else starts


def seconds_beside(problem: Problem, budget_s: float) -> float:
    """Seconds that PCL has beside the search; 0 where it is a start or nothing.

    They may be more than the budget: cores that have other work to do as well are slower.
    """
    n_records, n_dims = problem.points.shape
    is_short = LEAST_PCL_S * n_records <= budget_s <= BESIDE_S * n_records
    is_apt = n_dims > 1 and problem.k >= BESIDE_FROM_K and n_records <= BESIDE_RECORDS and problem.promise is None
    seconds = max(BESIDE_OVERRUN * budget_s, budget_s + LEAST_OVERRUN_S)
    return seconds if is_short and is_apt and n_threads() > 1 else 0.0


def time_for_pcl(problem: Problem, budget_s: float) -> float:
    """Seconds that PCL may take as a start of few records: more than all of a budget that is as long as PCL takes as a
    rule, because annealing of large cells does not come as far in that time; a part of a longer one.
    """
    n_records = len(problem.points)
    if budget_s < LEAST_PCL_S * n_records:
        return 0.0
    if budget_s <= MOST_PCL_S * n_records:
        return PCL_OVERRUN * budget_s
    return max(LONG_PCL_SHARE * budget_s, PCL_S * n_records) if problem.k >= LONG_PCL_FROM_K else 0.0


def time_for_pcl_of_many(problem: Problem, budget_s: float, is_smooth: bool) -> float:
    """The same for many records, of which annealing makes more in that time as a rule: where PCL need not stir large
    cells it is soon done, and in two or three dimensions without clusters it is ahead.
    """
    n_records, n_dims = problem.points.shape
    is_worth_it = problem.k >= LARGE_K
    if np.isinf(budget_s):
        return np.inf if is_worth_it and n_records <= PCL_RECORDS else 0.0
    is_unstirred = n_records > STIR_RECORDS and problem.k >= NEWTON_RECORDS_PER_CELL
    if is_unstirred and budget_s <= UNSTIRRED_PCL_S * n_records:
        return PCL_OVERRUN * budget_s
    if is_smooth and budget_s <= SMOOTH_PCL_S.get(n_dims, 0.0) * n_records:
        return PCL_OVERRUN * budget_s
    return PCL_SHARE * budget_s if is_worth_it and PCL_S * n_records <= PCL_SHARE * budget_s else 0.0


def looks_smooth(sse_by_start: Mapping[Any, float]) -> bool:
    """Whether records seem to lie without clusters, by what greedy methods made of them."""
    mdav, other = sse_by_start.get(MDAV()), sse_by_start.get(MuApprox())
    return mdav is not None and other is not None and other > SMOOTH * mdav
