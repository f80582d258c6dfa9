"""Households: members of a household who stay together go to the leaf of their mean.

They stand anywhere in a table. So records are sorted by household first. Members who may not share a cell (of different
strata, or who miss other columns) go to leaves of their own groups. Leaves of heavy points get households of which all
members stand there, and no others, because nothing but the point is released there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from shoal.arrays import FloatArray, IntArray
from shoal.guarantee import HouseholdAnonymity
from shoal.journey.passes.counted.what_counts import household_keys
from shoal.journey.passes.forming import LEAF, ORDER_SEED
from shoal.journey.passes.plan import BlockPlan
from shoal.journey.passes.row_keys import row_keys
from shoal.partition.conditions.households import HouseholdPoints


@dataclass(frozen=True)
class HouseholdFacts:
    """How many households there are, and in how many groups, and so in how many classes, one has members at most."""

    n_households: int
    most_groups: int

    @classmethod
    def of_all(cls, parts: Sequence[HouseholdFacts]) -> HouseholdFacts:
        """Of boxes, each of which has whole households."""
        return cls(sum(part.n_households for part in parts), max((part.most_groups for part in parts), default=0))


def n_household_boxes(plan: BlockPlan) -> int:
    """In how many boxes records are sorted by household."""
    return max(1, -(-plan.n_records // plan.block_records))


def household_boxes(frame: pl.DataFrame, plan: BlockPlan) -> IntArray:
    """The box of each record; members of a household have the same one."""
    keys = household_keys(frame, plan.what.household or "").view(np.uint64)
    return (keys % np.uint64(n_household_boxes(plan))).astype(np.int64)


def placed_households(frame: pl.DataFrame, plan: BlockPlan) -> tuple[pl.DataFrame, HouseholdFacts]:
    """The records of a box with the leaf of each, −1 where it is dropped. In the order of their keys, so that means do
    not depend on who came first."""
    ordered = frame[row_keys(frame, plan.layout.travelling, (plan.seed, ORDER_SEED)).order()]
    located = plan.located(ordered)
    inside = np.flatnonzero(located.group_of >= 0)
    leaf = np.full(ordered.height, -1, dtype=np.int64)
    facts = HouseholdFacts(0, 0)
    if len(inside):
        numbers = np.unique(plan.what.numbers(ordered[inside], plan.layout), return_inverse=True)[1]
        households = HouseholdAnonymity(plan.k, numbers.astype(np.int64))
        weights = None if located.weights is None else located.weights[inside]
        points, group_of = located.points[inside], located.group_of[inside]
        of = HouseholdPoints.of(points, group_of, households, weights)
        leaf[inside] = _leaves(of, points, group_of, plan)[of.unit_of]
        groups = np.bincount(households.household_of[of.first])
        facts = HouseholdFacts(int(np.count_nonzero(groups)), int(groups.max()))
    return ordered.with_columns(pl.Series(LEAF, leaf)), facts


def _leaves(of: HouseholdPoints, points: FloatArray, group_of: IntArray, plan: BlockPlan) -> IntArray:
    """(units,) the leaf of each."""
    places, own = plan.placings[0], group_of[of.first]
    differs = (points != points[of.first][of.unit_of]).any(axis=1)
    is_one_place = np.bincount(of.unit_of, weights=differs) == 0  # of which a mean could miss the last bit
    means = np.where(is_one_place[:, None], points[of.first], of.points)
    elsewhere = replace(places, heavy=places.heavy[:0])
    return np.where(is_one_place, places.leaf_of(means, own), elsewhere.leaf_of(means, own))
