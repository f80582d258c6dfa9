"""Cells in which no household has more than 1/k of the records: of whole households, or of records that are counted.

**Together.** A household is one point, the mean of its members, with their weights added up, and it stands for as many
persons as it has members. Cells of at least k persons, none of whose points stands for more than 1/k of them, are then
cells of persons (`guarantee/persons.py`), which every method can form. The members of a household keep what they have
in common: a column that is equal within a household is so in the release. The distortion inside households is the same
for all cells of whole households, so it is left out of the search. Promises about confidential values are kept by
merging such cells.

**Counted.** Members may be in different cells. The number of the household is then one more confidential value, of
which no cell may have more than a share of 1/k: the search for promises beyond k (`partition/search`) finds the cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.errors import WrongUse
from shoal.guarantee import PersonAnonymity
from shoal.guarantee.confidential import ConfidentialPromise, ConfidentialValues, LargestShare
from shoal.guarantee.households import HouseholdAnonymity
from shoal.partition.conditions.strata import microaggregate_blocks
from shoal.partition.confidential.by_block import merged_by_block
from shoal.partition.partition import Partition
from shoal.partition.problem import Partitioner, Progress, no_progress


@dataclass(frozen=True, eq=False)
class HouseholdPoints:
    """A point for the members of each household in each block."""

    unit_of: IntArray  # (records,) which point stands for the record
    first: IntArray  # (units,) one record of each
    points: FloatArray
    weights: FloatArray
    members: IntArray  # (units,) records
    inner: FloatArray  # (units,) the distortion inside

    @classmethod
    def of(
        cls, points: FloatArray, block_of: IntArray, households: HouseholdAnonymity, weights: FloatArray | None
    ) -> HouseholdPoints:
        """The means of the members."""
        pair = households.household_of * (int(block_of.max()) + 1) + block_of
        _, first, unit_of, members = np.unique(pair, return_index=True, return_inverse=True, return_counts=True)
        weight = np.ones(len(points)) if weights is None else weights
        weight_of = np.bincount(unit_of, weights=weight).astype(np.float64)
        sums = [np.bincount(unit_of, weights=weight * column) for column in points.T]
        means = np.ascontiguousarray(np.column_stack(sums) / weight_of[:, None])
        moved = weight * ((points - means[unit_of]) ** 2).sum(axis=1)
        return cls(unit_of, first, means, weight_of, members, np.bincount(unit_of, weights=moved).astype(np.float64))


def microaggregate_households(
    points: FloatArray,
    block_of: IntArray,
    households: HouseholdAnonymity,
    *,
    methods: Sequence[Partitioner],
    seed: int | None = None,
    budget_s: float | None = None,
    weights: FloatArray | None = None,
    confidential: ConfidentialPromise | None = None,
    progress: Progress = no_progress,
) -> tuple[Partition, tuple[str, ...]]:
    """A partition of records, and the method that made the cells of each block.

    Members of a household who are in several blocks stay together inside each. A ``confidential`` promise is about
    records, and needs whole households.
    """
    form = partial(microaggregate_blocks, methods=methods, seed=seed, budget_s=budget_s, progress=progress)
    if not households.together:
        if confidential is not None:
            raise WrongUse("Cells that divide households cannot keep a promise about confidential values.")
        counted = largest_household(households)
        found, used = form(points, block_of, households.k, weights=weights, confidential=counted)
        households.require_kept(found.cell_of, f"method {found.method!r}")
        return replace(found, costs=None, sites=None, promise=None), used
    of = HouseholdPoints.of(points, block_of, households, weights)
    found, used = form(
        of.points,
        block_of[of.first],
        households.k,
        weights=of.weights,
        persons=PersonAnonymity(households.k, of.members, households.k),
    )
    cell_of = found.cell_of[of.unit_of]
    if confidential is not None:
        cell_of = merged_by_block(points, block_of, cell_of, confidential, weights)
        confidential.require_kept(cell_of, f"method {found.method!r}")
    households.require_kept(cell_of, f"method {found.method!r}")
    whole = Partition.from_cells(points, cell_of, method=found.method, weights=weights, outcome=found.outcome)
    return replace(whole, promise=None), used


def largest_household(households: HouseholdAnonymity) -> ConfidentialPromise:
    """No household has a larger share of a cell than 1/k, as a promise about the number of the household."""
    values = ConfidentialValues.counted("household", households.household_of, is_ordered=False)
    return ConfidentialPromise(((values, LargestShare(1.0 / households.k)),))
