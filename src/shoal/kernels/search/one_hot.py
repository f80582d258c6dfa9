"""Coordinates that are marks: of a group of them, a record differs from zero in exactly one.

A category of m values is encoded as m coordinates. A record has ``length`` in the coordinate of its own value and zero
in the others, so its number, the mark, says all. With T = Σ w·x of a cell in these coordinates and ‖T‖² beside it, the
squared distance of a record from the centroid T/W is

    Σ over groups of (length² − 2 · length · T[mark] / W)  +  ‖T‖² / W²

and takes as many steps as there are groups, not as there are values. What the distortion grows by is a sum over
coordinates, so `search/annealing.py` adds what is found here to what it finds in all other coordinates.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.jit import lean_kernel


class Marks(NamedTuple):
    """Records and cells in these coordinates."""

    of: npt.NDArray[np.int32]  # (n, groups) the coordinate, of each group, that is not zero; mostly there are no groups
    length: npt.NDArray[np.float64]  # (m,) what it is instead
    sums: npt.NDArray[np.float64]  # (cells, m) Σ w·x
    square: npt.NDArray[np.float64]  # (cells,) the sum of its squares


@lean_kernel
def add_record(marks, record, cell, weight):  # sums and square of marks OUT
    """A record joins a cell; with its weight negative, it leaves."""
    for group in range(marks.of.shape[1]):
        mark = marks.of[record, group]
        before = marks.sums[cell, mark]
        after = before + weight * marks.length[mark]
        marks.sums[cell, mark] = after
        marks.square[cell] += (after - before) * (after + before)


@lean_kernel
def forget_cells(marks):  # sums and square of marks OUT
    """All cells are empty."""
    marks.sums[:] = 0.0
    marks.square[:] = 0.0


@lean_kernel
def gap_in_marks(marks, mass, record, cell):
    """Squared distance of a record from a cell's centroid."""
    gap = marks.square[cell] / (mass[cell] * mass[cell])
    for group in range(marks.of.shape[1]):
        mark = marks.of[record, group]
        gap += marks.length[mark] * (marks.length[mark] - 2.0 * marks.sums[cell, mark] / mass[cell])
    return gap


@lean_kernel
def moving_cost_in_marks(marks, weights, sizes, mass, record, a, b):
    """What the distortion grows by when a record moves from cell a to cell b; nobody may be left, or be there."""
    weight = weights[record]
    cost = 0.0
    if sizes[b] > 0:
        cost = gap_in_marks(marks, mass, record, b) * mass[b] * weight / (mass[b] + weight)
    if sizes[a] > 1:
        cost -= gap_in_marks(marks, mass, record, a) * mass[a] * weight / (mass[a] - weight)
    return cost


@lean_kernel
def exchange_cost_in_marks(marks, weights, mass, one, other, a, b):
    """What the distortion grows by when two records change places: Σ w‖x‖² stays, ‖T‖²/W of the two cells changes."""
    with_a = 0.0
    with_b = 0.0
    apart = 0.0
    for group in range(marks.of.shape[1]):
        old, new = marks.of[one, group], marks.of[other, group]
        here, there = weights[one] * marks.length[old], weights[other] * marks.length[new]
        with_a += there * marks.sums[a, new] - here * marks.sums[a, old]
        with_b += there * marks.sums[b, new] - here * marks.sums[b, old]
        apart += (there - here) * (there - here) if old == new else there * there + here * here
    moved = weights[other] - weights[one]
    # ‖T + step‖²/(W + moved) − ‖T‖²/W, without the difference of two large numbers when the weights are the same
    size_a, size_b = marks.square[a] / mass[a], marks.square[b] / mass[b]
    gain_a = (2.0 * with_a + apart - moved * size_a) / (mass[a] + moved)
    gain_b = (apart - 2.0 * with_b + moved * size_b) / (mass[b] - moved)
    return -(gain_a + gain_b)


@lean_kernel
def move_in_marks(marks, weights, sizes, mass, record, a, b):  # sums and square of marks OUT
    """A record moves from cell a to cell b; what the distortion grows by. Before sizes and masses change."""
    cost = moving_cost_in_marks(marks, weights, sizes, mass, record, a, b)
    add_record(marks, record, a, -weights[record])
    add_record(marks, record, b, weights[record])
    if sizes[a] == 1:  # what rounding left behind would be taken for somebody's
        marks.sums[a, :] = 0.0
        marks.square[a] = 0.0
    return cost


@lean_kernel
def exchange_in_marks(marks, weights, one, other, a, b):  # sums and square of marks OUT
    """Two records change places."""
    add_record(marks, one, a, -weights[one])
    add_record(marks, other, a, weights[other])
    add_record(marks, other, b, -weights[other])
    add_record(marks, one, b, weights[one])
