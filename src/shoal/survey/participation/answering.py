"""Answering: what is assumed about who answers, and how many members of a cell answer then.

1. Every cell has a level. Without overdispersion it is the share π of the survey. With overdispersion ρ each cell draws
   its own from Beta(π(1 − ρ)/ρ, (1 − π)(1 − ρ)/ρ), whose mean is π. ρ is the correlation of any two members of a cell.
2. Given the level, households answer independently. The members of a household who are in the same cell decide as one
   with probability ``together``, and each alone otherwise. ``together`` is their correlation, given the level.
3. π is a number, what an earlier survey says of it, or anything in an interval (`shares.py`).
4. The members of a cell are counted. Where the frame is a model of N people instead, each of them is a member of a cell
   of n with probability n/N, independently. So the answers are distributed as those of N people with a share of π·n/N.

Every member answers with probability π. docs/methods/participation.md has the proofs.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import comb

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.errors import InfeasiblePromise, ParameterError, Setting
from shoal.guarantee.parameters import largest_acceptable
from shoal.survey.participation.shares import Between, Earlier, Known, Share

LARGEST_CELL = 2047  # members: Gauss's rule with 1024 points is exact up to there, and takes a second
LARGEST_DOUBLY = 511  # members, where an uncertain share and overdispersion need a rule in each point of a rule
FEWEST_POINTS = 16  # of the rule; fewer save nothing


@dataclass(frozen=True)
class Answering:
    """``together``: 0 where members do not care for each other; ``overdispersion``: 0 where cells have one level.

    ``people``: N of a model, which goes with neither of these, nor with an earlier survey; 0 where members are counted.
    A model has at least n members in a cell. More of them only help where k − 1 answers are expected: nothing is said
    of smaller cells (docs/methods/participation.md).
    """

    share: Share
    together: float = 0.0
    overdispersion: float = 0.0
    people: int = 0

    def __post_init__(self) -> None:
        check_dependence(self.together, self.overdispersion)
        if self.people and (self.together or not self.is_one_level):
            raise ValueError("a model of a frame needs independent people, and a share that is known or in an interval")

    @property
    def is_plain(self) -> bool:
        """Whether members answer independently, with a known probability."""
        return isinstance(self.share, Known) and self.together == 0.0 and self.overdispersion == 0.0 and not self.people

    def lowered(self, factor: float) -> Answering:
        """The same with a lower share."""
        return replace(self, share=self.share.lowered(factor))

    @property
    def largest_cell(self) -> int:
        """The most members of a cell whose answers can be counted."""
        is_double = isinstance(self.share, Earlier) and self.overdispersion > 0.0
        return LARGEST_DOUBLY if is_double else LARGEST_CELL

    def cell(self, households: IntArray, k: int) -> CellAnswers:
        """The answers of a cell in which ``households[h − 1]`` households have h members."""
        counted = np.ascontiguousarray(households, dtype=np.int64)
        n_members = int(counted @ np.arange(1, len(counted) + 1))
        if n_members > self.largest_cell and not self.is_one_level:
            raise _too_large(n_members, self.largest_cell)
        if isinstance(self.share, Between):
            low, high = (self._with(end)._below(counted, n_members, k) for end in (self.share.low, self.share.high))
            less = 1.0 if self._is_unbounded(n_members, k) else max(0.0, float(low[0] - high[0]))
            return CellAnswers(low, less, n_members * self.share.low)
        below = self._below(counted, n_members, k)
        if self._is_unbounded(n_members, k):
            return CellAnswers(below, 1.0, n_members * self.share.expected)
        return CellAnswers(below, 0.0, n_members * self.share.expected)

    def own_chance(self, households: IntArray, k: int) -> float:
        """r̄′, of somebody in the cell who answers: the probability that fewer than k do.

        It is a mean over those who answer. In an interval it is that of the worst member, who has the high end while
        all others have the low one, and as a rule lives alone.
        """
        if not isinstance(self.share, Between) or self.people:
            return self.cell(households, k).own_chance
        counted = np.asarray(households, dtype=np.int64)
        return max(self._worst_chance_in(int(size), counted, self.share, k) for size in np.flatnonzero(counted) + 1)

    def _worst_chance_in(self, size: int, households: IntArray, share: Between, k: int) -> float:
        """Of somebody in a household of this size who answers with the high end; all others have the low one.

        Where a household decides as one, its members answer if one random number is below their own share. So if this
        member does, the others do with probability low/high. Where cells differ, both ends have levels. Then nothing is
        made of it that this member answers: that could only raise the level, and the answers of the household.
        """
        from shoal.kernels.participation.households import answers_below

        n_members = int(households @ np.arange(1, len(households) + 1))
        others = households.copy()
        others[size - 1] -= 1
        levels, weights = levels_of(Known(share.low), self.overdispersion, n_members)
        joins = share.low / share.high if self.overdispersion == 0.0 else 0.0
        chance = 0.0
        for level, weight in zip(levels.tolist(), weights.tolist(), strict=True):
            own = np.zeros(max(k, size + 1))  # answers of the household, given that this member answers
            own[1 : size + 1] = (1.0 - self.together) * binomial_masses(size - 1, level)
            own[size] += self.together * joins
            own[1] += self.together * (1.0 - joins)
            below = answers_below(others, np.array([level]), np.array([1.0]), self.together, k)
            chance += weight * float(np.convolve(own[:k], below)[:k].sum())
        return min(1.0, chance)

    def failure(self, n_members: int, k: int) -> float:
        """P(some, but fewer than k answer) in a cell of members who live alone."""
        return self.cell(np.array([n_members]), k).failure

    def _is_unbounded(self, n_members: int, k: int) -> bool:
        """Whether more members than these, which a model may have, could fail more often: then no failure is stated."""
        return self.people > 0 and n_members * self.share.expected < k - 1

    @property
    def is_one_level(self) -> bool:
        """Whether the level is known, and the same for all cells."""
        return self.overdispersion == 0.0 and not isinstance(self.share, Earlier)

    def _with(self, share: float) -> Answering:
        return replace(self, share=Known(share))

    def _below(self, households: IntArray, n_members: int, k: int) -> FloatArray:
        from shoal.kernels.participation.households import answers_below

        levels, weights = levels_of(self.share, self.overdispersion, n_members)
        if self.people:
            households, levels = np.array([self.people]), levels * min(1.0, n_members / self.people)
        below: FloatArray = answers_below(households, levels, weights, self.together, k)
        return below


@dataclass(frozen=True)
class CellAnswers:
    """``below``: P(0 answer), …, P(k − 1 answer). In an interval these are those of its low end."""

    below: FloatArray = field(repr=False)
    nobody_less: float  # in an interval: how much less probable nobody is at the high end; 1 where nothing is promised
    expected: float  # number of answers; in an interval the fewest

    @property
    def failure(self) -> float:
        """P(some, but fewer than k answer); in an interval at most this, and at least this without `nobody_less`."""
        return float(self.below[1:].sum()) + self.nobody_less

    @property
    def own_chance(self) -> float:
        """r̄′, of somebody who answers: the probability that fewer than k of the cell do.

        A cell with more answers has more people to ask: E[K; K < k]/E[K].
        """
        return min(1.0, float(self.below @ np.arange(len(self.below))) / self.expected)


def binomial_masses(n: int, share: float) -> FloatArray:
    """P(0 of n), …, P(n of n)."""
    chosen = np.array([comb(n, count) for count in range(n + 1)], dtype=np.float64)
    made: FloatArray = chosen * share ** np.arange(n + 1) * (1.0 - share) ** np.arange(n, -1, -1)
    return made


def levels_of(share: Share, overdispersion: float, n_members: int) -> tuple[FloatArray, FloatArray]:
    """Levels and their probabilities, exact for cells of so many members."""
    if isinstance(share, Between):
        raise TypeError("An interval has two ends. Ask for the levels of each.")
    if isinstance(share, Known):
        return _levels_around(share.share, overdispersion, n_members)
    n_points = n_points_for(n_members)
    if overdispersion == 0.0:
        return _beta(*share.beta, n_points)
    return _doubly(share, overdispersion, n_points)


def n_points_for(n_members: int) -> int:
    """The points of Gauss's rule, a power of two, so that many cells have the same rule."""
    points = FEWEST_POINTS
    while 2 * points - 1 < n_members:
        points *= 2
    return points


def _too_large(n_members: int, most: int) -> InfeasiblePromise:
    return InfeasiblePromise(
        f"A cell would hold {n_members:,} members, and under this model answers are counted for cells of up to "
        f"{most:,} members.",
        count=n_members,
        hint="Accept a larger failure, lower k, or assume less dependence or less uncertainty.",
    )


def _levels_around(share: float, overdispersion: float, n_members: int) -> tuple[FloatArray, FloatArray]:
    if overdispersion == 0.0 or share == 1.0:
        return np.array([share]), np.array([1.0])
    return _beta(*_around(share, overdispersion), n_points_for(n_members))


def _around(share: float, overdispersion: float) -> tuple[float, float]:
    both = (1.0 - overdispersion) / overdispersion
    return share * both, (1.0 - share) * both


@lru_cache(maxsize=64)
def _doubly(share: Earlier, overdispersion: float, n_points: int) -> tuple[FloatArray, FloatArray]:
    """A rule in each point of a rule, and then one rule for all of these points."""
    from shoal.kernels.participation.levels import beta_levels, fewer_levels

    shares, outer = _beta(*share.beta, n_points)
    around = [beta_levels(*_around(float(one), overdispersion), n_points) for one in shares]
    points = np.concatenate([levels for levels, _ in around])
    weights = np.concatenate([weight * inner for weight, (_, inner) in zip(outer, around, strict=True)])
    fewer: tuple[FloatArray, FloatArray] = fewer_levels(points, weights, n_points)
    return fewer


@lru_cache(maxsize=512)  # rules of at most 1024 points; a design asks for a few, a fit for hundreds
def _beta(a: float, b: float, n_points: int) -> tuple[FloatArray, FloatArray]:
    from shoal.kernels.participation.levels import beta_levels

    points, weights = beta_levels(a, b, n_points)
    points.flags.writeable = weights.flags.writeable = False
    return points, weights


def check_dependence(together: float, overdispersion: float) -> None:
    """Refuse what is no correlation."""
    if isinstance(together, bool) or not isinstance(together, (int, float)) or not 0.0 <= together <= 1.0:
        raise ParameterError(
            Setting("together"),
            " must be from 0 to 1: the probability that members of a household decide as one.",
            hint="1 stands for households in which all answer or nobody does.",
        )
    if isinstance(overdispersion, bool) or not isinstance(overdispersion, (int, float)):
        raise ParameterError(Setting("overdispersion"), " must be a number from 0 to below 1.")
    if not 0.0 <= overdispersion < 1.0:
        raise ParameterError(
            Setting("overdispersion"),
            " must be from 0 to below 1: the correlation of two members of a cell.",
            hint="0.01 to 0.05 is usual.",
        )


def fewest_members(answering: Answering, k: int, failure: float) -> int:
    """n_min: an acceptable size of at least k, one less than which is not acceptable (or it is k).

    By doubling and bisection. Where the failure has one peak (docs/methods/participation.md says for which models that
    is proved) no smaller size is acceptable.
    """
    most = largest_acceptable(failure)
    if answering.failure(k, k) <= most:
        return k
    if k >= answering.largest_cell:
        raise _too_large(2 * k, answering.largest_cell)
    too_small, enough = k, min(2 * k, answering.largest_cell)
    while answering.failure(enough, k) > most:
        if enough == answering.largest_cell:
            raise InfeasiblePromise(
                f"No cell of up to {enough:,} members fails with a probability of at most {failure:g} for k = {k} "
                f"under this model. One of {enough:,} fails with {answering.failure(enough, k):.3g}.",
                parameter="failure",
                hint="Accept a larger failure, lower k, or assume less dependence or less uncertainty.",
            )
        too_small, enough = enough, min(2 * enough, answering.largest_cell)
    while enough - too_small > 1:
        middle = (too_small + enough) // 2
        if answering.failure(middle, k) <= most:
            enough = middle
        else:
            too_small = middle
    return enough


def is_fewest(n_min: int, answering: Answering, k: int, failure: float) -> bool:
    """Whether a stated n_min is acceptable, and one less is not (or fewer than k)."""
    most = largest_acceptable(failure)
    return answering.failure(n_min, k) <= most and (n_min == k or answering.failure(n_min - 1, k) > most)
