"""Cells of whole households, in which no household has more than 1/k of the records.

A household is one point, the mean of its members, with their weights added up, and it stands for as many persons as it
has members. Cells of at least k persons, none of whose points stands for more than 1/k of them, are then cells of
persons (`guarantee/persons.py`), which every method can form. The members of a household keep what they have in common:
a column that is equal within a household is so in the release.

The distortion inside households is the same for all cells of whole households, so it is left out of the search.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.guarantee import PersonAnonymity
from shoal.guarantee.households import HouseholdAnonymity
from shoal.partition.partition import Partition
from shoal.partition.problem import Partitioner, Progress, no_progress
from shoal.partition.strata import microaggregate_blocks


def microaggregate_households(
    points: FloatArray,
    block_of: IntArray,
    households: HouseholdAnonymity,
    *,
    methods: Sequence[Partitioner],
    seed: int | None = None,
    budget_s: float | None = None,
    weights: FloatArray | None = None,
    progress: Progress = no_progress,
) -> tuple[Partition, tuple[str, ...]]:
    """A partition of records, and the method that made the cells of each block.

    Members of a household who are in several blocks stay together inside each.
    """
    pair = households.household_of * (int(block_of.max()) + 1) + block_of
    _, first, unit_of, members = np.unique(pair, return_index=True, return_inverse=True, return_counts=True)
    weight = np.ones(len(points)) if weights is None else weights
    weight_of = np.bincount(unit_of, weights=weight).astype(np.float64)
    sums = [np.bincount(unit_of, weights=weight * column) for column in points.T]
    found, used = microaggregate_blocks(
        np.ascontiguousarray(np.column_stack(sums) / weight_of[:, None]),
        block_of[first],
        households.k,
        methods=methods,
        seed=seed,
        budget_s=budget_s,
        weights=weight_of,
        persons=PersonAnonymity(households.k, members, households.k),
        progress=progress,
    )
    cell_of = found.cell_of[unit_of]
    households.require_kept(cell_of, f"method {found.method!r}")
    whole = Partition.from_cells(points, cell_of, method=found.method, weights=weights, outcome=found.outcome)
    return replace(whole, promise=None), used
