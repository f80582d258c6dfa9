"""Rivals: for each record the cells that are near enough to be worth a thought (`kernels/transport/candidates.py`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray, IntArray
from shoal.partition.control import each
from shoal.partition.transport.power_diagram import PLAIN

LEAVES_AT_ONCE = 512  # one thread's turn; short enough for an interrupt to be noticed soon
ENTRIES_FOR_EACH = 4  # rivals a record has on average; a turn that finds more is continued in new room


@dataclass(frozen=True)
class Rivals:
    """The records that have a choice (torn), and between what. All other records stand in ``best_of``."""

    best_of: IntArray  # (n,) the best cell of every record
    record: IntArray  # (torn,) the records with more than one rival
    start: IntArray  # (torn + 1,) where the entries of each begin
    cell: IntArray  # (entries,)
    distance: FloatArray  # (entries,) to the cell's site, times the record's weight
    settled: IntArray  # (cells,) how many records without a choice stand in each cell
    n_crowded: int  # records whose dearest rivals were left out

    def borders_moved(self, moved: FloatArray, scale: FloatArray) -> FloatArray:
        """How far the border next to each torn record has moved, in scales of the smaller of the two cells."""
        one, other = self.cell[self.start[:-1]], self.cell[self.start[:-1] + 1]
        shifts: FloatArray = np.abs(moved[one] - moved[other]) / np.minimum(scale[one], scale[other])
        return shifts


def gather(
    tree: Any,
    points: FloatArray,
    sites: FloatArray,
    costs: FloatArray,
    *,
    weights: FloatArray | None,
    cell_of: IntArray | None,
    reach: FloatArray,
    room: int,
    threads: int,
) -> Rivals:
    """All cells whose price is at most ``reach[best]`` above that of a record's best (its ``room`` best), and the
    present cell.
    """
    from shoal.kernels.transport.candidates import filter_room, gather_rivals, gathered_room

    weight = PLAIN if weights is None else weights
    factor = 1.0 / weight
    factor_range = (float(factor.min()), float(factor.max()))
    present = np.empty(0, dtype=np.int64) if cell_of is None else cell_of
    best_of = np.empty(len(points), dtype=np.int64)
    n_leaves = len(tree.record_at)
    n_slots = tree.record_at.shape[1]

    def stretch(first: int) -> list[Any]:
        scratch = filter_room(tree, len(sites), points.shape[1])
        end = min(n_leaves, first + LEAVES_AT_ONCE)
        pieces = []
        leaf = first
        while leaf < end:
            left = (end - leaf) * n_slots
            out = gathered_room(left, max(ENTRIES_FOR_EACH * left, n_slots * (min(room, len(sites)) + 1)))
            leaf = gather_rivals(
                tree, leaf, end, points, sites, costs, weight, factor, factor_range,
                present, reach, room, scratch, best_of, out,
            )  # fmt: skip
            n = int(out.n_gathered[0])
            n_entries = int(out.start[n])
            pieces.append(
                (out.record[:n], np.diff(out.start[: n + 1]), out.cell[:n_entries], out.distance[:n_entries], out)
            )
        return pieces

    turns = each(stretch, range(0, n_leaves, LEAVES_AT_ONCE), threads)
    pieces = [piece for turn in turns for piece in turn]
    record, count, cell, distance = (np.concatenate([piece[part] for piece in pieces]) for part in range(4))
    settled = np.bincount(best_of, minlength=len(sites))
    settled -= np.bincount(best_of[record], minlength=len(sites))
    return Rivals(
        best_of,
        record,
        np.concatenate([[0], np.cumsum(count)]),
        cell,
        distance,
        settled,
        sum(int(piece[4].n_crowded[0]) for piece in pieces),
    )


def unknown(rivals: Rivals, record: IntArray, cell: IntArray) -> npt.NDArray[np.bool_]:
    """Which of these pairs of a record and a cell are not among the rivals."""
    n_cells = len(rivals.settled)
    asked = np.zeros(len(rivals.best_of), dtype=bool)
    asked[record] = True
    owner = np.repeat(rivals.record, np.diff(rivals.start))
    entries = np.flatnonzero(asked[owner])
    return np.isin(record * n_cells + cell, owner[entries] * n_cells + rivals.cell[entries], invert=True)


def widened(
    rivals: Rivals,
    choice: IntArray,
    points: FloatArray,
    sites: FloatArray,
    weights: FloatArray | None,
    record: IntArray,
    cell: IntArray,
) -> tuple[Rivals, IntArray]:
    """More rivals: pairs of a record and a cell that it does not know yet. Also ``choice``, the entry of each torn
    record's own cell, in the new order.
    """
    weight = np.ones(len(points)) if weights is None else weights

    def distances(of: IntArray, to: IntArray) -> FloatArray:
        return np.asarray(weight[of] * ((points[of] - sites[to]) ** 2).sum(axis=1))

    n_torn = len(rivals.record)
    turn = np.full(len(points), -1, dtype=np.int64)
    turn[rivals.record] = np.arange(n_torn)
    fresh = np.unique(record[turn[record] < 0])
    turn[fresh] = n_torn + np.arange(len(fresh))
    own = rivals.best_of[fresh]
    owner = np.concatenate([np.repeat(np.arange(n_torn), np.diff(rivals.start)), turn[fresh], turn[record]])
    order = np.argsort(owner, kind="stable")
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    n_entries = len(rivals.cell)
    all_cells = np.concatenate([rivals.cell, own, cell])[order]
    all_distances = np.concatenate([rivals.distance, distances(fresh, own), distances(record, cell)])[order]
    wider = Rivals(
        rivals.best_of,
        np.concatenate([rivals.record, fresh]),
        np.concatenate([[0], np.cumsum(np.bincount(owner, minlength=n_torn + len(fresh)))]),
        all_cells,
        all_distances,
        rivals.settled - np.bincount(own, minlength=len(sites)),
        rivals.n_crowded,
    )
    return wider, np.concatenate([place[choice], place[n_entries + np.arange(len(fresh))]])
