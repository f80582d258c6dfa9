"""Hierarchical PCL: a sample first, macrocells first, then all cells at once.

A design of many cells without a start is expensive. Two faster methods give a start, and the Lloyd iteration over all
records and all cells follows:

- a sample: sites and costs of cells of very many records are computed on a part of the records;
- macrocells: PCL divides the records into macrocells, each as large as the cells it will hold, designs the cells
  inside each of them, in parallel, and only then lets records cross the borders of macrocells. All that remains of the
  macrocells is the number of cells in each region. Costs inside a macrocell are known up to a constant; Newton's method
  with macrocells instead of cells finds the constants. Macrocells are themselves found in this way when
  they are many, so there may be any number of levels.

Rule. Cells of ``NEWTON_RECORDS_PER_CELL`` records or more: a sample of ``SAMPLE_RECORDS_PER_CELL`` for each cell, if
that is at most a quarter of the records; macrocells, √m of them, from ``FLAT_CELLS`` cells on. Smaller cells:
macrocells of about ``MACRO_RECORDS`` once there are more than ``FLAT_RECORDS``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import isqrt

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.partition.control import Clock, GivenUpError, StepClock
from shoal.partition.pcl.lloyd import (
    LloydOptions,
    LloydProblem,
    LloydState,
    ReportProgress,
    alternate,
    cells_of,
    ignore_progress,
)
from shoal.partition.pcl.nodes import with_representatives
from shoal.partition.pcl.noising import tries_for
from shoal.partition.pcl.starts import begin
from shoal.partition.sizes import sample_sizes
from shoal.partition.transport.assignment import NEWTON_RECORDS_PER_CELL, NEWTON_STALLS
from shoal.partition.transport.candidates import Candidates, gather
from shoal.partition.transport.distance import Distance
from shoal.partition.transport.newton import newton_costs
from shoal.partition.transport.squared_euclidean import SQUARED_EUCLIDEAN, SquaredEuclidean

MACRO_RECORDS = 4_000
FLAT_RECORDS = 6_000
FLAT_CELLS = 50
SAMPLE_RECORDS_PER_CELL = 64  # enough for costs that are right to a few records in a hundred
SAMPLE_PAYS = 4  # a sample is drawn when there are this many times more records
SAMPLE_REACH = 0.25  # in scales of a cell: how far from those of a sample the costs of all records are at first
SAMPLE_OPTIONS = LloydOptions(iterations=30, tolerance=1e-3)
MACRO_OPTIONS = LloydOptions(iterations=15, tolerance=1e-3)  # records cross their borders later
INNER_TOLERANCE = 1e-3  # inside macrocells; the iteration over all cells follows
ACROSS_ITERATIONS = 5  # over all cells, after macrocells of small cells
ALIGN_REACH = 3.0  # in scales of a cell: how far neighbouring macrocells are compared
ALIGN_ROOM = 32
ALIGN_ROUNDS = 8
LEVEL_GROUND = 1e-9  # of the mean degree: macrocells without a common border with another keep their constant

# The number of a macrocell, its clock and a report → its records, its cells and their design.
DesignOne = Callable[[int, StepClock, ReportProgress], tuple[IntArray, IntArray, LloydState]]


@dataclass(frozen=True)
class Plan:
    """What is the same for all parts of a design."""

    kind: str  # of start
    options: LloydOptions
    levels: int | None  # of macrocells that may still be made; None: as the rule says
    threads: int
    rounds: int  # of noise, in an annealed start
    report: ReportProgress = ignore_progress
    measure: Distance = SQUARED_EUCLIDEAN
    straight: FloatArray | None = None  # coordinates for a first design by straight lines
    tries: int | None = None  # of a start for few records; None: as their number says

    def n_tries(self, n_records: int) -> int:
        """How many random beginnings one start has."""
        if self.kind != "stirred":
            return 1
        return tries_for(n_records) if self.tries is None else self.tries


def design(
    points: FloatArray, sizes: IntArray, weights: FloatArray | None, plan: Plan, rng: np.random.Generator
) -> LloydState:
    """A fresh design for these sizes, by the rule above."""
    if not isinstance(plan.measure, SquaredEuclidean):  # samples and macrocells are regions of R^d
        how = _best_flat if plan.straight is None else _after_straight
        return how(points, sizes, weights, plan, rng)
    if plan.measure is not SQUARED_EUCLIDEAN:
        return _with_representatives(points, sizes, weights, plan, rng)
    n_records, n_cells = len(points), len(sizes)
    large = sizes.mean() >= NEWTON_RECORDS_PER_CELL
    n_sample = SAMPLE_RECORDS_PER_CELL * n_cells
    if large and n_records >= SAMPLE_PAYS * n_sample:
        return _after_sample(points, sizes, weights, plan, rng, n_sample)
    wanted = n_cells > FLAT_CELLS if large else n_records > FLAT_RECORDS
    if (wanted if plan.levels is None else plan.levels > 0) and n_cells > 1:
        return _in_macrocells(points, sizes, weights, plan, rng, large)
    return _best_flat(points, sizes, weights, plan, rng)


def _with_representatives(
    points: FloatArray, sizes: IntArray, weights: FloatArray | None, plan: Plan, rng: np.random.Generator
) -> LloydState:
    """Cells with their means first, then with the representatives that are released, such as nodes of a taxonomy."""
    lloyd = LloydProblem(points, sizes, weights, plan.threads, plan.measure)
    n_tries = plan.n_tries(len(points))
    by_means = replace(plan, measure=SQUARED_EUCLIDEAN, tries=1)
    return with_representatives(
        lloyd, lambda: design(points, sizes, weights, by_means, rng), n_tries, plan.options, plan.report, rng
    )


def _after_straight(
    points: FloatArray, sizes: IntArray, weights: FloatArray | None, plan: Plan, rng: np.random.Generator
) -> LloydState:
    """Cells by straight lines first, then by the distance itself, such as the way along streets."""
    straight = points if plan.straight is None else plan.straight
    centred = np.ascontiguousarray(straight - straight.mean(axis=0))
    by_lines = design(centred, sizes, weights, replace(plan, measure=SQUARED_EUCLIDEAN, straight=None), rng)
    lloyd = LloydProblem(points, sizes, weights, plan.threads, plan.measure)
    cell_of = cells_of(by_lines)
    sites = lloyd.means(cell_of)
    start = LloydState(sites, np.zeros(len(sites)), cell_of, lloyd.sse(cell_of, sites))
    return alternate(lloyd, start, plan.options, plan.report)


def _best_flat(
    points: FloatArray, sizes: IntArray, weights: FloatArray | None, plan: Plan, rng: np.random.Generator
) -> LloydState:
    """All records and all cells at once; the best of several tries, where there are few records."""
    lloyd = LloydProblem(points, sizes, weights, plan.threads, plan.measure)
    return min((_flat(lloyd, plan, rng) for _ in range(plan.n_tries(len(points)))), key=lambda state: state.sse)


def _flat(lloyd: LloydProblem, plan: Plan, rng: np.random.Generator) -> LloydState:
    """One start, and the Lloyd iteration from there."""
    return alternate(
        lloyd, begin(lloyd, plan.kind, plan.options, rng, plan.report, plan.rounds), plan.options, plan.report
    )


def _after_sample(
    points: FloatArray, sizes: IntArray, weights: FloatArray | None, plan: Plan, rng: np.random.Generator, n_sample: int
) -> LloydState:
    """Sites and costs from a sample, then all records."""
    rows = np.sort(rng.choice(len(points), n_sample, replace=False))
    sample_weights = None if weights is None else weights[rows]
    quick_options = replace(SAMPLE_OPTIONS, speed=plan.options.speed, clock=plan.options.clock)
    few = design(points[rows], sample_sizes(sizes, n_sample), sample_weights, replace(plan, options=quick_options), rng)
    lloyd = LloydProblem(points, sizes, weights, plan.threads)
    lloyd.assign.reach = SAMPLE_REACH
    return alternate(lloyd, LloydState(few.sites, few.costs), plan.options, plan.report)


def _in_macrocells(
    points: FloatArray, sizes: IntArray, weights: FloatArray | None, plan: Plan, rng: np.random.Generator, large: bool
) -> LloydState:
    """Macrocells, cells inside each, and the Lloyd iteration over all cells."""
    n_cells = len(sizes)
    n_macro = isqrt(n_cells) if large else min(n_cells, max(2, (len(points) + MACRO_RECORDS // 2) // MACRO_RECORDS))
    kept = np.array_split(rng.permutation(n_cells), n_macro)  # which cells each macrocell will hold
    macro_sizes = np.array([sizes[cells].sum() for cells in kept])
    quick_options = replace(MACRO_OPTIONS, clock=plan.options.clock)
    # Progress begins with the cells, but an interrupt is noticed here too.
    macro_plan = Plan("random", quick_options, None, plan.threads, plan.rounds, lambda _: plan.report(0.0))
    macro = cells_of(design(points, macro_sizes, weights, macro_plan, rng))
    inner_options = (
        plan.options if large else replace(plan.options, tolerance=max(plan.options.tolerance, INNER_TOLERANCE))
    )
    levels = None if plan.levels is None else plan.levels - 1
    inner = replace(plan, levels=levels, threads=1)
    seeds = rng.spawn(n_macro)

    def design_one(number: int, clock: StepClock, report: ReportProgress) -> tuple[IntArray, IntArray, LloydState]:
        rows = np.flatnonzero(macro == number)
        own_weights = None if weights is None else weights[rows]
        own = replace(inner, options=replace(inner_options, clock=clock), report=report)
        return rows, kept[number], design(points[rows], sizes[kept[number]], own_weights, own, seeds[number])

    lloyd = LloydProblem(points, sizes, weights, plan.threads)
    start, macro_of = _together(lloyd, design_one, n_macro, plan)
    start = replace(start, costs=_aligned(lloyd, start, macro_of))
    options = (
        plan.options if large else replace(plan.options, iterations=min(plan.options.iterations, ACROSS_ITERATIONS))
    )
    return alternate(lloyd, start, options, plan.report)


def _together(lloyd: LloydProblem, design_one: DesignOne, n_macro: int, plan: Plan) -> tuple[LloydState, IntArray]:
    """Design inside all macrocells; returns all cells, and the macrocell of each."""
    cell_of = np.empty(len(lloyd.points), dtype=np.int64)
    costs, macro_of = np.empty(len(lloyd.sizes)), np.empty(len(lloyd.sizes), dtype=np.int64)
    numbers = iter(range(n_macro))
    plan.options.clock.begin_parts()
    shares, together = np.zeros(n_macro), Clock()

    def take_turn() -> tuple[int, tuple[IntArray, IntArray, LloydState]]:
        number, clock = plan.options.clock.next_part(numbers)

        def report(share: float) -> None:
            shares[number] = max(shares[number], share)
            if together.is_interrupted:
                raise GivenUpError

        report(0.0)
        designed = design_one(number, clock, report)
        shares[number] = 1.0
        return number, designed

    designs = together.run([take_turn] * n_macro, lambda: plan.report(float(shares.mean())), plan.threads)
    if together.is_interrupted:
        raise KeyboardInterrupt
    for number, (rows, own, state) in designs:
        cell_of[rows] = own[cells_of(state)]
        costs[own], macro_of[own] = state.costs, number
    sites = lloyd.means(cell_of)
    sse = lloyd.sse(cell_of, sites)
    return LloydState(sites, costs, cell_of, sse, (sse,)), macro_of


def _aligned(lloyd: LloydProblem, start: LloydState, macro_of: IntArray) -> FloatArray:
    """Costs with the constant of each macrocell chosen so that macrocells keep their sizes, up to what Newton's
    method leaves."""
    sites, cell_of = start.sites, cells_of(start)
    n_macro = int(macro_of.max()) + 1
    scale = lloyd.assign.scales(sites, lloyd.points)
    macro_sizes, macro_scale = np.zeros(n_macro, dtype=np.int64), np.zeros(n_macro)
    np.add.at(macro_sizes, macro_of, lloyd.sizes)
    np.maximum.at(macro_scale, macro_of, scale)

    def by_macrocell(at: FloatArray, present: IntArray | None) -> Candidates:
        candidates = gather(
            lloyd.tree, lloyd.points, sites, at,
            weights=lloyd.weights, cell_of=present, reach=ALIGN_REACH * scale, room=ALIGN_ROOM, threads=lloyd.threads,
        )  # fmt: skip
        return _by_macrocell(candidates, start.costs if present is not None else at, macro_of, n_macro)

    costs = start.costs + _levelled(by_macrocell(np.zeros(len(sites)), cell_of), macro_of[cell_of], n_macro)[macro_of]
    best, fewest = costs, len(lloyd.points) + 1
    for _ in range(ALIGN_ROUNDS):
        candidates = by_macrocell(costs, None)
        wrong = int(np.maximum(np.bincount(candidates.best_of, minlength=n_macro) - macro_sizes, 0).sum())
        if wrong < fewest:
            best = costs
        if wrong > NEWTON_STALLS * fewest:
            break
        fewest = wrong
        offsets = newton_costs(candidates, macro_sizes, np.zeros(n_macro), macro_scale, ALIGN_REACH * macro_scale)
        costs = costs + offsets[macro_of]
    return best


def _levelled(candidates: Candidates, macro_of_record: IntArray, n_macro: int) -> FloatArray:
    """Constants for which the prices on the two sides of a border between macrocells agree on average: least squares
    over the records that have candidates on both sides.
    """
    from scipy.sparse import coo_array, eye_array
    from scipy.sparse.linalg import spsolve

    owner = np.repeat(np.arange(len(candidates.record)), np.diff(candidates.start))
    own_macro = macro_of_record[candidates.record]
    own_price = np.full(len(candidates.record), np.nan)
    own = candidates.cell == own_macro[owner]
    own_price[owner[own]] = candidates.distance[own]
    one, other = own_macro[owner[~own]], candidates.cell[~own]
    dearer = candidates.distance[~own] - own_price[owner[~own]]  # an upper bound on the rise of the own side
    known = np.isfinite(dearer)
    one, other, dearer = one[known], other[known], dearer[known]
    shape = (n_macro, n_macro)
    facing = coo_array((np.ones(len(one)), (one, other)), shape=shape).tocsr()
    facing = facing + facing.T
    degree = np.asarray(facing.sum(axis=1)).ravel()
    right = np.bincount(one, weights=dearer, minlength=n_macro) - np.bincount(other, weights=dearer, minlength=n_macro)
    system = coo_array((degree, (np.arange(n_macro), np.arange(n_macro))), shape=shape) - facing
    ground = LEVEL_GROUND * (float(degree.mean()) or 1.0)
    return np.asarray(spsolve((system + ground * eye_array(n_macro)).tocsc(), right))


def _by_macrocell(candidates: Candidates, costs: FloatArray, macro_of: IntArray, n_macro: int) -> Candidates:
    """The same records with macrocells for candidates: the price of the best cell in each."""
    macro = macro_of[candidates.cell]
    owner = np.repeat(np.arange(len(candidates.record)), np.diff(candidates.start))
    between = np.zeros(len(candidates.record), dtype=bool)  # most records have candidates in one macrocell only
    between[owner[macro != macro[candidates.start[owner]]]] = True
    kept = between[owner]
    owner, macro = owner[kept], macro[kept]
    price = candidates.distance[kept] + costs[candidates.cell[kept]]
    order = np.lexsort((price, macro, owner))
    owner, macro, price = owner[order], macro[order], price[order]
    first = np.ones(len(owner), dtype=bool)
    first[1:] = (owner[1:] != owner[:-1]) | (macro[1:] != macro[:-1])
    owner, macro, price = owner[first], macro[first], price[first]
    n_fixed = np.bincount(macro_of[candidates.best_of], minlength=n_macro)
    n_fixed -= np.bincount(macro_of[candidates.best_of[candidates.record[between]]], minlength=n_macro)
    return Candidates(
        macro_of[candidates.best_of],
        candidates.record[between],
        np.concatenate([[0], np.cumsum(np.bincount(owner, minlength=len(between))[between])]),
        macro,
        price,
        n_fixed,
        candidates.n_crowded,
    )
