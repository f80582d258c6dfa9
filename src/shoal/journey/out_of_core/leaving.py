"""Leaving on one machine: cells of all records are formed, blocks offer who costs most, and the others stay on disk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from shoal.journey.out_of_core.engine import Batches, BlockPasses, Boxed, Done, records_of
from shoal.journey.out_of_core.own_stages import Stage
from shoal.journey.passes.layout import Layout
from shoal.journey.passes.leaving.budget import taken, worth_offering
from shoal.journey.passes.leaving.group import GroupSums, group_sums
from shoal.journey.passes.leaving.offers import first_savings, offered
from shoal.journey.passes.plan import BlockPlan, LocatedRecords
from shoal.partition.problem import Progress, no_progress
from shoal.table.batches.sizes import records_at_once, regrouped
from shoal.table.frames.table import Table

NAME = "all-"  # before the names of the stages of all records
AFTERWARDS = 2  # passes: one weighs who leaves, and one puts the others


@dataclass(frozen=True)
class StoredStaying:
    """The records that stay, on disk, and what is known of those who left."""

    stages: tuple[Stage, Stage]  # of heavy points, and of blocks
    layout: Layout
    group: GroupSums

    @property
    def n_records(self) -> int:
        """How many stay."""
        return sum(stage.n_records for stage in self.stages)

    def tables(self) -> Iterator[Table]:
        """In parts."""
        frames = (frame for stage in self.stages for box in sorted(stage.counts) for frame in stage.boxes.take(box))
        for frame in regrouped(frames, records_at_once(len(self.layout.travelling))):
            yield self.layout.table(frame)


def staying(
    batches: Batches, plan: BlockPlan, most: int, folder: Path, progress: Progress = no_progress
) -> StoredStaying:
    """Without the records that cost most, at most so many. In stages in ``folder``."""
    done = Done(plan.n_records * (plan.way.n_passes + AFTERWARDS), progress)
    passes = BlockPasses(batches, plan, folder, done, NAME)
    twins, cells = passes.through(_Weighing(plan, most), "cells")
    done.before(twins.n_records * AFTERWARDS)
    steps = _offers(passes, cells, most)
    others = _those_who_stay(passes, steps, most)
    found = [*(sums for of_point in twins.facts for sums in of_point), *others.facts]
    return StoredStaying((twins, others), plan.layout, GroupSums.of_all(found))


@dataclass(frozen=True)
class _Weighing:
    """The records keep their cells, and savings are counted; twins cost nothing, and stay."""

    plan: BlockPlan
    most: int

    def of_block(self, block: int, ordered: pl.DataFrame, located: LocatedRecords) -> Boxed:
        return *_in_box(ordered, block), first_savings(ordered, located, self.plan, self.most)

    def of_twins(self, point: int, twins: pl.DataFrame) -> Boxed:
        frame, sums = group_sums(twins, 0, self.plan)
        return *_in_box(frame, point), sums

    def of_point(self, facts: Sequence[GroupSums]) -> tuple[GroupSums, ...]:
        return tuple(facts)  # all are added at once, so that nothing is rounded twice


def _offers(passes: BlockPasses, cells: Stage, most: int) -> Stage:
    """The records with the steps at which they would leave. The facts: what all steps save."""
    steps = passes.stage("steps")
    if steps.is_finished:
        passes.done.before(steps.n_records)
    else:
        boxes, down_to = cells.boxes, worth_offering(cells.facts, most)

        def work(block: int) -> Boxed:
            frame, offers = offered(records_of(boxes, [block]), block, passes.plan, most, down_to)
            return *_in_box(frame, block), offers

        passes.fill(steps, sorted(cells.counts), work)
    cells.drop()
    return steps


def _those_who_stay(passes: BlockPasses, steps: Stage, most: int) -> Stage:
    """The records of blocks as they came in, but for those who leave. The facts: sums over both."""
    others = passes.stage("staying")
    if others.is_finished:
        passes.done.before(others.n_records)
    else:
        boxes = steps.boxes
        n_taken: Mapping[int, int] = taken(steps.facts, most)

        def work(block: int) -> Boxed:
            frame, sums = group_sums(records_of(boxes, [block]), n_taken.get(block, 0), passes.plan)
            return *_in_box(frame, block), sums

        passes.fill(others, sorted(steps.counts), work)
    steps.drop()
    return others


def _in_box(frame: pl.DataFrame, box: int) -> tuple[pl.DataFrame, Any]:
    return frame, np.full(frame.height, box, dtype=np.int64)
