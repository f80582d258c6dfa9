"""Verbs that all greedy partitioners share: form a cell, follow the centroid of what is free, find the closest cell."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.jit import NOBODY, inner_kernel
from shoal.kernels.neighbours.free_records import FreeRecords, count_free, take
from shoal.kernels.neighbours.tree_search import nearest
from shoal.kernels.participation.cells import Promised, enough, uneven


class Shoaling(NamedTuple):
    """The state of a greedy partition: which records are free, and the cells formed so far."""

    points: npt.NDArray[np.float64]  # (n, d)
    weight: npt.NDArray[np.float64]  # (n,)
    tree: FreeRecords
    free_sum: npt.NDArray[np.float64]  # (d,) weighted sum of the free points
    free_mass: npt.NDArray[np.float64]  # (1,) weight of the free records
    cell_of: npt.NDArray[np.int64]  # (n,) −1 while free
    n_cells: npt.NDArray[np.int64]  # (1,)
    cell_sum: npt.NDArray[np.float64]  # (n // k, d) weighted sums
    cell_mass: npt.NDArray[np.float64]  # (n // k,)
    cell_size: npt.NDArray[np.int64]  # (n // k,)
    found: npt.NDArray[np.int64]  # (k + 1,) scratch: the nearest records; (n + 1,) when cells grow by their failure
    found_distance: npt.NDArray[np.float64]  # likewise
    promised: Promised
    closed: npt.NDArray[np.bool_]  # (1,) the free records cannot fill another cell


@inner_kernel
def put(state, record, cell):  # state OUT
    """Take a free record into a cell."""
    take(state.tree, record)
    weight = state.weight[record]
    state.cell_of[record] = cell
    state.cell_mass[cell] += weight
    state.cell_size[cell] += 1
    state.free_mass[0] -= weight
    for j in range(state.points.shape[1]):
        share = weight * state.points[record, j]
        state.cell_sum[cell, j] += share
        state.free_sum[j] -= share


@inner_kernel
def put_found(state, n_found):  # state OUT
    """Make a new cell of the records last found."""
    cell = state.n_cells[0]
    for at in range(n_found):
        put(state, state.found[at], cell)
    state.n_cells[0] = cell + 1


@inner_kernel
def gather(state, record, without, k, found):  # found OUT, the rest IN
    """The free records, nearest first, that a cell around this record would take; 0: there are too few.

    Judged by size it takes k, judged by failure as many as it needs. ``without`` names a record that is not to be
    had, −1 none. Ascending distance is the paper's order, and a fair price: what a record adds to the expected SSE and
    what it does for the promise both grow with its participation. `partition/repair.py` betters it later.
    """
    extra = 0 if without < 0 else 1
    n_free = count_free(state.tree)
    by_failure = uneven(state.promised)
    wanted = max(k, state.promised.usual_size[0])
    while True:
        n_found = nearest(state.tree, state.points[record], min(wanted + extra, n_free), found, state.found_distance)
        if extra == 1:
            n_found = _leave_out(found, n_found, without, wanted)
        if not by_failure:
            return n_found if n_found >= k else 0
        n_needed = enough(state.promised, found, n_found)
        if n_needed > 0 or wanted + extra >= n_free:
            return n_needed
        wanted *= 2


@inner_kernel
def _leave_out(records, n_records, record, most):  # records OUT
    """Close the gap that a record leaves in a list, and keep at most so many; how many are left."""
    kept = 0
    for at in range(n_records):
        if records[at] != record:
            records[kept] = records[at]
            kept += 1
    return min(kept, most)


@inner_kernel
def put_around(state, record, k):  # state OUT
    """Make a new cell of a free record and the nearest free records; how many it takes, 0 when they are too few.

    The record itself is always among the nearest to its own point: callers choose the lowest index among equals.
    """
    n_found = gather(state, record, NOBODY, k, state.found)
    if n_found == 0:
        state.closed[0] = True
    else:
        put_found(state, n_found)
    return n_found


@inner_kernel
def sse_of(points, weight, records, n_records):  # IN
    """Weighted SSE of the first of these records, about their own mean, and their weight."""
    mass = 0.0
    for at in range(n_records):
        mass += weight[records[at]]
    sse = 0.0
    for j in range(points.shape[1]):
        total = 0.0
        for at in range(n_records):
            total += weight[records[at]] * points[records[at], j]
        mean = total / mass
        for at in range(n_records):
            gap = points[records[at], j] - mean
            sse += weight[records[at]] * gap * gap
    return sse, mass


@inner_kernel
def closest_cell(state, record):  # IN
    """The cell whose SSE grows least when the record joins it, and that growth; ties to the earlier cell.

    Adding weight w at x to a cell of mass W and mean m raises its SSE by w·W/(w+W)·|x − m|².
    """
    best = np.inf
    best_cell = -1
    weight = state.weight[record]
    for cell in range(state.n_cells[0]):
        mass = state.cell_mass[cell]
        factor = weight * mass / (weight + mass)
        distance = 0.0
        for j in range(state.points.shape[1]):
            gap = state.points[record, j] - state.cell_sum[cell, j] / mass
            distance += gap * gap
        if factor * distance < best:
            best = factor * distance
            best_cell = cell
    return best_cell, best
