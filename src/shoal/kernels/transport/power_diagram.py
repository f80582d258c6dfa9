"""Searching power cells: which cells have the least ‖x − site‖² + factor·cost for a point x.

The sites are in a tree of boxes with one more dimension: with the height √(cost − least cost), the sum to be minimised
is a plain squared distance, so sites that are close but dear are separated from those that are close and cheap. The
records of a batch go down the tree together. A first price of each record comes from the closest leaf. At each node, a
record goes on to a child if the box of the child may hold a better price than its best so far. So every loop runs over
many records, or many sites, that are contiguous in memory, and LLVM vectorizes it. In ten dimensions a box excludes
little (10,000 sites: two leaves of five are reached), so at a leaf a filter in single precision
(`transport/leaf_filter.py`) selects the few records for which true prices are computed.

The true price adds the cost to the distance, in one fixed order: design, assignment and verification compute the same
number for the same point and cell, and ties go to the lower cell. The bound of a box repeats that arithmetic with
smaller terms, and rounding is monotone, so it never excludes the best cell.

``factor`` is 1, except where a record's weight in the distortion differs from its weight in the cell (docs/methods).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.jit import FIRST, inner_kernel, kernel
from shoal.kernels.transport.leaf_filter import FULL_VECTORS, LeafFilter, Piece, filter_of, let_through, piece_scratch

# Measured on 10,000 sites in 10 dimensions and 64 to 100,000 in a plane: half of any of these, or double, is slower in
# one or the other.
LEAF_SITES = 64  # at most
FANOUT = 16
BATCH_RECORDS = 4_096
PIECE_RECORDS = 8 * FULL_VECTORS  # of a list, compared together: they and the terms of a site stay in the first cache
FEW_RECORDS = 8  # the filter fills up to 32 records; below this true prices are quicker
SITE_VECTORS = 8  # slots of a leaf are a multiple of this


class PowerTree(NamedTuple):
    """Sites in leaves, boxes above them.

    A node's id counts through all levels, each of which is filled up to blocks of FANOUT siblings;
    ``level_start[level]`` is the first id of a level, the root's (which has no entry) first, and the children of the
    i-th node of a level are the nodes FANOUT·i … of the next. The last level holds the leaves.
    """

    coordinates: npt.NDArray[np.float64]  # [leaf, coordinate, slot]
    cost: npt.NDArray[np.float64]  # [leaf, slot], +inf in empty slots
    cell_at: npt.NDArray[np.int64]  # [leaf, slot]
    leaf_filter: LeafFilter
    low: npt.NDArray[np.float64]  # [node // FANOUT, coordinate, node % FANOUT]
    high: npt.NDArray[np.float64]  # likewise
    least_cost: npt.NDArray[np.float64]  # [node // FANOUT, node % FANOUT], +inf when empty
    level_start: npt.NDArray[np.int64]


class Search(NamedTuple):
    """What one thread needs while it searches for the cells of a batch."""

    best: npt.NDArray[np.float64]  # [record of the batch] its best price so far
    best_cell: npt.NDArray[np.int64]
    first_leaf: npt.NDArray[np.int64]  # the leaf that was searched first
    listed: npt.NDArray[np.int32]  # [level, child, i] the records handed on to a child
    bound: npt.NDArray[np.float64]  # [level, child, i] a lower bound on their price there
    n_listed: npt.NDArray[np.int64]  # [level, child]
    parent: npt.NDArray[np.int64]  # [level] the node whose children the lists belong to
    next_child: npt.NDArray[np.int64]  # [level]
    piece: Piece
    price: npt.NDArray[np.float64]  # [slot]
    child_bound: npt.NDArray[np.float64]  # [child]


def build_tree(sites: npt.NDArray[np.float64], costs: npt.NDArray[np.float64]) -> PowerTree:
    """Build the tree over (m, d) sites and their (m,) costs."""
    n_cells, n_dims = sites.shape
    n_leaves = 1
    while n_cells > n_leaves * LEAF_SITES:
        n_leaves *= 2
    order, start = _halved(np.column_stack([sites, np.sqrt(costs - costs.min())]), n_leaves)
    leaf = np.repeat(np.arange(n_leaves), np.diff(start))
    slot = np.arange(n_cells) - start[leaf]
    n_slots = -(-int(np.diff(start).max()) // SITE_VECTORS) * SITE_VECTORS
    coordinates = np.zeros((n_leaves, n_dims, n_slots))
    coordinates[leaf, :, slot] = sites[order]
    cost, cell_at = np.full((n_leaves, n_slots), np.inf), np.zeros((n_leaves, n_slots), dtype=np.int64)
    cost[leaf, slot], cell_at[leaf, slot] = costs[order], order
    low = np.minimum.reduceat(sites[order], start[:-1], axis=0)
    high = np.maximum.reduceat(sites[order], start[:-1], axis=0)
    least = np.minimum.reduceat(costs[order], start[:-1])
    leaf_filter = filter_of(sites[order], costs[order], start)
    return PowerTree(coordinates, cost, cell_at, leaf_filter, *_levels(low, high, least))


def _halved(positions: npt.NDArray[np.float64], n_leaves: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """An order of the positions, and where each leaf begins in it: repeatedly halved along the widest side."""
    order = np.arange(len(positions))
    start = np.array([0, len(positions)])
    while len(start) <= n_leaves:
        part = np.repeat(np.arange(len(start) - 1), np.diff(start))
        ordered = positions[order]
        extent = np.maximum.reduceat(ordered, start[:-1]) - np.minimum.reduceat(ordered, start[:-1])
        widest = np.argmax(extent, axis=1)
        order = order[np.lexsort((ordered[np.arange(len(positions)), widest[part]], part))]
        middle = start[:-1] + np.diff(start) // 2
        start = np.sort(np.concatenate([start, middle]))
    return order, start


def _levels(
    low: npt.NDArray[np.float64], high: npt.NDArray[np.float64], least: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """Boxes and least costs of all levels, in blocks of FANOUT siblings, from those of the leaves; where levels begin.

    An entry without a node has a box turned inside out and an infinite cost: no search enters it.
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


def search_scratch(tree: PowerTree) -> Search:
    """Scratch for one thread."""
    n_levels = len(tree.level_start) - 1
    return Search(
        np.empty(BATCH_RECORDS),
        np.empty(BATCH_RECORDS, dtype=np.int64),
        np.empty(BATCH_RECORDS, dtype=np.int64),
        np.empty((n_levels, FANOUT, BATCH_RECORDS), dtype=np.int32),
        np.empty((n_levels, FANOUT, BATCH_RECORDS)),
        np.zeros((n_levels, FANOUT), dtype=np.int64),
        np.zeros(n_levels, dtype=np.int64),
        np.zeros(n_levels, dtype=np.int64),
        piece_scratch(tree.leaf_filter, PIECE_RECORDS),
        np.empty(tree.cost.shape[1]),
        np.empty(FANOUT),
    )


@inner_kernel
def _add_squares(coordinates, points, record, price):  # price OUT
    """Add the squared distances of the sites of a leaf, coordinate by coordinate, four to a pass over the slots."""
    n_dims = points.shape[1]
    fours = n_dims - n_dims % 4
    for j in range(0, fours, 4):
        a, b, c, d = points[record, j], points[record, j + 1], points[record, j + 2], points[record, j + 3]
        for slot in range(price.shape[0]):
            e = coordinates[j, slot] - a
            f = coordinates[j + 1, slot] - b
            g = coordinates[j + 2, slot] - c
            h = coordinates[j + 3, slot] - d
            price[slot] = (((price[slot] + e * e) + f * f) + g * g) + h * h
    for j in range(fours, n_dims):
        here = points[record, j]
        for slot in range(price.shape[0]):
            apart = coordinates[j, slot] - here
            price[slot] += apart * apart


@inner_kernel
def _compare(tree, leaf_of, chosen, factor_of, n_chosen, points, first, search):  # search OUT
    """Compare the chosen records of the batch, each with the sites of its leaf, by their true prices.

    Many in one call: passing a dozen arrays takes as long as comparing one leaf.
    """
    price = search.price
    n_slots = price.shape[0]
    for at in range(n_chosen):
        i = np.int64(chosen[at])
        leaf, factor = leaf_of[at], factor_of[at] if factor_of.shape[0] > 1 else factor_of[0]
        for slot in range(n_slots):
            price[slot] = 0.0
        _add_squares(tree.coordinates[leaf], points, first + i, price)
        cost = tree.cost[leaf]
        for slot in range(n_slots):
            price[slot] += factor * cost[slot]
        best, best_cell = search.best[i], search.best_cell[i]
        for slot in range(n_slots):
            if price[slot] <= best and price[slot] < np.inf:
                cell = tree.cell_at[leaf, slot]
                if price[slot] < best or cell < best_cell:
                    best, best_cell = price[slot], cell
        search.best[i], search.best_cell[i] = best, best_cell


@inner_kernel
def _closest_leaf(tree, points, record, factor, bound):  # bound OUT
    """A leaf that is likely to hold a good price: down the tree, always to the child of least bound."""
    node = 0
    if tree.cost.shape[0] == 1:
        return node
    for level in range(1, tree.level_start.shape[0] - 1):
        block = (tree.level_start[level] + FANOUT * node) // FANOUT
        low, high, least_cost = tree.low[block], tree.high[block], tree.least_cost[block]
        for child in range(FANOUT):
            bound[child] = factor * least_cost[child]
        for j in range(points.shape[1]):
            here = points[record, j]
            for child in range(FANOUT):
                gap = max(max(low[j, child] - here, here - high[j, child]), 0.0)
                bound[child] += gap * gap
        closest = 0
        for child in range(FANOUT):
            if bound[child] < bound[closest]:
                closest = child
        node = FANOUT * node + closest
    return node


@inner_kernel
def _copy_listed(listed, bound, at, n_listed, leaf, first, points, factor, search):  # search OUT
    """Copy records of a list, from the at-th on, to the piece; returns where to go on, and how many were copied.

    Records whose best price is below the bound by now, or that were compared with this leaf first, are left out.
    """
    best, first_leaf = search.best, search.first_leaf
    here, share, record_of = search.piece.here, search.piece.factor, search.piece.record_of
    n_picked = 0
    while at < n_listed and n_picked < PIECE_RECORDS:
        i = np.int64(listed[at])
        if bound[at] <= best[i] and first_leaf[i] != leaf:
            for j in range(points.shape[1]):
                here[j, n_picked] = points[first + i, j]
            share[n_picked] = factor[first + i] if factor.shape[0] > 1 else factor[0]
            record_of[n_picked] = i
            n_picked += 1
        at += 1
    return at, n_picked


@inner_kernel
def _search_leaf(tree, leaf, listed, bound, n_listed, first, points, factor, search):  # search OUT
    """Compare the records of a list with the sites of a leaf."""
    piece = search.piece
    at = FIRST
    while at < n_listed:
        at, n_picked = _copy_listed(listed, bound, at, n_listed, leaf, first, points, factor, search)
        if n_picked >= FEW_RECORDS:
            n_picked = let_through(tree.leaf_filter, leaf, piece, n_picked, search.best)
        for picked in range(n_picked):
            piece.leaf_of[picked] = leaf
        _compare(tree, piece.leaf_of, piece.record_of, piece.factor, n_picked, points, first, search)


@inner_kernel
def _bounds(low, high, child, here, n_records, bound):  # bound OUT
    """Squared distance of every record of a piece to a child's box; the sums of `_add_squares` with smaller terms."""
    n_dims = here.shape[0]
    fours = n_dims - n_dims % 4
    for i in range(n_records):
        bound[i] = 0.0
    for j in range(0, fours, 4):
        a, b, c, d = low[j, child], low[j + 1, child], low[j + 2, child], low[j + 3, child]
        aa, bb, cc, dd = high[j, child], high[j + 1, child], high[j + 2, child], high[j + 3, child]
        for i in range(n_records):
            e = max(max(a - here[j, i], here[j, i] - aa), 0.0)
            f = max(max(b - here[j + 1, i], here[j + 1, i] - bb), 0.0)
            g = max(max(c - here[j + 2, i], here[j + 2, i] - cc), 0.0)
            h = max(max(d - here[j + 3, i], here[j + 3, i] - dd), 0.0)
            bound[i] = (((bound[i] + e * e) + f * f) + g * g) + h * h
    for j in range(fours, n_dims):
        a, aa = low[j, child], high[j, child]
        for i in range(n_records):
            gap = max(max(a - here[j, i], here[j, i] - aa), 0.0)
            bound[i] += gap * gap


@inner_kernel
def _distribute(tree, level, node, listed, bound, n_listed, first, points, factor, search):  # search OUT
    """Distribute the records of a node's list among its children, which are nodes of the given level."""
    block = (tree.level_start[level] + FANOUT * node) // FANOUT
    low, high, least_cost = tree.low[block], tree.high[block], tree.least_cost[block]
    best, piece, counts = search.best, search.piece, search.n_listed[level]
    counts[:] = 0
    search.parent[level] = node
    search.next_child[level] = 0
    at, no_leaf = np.int64(0), np.int64(-1)
    while at < n_listed:
        at, n_picked = _copy_listed(listed, bound, at, n_listed, no_leaf, first, points, factor, search)
        padded = -(-n_picked // FULL_VECTORS) * FULL_VECTORS
        for child in range(FANOUT):
            if least_cost[child] == np.inf:
                continue
            _bounds(low, high, child, piece.here, padded, piece.length)
            to_list, to_bound, count = search.listed[level, child], search.bound[level, child], counts[child]
            for picked in range(n_picked):  # written always, counted if handed on: no branch to mispredict
                i = piece.record_of[picked]
                least = piece.length[picked] + piece.factor[picked] * least_cost[child]
                to_list[count] = i
                to_bound[count] = least
                count += least <= best[i]
            counts[child] = count


@inner_kernel
def _begin(tree, first, n_records, points, factor, search):  # search OUT
    """A first price for every record of the batch; then, unless there is one leaf only, all are listed at the root."""
    search.n_listed[0, :] = 0
    search.n_listed[0, 0] = n_records if tree.cost.shape[0] > 1 else 0
    search.next_child[0] = 0
    all_records, no_bound = search.listed[0, 0], search.bound[0, 0]
    for i in range(n_records):
        share = factor[first + i] if factor.shape[0] > 1 else factor[0]
        leaf = _closest_leaf(tree, points, first + i, share, search.child_bound)
        search.best[i], search.best_cell[i], search.first_leaf[i] = np.inf, -1, leaf
        all_records[i] = i
        no_bound[i] = -np.inf
    shares = factor[first : first + n_records] if factor.shape[0] > 1 else factor
    _compare(tree, search.first_leaf, all_records, shares, n_records, points, first, search)


@kernel
def best_cells(tree, search, points, factor, cell_of):  # search, cell_of OUT
    """The cell of every point. ``factor`` has one entry a point, or a single one for all."""
    leaf_level = tree.level_start.shape[0] - 2
    for first in range(0, points.shape[0], BATCH_RECORDS):
        n_records = min(BATCH_RECORDS, points.shape[0] - first)
        _begin(tree, first, n_records, points, factor, search)
        level = 0
        while level >= 0:
            child = search.next_child[level]
            if child == FANOUT:
                level -= 1
                continue
            search.next_child[level] += 1
            node = FANOUT * search.parent[level] + child
            listed, bound = search.listed[level, child], search.bound[level, child]
            n_listed = search.n_listed[level, child]
            if n_listed > 0 and level == leaf_level:
                _search_leaf(tree, node, listed, bound, n_listed, first, points, factor, search)
            elif n_listed > 0:
                level += 1
                _distribute(tree, level, node, listed, bound, n_listed, first, points, factor, search)
        for i in range(n_records):
            cell_of[first + i] = search.best_cell[i]
