"""SizedAssignment: every record to a cell, at least distortion, with every cell at exactly its prescribed size.

Given the sites, this is a transportation problem whose dual variables are the cell costs. The rivals of each record
(the cells near enough to be worth a thought) are gathered at the costs of the last solution; then

- cells of many records: Newton's method on the costs first (`transport/newton.py`), which leaves a few records too many
or
  too few in each cell, because sizes are then almost smooth functions of the costs;
- always: records are shipped from full to empty cells along shortest paths (`kernels/transport/shortest_paths.py`)
until every size is
  met exactly. For cells of few records this alone is fastest.

Where the rivals lead from a cell with a surplus to no deficit, the best cell outside of what was reached becomes a
rival of every record inside: a tight cluster of many cells needs these few edges, not hundreds of rivals for everybody.
With all rivals that matter the result is the optimum. A record's present cell is always among its rivals, so even a
look at few rivals never makes things worse; ``proven`` looks at all cells and adds whatever a record prefers to its own
to its rivals, until no record prefers any.

Cells whose sites coincide (`transport/coincident_sites.py`) are assigned as one: they differ in nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.partition.sizes import sample_sizes
from shoal.partition.transport.candidates import Rivals, gather, unknown, widened
from shoal.partition.transport.coincident_sites import Places, places_of
from shoal.partition.transport.cycle_cancelling import fits, fits_at_need, traded
from shoal.partition.transport.dual_margins import contented
from shoal.partition.transport.empty_cells import filled_costs
from shoal.partition.transport.newton import GOOD_ENOUGH, newton_costs
from shoal.partition.transport.power_diagram import PowerDiagram
from shoal.partition.transport.scales import cell_scales
from shoal.partition.transport.shortest_paths import Instance, Met, calm, let_out, ship_all

NEWTON_RECORDS_PER_CELL = 50  # somewhere between 20 and 50 Newton begins to pay (benchmarks/pcl_switch.py)
ROOM_BY_DIMENSION = 6  # rivals kept for each record: this many for each dimension …
LEAST_ROOM, MOST_ROOM = 12, 32  # … within these limits; more when they do not suffice
FIRST_REACH = 1.0  # first guess how far costs will move, in scales of the cells
FIRST_REACH_OF_SMALL = 8.0  # small cells trade records with more than their neighbours
REACH_OVER_MOVE, LEAST_REACH = 3.0, 0.02  # later guesses: this many times what most borders moved last time
MOST_MOVES = 0.95  # the share of borders that are 'most'
FILLINGS = 8  # looks for cells that are empty after others were filled
NEWTON_ROUNDS = 12  # looks at rivals, each followed by Newton's method, before the rest is shipped
PATIENT_ROUNDS = 60  # where nothing is shipped: a warm start needs two or three, many cells from cold all
NEWTON_WIDER = 2.0  # a round that made things worse looked at too few rivals
NEWTON_STALLS = 0.7  # … unless a round leaves more than this share of the records that were wrong
REACH_STEP = 1.25  # small cells: a little less when one record in five has too many rivals, a little more when …
CROWDED_SHARE, FILLED_SHARE = 5, 2  # … half of the room is empty
FARTHER, ROOMIER = 4.0, 2  # look so much farther, at so many more, each time that rivals lead nowhere
SHARES_OF_COSTS = (1.0, 0.5, 0.0)  # of the old costs, when more than …
MANY_WRONG = 5  # … a fifth of the records are in the wrong place
SAMPLE_PER_CELL, SAMPLE_PAYS = 16, 4  # records a cell that tell costs to begin with, when there are 4 times as many
PRICE_ROUNDING = 1e-13  # of a price or cost: closer prices are equal, rounding decides nothing
MOST_LOOKS = 50  # at all cells: 37 were the most that were seen to come to an end (tight clusters of many cells)
FEW_LOOKS = 8  # at all cells, as a rule; where there is no end of them, all pairs of cells are compared if they can be


@dataclass
class SizedAssignment:
    """The assignment step of PCL for prescribed sizes; remembers how far it had to look last time."""

    sizes: IntArray
    weights: FloatArray | None = None
    threads: int = 1
    reach: float = 0.0  # in scales of a cell
    room: int = 0
    is_proven: bool = False  # whether ``proven`` came to its end last time

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
        if (places := places_of(sites)) is not None:
            return self._by_place(places, points, sites, costs, cell_of, lambda assign, *start: assign(*start, tree))
        setting = self._instance(points, sites)
        met = self._met(setting, costs, cell_of, tree)
        return met.cell_of, calm(setting, met)

    def proven(
        self,
        points: FloatArray,
        sites: FloatArray,
        costs: FloatArray,
        cell_of: IntArray | None = None,
        tree: Any = None,
        most_looks: float = np.inf,
        watch: Callable[[], None] = lambda: None,
    ) -> tuple[IntArray, FloatArray]:
        """The same, looked at again until every record stands in a cell of least price among ALL cells.

        Tight clusters that the sizes do not divide may take thousands of looks; after ``most_looks`` it is told by
        ``is_proven`` that there was no end of them. ``watch`` is called before each.
        """
        if (places := places_of(sites)) is not None:
            return self._by_place(
                places,
                points,
                sites,
                costs,
                cell_of,
                lambda assign, *start: assign.proven(*start, tree, most_looks, watch),
            )
        self.is_proven = True
        if cell_of is not None and fits(len(points), len(sites)):
            best = traded(points, sites, self.weights, costs, cell_of)
            if best is not None:
                return best
        setting = self._instance(points, sites)
        met = self._met(setting, costs, cell_of, tree)
        n_looks = 0
        while True:
            present, costs = met.cell_of, calm(setting, met)
            record, better = self._dissatisfied(setting, costs, present)
            if not unknown(met.rivals, record, better).any():  # what a record knows and does not choose is rounding
                return present, costs
            watch()
            n_looks += 1
            if n_looks == FEW_LOOKS and fits_at_need(len(points), len(sites)):
                best = traded(points, sites, self.weights, costs, present)
                if best is not None:
                    return best
            if n_looks >= most_looks:
                self.is_proven = False
                return present, costs
            rivals, choice = widened(met.rivals, met.choice, points, sites, self.weights, record, better)
            met = self._shipped(setting, rivals, contented(rivals, choice, costs), present)

    def nearly(
        self, points: FloatArray, sites: FloatArray, costs: FloatArray, tree: Any = None
    ) -> tuple[IntArray, FloatArray]:
        """The same, as Newton's method leaves it: nothing is shipped, and sizes of large cells may be off by a few."""
        if not self.by_newton or places_of(sites) is not None:
            return self(points, sites, costs, None, tree)
        setting = self._instance(points, sites)
        rivals, near = self._newton_rounds(setting, self._looking(setting, None, tree), costs, patient=True)
        self._learn(rivals, near - costs, setting.scale)
        return Met(rivals, self._chosen(rivals, near, None)[0], near).cell_of, near

    def _instance(self, points: FloatArray, sites: FloatArray) -> Instance:
        return Instance(points, sites, self.weights, self.scales(sites, points), self.threads)

    def _by_place(
        self,
        places: Places,
        points: FloatArray,
        sites: FloatArray,
        costs: FloatArray,
        cell_of: IntArray | None,
        how: Callable[..., tuple[IntArray, FloatArray]],
    ) -> tuple[IntArray, FloatArray]:
        """The same with places instead of cells, whose records are then dealt out."""
        together = SizedAssignment(places.totals(self.sizes), self.weights, self.threads, self.reach, self.room)
        present = None if cell_of is None else places.place_of[cell_of]
        place_of_record, place_costs = how(together, points, sites[places.head], costs[places.head], present)
        self.reach, self.room, self.is_proven = together.reach, together.room, together.is_proven
        return places.dealt(place_of_record, self.sizes, points, cell_of), place_costs[places.place_of]

    def _met(self, setting: Instance, costs: FloatArray, cell_of: IntArray | None, tree: Any) -> Met:
        """Sizes met, as far as one look at the rivals tells."""
        look = self._looking(setting, cell_of, tree)
        if self.by_newton:
            met = self._met_by_newton(setting, look, costs, cell_of)
        else:
            rivals, at = look(costs), costs
            if MANY_WRONG * self._n_wrong(rivals.best_of) >= len(setting.points):
                at = self._least_wrong(setting, costs)
                rivals = look(at)
            met = self._shipped(setting, rivals, at, cell_of)
        self._learn(met.rivals, met.costs - costs, setting.scale)
        return met

    def _looking(self, setting: Instance, cell_of: IntArray | None, tree: Any) -> Callable[[FloatArray], Rivals]:
        """How rivals are gathered at some costs: within the present reach, which may change from look to look."""
        from shoal.kernels.neighbours.free_records import free_records

        if self.room == 0:
            self.room = self._least_room(setting.points.shape[1])
        if self.reach == 0.0:
            self.reach = FIRST_REACH if self.by_newton else FIRST_REACH_OF_SMALL
        planted = free_records(setting.points) if tree is None else tree

        def look(at: FloatArray) -> Rivals:
            return gather(
                planted, setting.points, setting.sites, at, weights=self.weights, cell_of=cell_of,
                reach=self.reach * setting.scale, room=self.room, threads=self.threads,
            )  # fmt: skip

        return look

    def _met_by_newton(
        self,
        setting: Instance,
        look: Callable[[FloatArray], Rivals],
        costs: FloatArray,
        present: IntArray | None,
    ) -> Met:
        """Newton's method, and what it leaves is shipped. If that leads nowhere it was more than shipping is good for:
        Newton's method looks farther."""
        while True:
            rivals, costs = self._newton_rounds(setting, look, costs)
            choice, surplus = self._chosen(rivals, costs, present)
            met = Met(rivals, choice, costs.copy())
            if not ship_all(met, surplus, patient=False).any():
                return met
            self.room = min(len(self.sizes), ROOMIER * self.room) if rivals.n_crowded else self.room
            self.reach *= FARTHER

    def _newton_rounds(
        self,
        setting: Instance,
        look: Callable[[FloatArray], Rivals],
        costs: FloatArray,
        *,
        patient: bool = False,
    ) -> tuple[Rivals, FloatArray]:
        """Newton's method, with a new look at the rivals whenever the costs have moved too far for the old one.

        A look that finds more records in the wrong place than before is not believed: Newton's method went beyond what
        the rivals could tell, so more of them are gathered. Empty cells are filled first (`transport/empty_cells.py`).
        """

        def look_without_empty(at: FloatArray) -> tuple[Rivals, FloatArray]:
            seen = look(at)
            for _ in range(FILLINGS):
                filled = filled_costs(setting.points, setting.sites, self.weights, self.sizes, at, seen.best_of)
                if filled is None or np.array_equal(filled, at):  # the same: records that tie between many cells
                    break
                seen, at = look(filled), filled
            return seen, at

        scale = setting.scale
        rivals, costs = look_without_empty(costs)
        wrong = self._n_wrong(rivals.best_of)
        if MANY_WRONG * wrong >= len(setting.points):
            rivals, costs = look_without_empty(self._near_costs(setting, costs))
            wrong = self._n_wrong(rivals.best_of)
        for _ in range(PATIENT_ROUNDS if patient else NEWTON_ROUNDS):
            new_costs = newton_costs(rivals, self.sizes, costs, scale, self.reach * scale)
            if rivals.borders_moved(new_costs - costs, scale).max(initial=0.0) <= self.reach:
                return rivals, new_costs - float(new_costs.mean())  # what the rivals told is the whole truth
            new_rivals, new_costs = look_without_empty(new_costs)
            still_wrong = self._n_wrong(new_rivals.best_of)
            if still_wrong < wrong:
                stalled = still_wrong > NEWTON_STALLS * wrong and not patient
                rivals, costs, wrong = new_rivals, new_costs, still_wrong
                if stalled or wrong <= 2 * GOOD_ENOUGH * len(self.sizes):
                    break
            else:
                self.reach *= NEWTON_WIDER
                rivals = look(costs)
        return rivals, costs - float(costs.mean())

    def _n_wrong(self, best_of: IntArray) -> int:
        """How many records stand in cells that are too full, everyone in the best one."""
        surplus = np.bincount(best_of, minlength=len(self.sizes)) - self.sizes
        return int(np.maximum(surplus, 0).sum())

    def _least_wrong(self, setting: Instance, costs: FloatArray) -> FloatArray:
        """These costs, or a part of them: where sites have moved far, the old costs may be worse than none."""
        wrong = {}
        for share in SHARES_OF_COSTS:
            best = PowerDiagram(setting.sites, share * costs).assign(setting.points, self.weights, self.threads)
            wrong[share] = self._n_wrong(best)
            if MANY_WRONG * wrong[share] < len(setting.points):
                break
        return min(wrong, key=lambda share: wrong[share]) * costs

    def _near_costs(self, setting: Instance, costs: FloatArray) -> FloatArray:
        """Costs that Newton's method can begin with, where these leave many records in the wrong place: of a sample."""
        near = self._least_wrong(setting, costs)
        n_sample = SAMPLE_PER_CELL * len(self.sizes)
        if len(setting.points) < SAMPLE_PAYS * n_sample:
            return near
        rows = np.sort(np.random.default_rng(0).choice(len(setting.points), n_sample, replace=False))
        few = SizedAssignment(sample_sizes(self.sizes, n_sample), None if self.weights is None else self.weights[rows])
        return few(np.ascontiguousarray(setting.points[rows]), setting.sites, near)[1]

    def _learn(self, rivals: Rivals, moved: FloatArray, scale: FloatArray) -> None:
        """How far to look next time. What moves a border is the difference between the costs on its two sides."""
        if self.by_newton:
            shifts = rivals.borders_moved(moved, scale)
            most = float(np.quantile(shifts, MOST_MOVES)) if len(shifts) else 0.0
            self.reach = max(REACH_OVER_MOVE * most, self.reach / REACH_OVER_MOVE, LEAST_REACH)
            return
        if rivals.n_crowded * CROWDED_SHARE > len(rivals.best_of):
            self.reach /= REACH_STEP
        elif len(rivals.cell) * FILLED_SHARE < self.room * len(rivals.best_of):
            self.reach *= REACH_STEP

    def _least_room(self, n_dims: int) -> int:
        return min(len(self.sizes), max(LEAST_ROOM, min(MOST_ROOM, ROOM_BY_DIMENSION * n_dims)))

    def _dissatisfied(self, setting: Instance, costs: FloatArray, cell_of: IntArray) -> tuple[IntArray, IntArray]:
        """The records that would pay clearly less in another cell, and the best one for each."""
        points, sites = setting.points, setting.sites
        best = PowerDiagram(sites, costs).assign(points, self.weights, self.threads)
        other = np.flatnonzero(best != cell_of)
        factor = 1.0 if self.weights is None else 1.0 / self.weights[other]
        own_price = ((points[other] - sites[cell_of[other]]) ** 2).sum(axis=1) + factor * costs[cell_of[other]]
        best_price = ((points[other] - sites[best[other]]) ** 2).sum(axis=1) + factor * costs[best[other]]
        clearly = own_price - best_price > self._rounding(costs) + PRICE_ROUNDING * np.abs(own_price)
        return other[clearly], best[other[clearly]]

    @staticmethod
    def _rounding(costs: FloatArray) -> float:
        return PRICE_ROUNDING * float(np.abs(costs).max())

    def scales(self, sites: FloatArray, points: FloatArray) -> FloatArray:
        """How large each cell is about."""
        return cell_scales(sites, points, self.weights)

    def _shipped(self, setting: Instance, rivals: Rivals, costs: FloatArray, present: IntArray | None) -> Met:
        """Records shipped until all sizes are met; rivals are added where they do not suffice.

        Costs found with too few rivals are too far off to go on with: it begins anew.
        """
        reach, room = FARTHER * self.reach * setting.scale, self.room
        while True:
            choice, surplus = self._chosen(rivals, costs, present)
            met = Met(rivals, choice, costs.copy())
            stuck = ship_all(met, surplus, patient=True)
            if not stuck.any():
                return met
            rivals = let_out(setting, met, stuck, costs, reach, room)
            reach, room = FARTHER * reach, ROOMIER * room

    def _chosen(self, rivals: Rivals, costs: FloatArray, present: IntArray | None) -> tuple[IntArray, IntArray]:
        """The best entry of each torn record, that of its present cell if it is as good; and what is too many where."""
        from shoal.kernels.transport.borders import choose_cells, stay

        n_torn = len(rivals.record)
        choice = np.empty(n_torn, dtype=np.int64)
        second, gap, size = np.empty_like(choice), np.empty(n_torn), rivals.settled.copy()
        choose_cells(rivals.start, rivals.cell, rivals.distance, costs, choice, second, gap, size)
        if present is not None and n_torn:
            own = present[rivals.record]
            stay(rivals.start, rivals.cell, rivals.distance, costs, own, self._rounding(costs), choice, size)
        return choice, size - self.sizes
