"""Dividing cells of 2k records or more, which always can be divided and never lose by it."""

from __future__ import annotations

import numpy as np

from shoal.arrays import IntArray
from shoal.partition.problem import Partitioner, Problem


def divide_large_cells(problem: Problem, cell_of: IntArray, divider: Partitioner) -> IntArray:
    """Hand every cell of at least 2k records to another method; cells are numbered anew by their first
    records.

    The SSE about several centroids is never larger than about one, so this can only help.
    """
    divided = np.empty_like(cell_of)
    n_cells = 0
    n_done = 0
    for records in _records_by_cell(cell_of):
        if len(records) < 2 * problem.k:
            divided[records] = n_cells
            n_cells += 1
        else:
            inside = divider(_subproblem(problem, records, n_done)).cell_of
            divided[records] = n_cells + inside
            n_cells += int(inside.max()) + 1
        n_done += len(records)
    return divided


def _records_by_cell(cell_of: IntArray) -> list[IntArray]:
    """The records of every cell, ascending; the cell of the lowest record first."""
    order = np.argsort(cell_of, kind="stable")
    begins = np.flatnonzero(np.diff(cell_of[order], prepend=-1))
    return sorted(np.split(order, begins[1:]), key=lambda records: int(records[0]))


def _subproblem(problem: Problem, records: IntArray, n_done: int) -> Problem:
    """The same promise for some of the records, moved to their own mean, and for who watches a part of the whole."""
    points = problem.points[records]
    weights = None if problem.weights is None else problem.weights[records]

    def look(done: int, _: int) -> None:
        problem.progress(n_done + done, len(problem.points))

    return Problem(points - points.mean(axis=0), problem.k, weights=weights, seed=problem.seed, progress=look)
