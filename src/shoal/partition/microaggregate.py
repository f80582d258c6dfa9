"""The entrance to partitioning: check the points once, find the method, count the cells.

Everything behind this door trusts its input, and nothing leaves it whose cells were not counted.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray
from shoal.guarantee import KAnonymity
from shoal.partition.checks import check_budget, check_confidential, check_points, check_seed, check_weights
from shoal.partition.method_text import describe
from shoal.partition.methods import find_method
from shoal.partition.participation import promised, terms_of
from shoal.partition.partition import Partition
from shoal.partition.problem import Partitioner, Problem, Progress, Represented, no_progress
from shoal.partition.repair import keep_persons, keep_promise
from shoal.partition.search.confidential_repair import keep_confidential

if TYPE_CHECKING:
    from shoal.guarantee.confidential import ConfidentialPromise

LARGEST_WHOLE = 2.0**52  # whole numbers up to here differ by whole numbers exactly


def microaggregate(
    points: npt.ArrayLike,
    k: int,
    *,
    method: str | Partitioner = "auto",
    seed: int | None = None,
    budget_s: float | None = None,
    weights: npt.ArrayLike | None = None,
    participation: npt.ArrayLike | None = None,
    failure: float | None = None,
    masses: npt.ArrayLike | None = None,
    fewest_records: int | None = None,
    confidential: ConfidentialPromise | None = None,
    progress: Progress = no_progress,
) -> Partition:
    """Put points into cells of at least k, at small distortion.

    With ``participation`` and ``failure`` the cells are for a survey that nobody has answered yet: each is large enough
    that at least k of its records take part, or none, but for an acceptable probability.

    Parameters
    ----------
    points : (n, d) array, used as given (standardise first if columns have different units).
    k : the fewest records a cell may hold, at least 2.
    method : a name (``METHODS``) or a settings object such as ``VMDAV(gain=1.1)``.
    seed : for methods that draw random numbers; the greedy methods draw none, so it changes nothing there.
    budget_s : seconds to spend, for the methods that can use a budget (``best``, ``auto``, ``pcl``); others refuse one.
    weights : (n,) positive weights of the records in centroids and in the distortion: a record of weight m pulls
        like m records. They never count towards k.
    participation : probability of taking part, in (0, 1]: one for all records, or one each. Uneven participation weighs
        in centroids and in the distortion, besides ``weights``.
    failure : acceptable probability that somebody, but fewer than k, take part in a cell.
    masses : (n,) the persons that each record stands for, whole numbers of at least 1. k then counts persons: those of
        a cell are at least k, and at least ``fewest_records`` (3) times those of its largest record.
    fewest_records : with ``masses``: no record stands for more than 1/fewest_records of the persons of its cell, so a
        cell has at least so many records. At least 2.
    confidential : what else every cell keeps about confidential values of the records
        (`shoal.guarantee.confidential`): diversity, closeness, and more.
    progress : called with (records done, records in all) between compiled batches.
    """
    promise = promised(k, participation, failure, masses, fewest_records)
    given = check_points(points)
    partitioner = find_method(method)
    check_confidential(confidential, promise, len(given))
    check_budget(partitioner, budget_s)
    terms = terms_of(promise, len(given), check_weights(weights, len(given)))
    check_seed(seed)
    moves = getattr(partitioner, "moves_with_points", True)
    centred, shift = centred_points(given) if moves else (given, np.zeros(given.shape[1]))
    problem = Problem(
        centred,
        terms.size,
        terms.weights,
        seed,
        budget_s,
        progress,
        shift if moves else None,
        terms.uneven,
        terms.persons,
        confidential,
    )
    counted = keep_persons(problem, keep_promise(problem, partitioner(problem)))
    cells = keep_confidential(problem, counted, prescribed=getattr(partitioner, "prescribes_sizes", False))
    partition = Partition.from_cells(
        given,
        cells.cell_of,
        method=cells.method or describe(partitioner),
        weights=terms.weights,
        outcome=cells.outcome,
        costs=cells.costs,
        sites=None if cells.sites is None or cells.represented is not None else cells.sites + shift,
        history=cells.history,
    )
    if cells.represented is not None:
        partition = _in_its_distance(partition, cells.represented, shift)
    judged = partition.sizes if isinstance(promise, KAnonymity) else partition.cell_of
    promise.require_kept(judged, f"method {partition.method!r}")
    if confidential is not None:
        confidential.require_kept(partition.cell_of, f"method {partition.method!r}")
    return replace(partition, promise=promise)


def _in_its_distance(partition: Partition, represented: Represented, shift: FloatArray) -> Partition:
    """The partition with the representatives and the distortion of another distance than the squared Euclidean one."""
    representatives = represented.representatives
    moved = representatives + shift if representatives.shape[1] == len(shift) else representatives
    return replace(
        partition,
        centroids=moved,
        sites=None if partition.costs is None else moved,
        sse=represented.distortion,
        sst=represented.of_one_cell,
        distance=represented.distance,
    )


def centred_points(points: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The points around their mean, and where that was.

    A column of whole numbers is moved by a whole number, which is exact: records that are equally far apart stay so,
    and ties go to the lower index as they should.
    """
    mean = points.mean(axis=0)
    whole = (points == np.rint(points)).all(axis=0) & (np.abs(points).max(axis=0) < LARGEST_WHOLE)
    origin = np.where(whole, np.rint(mean), mean)
    centred = points - origin
    rest = np.where(whole, 0.0, centred.mean(axis=0))  # the second mean removes what rounding left of the first
    centred -= rest
    return np.ascontiguousarray(centred), origin + rest
