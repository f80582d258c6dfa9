"""Successive shortest paths: records move from cells with a surplus to cells with a deficit, at least distortion.

The assignment step of PCL is a transportation problem, and the cell costs are its dual variables. Every record is in a
cell of least price = distance + cost among its candidates. In the graph of cells, a record of cell a makes an edge a →
b to each candidate b; the length of the edge is its slack, the price in b minus the price in a. Dijkstra's algorithm
finds the shortest path from a cell with a surplus to the nearest cell with a deficit, and the records of its edges
move. The costs of the cells that are closer than the deficit rise by the difference, and so every record stays in a
cell of least price (Ahuja, Magnanti and Orlin 1993, ch. 9). The result is the best assignment with these candidates
that meets the sizes, and the costs prove it.

While many records have to move, `augment_forest` starts from all cells with a surplus at once: one search of the whole
graph gives a shortest-path forest, and all paths of it are used as long as their records have not moved.
`augment_paths` then moves the rest, with one search for each path that ends at the nearest deficit. Identical records
make edges of the same length: a path is used again until there are none left, so that repeated records move in bulk.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.jit import inner_kernel, kernel
from shoal.kernels.transport.cell_queue import CellQueue, cell_queue, clear, pop_nearest, push_or_decrease

NONE = -1


class FlowState(NamedTuple):
    """The contested records, their cells, the surplus of every cell, and the arrays of the search."""

    start: npt.NDArray[np.int64]  # (records + 1,) where the candidates of each record begin
    candidate: npt.NDArray[np.int64]  # (entries,) the cells that a record may be in
    distance: npt.NDArray[np.float64]  # (entries,) to the sites of those cells, times the record's weight
    choice: npt.NDArray[np.int64]  # (records,) the entry of ``candidate`` that is a record's own cell
    cost: npt.NDArray[np.float64]  # (cells,)
    surplus: npt.NDArray[np.int64]  # (cells,) records too many; negative: too few
    first_in_cell: npt.NDArray[np.int64]  # (cells,) linked lists of the records of each cell
    next_in_cell: npt.NDArray[np.int64]  # (records,)
    previous_in_cell: npt.NDArray[np.int64]  # (records,)
    queue: CellQueue
    pred_record: npt.NDArray[np.int64]  # (cells,) the record whose edge leads to a cell on the shortest path
    pred_entry: npt.NDArray[np.int64]  # (cells,) and the entry of that record for this cell
    reached_in: npt.NDArray[np.int64]  # (cells,) the last search that reached a cell
    settled_in: npt.NDArray[np.int64]  # (cells,) and the last one that settled it: its distance is final
    settled: npt.NDArray[np.int64]  # (cells,) those that this search has settled, in order
    pred_cell: npt.NDArray[np.int64]  # (cells,) the cell before it on the shortest path
    tied: npt.NDArray[np.bool_]  # (cells,) whether other records of that cell make an edge of the same length
    resume: npt.NDArray[np.int64]  # (cells,) where in the list of that cell the search for the next of them goes on
    stuck: npt.NDArray[np.bool_]  # (cells,) no deficit can be reached from this cell
    n_settled_in_all: npt.NDArray[np.int64]  # (1,) cells settled by all searches
    n_searches: npt.NDArray[np.int64]  # (1,)


def flow_state(
    start: npt.NDArray[np.int64],
    candidate: npt.NDArray[np.int64],
    distance: npt.NDArray[np.float64],
    choice: npt.NDArray[np.int64],
    cost: npt.NDArray[np.float64],
    surplus: npt.NDArray[np.int64],
) -> FlowState:
    """Put the records of each cell into a list. ``choice``, ``cost`` and ``surplus`` are changed in place."""
    n_records, n_cells = len(choice), len(cost)
    state = FlowState(
        start,
        candidate,
        distance,
        choice,
        cost,
        surplus,
        np.full(n_cells, NONE, dtype=np.int64),
        np.full(n_records, NONE, dtype=np.int64),
        np.full(n_records, NONE, dtype=np.int64),
        cell_queue(n_cells),
        np.full(n_cells, NONE, dtype=np.int64),
        np.zeros(n_cells, dtype=np.int64),
        np.zeros(n_cells, dtype=np.int64),
        np.zeros(n_cells, dtype=np.int64),
        np.empty(n_cells, dtype=np.int64),
        np.full(n_cells, NONE, dtype=np.int64),
        np.zeros(n_cells, dtype=np.bool_),
        np.full(n_cells, NONE, dtype=np.int64),
        np.zeros(n_cells, dtype=np.bool_),
        np.zeros(1, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
    )
    _build_lists(state)
    return state


@kernel
def _build_lists(state):  # OUT
    for record in range(state.choice.shape[0] - 1, -1, -1):
        _link(state, record, state.candidate[state.choice[record]])


@inner_kernel
def _link(state, record, cell):  # OUT
    after = state.first_in_cell[cell]
    state.first_in_cell[cell] = record
    state.previous_in_cell[record] = NONE
    state.next_in_cell[record] = after
    if after != NONE:
        state.previous_in_cell[after] = record


@inner_kernel
def _unlink(state, record, cell):  # OUT
    before = state.previous_in_cell[record]
    after = state.next_in_cell[record]
    if before == NONE:
        state.first_in_cell[cell] = after
    else:
        state.next_in_cell[before] = after
    if after != NONE:
        state.previous_in_cell[after] = before


@inner_kernel
def _relax_edges(state, cell, here):  # OUT
    """Relax all edges out of a cell at distance ``here`` from the source."""
    state.n_settled_in_all[0] += 1
    this_search = state.n_searches[0]
    record = state.first_in_cell[cell]
    while record != NONE:
        price = state.distance[state.choice[record]] + state.cost[cell]
        for entry in range(state.start[record], state.start[record + 1]):
            other = state.candidate[entry]
            if state.settled_in[other] == this_search or state.stuck[other]:
                continue
            slack = (state.distance[entry] + state.cost[other]) - price
            there = here + (slack if slack > 0.0 else 0.0)  # a negative slack is a rounding error
            if state.reached_in[other] != this_search or there < state.queue.distance[other]:
                state.reached_in[other] = this_search
                state.pred_record[other] = record
                state.pred_cell[other] = cell
                state.pred_entry[other] = entry
                state.tied[other] = False
                state.resume[other] = state.next_in_cell[record]
                push_or_decrease(state.queue, other, there)
            elif there == state.queue.distance[other] and state.pred_cell[other] == cell:
                state.tied[other] = True
        record = state.next_in_cell[record]


@inner_kernel
def _nearest_deficit(state, source):  # OUT
    """Settle cells by their distance from the source until one has a deficit.

    Returns that cell (−1 if there is none) and the number of cells settled before it.
    """
    state.n_searches[0] += 1
    this_search = state.n_searches[0]
    n_settled = 0
    state.reached_in[source] = this_search
    state.pred_cell[source] = NONE
    push_or_decrease(state.queue, source, 0.0)
    while state.queue.n_queued[0] > 0:
        cell = pop_nearest(state.queue)
        if state.surplus[cell] < 0:
            clear(state.queue)
            return cell, n_settled
        state.settled_in[cell] = this_search
        state.settled[n_settled] = cell
        n_settled += 1
        _relax_edges(state, cell, state.queue.distance[cell])
    return np.int64(NONE), n_settled


@inner_kernel
def _augment(state, source, target):  # OUT
    """Every record on the path moves to the next cell of it."""
    cell = target
    while cell != source:
        record = state.pred_record[cell]
        left = state.candidate[state.choice[record]]
        _unlink(state, record, left)
        state.choice[record] = state.pred_entry[cell]
        _link(state, record, cell)
        cell = left
    state.surplus[source] -= 1
    state.surplus[target] += 1


@inner_kernel
def _search_from_all(state):  # OUT
    """Distances of all cells from the nearest surplus; returns the number of cells that can be reached."""
    state.n_searches[0] += 1
    this_search = state.n_searches[0]
    n_settled = 0
    for cell in range(state.cost.shape[0]):
        if state.surplus[cell] > 0:
            state.reached_in[cell] = this_search
            state.pred_cell[cell] = NONE
            push_or_decrease(state.queue, cell, 0.0)
    while state.queue.n_queued[0] > 0:
        cell = pop_nearest(state.queue)
        state.settled_in[cell] = this_search
        state.settled[n_settled] = cell
        n_settled += 1
        _relax_edges(state, cell, state.queue.distance[cell])
    return n_settled


@inner_kernel
def _entry_of(state, record, cell):  # IN
    """The entry of a record for a cell, or −1."""
    for entry in range(state.start[record], state.start[record + 1]):
        if state.candidate[entry] == cell:
            return np.int64(entry)
    return np.int64(NONE)


@inner_kernel
def _take_tied_record(state, cell):  # OUT
    """The record on the path to a cell has moved: replace it by another one at the same distances.

    Returns whether there is one. Records that came to the cell since are at the head of its list, so the search goes on
    where the last one ended, or starts again if that record has moved too.
    """
    if not state.tied[cell]:
        return False
    left = state.pred_cell[cell]
    away = state.distance[state.pred_entry[cell]]
    here = state.distance[_entry_of(state, state.pred_record[cell], left)]
    record = state.resume[cell]
    if record == NONE or state.candidate[state.choice[record]] != left:
        record = state.first_in_cell[left]
    while record != NONE:
        if state.distance[state.choice[record]] == here:
            entry = _entry_of(state, record, cell)
            if entry != NONE and state.distance[entry] == away:
                state.pred_record[cell] = record
                state.pred_entry[cell] = entry
                state.resume[cell] = state.next_in_cell[record]
                return True
        record = state.next_in_cell[record]
    state.tied[cell] = False
    return False


@inner_kernel
def _path_source(state, target):  # OUT
    """The source of the path to a cell, or −1 if one of its records has moved and no other can replace it."""
    cell = target
    while state.pred_cell[cell] != NONE:
        if state.candidate[state.choice[state.pred_record[cell]]] != state.pred_cell[cell] and not _take_tied_record(
            state, cell
        ):
            return np.int64(NONE)
        cell = state.pred_cell[cell]
    return cell if state.surplus[cell] > 0 else np.int64(NONE)


@kernel
def augment_forest(state):  # OUT
    """One search from all cells with a surplus, then every path that is still valid; returns the number of paths."""
    n_settled = _search_from_all(state)
    this_search = state.n_searches[0]
    farthest = 0.0
    for i in range(n_settled):
        cell = state.settled[i]
        if state.surplus[cell] < 0:
            farthest = state.queue.distance[cell]
    for cell in range(state.cost.shape[0]):
        if state.settled_in[cell] == this_search and state.queue.distance[cell] < farthest:
            state.cost[cell] += farthest - state.queue.distance[cell]
    n_moved = 0
    for i in range(n_settled):
        target = state.settled[i]
        while state.surplus[target] < 0:
            source = _path_source(state, target)
            if source == NONE:
                break
            _augment(state, source, target)
            n_moved += 1
    return n_moved


@kernel
def augment_paths(state, most):  # OUT
    """Use up to ``most`` shortest paths; returns how many, and a cell with a surplus but no path to a deficit (or −1).

    Such a cell, and all that are reached from it, have no path to a deficit, now or later: they are marked as stuck,
    and the next call goes on with the others.
    """
    n_moved = 0
    for source in range(state.cost.shape[0]):
        while state.surplus[source] > 0 and not state.stuck[source]:
            if n_moved == most:
                return n_moved, np.int64(NONE)
            target, n_settled = _nearest_deficit(state, source)
            if target == NONE:
                for i in range(n_settled):
                    state.stuck[state.settled[i]] = True
                return n_moved, np.int64(source)
            length = state.queue.distance[target]
            for i in range(n_settled):
                cell = state.settled[i]
                state.cost[cell] += length - state.queue.distance[cell]
            while n_moved < most and state.surplus[target] < 0 and _path_source(state, target) == source:
                _augment(state, source, target)
                n_moved += 1
    return n_moved, np.int64(NONE)
