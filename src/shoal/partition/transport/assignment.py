"""SizedAssignment: every record to a cell, at least distortion, with every cell at exactly its prescribed size.

Given the sites, this is a transportation problem whose dual variables are the cell costs. The candidates of each record
(the cells that are near enough to matter) are gathered at the costs of the last solution. Then

- cells of many records: Newton's method on the costs first (`transport/newton.py`), because sizes are then almost
  smooth functions of the costs. It leaves a few records too many or too few in each cell;
- always: successive shortest paths (`kernels/transport/shortest_paths.py`) move records from cells with a surplus to
  cells with a deficit until every size is met exactly. For cells of few records this alone is fastest.

If the candidates lead from a cell with a surplus to no deficit, the cells that were reached are stuck. Then the best
cells outside become candidates of every record inside: a tight cluster of many cells needs these few edges, not
hundreds of candidates for every record. With all candidates that matter the result is the optimum. A record's present
cell is always among its candidates, so the distortion never rises, even with few candidates. ``proven`` compares every
record with all cells and adds each cell that a record prefers to its own to its candidates, until there is none.

Cells whose sites coincide (`transport/coincident_sites.py`) are assigned as one, because they have the same prices.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.partition.sizes import sample_sizes
from shoal.partition.transport.candidates import Candidates, are_missing, extended
from shoal.partition.transport.coincident_sites import DistinctSites, distinct_sites
from shoal.partition.transport.cycle_cancelling import cancel_cycles, fits, fits_at_need
from shoal.partition.transport.distance import Distance
from shoal.partition.transport.dual_margins import feasible_costs
from shoal.partition.transport.empty_cells import filled_costs
from shoal.partition.transport.newton import GOOD_ENOUGH, newton_costs
from shoal.partition.transport.shortest_paths import (
    Instance,
    SizedSolution,
    candidates_outside,
    interior_costs,
    meet_sizes,
)
from shoal.partition.transport.squared_euclidean import SQUARED_EUCLIDEAN, SquaredEuclidean

NEWTON_RECORDS_PER_CELL = 50  # somewhere between 20 and 50 Newton begins to pay (benchmarks/pcl_switch.py)
ROOM_BY_DIMENSION = 6  # candidates kept for each record: this many for each dimension …
LEAST_ROOM, MOST_ROOM = 12, 32  # … within these limits; more when they do not suffice
FIRST_REACH = 1.0  # first guess of how far costs will move, in scales of the cells
FIRST_REACH_OF_SMALL = 8.0  # small cells exchange records with more than their neighbours
REACH_OVER_MOVE, LEAST_REACH = 3.0, 0.02  # later guesses: this many times the last move of most borders
MOST_MOVES = 0.95  # the share of borders that are 'most'
FILLINGS = 8  # searches for cells that are empty after others were filled
NEWTON_ROUNDS = 12  # searches for candidates, each followed by Newton's method, before shortest paths
THOROUGH_ROUNDS = 60  # without shortest paths; a warm start needs two or three, many cells without one need all
NEWTON_WIDER = 2.0  # a round that made things worse had too few candidates
NEWTON_STALLS = 0.7  # … unless a round leaves more than this share of the records that were wrong
REACH_STEP = 1.25  # small cells: a little less when one record in five has too many candidates, a little more when …
CROWDED_SHARE, FILLED_SHARE = 5, 2  # … half of the room is empty
FARTHER, ROOMIER = 4.0, 2  # so much farther, and so many more candidates, each time that they lead to no deficit
SHARES_OF_COSTS = (1.0, 0.5, 0.0)  # of the old costs, when more than …
MANY_WRONG = 5  # … a fifth of the records are surplus
SAMPLE_PER_CELL, SAMPLE_PAYS = 16, 4  # records a cell for first costs, if there are 4 times as many
PRICE_ROUNDING = 1e-13  # of a price or cost: closer prices count as equal
MOST_CHECKS = 50  # of all cells; 37 were the most that were ever needed (tight clusters of many cells)
FEW_CHECKS = 8  # of all cells suffice as a rule; after these, cycle cancelling is tried if all pairs fit


@dataclass
class SizedAssignment:
    """The assignment step of PCL for prescribed sizes; it keeps the reach that the last assignment needed."""

    sizes: IntArray
    weights: FloatArray | None = None
    threads: int = 1
    measure: Distance = SQUARED_EUCLIDEAN
    reach: float = 0.0  # in scales of a cell
    room: int = 0
    is_proven: bool = False  # whether the last call of ``proven`` reached the optimum
    n_checks: int = 0  # of all cells, in that call
    check_interrupt: Callable[[], None] = lambda: None  # called between batches of paths; what it raises ends the work

    @property
    def by_newton(self) -> bool:
        """Whether cells are large enough for sizes to have a useful derivative."""
        return bool(self.sizes.mean() >= NEWTON_RECORDS_PER_CELL)

    def __call__(
        self,
        points: FloatArray,
        sites: FloatArray,
        costs: FloatArray,
        cell_of: IntArray | None = None,
        tree: Any = None,
    ) -> tuple[IntArray, FloatArray]:
        """New cells, and the costs that keep them.

        ``cell_of`` are the present cells, with the right sizes; ``tree`` the records' search tree, if there is one.
        """
        if (distinct := distinct_sites(sites)) is not None:
            return self._by_distinct_site(
                distinct, points, sites, costs, cell_of, lambda assign, *start: assign(*start, tree)
            )
        instance = self._instance(points, sites)
        solution = self._solved(instance, costs, cell_of, tree)
        return solution.cell_of, interior_costs(instance, solution)

    def proven(
        self,
        points: FloatArray,
        sites: FloatArray,
        costs: FloatArray,
        cell_of: IntArray | None = None,
        tree: Any = None,
        most_checks: float = np.inf,
    ) -> tuple[IntArray, FloatArray]:
        """The same, repeated until every record is in a cell of least price among ALL cells.

        Tight clusters that the sizes do not divide may take thousands of checks; after ``most_checks`` the result is
        returned as it is, and ``is_proven`` is False.
        """
        if (distinct := distinct_sites(sites)) is not None:
            return self._by_distinct_site(
                distinct,
                points,
                sites,
                costs,
                cell_of,
                lambda assign, *start: assign.proven(*start, tree, most_checks),
            )
        self.is_proven, self.n_checks = True, 0
        is_squared = isinstance(
            self.measure, SquaredEuclidean
        )  # the kernel of cycle cancelling knows no other distance
        if cell_of is not None and is_squared and fits(len(points), len(sites)):
            best = cancel_cycles(points, sites, self.weights, costs, cell_of)
            if best is not None:
                return best
        instance = self._instance(points, sites)
        solution = self._solved(instance, costs, cell_of, tree)
        while True:
            present, costs = solution.cell_of, interior_costs(instance, solution)
            record, better = self._violated(instance, costs, present)
            if not are_missing(solution.candidates, record, better).any():  # a violated candidate is rounding
                return present, costs
            self.check_interrupt()
            self.n_checks += 1
            if self.n_checks == FEW_CHECKS and is_squared and fits_at_need(len(points), len(sites)):
                best = cancel_cycles(points, sites, self.weights, costs, present)
                if best is not None:
                    return best
            if self.n_checks >= most_checks:
                self.is_proven = False
                return present, costs
            candidates, choice = extended(solution.candidates, solution.choice, instance.distances, record, better)
            solution = self._solved_by_paths(instance, candidates, feasible_costs(candidates, choice, costs), present)

    def nearly(
        self, points: FloatArray, sites: FloatArray, costs: FloatArray, tree: Any = None
    ) -> tuple[IntArray, FloatArray]:
        """The result of Newton's method alone: sizes of large cells may be off by a few records."""
        if not self.by_newton or distinct_sites(sites) is not None:
            return self(points, sites, costs, None, tree)
        instance = self._instance(points, sites)
        candidates, near = self._newton_rounds(
            instance, self._candidate_search(instance, None, tree), costs, thorough=True
        )
        self._adapt_reach(candidates, near - costs, instance.scale)
        return SizedSolution(candidates, self._chosen(candidates, near, None)[0], near).cell_of, near

    def _instance(self, points: FloatArray, sites: FloatArray) -> Instance:
        return Instance(points, sites, self.weights, self.scales(sites, points), self.threads, self.measure)

    def _by_distinct_site(
        self,
        distinct: DistinctSites,
        points: FloatArray,
        sites: FloatArray,
        costs: FloatArray,
        cell_of: IntArray | None,
        how: Callable[..., tuple[IntArray, FloatArray]],
    ) -> tuple[IntArray, FloatArray]:
        """Solve with one cell for each distinct site; its records are then distributed among the cells of that site."""
        totals = distinct.totals(self.sizes)
        together = replace(self, sizes=totals)
        present = None if cell_of is None else distinct.site_of[cell_of]
        site_of_record, site_costs = how(
            together, points, sites[distinct.first_cell], costs[distinct.first_cell], present
        )
        self.reach, self.room = together.reach, together.room
        self.is_proven, self.n_checks = together.is_proven, together.n_checks
        return distinct.distributed(site_of_record, self.sizes, points, cell_of), site_costs[distinct.site_of]

    def _solved(self, instance: Instance, costs: FloatArray, cell_of: IntArray | None, tree: Any) -> SizedSolution:
        """Meet the sizes, with the candidates of one search (and those that stuck cells need)."""
        search = self._candidate_search(instance, cell_of, tree)
        if self.by_newton:
            solution = self._solved_by_newton(instance, search, costs, cell_of)
        else:
            candidates, at = search(costs), costs
            if MANY_WRONG * self._n_wrong(candidates.best_of) >= len(instance.points):
                at = self._least_wrong(instance, costs)
                candidates = search(at)
            solution = self._solved_by_paths(instance, candidates, at, cell_of)
        self._adapt_reach(solution.candidates, solution.costs - costs, instance.scale)
        return solution

    def _candidate_search(
        self, instance: Instance, cell_of: IntArray | None, tree: Any
    ) -> Callable[[FloatArray], Candidates]:
        """A function that gathers candidates at some costs, within the present reach, which may change."""
        if self.room == 0:
            self.room = self._least_room(instance.points.shape[1])
        if self.reach == 0.0:
            self.reach = FIRST_REACH if self.by_newton else FIRST_REACH_OF_SMALL
        records_tree = self.measure.search_tree(instance.points) if tree is None else tree

        def search(at: FloatArray) -> Candidates:
            return self.measure.gather(
                instance.points, instance.sites, at, weights=self.weights, cell_of=cell_of,
                reach=self.reach * instance.scale, room=self.room, threads=self.threads, tree=records_tree,
            )  # fmt: skip

        return search

    def _solved_by_newton(
        self,
        instance: Instance,
        search: Callable[[FloatArray], Candidates],
        costs: FloatArray,
        present: IntArray | None,
    ) -> SizedSolution:
        """Newton's method, then shortest paths. If cells are stuck, Newton's method left too many records in the wrong
        cells, and goes on with a larger reach."""
        while True:
            candidates, costs = self._newton_rounds(instance, search, costs)
            choice, surplus = self._chosen(candidates, costs, present)
            solution = SizedSolution(candidates, choice, costs.copy())
            if not meet_sizes(solution, surplus, self.check_interrupt, find_all=False).any():
                return solution
            self.room = min(len(self.sizes), ROOMIER * self.room) if candidates.n_crowded else self.room
            self.reach *= FARTHER

    def _newton_rounds(
        self,
        instance: Instance,
        search: Callable[[FloatArray], Candidates],
        costs: FloatArray,
        *,
        thorough: bool = False,
    ) -> tuple[Candidates, FloatArray]:
        """Newton's method, with a new search for candidates whenever the costs have moved too far for the old ones.

        If the search finds more records in the wrong cells than before, the step is undone: it went beyond the reach of
        the candidates, so more of them are gathered. Empty cells are filled first (`transport/empty_cells.py`).
        """

        def search_without_empty(at: FloatArray) -> tuple[Candidates, FloatArray]:
            seen = search(at)
            for _ in range(FILLINGS):
                filled = filled_costs(instance, self.sizes, at, seen.best_of)
                if filled is None or np.array_equal(filled, at):  # the same: records that tie between many cells
                    break
                seen, at = search(filled), filled
            return seen, at

        scale = instance.scale
        candidates, costs = search_without_empty(costs)
        wrong = self._n_wrong(candidates.best_of)
        if MANY_WRONG * wrong >= len(instance.points):
            candidates, costs = search_without_empty(self._near_costs(instance, costs))
            wrong = self._n_wrong(candidates.best_of)
        for _ in range(THOROUGH_ROUNDS if thorough else NEWTON_ROUNDS):
            self.check_interrupt()
            new_costs = newton_costs(candidates, self.sizes, costs, scale, self.reach * scale)
            if candidates.borders_moved(new_costs - costs, scale).max(initial=0.0) <= self.reach:
                return candidates, new_costs - float(new_costs.mean())  # all candidates that matter were seen
            new_candidates, new_costs = search_without_empty(new_costs)
            still_wrong = self._n_wrong(new_candidates.best_of)
            if still_wrong < wrong:
                stalled = still_wrong > NEWTON_STALLS * wrong and not thorough
                candidates, costs, wrong = new_candidates, new_costs, still_wrong
                if stalled or wrong <= 2 * GOOD_ENOUGH * len(self.sizes):
                    break
            elif candidates.n_crowded < len(instance.points):
                self.reach *= NEWTON_WIDER
                candidates = search(costs)
            elif self.room < len(self.sizes):  # every record has as many candidates as it may: a reach adds none
                self.room = min(len(self.sizes), ROOMIER * self.room)
                candidates = search(costs)
            else:  # all cells are candidates of all records: another round would be this one again
                break
        return candidates, costs - float(costs.mean())

    def _n_wrong(self, best_of: IntArray) -> int:
        """The sum of all surpluses if every record is in its best cell."""
        surplus = np.bincount(best_of, minlength=len(self.sizes)) - self.sizes
        return int(np.maximum(surplus, 0).sum())

    def _least_wrong(self, instance: Instance, costs: FloatArray) -> FloatArray:
        """These costs, or a share of them: if sites have moved far, the old costs may be worse than none."""
        wrong = {}
        for share in SHARES_OF_COSTS:
            best = self.measure.best_cells(instance.points, instance.sites, share * costs, self.weights, self.threads)
            wrong[share] = self._n_wrong(best)
            if MANY_WRONG * wrong[share] < len(instance.points):
                break
        return min(wrong, key=lambda share: wrong[share]) * costs

    def _near_costs(self, instance: Instance, costs: FloatArray) -> FloatArray:
        """First costs for Newton's method, found on a sample, where these leave many records in the wrong cells."""
        near = self._least_wrong(instance, costs)
        n_sample = SAMPLE_PER_CELL * len(self.sizes)
        if len(instance.points) < SAMPLE_PAYS * n_sample:
            return near
        rows = np.sort(np.random.default_rng(0).choice(len(instance.points), n_sample, replace=False))
        weights = None if self.weights is None else self.weights[rows]
        on_sample = SizedAssignment(sample_sizes(self.sizes, n_sample), weights, measure=self.measure)
        return on_sample(np.ascontiguousarray(instance.points[rows]), instance.sites, near)[1]

    def _adapt_reach(self, candidates: Candidates, moved: FloatArray, scale: FloatArray) -> None:
        """Choose the reach of the next search. The difference between the costs on its two sides moves a border."""
        if self.by_newton:
            shifts = candidates.borders_moved(moved, scale)
            most = float(np.quantile(shifts, MOST_MOVES)) if len(shifts) else 0.0
            self.reach = max(REACH_OVER_MOVE * most, self.reach / REACH_OVER_MOVE, LEAST_REACH)
            return
        if candidates.n_crowded * CROWDED_SHARE > len(candidates.best_of):
            self.reach /= REACH_STEP
        elif len(candidates.cell) * FILLED_SHARE < self.room * len(candidates.best_of):
            self.reach *= REACH_STEP

    def _least_room(self, n_dims: int) -> int:
        return min(len(self.sizes), max(LEAST_ROOM, min(MOST_ROOM, ROOM_BY_DIMENSION * n_dims)))

    def _violated(self, instance: Instance, costs: FloatArray, cell_of: IntArray) -> tuple[IntArray, IntArray]:
        """The records with a clearly negative reduced cost, that is a lower price in another cell; and the best cell of
        each.
        """
        best = self.measure.best_cells(instance.points, instance.sites, costs, self.weights, self.threads)
        other = np.flatnonzero(best != cell_of)
        own_price = instance.distances(other, cell_of[other]) + costs[cell_of[other]]
        best_price = instance.distances(other, best[other]) + costs[best[other]]
        clearly = own_price - best_price > self._rounding(costs) + PRICE_ROUNDING * np.abs(own_price)
        return other[clearly], best[other[clearly]]

    @staticmethod
    def _rounding(costs: FloatArray) -> float:
        return PRICE_ROUNDING * float(np.abs(costs).max())

    def scales(self, sites: FloatArray, points: FloatArray) -> FloatArray:
        """The scale of each cell: the unit of costs, margins and reaches."""
        return self.measure.scales(sites, points, self.weights)

    def _solved_by_paths(
        self, instance: Instance, candidates: Candidates, costs: FloatArray, present: IntArray | None
    ) -> SizedSolution:
        """Successive shortest paths until all sizes are met; candidates are added where they do not suffice.

        Costs found with too few candidates are too far from the optimum: each attempt begins with the first ones.
        """
        reach, room = FARTHER * self.reach * instance.scale, self.room
        while True:
            choice, surplus = self._chosen(candidates, costs, present)
            solution = SizedSolution(candidates, choice, costs.copy())
            stuck = meet_sizes(solution, surplus, self.check_interrupt, find_all=True)
            if not stuck.any():
                return solution
            candidates = candidates_outside(instance, solution, stuck, costs, reach, room)
            reach, room = FARTHER * reach, ROOMIER * room

    def _chosen(self, candidates: Candidates, costs: FloatArray, present: IntArray | None) -> tuple[IntArray, IntArray]:
        """The best entry of each contested record (that of its present cell if it is as good), and the surplus of each
        cell.
        """
        from shoal.kernels.transport.borders import choose_cells, keep_present

        n_contested = len(candidates.record)
        choice = np.empty(n_contested, dtype=np.int64)
        second, gap, size = np.empty_like(choice), np.empty(n_contested), candidates.n_fixed.copy()
        choose_cells(candidates.start, candidates.cell, candidates.distance, costs, choice, second, gap, size)
        if present is not None and n_contested:
            own = present[candidates.record]
            keep_present(
                candidates.start, candidates.cell, candidates.distance, costs, own, self._rounding(costs), choice, size
            )
        return choice, size - self.sizes
