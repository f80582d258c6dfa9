"""How small can the distortion be where cells are close to the table? A bound below all of them.

Idea. A cell that is t-close on a line has nearly the mean of the table of everything that is smooth on that line
(Kantorovich and Rubinstein: the means of an L-Lipschitz function differ by at most L·t). So of an attribute that goes
with the confidential value, cells can keep next to nothing. For every coordinate x = φ(y) + e, with y the place of the
confidential value and any L-Lipschitz φ,

    Σ over cells of |c|·(mean of x in c − mean of x)²  ≤  (√n · L · t + ‖e‖)²,

and the SSE is the rest of the total sum of squares. For a given L the best φ is found exactly (`kernels/bound/
lipschitz.py`); √n·L·t + ‖e‖ is convex in L, so golden sections find the best L. Any φ gives a valid bound.

No cell is smaller than the smallest size that can keep the promise. So the bound for k holds with that size, and every
coordinate alone has at least the SSE of its optimal cells on a line.

The proof is in docs/methods/beyond-k.md. Cost: O(n) for each of about 50 trials of L, in every coordinate, and what the
bounds for k cost.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray
from shoal.guarantee.confidential import (
    Closeness,
    ConfidentialPromise,
    ConfidentialRule,
    ConfidentialValues,
    DistinctDiversity,
    EntropyDiversity,
    LargestShare,
    RecursiveDiversity,
)
from shoal.guarantee.confidential.judging import ORDERED_GROUNDS, ground_of, places
from shoal.kernels.bound.lipschitz import lipschitz_regression
from shoal.kernels.confidential.judge import ROUNDING
from shoal.partition.bound.certificate import SAFETY, BoundKind, bound_and_kind
from shoal.partition.checks import check_confidential, check_points
from shoal.partition.greedy.optimal_1d import Optimal1D
from shoal.partition.partition import sse_of
from shoal.partition.problem import Problem

GOLDEN = (math.sqrt(5.0) - 1.0) / 2.0
SECTIONS = 45  # golden sections: the best L to 4·10⁻¹⁰ of its range
MOST_SIZES = 1_000  # are tried; a smallest size beyond would hardly be reported, and each takes as long as a sort


def lower_bound_with_promise(
    points: npt.ArrayLike, k: int, confidential: ConfidentialPromise, *, budget_s: float | None = None
) -> float:
    """No partition of these points into cells of at least k that all keep the promise has a smaller SSE.

    Parameters
    ----------
    points : (n, d) array, used as given, as in ``microaggregate``.
    k : the fewest records a cell may hold, at least 2.
    confidential : the promise, about exactly these records.
    budget_s : seconds to spend on the bound for k, as in ``lower_bound``.
    """
    given = check_points(points)
    check_confidential(confidential, None, len(given))
    return bound_and_kind_with_promise(given, k, confidential, budget_s)[0]


def bound_and_kind_with_promise(
    points: FloatArray, k: int, confidential: ConfidentialPromise, budget_s: float | None
) -> tuple[float, BoundKind]:
    """The same with what it rests on. The promise may compare with a larger table, of which these are some records."""
    fewest = min(max(k, smallest_size(confidential)), len(points))
    by_size, kind = bound_and_kind(points, fewest, budget_s)
    centred = points - points.mean(axis=0)
    alone = [_of_coordinate(centred[:, [axis]], fewest, confidential) for axis in range(centred.shape[1])]
    together = math.fsum(alone) * (1.0 - SAFETY)
    return (by_size, kind) if by_size >= together else (together, BoundKind.CLOSENESS)


def smallest_size(promise: ConfidentialPromise) -> int:
    """No cell of fewer records keeps the promise."""
    return max((_smallest_size(values, rule) for values, rule in promise.asked), default=1)


def least_distance(values: ConfidentialValues, place: FloatArray, n_records: int) -> float:
    """The least earth mover's distance between the table and any cell of so many records, on a line.

    Of the records in their order the first stands for the first 1/n of the table, and so on. It is nearest to them if
    it is their median.
    """
    upto = np.cumsum(values.totals) / values.totals.sum()
    cuts = np.arange(1, n_records) / n_records
    ends = np.unique(np.concatenate([upto, cuts, [1.0]]).clip(max=1.0))
    begins = np.append(0.0, ends[:-1])
    middles = 0.5 * (begins + ends)
    last = len(place) - 1
    value = np.minimum(np.searchsorted(upto, middles), last)
    part = np.minimum((middles * n_records).astype(np.int64), n_records - 1)
    median = np.minimum(np.searchsorted(upto, (np.arange(n_records) + 0.5) / n_records), last)
    distance: float = ((ends - begins) * np.abs(place[value] - place[median[part]])).sum()
    return distance


def _of_coordinate(coordinate: FloatArray, fewest: int, promise: ConfidentialPromise) -> float:
    """No such partition has a smaller SSE in one coordinate."""
    total = float((coordinate**2).sum())
    on_a_line = sse_of(coordinate, Optimal1D()(Problem(coordinate, fewest)).cell_of, None)
    between = [
        _most_between(coordinate[:, 0], values, places(values, ground_of(values, rule)), rule.t)
        for values, rule in promise.asked
        if isinstance(rule, Closeness) and ground_of(values, rule) in ORDERED_GROUNDS
    ]
    return max([on_a_line, *(total - most**2 for most in between)])


def _most_between(x: FloatArray, values: ConfidentialValues, place: FloatArray, t: float) -> float:
    """√n·L·t + ‖e‖ for the best L: the root of the most that means of cells can vary."""
    used, value_of = np.unique(values.code_of, return_inverse=True)
    mass = np.bincount(value_of).astype(np.float64)
    mean = np.bincount(value_of, x) / mass
    inside = float(((x - mean[value_of]) ** 2).sum())  # no function of the confidential value explains this
    gaps = np.diff(place[used])
    reach = math.sqrt(len(x)) * (t + ROUNDING)

    def most(steepness: float) -> float:
        fitted = np.empty(len(mean))
        lipschitz_regression(mean, mass, steepness * gaps, fitted)
        steepest = float((np.abs(np.diff(fitted)) / gaps).max(initial=0.0))  # with what rounding made of it
        return reach * steepest + math.sqrt(inside + float((mass * (fitted - mean) ** 2).sum()))

    return _least(most, float((np.abs(np.diff(mean)) / gaps).max(initial=0.0)))


def _least(convex: Callable[[float], float], most: float) -> float:
    """The least value of a convex function that golden sections of [0, most] come across."""
    begin, end = 0.0, most
    one, two = end - GOLDEN * (end - begin), begin + GOLDEN * (end - begin)
    at_one, at_two = convex(one), convex(two)
    least = min(convex(begin), convex(end), at_one, at_two)
    for _ in range(SECTIONS):
        if at_one <= at_two:
            end, two, at_two = two, one, at_one
            one = end - GOLDEN * (end - begin)
            at_one = convex(one)
        else:
            begin, one, at_one = one, two, at_two
            two = begin + GOLDEN * (end - begin)
            at_two = convex(two)
        least = min(least, at_one, at_two)
    return least


def _smallest_size(values: ConfidentialValues, rule: ConfidentialRule) -> int:
    if isinstance(rule, (DistinctDiversity, RecursiveDiversity)):
        return rule.l
    if isinstance(rule, EntropyDiversity):
        return math.ceil(rule.l - ROUNDING)
    if isinstance(rule, LargestShare):
        return math.ceil(1.0 / (rule.share + ROUNDING))
    if isinstance(rule, Closeness) and ground_of(values, rule) in ORDERED_GROUNDS:
        place = places(values, ground_of(values, rule))
        most = min(len(values.code_of), MOST_SIZES)
        return next((size for size in range(1, most) if least_distance(values, place, size) <= rule.t + ROUNDING), most)
    return 1
