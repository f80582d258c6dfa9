"""The plan: everything that is decided once, before any cell is formed. Passes get it and a part of the records.

It is made of the census alone, so whoever counted, the plan is the same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import polars as pl

from shoal.arrays import BoolArray, FloatArray, IntArray
from shoal.encode.encoding import Encoding
from shoal.encode.gaps import fit_with_gaps, points_with_gaps, void_place
from shoal.journey.passes.census import TIMES, Census
from shoal.journey.passes.counted.what_counts import WhatCounts
from shoal.journey.passes.groups import Groups, decided
from shoal.journey.passes.layout import Layout
from shoal.journey.passes.placing.placing import Placing, SampledPlaces, placing
from shoal.journey.passes.telling.left_over import staying_values
from shoal.journey.passes.values.promised_values import PromisedValues
from shoal.journey.passes.ways import Way
from shoal.partition.problem import Partitioner
from shoal.release.confidential.asked import AskedPromises
from shoal.table.frames.table import Table
from shoal.table.roles.checks import weights_of
from shoal.table.roles.roles import Roles

PLACING_SEED = 2  # the first number keys what is drawn; see `row_keys`


@dataclass(frozen=True)
class LocatedRecords:
    """Records with their points."""

    table: Table
    group_of: IntArray
    void: dict[str, BoolArray]
    pooled: BoolArray
    points: FloatArray
    weights: FloatArray | None


@dataclass(frozen=True)
class BlockPlan:
    """``placings[i]``: where records are worked on in pass i, by their points and then by the centroids of cells."""

    layout: Layout
    roles: Roles
    what: WhatCounts
    seed: int
    way: Way
    groups: Groups
    encoding: Encoding
    placings: tuple[Placing, ...]
    promised: PromisedValues | None
    n_records: int
    block_records: int

    @property
    def k(self) -> int:
        """What a class has at least of what counts."""
        return self.what.k

    @property
    def judges_blocks(self) -> bool:
        """Whether so many records are not enough for a block to keep what is promised."""
        return self.promised is not None or not self.what.counts_records

    def located(self, frame: pl.DataFrame) -> LocatedRecords:
        """The points of some records. Records that are dropped have the group −1, and points that mean nothing."""
        table = self.layout.table(frame)
        group_of, void, pooled = self.groups.of(table, self.roles)
        by_name = {name: row for name, row in zip(self.roles.quasi_identifiers, void, strict=True) if row.any()}
        kept = group_of >= 0
        if not kept.all():
            inside = np.flatnonzero(kept)
            points = np.zeros((len(kept), self.encoding.n_coordinates))
            points[inside] = self._points(table.taken(inside), {name: row[inside] for name, row in by_name.items()})
        else:
            points = self._points(table, by_name)
        weights = None if self.roles.weight is None else weights_of(table, self.roles.weight)
        return LocatedRecords(table, group_of, by_name, pooled, points, weights)

    def _points(self, table: Table, void: dict[str, BoolArray]) -> FloatArray:
        present = {name: row for name, row in void.items() if row.any()}
        return points_with_gaps(self.encoding, table, present, void_place(self.encoding))


def planned(
    census: Census,
    layout: Layout,
    roles: Roles,
    what: WhatCounts,
    method: Partitioner,
    asked: AskedPromises,
    seed: int,
    block_records: int,
    way: Way | None = None,
    n_households: int | None = None,
) -> BlockPlan:
    """Decide groups, encoding and space; refuse what cannot be kept.

    block_records: of a block. way: that of an earlier journey of the same run, if there was one. n_households: if they
    were counted.
    """
    seen = witness_frame(census)
    rows = partial(census.tallies.counted, counts=census.groups, what=what, n_households=n_households)
    groups = decided(census.groups, rows, pl.concat([seen, census.few]), layout, roles)
    values = staying_values(census, groups, layout, roles)
    promised = PromisedValues.of(values, layout, roles, asked) if asked else None
    if promised is not None:
        promised.require_feasible()
    encoding = _fitted(census, seen, groups, layout, roles)
    if way is None:
        way = Way.of(method, census.n_records, encoding.n_coordinates, mends_persons=what.forms_of_persons)
    plan = BlockPlan(
        layout,
        roles,
        what,
        seed,
        way,
        groups,
        encoding,
        (),
        promised,
        census.n_records,
        block_records,
    )
    sample, frequent = (_places(plan, frame) for frame in (census.sample, census.frequent))
    places = [
        placing(sample, groups.counts, block_records, (seed, PLACING_SEED, number), None if number else frequent)
        for number in range(way.n_passes)
    ]
    return replace(plan, placings=tuple(places))


def _places(plan: BlockPlan, frame: pl.DataFrame) -> SampledPlaces:
    """Where some records are, and how often; without those that are dropped."""
    located = plan.located(frame)
    kept = np.flatnonzero(located.group_of >= 0)
    times = frame[TIMES].to_numpy() if TIMES in frame.columns else np.ones(frame.height, dtype=np.int64)
    return SampledPlaces(located.points[kept], located.group_of[kept], times[kept])


def _fitted(census: Census, seen: pl.DataFrame, groups: Groups, layout: Layout, roles: Roles) -> Encoding:
    """The encoding of the sample, with the witnesses as records without weight."""
    group_of, void, _ = groups.of(layout.table(census.sample), roles)
    inside = np.flatnonzero(group_of >= 0)
    sample, times = census.sample[inside].drop(TIMES), census.sample[TIMES].to_numpy()[inside]
    both = pl.concat([sample, seen.select(sample.columns)])
    table = layout.table(both)
    weights = np.zeros(both.height)
    weights[: sample.height] = times
    if roles.weight is not None:
        weights[: sample.height] *= weights_of(layout.table(sample), roles.weight)
    gaps = {
        name: np.concatenate([row[inside], both[name][sample.height :].is_null().to_numpy()])
        for name, row in zip(roles.quasi_identifiers, void, strict=True)
    }
    return fit_with_gaps(table, roles, {name: row for name, row in gaps.items() if row.any()}, weights)


def witness_frame(census: Census) -> pl.DataFrame:
    """The witnesses of all quasi-identifiers side by side; a column with fewer repeats its first one.

    A column without any value stays empty. All other columns of the layout are empty too.
    """
    height = max((len(values) for values in census.witnesses.values()), default=0)
    columns = []
    for name, dtype in census.sample.drop(TIMES).schema.items():
        values = census.witnesses.get(name)
        if values is None or values.is_empty():
            columns.append(pl.Series(name, [None], dtype=dtype).new_from_index(0, height))
            continue
        rest = values.new_from_index(0, height - len(values))
        columns.append(pl.concat([values, rest]).cast(dtype).alias(name))
    return pl.DataFrame(columns)
