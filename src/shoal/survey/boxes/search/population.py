"""A population frame for the search, and what is promised to the people in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.guarantee import KAnonymity, ProbabilisticAnonymity
from shoal.guarantee.cell_sizes import effective_size
from shoal.kernels.boxes.splits import ORDERED, Frame
from shoal.survey.boxes.search.drafts import Draft

Promise = KAnonymity | ProbabilisticAnonymity

SHARES_TRIED = 64  # needs of a record are interpolated between so many participations; they only steer the search


@dataclass(frozen=True)
class Population:
    """A frame for the search: its points, drafts of its questions, and what is promised."""

    points: FloatArray = field(repr=False)
    drafts: Sequence[Draft]
    promise: Promise
    fewest: int  # records of a box; where participation is uneven a box also has to fail rarely enough
    slices: dict[str, slice]  # the coordinates of each column

    @property
    def n_records(self) -> int:
        """How many people the frame has."""
        return len(self.points)

    @property
    def mass(self) -> FloatArray:
        """What a record weighs in centroids and distortion: its participation where it is uneven."""
        shares = uneven_shares(self.promise)
        return np.ones(self.n_records) if shares is None else shares

    def frame(self) -> Frame:
        """For the kernels."""
        uneven = uneven_shares(self.promise)
        sets = [draft.n_levels for draft in self.drafts if draft.kind != ORDERED]
        above = np.full((len(self.drafts), max(sets, default=1)), -1, dtype=np.int64)
        for question, draft in enumerate(self.drafts):
            above[question, : len(draft.above)] = draft.above
        n = self.n_records
        return Frame(
            point=np.ascontiguousarray(self.points),
            mass=self.mass,
            share=np.full(n, 1.0 / self.fewest) if uneven is None else _needs(self.promise, uneven, self.fewest),
            participation=np.empty(0) if uneven is None else uneven,
            level=np.array([draft.level_of for draft in self.drafts], dtype=np.int64),
            kind=np.array([draft.kind for draft in self.drafts], dtype=np.int64),
            n_levels=np.array([draft.n_levels for draft in self.drafts], dtype=np.int64),
            above=above,
            least=np.array([self.fewest, self.promise.k], dtype=np.int64),
            failure=np.array([getattr(self.promise, "failure", 1.0)]),
        )


def fewest_records(promise: Promise, n_records: int, most_boxes: int | None, where: str) -> int:
    """How many records a box must have; refuses a frame that cannot fill one."""
    promise.require_feasible(n_records, where)
    fewest = promise.k
    if isinstance(promise, ProbabilisticAnonymity) and promise.constant is not None:
        fewest = promise.cell_size(n_records, where)
    return fewest if most_boxes is None else max(fewest, ceil(n_records / most_boxes))


def keeps_promise(population: Population, box_of: IntArray) -> bool:
    """Whether boxes with these members keep the promise."""
    if np.bincount(box_of).min() < population.fewest:
        return False
    uneven = isinstance(population.promise, ProbabilisticAnonymity) and population.promise.constant is None
    return not uneven or population.promise.kept_by(box_of)


def uneven_shares(promise: Promise) -> FloatArray | None:
    """The participation of each record, where it differs."""
    if isinstance(promise, ProbabilisticAnonymity) and promise.constant is None:
        return np.array(promise.participation, dtype=np.float64)
    return None


def _needs(promise: Promise, shares: FloatArray, fewest: int) -> FloatArray:
    """What part of a cell's need each record brings, were all of its cell like it."""
    if not isinstance(promise, ProbabilisticAnonymity):
        return np.full(len(shares), 1.0 / fewest)
    tried = np.unique(np.quantile(shares, np.linspace(0.0, 1.0, SHARES_TRIED)))
    sizes = [max(fewest, effective_size(promise.k, float(share), promise.failure)) for share in tried]
    needs: FloatArray = 1.0 / np.interp(shares, tried, sizes)
    return needs
