"""Cells of fixed sizes that trade records in a ring until no trade pays, and the costs that prove it.

Cell a can hand one of its records to cell b; the cheapest costs gain[a, b] = min over its records of w·(‖x − site_b‖²
− ‖x − site_a‖²). A ring of cells whose gains add up to less than nothing is a trade that pays: each hands a record to
the next, and all sizes stay. Costs with cost[a] ≤ cost[b] + gain[a, b] for all pairs say that there is no such ring,
and hold every record in its cell (Klein 1967; the costs are found, and the rings met, by the relaxations of Bellman
and Ford).

All pairs of cells are kept, so this is for up to a few thousand cells; it is quick where few trades are left to be
made.
"""

from __future__ import annotations

import numpy as np

from shoal.kernels.jit import inner_kernel, kernel

NOBODY = -1


@inner_kernel
def _offer(points, sites, weights, start, member, a, gain, who):  # gain, who OUT
    """What cell a asks for handing a record to each other cell, and which record that is."""
    n_cells, n_dims = sites.shape
    for b in range(n_cells):
        gain[a, b] = np.inf
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
            if more < gain[a, b]:
                gain[a, b] = more
                who[a, b] = slot
    gain[a, a] = np.inf


@inner_kernel
def _relax(cost, gain, rounding, next_of):  # cost, next_of OUT
    """Every cell becomes as cheap as the others demand; whether any had to."""
    n_cells = cost.shape[0]
    changed = False
    for a in range(n_cells):
        least = np.inf
        to = NOBODY
        for b in range(n_cells):
            asked = cost[b] + gain[a, b]
            if asked < least:
                least = asked
                to = b
        if least < cost[a] - rounding:
            cost[a] = least
            next_of[a] = to
            changed = True
    return changed


@inner_kernel
def _trade(ring, next_of, who, member):  # member OUT
    """Every cell from ``ring`` on hands its record to the next."""
    carried = member[who[ring, next_of[ring]]]
    a = next_of[ring]
    while a != ring:
        slot = who[a, next_of[a]]
        carried, member[slot] = member[slot], carried
        a = next_of[a]
    member[who[ring, next_of[ring]]] = carried


@inner_kernel
def _pays(ring, next_of, gain, rounding):
    """Whether the gains of a ring add up to less than nothing."""
    total = gain[ring, next_of[ring]]
    a = next_of[ring]
    while a != ring:
        total += gain[a, next_of[a]]
        a = next_of[a]
    return total < -rounding


@inner_kernel
def _trade_all(points, sites, weights, start, member, gain, who, next_of, visited, rounding):  # member to visited OUT
    """Trade along every ring of the relaxations; returns how many there were."""
    n_cells = next_of.shape[0]
    visited[:] = NOBODY
    n_trades = 0
    for first in range(n_cells):
        a = first
        while a != NOBODY and visited[a] == NOBODY:
            visited[a] = first
            a = next_of[a]
        if a == NOBODY or visited[a] != first:
            continue
        if _pays(a, next_of, gain, rounding):
            _trade(a, next_of, who, member)
            n_trades += 1
            b = a
            while True:
                _offer(points, sites, weights, start, member, b, gain, who)
                b = next_of[b]
                if b == a:
                    break
        while next_of[a] != NOBODY:  # the ring is open again
            after = next_of[a]
            next_of[a] = NOBODY
            a = after
    return n_trades


@kernel
def trade_records(points, sites, weights, start, member, cost, rounding, most_trades, most_sweeps):  # member, cost OUT
    """Trade until no ring pays; whether the costs prove that, within so many trades and sweeps.

    ``member[start[a] : start[a + 1]]`` are the records of cell a.
    """
    n_cells = sites.shape[0]
    gain = np.empty((n_cells, n_cells))
    who = np.empty((n_cells, n_cells), dtype=np.int32)
    for a in range(n_cells):
        _offer(points, sites, weights, start, member, a, gain, who)
    next_of = np.full(n_cells, NOBODY, dtype=np.int64)
    visited = np.empty(n_cells, dtype=np.int64)
    n_trades = 0
    for _ in range(most_sweeps):
        if not _relax(cost, gain, rounding, next_of):
            return True
        n_trades += _trade_all(points, sites, weights, start, member, gain, who, next_of, visited, rounding)
        if n_trades > most_trades:
            return False
    return False
