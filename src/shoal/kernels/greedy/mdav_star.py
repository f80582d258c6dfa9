"""Rounds of MDAV*, compiled: open a cell around the outermost record, or let it join one, whichever is cheaper."""

from __future__ import annotations

import numpy as np

from shoal.kernels.greedy.cells import closest_cell, gather, put, put_found, sse_of
from shoal.kernels.jit import NOBODY, inner_kernel, kernel
from shoal.kernels.neighbours.by_radius import farthest_from_centre
from shoal.kernels.neighbours.free_records import count_free, worth_rebuilding


@kernel
def mdav_star_rounds(state, order, k, max_rounds):  # state, order OUT
    """Place outermost records until fewer than k are free, the tree wants renewal, or ``max_rounds`` are done."""
    neighbours = np.empty(state.found.shape[0], dtype=np.int64)
    for _ in range(max_rounds):
        if count_free(state.tree) < k or worth_rebuilding(state.tree):
            break
        seed = farthest_from_centre(state.points, order, state.tree.slot_of, order.centre)
        opening, extending, cell, n_found = compare_costs(state, seed, k, neighbours)
        if n_found == 0:
            state.closed[0] = True
            break
        if extending < opening:
            put(state, seed, cell)
        else:
            put_found(state, n_found)


@inner_kernel
def compare_costs(state, seed, k, neighbours):  # state.found OUT: the cell around seed; neighbours scratch
    """Cost per unit of weight of opening a cell around ``seed``, of extending the closest cell by it, that cell, and
    how many records the opened cell takes (0: too few are free).

    Extending costs what the closest cell grows by, plus the cell that the nearest free neighbour y would then open
    without ``seed``. It is +inf before there is a cell to extend, or when y could not fill a cell.
    """
    n_found = gather(state, seed, NOBODY, k, state.found)
    if n_found == 0:
        return np.inf, np.inf, -1, 0
    opening_sse, opening_mass = sse_of(state.points, state.weight, state.found, n_found)
    opening = opening_sse / opening_mass
    cell, growth = closest_cell(state, seed)
    if cell < 0 or count_free(state.tree) < k + 1:
        return opening, np.inf, cell, n_found
    neighbour = state.found[1] if state.found[0] == seed else state.found[0]
    n_neighbours = gather(state, neighbour, seed, k, neighbours)
    if n_neighbours == 0:
        return opening, np.inf, cell, n_found
    neighbour_sse, neighbour_mass = sse_of(state.points, state.weight, neighbours, n_neighbours)
    return opening, (growth + neighbour_sse) / (state.weight[seed] + neighbour_mass), cell, n_found
