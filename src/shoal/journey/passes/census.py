"""The first pass: what has to be known of all records before anything is decided.

How many records each group has, the witnesses of every quasi-identifier, how often each confidential value occurs,
and a sample. A sample holds the records whose key lies below a threshold, so it is the same however the table is
divided.

Values that the release removes are no witnesses: those of records that are left out, and those of groups of fewer than
k records, which are pooled. A part does not know how large its groups are in the whole table, so the records of its
small groups are set aside until their groups are large enough.
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
from shoal.journey.passes.groups import GroupName, missing_together, named_groups
from shoal.journey.passes.known_values import counts_together, value_counts
from shoal.journey.passes.layout import Layout
from shoal.journey.passes.row_keys import TableContent, row_keys
from shoal.journey.passes.witnesses import witnesses
from shoal.table.roles.checks import masses_of, missing_in, require_readable, weights_of
from shoal.table.roles.roles import MissingPolicy, Roles

SAMPLE_SEED, KEY_BITS = 1, 64  # the first number keys what is drawn; see `row_keys`
JOINED_AT_ONCE = 16  # parts: so that values are not counted again for each of them


@dataclass(frozen=True)
class Task:
    """What is asked of the pass."""

    layout: Layout
    roles: Roles
    k: int
    promised: tuple[str, ...]  # columns with a promise about their values: these are counted in any case
    seed: int
    sampled_share: float


@dataclass(frozen=True)
class Census:
    """What is known of some of the records."""

    content: TableContent
    groups: Mapping[GroupName, int]
    witnesses: Mapping[str, pl.Series]
    few: pl.DataFrame  # the records of groups that have fewer than k so far
    values: Mapping[str, pl.DataFrame]  # of confidential columns: "value" (null: missing) and "records"
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
    kept = frame.filter(pl.Series(~missing_in(table, _dropped_for(roles))))
    shown, few = _set_aside(_voided(kept, task), dict(zip(names, counts.tolist(), strict=True)), task)
    drawn = row_keys(frame, layout.travelling, (task.seed, SAMPLE_SEED)).first
    return Census(
        content=TableContent.of(frame, layout.travelling),
        groups={name: int(count) for name, count in zip(names, counts, strict=True)},
        witnesses={name: witnesses(shown[name], roles.of(name)) for name in roles.quasi_identifiers},
        few=few,
        values={name: value_counts(kept[name]) for name in roles.confidential},
        sample=frame.filter(pl.Series(drawn < threshold(task.sampled_share))),
    )


def _dropped_for(roles: Roles) -> list[str]:
    """The quasi-identifiers whose missing values leave a record out: nobody compares a class with those."""
    return [name for name in roles.quasi_identifiers if roles.of(name).missing is MissingPolicy.DROP]


def _voided(frame: pl.DataFrame, task: Task) -> pl.DataFrame:
    """Without the values of quasi-identifiers that are released as missing, such as half a position."""
    void = missing_together(task.layout.table(frame), task.roles)
    names = task.roles.quasi_identifiers
    return frame.with_columns(frame[name].set(pl.Series(row), None) for name, row in zip(names, void, strict=True))


def _set_aside(frame: pl.DataFrame, counts: Mapping[GroupName, int], task: Task) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The records of groups of at least k records, and those of smaller ones."""
    name_of, names = named_groups(task.layout.table(frame), task.roles)
    is_large = np.array([counts[name] >= task.k for name in names], dtype=np.bool_)[name_of]
    return frame.filter(pl.Series(is_large)), frame.filter(pl.Series(~is_large))


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
    shown, few = _set_aside(pl.concat([part.few for part in parts]), groups, task)
    return Census(
        content=reduce(TableContent.and_also, (part.content for part in parts)),
        groups=groups,
        witnesses={
            name: witnesses(pl.concat([*(part.witnesses[name] for part in parts), shown[name]]), task.roles.of(name))
            for name in task.roles.quasi_identifiers
        },
        few=few,
        values={
            name: counts
            for name in task.roles.confidential
            if all(name in part.values for part in parts)
            and (counts := _together([part.values[name] for part in parts], name, task)) is not None
        },
        sample=pl.concat([part.sample for part in parts]),
    )


def _together(parts: Sequence[pl.DataFrame], name: str, task: Task) -> pl.DataFrame | None:
    """The counts of a column; None where it has too many values, and nothing is promised of them."""
    try:
        return counts_together(parts, name)
    except TableError:
        if name in task.promised:
            raise
        return None


def threshold(share: float) -> np.uint64:
    """Below it lie the keys of this share of the records, because keys are spread evenly over 64 bits."""
    return np.uint64(min(int(share * 2.0**KEY_BITS), 2**KEY_BITS - 1))
