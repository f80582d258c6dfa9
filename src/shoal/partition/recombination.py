"""The best cells out of several partitions: a linear program over all cells that were seen, and a dive from it.

Annealing finds most of the right cells in every run, but never all of them in one. Choosing among the cells of many
runs, each record exactly once and at least distortion, is a set-partitioning program. Its linear relaxation is solved
in a fraction of a second, and is almost integral for small k. A dive takes the cells of which it is surest, solves
again for the records that are left, and so on; the few records that no cell is left for join the cells beside them.
What comes out lies in another place than any of the runs, mostly a better one after a short annealing, which finds
further cells to choose from. For the smallest k the sets that hold the lower bound (`tight_cells.py`) are proposed as
well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from shoal.partition.partition import FloatArray, IntArray

MOST_CELLS = 60_000  # in the pool; beyond, the relaxation itself takes too long
SURE = 0.999  # a cell that the relaxation takes to this share is taken
LIKELY = 0.5  # … and so are a few of those it takes by more than half,
STEPS = 15  # until these hold one in so many of the records that are left
REST = 200  # … and until so few are left that the integer program is solved at once
NODES = 200  # of its search tree
CHOICE_NODES = 2_000  # … when it is about all records
LEAST_GAIN = 1e-9  # share of the distortion: a smaller improvement is rounding
CLOSE_ENOUGH = 1e-4  # share of its value: closer is not worth the proof
NOTHING = 1e-6  # a smaller share is rounding
DISTANT = 0.02  # share of the distortion: a relaxation that far below the best partition says little about it

Name = tuple[int, ...]  # a cell: its records, ascending


class OutOfTime(Exception):
    """A program was stopped by the clock."""


@dataclass
class Pool:
    """Cells seen so far, and cells that were proposed, each with its distortion."""

    points: FloatArray
    weights: FloatArray
    most: int  # records of a cell at most
    seen: dict[Name, float] = field(default_factory=dict)
    proposed: dict[Name, float] = field(default_factory=dict)

    def add(self, cell_of: IntArray) -> None:
        """Take in the cells of a partition, while there is room."""
        order = np.argsort(cell_of, kind="stable")
        begin = np.flatnonzero(np.diff(cell_of[order], prepend=-1))
        for records in np.split(order, begin[1:]):
            if len(self.seen) < MOST_CELLS:
                self._put(self.seen, records)

    def propose(self, cells: IntArray) -> None:
        """Take in cells that no partition had yet; (cells, k) records, ascending."""
        for records in cells[:MOST_CELLS]:
            self._put(self.proposed, records)

    def _put(self, cells: dict[Name, float], records: IntArray) -> None:
        name = tuple(records.tolist())
        if name not in cells:
            weight = self.weights[records]
            inside = self.points[records]
            mean = weight @ inside / weight.sum()
            cells[name] = float(weight @ ((inside - mean) ** 2).sum(axis=1))

    def recombined(self, sse: float, end: float) -> IntArray | None:
        """A partition made of these cells, almost; None when the relaxation finds none below ``sse``.

        Raises OutOfTime when the clock would have a part in the answer: it could not be repeated.
        """
        if sse <= 0.0 or not self.seen:
            return None
        columns = Columns.of(self.seen | self.proposed, len(self.points), sse, end)
        relaxed = columns.relaxed(np.arange(len(columns.cost)), np.arange(columns.n_records))
        if self.proposed and relaxed.value < (1.0 - DISTANT) * columns.n_records:
            columns = Columns.of(self.seen, len(self.points), sse, end)
            relaxed = columns.relaxed(np.arange(len(columns.cost)), np.arange(columns.n_records))
        if relaxed.value >= columns.n_records:
            return None
        chosen = columns.dive(relaxed)
        self._forget(columns, relaxed)
        return self._completed(columns.cells(chosen), len(chosen)) if chosen else None

    def choice(self, sse: float, end: float) -> Callable[[], IntArray | None]:
        """How to find the best partition made of the cells that are here now; None: none is better."""
        columns = Columns.of(self.seen | self.proposed, len(self.points), sse, end)
        return columns.best

    def _forget(self, columns: Columns, relaxed: _Relaxed) -> None:
        """Cells that are dearer at these prices than all there is to gain will not be chosen."""
        names = list(self.seen)
        hopeless = relaxed.reduced[: len(names)] > columns.n_records - relaxed.value
        for index in np.flatnonzero(hopeless):
            del self.seen[names[index]]

    def _completed(self, cell_of: IntArray, n_cells: int) -> IntArray:
        """Records that no cell was left for join the cell in which they cost least and which has room."""
        settled = cell_of >= 0
        sizes = np.bincount(cell_of[settled], minlength=n_cells)
        mass = np.bincount(cell_of[settled], self.weights[settled], minlength=n_cells)
        sums = np.zeros((n_cells, self.points.shape[1]))
        np.add.at(sums, cell_of[settled], self.weights[settled, None] * self.points[settled])
        for record in np.flatnonzero(~settled):
            weight = self.weights[record]
            cost = ((sums / mass[:, None] - self.points[record]) ** 2).sum(axis=1) * (mass * weight / (mass + weight))
            cost[sizes >= self.most] = np.inf
            cell = int(np.argmin(cost))
            cell_of[record] = cell
            sizes[cell] += 1
            mass[cell] += weight
            sums[cell] += weight * self.points[record]
        return cell_of


@dataclass(frozen=True)
class _Relaxed:
    """The relaxation's answer: how much of every cell it takes."""

    taken: FloatArray
    value: float
    reduced: FloatArray  # what a cell costs beyond the prices of its records


@dataclass(frozen=True)
class Columns:
    """The cells as columns of the program; costs in units in which the best partition known costs n."""

    cover: Any  # (records, cells), sparse
    cost: FloatArray
    end: float  # when time is up

    @classmethod
    def of(cls, cells: dict[Name, float], n_records: int, sse: float, end: float) -> Columns:
        from scipy.sparse import csc_array

        cost = np.array(list(cells.values())) * (n_records / sse)  # the solver's tolerances are absolute
        ends = np.cumsum([0, *map(len, cells)])
        members = np.concatenate([np.array(name, dtype=np.int64) for name in cells])
        cover = csc_array((np.ones(len(members)), members, ends), shape=(n_records, len(cells)))
        return cls(cover, cost, end)

    @property
    def n_records(self) -> int:
        """Records to be covered."""
        return int(self.cover.shape[0])

    def records_of(self, column: int) -> IntArray:
        """The records of a cell."""
        records: IntArray = self.cover.indices[self.cover.indptr[column] : self.cover.indptr[column + 1]]
        return records

    def relaxed(self, columns: IntArray, records: IntArray) -> _Relaxed:
        """The relaxation over these columns for these records."""
        from scipy.optimize import linprog

        cover, cost = self._with_nobody(columns, records)
        answer: Any = linprog(cost, A_eq=cover, b_eq=np.ones(len(records)), method="highs-ds", options=self._limit)
        if answer.status != 0:  # the program is feasible and bounded: it can only have been stopped
            raise OutOfTime
        reduced = cost - cover.T @ answer.eqlin.marginals
        return _Relaxed(answer.x[: len(columns)], float(answer.fun), reduced[: len(columns)])

    def cells(self, chosen: Sequence[int]) -> IntArray:
        """The cells that were chosen; −1 for records in none of them."""
        cell_of = np.full(self.n_records, -1, dtype=np.int64)
        for number, column in enumerate(chosen):
            cell_of[self.records_of(column)] = number
        return cell_of

    def best(self) -> IntArray | None:
        """The best partition made of these cells if it is better than the one known, and found in time.

        Cells that cost more beyond the prices of their records than all there is to gain cannot be part of it.
        """
        every = np.arange(self.n_records)
        try:
            relaxed = self.relaxed(np.arange(len(self.cost)), every)
            room = self.n_records * (1.0 - LEAST_GAIN) - relaxed.value
            hopeful = np.flatnonzero(relaxed.reduced <= room)
            if room <= 0.0 or len(hopeful) == 0:
                return None
            cell_of = self.cells(self.solved(hopeful, every, CHOICE_NODES))
        except OutOfTime:
            return None
        return cell_of if (cell_of >= 0).all() else None

    def dive(self, relaxed: _Relaxed) -> list[int]:
        """Cells that have no record in common: the surest first, then the surest for those that are left."""
        rows: Any = self.cover.tocsr()
        chosen: list[int] = []
        is_open: npt.NDArray[np.bool_] = np.ones(self.n_records, dtype=bool)
        columns = np.arange(len(self.cost))
        while relaxed.taken.max(initial=0.0) > NOTHING:
            self._take(columns, relaxed.taken, is_open, chosen)
            closed = np.zeros(len(self.cost))
            closed[rows[np.flatnonzero(~is_open)].indices] = 1.0
            columns = np.flatnonzero(closed == 0.0)
            records = np.flatnonzero(is_open)
            if len(columns) == 0:
                break
            if len(records) <= REST:
                return chosen + self.solved(columns, records)
            relaxed = self.relaxed(columns, records)
        return chosen

    def solved(self, columns: IntArray, records: IntArray, nodes: int = NODES) -> list[int]:
        """The best of these columns for these records, in whole numbers."""
        from scipy.optimize import Bounds, LinearConstraint, milp

        cover, cost = self._with_nobody(columns, records)
        answer: Any = milp(
            cost,
            constraints=LinearConstraint(cover, 1.0, 1.0),
            integrality=np.ones(len(cost), dtype=np.int64),
            bounds=Bounds(0, 1),
            options=self._limit | {"node_limit": nodes, "mip_rel_gap": CLOSE_ENOUGH},
        )
        if answer.x is None or "ime limit" in answer.message:
            raise OutOfTime
        return [int(column) for column in columns[answer.x[: len(columns)] > 0.5]]

    def _with_nobody(self, columns: IntArray, records: IntArray) -> tuple[Any, FloatArray]:
        """The program's matrix and costs; a record may also be left out, which costs as much as all together."""
        from scipy.sparse import eye_array, hstack

        cover: Any = hstack([self.cover[:, columns][records], eye_array(len(records))]).tocsc()
        return cover, np.append(self.cost[columns], np.full(len(records), float(self.n_records)))

    @property
    def _limit(self) -> Any:
        return {} if np.isinf(self.end) else {"time_limit": max(0.0, self.end - perf_counter())}

    def _take(self, columns: IntArray, taken: FloatArray, is_open: npt.NDArray[np.bool_], chosen: list[int]) -> None:
        """The cells of which the relaxation is sure, and the likeliest others; at least one."""
        a_step = max(1, int(is_open.sum()) // STEPS)
        n_taken = 0
        for place in np.argsort(-taken, kind="stable"):
            share = taken[place]
            if share < SURE and n_taken > 0 and (share < LIKELY or n_taken >= a_step):
                return
            records = self.records_of(columns[place])
            if is_open[records].all():
                is_open[records] = False
                chosen.append(int(columns[place]))
                n_taken += len(records)
