"""The end of PCL for other distances than the squared Euclidean one: cells and representatives that fit each other.

`finish.py` moves sites by tiny amounts until no record is on a border. Representatives that come from a finite set,
such as the vertices of a graph, cannot be moved, and many records may be equally far from two of them. So here the
costs prove that the cells are the best ones (they are dual feasible), but they do not decide where a record goes that
has the same price in two cells.
"""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.partition.control import n_threads
from shoal.partition.pcl.lloyd import LloydProblem, LloydState, cells_of
from shoal.partition.problem import Cells, Problem, Represented
from shoal.partition.transport.assignment import MOST_CHECKS
from shoal.partition.transport.distance import Distance
from shoal.partition.transport.dual_margins import centred_costs

MOST_ITERATIONS = 100  # as in PCL; from the end of its iteration a few are enough
ROUNDING = 1e-12  # of the distortion: a smaller gain is none


def fixed_point(problem: Problem, sizes: IntArray, state: LloydState, measure: Distance) -> Cells:
    """Assign over all cells and move to the best representatives until nothing is gained; then centre the costs."""
    lloyd = LloydProblem(problem.points, sizes, problem.weights, n_threads(), measure)
    present, costs, history = cells_of(state), state.costs, state.history
    sites = lloyd.means(present, state.sites)

    def check_interrupt() -> None:
        problem.progress(len(problem.points), len(problem.points))  # an interrupt is raised here

    lloyd.assign.check_interrupt = check_interrupt
    for _ in range(MOST_ITERATIONS):
        check_interrupt()
        cell_of, costs = lloyd.assign.proven(problem.points, sites, costs, present, lloyd.tree, MOST_CHECKS)
        sse = lloyd.sse(cell_of, sites)
        history = (*history, sse) if sse < min(history, default=np.inf) else history
        better = lloyd.means(cell_of, sites)
        if lloyd.sse(cell_of, better) >= (1.0 - ROUNDING) * sse:
            break
        present, sites = cell_of, better
    centred = centred_costs(
        problem.points, sites, costs, cell_of,
        weights=problem.weights, scale=lloyd.assign.scales(sites, problem.points), threads=n_threads(),
        tree=lloyd.tree, measure=measure,
    )  # fmt: skip
    return Cells(
        cell_of,
        costs=centred if lloyd.assign.is_proven else None,
        history=history,
        represented=_represented(problem, cell_of, sites, measure),
    )


def _represented(problem: Problem, cell_of: IntArray, sites: FloatArray, measure: Distance) -> Represented:
    """These sites as representatives, and the distortion with one for all records to compare with."""
    points, weights = problem.points, problem.weights
    together = np.zeros(len(points), dtype=np.int64)
    only = measure.representatives(points, together, 1, weights)
    return Represented(
        measure.name,
        measure.original(sites),
        measure.distortion(points, sites, cell_of, weights),
        measure.distortion(points, only, together, weights),
    )
