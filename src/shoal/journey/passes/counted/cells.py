"""Cells inside a block where k counts persons: of records that stand for several, or of whole households.

The first pass forms cells by the method, repairs them and exchanges records between them. In blocks that are cut
elsewhere cells of both sides of a border exchange records, by the same code.
"""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.guarantee import HouseholdAnonymity, PersonAnonymity
from shoal.partition.conditions.households import HouseholdPoints, microaggregate_households
from shoal.partition.microaggregate import microaggregate
from shoal.partition.problem import Partitioner, Progress
from shoal.partition.search.one_block import exchanged_block


def cells_of_masses(
    points: FloatArray,
    promise: PersonAnonymity,
    begun: IntArray | None,
    start: Partitioner,
    seed: int,
    weights: FloatArray | None,
    progress: Progress,
) -> IntArray:
    """The cells of some records of one group; ``begun``: their cells so far."""
    if begun is not None:
        return exchanged_block(points, begun, promise, weights=weights, progress=progress)
    return microaggregate(
        points,
        promise.k,
        method=start,
        seed=seed,
        weights=weights,
        masses=promise.masses,
        fewest_records=promise.fewest_records,
        progress=progress,
    ).cell_of


def cells_of_households(
    points: FloatArray,
    promise: HouseholdAnonymity,
    begun: IntArray | None,
    start: Partitioner,
    seed: int,
    weights: FloatArray | None,
    progress: Progress,
) -> IntArray:
    """The same for whole households."""
    one_group = np.zeros(len(points), dtype=np.int64)
    if begun is None:
        found, _ = microaggregate_households(
            points, one_group, promise, methods=[start], seed=seed, weights=weights, progress=progress
        )
        return found.cell_of
    of = HouseholdPoints.of(points, one_group, promise, weights)
    persons = PersonAnonymity(promise.k, of.members, promise.k)
    moved = exchanged_block(of.points, begun[of.first], persons, weights=of.weights, progress=progress)
    return moved[of.unit_of]
