"""Rivals: for each record the cells that are near enough to be worth a thought (`kernels/rival_filter.py`)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from shoal.partition.partition import FloatArray, IntArray
from shoal.partition.power_diagram import PLAIN

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
    from shoal.kernels.rival_filter import filter_room, gather_rivals, gathered_room

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

    starts = range(0, n_leaves, LEAVES_AT_ONCE)
    if threads == 1 or len(starts) == 1:
        turns = [stretch(first) for first in starts]
    else:
        with ThreadPoolExecutor(threads) as pool:
            turns = list(pool.map(stretch, starts))
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
