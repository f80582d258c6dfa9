"""Workloads: records of unequal size to fixed centres, so that each centre meets its load within one record.

Idea. With unequal records, exact loads are usually impossible. If records could be split, the best assignment would be
a transportation problem with the workloads as masses. A basic optimal solution of it splits fewer records than there
are centres. Each split record then goes whole to one of its centres, chosen such that no load is wrong by as much as
the largest split record.

    minimise Σ_jq (w_j/u_j) d_jq y_jq   with   Σ_q y_jq = u_j,   Σ_j y_jq = l_q,   y ≥ 0
    record j goes to argmin_q  w_j d_jq + u_j c_q

Symbols. u_j workloads[j]; l_q loads[q]; w_j weights[j]; d_jq squared distance; c_q costs[q], the negative dual
variables of the centres; y_jq amount, the part of record j's workload that centre q takes.

In a basic solution, the centres and the split records between them form a forest. Each tree is traversed from a centre.
There, a record stays at the centre or goes to another of its centres, whichever leaves the smaller gap between what the
centre has and its load. All centres of a split record have the same price for it. So the total differs from that of the
split solution, a lower bound for every assignment that meets the loads, only by the gaps times the costs.

Cost. The linear program has only the records near a border, at costs that were found on records drawn in proportion to
their workload. It is solved again with more records until no record prefers another centre. 100,000 records and 20
centres take some 4 s, 50,000 and 300 centres some 20 to 30 s.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.errors import ShoalError
from shoal.partition.control import n_threads
from shoal.partition.linear_programs import SIMPLEX, Program
from shoal.partition.sizes import sample_sizes
from shoal.partition.transport.assignment import SizedAssignment
from shoal.partition.transport.candidates import Candidates
from shoal.partition.transport.distance import Distance
from shoal.partition.transport.squared_euclidean import SQUARED_EUCLIDEAN

SMALL = 20_000  # records times centres: up to here the linear program has all of them, in a fraction of a second
LEAST_PER_CENTRE = 4  # records; with fewer, none may be near a border
FIRST_REACH, MOST_REACH = 0.05, 0.8  # how near to a border, in scales of a centre's region, a record has a choice
WIDER = 2  # so much farther, or so many more candidates, in the next round
FIRST_ROOM = 8  # candidates kept for each record
MOST_ROUNDS = 100  # then all centres are candidates of all records
WHOLE = 1e-9  # of a record: smaller parts are rounding of the solver
TOLERANCE = 1e-10  # of the solver, the finest that it accepts
PRICE_TOLERANCE = 1e-8  # of a price: no record pays more than this above the least
FINE = 10**12  # loads as whole numbers, in these parts of their sum


def allocate_loads(
    points: FloatArray,
    sites: FloatArray,
    workloads: FloatArray,
    loads: FloatArray,
    weights: FloatArray | None,
    measure: Distance = SQUARED_EUCLIDEAN,
    first_costs: FloatArray | None = None,
) -> tuple[IntArray, FloatArray]:
    """The centre of every record, and the costs. All loads are positive, and sum to the sum of the workloads.

    ``first_costs`` near the costs, such as those for nearly the same sites, save time.
    """
    unit = float(workloads.mean())
    mass, load = workloads / unit, loads / unit
    weight = (1.0 if weights is None else weights) / mass  # of the distance, for each unit of workload
    scale = measure.scales(sites, points, weight)
    costs, reach, room = np.zeros(len(sites)), np.inf, len(sites)
    if len(points) > max(SMALL / len(sites), LEAST_PER_CENTRE * len(sites)):
        costs = (
            _first_costs(points, sites, mass, load, weight, measure)
            if first_costs is None
            else unit * (first_costs - first_costs.mean())
        )
        reach, room = FIRST_REACH, min(len(sites), FIRST_ROOM)
    tree = measure.search_tree(points)
    for round_number in range(MOST_ROUNDS + 1):
        if round_number == MOST_ROUNDS:
            reach, room = np.inf, len(sites)
        candidates = measure.gather(
            points, sites, costs,
            weights=weight, cell_of=None, reach=reach * scale, room=room, threads=n_threads(), tree=tree,
        )  # fmt: skip
        plan = _solved(candidates, mass, load, costs, reach * scale / 2.0)
        costs = plan.costs
        if reach == np.inf or (plan.is_feasible and _is_optimal(points, sites, plan, weight, measure)):
            break
        reach = min(MOST_REACH, WIDER * reach)
        room = min(len(sites), WIDER * room) if candidates.n_crowded else room
    return _rounded(plan, mass, load), costs / unit


def _first_costs(
    points: FloatArray, sites: FloatArray, mass: FloatArray, load: FloatArray, weight: FloatArray, measure: Distance
) -> FloatArray:
    """Costs for records drawn in proportion to their workloads: one of twice the workload is drawn twice."""
    n_records, drawn = len(points), drawn_evenly(mass)
    sizes = sample_sizes(np.rint(FINE * load / load.sum()).astype(np.int64), n_records)
    assign = SizedAssignment(sizes, np.ascontiguousarray(weight[drawn]), n_threads(), measure)
    return assign.nearly(np.ascontiguousarray(points[drawn]), sites, np.zeros(len(sites)))[1]


def drawn_evenly(mass: FloatArray) -> IntArray:
    """A sample of n of the n records, each as often as its share of the total mass, up to rounding."""
    n_records, running = len(mass), np.cumsum(mass)
    positions = (np.arange(n_records) + 0.5) * running[-1] / n_records
    drawn: IntArray = np.minimum(np.searchsorted(running, positions), n_records - 1).astype(np.int64)
    return drawn


@dataclass(frozen=True)
class _Plan:
    """The centre of each whole record, and the parts of the split ones (sorted)."""

    cell_of: IntArray  # (n,) the centre of a record, of its largest part if it is split
    costs: FloatArray
    record: IntArray  # (parts,) of split records
    cell: IntArray  # (parts,)
    amount: FloatArray  # (parts,)
    is_feasible: bool


def _solved(candidates: Candidates, mass: FloatArray, load: FloatArray, costs: FloatArray, most: FloatArray) -> _Plan:
    """The linear program over the contested records at these costs, which may move by ``most``.

    Within that, no other candidates matter. A missing or surplus unit of load has the price ``most``, which in the dual
    limits the change of each cost. So the solution has the best costs within the limits, and the next round begins with
    them. Without limits the price is high enough to be never paid: costs differ by less than one largest price for each
    centre.
    """
    from scipy.sparse import coo_array

    n_contested, n_entries, n_cells = len(candidates.record), len(candidates.cell), len(load)
    fixed_load = np.bincount(candidates.best_of, weights=mass, minlength=n_cells)
    fixed_load -= np.bincount(candidates.best_of[candidates.record], weights=mass[candidates.record], minlength=n_cells)
    owner = np.repeat(np.arange(n_contested), np.diff(candidates.start))
    entries, cells = np.arange(n_entries), np.arange(n_cells)
    rows = np.concatenate([owner, n_contested + candidates.cell, n_contested + cells, n_contested + cells])
    columns = np.concatenate([entries, entries, n_entries + cells, n_entries + n_cells + cells])
    signs = np.concatenate([np.ones(2 * n_entries + n_cells), -np.ones(n_cells)])
    shape = (n_contested + n_cells, n_entries + 2 * n_cells)
    price = candidates.distance + costs[candidates.cell]
    least = np.minimum.reduceat(price, candidates.start[:-1]) if n_contested else price
    price = price - least[owner]
    largest = float(price.max(initial=0.0)) or 1.0
    penalty = np.minimum(most / largest, n_cells + 1.0)
    asked = np.concatenate([mass[candidates.record], load - fixed_load])
    program = Program(
        np.concatenate([price / largest, penalty, penalty]),
        coo_array((signs, (rows, columns)), shape=shape),
        asked,
        asked,
    )
    solution = program.solve(SIMPLEX, tolerance=TOLERANCE)  # it ends in a corner, where few records are split
    if solution is None:
        raise ShoalError("The loads could not be met: the linear program was not solved. Please report it.")
    amount = solution.taken[:n_entries]
    cell_of = candidates.best_of.copy()
    by_amount = np.lexsort((amount, owner))
    cell_of[candidates.record] = candidates.cell[by_amount[candidates.start[1:] - 1]]
    share = amount / mass[candidates.record][owner]
    part = np.flatnonzero((share > WHOLE) & (share < 1.0 - WHOLE))
    costs = costs - largest * solution.prices[n_contested:]
    is_feasible = float(solution.taken[n_entries:].sum()) <= WHOLE * float(load.sum())
    return _Plan(
        cell_of, costs - costs.mean(), candidates.record[owner[part]], candidates.cell[part], amount[part], is_feasible
    )


def _is_optimal(points: FloatArray, sites: FloatArray, plan: _Plan, weight: FloatArray, measure: Distance) -> bool:
    """Whether no record would pay clearly less at another centre; all centres are compared."""
    best = measure.best_cells(points, sites, plan.costs, weight, n_threads())

    def price(cell_of: IntArray) -> FloatArray:
        prices: FloatArray = weight * measure.to_own(points, sites, cell_of) + plan.costs[cell_of]
        return prices

    own = price(plan.cell_of)
    return bool(np.all(own - price(best) <= PRICE_TOLERANCE * (np.abs(own) + np.abs(plan.costs).max())))


def _rounded(plan: _Plan, mass: FloatArray, load: FloatArray) -> IntArray:
    """Every split record whole at one of its centres, so that every centre is within one record of its load."""
    cell_of = plan.cell_of.copy()
    parts_by_record: dict[int, list[int]] = {}
    records_at: dict[int, list[int]] = {}
    for part, (record, cell) in enumerate(zip(plan.record.tolist(), plan.cell.tolist(), strict=True)):
        parts_by_record.setdefault(record, []).append(part)
        records_at.setdefault(cell, []).append(record)
    gap = np.zeros(len(load))  # what a centre has, whole records and parts, above its load
    seen: set[int] = set()
    for root in records_at:
        queue = [root]
        while queue:
            cell = queue.pop()
            if cell in seen:
                continue
            seen.add(cell)
            for record in records_at[cell]:
                if record in parts_by_record:
                    parts = parts_by_record.pop(record)
                    cell_of[record] = _centre_of_split(plan, parts, cell, mass[record], gap)
                    queue += [int(plan.cell[part]) for part in parts]
    return cell_of


def _centre_of_split(plan: _Plan, parts: list[int], cell: int, mass: float, gap: FloatArray) -> int:
    """This centre, or the one with the next largest part; the gaps are updated."""
    amount = {int(plan.cell[part]): float(plan.amount[part]) for part in parts}
    others = [other for other in amount if other != cell]
    kept, given = gap[cell] + mass - amount[cell], gap[cell] - amount[cell]
    taker = cell if not others or abs(kept) <= abs(given) else max(others, key=lambda other: amount[other])
    for other, part in amount.items():
        gap[other] += mass - part if other == taker else -part
    return taker
