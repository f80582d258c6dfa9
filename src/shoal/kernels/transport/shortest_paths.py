"""Exact sizes at least distortion: records are shipped from cells that are too full to cells that are not.

The assignment step of PCL is a transportation problem, and the cell costs are its dual variables. Every record stands
in a cell of least price = distance + cost among its rivals. A record of cell a that is ``slack`` short of preferring
cell b is an edge a → b of that length in the graph of cells; the shortest path from a cell with a surplus to the
nearest one with a deficit (Dijkstra) says who moves, and raising the costs of the cells on this side of it by what
they are closer keeps every record in a cell of least price (successive shortest paths; Ahuja, Magnanti and Orlin
1993, ch. 9). So the sizes are met by the best assignment there is with these rivals, and with the costs that prove
it.

While many records are in the wrong place, `ship_wave` starts from all cells with a surplus at once: one search of the
whole graph serves every path of the tree it finds, as far as they do not get into each other's way. `ship` then moves
the rest, each with a search that ends at the nearest deficit. Identical records make edges of the same length: where
several stand beside each other, a path is used again until they are used up, so that repeated records are shipped in
bulk.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.jit import inner_kernel, kernel
from shoal.kernels.transport.cell_queue import CellQueue, approach, cell_queue, dismiss, serve

NOBODY = -1


class Shipping(NamedTuple):
    """Records with more than one rival cell, who stands where, and what is missing where."""

    start: npt.NDArray[np.int64]  # (records + 1,) where the rivals of each record begin
    rival: npt.NDArray[np.int64]  # (entries,) the cells a record may stand in
    distance: npt.NDArray[np.float64]  # (entries,) to the sites of those cells, times the record's weight
    choice: npt.NDArray[np.int64]  # (records,) the entry of ``rival`` that is a record's own cell
    cost: npt.NDArray[np.float64]  # (cells,)
    surplus: npt.NDArray[np.int64]  # (cells,) records too many; negative: too few
    first: npt.NDArray[np.int64]  # (cells,) chains of the records of each cell
    following: npt.NDArray[np.int64]  # (records,)
    previous: npt.NDArray[np.int64]  # (records,)
    queue: CellQueue
    through: npt.NDArray[np.int64]  # (cells,) the record by which a cell is reached
    entry_to: npt.NDArray[np.int64]  # (cells,) and the entry of that record by which it goes there
    round_seen: npt.NDArray[np.int64]  # (cells,) the round in which a cell was last reached
    round_served: npt.NDArray[np.int64]  # (cells,) and last left
    served: npt.NDArray[np.int64]  # (cells,) those left in this round, in order
    before: npt.NDArray[np.int64]  # (cells,) the cell from which a cell was reached
    tied: npt.NDArray[np.bool_]  # (cells,) whether other records of that cell reach it at the same length
    resume: npt.NDArray[np.int64]  # (cells,) where in the chain of that cell to look for the next of them
    stuck: npt.NDArray[np.bool_]  # (cells,) no deficit can be reached from here
    effort: npt.NDArray[np.int64]  # (1,) cells served in all rounds
    rounds: npt.NDArray[np.int64]  # (1,)


def shipping(
    start: npt.NDArray[np.int64],
    rival: npt.NDArray[np.int64],
    distance: npt.NDArray[np.float64],
    choice: npt.NDArray[np.int64],
    cost: npt.NDArray[np.float64],
    surplus: npt.NDArray[np.int64],
) -> Shipping:
    """Line up the records of each cell. ``choice``, ``cost`` and ``surplus`` are worked on in place."""
    n_records, n_cells = len(choice), len(cost)
    state = Shipping(
        start,
        rival,
        distance,
        choice,
        cost,
        surplus,
        np.full(n_cells, NOBODY, dtype=np.int64),
        np.full(n_records, NOBODY, dtype=np.int64),
        np.full(n_records, NOBODY, dtype=np.int64),
        cell_queue(n_cells),
        np.full(n_cells, NOBODY, dtype=np.int64),
        np.zeros(n_cells, dtype=np.int64),
        np.zeros(n_cells, dtype=np.int64),
        np.zeros(n_cells, dtype=np.int64),
        np.empty(n_cells, dtype=np.int64),
        np.full(n_cells, NOBODY, dtype=np.int64),
        np.zeros(n_cells, dtype=np.bool_),
        np.full(n_cells, NOBODY, dtype=np.int64),
        np.zeros(n_cells, dtype=np.bool_),
        np.zeros(1, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
    )
    _line_up(state)
    return state


@kernel
def _line_up(state):  # OUT
    for record in range(state.choice.shape[0] - 1, -1, -1):
        _join(state, record, state.rival[state.choice[record]])


@inner_kernel
def _join(state, record, cell):  # OUT
    after = state.first[cell]
    state.first[cell] = record
    state.previous[record] = NOBODY
    state.following[record] = after
    if after != NOBODY:
        state.previous[after] = record


@inner_kernel
def _leave(state, record, cell):  # OUT
    before = state.previous[record]
    after = state.following[record]
    if before == NOBODY:
        state.first[cell] = after
    else:
        state.following[before] = after
    if after != NOBODY:
        state.previous[after] = before


@inner_kernel
def _look_out(state, cell, here):  # OUT
    """Relax all edges out of a cell that is ``here`` away from the source."""
    state.effort[0] += 1
    this_round = state.rounds[0]
    record = state.first[cell]
    while record != NOBODY:
        price = state.distance[state.choice[record]] + state.cost[cell]
        for entry in range(state.start[record], state.start[record + 1]):
            other = state.rival[entry]
            if state.round_served[other] == this_round or state.stuck[other]:
                continue
            slack = (state.distance[entry] + state.cost[other]) - price
            there = here + (slack if slack > 0.0 else 0.0)  # a negative slack is a rounding error
            if state.round_seen[other] != this_round or there < state.queue.distance[other]:
                state.round_seen[other] = this_round
                state.through[other] = record
                state.before[other] = cell
                state.entry_to[other] = entry
                state.tied[other] = False
                state.resume[other] = state.following[record]
                approach(state.queue, other, there)
            elif there == state.queue.distance[other] and state.before[other] == cell:
                state.tied[other] = True
        record = state.following[record]


@inner_kernel
def _nearest_deficit(state, source):  # OUT
    """Serve cells by their distance from the source until one has room; returns it (−1 if none) and how many were
    served before it."""
    state.rounds[0] += 1
    this_round = state.rounds[0]
    n_served = 0
    state.round_seen[source] = this_round
    state.before[source] = NOBODY
    approach(state.queue, source, 0.0)
    while state.queue.n_waiting[0] > 0:
        cell = serve(state.queue)
        if state.surplus[cell] < 0:
            dismiss(state.queue)
            return cell, n_served
        state.round_served[cell] = this_round
        state.served[n_served] = cell
        n_served += 1
        _look_out(state, cell, state.queue.distance[cell])
    return np.int64(NOBODY), n_served


@inner_kernel
def _move_along(state, source, target):  # OUT
    """Every record on the path moves on by one cell."""
    cell = target
    while cell != source:
        record = state.through[cell]
        left = state.rival[state.choice[record]]
        _leave(state, record, left)
        state.choice[record] = state.entry_to[cell]
        _join(state, record, cell)
        cell = left
    state.surplus[source] -= 1
    state.surplus[target] += 1


@inner_kernel
def _search_from_all(state):  # OUT
    """Distances of all cells from the nearest surplus; returns how many cells can be reached."""
    state.rounds[0] += 1
    this_round = state.rounds[0]
    n_served = 0
    for cell in range(state.cost.shape[0]):
        if state.surplus[cell] > 0:
            state.round_seen[cell] = this_round
            state.before[cell] = NOBODY
            approach(state.queue, cell, 0.0)
    while state.queue.n_waiting[0] > 0:
        cell = serve(state.queue)
        state.round_served[cell] = this_round
        state.served[n_served] = cell
        n_served += 1
        _look_out(state, cell, state.queue.distance[cell])
    return n_served


@inner_kernel
def _entry_of(state, record, cell):  # IN
    """The entry of a record by which it stands in a cell, or −1."""
    for entry in range(state.start[record], state.start[record + 1]):
        if state.rival[entry] == cell:
            return np.int64(entry)
    return np.int64(NOBODY)


@inner_kernel
def _replaced(state, cell):  # OUT
    """Let a record at the same distances take the place of the one by which a cell was reached, which has moved.

    Returns whether there is one. Records that joined since stand at the head of the chain, so the search goes on where
    the last one ended, or begins anew when that record has moved too.
    """
    if not state.tied[cell]:
        return False
    left = state.before[cell]
    away = state.distance[state.entry_to[cell]]
    here = state.distance[_entry_of(state, state.through[cell], left)]
    record = state.resume[cell]
    if record == NOBODY or state.rival[state.choice[record]] != left:
        record = state.first[left]
    while record != NOBODY:
        if state.distance[state.choice[record]] == here:
            entry = _entry_of(state, record, cell)
            if entry != NOBODY and state.distance[entry] == away:
                state.through[cell] = record
                state.entry_to[cell] = entry
                state.resume[cell] = state.following[record]
                return True
        record = state.following[record]
    state.tied[cell] = False
    return False


@inner_kernel
def _source_of(state, target):  # OUT
    """Where the path to a cell begins, or −1 when one of its records has moved and nobody can take its place."""
    cell = target
    while state.before[cell] != NOBODY:
        if state.rival[state.choice[state.through[cell]]] != state.before[cell] and not _replaced(state, cell):
            return np.int64(NOBODY)
        cell = state.before[cell]
    return cell if state.surplus[cell] > 0 else np.int64(NOBODY)


@kernel
def ship_wave(state):  # OUT
    """One search from all cells with a surplus, then every path of it that is still free; returns how many moved."""
    n_served = _search_from_all(state)
    this_round = state.rounds[0]
    farthest = 0.0
    for i in range(n_served):
        cell = state.served[i]
        if state.surplus[cell] < 0:
            farthest = state.queue.distance[cell]
    for cell in range(state.cost.shape[0]):
        if state.round_served[cell] == this_round and state.queue.distance[cell] < farthest:
            state.cost[cell] += farthest - state.queue.distance[cell]
    shipped = 0
    for i in range(n_served):
        target = state.served[i]
        while state.surplus[target] < 0:
            source = _source_of(state, target)
            if source == NOBODY:
                break
            _move_along(state, source, target)
            shipped += 1
    return shipped


@kernel
def ship(state, most):  # OUT
    """Ship up to ``most`` records; returns how many were, and a cell whose surplus nobody can take (or −1).

    From such a cell, and from all that are reached from it, there is no way to any deficit, nor will there be: they are
    marked as stuck, and the next call goes on with the others.
    """
    shipped = 0
    for source in range(state.cost.shape[0]):
        while state.surplus[source] > 0 and not state.stuck[source]:
            if shipped == most:
                return shipped, np.int64(NOBODY)
            target, n_served = _nearest_deficit(state, source)
            if target == NOBODY:
                for i in range(n_served):
                    state.stuck[state.served[i]] = True
                return shipped, np.int64(source)
            length = state.queue.distance[target]
            for i in range(n_served):
                cell = state.served[i]
                state.cost[cell] += length - state.queue.distance[cell]
            while shipped < most and state.surplus[target] < 0 and _source_of(state, target) == source:
                _move_along(state, source, target)
                shipped += 1
    return shipped, np.int64(NOBODY)
