"""Records shipped between cells until every size is met, for one setting of points and sites.

What comes in: the rivals of every record at some costs, and how many records each cell has too many. What goes out: a
choice among the rivals that meets the sizes, and the costs that hold it; or which cells have no way out, and then more
rivals for their records (`transport/assignment.py` decides when).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray, IntArray
from shoal.partition.transport.candidates import Rivals, gather, widened
from shoal.partition.transport.dual_margins import LIMIT, swept

SHIP_AT_ONCE = 32  # records shipped one by one between two looks at an interrupt, and at what pays more
SWEEPS = 5  # towards the middle of what costs may be, after each assignment


@dataclass(frozen=True)
class Instance:
    """What one assignment is about."""

    points: FloatArray
    sites: FloatArray
    weights: FloatArray | None
    scale: FloatArray  # of each cell
    threads: int


@dataclass(frozen=True)
class Met:
    """Sizes met: between what each record could choose, the entry it has taken, and the costs that hold it there."""

    rivals: Rivals
    choice: IntArray
    costs: FloatArray

    @property
    def cell_of(self) -> IntArray:
        """The cell of every record."""
        cells = self.rivals.best_of.copy()
        cells[self.rivals.record] = self.rivals.cell[self.choice]
        return cells


def calm(setting: Instance, met: Met) -> FloatArray:
    """Costs away from the borders that shipping ended at: those in the middle are also a better start next time."""
    return swept(met.rivals, met.choice, met.costs, LIMIT * setting.scale, SWEEPS)


def ship_all(met: Met, surplus: IntArray, *, patient: bool) -> npt.NDArray[np.bool_]:
    """Ship in place until all sizes are met; tells which cells are stuck with a surplus that leads nowhere, or, without
    patience, the first of them."""
    from shoal.kernels.transport.shortest_paths import ship, ship_wave, shipping

    rivals, n_cells = met.rivals, len(met.costs)
    state = shipping(rivals.start, rivals.cell, rivals.distance, met.choice, met.costs, surplus)
    a_search: float | None = None  # cells that a single search looks at; a wave looks at all
    while (by_wave := ship_wave(state)) > 0:
        while a_search is None or by_wave * a_search < n_cells:
            before = int(state.effort[0])
            shipped, blocked = ship(state, SHIP_AT_ONCE)
            if blocked >= 0 and not patient:
                return state.stuck
            if blocked < 0 and shipped < SHIP_AT_ONCE:
                return state.stuck  # nothing is left to be shipped
            a_search = (int(state.effort[0]) - before) / max(1, shipped)
    while ship(state, SHIP_AT_ONCE)[1] >= 0 and patient:  # what no wave can ship is stuck
        pass
    return state.stuck


def let_out(
    setting: Instance, met: Met, stuck: npt.NDArray[np.bool_], costs: FloatArray, reach: FloatArray, room: int
) -> Rivals:
    """More rivals: for every record in a cell that is stuck, the best cells that are not."""
    from shoal.kernels.neighbours.free_records import free_records

    inside, outside = np.flatnonzero(stuck[met.cell_of]), np.flatnonzero(~stuck)
    points = setting.points[inside]
    beyond = gather(
        free_records(points), points, setting.sites[outside], costs[outside],
        weights=None if setting.weights is None else setting.weights[inside], cell_of=None,
        reach=reach[outside], room=room, threads=setting.threads,
    )  # fmt: skip
    alone = np.ones(len(inside), dtype=bool)  # with a single rival outside
    alone[beyond.record] = False
    record = np.concatenate([np.flatnonzero(alone), np.repeat(beyond.record, np.diff(beyond.start))])
    cell = np.concatenate([beyond.best_of[alone], beyond.cell])
    return widened(
        met.rivals, met.choice, setting.points, setting.sites, setting.weights, inside[record], outside[cell]
    )[0]
