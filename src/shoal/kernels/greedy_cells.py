"""Verbs that all greedy partitioners share: form a cell, follow the centroid of what is free, find the closest cell."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.free_records import FreeRecords, take
from shoal.kernels.jit import inner_kernel
from shoal.kernels.tree_search import nearest


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
    found: npt.NDArray[np.int64]  # (k + 1,) scratch: the nearest records
    found_distance: npt.NDArray[np.float64]  # (k + 1,)


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
def put_around(state, record, k):  # state OUT
    """Make a new cell of a free record and its k − 1 nearest free records.

    The record itself is always among the k nearest to its own place: callers choose the lowest index among equals.
    """
    n_found = nearest(state.tree, state.points[record], k, state.found, state.found_distance)
    put_found(state, n_found)


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
