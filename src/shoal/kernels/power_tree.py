"""Searching power cells: which cells have the least ‖x − site‖² + factor·cost for a point x.

The sites stand in a tree of boxes like that of the free records (`free_records.py`), in one dimension more: with
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

from shoal.kernels.jit import inner_kernel, kernel

# Eight sites a leaf, eight boxes a node: two vectors of four. Small boxes cut off more than they cost.
LEAF_SLOTS = 8
FANOUT = 8
STACK_ROOM = 24 * FANOUT  # at most FANOUT − 1 siblings wait on each level


class PowerTree(NamedTuple):
    """Sites in leaves, boxes above them.

    A node's id counts through all levels, each of which is filled up to blocks of FANOUT siblings;
    ``level_start[level]`` is the first id of a level, the root's (which has no entry) first, and the children of the
    i-th node of a level are the nodes FANOUT·i … of the next. The last level holds the leaves.
    """

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
    stack_node: npt.NDArray[np.int64]
    stack_level: npt.NDArray[np.int64]
    stack_bound: npt.NDArray[np.float64]


def plant_sites(sites: npt.NDArray[np.float64], costs: npt.NDArray[np.float64]) -> PowerTree:
    """Build the tree over (m, d) sites and their (m,) costs."""
    n_cells, n_dims = sites.shape
    n_leaves = 1
    while n_cells > n_leaves * LEAF_SLOTS:
        n_leaves *= 2
    order, start = _halved(np.column_stack([sites, np.sqrt(costs - costs.min())]), n_leaves)
    leaf = np.repeat(np.arange(n_leaves), np.diff(start))
    slot = np.arange(n_cells) - start[leaf]
    coordinates = np.zeros((n_leaves, n_dims, LEAF_SLOTS))
    coordinates[leaf, :, slot] = sites[order]
    cost, cell_at = np.full((n_leaves, LEAF_SLOTS), np.inf), np.zeros((n_leaves, LEAF_SLOTS), dtype=np.int64)
    cost[leaf, slot], cell_at[leaf, slot] = costs[order], order
    low = np.minimum.reduceat(sites[order], start[:-1], axis=0)
    high = np.maximum.reduceat(sites[order], start[:-1], axis=0)
    least = np.minimum.reduceat(costs[order], start[:-1])
    return PowerTree(coordinates, cost, cell_at, *_levels(low, high, least))


def _halved(places: npt.NDArray[np.float64], n_leaves: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """An order of the places, and where each leaf begins in it: halved along the widest side, again and again."""
    order = np.arange(len(places))
    start = np.array([0, len(places)])
    while len(start) <= n_leaves:
        part = np.repeat(np.arange(len(start) - 1), np.diff(start))
        ordered = places[order]
        extent = np.maximum.reduceat(ordered, start[:-1]) - np.minimum.reduceat(ordered, start[:-1])
        widest = np.argmax(extent, axis=1)
        order = order[np.lexsort((ordered[np.arange(len(places)), widest[part]], part))]
        middle = start[:-1] + np.diff(start) // 2
        start = np.sort(np.concatenate([start, middle]))
    return order, start


def _levels(
    low: npt.NDArray[np.float64], high: npt.NDArray[np.float64], least: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """Boxes and least costs of all levels, in blocks of FANOUT siblings, from those of the leaves; where levels begin.

    A place that no node fills has a box turned inside out and an infinite cost: no search enters it.
    """
    boxes: list[tuple[npt.NDArray[np.float64], ...]] = []
    while True:
        short = -len(least) % FANOUT
        low = np.pad(low, ((0, short), (0, 0)), constant_values=np.inf)
        high = np.pad(high, ((0, short), (0, 0)), constant_values=-np.inf)
        least = np.pad(least, (0, short), constant_values=np.inf)
        blocks = (
            low.reshape(-1, FANOUT, low.shape[1]),
            high.reshape(-1, FANOUT, high.shape[1]),
            least.reshape(-1, FANOUT),
        )
        boxes.insert(0, blocks)
        if len(least) == FANOUT:
            break
        low, high, least = blocks[0].min(axis=1), blocks[1].max(axis=1), blocks[2].min(axis=1)
    counts = [FANOUT * len(blocks[2]) for blocks in boxes]
    return (
        np.ascontiguousarray(np.concatenate([blocks[0] for blocks in boxes]).transpose(0, 2, 1)),
        np.ascontiguousarray(np.concatenate([blocks[1] for blocks in boxes]).transpose(0, 2, 1)),
        np.concatenate([blocks[2] for blocks in boxes]),
        np.concatenate([[0, 0], np.cumsum(counts)]).astype(np.int64),
    )


def search_room() -> Search:
    """Scratch for one thread."""
    return Search(
        np.empty(LEAF_SLOTS),
        np.empty(STACK_ROOM, dtype=np.int64),
        np.empty(STACK_ROOM, dtype=np.int64),
        np.empty(STACK_ROOM),
    )


@inner_kernel
def _eight_distances(coordinates, leaf, points, record):  # IN
    """Squared distances of the sites of a leaf. Eight sums in registers: an array would be written back each time."""
    zero = 0.0
    a, b, c, d, e, f, g, h = zero, zero, zero, zero, zero, zero, zero, zero
    for j in range(points.shape[1]):
        here = points[record, j]
        apart = coordinates[leaf, j, 0] - here
        a += apart * apart
        apart = coordinates[leaf, j, 1] - here
        b += apart * apart
        apart = coordinates[leaf, j, 2] - here
        c += apart * apart
        apart = coordinates[leaf, j, 3] - here
        d += apart * apart
        apart = coordinates[leaf, j, 4] - here
        e += apart * apart
        apart = coordinates[leaf, j, 5] - here
        f += apart * apart
        apart = coordinates[leaf, j, 6] - here
        g += apart * apart
        apart = coordinates[leaf, j, 7] - here
        h += apart * apart
    return a, b, c, d, e, f, g, h


@inner_kernel
def _eight_bounds(low, high, block, points, record):  # IN
    """No site in these eight boxes is closer than this."""
    zero = 0.0
    a, b, c, d, e, f, g, h = zero, zero, zero, zero, zero, zero, zero, zero
    for j in range(points.shape[1]):
        here = points[record, j]
        gap = max(max(low[block, j, 0] - here, here - high[block, j, 0]), 0.0)
        a += gap * gap
        gap = max(max(low[block, j, 1] - here, here - high[block, j, 1]), 0.0)
        b += gap * gap
        gap = max(max(low[block, j, 2] - here, here - high[block, j, 2]), 0.0)
        c += gap * gap
        gap = max(max(low[block, j, 3] - here, here - high[block, j, 3]), 0.0)
        d += gap * gap
        gap = max(max(low[block, j, 4] - here, here - high[block, j, 4]), 0.0)
        e += gap * gap
        gap = max(max(low[block, j, 5] - here, here - high[block, j, 5]), 0.0)
        f += gap * gap
        gap = max(max(low[block, j, 6] - here, here - high[block, j, 6]), 0.0)
        g += gap * gap
        gap = max(max(low[block, j, 7] - here, here - high[block, j, 7]), 0.0)
        h += gap * gap
    return a, b, c, d, e, f, g, h


@kernel
def best_cells(tree, search, points, factor, cell_of):  # search, cell_of OUT
    """The cell of every point. ``factor`` has one entry a point, or a single one for all.

    One loop, hardly a call: handing a dozen arrays to a function for every leaf takes longer than judging the leaf.
    """
    coordinates, cost, cell_at = tree.coordinates, tree.cost, tree.cell_at
    low, high, least_cost, level_start = tree.low, tree.high, tree.least_cost, tree.level_start
    value = search.value
    stack_node, stack_level, stack_bound = search.stack_node, search.stack_level, search.stack_bound
    leaf_level = level_start.shape[0] - 2
    for record in range(points.shape[0]):
        own_factor = factor[record] if factor.shape[0] > 1 else factor[0]
        best_cell = np.int64(-1)
        best = np.inf
        stack_node[0] = 0
        stack_level[0] = 0
        stack_bound[0] = -np.inf
        waiting = 1
        while waiting > 0:
            waiting -= 1
            if stack_bound[waiting] > best:
                continue
            i = stack_node[waiting]
            level = stack_level[waiting]
            if level == leaf_level:
                distance = _eight_distances(coordinates, i, points, record)
                least = np.inf
                for slot in range(LEAF_SLOTS):
                    value[slot] = distance[slot] + own_factor * cost[i, slot]
                    least = min(least, value[slot])
                if least <= best and least < np.inf:
                    for slot in range(LEAF_SLOTS):
                        if value[slot] == least:
                            cell = cell_at[i, slot]
                            if least < best or best_cell < 0 or cell < best_cell:
                                best = least
                                best_cell = cell
                continue
            level += 1
            first = FANOUT * i
            block = (level_start[level] + first) // FANOUT
            bounds = _eight_bounds(low, high, block, points, record)
            bottom = waiting
            for child in range(FANOUT):
                bound = bounds[child] + own_factor * least_cost[block, child]
                if bound <= best and bound < np.inf:
                    at = waiting  # keep the siblings descending, so that the closest is visited next
                    while at > bottom and stack_bound[at - 1] < bound:
                        stack_bound[at] = stack_bound[at - 1]
                        stack_node[at] = stack_node[at - 1]
                        at -= 1
                    stack_bound[at] = bound
                    stack_node[at] = first + child
                    stack_level[waiting] = level
                    waiting += 1
        cell_of[record] = best_cell
