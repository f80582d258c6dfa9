"""A pseudonym followed through generations, and cancellations that are known.

Between two generations a share of the devices leaves and about as many come. Whoever follows a pseudonym keeps those
people who had all of its places. The service's own functions make the designs and count who is left.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.location.seen import DECIMALS, SEED
from benchmarks.location.town import Town
from shoal.arrays import IntArray
from shoal.service.design.attacker import followed_sizes
from shoal.service.design.design import DesignRequest, free_design, sticky_design
from shoal.service.design.sticky import NOT_SEEN
from shoal.service.generations.made import GenerationDesign
from shoal.service.geometry.sphere import unit_vectors

ACTIVE = 0.7  # of all homes have a device at first, so that others can come


@dataclass(frozen=True)
class Followed:
    """What is left after some generations."""

    generations: int
    fewest: int
    below_k: float
    right: float  # the mean of 1 / number of people left: how often one guess is right
    mean_m: float


@dataclass
class Course:
    """A town over time: who is active, and what each was told in each generation."""

    town: Town
    terms: DesignRequest
    sticky: bool
    churn: float

    def __post_init__(self) -> None:
        self.rng = np.random.default_rng(SEED)
        self.active = self.rng.random(self.town.n_people) < ACTIVE
        self.history = np.full((self.town.n_people, 0), NOT_SEEN, dtype=np.int64)

    def run(self, n_generations: int) -> list[Followed]:
        """The first generation and those that follow, with coming and leaving in between."""
        found = []
        made = None
        for number in range(n_generations):
            if made is not None:
                self._come_and_leave(made)
            made = self._next(made)
            told = np.full(self.town.n_people, NOT_SEEN, dtype=np.int64)
            told[self.active] = made.place_of[made.cell_of]
            self.history = np.column_stack([self.history, told])
            left = followed_sizes(self.history[self.active])
            mean_m = float(made.figures["distortion_m"]["mean"])
            below = float(np.mean(left < self.terms.k))
            found.append(Followed(number + 1, int(left.min()), below, float(np.mean(1 / left)), mean_m))
        return found

    def _next(self, before: GenerationDesign | None) -> GenerationDesign:
        points = self.town.points[self.active]
        if not self.sticky or before is None:
            return free_design(points, self.terms, None if before is None else before.rule)
        seen = self.history[self.active]
        return sticky_design(points, self.terms, seen[:, -1], seen)

    def _come_and_leave(self, made: GenerationDesign) -> None:
        """Newcomers are given a place of the present generation by its rule, as the service does."""
        draws = self.rng.random(self.town.n_people)
        n_active, n_others = int(self.active.sum()), int((~self.active).sum())
        newcomers = ~self.active & (draws < self.churn * n_active / max(n_others, 1))
        leaving = self.active & (draws < self.churn)
        degrees = np.round(self.town.degrees[newcomers], DECIMALS)
        cells = made.rule.assign(unit_vectors(degrees[:, 0], degrees[:, 1]))
        self.history[newcomers, -1] = made.place_of[cells]
        self.history[newcomers, :-1] = NOT_SEEN
        self.active = (self.active & ~leaving) | newcomers


def after_cancellations(spot_of: IntArray, k: int, share: float) -> tuple[int, float]:
    """Fewest of those who are left of a place when it is known who cancelled, and the share of people below k."""
    staying = np.random.default_rng(SEED).random(len(spot_of)) >= share
    left = np.bincount(spot_of[staying], minlength=int(spot_of.max()) + 1)
    return int(left[spot_of[staying]].min()), float(np.mean(left[spot_of[staying]] < k))
