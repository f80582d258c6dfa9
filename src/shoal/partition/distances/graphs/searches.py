"""Graphs of any size: candidates, own distances and best vertices by searches that go only as far as they need to.

Candidates come from one search that begins at all sites and gives every vertex its best ones
(`kernels/graphs/labels.py`); records of unequal weight have one search each (`kernels/graphs/single_records.py`). The
distances of records to their own sites, and the best vertex of a cell, need searches in the neighbourhood of the cell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.kernels.graphs.labels import Labels, label_vertices, new_labels
from shoal.kernels.graphs.medians import best_vertices, new_workspace
from shoal.kernels.graphs.records import Gathered, gather_from_labels, new_gathered, new_near
from shoal.kernels.graphs.search import TO_A, A, B, Network, new_search, own_distances
from shoal.kernels.graphs.single_records import gather_one_by_one, held_sites
from shoal.partition.control import each
from shoal.partition.transport.candidates import Candidates

RECORDS_AT_ONCE = 8_192  # one thread's turn, some milliseconds
TURNS = 16  # into which cells are divided for the threads: cells differ in how long they take
MOST_PAIRS = 20_000_000  # candidates times records of a cell, for the proof of its best vertex: some 0.2 s
LANDMARKS = 8
ROUNDING_QUANTA = 8.0  # costs are rounded to quanta in searches; so much farther is searched

Gather = Callable[[slice, Gathered, IntArray], None]


@dataclass(frozen=True)
class Searches:
    """Searches of one network, whose lengths are multiples of the quantum."""

    network: Network = field(repr=False)
    quantum: float

    @property
    def n_vertices(self) -> int:
        """How many vertices there are."""
        return len(self.network.start) - 1

    # --- candidates

    def gather(
        self,
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
        """The candidates of each record, as `transport/candidates.py` defines them."""
        present = np.empty(0, dtype=np.int64) if cell_of is None else cell_of
        room = min(room, len(sites))
        n_seen = room if room < len(sites) else len(sites) + 1
        inside, inside_range = _sites_inside_edges(points, sites, self.n_vertices)
        work: Gather
        if weights is None or np.ptp(weights) == 0.0:
            weight = 1.0 if weights is None else float(weights[0])
            labels = self._labels(sites, costs / weight, float(reach.max()) / weight, room)
            most_near = 2 * room + len(inside)

            def from_labels(rows: slice, out: Gathered, best_of: IntArray) -> None:
                gather_from_labels(
                    points, rows.start, rows.stop, labels, sites, inside, inside_range, costs, weight, present, reach,
                    room, n_seen, new_near(most_near), best_of, out,
                )  # fmt: skip

            work = from_labels
        else:
            weight_of = np.ascontiguousarray(weights)
            held = held_sites(sites, self.n_vertices)

            def one_by_one(rows: slice, out: Gathered, best_of: IntArray) -> None:
                gather_one_by_one(
                    self.network, new_search(self.network), points, rows.start, rows.stop, held, sites, inside,
                    inside_range, costs, weight_of, present, reach, room, n_seen, new_near(len(sites)), best_of, out,
                )  # fmt: skip

            work = one_by_one
        candidates = _together(work, len(points), len(sites), room, threads)
        self._complete(candidates, points, sites, weights, threads)
        return candidates

    def best_cells(
        self, points: FloatArray, sites: FloatArray, costs: FloatArray, weights: FloatArray | None, threads: int
    ) -> IntArray:
        """The cell of least price for each record; ties go to the lower cell."""
        return self.gather(
            points, sites, costs, weights=weights, cell_of=None, reach=np.zeros(len(sites)), room=1, threads=threads
        ).best_of

    def _labels(self, sites: FloatArray, costs: FloatArray, reach: float, room: int) -> Labels:
        labels = new_labels(self.n_vertices, room)
        rounded = np.rint(costs / self.quantum) * self.quantum  # then prices minus costs are exact distances
        label_vertices(self.network, sites, rounded, reach + ROUNDING_QUANTA * self.quantum, labels)
        return labels

    def _complete(
        self, candidates: Candidates, points: FloatArray, sites: FloatArray, weights: FloatArray | None, threads: int
    ) -> None:
        """Fill in the distances of present cells that no search has reached."""
        unknown = np.flatnonzero(np.isnan(candidates.distance))
        if len(unknown):
            record = candidates.record[np.searchsorted(candidates.start, unknown, side="right") - 1]
            distance = self.to_own(points[record], sites, candidates.cell[unknown], threads)
            candidates.distance[unknown] = distance if weights is None else weights[record] * distance

    # --- distances

    def to_own(
        self, points: FloatArray, sites: FloatArray, cell_of: IntArray, threads: int | None = None
    ) -> FloatArray:
        """The distance of each position to the site of its cell."""
        own = np.empty(len(points))
        order, start = _by_cell(cell_of, len(sites))

        def measure(cells: tuple[int, int]) -> None:
            wanted = np.zeros(self.n_vertices, dtype=bool)
            own_distances(self.network, new_search(self.network), points, sites, start, order, *cells, wanted, own)

        each(measure, _turns(start), threads)
        return own

    def between(self, points: FloatArray, sites: FloatArray) -> FloatArray:
        """All distances (n, m); one search from each site."""
        distance = np.empty((len(points), len(sites)))
        every, start = np.arange(len(points)), np.array([0, len(points)])

        def measure(numbers: IntArray) -> None:
            search, wanted, own = new_search(self.network), np.zeros(self.n_vertices, dtype=bool), np.empty(len(points))
            for site in numbers:
                own_distances(self.network, search, points, sites[site : site + 1], start, every, 0, 1, wanted, own)
                distance[:, site] = own

        each(measure, [turn for turn in np.array_split(np.arange(len(sites)), TURNS) if len(turn)])
        return distance

    # --- representatives

    def best_vertices(
        self, points: FloatArray, cell_of: IntArray, n_cells: int, weights: FloatArray | None, start: IntArray | None
    ) -> IntArray:
        """The vertex of least total distance of each cell; ``start`` stays if it is as good."""
        order, ends = _by_cell(cell_of, n_cells)
        own = np.ascontiguousarray(points[order])
        weight = np.ones(len(points)) if weights is None else np.ascontiguousarray(weights[order])
        if start is None:
            first = np.minimum(ends[:-1], len(points) - 1)
            start = np.where(own[first, TO_A] <= own[first, TO_A + B], own[first, A], own[first, B]).astype(np.int64)
        vertex, total = start.copy(), np.empty(n_cells)
        most = int(np.diff(ends).max())

        def find(cells: tuple[int, int]) -> None:
            work = new_workspace(self.network, most)
            best_vertices(self.network, work, own, weight, ends, *cells, MOST_PAIRS, LANDMARKS, vertex, total)

        each(find, _turns(ends))
        return vertex


def _together(work: Gather, n_records: int, n_cells: int, room: int, threads: int) -> Candidates:
    """The candidates of all records, from one stretch of records after the other."""
    best_of = np.empty(n_records, dtype=np.int64)

    def stretch(first: int) -> Gathered:
        rows = slice(first, min(n_records, first + RECORDS_AT_ONCE))
        out = new_gathered(rows.stop - rows.start, room)
        work(rows, out, best_of)
        n = int(out.n_gathered[0])
        n_entries = int(out.start[n])
        return Gathered(
            out.record[:n].copy(), np.diff(out.start[: n + 1]), out.cell[:n_entries].copy(),
            out.distance[:n_entries].copy(), out.n_gathered, out.n_crowded,
        )  # fmt: skip

    pieces = each(stretch, range(0, n_records, RECORDS_AT_ONCE), threads)
    record, count, cell, distance = (np.concatenate([piece[part] for piece in pieces]) for part in range(4))
    n_fixed = np.bincount(best_of, minlength=n_cells) - np.bincount(best_of[record], minlength=n_cells)
    start = np.concatenate([[0], np.cumsum(count)])
    return Candidates(best_of, record, start, cell, distance, n_fixed, sum(int(piece.n_crowded[0]) for piece in pieces))


def _sites_inside_edges(points: FloatArray, sites: FloatArray, n_vertices: int) -> tuple[IntArray, IntArray]:
    """The sites inside edges, ordered by edge, and for each record the range (n, 2) of those inside its edge."""
    inside = np.flatnonzero(sites[:, A] != sites[:, B])
    edge = sites[inside, A] * n_vertices + sites[inside, B]
    order = np.argsort(edge, kind="stable")
    inside, edge = inside[order], edge[order]
    if not len(inside):
        return inside, np.zeros((len(points), 2), dtype=np.int64)
    own = points[:, A] * n_vertices + points[:, B]  # of a vertex: no edge has twice the same end
    return inside, np.column_stack([np.searchsorted(edge, own, "left"), np.searchsorted(edge, own, "right")])


def _by_cell(cell_of: IntArray, n_cells: int) -> tuple[IntArray, IntArray]:
    """The records ordered by cell, and where each cell begins."""
    order = np.argsort(cell_of, kind="stable")
    return order, np.concatenate([[0], np.cumsum(np.bincount(cell_of, minlength=n_cells))])


def _turns(start: IntArray) -> list[tuple[int, int]]:
    """Ranges of cells with about the same number of records."""
    n_cells = len(start) - 1
    cuts = np.unique(np.searchsorted(start, np.linspace(0, start[-1], TURNS + 1)[1:-1]))
    ends = np.unique(np.concatenate([[0], cuts[cuts <= n_cells], [n_cells]]))
    return [(int(first), int(end)) for first, end in pairwise(ends)]
