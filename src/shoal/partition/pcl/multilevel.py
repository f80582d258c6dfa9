"""Hierarchical PCL: a sample first, macrocells first, then all cells at once.

Many cells are expensive to find from nothing. Two shortcuts lead close to the end, and the ordinary alternation over
all records and all cells goes the rest of the way:

- a sample: cells of very many records are found on a part of them, which is enough to tell sites and costs;
- macrocells: PCL divides the records into macrocells, each as large as the cells it will hold, designs those inside
  each of them, all cores at work, and only then lets records cross the borders of macrocells. What these leave behind
  is the number of cells on either side, nothing else. Costs inside a macrocell are known up to a constant; one Newton
  solution with macrocells in the place of cells finds the constants. Macrocells are themselves found in this way when
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
from shoal.partition.pcl.lloyd import Course, Crew, Pace, Watch, alternate, nobody_watches
from shoal.partition.pcl.noising import tries_for
from shoal.partition.pcl.starts import begin
from shoal.partition.sizes import sample_sizes
from shoal.partition.transport.assignment import NEWTON_RECORDS_PER_CELL, NEWTON_STALLS
from shoal.partition.transport.candidates import Candidates, gather
from shoal.partition.transport.newton import newton_costs

MACRO_RECORDS = 4_000
FLAT_RECORDS = 6_000
FLAT_CELLS = 50
SAMPLE_RECORDS_PER_CELL = 64  # enough for costs that are right to a few records in a hundred
SAMPLE_PAYS = 4  # a sample is drawn when there are this many times more records
SAMPLE_REACH = 0.25  # in scales of a cell: how far from those of a sample the costs of all records are at first
SAMPLE_PACE = Pace(iterations=30, tolerance=1e-3)
MACRO_PACE = Pace(iterations=15, tolerance=1e-3)  # their borders will be crossed anyway
INNER_TOLERANCE = 1e-3  # inside macrocells; the alternation over all cells follows
ACROSS_ITERATIONS = 5  # over all cells, after macrocells of small cells
ALIGN_REACH = 3.0  # in scales of a cell: how far neighbouring macrocells are compared
ALIGN_ROOM = 32
ALIGN_ROUNDS = 8
LEVEL_GROUND = 1e-9  # of the mean degree: macrocells that face nobody keep their level

DesignOne = Callable[[int, StepClock, Watch], tuple[IntArray, IntArray, Course]]  # records, cells, and their design


@dataclass(frozen=True)
class Plan:
    """What is the same for all parts of a design."""

    kind: str  # of start
    pace: Pace
    levels: int | None  # of macrocells that may still be made; None: as the rule says
    threads: int
    rounds: int  # of stirring
    watch: Watch = nobody_watches


def design(
    points: FloatArray, sizes: IntArray, weights: FloatArray | None, plan: Plan, rng: np.random.Generator
) -> Course:
    """A fresh design for these sizes, by the rule above."""
    n_records, n_cells = len(points), len(sizes)
    large = sizes.mean() >= NEWTON_RECORDS_PER_CELL
    n_sample = SAMPLE_RECORDS_PER_CELL * n_cells
    if large and n_records >= SAMPLE_PAYS * n_sample:
        return _after_sample(points, sizes, weights, plan, rng, n_sample)
    wanted = n_cells > FLAT_CELLS if large else n_records > FLAT_RECORDS
    if (wanted if plan.levels is None else plan.levels > 0) and n_cells > 1:
        return _in_macrocells(points, sizes, weights, plan, rng, large)
    crew = Crew(points, sizes, weights, plan.threads)
    best = _flat(crew, plan, rng)
    for _ in range(1, tries_for(n_records) if plan.kind == "stirred" else 1):
        best = min(best, _flat(crew, plan, rng), key=lambda course: course.sse)
    return best


def _flat(crew: Crew, plan: Plan, rng: np.random.Generator) -> Course:
    """One start, and the alternation from there."""
    return alternate(crew, begin(crew, plan.kind, plan.pace, rng, plan.watch, plan.rounds), plan.pace, plan.watch)


def _after_sample(
    points: FloatArray, sizes: IntArray, weights: FloatArray | None, plan: Plan, rng: np.random.Generator, n_sample: int
) -> Course:
    """Sites and costs from a sample, then all records."""
    rows = np.sort(rng.choice(len(points), n_sample, replace=False))
    sample_weights = None if weights is None else weights[rows]
    hurried = replace(SAMPLE_PACE, speed=plan.pace.speed, clock=plan.pace.clock)
    few = design(points[rows], sample_sizes(sizes, n_sample), sample_weights, replace(plan, pace=hurried), rng)
    crew = Crew(points, sizes, weights, plan.threads)
    crew.assign.reach = SAMPLE_REACH
    return alternate(crew, Course(few.sites, few.costs), plan.pace, plan.watch)


def _in_macrocells(
    points: FloatArray, sizes: IntArray, weights: FloatArray | None, plan: Plan, rng: np.random.Generator, large: bool
) -> Course:
    """Macrocells, cells inside each, and the alternation over all cells."""
    n_cells = len(sizes)
    n_macro = isqrt(n_cells) if large else min(n_cells, max(2, (len(points) + MACRO_RECORDS // 2) // MACRO_RECORDS))
    kept = np.array_split(rng.permutation(n_cells), n_macro)  # which cells each macrocell will hold
    macro_sizes = np.array([sizes[cells].sum() for cells in kept])
    hurried = replace(MACRO_PACE, clock=plan.pace.clock)
    macro_plan = Plan("random", hurried, None, plan.threads, plan.rounds)
    macro = cells_of(design(points, macro_sizes, weights, macro_plan, rng))
    inner_pace = plan.pace if large else replace(plan.pace, tolerance=max(plan.pace.tolerance, INNER_TOLERANCE))
    levels = None if plan.levels is None else plan.levels - 1
    inner = replace(plan, levels=levels, threads=1)
    seeds = rng.spawn(n_macro)

    def design_one(number: int, clock: StepClock, watch: Watch) -> tuple[IntArray, IntArray, Course]:
        rows = np.flatnonzero(macro == number)
        own_weights = None if weights is None else weights[rows]
        own = replace(inner, pace=replace(inner_pace, clock=clock), watch=watch)
        return rows, kept[number], design(points[rows], sizes[kept[number]], own_weights, own, seeds[number])

    crew = Crew(points, sizes, weights, plan.threads)
    start, macro_of = _together(crew, design_one, n_macro, plan)
    start = replace(start, costs=_aligned(crew, start, macro_of))
    pace = plan.pace if large else replace(plan.pace, iterations=min(plan.pace.iterations, ACROSS_ITERATIONS))
    return alternate(crew, start, pace, plan.watch)


def _together(crew: Crew, design_one: DesignOne, n_macro: int, plan: Plan) -> tuple[Course, IntArray]:
    """Design inside all macrocells, and put the cells side by side; also says which macrocell each belongs to."""
    cell_of = np.empty(len(crew.points), dtype=np.int64)
    costs, macro_of = np.empty(len(crew.sizes)), np.empty(len(crew.sizes), dtype=np.int64)
    numbers = iter(range(n_macro))
    plan.pace.clock.begin_parts()
    shares, together = np.zeros(n_macro), Clock()

    def take_turn() -> tuple[int, tuple[IntArray, IntArray, Course]]:
        number, clock = plan.pace.clock.next_part(numbers)

        def watch(share: float) -> None:
            shares[number] = max(shares[number], share)
            if together.is_interrupted:
                raise GivenUpError

        watch(0.0)
        designed = design_one(number, clock, watch)
        shares[number] = 1.0
        return number, designed

    designs = together.run([take_turn] * n_macro, lambda: plan.watch(float(shares.mean())), plan.threads)
    if together.is_interrupted:
        raise KeyboardInterrupt
    for number, (rows, own, course) in designs:
        cell_of[rows] = own[cells_of(course)]
        costs[own], macro_of[own] = course.costs, number
    sites = crew.means(cell_of)
    sse = crew.sse(cell_of, sites)
    return Course(sites, costs, cell_of, sse, (sse,)), macro_of


def cells_of(course: Course) -> IntArray:
    """The cells of a course, which every iteration has."""
    if course.cell_of is None:  # every pace allows one iteration; this tells the type checker
        raise RuntimeError("a design ended before its first iteration")
    return course.cell_of


def _aligned(crew: Crew, start: Course, macro_of: IntArray) -> FloatArray:
    """Costs with the constant of each macrocell chosen so that macrocells keep their sizes, as far as a derivative
    tells."""
    sites, cell_of = start.sites, cells_of(start)
    n_macro = int(macro_of.max()) + 1
    scale = crew.assign.scales(sites, crew.points)
    macro_sizes, macro_scale = np.zeros(n_macro, dtype=np.int64), np.zeros(n_macro)
    np.add.at(macro_sizes, macro_of, crew.sizes)
    np.maximum.at(macro_scale, macro_of, scale)

    def by_macrocell(at: FloatArray, present: IntArray | None) -> Candidates:
        candidates = gather(
            crew.tree, crew.points, sites, at,
            weights=crew.weights, cell_of=present, reach=ALIGN_REACH * scale, room=ALIGN_ROOM, threads=crew.threads,
        )  # fmt: skip
        return _by_macrocell(candidates, start.costs if present is not None else at, macro_of, n_macro)

    costs = start.costs + _levelled(by_macrocell(np.zeros(len(sites)), cell_of), macro_of[cell_of], n_macro)[macro_of]
    best, fewest = costs, len(crew.points) + 1
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
    """Constants for which, on average, prices on the two sides of a border between macrocells agree: least squares over
    the records that have sites of both sides near.
    """
    from scipy.sparse import coo_array, eye_array
    from scipy.sparse.linalg import spsolve

    owner = np.repeat(np.arange(len(candidates.record)), np.diff(candidates.start))
    own_macro = macro_of_record[candidates.record]
    own_price = np.full(len(candidates.record), np.nan)
    own = candidates.cell == own_macro[owner]
    own_price[owner[own]] = candidates.distance[own]
    one, other = own_macro[owner[~own]], candidates.cell[~own]
    dearer = candidates.distance[~own] - own_price[owner[~own]]  # what the own side must at most be raised by
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
    between = np.zeros(len(candidates.record), dtype=bool)  # most records know the cells of one macrocell only
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
