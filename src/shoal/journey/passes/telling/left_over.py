"""Left-overs: records that fit into no cell of k, and are left out. Nobody compares a class with their values."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import polars as pl

from shoal.journey.passes.census import Census
from shoal.journey.passes.groups import Groups
from shoal.journey.passes.layout import Layout
from shoal.journey.passes.values.known_values import value_counts
from shoal.journey.passes.values.value_times import ValueTimes, value_share
from shoal.table.roles.roles import Roles


def staying_values(census: Census, groups: Groups, layout: Layout, roles: Roles) -> Mapping[str, pl.DataFrame]:
    """How often each confidential value occurs in the records that stay."""
    if groups.n_left_over == 0:
        return census.values
    gone = _left_over(census, groups, layout, roles)
    return {name: _without(counts, gone[name]) for name, counts in census.values.items()}


def staying_times(
    census: Census, groups: Groups, layout: Layout, roles: Roles, seed: int
) -> Mapping[tuple[str, ...], ValueTimes]:
    """How often values that are published unchanged occur in the records that stay."""
    if groups.n_left_over == 0:
        return census.unchanged
    gone = _left_over(census, groups, layout, roles)
    share = value_share(census.n_records)
    return {
        names: times.without(ValueTimes.of(gone, names, layout, seed, share))
        for names, times in census.unchanged.items()
    }


def _left_over(census: Census, groups: Groups, layout: Layout, roles: Roles) -> pl.DataFrame:
    group_of, _, _ = groups.of(layout.table(census.few), roles)
    return census.few[np.flatnonzero(group_of < 0)]


def _without(counts: pl.DataFrame, gone: pl.Series) -> pl.DataFrame:
    left = value_counts(gone).with_columns(-pl.col("records"))
    both = pl.concat([counts, left]).group_by("value").agg(pl.col("records").sum())
    return both.filter(pl.col("records") > 0)
