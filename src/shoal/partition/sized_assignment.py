"""SizedAssignment: every record to a cell, at least distortion, with every cell at exactly its prescribed size.

Given the sites, this is a transportation problem whose dual variables are the cell costs. The rivals of each record
(the cells near enough to be worth a thought) are gathered at the costs of the last solution; then

- cells of many records: Newton's method on the costs first (`newton_costs.py`), which leaves a few records too many or
  too few in each cell, because sizes are then almost smooth functions of the costs;
- always: records are shipped from full to empty cells along shortest paths (`kernels/shipping.py`) until every size is
  met exactly. For cells of few records this alone is fastest.

With all rivals that matter the result is the optimum. A record's present cell is always among its rivals, so even a
look at few rivals never makes things worse; ``proven`` looks again, at the new costs, until no record prefers any cell
at all to its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from shoal.partition.margins import LIMIT, swept
from shoal.partition.newton_costs import GOOD_ENOUGH, newton_costs
from shoal.partition.partition import FloatArray, IntArray
from shoal.partition.power_diagram import PowerDiagram
from shoal.partition.rivals import Rivals, gather

SHIP_AT_ONCE = 2_000  # shipped records between two looks at an interrupt
NEWTON_RECORDS_PER_CELL = 50  # somewhere between 20 and 50 Newton begins to pay (benchmarks/pcl_switch.py)
ROOM_BY_DIMENSION = 6  # rivals kept for each record: this many for each dimension …
LEAST_ROOM, MOST_ROOM = 12, 32  # … within these limits; more when they do not suffice
FIRST_REACH = 1.0  # first guess how far costs will move, in scales of the cells
FIRST_REACH_OF_SMALL = 8.0  # small cells trade records with more than their neighbours
REACH_OVER_MOVE, LEAST_REACH = 3.0, 0.02  # later guesses: this many times what most borders moved last time
MOST_MOVES = 0.95  # the share of borders that are 'most'
NEWTON_ROUNDS = 12  # looks at rivals, each followed by Newton's method, before the rest is shipped
NEWTON_WIDER = 2.0  # a round that made things worse looked at too few rivals
NEWTON_STALLS = 0.7  # … unless a round leaves more than this share of the records that were wrong
REACH_STEP = 1.25  # small cells: a little less when one record in five has too many rivals, a little more when …
CROWDED_SHARE, FILLED_SHARE = 5, 2  # … half of the room is empty
ROOM_DECAY = 0.85  # room that was once needed is given up again, bit by bit
CUT_OFF_FACTOR = 4.0  # look this much farther when the rivals lead nowhere …
DOUBT_FACTOR = 4.0  # … and when a look at all cells found a better one
WAVE_PAYS = 30  # a wave looks at all cells, a single search at about this part of them
PRICE_ROUNDING = 1e-13  # of a price or cost: closer prices are equal, rounding decides nothing
SWEEPS = 5  # towards the middle of what costs may be, after each assignment
NEIGHBOURS = 3  # of a site, whose distances tell how large a cell is
LEAST_SCALE = 1e-9  # of the mean scale: for sites that coincide


@dataclass
class SizedAssignment:
    """The assignment step of PCL for prescribed sizes; remembers how far it had to look last time."""

    sizes: IntArray
    weights: FloatArray | None = None
    threads: int = 1
    reach: float = 0.0  # in scales of a cell
    room: int = 0

    @property
    def by_newton(self) -> bool:
        """Whether cells are large enough for a derivative to mean something."""
        return bool(self.sizes.mean() >= NEWTON_RECORDS_PER_CELL)

    def __call__(
        self,
        points: FloatArray,
        sites: FloatArray,
        costs: FloatArray,
        cell_of: IntArray | None = None,
        tree: Any = None,
    ) -> tuple[IntArray, FloatArray]:
        """New cells, and the costs that hold them.

        ``cell_of`` are the present cells, with the right sizes; ``tree`` the records' search tree, if there is one.
        """
        from shoal.kernels.free_records import free_records

        if self.room == 0:
            self.room = self._least_room(points.shape[1])
        if self.reach == 0.0:
            self.reach = FIRST_REACH if self.by_newton else FIRST_REACH_OF_SMALL
        planted = free_records(points) if tree is None else tree
        scale = self.scales(sites, points)

        def look(at: FloatArray) -> Rivals:
            return gather(
                planted, points, sites, at, weights=self.weights, cell_of=cell_of,
                reach=self.reach * scale, room=self.room, threads=self.threads,
            )  # fmt: skip

        at = costs
        while True:
            rivals = look(at)
            if self.by_newton:
                rivals, at = self._newton_rounds(look, rivals, at, scale)
            choice, new_costs, cut_off = self._shipped(rivals, at, cell_of)
            if not cut_off:
                break
            # The rivals lead from too many records to nowhere: look farther, and begin again.
            self.room = min(len(sites), 2 * self.room) if rivals.n_crowded else self.room
            self.reach *= CUT_OFF_FACTOR
        self._learn(rivals, new_costs - costs, scale, points.shape[1])
        new_cell_of = rivals.best_of.copy()
        new_cell_of[rivals.record] = rivals.cell[choice]
        # Away from the borders that shipping ended at: costs in the middle are also the better start for the next time.
        return new_cell_of, swept(rivals, choice, new_costs, LIMIT * scale, SWEEPS)

    def _newton_rounds(
        self, look: Callable[[FloatArray], Rivals], rivals: Rivals, costs: FloatArray, scale: FloatArray
    ) -> tuple[Rivals, FloatArray]:
        """Newton's method, with a new look at the rivals whenever the costs have moved too far for the old one.

        A look that finds more records in the wrong place than before is not believed: Newton's method went beyond what
        the rivals could tell, so more of them are gathered.
        """
        wrong = self._n_wrong(rivals)
        for _ in range(NEWTON_ROUNDS):
            new_costs, _ = newton_costs(rivals, self.sizes, costs, scale, self.reach * scale)
            if _borders_moved(rivals, new_costs - costs, scale).max(initial=0.0) <= self.reach:
                return rivals, new_costs - float(new_costs.mean())  # what the rivals told is the whole truth
            new_rivals = look(new_costs)
            still_wrong = self._n_wrong(new_rivals)
            if still_wrong < wrong:
                stalled = still_wrong > NEWTON_STALLS * wrong
                rivals, costs, wrong = new_rivals, new_costs, still_wrong
                if stalled or wrong <= 2 * GOOD_ENOUGH * len(self.sizes):
                    break
            else:
                self.reach *= NEWTON_WIDER
                rivals = look(costs)
        return rivals, costs - float(costs.mean())

    def _n_wrong(self, rivals: Rivals) -> int:
        """How many records stand in cells that are too full, everyone in the best one."""
        surplus = np.bincount(rivals.best_of, minlength=len(self.sizes)) - self.sizes
        return int(np.maximum(surplus, 0).sum())

    def _learn(self, rivals: Rivals, moved: FloatArray, scale: FloatArray, n_dims: int) -> None:
        """How far to look next time. What moves a border is the difference between the costs on its two sides."""
        if self.by_newton:
            shifts = _borders_moved(rivals, moved, scale)
            most = float(np.quantile(shifts, MOST_MOVES)) if len(shifts) else 0.0
            self.reach = max(REACH_OVER_MOVE * most, self.reach / REACH_OVER_MOVE, LEAST_REACH)
            return
        if rivals.n_crowded * CROWDED_SHARE > len(rivals.best_of):
            self.reach /= REACH_STEP
        elif len(rivals.cell) * FILLED_SHARE < self.room * len(rivals.best_of):
            self.reach *= REACH_STEP
        self.room = max(self._least_room(n_dims), int(ROOM_DECAY * self.room))

    def _least_room(self, n_dims: int) -> int:
        return min(len(self.sizes), max(LEAST_ROOM, min(MOST_ROOM, ROOM_BY_DIMENSION * n_dims)))

    def proven(
        self, points: FloatArray, sites: FloatArray, costs: FloatArray, cell_of: IntArray | None
    ) -> tuple[IntArray, FloatArray]:
        """The same, looked at again until every record stands in a cell of least price among ALL cells."""
        while True:
            cell_of, costs = self(points, sites, costs, cell_of)
            if self.dissatisfied(points, sites, costs, cell_of) == 0:
                return cell_of, costs
            self.room = min(len(sites), 2 * self.room)
            self.reach *= DOUBT_FACTOR

    def dissatisfied(self, points: FloatArray, sites: FloatArray, costs: FloatArray, cell_of: IntArray) -> int:
        """How many records would pay clearly less in another cell."""
        best = PowerDiagram(sites, costs).assign(points, self.weights, self.threads)
        other = np.flatnonzero(best != cell_of)
        factor = 1.0 if self.weights is None else 1.0 / self.weights[other]
        own_price = ((points[other] - sites[cell_of[other]]) ** 2).sum(axis=1) + factor * costs[cell_of[other]]
        best_price = ((points[other] - sites[best[other]]) ** 2).sum(axis=1) + factor * costs[best[other]]
        return int(np.sum(own_price - best_price > self._rounding(costs) + PRICE_ROUNDING * np.abs(own_price)))

    @staticmethod
    def _rounding(costs: FloatArray) -> float:
        return PRICE_ROUNDING * float(np.abs(costs).max())

    def scales(self, sites: FloatArray, points: FloatArray) -> FloatArray:
        """How large each cell is about: a quarter of the mean squared distance to its nearest neighbours' sites."""
        from scipy.spatial import cKDTree

        weight = 1.0 if self.weights is None else float(self.weights.mean())
        if len(sites) == 1:
            return np.full(1, weight * float(points.var(axis=0).sum()) or 1.0)
        distance = np.asarray(cKDTree(sites).query(sites, k=min(len(sites), NEIGHBOURS + 1))[0])
        scale: FloatArray = weight * (distance[:, 1:] ** 2).mean(axis=1) / 4.0
        mean = float(scale.mean()) or 1.0  # all sites in one place
        return np.maximum(scale, LEAST_SCALE * mean)

    def _shipped(
        self, rivals: Rivals, costs: FloatArray, present: IntArray | None
    ) -> tuple[IntArray, FloatArray, bool]:
        """The chosen entry of each torn record, the costs, and whether the rivals did not suffice to meet the sizes."""
        from shoal.kernels.borders import choose_cells, stay
        from shoal.kernels.shipping import ship, ship_wave, shipping

        n_torn = len(rivals.record)
        choice = np.empty(n_torn, dtype=np.int64)
        second, gap, size = np.empty_like(choice), np.empty(n_torn), rivals.settled.copy()
        choose_cells(rivals.start, rivals.cell, rivals.distance, costs, choice, second, gap, size)
        if present is not None and n_torn:
            own = present[rivals.record]
            stay(rivals.start, rivals.cell, rivals.distance, costs, own, self._rounding(costs), choice, size)
        new_costs = costs.copy()
        state = shipping(rivals.start, rivals.cell, rivals.distance, choice, new_costs, size - self.sizes)
        while ship_wave(state) * WAVE_PAYS > len(self.sizes):
            pass
        shipped, blocked = ship(state, SHIP_AT_ONCE)
        while shipped == SHIP_AT_ONCE and blocked < 0:
            shipped, blocked = ship(state, SHIP_AT_ONCE)
        return choice, new_costs, bool(blocked >= 0)


def _borders_moved(rivals: Rivals, moved: FloatArray, scale: FloatArray) -> FloatArray:
    """How far the border next to each torn record has moved, in scales of the smaller of the two cells."""
    one, other = rivals.cell[rivals.start[:-1]], rivals.cell[rivals.start[:-1] + 1]
    return np.abs(moved[one] - moved[other]) / np.minimum(scale[one], scale[other])
