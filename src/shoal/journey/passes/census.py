"""The first pass: what has to be known of all records before anything is decided.

How many records each group has, the witnesses of every quasi-identifier, how often each confidential value occurs,
a sample, and points that may be heavy.

The sample has the records of the lowest keys, each *different* one once and with how often it occurs. So it is the same
however the table is divided, and a table of few different records is in it as a whole. To keep it small on the way,
only keys below a threshold are looked at first; where too few different ones lie there, the table is read once more.

A point that has its share of the records or more has it in at least one part. So the rows that are so frequent in some
part are all that may be heavy; how many records they have is counted when all records are placed.

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

from shoal.arrays import IntArray
from shoal.errors import TableError
from shoal.journey.passes.counted.tallies import GroupName, Members, Tallies, members_of
from shoal.journey.passes.counted.what_counts import WhatCounts
from shoal.journey.passes.groups import in_order, missing_together, named_groups
from shoal.journey.passes.layout import ADDED, Layout
from shoal.journey.passes.row_keys import TableContent, row_keys
from shoal.journey.passes.values.known_values import counts_together, value_counts
from shoal.journey.passes.values.value_times import ValueTimes
from shoal.journey.passes.witnesses import witnesses
from shoal.table.roles.checks import households_of, missing_in, require_readable, weights_of
from shoal.table.roles.roles import CATEGORY_TYPES, ColumnRole, ColumnType, MissingPolicy, Roles

TIMES = ADDED + "times"  # how often a record of the sample occurs in the table
SAMPLE_SEED, KEY_BITS = 1, 64  # the first number keys what is drawn; see `row_keys`
JOINED_AT_ONCE, MOST_WAITING = 8, 128  # parts, while few samples wait: ten billion records in 80 sorts, not 1,400


@dataclass(frozen=True)
class Task:
    """What is asked of the pass."""

    layout: Layout
    roles: Roles
    what: WhatCounts
    promised: tuple[str, ...]  # columns with a promise about their values: these are counted in any case
    seed: int
    n_records: int
    most_sampled: int  # different records
    heavy_records: float  # at one point; see `placing`
    looked_share: float  # of the keys: those that may be in the sample
    value_share: float  # of the values by which roles are judged: those that are drawn
    aside: frozenset[GroupName] = frozenset()  # groups whose values the release removes, however many records they have

    @property
    def judged(self) -> tuple[tuple[str, ...], ...]:
        """The columns by whose values roles are judged."""
        roles = self.roles
        weight = () if roles.weight is None else (roles.weight,)
        categories = (name for name in roles.quasi_identifiers if may_be_category(roles.of(name)))
        return tuple((name,) for name in (*roles.insensitive, *weight, *roles.confidential, *categories))

    @property
    def unchanged(self) -> tuple[tuple[str, ...], ...]:
        """Each column that is published unchanged, households, and all columns together that are not confidential."""
        roles = self.roles
        weight = () if roles.weight is None else (roles.weight,)
        household = () if roles.household is None else (roles.household,)
        alone = tuple((name,) for name in (*weight, *roles.insensitive, *roles.confidential, *household))
        return tuple(dict.fromkeys(names for names in (*alone, (*roles.insensitive, *weight)) if names))


@dataclass(frozen=True)
class Census:
    """What is known of some of the records."""

    content: TableContent
    groups: Mapping[GroupName, int]
    tallies: Tallies
    witnesses: Mapping[str, pl.Series]
    few: pl.DataFrame  # the records of groups that are too small so far, or set aside
    values: Mapping[str, pl.DataFrame]  # of confidential columns: "value" (null: missing) and "records"
    sample: pl.DataFrame  # different records in the order of their keys, with `TIMES`
    frequent: pl.DataFrame  # a record of each place that may be heavy
    times: Mapping[tuple[str, ...], ValueTimes]  # of the values by which roles are judged
    unchanged: Mapping[tuple[str, ...], ValueTimes]  # of what is published, of records that are not dropped
    pairs: Mapping[tuple[str, str], ValueTimes] | None = None  # see `values/whole_figures.py`

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
    if roles.household is not None:
        households_of(table, roles.household)
    name_of, names = named_groups(table, roles)
    counts = np.bincount(name_of, minlength=len(names))
    kept = frame.filter(pl.Series(~missing_in(table, _dropped_for(roles))))
    shown, few = _set_aside(_voided(kept, task), dict(zip(names, counts.tolist(), strict=True)), task)
    judged = _times(frame, task.judged, task)
    known = judged if kept.height == frame.height else {}  # a column is counted once if nobody is dropped
    unknown = [names for names in task.unchanged if names not in known]
    return Census(
        content=TableContent.of(frame, layout.travelling),
        groups={name: int(count) for name, count in zip(names, counts, strict=True)},
        tallies=_tallies(frame, name_of, names, task),
        witnesses={name: witnesses(shown[name], roles.of(name)) for name in roles.quasi_identifiers},
        few=few,
        values={name: value_counts(kept[name]) for name in roles.confidential},
        sample=_lowest(frame.with_columns(pl.lit(1, dtype=pl.Int64).alias(TIMES)), task),
        frequent=_frequent(frame, task),
        times=judged,
        unchanged={
            **_times(kept, unknown, task),
            **{names: known[names] for names in task.unchanged if names in known},
        },
    )


def _tallies(frame: pl.DataFrame, name_of: IntArray, names: Sequence[GroupName], task: Task) -> Tallies:
    if task.what.counts_records:
        return Tallies()
    return Tallies.of(name_of, names, task.what.numbers(frame, task.layout), task.what)


def members_in(frame: pl.DataFrame, crowding: frozenset[int], task: Task) -> Members:
    """How many members these households have in each group of a batch."""
    name_of, names = named_groups(task.layout.table(frame), task.roles)
    return members_of(name_of, names, task.what.numbers(frame, task.layout), crowding)


def _times(frame: pl.DataFrame, sets: Sequence[tuple[str, ...]], task: Task) -> dict[tuple[str, ...], ValueTimes]:
    share = task.value_share
    return {names: ValueTimes.of(frame, names, task.layout, task.seed, share) for names in sets}


def may_be_category(role: ColumnRole) -> bool:
    """Whether a quasi-identifier may be one of categories, as far as its role says."""
    return role.type in (None, *CATEGORY_TYPES, ColumnType.BOOLEAN)


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
    large = [counts[name] >= task.what.k and name not in task.aside for name in names]
    is_large = np.array(large, dtype=np.bool_)[name_of]
    return frame.filter(pl.Series(is_large)), frame.filter(pl.Series(~is_large))


def merged(parts: Iterable[Census], task: Task) -> Census:
    """The census of all parts together, the same in whatever order they come."""
    waiting: list[Census] = []
    for part in parts:
        waiting.append(part)
        n_new = sum(later.sample.height for later in waiting[1:])  # if few, the rest is sorted again for them
        if len(waiting) >= (JOINED_AT_ONCE if n_new >= waiting[0].sample.height else MOST_WAITING):
            waiting = [_joined(waiting, task)]
    return _joined(waiting, task)


def shows_enough(census: Census, task: Task) -> bool:
    """Whether enough different records had keys that were looked at."""
    return task.looked_share >= 1.0 or census.sample.height >= task.most_sampled


def looking_at_all(task: Task) -> Task:
    """The same task for a table of fewer different records."""
    return replace(task, looked_share=1.0)


def settled(census: Census, task: Task) -> Census | Task:
    """The census of all records with the witnesses of all groups that can have cells of their own, and no others.

    Where k counts no records, a part cannot know which these are: a single record that comes later can be too large for
    its group. If values of such a group have been shown already, the answer is a task that sets them aside.
    """
    if task.what.counts_records:
        return census
    names = in_order(census.groups)
    name_of, promise = census.tallies.counted(names, census.groups, task.what, None)
    broken = {name for name, is_broken in zip(names, promise.broken(name_of), strict=True) if is_broken}
    own_of, own = named_groups(task.layout.table(census.few), task.roles)
    stays = np.array([name in broken for name in own], dtype=np.bool_)[own_of]
    counts = dict(zip(own, np.bincount(own_of, minlength=len(own)).tolist(), strict=True))
    dropping = [task.roles.of(name).missing is MissingPolicy.DROP for name in task.roles.quasi_identifiers]
    shown = {
        name
        for name in broken
        if counts.get(name, 0) < census.groups[name]
        and not any(is_void and drops for is_void, drops in zip(name[1], dropping, strict=True))
    }
    if shown:
        return replace(task, aside=frozenset(broken))
    own_cells = census.few.filter(pl.Series(~stays))
    return replace(
        census,
        witnesses={
            name: witnesses(pl.concat([values, own_cells[name]]), task.roles.of(name))
            for name, values in census.witnesses.items()
        },
        few=census.few.filter(pl.Series(stays)),
    )


def _lowest(frame: pl.DataFrame, task: Task) -> pl.DataFrame:
    """The different records of the lowest keys, each once, with how often it occurs."""
    keys = row_keys(frame, task.layout.travelling, (task.seed, SAMPLE_SEED))
    looked = np.flatnonzero(keys.first < threshold(task.looked_share))
    first, second = keys.first[looked], keys.second[looked]
    order = np.lexsort((second, first))
    first, second = first[order], second[order]
    begins = np.flatnonzero(np.append(True, (first[1:] != first[:-1]) | (second[1:] != second[:-1]))[: len(order)])
    if len(begins) == 0:
        return frame.head(0)
    times = np.add.reduceat(frame[TIMES].to_numpy()[looked[order]], begins)[: task.most_sampled]
    return frame[looked[order[begins[: task.most_sampled]]]].with_columns(pl.Series(TIMES, times))


def _frequent(frame: pl.DataFrame, task: Task) -> pl.DataFrame:
    """A record of each place that would be heavy if all parts had as many records there as this one."""
    names = [*task.roles.quasi_identifiers, *task.roles.stratum]
    places = row_keys(frame, names, (task.seed, SAMPLE_SEED)).first
    _, row, counts = np.unique(places, return_index=True, return_counts=True)
    enough = max(2.0, task.heavy_records * frame.height / task.n_records)
    return frame[np.sort(row[counts >= enough])]


def _joined(parts: Sequence[Census], task: Task) -> Census:
    groups = Counter[GroupName]()
    for part in parts:
        groups.update(part.groups)
    shown, few = _set_aside(pl.concat([part.few for part in parts]), groups, task)
    return Census(
        tallies=Tallies.of_all([part.tallies for part in parts]),
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
        sample=_lowest(pl.concat([part.sample for part in parts]), task),
        frequent=_one_of_each(pl.concat([part.frequent for part in parts]), task),
        times={names: ValueTimes.of_all([part.times[names] for part in parts]) for names in task.judged},
        unchanged={names: ValueTimes.of_all([part.unchanged[names] for part in parts]) for names in task.unchanged},
    )


def _one_of_each(frame: pl.DataFrame, task: Task) -> pl.DataFrame:
    """A record of each place."""
    names = [*task.roles.quasi_identifiers, *task.roles.stratum]
    places = row_keys(frame, names, (task.seed, SAMPLE_SEED)).first
    return frame[np.sort(np.unique(places, return_index=True)[1])]


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
