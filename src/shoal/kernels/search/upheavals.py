"""Upheavals of cells: a whole cell dissolves into the cells around, or a new one gathers from their surplus.

Records that go are kept on a trail, so that an upheaval which is not accepted can be taken back.
"""

from __future__ import annotations

import numpy as np

from shoal.kernels.jit import NOBODY, lean_kernel
from shoal.kernels.search.cells import gap, move
from shoal.kernels.search.one_hot import gap_in_marks, move_in_marks


@lean_kernel
def dissolve(terrain, moving, cell):  # moving OUT
    """Every member of a cell goes to the best cell around it that has room: cost, and how many went (on the trail)."""
    points, weights, near = terrain.points, terrain.weights, terrain.near
    cell_of, slot_of, members, sizes = moving.cell_of, moving.slot_of, moving.members, moving.sizes
    sums, mass, trail, marks = moving.sums, moving.mass, moving.trail, moving.marks
    has_marks = marks.of.shape[1] > 0
    cost = 0.0
    gone = 0
    while sizes[cell] > 0:
        record = members[cell, sizes[cell] - 1]
        weight = weights[record]
        least = np.inf
        to = NOBODY
        for rank in range(near.shape[1]):
            b = cell_of[near[record, rank]]
            if b in (cell, to) or sizes[b] >= terrain.most:
                continue
            square = gap(points, sums, mass, record, b)
            if has_marks:
                square += gap_in_marks(marks, mass, record, b)
            joining = square * mass[b] * weight / (mass[b] + weight)
            if joining < least:
                least = joining
                to = b
        if to < 0:
            return np.inf, gone
        trail[gone, 0] = record
        trail[gone, 1] = cell
        gone += 1
        if has_marks:
            cost += move_in_marks(marks, weights, sizes, mass, record, cell, to)
        cost += move(points, weights, cell_of, slot_of, members, sizes, sums, mass, record, to)
    return cost, gone


@lean_kernel
def gather(terrain, moving, record, fresh):  # moving OUT
    """A record and those around it whose cells can spare them become a new cell: cost, and how many came."""
    points, weights, near = terrain.points, terrain.weights, terrain.near
    cell_of, slot_of, members, sizes = moving.cell_of, moving.slot_of, moving.members, moving.sizes
    sums, mass, trail, queue, seen = moving.sums, moving.mass, moving.trail, moving.queue, moving.seen
    cost = 0.0
    came = 0
    moving.searches[0] += 1
    search = moving.searches[0]
    queue[0] = record
    seen[record] = search
    looked = 0
    waiting = 1
    while looked < waiting:
        here = queue[looked]
        looked += 1
        if sizes[cell_of[here]] > terrain.least:
            trail[came, 0] = here
            trail[came, 1] = cell_of[here]
            came += 1
            if moving.marks.of.shape[1] > 0:
                cost += move_in_marks(moving.marks, weights, sizes, mass, here, cell_of[here], fresh)
            cost += move(points, weights, cell_of, slot_of, members, sizes, sums, mass, here, fresh)
            if came == terrain.fresh:
                return cost, came
        for rank in range(near.shape[1]):
            other = near[here, rank]
            if seen[other] != search and waiting < queue.shape[0]:
                seen[other] = search
                queue[waiting] = other
                waiting += 1
    return np.inf, came
