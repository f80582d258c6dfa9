"""How well a model explains who answered an earlier survey.

People are counted by the group that they were in and by their household. A group has one level, drawn from the Beta
distribution of the model; households of a group answer independently, given the level. So the likelihood of a group is
a mean over levels, of a product over its households.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import comb, log

import numpy as np
import numpy.typing as npt

from shoal.arrays import BoolArray, FloatArray, IntArray
from shoal.survey.participation.answering import levels_of
from shoal.survey.participation.shares import Known

LEAST = 1e-300  # a probability that a model excludes counts as this, so that logarithms stay finite
LARGEST_RULE = 127  # members: larger groups are described by the levels of such ones; an estimate needs no more


@dataclass(frozen=True)
class PastAnswers:
    """``counts[g, t]``: households of kind t in group g; kind t has ``kinds[t] = (members, answers)``."""

    counts: npt.NDArray[np.float64] = field(repr=False)
    kinds: tuple[tuple[int, int], ...] = field(repr=False)

    @classmethod
    def of(cls, answered: BoolArray, household_of: IntArray | None, group_of: IntArray | None) -> PastAnswers:
        """Count them; the members of a household who are in different groups are two households."""
        n_people = len(answered)
        groups = np.zeros(n_people, dtype=np.int64) if group_of is None else group_of
        homes = np.arange(n_people) if household_of is None else household_of
        key = groups * (int(homes.max()) + 1) + homes
        _, first, part_of, sizes = np.unique(key, return_index=True, return_inverse=True, return_counts=True)
        answers = np.bincount(part_of, weights=answered).astype(np.int64)
        kinds, kind_of = np.unique(np.stack([sizes, answers]), axis=1, return_inverse=True)
        counts = np.zeros((int(groups.max()) + 1, kinds.shape[1]))
        np.add.at(counts, (groups[first], kind_of.ravel()), 1.0)
        return cls(counts, tuple((int(size), int(answer)) for size, answer in kinds.T))

    @property
    def n_people(self) -> int:
        """How many were asked."""
        return int(self.counts.sum(axis=0) @ np.array([size for size, _ in self.kinds]))

    @property
    def n_answers(self) -> int:
        """How many answered."""
        return int(self.counts.sum(axis=0) @ np.array([answers for _, answers in self.kinds]))

    @property
    def n_groups(self) -> int:
        """How many groups were asked."""
        return len(self.counts)

    @property
    def n_together(self) -> int:
        """Households with more than one member: only these tell how much members care for each other."""
        large = np.array([size > 1 for size, _ in self.kinds])
        return int(self.counts.sum(axis=0)[large].sum())

    def log_likelihood(self, share: float, together: float, overdispersion: float) -> float:
        """ln P(what was seen), up to a constant."""
        n_members = min(LARGEST_RULE, self.n_people)
        levels, weights = levels_of(Known(share), overdispersion, n_members)
        by_kind = np.array([_log_kind(size, answers, levels, together) for size, answers in self.kinds])
        by_group = self.counts @ by_kind + np.log(np.maximum(weights, LEAST))
        most = by_group.max(axis=1, keepdims=True)
        return float((most[:, 0] + np.log(np.exp(by_group - most).sum(axis=1))).sum())


def _log_kind(size: int, answers: int, levels: FloatArray, together: float) -> FloatArray:
    """ln P(so many of a household answer), for each level."""
    own = 0.0 if size == 1 else together
    alone = np.exp(log(comb(size, answers)) + answers * np.log(levels) + (size - answers) * np.log1p(-levels))
    as_one = levels if answers == size else 1.0 - levels if answers == 0 else np.zeros(len(levels))
    told: FloatArray = np.log(np.maximum(own * as_one + (1.0 - own) * alone, LEAST))
    return told
