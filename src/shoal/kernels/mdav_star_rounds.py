"""Rounds of MDAV*, compiled: open a cell around the outermost record, or let it join one, whichever is cheaper."""

from __future__ import annotations

import numpy as np

from shoal.kernels.by_radius import farthest_from_centre
from shoal.kernels.free_records import count_free, worth_rebuilding
from shoal.kernels.greedy_cells import closest_cell, put, put_found, sse_of
from shoal.kernels.jit import inner_kernel, kernel
from shoal.kernels.tree_search import nearest


@kernel
def mdav_star_rounds(state, order, k, max_rounds):  # state, order OUT
    """Place outermost records until fewer than k are free, the tree wants renewal, or ``max_rounds`` are done."""
    neighbours = np.empty(k + 1, dtype=np.int64)
    for _ in range(max_rounds):
        if count_free(state.tree) < k or worth_rebuilding(state.tree):
            break
        seed = farthest_from_centre(state.points, order, state.tree.place_of, order.centre)
        opening, extending, cell = compare_costs(state, seed, k, neighbours)
        if extending < opening:
            put(state, seed, cell)
        else:
            put_found(state, k)


@inner_kernel
def compare_costs(state, seed, k, neighbours):  # state.found OUT: the k nearest of seed; neighbours scratch
    """Cost per unit of weight of opening a cell around ``seed``, of extending the closest cell by it, and that cell.

    Extending costs what the closest cell grows by, plus the cell that the nearest free neighbour y would then open
    without ``seed``. It is +inf before there is a cell to extend, or when y could not fill a cell.
    """
    nearest(state.tree, state.points[seed], k, state.found, state.found_distance)
    opening_sse, opening_mass = sse_of(state.points, state.weight, state.found, k)
    opening = opening_sse / opening_mass
    cell, growth = closest_cell(state, seed)
    if cell < 0 or count_free(state.tree) < k + 1:
        return opening, np.inf, cell
    neighbour = state.found[1] if state.found[0] == seed else state.found[0]
    nearest(state.tree, state.points[neighbour], k + 1, neighbours, state.found_distance)
    _leave_out(neighbours, seed)
    neighbour_sse, neighbour_mass = sse_of(state.points, state.weight, neighbours, k)
    return opening, (growth + neighbour_sse) / (state.weight[seed] + neighbour_mass), cell


@inner_kernel
def _leave_out(records, record):  # records OUT
    """Close the gap that a record leaves in a list; when it is not there, the last one goes unused."""
    kept = 0
    for at in range(records.shape[0]):
        if records[at] != record:
            records[kept] = records[at]
            kept += 1
