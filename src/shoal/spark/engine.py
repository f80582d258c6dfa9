"""The engine on Apache Spark: the passes of `journey/passes/`, one after the other, on the records of a DataFrame.

source → census → plan → leaf counts → blocks → cells (stages) → released records (a stage) → classes of parts → report

The census and the counts go to the driver; records go from worker to worker. Every pass after the second reads the
stage before it, so no block is formed twice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from shoal.errors import InfeasiblePromise, PromiseNotKept, TableError
from shoal.guarantee import KAnonymity
from shoal.journey.passes.account import GatheredFacts, PartFacts, audit_plan
from shoal.journey.passes.auditing import AuditPlan
from shoal.journey.passes.beginning import census_by, layout_of, plan_of, plan_of_judged, task_of, terms_of
from shoal.journey.passes.census import Census, Task, merged
from shoal.journey.passes.counted.households import HouseholdFacts
from shoal.journey.passes.counted.tallies import Members
from shoal.journey.passes.counted.what_counts import WhatCounts
from shoal.journey.passes.leaving.group import CameIn
from shoal.journey.passes.plan import BlockPlan
from shoal.journey.passes.releasing import PART, ReleaseTerms, Shown, Sums, evidence_of
from shoal.journey.passes.resuming import told_of_request, told_of_table
from shoal.journey.passes.telling.standing_out import StandingOut
from shoal.journey.passes.telling.unique import UniquePlan
from shoal.journey.passes.twins import together
from shoal.journey.passes.values.value_times import ValueTimes
from shoal.journey.passes.values.whole_figures import Pair
from shoal.journey.run import Run, most_suppressed
from shoal.partition.problem import Progress
from shoal.release.confidential.counting import require_rules
from shoal.release.report.class_facts import ClassFacts
from shoal.release.utility.suppressed import Suppressed
from shoal.spark.cell_passes import CellPasses, StepsDone, released_shape
from shoal.spark.faults import asked_of_spark
from shoal.spark.leaving import StagedStaying, staying
from shoal.spark.scratch import Scratch
from shoal.spark.sending import Facts, facts_of, in_boxes
from shoal.spark.shapes import Shape, quoted
from shoal.spark.work import (
    Counting,
    CountingMembers,
    CountingPairs,
    CountingParts,
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


def run_passes(
    dataframe: Any, beginning: Table, shape: Shape, run: Run, scratch: Scratch, progress: Progress, *, resume: bool
) -> Finished:
    """All passes on the records of a frame of Spark; ``shape``: of its columns."""
    layout = layout_of(beginning, run.roles)
    records = dataframe.selectExpr(*map(quoted, layout.columns))
    shape = shape.among(layout.columns)
    n_records = asked_of_spark("count the records", dataframe.count)
    task = task_of(layout, run, n_records)
    counted = census_of_dataframe(records, task)
    plan = plan_of(counted, task, run)
    scratch.begin({**told_of_request(run), **told_of_table(counted, layout)}, resume=resume)
    share = run.settings.suppress
    more = 0 if share is None else plan.way.n_passes + 4
    steps = StepsDone(progress, plan.way.n_passes + 3 + more)
    steps.one_more()
    passes = CellPasses(records, shape, plan, terms_of(plan), scratch, steps)
    if share is None:
        return _finished(passes, counted, lambda _: CameIn.of(counted, plan), run)
    others = staying(passes, counted, most_suppressed(share, sum(plan.groups.counts)))
    if others is not None and others.group.n_out:
        with suppress(InfeasiblePromise):  # of the records that stay: those who left were needed
            return _without_others(passes, counted, others, run, share)
    nobody = CameIn.of(counted, plan, Suppressed(0, share, None, None))
    return _finished(passes, counted, lambda _: nobody, run)


def _without_others(passes: CellPasses, counted: Census, others: StagedStaying, run: Run, share: float) -> Finished:
    """The release of those who stay, who begin anew: no scale that somebody else has decided is left."""
    task = task_of(passes.plan.layout, run, counted.n_records - others.group.n_out)
    own = census_of_dataframe(others.records, task)
    plan = plan_of_judged(own, task, run, passes.plan.way)
    again = replace(passes, records=others.records, plan=plan, terms=terms_of(plan), name="staying-")

    def came_in(sums: Sums) -> CameIn:
        return CameIn.of(counted, passes.plan, others.group.suppressed(share, passes.plan, sums))

    return _finished(again, own, came_in, run)


def _finished(passes: CellPasses, counted: Census, came_in: Callable[[Sums], CameIn], run: Run) -> Finished:
    """The release of the records of these passes, counted."""
    plan, terms, shape = passes.plan, passes.terms, passes.shape
    released, facts = passes.released(counted)
    gathered_sums, evidence = _gathered(facts, plan, terms)
    counting = audit_plan(counted, plan)
    standing = StandingOut.of(counted, gathered_sums, plan, run.settings.dominance)
    work = CountingParts(counting, plan.what, UniquePlan.of(counted, plan), standing)
    found = facts_of("count the classes", in_boxes(released, terms.n_parts, PART), work)
    require_kept(found["part"], plan.what, "The release")
    passes.steps.one_more()
    own = released_shape(shape, counted, plan, terms).among(counting.layout.travelling)
    arrival = came_in(gathered_sums)
    households = HouseholdFacts.of_all(facts["households"]) if plan.what.gathers_households else None
    account = GatheredFacts(counted, gathered_sums, evidence, found["part"], found["dominated"], arrival, households)
    return Finished(released, own, account, counting, plan, terms)


def require_kept(parts: Sequence[PartFacts], what: WhatCounts, where: str) -> None:
    """Raise unless all classes of all parts keep what is promised."""
    facts = ClassFacts.merged(part.classes for part in parts)
    KAnonymity(what.least_size).require_kept(facts.sizes.sizes, where)
    n_broken = sum(part.n_broken for part in parts)
    if n_broken:
        raise PromiseNotKept(
            f"{where}: {n_broken:,} of {facts.sizes.n_classes:,} classes do not keep the promise. "
            f"{what.nobody.describe()}",
            count=n_broken,
            hint="Nothing may be published from this.",
        )
    require_rules(facts.rules, where)


@dataclass(frozen=True)
class FrameReadings:
    """See `journey/passes/beginning.py`."""

    records: Any

    def census(self, task: Task) -> Census:
        """Partition by partition."""
        packed = facts_of("read the table", self.records, Counting(task))["census"]
        return merged(map(Census.unpacked, packed), task)

    def members(self, crowding: frozenset[int], task: Task) -> Sequence[Members]:
        """Of each partition."""
        return facts_of("read the table", self.records, CountingMembers(task, crowding)).get("members", ())

    def pairs(self, pairs: Sequence[Pair], task: Task) -> Sequence[Mapping[Pair, ValueTimes]]:
        """Of each partition."""
        return facts_of("read the table", self.records, CountingPairs(task, tuple(pairs))).get("pairs", ())


def census_of_dataframe(records: Any, task: Task) -> Census:
    """What is known of the whole table."""
    return census_by(FrameReadings(records), task)


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
