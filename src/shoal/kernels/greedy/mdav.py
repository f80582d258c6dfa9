"""Rounds of MDAV, compiled: two cells a round."""

from __future__ import annotations

import numpy as np

from shoal.kernels.greedy.cells import put_around
from shoal.kernels.jit import inner_kernel, kernel
from shoal.kernels.neighbours.by_radius import farthest_from_centre, worth_reordering
from shoal.kernels.neighbours.free_records import count_free, worth_rebuilding
from shoal.kernels.neighbours.tree_search import farthest
from shoal.kernels.participation.cells import uneven


@kernel
def mdav_rounds(state, order, k, max_rounds):  # state, order OUT
    """Run rounds until fewer than 2k records are free, a structure wants renewal, or ``max_rounds`` are done.

    With 3k or more free a round forms two cells; with fewer, one, which leaves the last cell. Cells that are judged by
    their failure are formed until what is free makes no other.
    """
    by_failure = uneven(state.promised)
    for _ in range(max_rounds):
        n_free = count_free(state.tree)
        if n_free < (k if by_failure else 2 * k) or worth_rebuilding(state.tree) or worth_reordering(order):
            break
        first = farthest_free(state, order)
        if put_around(state, first, k) == 0:
            break
        if n_free >= 3 * k or (by_failure and count_free(state.tree) >= k):
            # s is sought after r's cell is closed: the same record as before it, unless everything is at one distance
            second = farthest(state.tree, state.points[first])
            if put_around(state, second, k) == 0:
                break


@inner_kernel
def farthest_free(state, order):  # IN
    """The free record farthest from the centroid of the free records."""
    centroid = np.empty(state.free_sum.shape[0])
    for j in range(centroid.shape[0]):
        centroid[j] = state.free_sum[j] / state.free_mass[0]
    return farthest_from_centre(state.points, order, state.tree.slot_of, centroid)
