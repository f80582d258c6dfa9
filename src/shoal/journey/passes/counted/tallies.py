"""Tallies: how many persons, or members of one household, the groups of a table have.

Whether records that miss the same quasi-identifiers can have cells of their own depends on that, and which groups are
pooled is decided once, by names of groups (`groups.py`). Persons add up, and the largest record is that of some part.

A household that has more than 1/k of a group has more than 1/k of it in at least one part. So the households that have
so much in some part are all that matter, also for groups that are joined. Where there are some, the table is read once
more, and their members are counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from shoal.arrays import IntArray
from shoal.guarantee import ClassPromise, HouseholdAnonymity, KAnonymity, PersonAnonymity
from shoal.journey.passes.counted.what_counts import WhatCounts

GroupName = tuple[tuple[Any, ...], tuple[bool, ...]]  # the values of the strata; which quasi-identifiers are missing
Members = Mapping[tuple[GroupName, int], int]  # of a household in a group


@dataclass(frozen=True)
class Tallies:
    """``persons`` of each group, and its ``largest`` record; or ``crowding``: households that may have too much."""

    persons: Mapping[GroupName, int] = field(default_factory=dict)
    largest: Mapping[GroupName, int] = field(default_factory=dict)
    crowding: frozenset[int] = frozenset()
    members: Members = field(default_factory=dict)  # of these households, in all groups

    @classmethod
    def of(cls, name_of: IntArray, names: Sequence[GroupName], numbers: IntArray, what: WhatCounts) -> Tallies:
        """Of a part. ``numbers``: what each record counts."""
        if what.household is not None:
            pairs = _pairs(name_of, numbers)
            sizes = np.bincount(name_of, minlength=len(names))
            is_crowding = what.k * pairs["members"].to_numpy() > sizes[pairs["name"].to_numpy()]
            return cls(crowding=frozenset(pairs["household"].to_numpy()[is_crowding].tolist()))
        persons, largest = np.zeros(len(names), dtype=np.int64), np.zeros(len(names), dtype=np.int64)
        np.add.at(persons, name_of, numbers)
        np.maximum.at(largest, name_of, numbers)
        return cls(
            dict(zip(names, persons.tolist(), strict=True)),
            dict(zip(names, largest.tolist(), strict=True)),
        )

    @classmethod
    def of_all(cls, parts: Sequence[Tallies]) -> Tallies:
        """Of all parts."""
        persons = Counter[GroupName]()
        largest: dict[GroupName, int] = {}
        for part in parts:
            persons.update(part.persons)
            for name, mass in part.largest.items():
                largest[name] = max(mass, largest.get(name, 0))
        return cls(dict(persons), largest, frozenset().union(*(part.crowding for part in parts)))

    def with_members(self, parts: Iterable[Members]) -> Tallies:
        """With the members of the households, counted in all parts."""
        found = Counter[tuple[GroupName, int]]()
        for part in parts:
            found.update(part)
        return replace(self, members=dict(found))

    def counted(
        self, names: Sequence[GroupName], counts: Mapping[GroupName, int], what: WhatCounts, n_households: int | None
    ) -> tuple[IntArray, ClassPromise]:
        """A few rows that stand for the records of these groups, by the number of the name; and the promise about them.

        n_households: all households of the table, if they were counted.
        """
        if what.mass is not None:
            own = _PersonsOfGroups(
                what.k,
                np.array([self.persons[name] for name in names], dtype=np.int64),
                what.fewest_records,
                np.array([self.largest[name] for name in names], dtype=np.int64),
            )
            return np.arange(len(names)), own
        if what.household is None:
            return np.repeat(np.arange(len(names)), [min(counts[name], what.k) for name in names]), KAnonymity(what.k)
        return self._households(names, counts, what, n_households)

    def _households(
        self, names: Sequence[GroupName], counts: Mapping[GroupName, int], what: WhatCounts, n_households: int | None
    ) -> tuple[IntArray, ClassPromise]:
        number = {name: at for at, name in enumerate(names)}
        place_of = {household: at for at, household in enumerate(sorted(self.crowding))}
        rows = [
            (number[name], place_of[household], n) for (name, household), n in self.members.items() if name in number
        ]
        counted = Counter[int]()
        for at, _, n in rows:
            counted[at] += n
        rows += [(at, len(place_of), counts[name] - counted[at]) for name, at in number.items()]
        name_of, households, times = (np.array(column, dtype=np.int64) for column in zip(*sorted(rows), strict=True))
        some = times > 0
        own = _HouseholdsOfGroups(what.k, households[some], what.together, times[some], len(place_of), n_households)
        return name_of[some], own


@dataclass(frozen=True, eq=False)
class _PersonsOfGroups(PersonAnonymity):
    """Rows that stand for groups. ``masses`` are all persons of each, ``largest`` those of its largest record."""

    largest: IntArray = field(repr=False, default_factory=lambda: np.empty(0, dtype=np.int64))

    def of(self, records: npt.ArrayLike) -> _PersonsOfGroups:
        rows = np.asarray(records)
        return _PersonsOfGroups(self.k, self.masses[rows], self.fewest_records, self.largest[rows])

    def _largest(self, cell_of: npt.NDArray[np.integer]) -> IntArray:
        largest = np.zeros(int(cell_of.max(initial=-1)) + 1, dtype=np.int64)
        np.maximum.at(largest, cell_of, self.largest)
        return largest


@dataclass(frozen=True, eq=False)
class _HouseholdsOfGroups(HouseholdAnonymity):
    """Rows that stand for ``times`` records of one household; those of the household ``rest`` are of many."""

    times: IntArray = field(repr=False, default_factory=lambda: np.empty(0, dtype=np.int64))
    rest: int = 0
    known: int | None = None

    @property
    def n_households(self) -> int:
        """As they were counted; if they were not, there are more than anybody asks for."""
        return max(self.k, len(self.times)) if self.known is None else self.known

    def of(self, records: npt.ArrayLike) -> _HouseholdsOfGroups:
        rows = np.asarray(records)
        return _HouseholdsOfGroups(
            self.k, self.household_of[rows], self.together, self.times[rows], self.rest, self.known
        )

    def sizes(self, cell_of: npt.NDArray[np.integer]) -> IntArray:
        sizes = np.zeros(int(cell_of.max(initial=-1)) + 1, dtype=np.int64)
        np.add.at(sizes, cell_of, self.times)
        return sizes

    def most_of_one(self, cell_of: npt.NDArray[np.integer]) -> IntArray:
        n_cells = int(cell_of.max(initial=-1)) + 1
        known = np.flatnonzero(self.household_of != self.rest)
        pair, place = np.unique(self.household_of[known] * max(1, n_cells) + cell_of[known], return_inverse=True)
        members = np.zeros(len(pair), dtype=np.int64)
        np.add.at(members, place, self.times[known])
        most = np.zeros(n_cells, dtype=np.int64)
        np.maximum.at(most, pair % max(1, n_cells), members)
        return most


def members_of(name_of: IntArray, names: Sequence[GroupName], numbers: IntArray, crowding: frozenset[int]) -> Members:
    """How many members these households have in each group of a part."""
    inside = np.flatnonzero(np.isin(numbers, np.array(sorted(crowding), dtype=np.int64)))
    pairs = _pairs(name_of[inside], numbers[inside])
    return {(names[name], household): n for name, household, n in pairs.iter_rows()}


def _pairs(name_of: IntArray, numbers: IntArray) -> pl.DataFrame:
    """Columns "name", "household" and "members"."""
    both = pl.DataFrame({"name": name_of, "household": numbers})
    return both.group_by("name", "household").agg(pl.len().cast(pl.Int64).alias("members"))
