"""The whole journey of a table that does not fit into memory: in with roles and a promise, out as a counted release.

source → census → plan → blocks → cells → released values → parts in order → count → report → manifest
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from shoal.journey.out_of_core.engine import PartedRelease, census, parts_of
from shoal.journey.out_of_core.spill import Spill
from shoal.journey.out_of_core.stored import StoredRelease, sorted_parts
from shoal.journey.passes.account import GatheredFacts, account_of, audit_plan, part_facts
from shoal.journey.passes.beginning import layout_of, plan_of, refuse_what_needs_memory, task_of, terms_of
from shoal.journey.passes.census import Census
from shoal.journey.passes.counting import whole_runs
from shoal.journey.passes.plan import BlockPlan
from shoal.journey.passes.releasing import released_layout
from shoal.journey.passes.telling.standing_out import StandingOut
from shoal.journey.run import Run
from shoal.partition.problem import Progress, no_progress
from shoal.table.batches.source import Batches

ENGINE = "out-of-core"


def travel_out_of_core(source: Batches, run: Run, scratch: Path, progress: Progress = no_progress) -> StoredRelease:
    """The journey. The roles were made for the beginning of the table, and are checked on a sample of all of it."""
    refuse_what_needs_memory(run)
    folder = tempfile.TemporaryDirectory(prefix=".shoal-", dir=scratch)
    with ExitStack() as undo:
        undo.callback(folder.cleanup)
        layout = layout_of(source.beginning, run.roles)
        task = task_of(layout, run, _n_records(source))
        counted = census(source.tables, task)
        plan = plan_of(counted, task, run)
        place = Path(folder.name)
        with ExitStack() as parted:
            parts = parts_of(source.tables, plan, terms_of(plan), place, parted, progress)
            records = undo.enter_context(Spill(place / "release"))
            shown = released_layout(plan)
            standing = StandingOut.of(counted, parts.sums, plan, run.settings.dominance)
            dominated = sorted_parts(parts.spill, shown.travelling, standing, records)
        release = _release(counted, parts, dominated, plan, run, records, folder)
        undo.pop_all()
        return release


def _release(
    counted: Census,
    parts: PartedRelease,
    dominated: Sequence[Mapping[str, int]],
    plan: BlockPlan,
    run: Run,
    records: Spill,
    folder: tempfile.TemporaryDirectory[str],
) -> StoredRelease:
    layout = released_layout(plan)
    counting = audit_plan(counted, plan)
    frames = (frame for box in sorted(records.counts) for frame in records.take(box))
    facts = [part_facts(frame, counting) for frame, _ in whole_runs(frames, counting.columns.shown)]
    report, manifest = account_of(
        GatheredFacts(counted, parts.sums, parts.evidence, facts, dominated), counting, plan, run, ENGINE
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
