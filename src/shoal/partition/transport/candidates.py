"""Candidates: for each record the cells that it may be assigned to (`kernels/transport/candidates.py`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray, IntArray
from shoal.partition.control import each
from shoal.partition.transport.power_diagram import PLAIN

LEAVES_AT_ONCE = 512  # one thread's turn; short enough for an interrupt to be noticed soon
ENTRIES_FOR_EACH = 4  # candidates of a record on average; a turn that finds more continues in a new buffer


@dataclass(frozen=True)
class Candidates:
    """The contested records, which have several candidate cells. All other records are in ``best_of``."""

    best_of: IntArray  # (n,) the best cell of every record
    record: IntArray  # (contested,) the records with more than one candidate
    start: IntArray  # (contested + 1,) where the entries of each begin
    cell: IntArray  # (entries,)
    distance: FloatArray  # (entries,) to the cell's site, times the record's weight
    n_fixed: IntArray  # (cells,) the number of other records in each cell
    n_crowded: int  # records whose dearest candidates were left out

    def borders_moved(self, moved: FloatArray, scale: FloatArray) -> FloatArray:
        """How far the border next to each contested record has moved, in scales of the smaller of the two cells."""
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
) -> Candidates:
    """The candidates of each record: cells whose price is at most ``reach[best]`` above that of its best cell (the
    ``room`` best of them), and its present cell.
    """
    from shoal.kernels.transport.candidates import candidate_buffer, filter_scratch, gather_candidates

    weight = PLAIN if weights is None else weights
    factor = 1.0 / weight
    factor_range = (float(factor.min()), float(factor.max()))
    present = np.empty(0, dtype=np.int64) if cell_of is None else cell_of
    best_of = np.empty(len(points), dtype=np.int64)
    n_leaves = len(tree.record_at)
    n_slots = tree.record_at.shape[1]

    def stretch(first: int) -> list[Any]:
        scratch = filter_scratch(tree, len(sites), points.shape[1])
        end = min(n_leaves, first + LEAVES_AT_ONCE)
        pieces = []
        leaf = first
        while leaf < end:
            left = (end - leaf) * n_slots
            out = candidate_buffer(left, max(ENTRIES_FOR_EACH * left, n_slots * (min(room, len(sites)) + 1)))
            leaf = gather_candidates(
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
    n_fixed = np.bincount(best_of, minlength=len(sites))
    n_fixed -= np.bincount(best_of[record], minlength=len(sites))
    return Candidates(
        best_of,
        record,
        np.concatenate([[0], np.cumsum(count)]),
        cell,
        distance,
        n_fixed,
        sum(int(piece[4].n_crowded[0]) for piece in pieces),
    )


def candidates_of_blocks(
    distances: Callable[[slice], FloatArray],
    blocks: Sequence[slice],
    costs: FloatArray,
    *,
    cell_of: IntArray | None,
    reach: FloatArray,
    room: int,
    threads: int,
) -> Candidates:
    """The same candidates as those of `gather`, from all distances of one block of records after the other."""

    def found(rows: slice) -> tuple[IntArray, IntArray, IntArray, FloatArray, int]:
        distance = distances(rows)
        price = distance + costs
        best = np.asarray(price.argmin(axis=1), dtype=np.int64)
        every = np.arange(len(price))
        limit = price[every, best] + reach[best]
        kept = price <= limit[:, None]
        crowded = np.flatnonzero(kept.sum(axis=1) > room)
        if len(crowded):
            dearest = np.partition(price[crowded], room - 1, axis=1)[:, room - 1]
            kept[crowded] &= price[crowded] <= dearest[:, None]
        kept[every, best] = True
        if cell_of is not None:
            kept[every, cell_of[rows]] = True
        kept[kept.sum(axis=1) < 2] = False  # not contested
        record, cell = np.nonzero(kept)
        return best, record + rows.start, cell.astype(np.int64), distance[record, cell], len(crowded)

    pieces = each(found, blocks, threads)
    best_of, owner, cell, distance = (np.concatenate([piece[part] for piece in pieces]) for part in range(4))
    count = np.bincount(owner, minlength=len(best_of))
    record = np.flatnonzero(count)
    n_fixed = np.bincount(best_of, minlength=len(costs)) - np.bincount(best_of[record], minlength=len(costs))
    return Candidates(
        best_of,
        record,
        np.concatenate([[0], np.cumsum(count[record])]),
        cell,
        distance,
        n_fixed,
        sum(piece[4] for piece in pieces),
    )


def are_missing(candidates: Candidates, record: IntArray, cell: IntArray) -> npt.NDArray[np.bool_]:
    """Which of these pairs of a record and a cell are not among the candidates."""
    n_cells = len(candidates.n_fixed)
    asked = np.zeros(len(candidates.best_of), dtype=bool)
    asked[record] = True
    owner = np.repeat(candidates.record, np.diff(candidates.start))
    entries = np.flatnonzero(asked[owner])
    return np.isin(record * n_cells + cell, owner[entries] * n_cells + candidates.cell[entries], invert=True)


def extended(
    candidates: Candidates,
    choice: IntArray,
    distances: Callable[[IntArray, IntArray], FloatArray],
    record: IntArray,
    cell: IntArray,
) -> tuple[Candidates, IntArray]:
    """The candidates with more pairs of a record and a cell; also ``choice``, the entry of each contested record's own
    cell, in the new order. ``distances`` gives the weighted distances of pairs of a record and a cell.
    """
    n_contested = len(candidates.record)
    turn = np.full(len(candidates.best_of), -1, dtype=np.int64)
    turn[candidates.record] = np.arange(n_contested)
    fresh = np.unique(record[turn[record] < 0])
    turn[fresh] = n_contested + np.arange(len(fresh))
    own = candidates.best_of[fresh]
    owner = np.concatenate([np.repeat(np.arange(n_contested), np.diff(candidates.start)), turn[fresh], turn[record]])
    order = np.argsort(owner, kind="stable")
    position = np.empty_like(order)
    position[order] = np.arange(len(order))
    n_entries = len(candidates.cell)
    all_cells = np.concatenate([candidates.cell, own, cell])[order]
    all_distances = np.concatenate([candidates.distance, distances(fresh, own), distances(record, cell)])[order]
    wider = Candidates(
        candidates.best_of,
        np.concatenate([candidates.record, fresh]),
        np.concatenate([[0], np.cumsum(np.bincount(owner, minlength=n_contested + len(fresh)))]),
        all_cells,
        all_distances,
        candidates.n_fixed - np.bincount(own, minlength=len(candidates.n_fixed)),
        candidates.n_crowded,
    )
    return wider, np.concatenate([position[choice], position[n_entries + np.arange(len(fresh))]])
