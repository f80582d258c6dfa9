"""The best cells out of several partitions: a linear program over all cells that were seen, and a dive from it.

Annealing finds most of the right cells in every run, but never all of them in one. Choosing among the cells of many
runs, each record exactly once and at least distortion, is a set-partitioning program. Its linear relaxation is solved
in a fraction of a second, and is almost integral for small k. A dive takes the cells of which it is surest, solves
again for the records that are left, and so on; the few records that no cell is left for join the cells beside them.
What comes out lies in another place than any of the runs, mostly a better one after a short annealing, which finds
further cells to choose from.

The same program in whole numbers is too hard for all records, but not for those about which the best partition and
the relaxation disagree (relaxation-induced neighbourhoods, Danna, Rothberg & Le Pape 2005): the cells of the best
partition of which the relaxation is surest stay, and for all other records the choice is exact. It is never worse.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray, IntArray
from shoal.partition.control import Clock
from shoal.partition.linear_programs import Answer, Program, Solver

SLACK = 0.05  # of the distortion: cells of worse partitions only make the program slow (design 025)
MOST_CELLS = 60_000  # in the pool; beyond, the relaxation itself takes too long (design 025)
SURE = 0.999  # a cell that the relaxation takes to this share is taken (design 025)
LIKELY = 0.5  # … and so are a few of those that it takes by more than half (design 025),
STEPS = 15  # until these hold one in so many of the records that are left (design 025)
REST = 120  # … and until so few are left that the integer program is solved at once (design 025)
NODES = 1_000  # of its search tree (design 025)
LEAST_GAIN = 1e-9  # share of the distortion: a smaller improvement is rounding (design 025)
CLOSE_ENOUGH = 1e-4  # share of its value: closer is not worth the proof (design 025)
NOTHING = 1e-6  # a smaller share is rounding (design 025)

Name = tuple[int, ...]  # a cell: its records, ascending


class OutOfTime(Exception):
    """A program was stopped by the clock or by somebody, or took more pivots than it may."""


@dataclass
class Pool:
    """Cells seen so far, each with its distortion."""

    points: FloatArray
    weights: FloatArray | None
    most: int  # records of a cell at most
    seen: dict[Name, float] = field(default_factory=dict)
    _least: float = np.inf  # distortion of the best partition so far

    def add(self, cell_of: IntArray) -> None:
        """Take in the cells of a partition, while there is room, unless it is much worse than the best one so far."""
        cells = self._costs(cell_of)
        sse = sum(cells.values())
        if sse < (1.0 - SLACK) * self._least:  # cells of partitions that are far behind only make the program slow
            self.seen.clear()
        self._least = min(self._least, sse)
        if sse > (1.0 + SLACK) * self._least:
            return
        for name, cost in cells.items():
            if len(self.seen) >= MOST_CELLS:
                return
            self.seen.setdefault(name, cost)

    def _costs(self, cell_of: IntArray) -> dict[Name, float]:
        """The cells of a partition, each with its distortion."""
        weight = np.ones(len(cell_of)) if self.weights is None else self.weights
        mass = np.bincount(cell_of, weight)
        cost = np.zeros(len(mass))
        for values in self.points.T:
            mean = np.bincount(cell_of, weight * values) / mass
            cost += np.bincount(cell_of, weight * (values - mean[cell_of]) ** 2)
        members = records_by_cell(cell_of)
        return {tuple(records.tolist()): float(one) for records, one in zip(members, cost, strict=True)}

    def recombined(self, sse: float, clock: Clock, most_pivots: int | None = None) -> IntArray | None:
        """A partition made of these cells, almost; None when the relaxation finds none below ``sse``.

        Raises OutOfTime when the clock would have a part in the answer, which could not be repeated, or when it takes
        more than ``most_pivots``.
        """
        if sse <= 0.0 or not self.seen:
            return None
        columns, solver, relaxed = self._relaxed(self.seen, sse, clock, most_pivots)
        if relaxed.value >= columns.n_records:
            return None
        chosen = columns.dive(solver, relaxed)
        self._forget(columns, relaxed)
        return self._completed(columns.cells(chosen), len(chosen)) if chosen else None

    def chosen(self, cell_of: IntArray, sse: float, share: float, clock: Clock) -> IntArray | None:
        """The best partition made of these cells that differs from ``cell_of`` for this share of the records at most.

        None when there is none better. Raises OutOfTime as above, and leaves no trace here.
        """
        if sse <= 0.0:
            return None
        own = self._costs(cell_of)
        columns, _, relaxed = self._relaxed(own | self.seen, sse, clock)  # so its cells are the first columns
        if relaxed.value >= columns.n_records * (1.0 - LEAST_GAIN):
            return None
        return columns.chosen(np.arange(len(own)), relaxed, share)

    def _relaxed(
        self, seen: dict[Name, float], sse: float, clock: Clock, most_pivots: int | None = None
    ) -> tuple[Columns, Solver, Answer]:
        """The relaxation over these cells."""
        columns = Columns.of(seen, len(self.points), sse, clock)
        solver = columns.relaxation(most_pivots)
        relaxed = columns.answer(solver)
        return columns, solver, relaxed

    def _forget(self, columns: Columns, relaxed: Answer) -> None:
        """Cells that are dearer at these prices than all there is to gain will not be chosen."""
        names = list(self.seen)
        hopeless = relaxed.reduced[: len(names)] > columns.n_records - relaxed.value
        for index in np.flatnonzero(hopeless):
            del self.seen[names[index]]

    def _completed(self, cell_of: IntArray, n_cells: int) -> IntArray | None:
        """Records that no cell was left for join the one with room in which they cost least; None: there is none."""
        settled = cell_of >= 0
        sizes = np.bincount(cell_of[settled], minlength=n_cells)
        weights = np.ones(len(cell_of)) if self.weights is None else self.weights
        mass = np.bincount(cell_of[settled], weights[settled], minlength=n_cells)
        sums = np.zeros((n_cells, self.points.shape[1]))
        np.add.at(sums, cell_of[settled], weights[settled, None] * self.points[settled])
        for record in np.flatnonzero(~settled):
            weight = weights[record]
            cost = ((sums / mass[:, None] - self.points[record]) ** 2).sum(axis=1) * (mass * weight / (mass + weight))
            cost[sizes >= self.most] = np.inf
            cell = int(np.argmin(cost))
            if np.isinf(cost[cell]):
                return None
            cell_of[record] = cell
            sizes[cell] += 1
            mass[cell] += weight
            sums[cell] += weight * self.points[record]
        return cell_of


@dataclass(frozen=True)
class Columns:
    """The cells as columns of the program; costs in units in which the best partition known costs n."""

    cover: Any  # (records, cells), sparse
    cost: FloatArray
    clock: Clock

    @classmethod
    def of(cls, cells: dict[Name, float], n_records: int, sse: float, clock: Clock) -> Columns:
        from scipy.sparse import csc_array

        cost = np.array(list(cells.values())) * (n_records / sse)  # the solver's tolerances are absolute
        ends = np.cumsum([0, *map(len, cells)])
        members = np.concatenate([np.array(name, dtype=np.int64) for name in cells])
        cover = csc_array((np.ones(len(members)), members, ends), shape=(n_records, len(cells)))
        return cls(cover, cost, clock)

    @property
    def n_records(self) -> int:
        """Records to be covered."""
        return int(self.cover.shape[0])

    def records_of(self, column: int) -> IntArray:
        """The records of a cell."""
        records: IntArray = self.cover.indices[self.cover.indptr[column] : self.cover.indptr[column + 1]]
        return records

    def relaxation(self, most_pivots: int | None = None) -> Solver:
        """The program in any numbers, not yet solved."""
        program = self._program(np.arange(len(self.cost)), np.arange(self.n_records))
        return Solver(program, most_pivots=most_pivots)

    def answer(self, relaxation: Solver) -> Answer:
        """Solve it. It is feasible and bounded: without an answer it was stopped."""
        found = relaxation.run(self._left_s)
        if found is None:
            raise OutOfTime
        return found

    def cells(self, chosen: Sequence[int] | IntArray) -> IntArray:
        """The cells that were chosen; −1 for records in none of them."""
        cell_of = np.full(self.n_records, -1, dtype=np.int64)
        for number, column in enumerate(chosen):
            cell_of[self.records_of(column)] = number
        return cell_of

    def chosen(self, best: IntArray, relaxed: Answer, share: float) -> IntArray | None:
        """The best cells, chosen anew for the share of the records that are in the least sure of them; None: no other.

        Cells that cost more beyond the prices of their records than all there is to gain cannot be part of it.
        """
        stays = self._stays(best, relaxed, share)
        is_open = self.cells(best[stays]) < 0
        closed_records = self.cover.T @ np.where(is_open, 0.0, 1.0)
        hopeful = (relaxed.reduced[: len(self.cost)] <= self.n_records - relaxed.value) & (closed_records == 0.0)
        hopeful[best[~stays]] = True
        columns, records = np.flatnonzero(hopeful), np.flatnonzero(is_open)
        if len(records) == 0:
            return None
        program = Program(self.cost[columns], self.cover[:, columns][records], 1.0, 1.0, high=1.0)
        known = np.isin(columns, best).astype(np.float64)
        taken = program.solve_whole(self._left_s, NODES, CLOSE_ENOUGH, known, lambda: self.clock.is_interrupted)
        if taken is None:
            raise OutOfTime
        if program.cost @ taken >= program.cost @ known - LEAST_GAIN * self.n_records:
            return None
        return self.cells([*best[stays].tolist(), *columns[taken > 0.5].tolist()])

    def dive(self, solver: Solver, relaxed: Answer) -> list[int]:
        """Cells that have no record in common: the surest first, then the surest for those that are left."""
        rows: Any = self.cover.tocsr()
        chosen: list[int] = []
        is_open: npt.NDArray[np.bool_] = np.ones(self.n_records, dtype=bool)
        is_free: npt.NDArray[np.bool_] = np.ones(len(self.cost), dtype=bool)  # neither taken nor in the way of one
        while True:
            fresh = self._surest(np.where(is_free, relaxed.taken[: len(self.cost)], 0.0), is_open)
            if not fresh:
                return chosen
            chosen += fresh
            shut: npt.NDArray[np.bool_] = np.zeros(len(self.cost), dtype=bool)
            shut[rows[np.concatenate([self.records_of(column) for column in fresh])].indices] = True
            shut &= is_free
            is_free &= ~shut
            shut[fresh] = False
            columns, records = np.flatnonzero(is_free), np.flatnonzero(is_open)
            if len(columns) == 0:
                return chosen
            if len(records) <= REST:
                return chosen + self.solved(columns, records)
            solver.fix(np.array(fresh), 1.0)
            solver.fix(np.flatnonzero(shut), 0.0)
            relaxed = self.answer(solver)

    def _stays(self, best: IntArray, relaxed: Answer, share: float) -> npt.NDArray[np.bool_]:
        """All but the least sure of these cells.

        Sure are those that the relaxation takes; among them, those of which every rival costs much beyond the prices.
        """
        taken = np.round(relaxed.taken[best], 6)
        cell_of = self.cells(best)
        dear = relaxed.reduced[: len(self.cost)].copy()
        dear[best] = np.inf
        rival = np.full(len(best), np.inf)
        np.minimum.at(rival, cell_of[self.cover.indices], np.repeat(dear, np.diff(self.cover.indptr)))
        order = np.lexsort((rival, taken))
        sizes = np.diff(self.cover.indptr)[best]
        stays: npt.NDArray[np.bool_] = np.ones(len(best), dtype=bool)
        stays[order[np.cumsum(sizes[order]) <= share * self.n_records]] = False
        return stays

    def solved(self, columns: IntArray, records: IntArray) -> list[int]:
        """The best of these columns for these records, in whole numbers."""
        taken = self._program(columns, records).solve_whole(self._left_s, NODES, CLOSE_ENOUGH)
        if taken is None:
            raise OutOfTime
        return [int(column) for column in columns[taken[: len(columns)] > 0.5]]

    def _program(self, columns: IntArray, records: IntArray) -> Program:
        """These records by these columns; one may also be left out, which costs as much as all together."""
        from scipy.sparse import eye_array, hstack

        cover: Any = hstack([self.cover[:, columns][records], eye_array(len(records))])
        cost = np.append(self.cost[columns], np.full(len(records), float(self.n_records)))
        return Program(cost, cover, 1.0, 1.0, high=1.0)

    @property
    def _left_s(self) -> float:
        return max(0.0, self.clock.left_s)

    def _surest(self, taken: FloatArray, is_open: npt.NDArray[np.bool_]) -> list[int]:
        """The cells of which the relaxation is sure, and the likeliest others; at least one, if it takes any at all.

        Their records are no longer open.
        """
        chosen: list[int] = []
        a_step = max(1, int(is_open.sum()) // STEPS)
        n_taken = 0
        for column in np.argsort(-taken, kind="stable"):
            share = taken[column]
            if share <= NOTHING or (share < SURE and n_taken > 0 and (share < LIKELY or n_taken >= a_step)):
                break
            records = self.records_of(column)
            if is_open[records].all():
                is_open[records] = False
                chosen.append(int(column))
                n_taken += len(records)
        return chosen


def records_by_cell(cell_of: IntArray) -> list[IntArray]:
    """The records of each cell, ascending. Cells are numbered from 0 without gaps."""
    order = np.argsort(cell_of, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(cell_of[order])) + 1)
