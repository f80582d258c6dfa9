"""The beginning: what a run may ask of a table that does not fit into memory, and what its passes are told.

Engines ask here, in this order: `refuse_what_needs_memory`, `layout_of`, `task_of`, `census_by`, then, with the census,
`plan_of` and `terms_of`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from shoal.encode.naming import refuse_naming_columns
from shoal.errors import ParameterError, Setting
from shoal.guarantee import KAnonymity
from shoal.journey.formation import persons_are_not_left_out
from shoal.journey.passes.census import Census, Task, looking_at_all, settled, shows_enough
from shoal.journey.passes.counted.tallies import Members
from shoal.journey.passes.counted.what_counts import WhatCounts
from shoal.journey.passes.groups import in_order
from shoal.journey.passes.layout import Layout
from shoal.journey.passes.placing.placing import HEAVY_SHARE
from shoal.journey.passes.plan import BlockPlan, planned
from shoal.journey.passes.releasing import ReleaseTerms
from shoal.journey.passes.values.value_times import ValueTimes, value_share
from shoal.journey.passes.values.whole_figures import Pair, WholeFigures, doubtful_pairs, with_pairs
from shoal.journey.passes.ways import Way
from shoal.journey.run import CELLS_OF_A_BLOCK, Run
from shoal.release.confidential.asked import RULES
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
    settings = run.settings
    asked = {
        "budget_s": settings.budget_s is not None,
        "certify_s": settings.certify_s is not None,
        "earlier": settings.past is not None,
        "distance": settings.graph is not None,
        "keep_order": settings.keep_order,
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
    _refuse_suppression(run)
    if run.roles.household is not None and settings.confidential:
        raise ParameterError(
            "Promises about confidential values are kept without any one household too (",
            Setting("household"),
            "), which is not counted in a table that is worked on in parts.",
            parameter=sorted(RULES),
            column=settings.confidential.columns,
            hint=("Leave one of the two out, or allow enough memory (", Setting("memory"), ")."),
        )


def _refuse_suppression(run: Run) -> None:
    """Refuse to leave out records where k counts persons, as in memory; and households, which no block has as a whole.

    Members in different strata, or who miss other columns, are in different blocks, and a block offers what it has.
    """
    if run.settings.suppress is None:
        return
    if run.roles.mass is not None:
        raise persons_are_not_left_out()
    if run.roles.household is not None:
        raise ParameterError(
            Setting("suppress"),
            " leaves out whole households (",
            Setting("household"),
            "), and this table is worked on in parts, none of which has all members of each.",
            parameter="suppress",
            hint=("Leave one of the two out, or allow enough memory (", Setting("memory"), ")."),
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
        what=WhatCounts.of(run),
        promised=run.settings.confidential.columns,
        seed=run.settings.seed,
        n_records=max(1, n_records),
        most_sampled=wanted,
        heavy_records=HEAVY_SHARE * records_of_a_block(run),
        value_share=value_share(n_records),
        looked_share=min(1.0, LOOKED_AT * wanted / max(1, n_records)),
    )


class Readings(Protocol):
    """Readings of a whole table by an engine. The parts come in whatever order."""

    def census(self, task: Task) -> Census:
        """What is known of all records."""
        ...

    def members(self, crowding: frozenset[int], task: Task) -> Iterable[Members]:
        """How many members these households have in each group of a part."""
        ...

    def pairs(self, pairs: Sequence[Pair], task: Task) -> Iterable[Mapping[Pair, ValueTimes]]:
        """How often the values of these columns occur together."""
        ...


def census_by(readings: Readings, task: Task) -> Census:
    """One reading of the whole table; more where it has few different records, where one household may have too much of
    a group, where values were shown that the release removes, or where columns may fix each other."""
    counted = readings.census(task)
    if not shows_enough(counted, task):
        return census_by(readings, looking_at_all(task))
    crowding = counted.tallies.crowding
    if crowding:
        counted = replace(counted, tallies=counted.tallies.with_members(readings.members(crowding, task)))
    settling = settled(counted, task)
    if isinstance(settling, Task):
        return census_by(readings, settling)
    pairs = doubtful_pairs(settling, task)
    return with_pairs(settling, readings.pairs(pairs, task) if pairs else ())


def plan_of(counted: Census, task: Task, run: Run) -> BlockPlan:
    """Check the roles once more, now by figures of the whole table, and decide everything."""
    settings = run.settings
    figures = WholeFigures.of(counted, task)
    sample, roles = figures.sample, run.roles
    refuse_identifying(sample, roles, figures)
    refuse_rare_values(sample, roles, settings.promise.k, figures)
    _require_feasible(counted, task)
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
        task.what,
        settings.methods[0],
        settings.confidential,
        settings.seed,
        records_of_a_block(run),
        way,
        _n_households(counted, task),
    )


def _require_feasible(counted: Census, task: Task) -> None:
    """Refuse where not even all records together keep the promise."""
    where = task.layout.origin.name
    if task.what.counts_records:
        KAnonymity(task.what.k).require_feasible(counted.n_records, where)
        return
    names = in_order(counted.groups)
    name_of, promise = counted.tallies.counted(names, counted.groups, task.what, _n_households(counted, task))
    promise.require_feasible(len(name_of), where)


def _n_households(counted: Census, task: Task) -> int | None:
    """How many households there are; None if not all were counted. If so, there are enough for any k."""
    household = task.what.household
    return None if household is None or task.value_share < 1.0 else counted.unchanged[household,].rows.height


def records_of_a_block(run: Run) -> int:
    """How many records a block has."""
    return run.settings.block_records or max(BLOCK_RECORDS, CELLS_OF_A_BLOCK * run.settings.promise.k)


def terms_of(plan: BlockPlan) -> ReleaseTerms:
    """In how many parts the release is made, and how much of it the report looks at."""
    return ReleaseTerms(-(-plan.n_records // PART_RECORDS), min(1.0, EVIDENT_RECORDS / plan.n_records), EVIDENT_RECORDS)
