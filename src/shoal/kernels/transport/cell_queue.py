"""A queue of cells by distance, the nearest first; a cell that is found closer moves up. Ties go to the lower cell."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.jit import FIRST, inner_kernel


class CellQueue(NamedTuple):
    """Binary heap of cells (children of entry i: 2i+1 and 2i+2), with the place of each cell in it."""

    cell: npt.NDArray[np.int64]  # (m,)
    place_of: npt.NDArray[np.int64]  # (m,) −1 when not waiting
    distance: npt.NDArray[np.float64]  # (m,) of each cell, not of each entry
    n_waiting: npt.NDArray[np.int64]  # (1,)


def cell_queue(n_cells: int) -> CellQueue:
    """Nobody is waiting."""
    return CellQueue(
        np.empty(n_cells, dtype=np.int64),
        np.full(n_cells, -1, dtype=np.int64),
        np.empty(n_cells),
        np.zeros(1, dtype=np.int64),
    )


@inner_kernel
def _before(queue, one, other):  # IN
    return queue.distance[one] < queue.distance[other] or (queue.distance[one] == queue.distance[other] and one < other)


@inner_kernel
def _stand(queue, cell, at):  # OUT
    queue.cell[at] = cell
    queue.place_of[cell] = at


@inner_kernel
def approach(queue, cell, distance):  # OUT
    """Let a cell wait at this distance, or come closer if it waits already."""
    queue.distance[cell] = distance
    at = queue.place_of[cell]
    if at < 0:
        at = queue.n_waiting[0]
        queue.n_waiting[0] += 1
    while at > 0:
        parent = (at - 1) // 2
        if not _before(queue, cell, queue.cell[parent]):
            break
        _stand(queue, queue.cell[parent], at)
        at = parent
    _stand(queue, cell, at)


@inner_kernel
def serve(queue):  # OUT
    """Take the nearest cell away and return it; the caller makes sure that somebody is waiting."""
    first = queue.cell[0]
    queue.place_of[first] = -1
    queue.n_waiting[0] -= 1
    n_waiting = queue.n_waiting[0]
    if n_waiting == 0:
        return first
    cell = queue.cell[n_waiting]
    at = FIRST
    while True:
        child = 2 * at + 1
        if child >= n_waiting:
            break
        if child + 1 < n_waiting and _before(queue, queue.cell[child + 1], queue.cell[child]):
            child += 1
        if not _before(queue, queue.cell[child], cell):
            break
        _stand(queue, queue.cell[child], at)
        at = child
    _stand(queue, cell, at)
    return first


@inner_kernel
def dismiss(queue):  # OUT
    """Send everybody away."""
    for at in range(queue.n_waiting[0]):
        queue.place_of[queue.cell[at]] = -1
    queue.n_waiting[0] = 0
