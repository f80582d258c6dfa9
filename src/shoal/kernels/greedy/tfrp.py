"""TFRP's two phases: cells from the far ends of the data, then dissolving cells that do not pay."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.distance import squared_distance
from shoal.kernels.greedy.cells import put
from shoal.kernels.greedy.md import fill_cell
from shoal.kernels.jit import inner_kernel, kernel
from shoal.kernels.neighbours.free_records import count_free


class Ends(NamedTuple):
    """The records ordered from each of the two reference points, and how far the orders have been used up."""

    order: npt.NDArray[np.int64]  # (2, n) records, farthest from the reference point first
    used: npt.NDArray[np.int64]  # (2,) everything before this position is taken


class Roster(NamedTuple):
    """Cells that records can move between: running moments, and each cell's records as a chain."""

    centroid: npt.NDArray[np.float64]  # (cells, d)
    mass: npt.NDArray[np.float64]  # (cells,) sum of weights; 0 marks a dissolved cell
    sse: npt.NDArray[np.float64]  # (cells,)
    first: npt.NDArray[np.int64]  # (cells,) first record of the chain, −1 when dissolved
    last: npt.NDArray[np.int64]  # (cells,)
    following: npt.NDArray[np.int64]  # (n,) next record of the same cell, −1 at the end


@kernel
def take_from_ends(state, ends, k, max_cells):  # state (`Shoaling`), ends OUT
    """Form up to ``max_cells`` cells of k, the two reference points in turn, while at least k records are
    free.
    """
    for _ in range(max_cells):
        if count_free(state.tree) < k:
            break
        cell = state.n_cells[0]
        side = cell % 2
        while state.cell_of[ends.order[side, ends.used[side]]] >= 0:
            ends.used[side] += 1
        head = ends.order[side, ends.used[side]]
        put(state, head, cell)
        fill_cell(state, head, cell, k - 1)
        state.n_cells[0] = cell + 1


@kernel
def fill_roster(points, weights, cell_of, roster):  # roster OUT, the rest IN
    """Enter every record, in ascending order, into an empty roster."""
    for record in range(points.shape[0]):
        _enter(points, weights, roster, record, cell_of[record])


@inner_kernel
def _enter(points, weights, roster, record, cell):  # roster OUT
    """Add a record to a cell; by how much the cell's SSE grows."""
    growth = _absorb(points[record], weights[record], roster, cell)
    roster.following[record] = -1
    if roster.first[cell] < 0:
        roster.first[cell] = record
    else:
        roster.following[roster.last[cell]] = record
    roster.last[cell] = record
    return growth


@inner_kernel
def _absorb(point, weight, roster, cell):  # roster OUT
    """Move the centroid for one more record: SSE grows by w·M/(M + w)·‖x − m‖²."""
    total = roster.mass[cell] + weight
    growth = weight * (roster.mass[cell] / total) * squared_distance(point, roster.centroid[cell])
    for j in range(point.shape[0]):
        roster.centroid[cell, j] += weight / total * (point[j] - roster.centroid[cell, j])
    roster.mass[cell] = total
    roster.sse[cell] += growth
    return growth


@kernel
def dissolve_where_it_pays(points, weights, roster, order, cell_of):
    """Try the cells of ``order`` one after another: send their records to the closest other centroids if that
    lowers the SSE. points, weights, order IN; roster, cell_of OUT."""
    n_alive = 0
    for cell in range(roster.mass.shape[0]):
        n_alive += roster.first[cell] >= 0
    for cell in order:
        if n_alive > 1 and _dissolve(points, weights, roster, cell, cell_of):
            n_alive -= 1


@inner_kernel
def _closest_other(point, roster, cell):  # IN
    best = np.inf
    closest = -1
    for other in range(roster.mass.shape[0]):
        if other == cell or roster.first[other] < 0:
            continue
        distance = 0.0
        for j in range(point.shape[0]):
            gap = point[j] - roster.centroid[other, j]
            distance += gap * gap
            if distance >= best:  # sums only grow: this one has lost
                break
        if distance < best or closest < 0:
            best = distance
            closest = other
    return closest


@inner_kernel
def _dissolve(points, weights, roster, cell, cell_of):  # roster, cell_of OUT
    """Whether dissolving the cell lowered the SSE; if not, everything is as before."""
    size = 0
    record = roster.first[cell]
    while record >= 0:
        size += 1
        record = roster.following[record]
    members = np.empty(size, dtype=np.int64)
    target = np.empty(size, dtype=np.int64)
    record = roster.first[cell]
    for i in range(size):
        members[i] = record
        target[i] = _closest_other(points[record], roster, cell)
        record = roster.following[record]
    old_centroid = roster.centroid[target]
    old_mass = roster.mass[target]
    old_sse = roster.sse[target]
    growth = 0.0
    for i in range(size):
        growth += _absorb(points[members[i]], weights[members[i]], roster, target[i])
    for i in range(size):  # back to where it was: either for good, or to enter the records properly
        roster.centroid[target[i]] = old_centroid[i]
        roster.mass[target[i]] = old_mass[i]
        roster.sse[target[i]] = old_sse[i]
    if growth >= roster.sse[cell]:
        return False
    for i in range(size):
        _enter(points, weights, roster, members[i], target[i])
        cell_of[members[i]] = target[i]
    roster.first[cell] = -1
    roster.mass[cell] = 0.0
    roster.sse[cell] = 0.0
    return True
