"""The whole journey of a table that does not fit into memory: in with roles and a promise, out as a counted release.

source → census → plan → blocks → cells → released values → parts in order → count → report → manifest
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from shoal.errors import InfeasiblePromise
from shoal.journey.out_of_core.engine import Batches, PartedRelease, census, parts_of
from shoal.journey.out_of_core.leaving import NAME as OF_ALL
from shoal.journey.out_of_core.leaving import StoredStaying, staying
from shoal.journey.out_of_core.own_stages import OwnStages, Stage, remove_records
from shoal.journey.out_of_core.run_folder import RunFolder
from shoal.journey.out_of_core.stored import StoredRelease, sorted_parts
from shoal.journey.passes.account import GatheredFacts, account_of, audit_plan, part_facts
from shoal.journey.passes.beginning import (
    layout_of,
    plan_of,
    plan_of_judged,
    refuse_what_needs_memory,
    task_of,
    terms_of,
)
from shoal.journey.passes.census import Census
from shoal.journey.passes.counting import whole_runs
from shoal.journey.passes.leaving.group import CameIn
from shoal.journey.passes.plan import BlockPlan
from shoal.journey.passes.releasing import released_layout
from shoal.journey.passes.resuming import told_of_request, told_of_table
from shoal.journey.passes.telling.standing_out import StandingOut
from shoal.journey.passes.telling.unique import UniquePlan
from shoal.journey.run import Run, most_suppressed
from shoal.partition.problem import Progress, no_progress
from shoal.release.utility.suppressed import Suppressed
from shoal.table.batches.source import Batches as Source

ENGINE = "out-of-core"
OF_STAYING = "staying-"  # before the names of the stages of the records that stay


def travel_out_of_core(source: Source, run: Run, stages: OwnStages, progress: Progress = no_progress) -> StoredRelease:
    """The journey. The roles were made for the beginning of the table, and are checked on a sample of all of it."""
    refuse_what_needs_memory(run)
    run = stages.resumed(run)
    layout = layout_of(source.beginning, run.roles)
    task = task_of(layout, run, _n_records(source))
    counted = census(source.tables, task)
    plan = plan_of(counted, task, run)
    folder = stages.begin({**told_of_request(run), **told_of_table(counted, layout)})
    everybody = Travellers(source.tables, counted, plan, CameIn.of(counted, plan))
    travellers, parts = _parted(everybody, run, folder.path, progress)
    records = Stage(folder.path, "release")
    standing = StandingOut.of(travellers.counted, parts.sums, travellers.plan, run.settings.dominance)
    columns = (*released_layout(travellers.plan).travelling, *travellers.plan.what.beside)
    sorted_parts(parts.stages, columns, standing, records)
    return _release(travellers, parts, run, records, folder)


class Travellers(NamedTuple):
    """Records that make the journey, what is known of them, and of the table that they came with."""

    tables: Batches
    counted: Census
    plan: BlockPlan
    came_in: CameIn


def _parted(everybody: Travellers, run: Run, folder: Path, progress: Progress) -> tuple[Travellers, PartedRelease]:
    """The release of those who stay; of everybody if nobody leaves, or a promise needs those who would."""
    share, plan = run.settings.suppress, everybody.plan
    if share is not None:
        nobody_leaves = Stage(folder, "nobody-leaves")
        if not nobody_leaves.is_finished:
            most = most_suppressed(share, sum(plan.groups.counts))
            others = staying(everybody.tables, plan, most, folder, progress)
            if others.group.n_out:
                with suppress(InfeasiblePromise):  # of the records that stay: those who left were needed
                    return _without_others(everybody, others, run, share, folder, progress)
            nobody_leaves.finish()
            for name in (OF_ALL, OF_STAYING):
                remove_records(folder, name)
        nobody = CameIn.of(everybody.counted, plan, Suppressed(0, share, None, None))
        everybody = everybody._replace(came_in=nobody)
    return everybody, parts_of(everybody.tables, plan, terms_of(plan), folder, progress)


def _without_others(
    everybody: Travellers, others: StoredStaying, run: Run, share: float, folder: Path, progress: Progress
) -> tuple[Travellers, PartedRelease]:
    """The release of those who stay, who begin anew: no scale that somebody else has decided is left."""
    task = task_of(others.layout, run, others.n_records)
    known = Stage(folder, f"{OF_STAYING}census")  # their records go sooner than the stages that are made of them
    if not known.is_finished:
        known.one_more(census(others.tables, task), 1)
    counted: Census = known.facts[0]
    plan = plan_of_judged(counted, task, run, everybody.plan.way)
    parts = parts_of(others.tables, plan, terms_of(plan), folder, progress, OF_STAYING, others.stages)
    told = others.group.suppressed(share, everybody.plan, parts.sums)
    came_in = CameIn.of(everybody.counted, everybody.plan, told)
    return Travellers(others.tables, counted, plan, came_in), parts


def _release(
    travellers: Travellers, parts: PartedRelease, run: Run, released: Stage, folder: RunFolder
) -> StoredRelease:
    _, counted, plan, came_in = travellers
    layout, records = released_layout(plan), released.boxes
    counting = audit_plan(counted, plan)
    frames = (frame for box in sorted(records.counts) for frame in records.take(box))
    unique = UniquePlan.of(counted, plan)
    facts = [part_facts(frame, counting, plan.what, unique) for frame, _ in whole_runs(frames, counting.columns.shown)]
    report, manifest = account_of(
        GatheredFacts(counted, parts.sums, parts.evidence, facts, released.facts, came_in, parts.households),
        counting,
        plan,
        run,
        ENGINE,
    )
    return StoredRelease(
        report,
        manifest,
        plan.what,
        run.roles,
        layout,
        (*run.roles.quasi_identifiers, *run.roles.stratum),
        plan.promised,
        run.settings.quote_formulas,
        records,
        folder,
    )


def _n_records(source: Source) -> int:
    return source.n_records if source.n_records is not None else sum(table.n_records for table in source.tables())
