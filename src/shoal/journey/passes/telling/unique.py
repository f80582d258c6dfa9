"""Unique records of a whole release, on all columns that are published.

Records that are alike on all columns are of one class, so they are in one part and are counted there. What columns that
are published unchanged single out is not: their values are counted in all parts, for values that are drawn by their
keys (`values/value_times.py`). Up to 262,144 records every value is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from shoal.journey.passes.census import Census
from shoal.journey.passes.layout import Layout
from shoal.journey.passes.plan import BlockPlan
from shoal.journey.passes.releasing import released_layout
from shoal.journey.passes.telling.left_over import staying_times
from shoal.journey.passes.values.value_times import ValueTimes, value_share
from shoal.release.risk.uniqueness import (
    FOUND_SHARE,
    ClassUniqueness,
    PublishedColumns,
    UnchangedUniqueness,
    uniqueness_facts,
)
from shoal.table.frames.table import Table
from shoal.table.roles.judgement import JOIN_KEY_SHARE
from shoal.table.roles.roles import Roles

Names = tuple[str, ...]


@dataclass(frozen=True)
class PartUniqueness:
    """About some records that hold whole classes. ``times``: of the values of columns together."""

    classes: ClassUniqueness
    times: Mapping[Names, ValueTimes]


@dataclass(frozen=True)
class UniquePlan:
    """What is counted. ``sets``: columns whose values single records out together, the one with most values first."""

    layout: Layout  # of a released record
    published: PublishedColumns
    join_keys: Names
    sets: tuple[Names, ...]
    share: float  # of the values that are drawn
    seed: int
    k: int

    @classmethod
    def of(cls, counted: Census, plan: BlockPlan) -> UniquePlan:
        """From the values of the records that stay."""
        layout = released_layout(plan)
        published = PublishedColumns.of(layout.columns, plan.roles)
        share, n_records = value_share(counted.n_records), sum(plan.groups.counts)
        times = staying_times(counted, plan.groups, plan.layout, plan.roles, plan.seed)
        join_keys = tuple(
            name for name in published.knowable if times[name,].n_shared_by_few(2) >= JOIN_KEY_SHARE * share * n_records
        )
        others = (name for name in published.knowable if name not in join_keys)
        by_values = sorted(others, key=lambda name: -times[name,].rows.height)
        sets = tuple(tuple(by_values[:n_columns]) for n_columns in range(1, len(by_values) + 1))
        return cls(layout, published, join_keys, sets, share, plan.seed, plan.what.least_size)

    def of_part(self, frame: pl.DataFrame) -> PartUniqueness:
        """Of whole classes."""
        table = self.layout.table(frame)
        codes = {name: table.faithful_codes(name) for name in self.published.columns}
        sets = {*self.sets, *((self.published.unchanged,) if self.published.unchanged else ())}
        return PartUniqueness(
            ClassUniqueness.of(codes, self.published, frame.height, self.k),
            {names: ValueTimes.of(frame, names, self.layout, self.seed, self.share) for names in sets},
        )

    def told(self, parts: Sequence[PartUniqueness], original: Table, roles: Roles) -> dict[str, Any]:
        """What the report says of all parts together."""
        classes = ClassUniqueness.of_all(part.classes for part in parts)
        n_unique = {names: self._n_unique(parts, names) for names in parts[0].times}
        together = next((names for names in self.sets if n_unique[names] >= FOUND_SHARE * classes.n_records), ())
        unchanged = UnchangedUniqueness(
            n_unique.get(self.published.unchanged, 0),
            self.join_keys,
            together,
            n_unique.get(together, 0),
            "" if self.share == 1.0 else "about ",
        )
        return uniqueness_facts(classes, unchanged, self.published, original, roles, self.k)

    def _n_unique(self, parts: Sequence[PartUniqueness], names: Names) -> int:
        found = ValueTimes.of_all([part.times[names] for part in parts]).n_shared_by_few(2)
        return min(sum(part.classes.n_records for part in parts), round(found / self.share))
