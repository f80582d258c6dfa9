"""Rounds of MDAV⁺ and V-MDAV, compiled: one cell a round, which V-MDAV then extends."""

from __future__ import annotations

import numpy as np

from shoal.kernels.greedy.cells import put, put_around
from shoal.kernels.jit import inner_kernel, kernel
from shoal.kernels.neighbours.by_radius import farthest_from_centre
from shoal.kernels.neighbours.free_records import count_free, worth_rebuilding
from shoal.kernels.neighbours.tree_search import nearest


@kernel
def mdav_plus_rounds(state, order, k, max_rounds):  # state, order OUT
    """Form cells of k around the free record farthest from the fixed centre, until fewer than k are free."""
    for _ in range(max_rounds):
        if count_free(state.tree) < k or worth_rebuilding(state.tree):
            break
        seed = farthest_from_centre(state.points, order, state.tree.slot_of, order.centre)
        if put_around(state, seed, k) == 0:
            break


@kernel
def vmdav_rounds(state, order, k, gain, max_rounds):  # state, order OUT
    """The same, and every cell of m records is extended up to 2m − 1 while d_in < gain·d_out."""
    most = 2 * (state.found.shape[0] - 1)  # twice what a cell can take before it is extended
    member = np.empty(most, dtype=np.int64)
    member_nearest = np.empty(most, dtype=np.int64)  # the free record nearest to each member
    member_distance = np.empty(most)
    for _ in range(max_rounds):
        if count_free(state.tree) < k or worth_rebuilding(state.tree):
            break
        cell = state.n_cells[0]
        seed = farthest_from_centre(state.points, order, state.tree.slot_of, order.centre)
        size = put_around(state, seed, k)
        if size == 0:
            break
        for at in range(size):
            member[at] = state.found[at]
        _extend(state, cell, size, gain, member, member_nearest, member_distance)


@inner_kernel
def _extend(state, cell, begun, gain, member, member_nearest, member_distance):
    """Let the closest free record join while it is closer to the cell than gain times its own nearest free record."""
    size = begun
    for at in range(size):
        _look_around(state, member[at], at, member_nearest, member_distance)
    while size < 2 * begun - 1 and count_free(state.tree) > 0:
        closest = 0
        for at in range(1, size):
            if member_distance[at] < member_distance[closest] or (
                member_distance[at] == member_distance[closest] and member_nearest[at] < member_nearest[closest]
            ):
                closest = at
        newcomer = member_nearest[closest]
        if not member_distance[closest] < gain * _distance_to_others(state, newcomer):
            break
        put(state, newcomer, cell)
        member[size] = newcomer
        size += 1
        for at in range(size):
            if at == size - 1 or member_nearest[at] == newcomer:
                _look_around(state, member[at], at, member_nearest, member_distance)


@inner_kernel
def _look_around(state, record, at, member_nearest, member_distance):
    """Remember the free record nearest to a member."""
    n_found = nearest(state.tree, state.points[record], np.int64(1), state.found, state.found_distance)
    member_nearest[at] = state.found[0] if n_found > 0 else -1
    member_distance[at] = state.found_distance[0] if n_found > 0 else np.inf


@inner_kernel
def _distance_to_others(state, record):
    """Squared distance of a free record to its closest other free record; +inf when it is the last."""
    n_found = nearest(state.tree, state.points[record], np.int64(2), state.found, state.found_distance)
    if n_found < 2:
        return np.inf
    # Of the two nearest one is the record itself, or both are equal to it: the second distance is right either way.
    return state.found_distance[1]
