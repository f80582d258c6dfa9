"""Successive shortest paths: records move between cells until every size is met, for one instance of points and sites.

Input: the candidates of every record at some costs, and the surplus of every cell. Result: a choice among the
candidates that meets the sizes, and the costs that prove it optimal; or the cells that are stuck, because no path leads
from them to a deficit, and then more candidates for their records (`transport/assignment.py` decides when).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray, IntArray
from shoal.partition.transport.candidates import Candidates, extended
from shoal.partition.transport.distance import Distance
from shoal.partition.transport.dual_margins import LIMIT, centred_by_sweeps

PATHS_AT_ONCE = 32  # single paths between two checks for an interrupt, and for which kind of search is faster
SWEEPS = 5  # towards the middle of the intervals of the costs, after each assignment


@dataclass(frozen=True)
class Instance:
    """The data of one transportation problem."""

    points: FloatArray
    sites: FloatArray
    weights: FloatArray | None
    scale: FloatArray  # of each cell
    threads: int
    measure: Distance

    def distances(self, record: IntArray, cell: IntArray) -> FloatArray:
        """The weighted distance of each of these records to the site of the cell at the same position."""
        distance = self.measure.to_own(self.points[record], self.sites, cell)
        return distance if self.weights is None else self.weights[record] * distance


@dataclass(frozen=True)
class SizedSolution:
    """An assignment that meets the sizes: the candidates, the chosen entry of each contested record, and the costs."""

    candidates: Candidates
    choice: IntArray
    costs: FloatArray

    @property
    def cell_of(self) -> IntArray:
        """The cell of every record."""
        cells = self.candidates.best_of.copy()
        cells[self.candidates.record] = self.candidates.cell[self.choice]
        return cells


def interior_costs(instance: Instance, solution: SizedSolution) -> FloatArray:
    """Costs away from the corner at which shortest paths end: they are also a better start next time."""
    return centred_by_sweeps(solution.candidates, solution.choice, solution.costs, LIMIT * instance.scale, SWEEPS)


def meet_sizes(
    solution: SizedSolution, surplus: IntArray, check_interrupt: Callable[[], None], *, find_all: bool
) -> npt.NDArray[np.bool_]:
    """Move records in place until all sizes are met.

    Returns which cells are stuck: no path leads from their surplus to a deficit. If not ``find_all``, it stops at the
    first of them.
    """
    from shoal.kernels.transport.shortest_paths import augment_forest, augment_paths, flow_state

    candidates, n_cells = solution.candidates, len(solution.costs)
    state = flow_state(candidates.start, candidates.cell, candidates.distance, solution.choice, solution.costs, surplus)
    settled_per_path: float | None = None  # cells that the search for one path settles; a forest has all
    while (n_in_forest := augment_forest(state)) > 0:
        check_interrupt()
        while settled_per_path is None or n_in_forest * settled_per_path < n_cells:
            check_interrupt()
            before = int(state.n_settled_in_all[0])
            n_paths, blocked = augment_paths(state, PATHS_AT_ONCE)
            if blocked >= 0 and not find_all:
                return state.stuck
            if blocked < 0 and n_paths < PATHS_AT_ONCE:
                return state.stuck  # all sizes are met
            settled_per_path = (int(state.n_settled_in_all[0]) - before) / max(1, n_paths)
    while augment_paths(state, PATHS_AT_ONCE)[1] >= 0 and find_all:  # a surplus without a path in the forest is stuck
        check_interrupt()
    return state.stuck


def candidates_outside(
    instance: Instance,
    solution: SizedSolution,
    stuck: npt.NDArray[np.bool_],
    costs: FloatArray,
    reach: FloatArray,
    room: int,
) -> Candidates:
    """More candidates: for every record in a cell that is stuck, the best cells that are not."""
    inside, outside = np.flatnonzero(stuck[solution.cell_of]), np.flatnonzero(~stuck)
    beyond = instance.measure.gather(
        instance.points[inside], instance.sites[outside], costs[outside],
        weights=None if instance.weights is None else instance.weights[inside], cell_of=None,
        reach=reach[outside], room=room, threads=instance.threads,
    )  # fmt: skip
    alone = np.ones(len(inside), dtype=bool)  # with a single candidate outside
    alone[beyond.record] = False
    record = np.concatenate([np.flatnonzero(alone), np.repeat(beyond.record, np.diff(beyond.start))])
    cell = np.concatenate([beyond.best_of[alone], beyond.cell])
    return extended(solution.candidates, solution.choice, instance.distances, inside[record], outside[cell])[0]
