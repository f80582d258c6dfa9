"""The first pass: what has to be known of all records before anything is decided.

How many records each group has, the witnesses of every quasi-identifier, how often each value with a promise occurs,
and a sample. A sample holds the records whose key lies below a threshold, so it is the same however the table is
divided.
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce

import numpy as np
import polars as pl

from shoal.errors import TableError
from shoal.journey.passes.groups import GroupName, named_groups
from shoal.journey.passes.layout import Layout
from shoal.journey.passes.row_keys import Content, row_keys
from shoal.journey.passes.witnesses import witnesses
from shoal.table.roles.checks import masses_of, require_readable, weights_of
from shoal.table.roles.roles import Roles

SAMPLE_SEED, KEY_BITS = 1, 64  # the first number keys what is drawn; see `row_keys`
JOINED_AT_ONCE = 16  # parts: so that values are not counted again for each of them
MOST_VALUES = 20_000_000  # of a column with a promise: their counts take about 16 bytes each, on the driver as well


@dataclass(frozen=True)
class Task:
    """What is asked of the pass."""

    layout: Layout
    roles: Roles
    promised: tuple[str, ...]  # columns with a promise about their values
    seed: int
    sampled_share: float


@dataclass(frozen=True)
class Census:
    """What is known of some of the records."""

    content: Content
    groups: Mapping[GroupName, int]
    witnesses: Mapping[str, pl.Series]
    values: Mapping[str, pl.DataFrame]  # of each column with a promise: "value" (null: missing) and "records"
    sample: pl.DataFrame

    @property
    def n_records(self) -> int:
        """How many there are."""
        return self.content.n_records

    def packed(self) -> bytes:
        """To be sent from a worker."""
        return pickle.dumps(self)

    @staticmethod
    def unpacked(data: bytes) -> Census:
        """What a worker of the same run packed."""
        census: Census = pickle.loads(data)
        return census


def census_of(frame: pl.DataFrame, task: Task) -> Census:
    """The census of a batch."""
    layout, roles = task.layout, task.roles
    table = layout.table(frame)
    require_readable(table, roles.quasi_identifiers)
    if roles.weight is not None:
        weights_of(table, roles.weight)
    if roles.mass is not None:
        masses_of(table, roles.mass)
    name_of, names = named_groups(table, roles)
    counts = np.bincount(name_of, minlength=len(names))
    drawn = row_keys(frame, layout.travelling, (task.seed, SAMPLE_SEED)).first
    return Census(
        content=Content.of(frame, layout.travelling),
        groups={name: int(count) for name, count in zip(names, counts, strict=True)},
        witnesses={name: witnesses(frame[name], roles.of(name)) for name in roles.quasi_identifiers},
        values={name: _value_counts(frame[name]) for name in task.promised},
        sample=frame.filter(pl.Series(drawn < threshold(task.sampled_share))),
    )


def merged(parts: Iterable[Census], task: Task) -> Census:
    """The census of all parts together, the same in whatever order they come."""
    waiting: list[Census] = []
    for part in parts:
        waiting.append(part)
        if len(waiting) == JOINED_AT_ONCE:
            waiting = [_joined(waiting, task)]
    return _joined(waiting, task)


def in_order(census: Census, task: Task) -> Census:
    """The same with the sample in the order of its keys: as it is, whoever read which part."""
    keys = row_keys(census.sample, task.layout.travelling, (task.seed, SAMPLE_SEED))
    return replace(census, sample=census.sample[keys.order()])


def _joined(parts: Sequence[Census], task: Task) -> Census:
    groups = Counter[GroupName]()
    for part in parts:
        groups.update(part.groups)
    return Census(
        content=reduce(Content.and_also, (part.content for part in parts)),
        groups=groups,
        witnesses={
            name: witnesses(pl.concat([part.witnesses[name] for part in parts]), task.roles.of(name))
            for name in task.roles.quasi_identifiers
        },
        values={name: _added([part.values[name] for part in parts], name) for name in task.promised},
        sample=pl.concat([part.sample for part in parts]),
    )


def _value_counts(values: pl.Series) -> pl.DataFrame:
    if values.dtype.is_float():
        values = values.fill_nan(None)
    if values.dtype == pl.Categorical:
        values = values.cast(pl.String)
    return values.alias("value").to_frame().group_by("value").agg(pl.len().cast(pl.Int64).alias("records"))


def _added(parts: Sequence[pl.DataFrame], name: str) -> pl.DataFrame:
    counts = pl.concat(parts).group_by("value").agg(pl.col("records").sum())
    if counts.height > MOST_VALUES:
        raise TableError(
            f"Column '{name}' has a promise and more than {MOST_VALUES:,} different values, and each has to be "
            "counted.",
            column=name,
            hint="Round its values.",
        )
    return counts


def threshold(share: float) -> np.uint64:
    """Below it lie the keys of this share of the records, because keys are spread evenly over 64 bits."""
    return np.uint64(min(int(share * 2.0**KEY_BITS), 2**KEY_BITS - 1))
