"""What workers do where the records that cost most leave: `journey/passes/leaving/` on the records of one partition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from shoal.arrays import IntArray
from shoal.journey.passes.forming import formed, leaves_of
from shoal.journey.passes.leaving.group import group_sums
from shoal.journey.passes.leaving.offers import first_savings, offered
from shoal.journey.passes.plan import BlockPlan
from shoal.spark.notes import fact
from shoal.spark.shapes import BOX
from shoal.spark.work import Made, boxes


@dataclass(frozen=True)
class FormingCells:
    """The last pass, but nothing is released. The fact: how many records save how much by leaving."""

    plan: BlockPlan
    number: int
    blocks: Sequence[int]  # by box
    most: int

    def __call__(self, frames: Iterator[pl.DataFrame]) -> Iterator[Made]:
        """Records with their cells, in the same boxes."""
        for box, frame in boxes(frames):
            ordered, located = formed(frame, self.blocks[box], self.number, self.plan)
            yield ordered.with_columns(pl.lit(box, pl.Int32).alias(BOX))
            yield fact("bins", first_savings(ordered, located, self.plan, self.most))


@dataclass(frozen=True)
class Offering:
    """Who would leave a block, one after another. The fact: the offers."""

    plan: BlockPlan
    blocks: Sequence[int]  # by box
    most: int
    down_to: float

    def __call__(self, frames: Iterator[pl.DataFrame]) -> Iterator[Made]:
        """Records with the steps at which they would leave."""
        for box, frame in boxes(frames):
            made, offers = offered(frame, self.blocks[box], self.plan, self.most, self.down_to)
            yield made.with_columns(pl.lit(box, pl.Int32).alias(BOX))
            yield fact("offers", offers)


@dataclass(frozen=True)
class KeepingOthers:
    """The records that stay. The fact: sums over these and over those who leave."""

    plan: BlockPlan
    n_taken: IntArray  # steps, by box

    def __call__(self, frames: Iterator[pl.DataFrame]) -> Iterator[Made]:
        """Records as they came in."""
        for frame in frames:
            made, sums = group_sums(frame, self.n_taken[frame[BOX].to_numpy()], self.plan)
            yield made
            yield fact("group", sums)


@dataclass(frozen=True)
class KeepingTwins:
    """The records of heavy points, which cost nothing. The fact: sums over them."""

    plan: BlockPlan
    heavy: tuple[int, ...]

    def __call__(self, frames: Iterator[pl.DataFrame]) -> Iterator[Made]:
        """Records as they came in."""
        for frame in frames:
            twins = frame.filter(pl.Series(np.isin(leaves_of(frame, self.plan), self.heavy)))
            if twins.height:
                made, sums = group_sums(twins, 0, self.plan)
                yield made
                yield fact("group", sums)
