"""Frame cells: cells that respondents find from their own values alone, and that all keep the promise.

A partitioner makes cells of given sizes. A respondent has only values, so members are counted by the rule: each belongs
to the cell with the least ‖x − site‖² + cost. All members with the same values belong to one cell then, so a cell may
be smaller than the partitioner made it. Such a cell is mended: its cost is lowered until it has enough members, if its
neighbours can spare them. Otherwise it is dissolved: its members join their next best cells, and no other member moves.
So the procedure ends, at the latest with one cell that holds the whole frame.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace

import numpy as np

from shoal.arrays import BoolArray, FloatArray, IntArray
from shoal.errors import InfeasiblePromise
from shoal.guarantee.parameters import largest_acceptable
from shoal.partition.partition import Partition
from shoal.partition.transport.dual_margins import scattered_costs
from shoal.partition.transport.power_diagram import PowerDiagram
from shoal.survey.participation.promise import CellPromise
from shoal.survey.shared.plain_means import plain_means

MOST_ROUNDS = 30  # in which sites and cells come to rest; a few are usual, each takes one assignment of the frame
SAME_PLACE = 1e-9  # of coordinates with a spread of about 1: no member's value can be read from such a difference
BLUR = 3.0  # what is known of a member within one spread is known within 0.95 spreads then: 1/√(1 + 1/3²)
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
    alive: IntArray = field(default_factory=lambda: np.empty(0, dtype=np.int64), repr=False)  # of the given cells


def frame_cells(points: FloatArray, partition: Partition, promise: CellPromise, fewest: int) -> FrameCells:
    """The cells of a partition with sites and costs, as its rule gives them, each of them keeping the promise.

    ``fewest``: no cell may have fewer members than this.

    Sites are published beside the centroids. A site that is the mean of other members than those in the cell would,
    times its size, differ from the centroid by the one member who left or came. So sites are brought to the means of
    the cells that they make, or blurred, whichever loses less. For the same reason the centroids are plain means, even
    where members are not equally likely to answer (`shared/plain_means.py`). Costs are drawn at random from all that
    make these cells.
    """
    sites = partition.centroids if partition.sites is None else partition.sites
    costs = np.zeros(partition.n_cells) if partition.costs is None else partition.costs
    first = _mended(points, partition, promise, fewest, sites, costs)
    if _is_off_centroid(first, points).any():
        ways = (_blurred(first, points, promise, fewest), _settled(first, points, promise, fewest))
        first = min((cells for cells in ways if cells is not None), key=lambda cells: cells.partition.sse)
    return replace(_by_lot(first, points), n_dissolved=partition.n_cells - first.partition.n_cells)


def _by_lot(made: FrameCells, points: FloatArray) -> FrameCells:
    """The same cells with costs drawn at random: costs are published, and where a border lies must tell no member."""
    drawn = scattered_costs(points, made.sites, made.costs, made.partition.cell_of) if len(made.costs) > 1 else None
    if drawn is None:
        return made
    return replace(made, costs=drawn, partition=replace(made.partition, costs=drawn))


def _is_off_centroid(made: FrameCells, points: FloatArray) -> BoolArray:
    """Which sites are not the means of exactly the members of their cells."""
    apart: FloatArray = np.abs(made.sites - plain_means(points, made.partition.cell_of)).max(axis=1)
    return apart > SAME_PLACE


def _settled(made: FrameCells, points: FloatArray, promise: CellPromise, fewest: int) -> FrameCells | None:
    """Sites become the means of their cells, until they are; None if that does not come to rest."""
    for _ in range(MOST_ROUNDS):
        means = plain_means(points, made.partition.cell_of)
        made = _mended(points, made.partition, promise, fewest, means, made.costs, made.n_mended)
        if not _is_off_centroid(made, points).any():
            return made
    return None


def _blurred(made: FrameCells, points: FloatArray, promise: CellPromise, fewest: int) -> FrameCells:
    """Sites that would tell a member are moved, each once, until none does.

    Times its size, a site is then off by ``BLUR`` spreads of a cell, so a difference tells hardly more of a member than
    the cell does. The noise follows from the frame, not from the seed, which is published.
    """
    cell_of, sizes = made.partition.cell_of, made.partition.sizes
    spread = np.sqrt(np.mean((points - plain_means(points, cell_of)[cell_of]) ** 2, axis=0))
    key = int.from_bytes(hashlib.sha256(np.ascontiguousarray(points).tobytes()).digest())
    drawn = np.random.default_rng(key).standard_normal(made.sites.shape)
    noise: FloatArray = BLUR * drawn * spread / sizes[:, None]
    waits = np.ones(len(sizes), dtype=np.bool_)
    while (moved := _is_off_centroid(made, points) & waits).any():
        sites = np.where(moved[:, None], made.sites + noise, made.sites)
        waits &= ~moved
        made = _mended(points, made.partition, promise, fewest, sites, made.costs, made.n_mended)
        noise, waits = noise[made.alive], waits[made.alive]
    return made


def _mended(
    points: FloatArray,
    partition: Partition,
    promise: CellPromise,
    fewest: int,
    sites: FloatArray,
    costs: FloatArray,
    n_before: int = 0,
) -> FrameCells:
    """The cells that these sites and costs make, those that fail mended or dissolved."""
    work = _Mending(points, promise, fewest, sites, costs)
    work.run()
    alive = np.flatnonzero(work.alive)
    cell_of = np.searchsorted(alive, work.cell_of).astype(np.int64)
    sites, costs = np.ascontiguousarray(work.sites[alive]), work.costs[alive]
    made = Partition.from_cells(
        points,
        cell_of,
        method=partition.method,
        costs=costs,
        sites=sites,
        outcome=partition.outcome,
    )
    n_dissolved = len(work.alive) - len(alive)
    return FrameCells(sites, costs, made, work.failures[alive], n_before + work.n_mended, n_dissolved, alive)


class _Mending:
    """The state of the mending: who stands where, which cells are alive, and how likely each is to fail."""

    def __init__(
        self,
        points: FloatArray,
        promise: CellPromise,
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
