"""Rounds of MDAV*, compiled: open a cell around the outermost record, or let it join one, whichever is cheaper."""

from __future__ import annotations

import numpy as np

from shoal.kernels.by_radius import farthest_from_centre
from shoal.kernels.free_records import count_free, nearest, worth_rebuilding
from shoal.kernels.greedy_cells import closest_cell, put, put_found, sse_of_found
from shoal.kernels.jit import kernel


@kernel
def mdav_star_rounds(state, order, k, max_rounds):  # state, order OUT
    """Place outermost records until fewer than k are free, the tree wants renewal, or ``max_rounds`` are done."""
    for _ in range(max_rounds):
        if count_free(state.tree) < k or worth_rebuilding(state.tree):
            break
        seed = farthest_from_centre(state.points, order, state.tree.place_of, order.centre)
        opening, extending, cell = compare_costs(state, seed, k)
        if extending < opening:
            put(state, seed, cell)
        else:
            put_found(state, nearest(state.tree, state.points[seed], k, state.found, state.found_distance))


@kernel
def compare_costs(state, seed, k):  # IN
    """Cost per unit of weight of opening a cell around ``seed``, of extending the closest cell by it, and that cell.

    Extending costs what the closest cell grows by, plus the cell that the nearest free neighbour y would then open
    without ``seed``. It is +inf before there is a cell to extend, or when y could not fill a cell.
    """
    wanted = k + 1
    n_found = nearest(state.tree, state.points[seed], k, state.found, state.found_distance)
    opening_sse, opening_mass = sse_of_found(state, n_found)
    opening = opening_sse / opening_mass
    cell, growth = closest_cell(state, seed)
    if cell < 0 or count_free(state.tree) < wanted:
        return opening, np.inf, cell
    neighbour = state.found[1] if state.found[0] == seed else state.found[0]
    n_found = nearest(state.tree, state.points[neighbour], wanted, state.found, state.found_distance)
    n_found = _without(state.found, n_found, seed, k)
    neighbour_sse, neighbour_mass = sse_of_found(state, n_found)
    return opening, (growth + neighbour_sse) / (state.weight[seed] + neighbour_mass), cell


@kernel
def _without(found, n_found, record, most):  # found OUT
    """Drop a record from the found ones and keep at most ``most`` of the rest, nearest first."""
    kept = 0
    for at in range(n_found):
        if found[at] != record and kept < most:
            found[kept] = found[at]
            kept += 1
    return kept


@kernel
def join_closest_cells(state, records):  # state OUT
    """Let each of these free records join the cell whose SSE grows least, one after the other."""
    for at in range(records.shape[0]):
        cell, _ = closest_cell(state, records[at])
        put(state, records[at], cell)
