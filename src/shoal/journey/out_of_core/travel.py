"""The whole journey of a table that does not fit into memory: in with roles and a promise, out as a counted release.

source → census → plan → blocks → cells → released values → parts in order → count → report → manifest
"""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path

from shoal import __version__
from shoal.encode.naming import refuse_naming_columns
from shoal.errors import ParameterError, Setting
from shoal.journey.out_of_core.account import evidence_of, run_warnings, whole_of
from shoal.journey.out_of_core.engine import PartedRelease, census, parts_of
from shoal.journey.out_of_core.spill import Spill
from shoal.journey.out_of_core.stored import StoredRelease, sorted_parts
from shoal.journey.passes.census import Census, Task
from shoal.journey.passes.layout import Layout
from shoal.journey.passes.plan import BLOCK_RECORDS, BlockPlan, planned
from shoal.journey.passes.releasing import ReleaseTerms, released_layout
from shoal.journey.run import Run
from shoal.partition.problem import Progress, no_progress
from shoal.release.manifest import build_manifest, salted_digest
from shoal.release.report.report import build_report
from shoal.table.batches.source import Batches
from shoal.table.roles.checks import refuse_stray_text
from shoal.table.roles.disclosures import refuse_doubtful_header, refuse_rare_values, refuse_telling_columns
from shoal.table.roles.roles import Roles, refuse_identifying

SAMPLED_RECORDS = 262_144  # to learn scales and cuts: of 100 million records in 1,000 blocks, 262 in each (± 6 %)
SAMPLED_OF_BLOCK = 128  # at least, so that the records of a block are known to ± 9 %
EVIDENT_RECORDS = 50_000  # in the report: it then takes about as long as that of Adult (`benchmarks.risk_utility`)
PART_RECORDS = 1_000_000  # of a part of the release: sorted at once
ENGINE = "out-of-core"


def travel_out_of_core(source: Batches, run: Run, scratch: Path, progress: Progress = no_progress) -> StoredRelease:
    """The journey. The roles were made for the beginning of the table, and are checked on a sample of all of it."""
    refuse_what_needs_memory(run)
    folder = tempfile.TemporaryDirectory(prefix=".shoal-", dir=scratch)
    with ExitStack() as undo:
        undo.callback(folder.cleanup)
        layout = layout_of(source, run.roles)
        task = task_of(layout, run, _n_records(source))
        counted = census(source.tables, task)
        plan = plan_of(counted, task, run)
        place = Path(folder.name)
        with ExitStack() as parted:
            parts = parts_of(source.tables, plan, terms_of(plan), place, parted, progress)
            records = undo.enter_context(Spill(place / "release"))
            shown = released_layout(plan)
            counted_columns = (*run.roles.quasi_identifiers, *run.roles.stratum)
            sorted_parts(parts.spill, shown.travelling, counted_columns, records)
        release = _release(counted, parts, plan, run, records, folder)
        undo.pop_all()
        return release


def refuse_what_needs_memory(run: Run) -> None:
    """Refuse what nobody can do without all records at once, or what would make the cells depend on the machine."""
    settings, roles = run.settings, run.roles
    asked = {
        "budget_s": settings.budget_s is not None,
        "certify_s": settings.certify_s is not None,
        "dominance": settings.dominance is not None,
        "earlier": settings.past is not None,
        "distance": settings.graph is not None,
        "suppress": settings.suppress is not None,
        "keep_order": settings.keep_order,
        "mass": roles.mass is not None,
        "household": roles.household is not None,
    }
    for name, is_asked in asked.items():
        if is_asked:
            raise ParameterError(
                Setting(name),
                " is for tables that fit into memory, and this one does not.",
                hint=("Leave it out, or allow more memory (", Setting("memory"), ")."),
            )


def layout_of(source: Batches, roles: Roles) -> Layout:
    """How the records of this source travel: without the columns that are dropped, but with those that count."""
    beginning = source.beginning
    kept = [name for name in beginning.columns if name not in roles.identifiers]
    spelled = [name for name in kept if beginning.spelling(name) is not None]
    return Layout.of(kept, [name for name in spelled if name not in roles.quasi_identifiers], source.origin)


def task_of(layout: Layout, run: Run, n_records: int) -> Task:
    """What the census looks at."""
    of_block = run.settings.block_records or BLOCK_RECORDS
    wanted = max(SAMPLED_RECORDS, SAMPLED_OF_BLOCK * n_records // of_block)
    return Task(
        layout=layout,
        roles=run.roles,
        k=run.settings.promise.k,
        promised=run.settings.confidential.columns,
        seed=run.settings.seed,
        sampled_share=min(1.0, wanted / max(1, n_records)),
    )


def plan_of(counted: Census, task: Task, run: Run) -> BlockPlan:
    """Check the roles once more, now on a sample of the whole table, and decide everything."""
    settings = run.settings
    settings.promise.require_feasible(counted.n_records, task.layout.origin.name)
    sample = task.layout.table(counted.sample)
    roles = run.roles
    refuse_identifying(sample, roles)
    refuse_doubtful_header(sample, roles)
    refuse_telling_columns(sample, roles)
    refuse_stray_text(sample, roles)
    refuse_naming_columns(sample, roles)
    refuse_rare_values(sample, roles, settings.promise.k)
    return planned(
        counted,
        task.layout,
        roles,
        settings.promise.k,
        settings.methods[0],
        settings.confidential,
        settings.seed,
        settings.block_records,
    )


def terms_of(plan: BlockPlan) -> ReleaseTerms:
    """In how many parts the release is made, and how much of it the report looks at."""
    return ReleaseTerms(-(-plan.n_records // PART_RECORDS), min(1.0, EVIDENT_RECORDS / plan.n_records))


def _release(
    counted: Census,
    parts: PartedRelease,
    plan: BlockPlan,
    run: Run,
    records: Spill,
    folder: tempfile.TemporaryDirectory[str],
) -> StoredRelease:
    settings, roles, layout = run.settings, run.roles, released_layout(plan)
    told = {**settings.plain(), "engine": ENGINE}
    whole, content = whole_of(records, counted, parts.sums, plan, layout)
    digests = {"input": salted_digest(counted.content.digest, run.salt), "release": content.digest}
    warnings = run_warnings(plan, parts.sums, counted.n_records, layout.columns, quoted=settings.quote_formulas)
    evidence = evidence_of(parts.evidence, plan, layout, {**told, "shoal": __version__}, digests, warnings, whole)
    report = build_report(evidence)
    manifest = build_manifest(
        origin=layout.origin,
        n_records=counted.n_records,
        n_released=whole.sizes.n_records,
        roles=roles,
        settings=told,
        reading=run.reading,
        salt=run.salt,
        methods_used=[plan.way.describe()],
        formings=(),
        report=report,
    )
    return StoredRelease(
        report,
        manifest,
        plan.k,
        roles,
        layout,
        (*roles.quasi_identifiers, *roles.stratum),
        plan.promised,
        settings.quote_formulas,
        records,
        folder,
    )


def _n_records(source: Batches) -> int:
    return source.n_records if source.n_records is not None else sum(table.n_records for table in source.tables())
