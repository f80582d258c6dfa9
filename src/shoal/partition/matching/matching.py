"""The optimal pairs: minimum-weight perfect matching.

For k = 2 and cells of exactly two records, the distortion of a partition is the weight of a perfect matching of the
complete graph in which an edge weighs the distortion of its pair. The blossom algorithm solves it in a graph of the few
cheapest pairs of each record, and gives prices of records and odd sets (the dual variables). All other pairs are then
compared with these prices, and those that are too cheap are added, until there are none: the pairs are optimal among
all.

    minimise Σ w_i·w_j/(w_i + w_j)·|x_i − x_j|² over pairs {i, j},  every record in one of them

Symbols: x ``points``, w ``weight``, dual variables ``CellPrices``. An odd number of records has one cell of three,
which is chosen as well: see `triple.py`.
Papers: J. Edmonds, Maximum matching and a polyhedron with 0,1-vertices, J. Research of the National Bureau of Standards
69B (1965) 125–130; U. Derigs, A. Metz, Solving (large scale) matching problems combinatorially, Mathematical
Programming 50 (1991) 113–121, for sparse graphs and prices; F. Thaeter, R. Reischuk, Improving anonymization
clustering, 2018, name matching for k = 2.
Cost: a few comparisons of all pairs, O(n² d) time and O(n) memory, and as many matchings of the sparse graph, which
take about as long (docs/design/026-matching.md).
Differs from the papers in: the cell of three. Pairs are not always the best cells of at least two: three close records
far from all others are better together. So `best` may find less distortion for k = 2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from shoal.arrays import IntArray
from shoal.errors import ParameterError, Setting
from shoal.partition.matching.pair_graph import PairGraph
from shoal.partition.matching.pricing import WeightedPoints
from shoal.partition.matching.triple import best_with_triple
from shoal.partition.problem import Cells, Problem

MOST_RECORDS = 20_000  # 10,000 × 2 take 25 s of one core (`benchmarks.matching`), twice as many five times as long


@dataclass(frozen=True)
class Matching:
    """The partition of least SSE into pairs, and one cell of three if the number of records is odd."""

    name: ClassVar[str] = "matching"
    uses_budget: ClassVar[bool] = False

    def __call__(self, problem: Problem) -> Cells:
        """Put the points into cells."""
        _refuse_what_it_cannot_do(problem)
        if len(problem.points) <= 3:
            return Cells(np.zeros(len(problem.points), dtype=np.int64))
        return Cells(_numbered(_optimal_cells(problem), len(problem.points)))


def _refuse_what_it_cannot_do(problem: Problem) -> None:
    n_records = len(problem.points)
    if problem.k != 2:
        raise ParameterError(
            Setting("method", "matching"),
            f" makes cells of two records, but every cell needs {problem.k} here.",
            hint="Choose 'best', or 'mdav' for a quick result, or k = 2.",
        )
    if n_records > MOST_RECORDS:
        raise ParameterError(
            Setting("method", "matching"),
            f" compares all pairs of records and takes at most {MOST_RECORDS:,} of them, found {n_records:,}.",
            count=n_records,
            hint="Choose 'best', or partition the records in strata.",
        )


def _optimal_cells(problem: Problem) -> IntArray:
    """(cells, 3) records, −1 for no third record."""
    n_records = len(problem.points)
    weight = np.ones(n_records) if problem.weights is None else problem.weights
    graph = PairGraph(WeightedPoints(problem.points, weight, lambda: problem.progress(0, n_records)))
    if n_records % 2 == 0:
        cells = np.insert(graph.matched().pairs, 2, -1, axis=1)
    else:
        pairs, triple = best_with_triple(graph)
        cells = np.concatenate([np.insert(pairs, 2, -1, axis=1), triple[None, :]])
    problem.progress(n_records, n_records)
    return cells


def _numbered(cells: IntArray, n_records: int) -> IntArray:
    """The cell of each record; cells in the order of their first records."""
    ordered = cells[np.argsort(cells[:, 0])]
    number, at = np.nonzero(ordered >= 0)
    cell_of = np.empty(n_records, dtype=np.int64)
    cell_of[ordered[number, at]] = number
    return cell_of
