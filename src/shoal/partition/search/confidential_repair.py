"""Cells of any method, mended until they keep a promise about confidential values.

Cells that break the promise are merged. Then a descent goes on from there: records move and change places, and large
cells divide, while the distortion falls and all cells keep the promise.
"""

from __future__ import annotations

from dataclasses import replace

from shoal.errors import ParameterError
from shoal.partition.confidential.merging import merged
from shoal.partition.partition import Partition
from shoal.partition.problem import Cells, Problem
from shoal.partition.search.best import Best
from shoal.partition.search.steps import WARM, Anneal

DESCENT_TRIALS = 100  # a record: less than a second for 10,000 records (2 million a second: `benchmarks.beyond_k`)


def keep_confidential(problem: Problem, cells: Cells, *, prescribed: bool = False) -> Cells:
    """A partitioner's answer; borders and history only survive when nothing had to change.

    Cells whose sizes the user ``prescribed`` are not changed.
    """
    promise = problem.confidential
    if promise is None or promise.kept_by(cells.cell_of):
        return cells
    if prescribed:
        raise ParameterError(
            "Cells of prescribed sizes cannot be mended to keep a promise about confidential values.",
            hint="Leave the sizes or the promise out.",
        )
    cell_of = merged(problem.points, cells.cell_of, promise, problem.weights)
    if problem.persons is None:  # a union keeps persons as well, and a descent does not know them
        start = Partition.from_cells(problem.points, cell_of, method="merged", weights=problem.weights)
        descent = Best(start=start, steps=(Anneal(DESCENT_TRIALS, WARM),))
        cell_of = descent(replace(problem, budget_s=None, origin=None)).cell_of
    return replace(cells, cell_of=cell_of, costs=None, sites=None, history=(), represented=None)
