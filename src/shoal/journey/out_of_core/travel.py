"""The whole journey of a table that does not fit into memory: in with roles and a promise, out as a counted release.

source → census → plan → blocks → cells → released values → parts in order → count → report → manifest
"""

from __future__ import annotations

from shoal.journey.out_of_core.engine import PartedRelease, census, parts_of
from shoal.journey.out_of_core.own_stages import OwnStages, Stage
from shoal.journey.out_of_core.run_folder import RunFolder
from shoal.journey.out_of_core.spill import Spill
from shoal.journey.out_of_core.stored import StoredRelease, sorted_parts
from shoal.journey.passes.account import GatheredFacts, account_of, audit_plan, part_facts
from shoal.journey.passes.beginning import layout_of, plan_of, refuse_what_needs_memory, task_of, terms_of
from shoal.journey.passes.census import Census
from shoal.journey.passes.counting import whole_runs
from shoal.journey.passes.plan import BlockPlan
from shoal.journey.passes.releasing import released_layout
from shoal.journey.passes.resuming import told_of_request, told_of_table
from shoal.journey.run import Run
from shoal.partition.problem import Progress, no_progress
from shoal.table.batches.source import Batches

ENGINE = "out-of-core"


def travel_out_of_core(source: Batches, run: Run, stages: OwnStages, progress: Progress = no_progress) -> StoredRelease:
    """The journey. The roles were made for the beginning of the table, and are checked on a sample of all of it."""
    refuse_what_needs_memory(run)
    run = stages.resumed(run)
    layout = layout_of(source.beginning, run.roles)
    task = task_of(layout, run, _n_records(source))
    counted = census(source.tables, task)
    plan = plan_of(counted, task, run)
    folder = stages.begin({**told_of_request(run), **told_of_table(counted, layout)})
    parts = parts_of(source.tables, plan, terms_of(plan), folder.path, progress)
    records = Stage(folder.path, "release")
    counted_columns = (*run.roles.quasi_identifiers, *run.roles.stratum)
    sorted_parts(parts.stages, released_layout(plan).travelling, counted_columns, records)
    return _release(counted, parts, plan, run, records.boxes, folder)


def _release(
    counted: Census,
    parts: PartedRelease,
    plan: BlockPlan,
    run: Run,
    records: Spill,
    folder: RunFolder,
) -> StoredRelease:
    layout = released_layout(plan)
    counting = audit_plan(counted, plan)
    frames = (frame for box in sorted(records.counts) for frame in records.take(box))
    facts = [part_facts(frame, counting) for frame, _ in whole_runs(frames, counting.columns.shown)]
    report, manifest = account_of(
        GatheredFacts(counted, parts.sums, parts.evidence, facts), counting, plan, run, ENGINE
    )
    return StoredRelease(
        report,
        manifest,
        plan.k,
        run.roles,
        layout,
        (*run.roles.quasi_identifiers, *run.roles.stratum),
        plan.promised,
        run.settings.quote_formulas,
        records,
        folder,
    )


def _n_records(source: Batches) -> int:
    return source.n_records if source.n_records is not None else sum(table.n_records for table in source.tables())
