"""Trimming: the records that cost most are left out, and chosen together with the cells.

A few records far from all others can cost more than all the rest. So up to a given number of records is left out, such
that the distortion of the others is small. Choice and cells depend on each other and take turns, as in impartial
trimming for k-means (J. A. Cuesta-Albertos, A. Gordaliza and C. Matrán, Trimmed k-means: an attempt to robustify
quantizers, Annals of Statistics 25 (1997)): form the cells of the records that stay, choose anew with these cells, and
so on. The choice with the least distortion wins.

The choice takes one cell after another. If the members L of a cell C leave, and the others join the cells around it,
the distortion falls by

    saving(L) = SSE(C) − Σ join(x) over x in C \\ L,     join(x) = min over cells D of w·M/(w + M) · |x − centroid(D)|²

with w the weight of x and M that of D. For j records, those L are best for which join(x) is largest; the cell chooses
the j whose saving per record is largest. From a cell above k a single record can also leave alone, which saves
w·M/(M − w) · |x − centroid(C)|². The cell with the largest saving per record comes first. When as many have left as
may, records that were left out before come back if that costs less than those who leave for them save. At the end,
records that were left out take the place of members of the cells around, as long as that lowers the distortion.

A point may stand for several records, such as a household: savings are then per record, and what leaves or comes back
takes its own distortion with it. Points of one party leave all or not at all.

Differs from the paper: there a record is judged by its distance to a centroid that many others have made. Here a cell
has few records, and one outlier draws its companions away from where they belong.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import NamedTuple

import numpy as np

from shoal.arrays import BoolArray, FloatArray, IntArray, records_by_cell
from shoal.errors import InfeasiblePromise, Outcome
from shoal.partition.neighbours import nearest_points
from shoal.partition.partition import Partition

FORMINGS = 4  # of cells at most, the first with all records: two more gain nothing (`benchmarks.suppression`)
LEAST_SAVING = 1e-12  # of the spread of all records: less is rounding
CELLS_AROUND = 16  # that a record may join: with 4 instead, up to 4 % more loss (`benchmarks.suppression`)


@dataclass(frozen=True, eq=False)
class Parties:
    """For points that stand for several records: how many, the distortion inside, and the number of their party."""

    records: IntArray
    inner: FloatArray
    party_of: IntArray

    @classmethod
    def of_one(cls, n_points: int) -> Parties:
        """Every point is a record, and a party of its own."""
        return cls(np.ones(n_points, dtype=np.int64), np.zeros(n_points), np.arange(n_points))

    def whole(self, stays: BoolArray) -> IntArray:
        """The points that stay, and all others of their parties."""
        return np.flatnonzero(np.bincount(self.party_of, weights=stays)[self.party_of] > 0)


@dataclass(frozen=True)
class Trimmed:
    """The records that stay, their cells, and the cells of all records."""

    kept: IntArray  # rows, ascending
    partition: Partition  # of the kept records, in their order
    of_all: Partition
    forming: int = 0  # which of the times that cells were formed these are from


def trimmed(
    points: FloatArray,
    block_of: IntArray,
    most: int,
    least: int,
    form: Callable[[IntArray], Partition],
    weights: FloatArray | None = None,
    *,
    formings: int = FORMINGS,
    parties: Parties | None = None,
) -> Trimmed:
    """Leave out at most ``most`` records, so that at least ``least`` points of each block stay.

    ``form`` makes the cells of the given rows; no cell crosses a block, and none has fewer than ``least`` records.
    Cells that an interrupt ended are the last ones.
    """
    of = Parties.of_one(len(points)) if parties is None else parties
    everybody = np.arange(len(points), dtype=np.int64)
    of_all = form(everybody)
    best = Trimmed(everybody, of_all, of_all)
    for forming in range(1, formings):
        if best.partition.outcome is Outcome.INTERRUPTED:
            break
        choice = LeavingChoice(points, block_of, best.kept, best.partition.cell_of, weights, least, of)
        choice.leave(most)
        choice.replace()
        stays = of.whole(choice.cell_of >= 0)
        if np.array_equal(stays, best.kept):
            break
        try:
            formed = form(stays)
        except InfeasiblePromise:  # of the records that stay: those who left were needed
            break
        if formed.sse >= best.partition.sse:
            break
        best = Trimmed(stays, formed, of_all, forming)
    return best


class Leaving(NamedTuple):
    """Members of a cell that leave together, and what each of their records saves in the mean."""

    saving: float
    points: IntArray


class LeavingChoice:
    """Who stays, while groups of records leave and others come back."""

    def __init__(
        self,
        points: FloatArray,
        block_of: IntArray,
        rows: IntArray,
        cell_of: IntArray,
        weights: FloatArray | None,
        least: int,
        parties: Parties,
    ) -> None:
        self.points, self.block_of, self.least = points, block_of, least
        self.records, self.inner = parties.records, parties.inner
        self.weight = np.ones(len(points)) if weights is None else weights
        self.cell_of = np.full(len(points), -1, dtype=np.int64)  # −1: left out
        self.cell_of[rows] = cell_of
        self.members = [rows[records] for records in records_by_cell(cell_of)]
        self.mass = np.bincount(cell_of, weights=self.weight[rows])  # 0: the cell is no more
        sums = [np.bincount(cell_of, weights=self.weight[rows] * column) for column in points[rows].T]
        self.total = np.column_stack(sums)
        self.spread = float((self.weight[:, None] * (points - points.mean(axis=0)) ** 2).sum())
        self.staying = np.bincount(block_of[rows], minlength=int(block_of.max()) + 1)
        self.around = self._around()

    def first_savings(self, most: int) -> list[Leaving]:
        """Who would leave first of each cell, if at most so many records may."""
        return [self._leaving(cell, most) for cell in range(len(self.members))]

    def leave(self, most: int, down_to: float = 0.0) -> list[Leaving]:
        """Until nobody saves more by leaving than it costs that somebody else comes back: who left, one after another.

        A cell's saving changes with the cells around it, so it is weighed again when its turn comes. ``down_to``: who
        saves no more than that stays.
        """
        left: list[Leaving] = []
        out = np.flatnonzero(self.cell_of < 0)
        room = most - int(self.records[out].sum())
        costs = self._joining(out).min(axis=1) + self.inner[out]
        returning = sorted(zip(costs.tolist(), out.tolist(), strict=True), reverse=True)  # the cheapest is the last
        turns = [(-leaving.saving, cell) for cell, leaving in enumerate(self.first_savings(most))]
        heapify(turns)
        while turns and turns[0][0] < -down_to:
            cell = heappop(turns)[1]
            leaving = self._leaving(cell, room + self._in_all(returning))
            if turns and -leaving.saving > turns[0][0]:
                heappush(turns, (-leaving.saving, cell))
                continue
            n_leaving = int(self.records[leaving.points].sum())
            n_back = self._enough(returning, n_leaving - room)
            if sum(cost for cost, _ in returning[len(returning) - n_back :]) >= leaving.saving * n_leaving:
                leaving, n_back = self._leaving(cell, room), 0
            if leaving.saving <= down_to:
                continue
            for _ in range(n_back):
                room += self._come_back(returning.pop()[1])
            self._leave(cell, leaving.points)
            left.append(leaving)
            room -= int(self.records[leaving.points].sum())
            heappush(turns, (-self._leaving(cell, room + self._in_all(returning)).saving, cell))
        return left

    def _in_all(self, returning: Sequence[tuple[float, int]]) -> int:
        """The records that could come back."""
        return int(self.records[[point for _, point in returning]].sum()) if returning else 0

    def _enough(self, returning: Sequence[tuple[float, int]], needed: int) -> int:
        """How many of the cheapest have so many records together; the cheapest is the last."""
        n_back = 0
        while needed > 0:
            n_back += 1
            needed -= int(self.records[returning[-n_back][1]])
        return n_back

    def replace(self) -> None:
        """Records that were left out take the place of members of the cells around, as long as that saves anything."""
        saves = True
        while saves:
            saves = False
            for record in np.flatnonzero(self.cell_of < 0).tolist():
                saving, member = max(self._replacing(record, cell) for cell in set(self.around[record].tolist()))
                if saving > LEAST_SAVING * self.spread:
                    cell = int(self.cell_of[member])
                    self._part(member)
                    self._put(record, cell)
                    saves = True

    def _replacing(self, record: int, cell: int) -> tuple[float, int]:
        """What it saves when a record takes the place of a member of the cell, and of whom."""
        members = self.members[cell]
        if len(members) < 2:
            return 0.0, -1
        weight, mass, own = self.weight[members], self.mass[cell], self.weight[record]
        gap = ((self.points[members] - self.total[cell] / mass) ** 2).sum(axis=1)
        centroid = (self.total[cell] - weight[:, None] * self.points[members]) / (mass - weight)[:, None]
        joining = own * (mass - weight) / (mass - weight + own) * ((self.points[record] - centroid) ** 2).sum(axis=1)
        saving = weight * mass / (mass - weight) * gap - joining + self.inner[members] - self.inner[record]
        saving[self.records[members] > self.records[record]] = -np.inf  # more would be left out
        best = int(np.argmax(saving))
        return float(saving[best]), int(members[best])

    def _leaving(self, cell: int, most: int) -> Leaving:
        """The members whose leaving saves most in the mean, at most so many records; nobody if nothing is saved."""
        members = self.members[cell]
        nobody = Leaving(0.0, members[:0])
        if len(members) == 0:
            return nobody
        spare = min(int(self.staying[self.block_of[members[0]]]) - self.least, len(members))
        if spare <= 0 or most <= 0:
            return nobody
        weight, mass, n_records = self.weight[members], self.mass[cell], self.records[members]
        moved = weight * ((self.points[members] - self.total[cell] / mass) ** 2).sum(axis=1)
        choices = [nobody]
        if len(members) > self.least:
            alone = np.where(n_records <= most, (moved * mass / (mass - weight) + self.inner[members]) / n_records, 0.0)
            first = int(np.argmax(alone))
            choices.append(Leaving(float(alone[first]), members[[first]]))
        joining = self._joining(members).min(axis=1)
        falling = np.argsort(-joining, kind="stable")
        left = np.append(np.cumsum(joining[falling][::-1])[::-1][1:], 0.0)  # what joining costs those who stay
        leaving = np.cumsum(n_records[falling])
        saving = ((moved.sum() - left + np.cumsum(self.inner[members][falling])) / leaving)[:spare]
        saving = saving[leaving[:spare] <= most]
        if len(saving):
            count = int(np.argmax(saving)) + 1
            choices.append(Leaving(float(saving[count - 1]), members[falling[:count]]))
        return max(choices, key=lambda choice: choice.saving)

    def _leave(self, cell: int, records: IntArray) -> None:
        """Those who are left of a cell below ``least`` join the cells around it."""
        for record in records.tolist():
            self._part(record)
            self.staying[self.block_of[record]] -= 1
        if len(self.members[cell]) < self.least:
            for record in self.members[cell].tolist():
                self._part(record)
                self._join(record)

    def _come_back(self, record: int) -> int:
        self._join(record)
        self.staying[self.block_of[record]] += 1
        return int(self.records[record])

    def _part(self, record: int) -> None:
        cell = int(self.cell_of[record])
        self.members[cell] = self.members[cell][self.members[cell] != record]
        self.cell_of[record] = -1
        self._weigh(record, cell, -self.weight[record])

    def _join(self, record: int) -> None:
        self._put(record, int(self.around[record, np.argmin(self._joining(np.array([record]))[0])]))

    def _put(self, record: int, cell: int) -> None:
        self.members[cell] = np.append(self.members[cell], record)
        self.cell_of[record] = cell
        self._weigh(record, cell, self.weight[record])

    def _weigh(self, record: int, cell: int, weight: float) -> None:
        self.total[cell] += weight * self.points[record]
        self.mass[cell] = self.weight[self.members[cell]].sum()

    def _joining(self, records: IntArray) -> FloatArray:
        """(records, cells around) what it costs when a record joins another cell; infinite for its own."""
        cells = self.around[records]
        mass, weight = self.mass[cells], self.weight[records][:, None]
        no_more = (mass == 0.0) | (cells == self.cell_of[records][:, None])
        mass = np.where(no_more, 1.0, mass)
        gap = ((self.points[records][:, None] - self.total[cells] / mass[..., None]) ** 2).sum(axis=2)
        return np.where(no_more, np.inf, weight * mass / (mass + weight) * gap)

    def _around(self) -> IntArray:
        """(n, CELLS_AROUND) the cells of its block that are nearest to each record; some repeat where there are few."""
        centroids = self.total / self.mass[:, None]
        block_of_cell = np.array([self.block_of[members[0]] for members in self.members])
        around = np.empty((len(self.points), CELLS_AROUND), dtype=np.int64)
        for block in range(len(self.staying)):
            records, cells = np.flatnonzero(self.block_of == block), np.flatnonzero(block_of_cell == block)
            count = min(CELLS_AROUND, len(cells))
            nearest, _ = nearest_points(np.ascontiguousarray(centroids[cells]), self.points[records], count)
            around[records] = cells[nearest[:, np.arange(CELLS_AROUND) % count]]
        return around
