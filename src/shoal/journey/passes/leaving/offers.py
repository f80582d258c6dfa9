"""Offers: who of a block would leave, one after another, and what each saves.

What a record saves depends on its cell and the cells around it (`partition/conditions/trimming.py`), which are in its
block. So the offers of a block do not depend on other blocks, and the best offers of all blocks are those that the same
greedy choice would take from all cells together.

A block could offer nearly all of its records. So savings are counted first, by size; then each block goes on as long as
it saves more than what the budget will reach.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import polars as pl

from shoal.journey.passes.forming import CELL, ORDER_SEED, centroids_of
from shoal.journey.passes.layout import ADDED
from shoal.journey.passes.plan import BlockPlan, LocatedRecords
from shoal.journey.passes.row_keys import row_keys
from shoal.partition.conditions.trimming import LeavingChoice, Parties

STEP = ADDED + "step"  # at which a record would leave its block; −1: it stays in any case
MOVED = ADDED + "moved"  # how far a record is from the centroid of its cell, squared
BIN_BITS = 46  # of a positive float that are cut off: 64 bins for savings between a number and its double

Bins = Mapping[int, int]  # how many records save so much


class Offer(NamedTuple):
    """Records that leave together, and what each of them saves in the mean."""

    saving: float
    n_records: int


@dataclass(frozen=True)
class Offers:
    """Of one block, in their order."""

    block: int
    offers: tuple[Offer, ...]


def first_savings(ordered: pl.DataFrame, located: LocatedRecords, plan: BlockPlan, most: int) -> Bins:
    """How many records save how much, if all cells were as they are now."""
    found = Counter[int]()
    for leaving in _choice(ordered, located, plan).first_savings(most):
        if leaving.saving > 0.0:
            found[int(np.float64(leaving.saving).view(np.uint64)) >> BIN_BITS] += len(leaving.points)
    return found


def least_of_bin(number: int) -> float:
    """A saving just below those of a bin."""
    return float(np.nextafter(np.uint64(number << BIN_BITS).view(np.float64), 0.0))


def offered(frame: pl.DataFrame, block: int, plan: BlockPlan, most: int, down_to: float) -> tuple[pl.DataFrame, Offers]:
    """The records of a block with the step at which each would leave, and what the steps save."""
    keys = row_keys(frame, plan.layout.travelling, (plan.seed, ORDER_SEED))
    ordered = frame[np.lexsort((frame[CELL].to_numpy(), keys.second, keys.first))]
    located = plan.located(ordered)
    cell_of = np.unique(ordered[CELL].to_numpy(), return_inverse=True)[1]
    step = np.full(ordered.height, -1, dtype=np.int32)
    offers = []
    for number, leaving in enumerate(_choice(ordered, located, plan).leave(most, down_to)):
        step[leaving.points] = number
        offers.append(Offer(leaving.saving, len(leaving.points)))
    centroids = centroids_of(located.points, cell_of, located.weights)
    moved = ((located.points - centroids[cell_of]) ** 2).sum(axis=1)
    return ordered.drop(CELL).with_columns(pl.Series(STEP, step), pl.Series(MOVED, moved)), Offers(block, tuple(offers))


def _choice(ordered: pl.DataFrame, located: LocatedRecords, plan: BlockPlan) -> LeavingChoice:
    cell_of = np.unique(ordered[CELL].to_numpy(), return_inverse=True)[1].astype(np.int64)
    everybody = np.arange(ordered.height, dtype=np.int64)
    group_of = np.unique(located.group_of, return_inverse=True)[1].astype(np.int64)
    one_each = Parties.of_one(ordered.height)
    return LeavingChoice(located.points, group_of, everybody, cell_of, located.weights, plan.k, one_each)
