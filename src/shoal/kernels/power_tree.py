"""Searching power cells: which cells have the least ‖x − site‖² + factor·cost for a point x.

The sites stand in the same kind of tree as the free records (`free_records.py`), planted in one dimension more: with
height √(cost − least cost) the sum to be minimised is a plain squared distance, so sites that are close but dear are
kept apart from those that are close and cheap. The search itself adds the cost to the distance, in one fixed order:
every door (design, assignment, verification) computes the same number for the same point and cell, and ties go to the
lower cell. A bound repeats that arithmetic with smaller terms, and rounding is monotone, so it never cuts off a winner.

``factor`` is 1, except where a record's weight in the distortion differs from its weight in the cell (docs/methods).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.free_records import FANOUT, LEAF_SLOTS, STACK_ROOM, free_records
from shoal.kernels.jit import inner_kernel, kernel
from shoal.kernels.nearest_heap import offer, sort_ascending
from shoal.kernels.tree_search import leaf_distances, nearest_bounds


class PowerTree(NamedTuple):
    """Sites in leaves, boxes above them; node ids as in FreeRecords."""

    coordinates: npt.NDArray[np.float64]  # [leaf, coordinate, slot]
    cost: npt.NDArray[np.float64]  # [leaf, slot], +inf in empty slots
    cell_at: npt.NDArray[np.int64]  # [leaf, slot]
    low: npt.NDArray[np.float64]  # [node // FANOUT, coordinate, node % FANOUT]
    high: npt.NDArray[np.float64]  # likewise
    least_cost: npt.NDArray[np.float64]  # [node // FANOUT, node % FANOUT], +inf when empty
    level_start: npt.NDArray[np.int64]


class Search(NamedTuple):
    """What one thread needs while it searches."""

    value: npt.NDArray[np.float64]  # (LEAF_SLOTS,)
    bound: npt.NDArray[np.float64]  # (FANOUT,)
    stack_node: npt.NDArray[np.int64]
    stack_level: npt.NDArray[np.int64]
    stack_bound: npt.NDArray[np.float64]


def plant_sites(sites: npt.NDArray[np.float64], costs: npt.NDArray[np.float64]) -> PowerTree:
    """Build the tree over (m, d) sites and their (m,) costs."""
    n_dims = sites.shape[1]
    lifted = np.column_stack([sites, np.sqrt(costs - costs.min())])
    planted = free_records(lifted)
    n_leaves = len(planted.record_at)
    first_leaf = int(planted.level_start[-2])
    filled = np.arange(LEAF_SLOTS) < planted.n_free[first_leaf : first_leaf + n_leaves, None]
    cost = np.where(filled, costs[planted.record_at], np.inf)
    tree = PowerTree(
        coordinates=np.ascontiguousarray(planted.coordinates[:, :n_dims]),
        cost=cost,
        cell_at=planted.record_at,
        low=np.ascontiguousarray(planted.low[:, :n_dims]),
        high=np.ascontiguousarray(planted.high[:, :n_dims]),
        least_cost=np.full(planted.reach.shape, np.inf),
        level_start=planted.level_start,
    )
    _raise_costs(tree.cost.min(axis=1), tree.level_start, tree.least_cost.reshape(-1))
    return tree


def search_room() -> Search:
    """Scratch for one thread."""
    return Search(
        np.empty(LEAF_SLOTS),
        np.empty(FANOUT),
        np.empty(STACK_ROOM, dtype=np.int64),
        np.empty(STACK_ROOM, dtype=np.int64),
        np.empty(STACK_ROOM),
    )


def _raise_costs(
    of_leaves: npt.NDArray[np.float64], level_start: npt.NDArray[np.int64], least: npt.NDArray[np.float64]
) -> None:
    """The least cost below every node, from the leaves up."""
    below = of_leaves
    for level in range(len(level_start) - 2, 0, -1):
        start = level_start[level]
        least[start : start + len(below)] = below
        padded = np.full(-(-len(below) // FANOUT) * FANOUT, np.inf)
        padded[: len(below)] = below
        below = padded.reshape(-1, FANOUT).min(axis=1)


@inner_kernel
def _leaf_values(tree, leaf, place, factor, value):  # value OUT
    leaf_distances(tree.coordinates, leaf, place, value)
    for slot in range(value.shape[0]):
        value[slot] += factor * tree.cost[leaf, slot]


@inner_kernel
def _push_children(tree, search, i, level, place, factor, worst, waiting):  # search OUT
    """Put the children that may hold something better than ``worst`` on the stack, the most promising on top."""
    first = FANOUT * i
    block = (tree.level_start[level] + first) // FANOUT
    nearest_bounds(tree.low, tree.high, block, place, search.bound)
    bottom = waiting
    for child in range(FANOUT):
        bound = search.bound[child] + factor * tree.least_cost[block, child]
        if bound <= worst and bound < np.inf:
            at = waiting
            while at > bottom and search.stack_bound[at - 1] < bound:
                search.stack_bound[at] = search.stack_bound[at - 1]
                search.stack_node[at] = search.stack_node[at - 1]
                at -= 1
            search.stack_bound[at] = bound
            search.stack_node[at] = first + child
            search.stack_level[waiting] = level
            waiting += 1
    return waiting


@inner_kernel
def _best_cell(tree, search, place, factor, worst):  # search OUT
    """The cell of least value among those not above ``worst`` (−1 when there is none), and that value."""
    best_cell = np.int64(-1)
    best = worst
    leaf_level = tree.level_start.shape[0] - 2
    search.stack_node[0] = 0
    search.stack_level[0] = 0
    search.stack_bound[0] = -np.inf
    waiting = 1
    while waiting > 0:
        waiting -= 1
        if search.stack_bound[waiting] > best:
            continue
        i = search.stack_node[waiting]
        level = search.stack_level[waiting]
        if level == leaf_level:
            _leaf_values(tree, i, place, factor, search.value)
            for slot in range(LEAF_SLOTS):
                if search.value[slot] <= best:
                    cell = tree.cell_at[i, slot]
                    first = search.value[slot] < best or best_cell < 0 or cell < best_cell
                    if first and search.value[slot] < np.inf:
                        best = search.value[slot]
                        best_cell = cell
            continue
        waiting = _push_children(tree, search, i, level + 1, place, factor, best, waiting)
    return best_cell, best


@kernel
def best_cells(tree, search, points, factor, cell_of):  # search, cell_of OUT
    """The cell of every point. ``factor`` has one entry a point, or a single one for all."""
    for j in range(points.shape[0]):
        own_factor = factor[j] if factor.shape[0] > 1 else factor[0]
        cell, _ = _best_cell(tree, search, points[j], own_factor, np.inf)
        cell_of[j] = cell


@inner_kernel
def _cells_within(tree, search, place, factor, worst, found, found_value):  # search, found.. OUT
    """The cells of least value, at most as many as there is room for and none above ``worst``; returns how many."""
    room = np.int64(found.shape[0])
    n_found = np.int64(0)
    leaf_level = tree.level_start.shape[0] - 2
    search.stack_node[0] = 0
    search.stack_level[0] = 0
    search.stack_bound[0] = -np.inf
    waiting = 1
    while waiting > 0:
        waiting -= 1
        limit = min(worst, found_value[0]) if n_found == room else worst
        if search.stack_bound[waiting] > limit:
            continue
        i = search.stack_node[waiting]
        level = search.stack_level[waiting]
        if level == leaf_level:
            _leaf_values(tree, i, place, factor, search.value)
            for slot in range(LEAF_SLOTS):
                value = search.value[slot]
                if value <= worst and value < np.inf:
                    n_found = offer(found, found_value, n_found, room, tree.cell_at[i, slot], value)
            continue
        waiting = _push_children(tree, search, i, level + 1, place, factor, limit, waiting)
    sort_ascending(found, found_value, n_found)
    return n_found


@kernel
def rival_cells(tree, search, points, factor, reach, rivals, values, n_rivals):  # search, rivals.. OUT
    """For every point its best cell and all cells whose value is at most ``reach`` above it, best first.

    Cells beyond the room of ``rivals`` (n, room) are left out, the worst first. ``values`` holds distance plus cost.
    """
    for j in range(points.shape[0]):
        own_factor = factor[j] if factor.shape[0] > 1 else factor[0]
        worst = np.inf
        if reach < np.inf:
            _, best = _best_cell(tree, search, points[j], own_factor, np.inf)
            worst = best + reach
        n_rivals[j] = _cells_within(tree, search, points[j], own_factor, worst, rivals[j], values[j])
