"""The optimal pairs: minimum-weight perfect matching.

For k = 2 and cells of exactly two records, the distortion of a partition is the weight of a perfect matching of the
complete graph in which an edge weighs the distortion of its pair. A linear program solves it exactly, if odd sets of
records are kept from being covered by pairs alone (Edmonds). The program begins with the cheapest few pairs of each
record. All other pairs are then compared with its prices, and those that are too cheap are added, until there are
none: the pairs are optimal among all.

    minimise Σ w_i·w_j/(w_i + w_j)·|x_i − x_j|² over pairs {i, j},  every record in one of them

Symbols: x ``points``, w ``weight``, prices ``CellPrices`` (the dual variables), odd sets ``odd_sets``. An odd number of
records has one cell of three, which is chosen as well: see `triple.py`.
Papers: J. Edmonds, Maximum matching and a polyhedron with 0,1-vertices, J. Research NBS 69B (1965) 125–130;
M. Padberg, M. R. Rao, Odd minimum cut-sets and b-matchings, Math. of Operations Research 7 (1982) 67–80; for pairs as
microaggregation: A. Thaeter, R. Reischuk (seed 002), who name it without an experiment.
Cost: the comparison of all pairs O(n² d), a few times; the program in practice about as long (docs/design/026-matching.md).
Differs from the papers in: matching is solved by linear programs and cuts instead of the blossom algorithm, because
they prove the result and take triples as well. A cell of three close records may be better than pairs, so the best
partition into cells of at least 2 can be better than this one.
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

MOST_RECORDS = 20_000


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
