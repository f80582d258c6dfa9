"""Cells in motion: what a move or an exchange of records costs, and how it is done.

The distortion of a cell of mass W with S = Σ w·x is Σ w‖x‖² − ‖S‖²/W, so every trial costs a few passes over the
coordinates, whatever the size of the cells.

A category of hundreds has as many coordinates, but a record differs from zero in one of them only. Such coordinates
are not passed over: what they add to a cost is found in `search/one_hot.py`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.jit import kernel, lean_kernel
from shoal.kernels.search.one_hot import Marks, add_record, forget_cells, move_in_marks


class Terrain(NamedTuple):
    """What does not change while cells do."""

    points: npt.NDArray[np.float64]  # (n, d), the mean at the origin, without the coordinates that are marks
    weights: npt.NDArray[np.float64]  # (n,)
    equal_weights: bool  # all of them the same: exchanges are cheaper to judge
    near: npt.NDArray[np.int32]  # (n, l) records close to each
    heat: npt.NDArray[np.float64]  # (n,) the distortion that is usual around a record
    participation: npt.NDArray[np.float64]  # (n,), or none at all: cells are judged by their size alone
    failure: float  # with participation: a cell must not fail more often
    promised: int  # with participation: … to hold this many active records
    least: int  # records of a cell at least …
    most: int  # … and at most
    fresh: int  # records of a newly gathered cell


class Moving(NamedTuple):
    """Cells in motion."""

    cell_of: npt.NDArray[np.int64]  # (n,)
    slot_of: npt.NDArray[np.int64]  # (n,) where the record stands among its cell's members
    members: npt.NDArray[np.int64]  # (cells, room)
    sizes: npt.NDArray[np.int64]  # (cells,) 0: nobody there
    sums: npt.NDArray[np.float64]  # (cells, d) Σ w·x
    mass: npt.NDArray[np.float64]  # (cells,) Σ w
    unused: npt.NDArray[np.int64]  # (cells,) a stack of the cells that hold nobody …
    n_unused: npt.NDArray[np.int64]  # (1,) … and its height
    chance: npt.NDArray[np.uint64]  # (1,) state of the random numbers
    trail: npt.NDArray[np.int64]  # (room, 2) records of a composite move and the cells they came from
    queue: npt.NDArray[np.int64]  # (reach,) records a new cell looks at
    seen: npt.NDArray[np.int64]  # (n,) the search that looked at a record last
    searches: npt.NDArray[np.int64]  # (1,)
    judged: npt.NDArray[np.float64]  # (room,) scratch: participation of a cell's members
    marks: Marks  # the same in coordinates that are marks, if there are any


@kernel
def settle(terrain, moving):  # moving OUT
    """Members, sizes and sums of the cells named by ``cell_of``: made anew, so that rounding does not add up."""
    moving.sizes[:] = 0
    moving.sums[:] = 0.0
    moving.mass[:] = 0.0
    forget_cells(moving.marks)
    for record in range(terrain.points.shape[0]):
        cell = moving.cell_of[record]
        moving.members[cell, moving.sizes[cell]] = record
        moving.slot_of[record] = moving.sizes[cell]
        moving.sizes[cell] += 1
        weight = terrain.weights[record]
        moving.mass[cell] += weight
        for j in range(terrain.points.shape[1]):
            moving.sums[cell, j] += weight * terrain.points[record, j]
        add_record(moving.marks, record, cell, weight)
    moving.n_unused[0] = 0
    for cell in range(moving.sizes.shape[0] - 1, -1, -1):
        if moving.sizes[cell] == 0:
            moving.unused[moving.n_unused[0]] = cell
            moving.n_unused[0] += 1


@lean_kernel
def gap(points, sums, mass, record, cell):
    """Squared distance of a record from a cell's centroid."""
    square = 0.0
    for j in range(points.shape[1]):
        step = sums[cell, j] / mass[cell] - points[record, j]
        square += step * step
    return square


@lean_kernel
def moving_cost(points, weights, sums, mass, record, a, b):
    """What the distortion grows by when a record moves from cell a, where others stay, to cell b, where somebody is."""
    weight = weights[record]
    joining = gap(points, sums, mass, record, b) * mass[b] * weight / (mass[b] + weight)
    return joining - gap(points, sums, mass, record, a) * mass[a] * weight / (mass[a] - weight)


@lean_kernel
def exchange_cost(points, sums, mass, one, other, a, b):
    """What the distortion grows by when two records of the same weight change places (``mass`` in that weight)."""
    with_a = 0.0
    with_b = 0.0
    apart = 0.0
    for j in range(points.shape[1]):
        step = points[other, j] - points[one, j]
        with_a += sums[a, j] * step
        with_b += sums[b, j] * step
        apart += step * step
    return -((2.0 * with_a + apart) / mass[a] + (apart - 2.0 * with_b) / mass[b])


@lean_kernel
def weighted_exchange_cost(points, weights, sums, mass, one, other, a, b):
    """The same for records of different weights; Σ w‖x‖² stays, only ‖S‖²/W of the two cells changes."""
    with_a = 0.0
    with_b = 0.0
    apart = 0.0
    size_a = 0.0
    size_b = 0.0
    for j in range(points.shape[1]):
        step = weights[other] * points[other, j] - weights[one] * points[one, j]
        with_a += sums[a, j] * step
        with_b += sums[b, j] * step
        apart += step * step
        size_a += sums[a, j] * sums[a, j]
        size_b += sums[b, j] * sums[b, j]
    moved = weights[other] - weights[one]
    after = (size_a + 2.0 * with_a + apart) / (mass[a] + moved) + (size_b - 2.0 * with_b + apart) / (mass[b] - moved)
    return size_a / mass[a] + size_b / mass[b] - after


@lean_kernel
def move(points, weights, cell_of, slot_of, members, sizes, sums, mass, record, to):  # from cell_of to mass OUT
    """A record leaves its cell and joins another; either may be empty before or after. What the distortion grows by."""
    weight = weights[record]
    a = cell_of[record]
    cost = 0.0
    if sizes[to] > 0:
        cost = gap(points, sums, mass, record, to) * mass[to] * weight / (mass[to] + weight)
    if sizes[a] > 1:
        cost -= gap(points, sums, mass, record, a) * mass[a] * weight / (mass[a] - weight)
    last = members[a, sizes[a] - 1]
    members[a, slot_of[record]] = last
    slot_of[last] = slot_of[record]
    members[to, sizes[to]] = record
    slot_of[record] = sizes[to]
    cell_of[record] = to
    sizes[a] -= 1
    sizes[to] += 1
    mass[a] -= weight
    mass[to] += weight
    for j in range(points.shape[1]):
        sums[a, j] -= weight * points[record, j]
        sums[to, j] += weight * points[record, j]
    if sizes[a] == 0:  # what rounding left behind would be taken for somebody's
        mass[a] = 0.0
        sums[a, :] = 0.0
    return cost


@lean_kernel
def exchange(points, weights, cell_of, slot_of, members, sums, mass, one, other):  # from cell_of to mass OUT
    """Two records change places."""
    a = cell_of[one]
    b = cell_of[other]
    members[a, slot_of[one]] = other
    members[b, slot_of[other]] = one
    slot_of[one], slot_of[other] = slot_of[other], slot_of[one]
    cell_of[one] = b
    cell_of[other] = a
    moved = weights[other] - weights[one]
    mass[a] += moved
    mass[b] -= moved
    for j in range(points.shape[1]):
        step = weights[other] * points[other, j] - weights[one] * points[one, j]
        sums[a, j] += step
        sums[b, j] -= step


@lean_kernel
def shifted(terrain, moving, record, to):  # moving OUT
    """A record goes to another cell, in all coordinates. What the distortion grows by."""
    cost = 0.0
    if moving.marks.of.shape[1] > 0:
        cost = move_in_marks(
            moving.marks, terrain.weights, moving.sizes, moving.mass, record, moving.cell_of[record], to
        )
    return cost + move(
        terrain.points,
        terrain.weights,
        moving.cell_of,
        moving.slot_of,
        moving.members,
        moving.sizes,
        moving.sums,
        moving.mass,
        record,
        to,
    )


@lean_kernel
def taken_back(terrain, moving, count):  # moving OUT
    """The first ``count`` records of the trail go back, the last one first."""
    for step in range(count - 1, -1, -1):
        shifted(terrain, moving, moving.trail[step, 0], moving.trail[step, 1])
