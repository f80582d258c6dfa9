"""Leaving on one machine: cells of all records are formed, blocks offer who costs most, and the others stay on disk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

from shoal.journey.out_of_core.engine import Batches, Done, cell_blocks, records_of, side_by_side
from shoal.journey.out_of_core.spill import Spill
from shoal.journey.passes.forming import formed
from shoal.journey.passes.layout import Layout
from shoal.journey.passes.leaving.budget import taken, worth_offering
from shoal.journey.passes.leaving.group import GroupSums, group_sums
from shoal.journey.passes.leaving.offers import Bins, Offers, first_savings, offered
from shoal.journey.passes.plan import BlockPlan
from shoal.partition.problem import Progress, no_progress
from shoal.table.batches.sizes import records_at_once, regrouped
from shoal.table.frames.table import Table


@dataclass(frozen=True)
class StoredStaying:
    """The records that stay, on disk, and what is known of those who left."""

    records: Spill
    layout: Layout
    group: GroupSums

    @property
    def n_records(self) -> int:
        """How many stay."""
        return sum(self.records.counts.values())

    def tables(self) -> Iterator[Table]:
        """In parts."""
        frames = (frame for box in sorted(self.records.counts) for frame in self.records.take(box))
        for frame in regrouped(frames, records_at_once(len(self.layout.travelling))):
            yield self.layout.table(frame)


def staying(
    batches: Batches, plan: BlockPlan, most: int, scratch: Path, keep: ExitStack, progress: Progress = no_progress
) -> StoredStaying:
    """Without the records that cost most, at most so many. ``keep`` owns the others on disk."""
    done = Done(plan.n_records * plan.way.n_passes, progress)
    last = plan.way.n_passes - 1
    records = keep.enter_context(Spill(scratch / "staying"))
    group: list[GroupSums] = []

    def stay(point: int, frames: Iterable[pl.DataFrame]) -> None:
        for frame, sums in side_by_side(lambda frame: group_sums(frame, 0, plan), frames):
            records.put(frame, np.full(frame.height, point, dtype=np.int64))
            group.append(sums)

    with ExitStack() as files:
        placed, leaves_in = cell_blocks(batches, plan, scratch, files, stay, done)
        cells = files.enter_context(Spill(scratch / "cells"))
        bins: list[Bins] = []

        def form(block: int) -> tuple[int, pl.DataFrame, Bins]:
            frame, located = formed(records_of(placed, leaves_in[block]), block, last, plan)
            return block, frame, first_savings(frame, located, plan, most)

        for block, frame, of_block in side_by_side(form, sorted(leaves_in)):
            cells.put(frame, np.full(frame.height, block, dtype=np.int64))
            bins.append(of_block)
            done.more(frame.height)
        cells.close_boxes()
        placed.remove()
        _put_those_who_stay(_offers(cells, bins, plan, most, scratch, files), plan, most, records, group)
    records.close_boxes()
    return StoredStaying(records, plan.layout, GroupSums.of_all(group))


def _offers(
    cells: Spill, bins: list[Bins], plan: BlockPlan, most: int, scratch: Path, files: ExitStack
) -> tuple[Spill, list[Offers]]:
    """The records with the steps at which they would leave, and what all steps save."""
    down_to = worth_offering(bins, most)
    steps = files.enter_context(Spill(scratch / "steps"))
    offers = []
    for frame, of_block in side_by_side(
        lambda block: offered(records_of(cells, [block]), block, plan, most, down_to), sorted(cells.counts)
    ):
        steps.put(frame, np.full(frame.height, of_block.block, dtype=np.int64))
        offers.append(of_block)
    steps.close_boxes()
    return steps, offers


def _put_those_who_stay(
    offers: tuple[Spill, list[Offers]], plan: BlockPlan, most: int, records: Spill, group: list[GroupSums]
) -> None:
    steps, of_blocks = offers
    n_taken: Mapping[int, int] = taken(of_blocks, most)
    for block, (frame, sums) in zip(
        sorted(steps.counts),
        side_by_side(
            lambda block: group_sums(records_of(steps, [block]), n_taken.get(block, 0), plan), sorted(steps.counts)
        ),
        strict=True,
    ):
        records.put(frame, np.full(frame.height, block, dtype=np.int64))
        group.append(sums)
