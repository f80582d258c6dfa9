"""The beginning: what a run may ask of a table that does not fit into memory, and what its passes are told.

Engines ask here, in this order: `refuse_what_needs_memory`, `layout_of`, `task_of`, then, with the census, `plan_of`
and `terms_of`.
"""

from __future__ import annotations

from dataclasses import replace

from shoal.encode.naming import refuse_naming_columns
from shoal.errors import ParameterError, Setting
from shoal.journey.passes.census import Census, Task
from shoal.journey.passes.layout import Layout
from shoal.journey.passes.placing.placing import HEAVY_SHARE
from shoal.journey.passes.plan import BlockPlan, planned
from shoal.journey.passes.releasing import ReleaseTerms
from shoal.journey.passes.values.value_times import value_share
from shoal.journey.passes.values.whole_figures import WholeFigures
from shoal.journey.passes.ways import Way
from shoal.journey.run import CELLS_OF_A_BLOCK, Run
from shoal.table.frames.table import Table
from shoal.table.roles.checks import refuse_stray_text
from shoal.table.roles.disclosures import refuse_doubtful_header, refuse_rare_values, refuse_telling_columns
from shoal.table.roles.roles import Roles, refuse_identifying

BLOCK_RECORDS = 100_000  # the cells of so many take MDAV 0.7 s (`benchmarks.mdav_speed`)
SAMPLED_RECORDS = 262_144  # to learn scales and cuts: of 100 million records in 1,000 blocks, 262 in each (± 6 %)
SAMPLED_OF_BLOCK = 128  # at least, so that the records of a block are known to ± 9 %
EVIDENT_RECORDS = 50_000  # in the report: it then takes about as long as that of Adult (`benchmarks.risk_utility`)
LOOKED_AT = 8  # times as many keys as are sampled: tables of which every eighth record is another one are read once
PART_RECORDS = 1_000_000  # of a part of the release: sorted at once


def refuse_what_needs_memory(run: Run) -> None:
    """Refuse what nobody can do without all records at once, or what would make the cells depend on the machine."""
    settings, roles = run.settings, run.roles
    asked = {
        "budget_s": settings.budget_s is not None,
        "certify_s": settings.certify_s is not None,
        "earlier": settings.past is not None,
        "distance": settings.graph is not None,
        "keep_order": settings.keep_order,
        "mass": roles.mass is not None,
        "household": roles.household is not None,
    }
    for name, is_asked in asked.items():
        if is_asked:
            raise ParameterError(
                Setting(name),
                " is for tables that are worked on in memory, and this one is worked on in parts.",
                hint=(
                    "Leave it out; or leave ",
                    Setting("block_records"),
                    " out and allow enough memory (",
                    Setting("memory"),
                    ").",
                ),
            )


def layout_of(beginning: Table, roles: Roles) -> Layout:
    """How the records of a table travel: without the columns that are dropped, but with those that count."""
    kept = [name for name in beginning.columns if name not in roles.identifiers]
    spelled = [name for name in kept if beginning.spelling(name) is not None]
    # Categories travel as texts, so the order that a column declares is told beside them.
    orders = {name: order for name in kept if (order := beginning.category_order(name)) is not None}
    origin = beginning.origin
    if orders:
        origin = replace(
            origin, metadata={**origin.metadata, "ordinal": {**origin.metadata.get("ordinal", {}), **orders}}
        )
    return Layout.of(kept, [name for name in spelled if name not in roles.quasi_identifiers], origin)


def task_of(layout: Layout, run: Run, n_records: int) -> Task:
    """What the census looks at."""
    wanted = max(SAMPLED_RECORDS, SAMPLED_OF_BLOCK * n_records // records_of_a_block(run))
    return Task(
        layout=layout,
        roles=run.roles,
        k=run.settings.promise.k,
        promised=run.settings.confidential.columns,
        seed=run.settings.seed,
        n_records=max(1, n_records),
        most_sampled=wanted,
        heavy_records=HEAVY_SHARE * records_of_a_block(run),
        value_share=value_share(n_records),
        looked_share=min(1.0, LOOKED_AT * wanted / max(1, n_records)),
    )


def plan_of(counted: Census, task: Task, run: Run) -> BlockPlan:
    """Check the roles once more, now by figures of the whole table, and decide everything."""
    settings = run.settings
    figures = WholeFigures.of(counted, task)
    sample, roles = figures.sample, run.roles
    refuse_identifying(sample, roles, figures)
    refuse_rare_values(sample, roles, settings.promise.k, figures)
    settings.promise.require_feasible(counted.n_records, task.layout.origin.name)
    refuse_doubtful_header(sample, roles)
    refuse_telling_columns(sample, roles, figures)
    refuse_stray_text(sample, roles)
    refuse_naming_columns(sample, roles, figures)
    return plan_of_judged(counted, task, run)


def plan_of_judged(counted: Census, task: Task, run: Run, way: Way | None = None) -> BlockPlan:
    """Decide everything. The roles have been judged by the whole table, of which these may be the records that stay.

    way: that of the journey that found out who stays.
    """
    settings = run.settings
    return planned(
        counted,
        task.layout,
        run.roles,
        settings.promise.k,
        settings.methods[0],
        settings.confidential,
        settings.seed,
        records_of_a_block(run),
        way,
    )


def records_of_a_block(run: Run) -> int:
    """How many records a block has."""
    return run.settings.block_records or max(BLOCK_RECORDS, CELLS_OF_A_BLOCK * run.settings.promise.k)


def terms_of(plan: BlockPlan) -> ReleaseTerms:
    """In how many parts the release is made, and how much of it the report looks at."""
    return ReleaseTerms(-(-plan.n_records // PART_RECORDS), min(1.0, EVIDENT_RECORDS / plan.n_records), EVIDENT_RECORDS)
