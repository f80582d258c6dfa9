"""Leaving out whole households: those that cost most, chosen together with the cells (`trimming.py`).

If households stay together, each is one point of several records. If they are counted only, records are points, and a
household leaves if all its records are chosen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.guarantee.households import HouseholdAnonymity
from shoal.partition.conditions.households import HouseholdPoints
from shoal.partition.conditions.trimming import FORMINGS, Parties, Trimmed, trimmed
from shoal.partition.partition import Partition


def trimmed_households(
    points: FloatArray,
    block_of: IntArray,
    most: int,
    households: HouseholdAnonymity,
    form: Callable[[IntArray], Partition],
    weights: FloatArray | None = None,
    *,
    formings: int = FORMINGS,
) -> Trimmed:
    """As `trimmed`: at most ``most`` records leave, and of each household all or none."""
    if not households.together:
        alone = Parties.of_one(len(points))
        parties = replace(alone, party_of=households.household_of)
        return trimmed(points, block_of, most, households.k, form, weights, formings=formings, parties=parties)
    of = HouseholdPoints.of(points, block_of, households, weights)
    made: list[Partition] = []

    def form_units(units: IntArray) -> Partition:
        rows = _records_of(of, units)
        made.append(form(rows))
        first = np.unique(of.unit_of[rows], return_index=True)[1]
        return replace(made[-1], cell_of=made[-1].cell_of[first])

    found = trimmed(
        of.points,
        block_of[of.first],
        most,
        households.k,
        form_units,
        of.weights,
        formings=formings,
        parties=Parties(of.members, of.inner, households.household_of[of.first]),
    )
    return Trimmed(_records_of(of, found.kept), made[found.forming], made[0], found.forming)


def _records_of(of: HouseholdPoints, units: IntArray) -> IntArray:
    """The records of some households, ascending."""
    stays = np.zeros(len(of.members), dtype=np.bool_)
    stays[units] = True
    return np.flatnonzero(stays[of.unit_of])
