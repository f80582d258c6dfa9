"""Searching the tree of free records: the nearest and the farthest.

Every answer is exact, ties go to the lower record index, and a bound never cuts off a winner:
- the box bound of `nearest` repeats the arithmetic of the distance coordinate by coordinate, and rounding is
  monotone, so the computed bound is never above a computed distance inside the box;
- the bound of `farthest`, |x|² + |q|² − 2·x·q with the largest |x|² and the smallest x·q of the box, is a different
  sum than the distance, so it carries an explicit slack.
"""

from __future__ import annotations

import numpy as np

from shoal.kernels.jit import FIRST, inner_kernel
from shoal.kernels.neighbours.free_records import FANOUT
from shoal.kernels.neighbours.nearest_heap import offer, sort_ascending

UNIT_ROUNDOFF = 2.0**-53  # of double precision


@inner_kernel
def _leaf_distances(coordinates, leaf, point, distance):  # distance OUT
    """Squared distances of all slots of a leaf to ``point`` (slots beyond its count hold garbage).

    Two coordinates at a time, added in ascending order: the sum is the plain one, with half the traffic.
    """
    n_dims = point.shape[0]
    odd = n_dims % 2
    if odd == 1:
        for slot in range(distance.shape[0]):
            gap = coordinates[leaf, 0, slot] - point[0]
            distance[slot] = gap * gap
    else:
        for slot in range(distance.shape[0]):
            distance[slot] = 0.0
    for j in range(odd, n_dims, 2):
        here_one = point[j]
        here_two = point[j + 1]
        for slot in range(distance.shape[0]):
            gap_one = coordinates[leaf, j, slot] - here_one
            gap_two = coordinates[leaf, j + 1, slot] - here_two
            distance[slot] = (distance[slot] + gap_one * gap_one) + gap_two * gap_two


@inner_kernel
def _nearest_bounds(low, high, block, point, bound):  # bound OUT
    """No record of these sibling nodes is closer than this; +inf for an empty node."""
    for child in range(bound.shape[0]):
        bound[child] = 0.0
    for j in range(point.shape[0]):
        here = point[j]
        for child in range(bound.shape[0]):
            below = low[block, j, child] - here
            above = here - high[block, j, child]
            gap = below if below > above else above
            gap = gap if gap > 0.0 else 0.0
            bound[child] += gap * gap


@inner_kernel
def _farthest_bounds(low, high, reach, block, point, point_norm, bound):  # bound OUT
    """No record of these sibling nodes is farther than this; −inf for an empty node.

    Rounding of the two sums differs by at most (7d + 14)·u·(|x|² + |q|²); docs/methods/search.md proves it.
    """
    slack = (8 * point.shape[0] + 16) * UNIT_ROUNDOFF
    for child in range(bound.shape[0]):
        size = reach[block, child] + point_norm
        bound[child] = size + slack * size
    for j in range(point.shape[0]):
        here = 2.0 * point[j]
        if here > 0.0:
            for child in range(bound.shape[0]):
                bound[child] -= low[block, j, child] * here
        elif here < 0.0:
            for child in range(bound.shape[0]):
                bound[child] -= high[block, j, child] * here


@inner_kernel
def farthest(tree, point):  # IN
    """The free record farthest from ``point``; −1 when none is free."""
    best = -1.0
    best_record = -1
    point_norm = 0.0
    for j in range(point.shape[0]):
        point_norm += point[j] * point[j]
    leaf_level = tree.level_start.shape[0] - 2
    waiting = 1
    tree.stack_node[0] = 0
    tree.stack_level[0] = 0
    tree.stack_bound[0] = np.inf
    while waiting > 0:
        waiting -= 1
        if tree.stack_bound[waiting] < best:
            continue
        i = tree.stack_node[waiting]
        level = tree.stack_level[waiting]
        if level == leaf_level:
            _leaf_distances(tree.coordinates, i, point, tree.distance)
            for slot in range(tree.n_free[tree.level_start[level] + i]):
                if tree.distance[slot] >= best:
                    record = tree.record_at[i, slot]
                    if tree.distance[slot] > best or record < best_record:
                        best = tree.distance[slot]
                        best_record = record
            continue
        level += 1
        first = FANOUT * i
        block = (tree.level_start[level] + first) // FANOUT
        _farthest_bounds(tree.low, tree.high, tree.reach, block, point, point_norm, tree.bound)
        bottom = waiting
        for child in range(FANOUT):
            bound = tree.bound[child]
            if bound >= best and bound > -np.inf:
                at = waiting  # keep the siblings ascending, so that the most promising is visited next
                while at > bottom and tree.stack_bound[at - 1] > bound:
                    tree.stack_bound[at] = tree.stack_bound[at - 1]
                    tree.stack_node[at] = tree.stack_node[at - 1]
                    at -= 1
                tree.stack_bound[at] = bound
                tree.stack_node[at] = first + child
                tree.stack_level[waiting] = level
                waiting += 1
    return best_record


@inner_kernel
def nearest(tree, point, wanted, found, found_distance):  # found.. OUT
    """The ``wanted`` free records nearest to ``point``, ascending by (distance, record); returns how many there are.

    ``found`` and ``found_distance`` need room for ``wanted`` entries.
    """
    n_found = FIRST
    leaf_level = tree.level_start.shape[0] - 2
    waiting = 1
    tree.stack_node[0] = 0
    tree.stack_level[0] = 0
    tree.stack_bound[0] = 0.0
    while waiting > 0:
        waiting -= 1
        worst = found_distance[0] if n_found == wanted else np.inf
        if tree.stack_bound[waiting] > worst:
            continue
        i = tree.stack_node[waiting]
        level = tree.stack_level[waiting]
        if level == leaf_level:
            _leaf_distances(tree.coordinates, i, point, tree.distance)
            for slot in range(tree.n_free[tree.level_start[level] + i]):
                if n_found < wanted or tree.distance[slot] <= found_distance[0]:
                    record = tree.record_at[i, slot]
                    n_found = offer(found, found_distance, n_found, wanted, record, tree.distance[slot])
            continue
        level += 1
        first = FANOUT * i
        block = (tree.level_start[level] + first) // FANOUT
        _nearest_bounds(tree.low, tree.high, block, point, tree.bound)
        bottom = waiting
        for child in range(FANOUT):
            bound = tree.bound[child]
            if bound <= worst and bound < np.inf:
                at = waiting  # keep the siblings descending, so that the closest is visited next
                while at > bottom and tree.stack_bound[at - 1] < bound:
                    tree.stack_bound[at] = tree.stack_bound[at - 1]
                    tree.stack_node[at] = tree.stack_node[at - 1]
                    at -= 1
                tree.stack_bound[at] = bound
                tree.stack_node[at] = first + child
                tree.stack_level[waiting] = level
                waiting += 1
    sort_ascending(found, found_distance, n_found)
    return n_found
