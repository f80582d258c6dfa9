"""Cells that keep a promise which no size can state, whatever method made them: uneven participation, or persons.

`repair` makes every cell keep the promise at little distortion; `exchange` then lowers the distortion as far as single
moves and swaps can without breaking it. A cell is a set: the order in which a method happened to add its records does
not bind anybody, and this is where that freedom is used.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.guarantee import ProbabilisticAnonymity
from shoal.kernels.participation.cells import Promised, promised_by_failure, promised_by_masses
from shoal.kernels.participation.moves import Fleet, board, empty_fleet, repair_round
from shoal.kernels.participation.moves import exchange as exchange_records
from shoal.partition.problem import Cells, Problem, Progress, no_progress

# How many neighbours a cell trades with. Gaussian points, n = 20,000, d = 5: 12 leave 2 % more distortion, 48 take off
# another 0.7 % and as much time again.
NEAR_CELLS = 24
MOST_PASSES = 20
WORTH_A_PASS = 1000  # a pass that moves fewer than one record in this many is the last one
RECORDS_PER_CALL = 2000  # compiled work between two checks for Ctrl-C: a few tenths of a second


def repair(
    points: FloatArray,
    cell_of: IntArray,
    participation: FloatArray,
    k: int,
    failure: float,
    weights: FloatArray | None = None,
) -> IntArray:
    """Cells near the given ones that all keep the promise; unchanged where all do.

    A cell that breaks it takes records from its neighbours or is dissolved among them, whichever costs less distortion
    (weighted by participation unless ``weights`` are given). Refuses when not even all records together keep it.
    """
    promise = ProbabilisticAnonymity(k, failure, participation)
    promise.require_feasible(len(points), "the array of points")
    if promise.kept_by(cell_of):
        return cell_of
    shares = _shares(promise, len(points))
    weight = shares if weights is None else weights
    return _repaired(points, weight, promised_by_failure(shares, k, promise.largest_failure, 0), cell_of)


def exchange(
    points: FloatArray,
    cell_of: IntArray,
    participation: FloatArray,
    k: int,
    failure: float,
    weights: FloatArray | None = None,
    progress: Progress = no_progress,
) -> IntArray:
    """Move and swap records between neighbouring cells while the distortion falls and both cells keep the promise.

    Every cell has to keep it before.
    """
    promise = ProbabilisticAnonymity(k, failure, participation)
    shares = _shares(promise, len(points))
    weight = shares if weights is None else weights
    return _exchanged(points, weight, promised_by_failure(shares, k, promise.largest_failure, 0), cell_of, progress)


def keep_promise(problem: Problem, cells: Cells) -> Cells:
    """A partitioner's answer, repaired and exchanged; borders and history only survive when nothing had to move."""
    promise = problem.promise
    if promise is None:
        return cells
    shares = _shares(promise, len(problem.points))
    terms = (shares, promise.k, promise.failure, problem.weights)
    repaired = repair(problem.points, cells.cell_of, *terms)
    cell_of = exchange(problem.points, repaired, *terms, problem.progress)
    problem.progress(len(cell_of), len(cell_of))
    if np.array_equal(cell_of, cells.cell_of):
        return cells
    return replace(cells, cell_of=cell_of, costs=None, sites=None, history=())


def keep_persons(problem: Problem, cells: Cells) -> Cells:
    """The same for a promise in persons. Cells of any method come in, also some that hold too few."""
    promise = problem.persons
    if promise is None:
        return cells
    weight = np.ones(len(problem.points)) if problem.weights is None else problem.weights
    promised = promised_by_masses(promise.masses, promise.k, promise.fewest_records)
    cell_of = cells.cell_of
    if not promise.kept_by(cell_of):
        cell_of = _repaired(problem.points, weight, promised, cell_of)
    elif cells.sizes_are_prescribed:
        return cells
    cell_of = _exchanged(problem.points, weight, promised, cell_of, problem.progress)
    problem.progress(len(cell_of), len(cell_of))
    return replace(cells, cell_of=cell_of, costs=None, sites=None, history=())


def _repaired(points: FloatArray, weight: FloatArray, promised: Promised, cell_of: IntArray) -> IntArray:
    fleet = _boarded(points, weight, promised, cell_of)
    while repair_round(points, weight, promised, fleet, _near(fleet)):
        pass
    return _renumbered(fleet.cell_of)


def _exchanged(
    points: FloatArray, weight: FloatArray, promised: Promised, cell_of: IntArray, progress: Progress
) -> IntArray:
    fleet = _boarded(points, weight, promised, cell_of)
    n_records = len(points)
    for this_pass in range(1, MOST_PASSES + 1):
        near = _near(fleet)
        n_moved = 0
        for first in range(0, n_records, RECORDS_PER_CALL):
            stop = min(first + RECORDS_PER_CALL, n_records)
            n_moved += exchange_records(points, weight, promised, fleet, near, this_pass, first, stop)
            progress(first, n_records)
        if n_moved * WORTH_A_PASS < n_records:
            break
    return _renumbered(fleet.cell_of)


def _shares(promise: ProbabilisticAnonymity, n_records: int) -> FloatArray:
    return np.array(np.broadcast_to(promise.participation, n_records), dtype=np.float64)


def _boarded(points: FloatArray, weight: FloatArray, promised: Promised, cell_of: IntArray) -> Fleet:
    """The cells as chains."""
    fleet = empty_fleet(len(points), int(cell_of.max()) + 1, points.shape[1])
    board(points, weight, promised, cell_of, fleet)
    return fleet


def _near(fleet: Fleet) -> IntArray:
    """For every cell the nearest others by centroid, nearest first, −1 where there are none."""
    from scipy.spatial import cKDTree

    filled = np.flatnonzero(fleet.size > 0)
    near = np.full((len(fleet.size), NEAR_CELLS), -1, dtype=np.int64)
    n_near = min(NEAR_CELLS, len(filled) - 1)
    if n_near > 0:
        _, nearest = cKDTree(fleet.centroid[filled]).query(fleet.centroid[filled], n_near + 1)
        for at, others in enumerate(np.asarray(nearest, dtype=np.int64)):
            near[filled[at], :n_near] = filled[others[others != at][:n_near]]
    return near


def _renumbered(cell_of: IntArray) -> IntArray:
    """Without the numbers of cells that were dissolved; the others keep their order."""
    filled = np.bincount(cell_of) > 0
    numbers: IntArray = np.cumsum(filled, dtype=np.int64) - 1
    return numbers[cell_of]
