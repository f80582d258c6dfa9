"""The engine on Apache Spark: the passes of `journey/passes/`, one after the other, on the records of a DataFrame.

source → census → plan → leaf counts → blocks → cells (stages) → released records (a stage) → classes of parts → report

The census and the counts go to the driver; records go from worker to worker. Every pass after the second reads the
stage before it, so no block is formed twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from shoal.errors import InfeasiblePromise, TableError
from shoal.guarantee import KAnonymity
from shoal.journey.passes.account import GatheredFacts, PartFacts, audit_plan
from shoal.journey.passes.auditing import AuditPlan
from shoal.journey.passes.beginning import layout_of, plan_of, plan_of_judged, task_of, terms_of
from shoal.journey.passes.census import Census, Task, looking_at_all, merged, shows_enough
from shoal.journey.passes.leaving.group import CameIn
from shoal.journey.passes.plan import BlockPlan
from shoal.journey.passes.releasing import PART, ReleaseTerms, Shown, Sums, evidence_of
from shoal.journey.passes.resuming import told_of_request, told_of_table
from shoal.journey.passes.telling.standing_out import StandingOut
from shoal.journey.passes.twins import together
from shoal.journey.passes.values.whole_figures import doubtful_pairs, with_pairs
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
    work = CountingParts(counting, standing=standing)
    found = facts_of("count the classes", in_boxes(released, terms.n_parts, PART), work)
    require_kept(found["part"], plan.k, "The release")
    passes.steps.one_more()
    own = released_shape(shape, counted, plan, terms).among(counting.layout.travelling)
    arrival = came_in(gathered_sums)
    account = GatheredFacts(counted, gathered_sums, evidence, found["part"], found["dominated"], arrival)
    return Finished(released, own, account, counting, plan, terms)


def require_kept(parts: Sequence[PartFacts], k: int, where: str) -> None:
    """Raise unless all classes of all parts have k records and keep the promises about confidential values."""
    facts = ClassFacts.merged(found for _, found in parts)
    KAnonymity(k).require_kept(facts.sizes.sizes, where)
    require_rules(facts.rules, where)


def census_of_dataframe(records: Any, task: Task) -> Census:
    """One reading of the whole table; another one where it has few different records, or columns may fix each other."""
    packed = facts_of("read the table", records, Counting(task))["census"]
    counted = merged(map(Census.unpacked, packed), task)
    if not shows_enough(counted, task):
        return census_of_dataframe(records, looking_at_all(task))
    pairs = doubtful_pairs(counted, task)
    found = facts_of("read the table", records, CountingPairs(task, pairs)).get("pairs", ()) if pairs else ()
    return with_pairs(counted, found)


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
