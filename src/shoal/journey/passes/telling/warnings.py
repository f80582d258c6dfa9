"""Warnings: what the steward should know, in the words of the journey in memory, from figures of the whole table."""

from __future__ import annotations

from shoal.journey.passes.census import Census
from shoal.journey.passes.leaving.group import CameIn
from shoal.journey.passes.plan import BlockPlan, witness_frame
from shoal.journey.passes.releasing import Sums
from shoal.release.report.run_warnings import RunFigures, run_warnings
from shoal.release.risk.dominated_values import Dominance
from shoal.release.utility.vanished import vanished_categories
from shoal.table.roles.checks import constant_columns


def whole_warnings(counted: Census, came_in: CameIn, sums: Sums, dominance: Dominance, plan: BlockPlan) -> list[str]:
    """Names and counts only."""
    roles, groups = plan.roles, plan.groups
    figures = RunFigures(
        n_records=came_in.n_records,
        n_without_value=came_in.n_without_value,
        n_set_apart=groups.n_set_apart,
        n_pooled=sums.n_pooled,
        n_left_over=came_in.n_left_over,
        constant=constant_columns(plan.layout.table(witness_frame(counted)), roles.quasi_identifiers),
        n_cells=sums.n_cells,
        n_cells_alike=sums.n_cells_alike,
        is_one_point=all(part.lowest == part.highest for part in sums.attributes.values()),
    )
    return [
        *run_warnings(
            figures, roles.unnamed, too_few=plan.what.nobody.too_few, promises_values=plan.promised is not None
        ),
        *vanished_categories(sums.categories, plan.k, sums.n_effective),
        *([dominance.words()] if dominance.dominated else []),
    ]
