"""The candidate cells of each record, found for whole boxes of records at once.

The records are in a tree of boxes (`neighbours/free_records.py`). The prices ‖x − site‖² + factor·cost of two cells
differ by a linear function of x. Its least value in a box is known exactly. If it is above the reach of every cell that
may be the best one in the box, the dearer cell is discarded for the whole box and all boxes inside it (the filtering
algorithm of Kanungo et al. 2002, with costs). The few cells that remain at a leaf are compared record by record. Prices
are summed in the same order as in `transport/power_diagram.py`, ties go to the lower cell, and the test of a box allows
for rounding. So the result is that of a full comparison.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.jit import inner_kernel, kernel
from shoal.kernels.neighbours.free_records import FANOUT, LEAF_SLOTS, FreeRecords
from shoal.kernels.neighbours.tree_search import UNIT_ROUNDOFF


class Filter(NamedTuple):
    """Scratch of one thread: for every level of the tree, the cells that are still possible in the current node."""

    possible: npt.NDArray[np.int64]  # (levels + 1, cells)
    n_possible: npt.NDArray[np.int64]  # (levels + 1,)
    at_node: npt.NDArray[np.int64]  # (levels + 1,) −1: no node yet
    centre: npt.NDArray[np.float64]  # (d,) of a box
    half: npt.NDArray[np.float64]  # (d,) half its sides
    value: npt.NDArray[np.float64]  # (cells,)
    lead: npt.NDArray[np.float64]  # (cells,) a lower bound on its price minus that of the best cell, in a box
    size: npt.NDArray[np.float64]  # (cells,) of the numbers that went into a value, for the slack
    distance: npt.NDArray[np.float64]  # (cells, LEAF_SLOTS)
    price: npt.NDArray[np.float64]  # (cells, LEAF_SLOTS)
    best_price: npt.NDArray[np.float64]  # (LEAF_SLOTS,)
    next_price: npt.NDArray[np.float64]  # (LEAF_SLOTS,)
    best_cell: npt.NDArray[np.int64]  # (LEAF_SLOTS,)


class CandidateBuffer(NamedTuple):
    """The candidates of the contested records: those of the i-th one are entries start[i]..start[i+1]."""

    record: npt.NDArray[np.int64]
    start: npt.NDArray[np.int64]
    cell: npt.NDArray[np.int64]
    distance: npt.NDArray[np.float64]  # to the site, times the record's weight
    n_gathered: npt.NDArray[np.int64]  # (1,) records
    n_crowded: npt.NDArray[np.int64]  # (1,) records whose dearest candidates were left out


def filter_scratch(tree: FreeRecords, n_cells: int, n_dims: int) -> Filter:
    """Scratch for one thread, with all cells possible everywhere."""
    n_levels = len(tree.level_start) - 1
    possible = np.empty((n_levels, n_cells), dtype=np.int64)
    possible[0] = np.arange(n_cells)
    n_possible = np.zeros(n_levels, dtype=np.int64)
    n_possible[0] = n_cells
    at_node = np.full(n_levels, -1, dtype=np.int64)
    at_node[0] = 0
    return Filter(
        possible,
        n_possible,
        at_node,
        np.empty(n_dims),
        np.empty(n_dims),
        np.empty(n_cells),
        np.empty(n_cells),
        np.empty(n_cells),
        np.empty((n_cells, LEAF_SLOTS)),
        np.empty((n_cells, LEAF_SLOTS)),
        np.empty(LEAF_SLOTS),
        np.empty(LEAF_SLOTS),
        np.empty(LEAF_SLOTS, dtype=np.int64),
    )


def candidate_buffer(n_records: int, n_entries: int) -> CandidateBuffer:
    """Arrays for the candidates of a range of records."""
    return CandidateBuffer(
        np.empty(n_records, dtype=np.int64),
        np.zeros(n_records + 1, dtype=np.int64),
        np.empty(n_entries, dtype=np.int64),
        np.empty(n_entries),
        np.zeros(1, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
    )


@inner_kernel
def _enter(tree, level, node, sites, costs, factor_range, reach, scratch):  # scratch OUT
    """The cells possible in a node, from those of its parent."""
    n_dims = sites.shape[1]
    block = (tree.level_start[level] + node) // FANOUT
    child = node % FANOUT
    radius = 0.0
    for j in range(n_dims):
        low = tree.low[block, j, child]
        high = tree.high[block, j, child]
        scratch.centre[j] = 0.5 * (low + high)
        scratch.half[j] = max(high - scratch.centre[j], scratch.centre[j] - low)  # the middle is rounded
        radius += scratch.half[j] * scratch.half[j]
    factor_low, factor_high = factor_range
    factor = 0.5 * (factor_low + factor_high)
    n_parent = scratch.n_possible[level - 1]
    best = 0
    for i in range(n_parent):
        cell = scratch.possible[level - 1, i]
        total = 0.0
        for j in range(n_dims):
            apart = scratch.centre[j] - sites[cell, j]
            total += apart * apart
        scratch.value[i] = total
        scratch.size[i] = total + factor_high * abs(costs[cell])
        if total + factor * costs[cell] < scratch.value[best] + factor * costs[scratch.possible[level - 1, best]]:
            best = i
    leader = scratch.possible[level - 1, best]
    slack = (16 * n_dims + 64) * UNIT_ROUNDOFF
    widest = 0.0
    for i in range(n_parent):
        cell = scratch.possible[level - 1, i]
        dearer = costs[cell] - costs[leader]
        dearer *= factor_low if dearer > 0.0 else factor_high
        spread = 0.0
        for j in range(n_dims):
            spread += abs(sites[cell, j] - sites[leader, j]) * scratch.half[j]
        error = slack * (scratch.size[i] + scratch.size[best] + radius + spread)
        scratch.lead[i] = scratch.value[i] - scratch.value[best] + dearer - 2.0 * spread - error
        if scratch.lead[i] <= 0.0 and reach[cell] > widest:  # this cell may be the best one somewhere in the box
            widest = reach[cell]
    n_kept = 0
    for i in range(n_parent):
        if scratch.lead[i] <= widest * factor_high:
            scratch.possible[level, n_kept] = scratch.possible[level - 1, i]
            n_kept += 1
    scratch.n_possible[level] = n_kept
    scratch.at_node[level] = node


@inner_kernel
def _price_leaf(tree, leaf, n_here, sites, costs, factor, level, scratch):  # scratch OUT
    """Distance and price of every possible cell for every record of a leaf, and the best."""
    n_dims = sites.shape[1]
    n_slots = scratch.best_price.shape[0]
    for slot in range(n_slots):
        scratch.best_price[slot] = np.inf
        scratch.next_price[slot] = np.inf
        scratch.best_cell[slot] = -1
    for i in range(scratch.n_possible[level]):
        cell = scratch.possible[level, i]
        for slot in range(n_slots):
            scratch.distance[i, slot] = 0.0
        for j in range(n_dims):
            here = sites[cell, j]
            for slot in range(n_slots):
                apart = here - tree.coordinates[leaf, j, slot]
                scratch.distance[i, slot] += apart * apart
        cost = costs[cell]
        if factor.shape[0] == 1:
            for slot in range(n_slots):
                scratch.price[i, slot] = scratch.distance[i, slot] + factor[0] * cost
        else:
            for slot in range(n_here):
                scratch.price[i, slot] = scratch.distance[i, slot] + factor[tree.record_at[leaf, slot]] * cost
        for slot in range(n_slots):  # without branches, so that it runs on vectors; empty slots hold garbage
            price = scratch.price[i, slot]
            best = scratch.best_price[slot]
            better = price < best
            scratch.next_price[slot] = min(scratch.next_price[slot], best if better else price)
            scratch.best_price[slot] = price if better else best
            scratch.best_cell[slot] = cell if better else scratch.best_cell[slot]


@inner_kernel
def _limit(scratch, n_possible, slot, limit, room):  # IN
    """The price up to which a record's candidates fit into ``room``, and whether some do not."""
    n_within = 0
    for i in range(n_possible):
        if scratch.price[i, slot] <= limit:
            scratch.value[n_within] = scratch.price[i, slot]
            n_within += 1
    if n_within <= room:
        return limit, False
    return np.sort(scratch.value[:n_within])[room - 1], True


@inner_kernel
def _gather_record(scratch, n_possible, slot, record, own_cell, weight, reach, room, sites, point, out):  # out OUT
    """Store the candidates of a record that has more than its best cell."""
    i_out = out.n_gathered[0]
    at = out.start[i_out]
    first = at
    limit, crowded = _limit(scratch, n_possible, slot, scratch.best_price[slot] + reach, room)
    own_known = own_cell < 0
    for i in range(n_possible):
        if scratch.price[i, slot] <= limit and at - first < room:  # equal prices may be more than there is room for
            out.cell[at] = scratch.possible[scratch.possible.shape[0] - 1, i]
            out.distance[at] = weight * scratch.distance[i, slot]
            own_known = own_known or out.cell[at] == own_cell
            at += 1
    if not own_known:
        total = 0.0
        for j in range(point.shape[0]):
            apart = sites[own_cell, j] - point[j]
            total += apart * apart
        out.cell[at] = own_cell
        out.distance[at] = weight * total
        at += 1
    out.record[i_out] = record
    out.start[i_out + 1] = at
    out.n_gathered[0] = i_out + 1
    out.n_crowded[0] += 1 if crowded else 0


@kernel
def gather_candidates(  # scratch, best_of, out OUT
    tree,
    leaf,
    end_leaf,
    points,
    sites,
    costs,
    weight,
    factor,
    factor_range,
    cell_of,
    reach,
    room,
    scratch,
    best_of,
    out,
):
    """The best cell and the candidates of each record from ``leaf`` on.

    Candidates are all cells whose price is at most ``reach`` (of the best cell) above the least one (the ``room`` best
    of them), and the present cell, if ``cell_of`` has any. Returns the leaf at which ``out`` was full.
    """
    leaf_level = tree.level_start.shape[0] - 2
    while leaf < end_leaf:
        n_here = tree.n_free[tree.level_start[leaf_level] + leaf]
        for level in range(1, leaf_level + 1):
            node = leaf
            for _ in range(leaf_level - level):
                node //= FANOUT
            if scratch.at_node[level] != node:
                _enter(tree, level, node, sites, costs, factor_range, reach, scratch)
        n_possible = scratch.n_possible[leaf_level]
        if out.start[out.n_gathered[0]] + n_here * (min(room, n_possible) + 1) > out.cell.shape[0]:
            return leaf
        _price_leaf(tree, leaf, n_here, sites, costs, factor, leaf_level, scratch)
        for slot in range(n_here):
            record = tree.record_at[leaf, slot]
            best_of[record] = scratch.best_cell[slot]
            own_cell = cell_of[record] if cell_of.shape[0] > 0 else np.int64(-1)
            own_weight = weight[record] if weight.shape[0] > 1 else weight[0]
            own_reach = reach[scratch.best_cell[slot]] / own_weight
            alone = scratch.next_price[slot] > scratch.best_price[slot] + own_reach
            if alone and (own_cell < 0 or own_cell == scratch.best_cell[slot]):
                continue
            _gather_record(
                scratch, n_possible, slot, record, own_cell, own_weight, own_reach, room, sites, points[record], out
            )
        leaf += 1
    return leaf
