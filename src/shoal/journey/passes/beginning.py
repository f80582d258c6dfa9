"""The beginning: what a run may ask of a table that does not fit into memory, and what its passes are told.

Engines ask here, in this order: `refuse_what_needs_memory`, `layout_of`, `task_of`, then, with the census, `plan_of`
and `terms_of`.
"""

from __future__ import annotations

from shoal.encode.naming import refuse_naming_columns
from shoal.errors import ParameterError, Setting
from shoal.journey.passes.census import Census, Task
from shoal.journey.passes.layout import Layout
from shoal.journey.passes.plan import BLOCK_RECORDS, BlockPlan, planned
from shoal.journey.passes.releasing import ReleaseTerms
from shoal.journey.run import Run
from shoal.table.frames.table import Table
from shoal.table.roles.checks import refuse_stray_text
from shoal.table.roles.disclosures import refuse_doubtful_header, refuse_rare_values, refuse_telling_columns
from shoal.table.roles.roles import Roles, refuse_identifying

SAMPLED_RECORDS = 262_144  # to learn scales and cuts: of 100 million records in 1,000 blocks, 262 in each (± 6 %)
SAMPLED_OF_BLOCK = 128  # at least, so that the records of a block are known to ± 9 %
EVIDENT_RECORDS = 50_000  # in the report: it then takes about as long as that of Adult (`benchmarks.risk_utility`)
PART_RECORDS = 1_000_000  # of a part of the release: sorted at once


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


def layout_of(beginning: Table, roles: Roles) -> Layout:
    """How the records of a table travel: without the columns that are dropped, but with those that count."""
    kept = [name for name in beginning.columns if name not in roles.identifiers]
    spelled = [name for name in kept if beginning.spelling(name) is not None]
    return Layout.of(kept, [name for name in spelled if name not in roles.quasi_identifiers], beginning.origin)


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
    return ReleaseTerms(-(-plan.n_records // PART_RECORDS), min(1.0, EVIDENT_RECORDS / plan.n_records), EVIDENT_RECORDS)
