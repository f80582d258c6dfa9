"""Cycle cancelling: records are exchanged along negative cycles of cells until there is none (Klein 1967).

All cells have their prescribed sizes. To transfer a record from cell a to cell b costs at least transfer_cost[a, b] =
min over the records of a of w·(‖x − site_b‖² − ‖x − site_a‖²). If the transfer costs along a cycle of cells have a
negative sum, each cell hands a record to the next: the sizes stay, and the distortion falls. Costs with cost[a] ≤
cost[b] + transfer_cost[a, b] for all pairs prove that there is no negative cycle, and keep every record in its cell.
The relaxations of Bellman and Ford find these costs, or a negative cycle.

All pairs of cells are stored, so this is for up to a few thousand cells. It is fast if few cycles have to be cancelled.
"""

from __future__ import annotations

import numpy as np

from shoal.kernels.jit import inner_kernel, kernel

NONE = -1


@inner_kernel
def _find_transfers(
    points, sites, weights, start, member, a, transfer_cost, transfer_slot
):  # transfer_cost, transfer_slot OUT
    """The least cost of a transfer from cell a to each other cell, and the slot of the record."""
    n_cells, n_dims = sites.shape
    for b in range(n_cells):
        transfer_cost[a, b] = np.inf
    for slot in range(start[a], start[a + 1]):
        record = member[slot]
        here = 0.0
        for j in range(n_dims):
            step = points[record, j] - sites[a, j]
            here += step * step
        for b in range(n_cells):
            there = 0.0
            for j in range(n_dims):
                step = points[record, j] - sites[b, j]
                there += step * step
            more = weights[record] * (there - here)
            if more < transfer_cost[a, b]:
                transfer_cost[a, b] = more
                transfer_slot[a, b] = slot
    transfer_cost[a, a] = np.inf


@inner_kernel
def _relax(cost, transfer_cost, rounding, next_of):  # cost, next_of OUT
    """One Bellman–Ford sweep over all pairs; returns whether a cost has changed."""
    n_cells = cost.shape[0]
    changed = False
    for a in range(n_cells):
        least = np.inf
        to = NONE
        for b in range(n_cells):
            asked = cost[b] + transfer_cost[a, b]
            if asked < least:
                least = asked
                to = b
        if least < cost[a] - rounding:
            cost[a] = least
            next_of[a] = to
            changed = True
    return changed


@inner_kernel
def _cancel(cycle, next_of, transfer_slot, member):  # member OUT
    """Every cell of the cycle that contains cell ``cycle`` hands its record to the next."""
    carried = member[transfer_slot[cycle, next_of[cycle]]]
    a = next_of[cycle]
    while a != cycle:
        slot = transfer_slot[a, next_of[a]]
        carried, member[slot] = member[slot], carried
        a = next_of[a]
    member[transfer_slot[cycle, next_of[cycle]]] = carried


@inner_kernel
def _is_negative(cycle, next_of, transfer_cost, rounding):
    """Whether the transfer costs of a cycle have a negative sum."""
    total = transfer_cost[cycle, next_of[cycle]]
    a = next_of[cycle]
    while a != cycle:
        total += transfer_cost[a, next_of[a]]
        a = next_of[a]
    return total < -rounding


@inner_kernel
def _cancel_all(
    points, sites, weights, start, member, transfer_cost, transfer_slot, next_of, visited, rounding
):  # member to visited OUT
    """Cancel every negative cycle of the predecessor graph; returns how many there were."""
    n_cells = next_of.shape[0]
    visited[:] = NONE
    n_cycles = 0
    for first in range(n_cells):
        a = first
        while a != NONE and visited[a] == NONE:
            visited[a] = first
            a = next_of[a]
        if a == NONE or visited[a] != first:
            continue
        if _is_negative(a, next_of, transfer_cost, rounding):
            _cancel(a, next_of, transfer_slot, member)
            n_cycles += 1
            b = a
            while True:
                _find_transfers(points, sites, weights, start, member, b, transfer_cost, transfer_slot)
                b = next_of[b]
                if b == a:
                    break
        while next_of[a] != NONE:  # remove the cycle from the graph
            after = next_of[a]
            next_of[a] = NONE
            a = after
    return n_cycles


@kernel
def cancel_negative_cycles(
    points, sites, weights, start, member, cost, rounding, most_cycles, most_sweeps
):  # member, cost OUT
    """Cancel cycles until none is negative; returns whether the costs prove that, within the limits on both counts.

    ``member[start[a] : start[a + 1]]`` are the records of cell a.
    """
    n_cells = sites.shape[0]
    transfer_cost = np.empty((n_cells, n_cells))
    transfer_slot = np.empty((n_cells, n_cells), dtype=np.int32)
    for a in range(n_cells):
        _find_transfers(points, sites, weights, start, member, a, transfer_cost, transfer_slot)
    next_of = np.full(n_cells, NONE, dtype=np.int64)
    visited = np.empty(n_cells, dtype=np.int64)
    n_cycles = 0
    for _ in range(most_sweeps):
        if not _relax(cost, transfer_cost, rounding, next_of):
            return True
        n_cycles += _cancel_all(
            points, sites, weights, start, member, transfer_cost, transfer_slot, next_of, visited, rounding
        )
        if n_cycles > most_cycles:
            return False
    return False
