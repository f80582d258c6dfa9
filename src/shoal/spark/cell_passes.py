"""The passes that form cells: from records to released records, in stages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from shoal.arrays import IntArray
from shoal.errors import TableError
from shoal.journey.passes.census import Census
from shoal.journey.passes.counted.households import n_household_boxes
from shoal.journey.passes.forming import CELL, LEAF, leaves_of
from shoal.journey.passes.placing.blocks import BlockLeaves, Leaves
from shoal.journey.passes.plan import BlockPlan
from shoal.journey.passes.releasing import BEFORE, PART, ReleaseTerms
from shoal.journey.passes.row_keys import TableContent
from shoal.journey.passes.twins import released_twins
from shoal.partition.problem import Progress
from shoal.spark.faults import asked_of_spark
from shoal.spark.scratch import Scratch
from shoal.spark.sending import Facts, facts_in, facts_of, in_boxes, mapped
from shoal.spark.shapes import BOX, NOTE, Shape, quoted
from shoal.spark.work import (
    Judging,
    LeafCounts,
    MovingCells,
    PlacingHouseholds,
    Releasing,
    ReleasingTwins,
    ToBoxes,
    ToHouseholds,
)


@dataclass
class StepsDone:
    """Progress: each step of the journey counts alike."""

    progress: Progress
    total: int
    done: int = 0

    def one_more(self) -> None:
        self.done += 1
        self.progress(min(self.done, self.total), self.total)


@dataclass(frozen=True)
class CellPasses:
    """From records to released records."""

    records: Any
    shape: Shape
    plan: BlockPlan
    terms: ReleaseTerms
    scratch: Scratch
    steps: StepsDone
    name: str = ""  # before the names of stages, if there are others

    def called(self, name: str) -> CellPasses:
        """The same, whose stages have names of their own."""
        return replace(self, name=name)

    def released(self, counted: Census) -> tuple[Any, Facts]:
        """The stage of released records. Its facts are those of all blocks, heavy points and households."""
        if not self.plan.what.gathers_households:
            return self._released(counted)
        records, households = self._homes()
        released, facts = replace(self, records=records)._released(counted)
        return released, {**facts, **households}

    def _homes(self) -> tuple[Any, Facts]:
        """The records with their leaves, which follow from all members of a household, in a stage."""
        plan = self.plan
        shape = self.shape.with_numbers(**{LEAF: "long"})

        def made() -> Any:
            sent = mapped(self.records, ToHouseholds(plan), self.shape.with_numbers(**{BOX: "integer"}))
            return mapped(in_boxes(sent, n_household_boxes(plan), BOX), PlacingHouseholds(plan), shape)

        return self.scratch.stage(f"{self.name}households", "bring households together", made, shape)

    def _released(self, counted: Census) -> tuple[Any, Facts]:
        plan = self.plan
        blocks = self.blocks()
        self.steps.one_more()
        order = sorted(blocks.leaves_in)
        placed, read = self.moved(blocks, order)
        last = plan.way.n_passes - 1
        own = released_shape(self.shape, counted, plan, self.terms).with_numbers(**{PART: "integer"})

        def made() -> Any:
            final = Releasing(plan, self.terms, last, order if last == 0 else self.leaves(last))
            twins = mapped(self.records, ReleasingTwins(plan, self.terms, blocks.heavy), own)
            if not order:
                return twins
            formed = mapped(in_boxes(placed, len(final.blocks), BOX), final, own)
            return formed.union(twins) if blocks.heavy else formed

        released, facts = self.scratch.stage(f"{self.name}released", "form the cells and release them", made, own)
        self.steps.one_more()
        self.require_same_table(counted, [*read, *facts.get("content", ())])
        return released, facts

    def moved(self, blocks: BlockLeaves, order: Sequence[int]) -> tuple[Any, Sequence[TableContent]]:
        """Records in the boxes of the last pass; and what has been read by then."""
        plan = self.plan
        placed = self._in_boxes_of([blocks.leaves_in[block] for block in order])
        read: Sequence[TableContent] = ()
        for number in range(plan.way.n_passes - 1 if order else 0):
            shape = self.shape.with_numbers(**{CELL: "long", BOX: "integer"})
            numbers = order if number == 0 else self.leaves(number)
            boxes = in_boxes(placed, len(numbers), BOX)
            work = MovingCells(plan, number, numbers)
            made = partial(mapped, boxes, work, shape)
            placed, facts = self.scratch.stage(f"{self.name}cells-{number}", "form the cells", made, shape)
            read = read or facts.get("content", ())
            self.steps.one_more()
        return placed, read

    def leaves(self, number: int) -> range:
        """The blocks of a later pass: each leaf is one."""
        return range(self.plan.placings[number].n_leaves_in_all)

    def _in_boxes_of(self, sets: Sequence[Leaves]) -> Any:
        """The records of these leaves, with the number of the set of each."""
        box_of: IntArray = np.full(self.plan.placings[0].n_leaves_in_all, -1, dtype=np.int64)
        for box, leaves in enumerate(sets):
            box_of[list(leaves)] = box
        return mapped(self.records, ToBoxes(self.plan, box_of), self.shape.with_numbers(**{BOX: "integer"}))

    def blocks(self) -> BlockLeaves:
        """Which leaves are worked on together, by how many records each has."""
        plan = self.plan
        judged = self._judged if plan.judges_blocks else None
        return BlockLeaves.of(plan.placings[0], self._leaf_counts(), plan.block_records, plan.k, judged)

    def _leaf_counts(self) -> IntArray:
        what = "count the records of each leaf"
        counts: IntArray = np.zeros(self.plan.placings[0].n_leaves_in_all, dtype=np.int64)
        found = mapped(self.records, LeafCounts(self.plan), Shape({}).with_numbers(leaf="long", records="long"))
        table = asked_of_spark(what, lambda: found.groupBy("leaf", quoted(NOTE)).sum("records").toArrow())
        leaves, notes, sums = (table.column(number).to_pylist() for number in range(3))
        facts_in(what, [note for note in notes if note is not None])
        counts[leaves] = sums
        return counts

    def _judged(self, sets: Sequence[Leaves]) -> list[bool]:
        boxes = in_boxes(self._in_boxes_of(sets), len(sets), BOX)
        facts = facts_of("judge the blocks by the promises", boxes, Judging(self.plan))
        kept = dict(facts.get("kept", ()))
        return [kept[box] for box in range(len(sets))]

    def require_same_table(self, counted: Census, read: Sequence[TableContent]) -> None:
        """The records that were placed are those that were counted."""
        content = TableContent()
        for part in read:
            content = content.and_also(part)
        if read and content != counted.content:
            raise TableError(
                "The DataFrame gave other records when it was read again.",
                hint="Write it to a table first: it may depend on chance, on the time, or on files that change.",
            )


def released_shape(shape: Shape, counted: Census, plan: BlockPlan, terms: ReleaseTerms) -> Shape:
    """The columns of released records, found out with one of them; and of the original values beside them."""
    kept = int(np.flatnonzero(leaves_of(counted.sample, plan) >= 0)[0])
    own = released_twins(counted.sample[kept : kept + 1], plan, terms).records.drop(PART)
    return shape.released(own, BEFORE)
