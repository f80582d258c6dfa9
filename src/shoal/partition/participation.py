"""What a promise means for a partitioner: the size of a cell, who judges it, and what records weigh."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray
from shoal.errors import ParameterError, Setting
from shoal.guarantee import USUAL_FEWEST_RECORDS, KAnonymity, PersonAnonymity, ProbabilisticAnonymity

Promise = KAnonymity | PersonAnonymity | ProbabilisticAnonymity


@dataclass(frozen=True)
class Terms:
    """``size`` is the fewest records of a cell, or, where ``uneven`` or ``persons`` judges cells, what they need as a
    rule.
    """

    size: int
    uneven: ProbabilisticAnonymity | None
    weights: FloatArray | None
    persons: PersonAnonymity | None = None


def promised(
    k: int,
    participation: object = None,
    failure: float | None = None,
    masses: npt.ArrayLike | None = None,
    fewest_records: int | None = None,
) -> Promise:
    """Plain k-anonymity; with masses the promise in persons; with participation and failure the probabilistic one."""
    if masses is not None:
        if participation is not None or failure is not None:
            raise ParameterError(
                Setting("masses"),
                " count persons of records that are there, and ",
                Setting("participation"),
                " is about a survey that nobody has answered yet. A promise has one of the two.",
            )
        return PersonAnonymity(
            k,
            masses,  # type: ignore[arg-type]  # checked there
            USUAL_FEWEST_RECORDS if fewest_records is None else fewest_records,
        )
    if fewest_records is not None:
        raise ParameterError(
            Setting("fewest_records"),
            " belongs to a promise in persons: without masses, k is the fewest records of a cell.",
            hint="Leave it out.",
        )
    if participation is None and failure is None:
        return KAnonymity(k)
    if participation is None or failure is None:
        given, missing = ("failure", "participation") if participation is None else ("participation", "failure")
        raise ParameterError(
            Setting(given),
            " is given without ",
            Setting(missing),
            ". A probabilistic promise needs both: who takes part, and how often a cell may fail.",
            hint="Leave both out for plain k-anonymity.",
        )
    return ProbabilisticAnonymity(k, failure, participation)  # type: ignore[arg-type]  # checked there


def terms_of(promise: Promise, n_records: int, weights: FloatArray | None) -> Terms:
    """With one participation for all, a larger size in place of k says it all, and centroids stay plain means.

    With uneven participation every cell is judged by its own failure, and records weigh in centroids and distortion as
    they are likely to take part. Where participation is so rare that all records together are below the peak of the
    failure, every set of k records keeps the promise, so size alone counts.
    """
    promise.require_feasible(n_records, "the array of points")
    if isinstance(promise, KAnonymity):
        return Terms(promise.k, None, weights)
    if isinstance(promise, PersonAnonymity):
        return Terms(_usual_records(promise), None, weights, promise)
    if promise.constant is not None:
        return Terms(promise.cell_size(n_records), None, weights)
    shares = np.array(promise.participation)
    weighed = shares if weights is None else shares * weights
    if not promise.larger_is_better(shares):
        return Terms(promise.k, None, weighed)
    return Terms(_usual_size(promise, np.sort(shares)), promise, weighed)


def _usual_records(promise: PersonAnonymity) -> int:
    """The records that stand for k persons on average."""
    return max(promise.fewest_records, ceil(promise.k / float(promise.masses.mean())))


def _usual_size(promise: ProbabilisticAnonymity, ascending: FloatArray) -> int:
    """The records a cell needs whose members are a fair sample of all: one from each of n equal slices, by rank."""
    too_small, enough = promise.k - 1, len(ascending)
    while enough - too_small > 1:
        size = (too_small + enough) // 2
        ranks = ((np.arange(size) + 0.5) * len(ascending) / size).astype(np.int64)
        if promise.cell_failure(ascending[ranks]) <= promise.largest_failure:
            enough = size
        else:
            too_small = size
    return enough
