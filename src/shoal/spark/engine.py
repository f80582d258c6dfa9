"""The engine on Apache Spark: the passes of `journey/passes/`, one after the other, on the records of a DataFrame.

source → census → plan → leaf counts → blocks → cells (stages) → released records (a stage) → classes of parts → report

The census and the counts go to the driver; records go from worker to worker. Every pass after the second reads the
stage before it, so no block is formed twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from shoal.arrays import IntArray
from shoal.errors import TableError
from shoal.guarantee import KAnonymity
from shoal.journey.passes.account import GatheredFacts, PartFacts, audit_plan
from shoal.journey.passes.auditing import AuditPlan
from shoal.journey.passes.beginning import layout_of, plan_of, task_of, terms_of
from shoal.journey.passes.census import Census, Task, looking_at_all, merged, shows_enough
from shoal.journey.passes.forming import CELL, leaves_of
from shoal.journey.passes.placing.blocks import BlockLeaves, Leaves
from shoal.journey.passes.plan import BlockPlan
from shoal.journey.passes.releasing import BEFORE, PART, ReleaseTerms, Shown, Sums, evidence_of
from shoal.journey.passes.row_keys import TableContent
from shoal.journey.passes.telling.standing_out import StandingOut
from shoal.journey.passes.twins import released_twins, together
from shoal.journey.passes.values.whole_figures import doubtful_pairs, with_pairs
from shoal.journey.run import Run
from shoal.partition.problem import Progress
from shoal.release.confidential.counting import require_rules
from shoal.release.report.class_facts import ClassFacts
from shoal.spark.faults import asked_of_spark
from shoal.spark.notes import own_versions
from shoal.spark.scratch import Scratch
from shoal.spark.sending import Facts, facts_in, facts_of, in_boxes, mapped
from shoal.spark.shapes import BOX, NOTE, Shape, quoted
from shoal.spark.work import (
    Counting,
    CountingPairs,
    CountingParts,
    Judging,
    LeafCounts,
    MovingCells,
    Releasing,
    ReleasingTwins,
    ToBoxes,
)
from shoal.table.frames.table import Table


@dataclass(frozen=True)
class Finished:
    """What the passes made. ``records``: the released ones with their parts, in a stage."""

    records: Any
    shape: Shape
    gathered: GatheredFacts
    counting: AuditPlan
    plan: BlockPlan
    terms: ReleaseTerms


@dataclass
class _Steps:
    """Progress: each step of the journey counts alike."""

    progress: Progress
    total: int
    done: int = 0

    def one_more(self) -> None:
        self.done += 1
        self.progress(min(self.done, self.total), self.total)


def run_passes(
    dataframe: Any, beginning: Table, shape: Shape, run: Run, scratch: Scratch, progress: Progress, *, resume: bool
) -> Finished:
    """All passes on the records of a frame of Spark; ``shape``: of its columns."""
    layout = layout_of(beginning, run.roles)
    records = dataframe.selectExpr(*map(quoted, layout.columns))
    shape = shape.among(layout.columns)
    n_records = asked_of_spark("count the records", dataframe.count)
    task = task_of(layout, run, n_records)
    counted = _census(records, task)
    plan = plan_of(counted, task, run)
    terms = terms_of(plan)
    scratch.begin(_told(run, counted), resume=resume)
    steps = _Steps(progress, plan.way.n_passes + 3)
    steps.one_more()
    released, facts = _CellPasses(records, shape, plan, terms, scratch, steps).released(counted)
    gathered_sums, evidence = _gathered(facts, plan, terms)
    counting = audit_plan(counted, plan)
    standing = StandingOut.of(counted, gathered_sums, plan, run.settings.dominance)
    work = CountingParts(counting, standing=standing)
    found = facts_of("count the classes", in_boxes(released, terms.n_parts, PART), work)
    require_kept(found["part"], plan.k, "The release")
    steps.one_more()
    own = _released_shape(shape, counted, plan, terms).among(counting.layout.travelling)
    account = GatheredFacts(counted, gathered_sums, evidence, found["part"], found["dominated"])
    return Finished(released, own, account, counting, plan, terms)


def require_kept(parts: Sequence[PartFacts], k: int, where: str) -> None:
    """Raise unless all classes of all parts have k records and keep the promises about confidential values."""
    facts = ClassFacts.merged(found for _, found in parts)
    KAnonymity(k).require_kept(facts.sizes.sizes, where)
    require_rules(facts.rules, where)


def _census(records: Any, task: Task) -> Census:
    packed = facts_of("read the table", records, Counting(task))["census"]
    counted = merged(map(Census.unpacked, packed), task)
    if not shows_enough(counted, task):
        return _census(records, looking_at_all(task))
    pairs = doubtful_pairs(counted, task)
    found = facts_of("read the table", records, CountingPairs(task, pairs)).get("pairs", ()) if pairs else ()
    return with_pairs(counted, found)


def _told(run: Run, counted: Census) -> dict[str, Any]:
    """What a run must share with another one to use its stages."""
    return {
        "settings": run.settings.plain(),
        "roles": repr(run.roles.columns),
        "table": counted.content.digest,
        "versions": own_versions(),
    }


@dataclass(frozen=True)
class _CellPasses:
    """From records to released records."""

    records: Any
    shape: Shape
    plan: BlockPlan
    terms: ReleaseTerms
    scratch: Scratch
    steps: _Steps

    def released(self, counted: Census) -> tuple[Any, Facts]:
        """The stage of released records. Its facts are those of all blocks and heavy points."""
        plan = self.plan
        blocks = self._blocks()
        self.steps.one_more()
        order = sorted(blocks.leaves_in)
        placed, read = self._moved(blocks, order)
        last = plan.way.n_passes - 1
        own = _released_shape(self.shape, counted, plan, self.terms).with_numbers(**{PART: "integer"})

        def made() -> Any:
            final = Releasing(plan, self.terms, last, order if last == 0 else self._leaves(last))
            twins = mapped(self.records, ReleasingTwins(plan, self.terms, blocks.heavy), own)
            if not order:
                return twins
            formed = mapped(in_boxes(placed, len(final.blocks), BOX), final, own)
            return formed.union(twins) if blocks.heavy else formed

        released, facts = self.scratch.stage("released", "form the cells and release them", made, own)
        self.steps.one_more()
        self._require_same_table(counted, [*read, *facts.get("content", ())])
        return released, facts

    def _moved(self, blocks: BlockLeaves, order: Sequence[int]) -> tuple[Any, Sequence[TableContent]]:
        """Records in the boxes of the last pass; and what has been read by then."""
        plan = self.plan
        placed = self._in_boxes_of([blocks.leaves_in[block] for block in order])
        read: Sequence[TableContent] = ()
        for number in range(plan.way.n_passes - 1 if order else 0):
            shape = self.shape.with_numbers(**{CELL: "long", BOX: "integer"})
            numbers = order if number == 0 else self._leaves(number)
            boxes = in_boxes(placed, len(numbers), BOX)
            work = MovingCells(plan, number, numbers)
            made = partial(mapped, boxes, work, shape)
            placed, facts = self.scratch.stage(f"cells-{number}", "form the cells", made, shape)
            read = read or facts.get("content", ())
            self.steps.one_more()
        return placed, read

    def _leaves(self, number: int) -> range:
        """The blocks of a later pass: each leaf is one."""
        return range(self.plan.placings[number].n_leaves_in_all)

    def _in_boxes_of(self, sets: Sequence[Leaves]) -> Any:
        """The records of these leaves, with the number of the set of each."""
        box_of: IntArray = np.full(self.plan.placings[0].n_leaves_in_all, -1, dtype=np.int64)
        for box, leaves in enumerate(sets):
            box_of[list(leaves)] = box
        return mapped(self.records, ToBoxes(self.plan, box_of), self.shape.with_numbers(**{BOX: "integer"}))

    def _blocks(self) -> BlockLeaves:
        plan = self.plan
        judged = None if plan.promised is None else self._judged
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

    def _require_same_table(self, counted: Census, read: Sequence[TableContent]) -> None:
        """The records that were placed are those that were counted."""
        content = TableContent()
        for part in read:
            content = content.and_also(part)
        if read and content != counted.content:
            raise TableError(
                "The DataFrame gave other records when it was read again.",
                hint="Write it to a table first: it may depend on chance, on the time, or on files that change.",
            )


def _gathered(facts: Facts, plan: BlockPlan, terms: ReleaseTerms) -> tuple[Sums, Any]:
    """The sums of all blocks, and the records that the report looks at, both in the order of one machine."""
    sums: list[Sums] = []
    shown: list[Shown] = []
    points: dict[int, list[Any]] = {}
    for point, found in facts.get("point", ()):
        points.setdefault(point, []).append(found)
    for point in sorted(points):
        twins, reserve = together(points[point], plan, terms)
        sums.append(twins.sums)
        shown.append(reserve)
    for _, of_block, own in sorted(facts.get("block", ()), key=lambda found: int(found[0])):
        sums.append(of_block)
        shown.append(own)
    whole = Sums.of_all(sums)
    if whole.n_records != (expected := sum(plan.groups.counts)):
        raise TableError(
            f"{whole.n_records:,} of {expected:,} records came back.",
            hint="All machines must share the scratch folder, and the DataFrame must give the same records whenever it "
            "is read: write it to a table first.",
        )
    return whole, evidence_of(shown)


def _released_shape(shape: Shape, counted: Census, plan: BlockPlan, terms: ReleaseTerms) -> Shape:
    """The columns of released records, found out with one of them; and of the original values beside them."""
    kept = int(np.flatnonzero(leaves_of(counted.sample, plan) >= 0)[0])
    own = released_twins(counted.sample[kept : kept + 1], plan, terms).records.drop(PART)
    return shape.released(own, BEFORE)
