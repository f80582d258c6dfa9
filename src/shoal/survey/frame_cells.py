"""Frame cells: cells that a stranger finds again from their own values alone, and that all keep the promise.

A partitioner puts records into cells of a size. A respondent has no place in the frame, only values, so what counts is
where the rule, least ‖x − site‖² + cost, puts members of the frame. Members with the same values all go to one cell
then, and a cell may come out smaller than it was made. Such a cell is mended: its cost is lowered until it has enough
members, if its neighbours can spare them; else it is dissolved. Dissolving moves nobody but its own members, who go to
their next best cells, so it ends, with one cell that holds the whole frame at the latest.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from shoal.errors import InfeasiblePromise
from shoal.guarantee import ProbabilisticAnonymity
from shoal.guarantee.parameters import largest_acceptable
from shoal.partition.partition import FloatArray, IntArray, Partition
from shoal.partition.power_diagram import PowerDiagram

BoolArray = npt.NDArray[np.bool_]

NEIGHBOURS = 16  # cells near a dissolved one that are looked at again: about as many as have a border with it


@dataclass(frozen=True)
class FrameCells:
    """The rule, and what it makes of the frame. ``n_dissolved`` counts the cells that could not be kept."""

    sites: FloatArray = field(repr=False)
    costs: FloatArray = field(repr=False)
    partition: Partition = field(repr=False)
    failures: FloatArray = field(repr=False)
    n_mended: int
    n_dissolved: int


def frame_cells(points: FloatArray, partition: Partition, promise: ProbabilisticAnonymity, fewest: int) -> FrameCells:
    """The cells of a partition with sites and costs, as its rule gives them, each of them keeping the promise.

    ``fewest``: no cell may have fewer members than this.
    """
    sites = partition.centroids if partition.sites is None else partition.sites
    costs = np.zeros(partition.n_cells) if partition.costs is None else partition.costs
    work = _Mending(points, promise, fewest, sites, costs)
    work.run()
    alive = np.flatnonzero(work.alive)
    cell_of = np.searchsorted(alive, work.cell_of).astype(np.int64)
    kept_sites, kept_costs = np.ascontiguousarray(sites[alive]), work.costs[alive]
    made = Partition.from_cells(
        points,
        cell_of,
        method=partition.method,
        weights=None if isinstance(promise.participation, float) else promise.participation,
        costs=kept_costs,
        sites=kept_sites,
        outcome=partition.outcome,
    )
    return FrameCells(kept_sites, kept_costs, made, work.failures[alive], work.n_mended, partition.n_cells - len(alive))


class _Mending:
    """The state of the mending: who stands where, which cells are alive, and how likely each is to fail."""

    def __init__(
        self,
        points: FloatArray,
        promise: ProbabilisticAnonymity,
        fewest: int,
        sites: FloatArray,
        costs: FloatArray,
    ) -> None:
        self.points, self.promise, self.fewest = points, promise, fewest
        self.sites, self.costs = sites, costs.copy()
        self.alive = np.ones(len(costs), dtype=np.bool_)
        self.n_mended = 0
        self.cell_of = PowerDiagram(sites, costs).assign(points)
        self.count = np.bincount(self.cell_of, minlength=len(costs))
        self.failures = self._failures(self.cell_of, np.arange(len(costs)))

    def run(self) -> None:
        """Mend or dissolve, the smallest cell first, until every cell keeps the promise."""
        hopeless = np.zeros(len(self.costs), dtype=np.bool_)  # could not be mended since its neighbours last changed
        while True:
            failing = np.flatnonzero(self.alive & ~self._kept(self.count, self.failures))
            if len(failing) == 0:
                return
            if np.count_nonzero(self.alive) == 1:
                raise InfeasiblePromise(
                    f"The frame of {len(self.points)} members cannot fill a single cell that keeps the promise. "
                    "Allow a larger failure, lower k, or use a larger frame."
                )
            waiting = failing[~hopeless[failing]]
            if len(waiting):
                cell = int(waiting[np.argmax(self.count[waiting])])
                hopeless[cell] = not self._mended(cell)
            else:
                cell = int(failing[np.argmin(self.count[failing])])
                self._dissolve(cell)
                hopeless[self._near(cell)] = False

    def _kept(self, count: IntArray, failures: FloatArray) -> BoolArray:
        kept: BoolArray = (count >= self.fewest) & (failures <= largest_acceptable(self.promise.failure))
        return kept

    def _failures(self, cell_of: IntArray, cells: IntArray) -> FloatArray:
        """Of these cells, in ascending order, if members stood like this; nobody can fail in an empty cell."""
        rows = np.flatnonzero(np.isin(cell_of, cells))
        failures = np.zeros(len(cells))
        if len(rows):
            held, own = np.unique(cell_of[rows], return_inverse=True)
            failures[np.searchsorted(cells, held)] = self.promise.of(rows).cell_failures(own)
        return failures

    def _near(self, cell: int) -> IntArray:
        """The cells around a place where something has changed."""
        apart = ((self.sites - self.sites[cell]) ** 2).sum(axis=1)
        return np.argsort(apart, kind="stable")[: NEIGHBOURS + 1]

    def _mended(self, cell: int) -> bool:
        """Lower the cost of a cell by as little as gives it enough members; undone if another cell fails for it."""
        others = np.flatnonzero(self.cell_of != cell)
        own = self._price(others, np.full(len(others), cell))
        margin = own - self._price(others, self.cell_of[others])
        order = np.argsort(margin, kind="stable")
        margin = margin[order]
        lacking = max(1, self.fewest - int(self.count[cell]))
        while lacking < len(order):
            with_next = int(np.searchsorted(margin, margin[lacking - 1], side="right"))  # twins come together
            if with_next == len(order):
                return False
            taken = others[order[:with_next]]
            donors = np.unique(self.cell_of[taken])
            if (self.count[donors] - np.bincount(self.cell_of[taken])[donors] < self.fewest).any():
                return False
            moved = self.cell_of.copy()
            moved[taken] = cell
            if self._failures(moved, np.array([cell]))[0] <= largest_acceptable(self.promise.failure):
                return self._lowered(cell, 0.5 * (margin[with_next - 1] + margin[with_next]), donors)
            lacking = with_next + 1
        return False

    def _lowered(self, cell: int, by: float, donors: IntArray) -> bool:
        """Take the new cost, unless the rule then makes something else of it than a mended cell and sound donors."""
        costs = self.costs.copy()
        costs[cell] -= by
        alive = np.flatnonzero(self.alive)
        cell_of = alive[PowerDiagram(self.sites[alive], costs[alive]).assign(self.points)]
        touched = np.unique(np.append(donors, cell))
        count = np.bincount(cell_of, minlength=len(costs))
        unlike = np.flatnonzero(count != self.count)
        failures = self._failures(cell_of, touched)
        if not np.isin(unlike, touched).all() or not self._kept(count[touched], failures).all():
            return False
        self.costs, self.cell_of, self.count = costs, cell_of, count
        self.failures[touched] = failures
        self.n_mended += 1
        return True

    def _dissolve(self, cell: int) -> None:
        """Send its members to their next best cells."""
        self.alive[cell] = False
        rows = np.flatnonzero(self.cell_of == cell)
        alive = np.flatnonzero(self.alive)
        if len(rows):
            self.cell_of[rows] = alive[
                PowerDiagram(self.sites[alive], self.costs[alive]).assign(np.ascontiguousarray(self.points[rows]))
            ]
        changed = np.unique(self.cell_of[rows])
        self.count = np.bincount(self.cell_of, minlength=len(self.costs))
        if len(changed):
            self.failures[changed] = self._failures(self.cell_of, changed)

    def _price(self, rows: IntArray, cells: IntArray) -> FloatArray:
        price: FloatArray = ((self.points[rows] - self.sites[cells]) ** 2).sum(axis=1) + self.costs[cells]
        return price
