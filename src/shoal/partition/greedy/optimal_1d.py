"""The exact optimum for one attribute.

On a line an optimal cell is a run of consecutive records, and a run of 2k or more can be cut in two without
loss, so only runs of k to 2k − 1 matter. Cutting the sorted line into such runs is a shortest path from its
beginning to its end. One pass over the line finds it.

    best(0) = 0,   best(j) = min over m = k..2k−1 of best(j − m) + SSE(x_(j−m+1), …, x_(j))

Symbols: x_(j) ``value`` (sorted), best ``best``, m ``size``, the chosen m ``last_size``, j ``n_first``.
Paper: S. L. Hansen, S. Mukherjee, A polynomial algorithm for optimal univariate microaggregation, IEEE Trans.
Knowledge and Data Engineering 15 (2003) 1043–1044.
Cost: O(n log n + n k) time, O(n) memory.
Differs from the paper in: SSE is updated record by record instead of taken from differences of running sums,
so values far from zero keep their digits. Records may have weights in the SSE; the result is then the best
partition into runs, and a partition that is not made of runs can be better still (a light record may be worth
lending to the neighbouring cell to make up the count). Equal values are ordered by record index; of equally
good partitions the one whose last cells are smaller is kept. Under a probabilistic promise with uneven participation a
run is judged by its own failure; it never needs to be longer than the shortest run that can be cut in two.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from shoal.arrays import IntArray
from shoal.errors import ParameterError, Setting
from shoal.guarantee import ProbabilisticAnonymity
from shoal.kernels.greedy.optimal_1d import Line, cells_on_line, solve_beginnings, unsolved_line
from shoal.kernels.participation.cells import promised_by_failure
from shoal.kernels.participation.optimal_1d import earliest_ends, solve_promised_beginnings
from shoal.partition.problem import Cells, Problem

STEPS_PER_CALL = 50_000_000  # compiled work between two looks at Ctrl-C; a step is a division or two: about 0.5 s


@dataclass(frozen=True)
class Optimal1D:
    """The partition of least SSE for one attribute."""

    name: ClassVar[str] = "optimal-1d"
    uses_budget: ClassVar[bool] = False

    def __call__(self, problem: Problem) -> Cells:
        """Put the points into cells."""
        _refuse_more_than_one_attribute(problem)
        order = np.argsort(problem.points[:, 0], kind="stable")
        line = _sorted_line(problem, order)
        if problem.promise is None:
            _solve(line, problem)
        else:
            _solve_promised(line, problem, problem.promise, order)
        return Cells(_cells(line, order))


def _refuse_more_than_one_attribute(problem: Problem) -> None:
    n_dims = problem.points.shape[1]
    if n_dims != 1:
        raise ParameterError(
            Setting("method", "optimal-1d"),
            f" needs points with one coordinate, but these have {n_dims}.",
            hint="Choose another method, for example 'mdav' or 'auto', or pass a single numeric quasi-identifier.",
        )


def _sorted_line(problem: Problem, order: IntArray) -> Line:
    weights = np.ones(len(order)) if problem.weights is None else problem.weights
    return unsolved_line(problem.points[order, 0], weights[order])


def _solve(line: Line, problem: Problem) -> None:
    """Solve ever longer beginnings of the line, a batch at a time."""
    n_records, k = len(line.value), problem.k
    batch = max(1, STEPS_PER_CALL // (2 * k))
    for first in range(k, n_records + 1, batch):
        stop = min(first + batch, n_records + 1)
        solve_beginnings(line, k, first, stop)
        problem.progress(stop - 1, n_records)


def _solve_promised(line: Line, problem: Problem, promise: ProbabilisticAnonymity, order: IntArray) -> None:
    """The same where runs are judged by their failure: first where each may end, then the beginnings."""
    n_records = len(line.value)
    shares = np.asarray(promise.participation)[order]
    promised = promised_by_failure(shares, promise.k, promise.largest_failure, problem.k)
    earliest_end = np.empty(n_records, dtype=np.int64)
    batch = max(1, STEPS_PER_CALL // (3 * problem.k * promise.k))
    for first in range(0, n_records, batch):
        stop = min(first + batch, n_records)
        earliest_ends(promised, first, stop, earliest_end)
        problem.progress(stop // 2, n_records)
    for first in range(1, n_records + 1, batch):
        stop = min(first + batch, n_records + 1)
        solve_promised_beginnings(line, promised, earliest_end, first, stop)
        problem.progress((n_records + stop - 1) // 2, n_records)


def _cells(line: Line, order: IntArray) -> IntArray:
    cell_at = np.empty(len(order), dtype=np.int64)
    cells_on_line(line, cell_at)
    cell_of = np.empty(len(order), dtype=np.int64)
    cell_of[order] = cell_at
    return cell_of
