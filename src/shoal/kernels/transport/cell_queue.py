"""A priority queue of cells by distance, with decrease-key. Ties go to the lower cell."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.jit import FIRST, inner_kernel


class CellQueue(NamedTuple):
    """Binary heap of cells (children of entry i: 2i+1 and 2i+2), with the position of each cell in it."""

    cell: npt.NDArray[np.int64]  # (m,)
    position_of: npt.NDArray[np.int64]  # (m,) −1 when not in the queue
    distance: npt.NDArray[np.float64]  # (m,) of each cell, not of each entry
    n_queued: npt.NDArray[np.int64]  # (1,)


def cell_queue(n_cells: int) -> CellQueue:
    """An empty queue."""
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
def _put(queue, cell, at):  # OUT
    queue.cell[at] = cell
    queue.position_of[cell] = at


@inner_kernel
def push_or_decrease(queue, cell, distance):  # OUT
    """Insert a cell at this distance, or decrease its distance if it is in the queue."""
    queue.distance[cell] = distance
    at = queue.position_of[cell]
    if at < 0:
        at = queue.n_queued[0]
        queue.n_queued[0] += 1
    while at > 0:
        parent = (at - 1) // 2
        if not _before(queue, cell, queue.cell[parent]):
            break
        _put(queue, queue.cell[parent], at)
        at = parent
    _put(queue, cell, at)


@inner_kernel
def pop_nearest(queue):  # OUT
    """Remove and return the nearest cell; the queue must not be empty."""
    first = queue.cell[0]
    queue.position_of[first] = -1
    queue.n_queued[0] -= 1
    n_queued = queue.n_queued[0]
    if n_queued == 0:
        return first
    cell = queue.cell[n_queued]
    at = FIRST
    while True:
        child = 2 * at + 1
        if child >= n_queued:
            break
        if child + 1 < n_queued and _before(queue, queue.cell[child + 1], queue.cell[child]):
            child += 1
        if not _before(queue, queue.cell[child], cell):
            break
        _put(queue, queue.cell[child], at)
        at = child
    _put(queue, cell, at)
    return first


@inner_kernel
def clear(queue):  # OUT
    """Empty the queue."""
    for at in range(queue.n_queued[0]):
        queue.position_of[queue.cell[at]] = -1
    queue.n_queued[0] = 0
