"""Whole figures: by which the roles of a table that is read in parts are judged, as those of a table in memory are.

Whether one column fixes another one is first asked of a sample of records. In a sample it looks so more often than in
the table, because values repeat less. So where it looks so, the table is read once more, and the pairs of columns are
counted for values that are drawn with all of their records.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from shoal.journey.passes.census import TIMES, Census, Task
from shoal.journey.passes.values.value_times import ValueTimes
from shoal.table.frames.table import Table
from shoal.table.roles.dependence import LARGEST_DISTINCT_SHARE, TOLD_SHARE, determined

MOST_REPEATED = 4  # times the sample, where its roles are checked: more records of the same kind tell nothing more

Pair = tuple[str, str]


@dataclass(frozen=True)
class WholeFigures:
    """See `table/roles/value_figures.py`. ``pairs``: those that were counted, or None if the sample has all records."""

    n_records: int
    share: float  # of the values that were drawn
    times: Mapping[tuple[str, ...], ValueTimes]
    pairs: Mapping[Pair, ValueTimes] | None
    sample: Table

    @classmethod
    def of(cls, counted: Census, task: Task) -> WholeFigures:
        """From the census."""
        sample = task.layout.table(records_like(counted, task))
        return cls(counted.n_records, task.value_share, counted.times, counted.pairs, sample)

    @property
    def about(self) -> str:
        """Exact figures need no word."""
        return "" if self.share == 1.0 else "about "

    def n_distinct(self, name: str) -> int:
        """Different values; a missing one is a value of its own."""
        return self._in_all(self.times[name,].rows.height)

    def distinct_share(self, name: str) -> float:
        """Different values per record that has one (0 for an empty column)."""
        own = self.times[name,]
        n_known = self.n_records - own.n_missing
        return min(1.0, (self.n_distinct(name) - (own.n_missing > 0)) / n_known) if n_known else 0.0

    def n_shared_by_few(self, name: str, k: int) -> int:
        """Records with a value that fewer than k records have."""
        return self._in_all(self.times[name,].n_shared_by_few(k))

    def n_unique(self, names: Sequence[str]) -> int:
        """Records with a combination of values that no other record has."""
        return self._in_all(self.times[tuple(names)].n_shared_by_few(2))

    def all_whole(self, name: str) -> bool:
        """Whether a column of numbers holds whole ones only."""
        return self.times[name,].all_whole

    def can_fix(self, one: str, other: str) -> bool:
        """By the pairs that were counted."""
        if self.pairs is None:
            return True
        if (one, other) not in self.pairs:
            return False
        codes = self.sample.faithful_codes(other)
        blind = 1.0 - np.bincount(codes).max() / len(codes)
        unforeseen = self._in_all(self.pairs[one, other].n_unforeseen())
        return bool(unforeseen <= (1.0 - TOLD_SHARE) * blind * self.n_records)

    def _in_all(self, count: int) -> int:
        return min(self.n_records, round(count / self.share))


def doubtful_pairs(counted: Census, task: Task) -> tuple[Pair, ...]:
    """Pairs of columns of which the sample says that the first fixes the second; none if it has all records."""
    if int(counted.sample[TIMES].sum()) == counted.n_records:
        return ()
    figures = WholeFigures.of(counted, task)
    roles = task.roles
    weight = () if roles.weight is None else (roles.weight,)
    found = determined(
        figures.sample, (*roles.confidential, *roles.insensitive, *weight), roles.quasi_identifiers, figures
    )
    most = LARGEST_DISTINCT_SHARE * counted.n_records
    return tuple((one, other) for one, other in found if figures.n_distinct(one) <= most)


def pair_times(frame: pl.DataFrame, pairs: Sequence[Pair], task: Task) -> dict[Pair, ValueTimes]:
    """How often the pairs of values occur in a batch."""
    share = task.value_share
    return {(one, other): ValueTimes.of_pairs(frame, one, other, task.layout, task.seed, share) for one, other in pairs}


def with_pairs(counted: Census, parts: Iterable[Mapping[Pair, ValueTimes]]) -> Census:
    """The census with the pairs that were counted in all parts."""
    if int(counted.sample[TIMES].sum()) == counted.n_records:
        return counted
    found = list(parts)
    names = found[0] if found else ()
    return replace(counted, pairs={pair: ValueTimes.of_all([part[pair] for part in found]) for pair in names})


def records_like(counted: Census, task: Task) -> pl.DataFrame:
    """The records of the sample as often as they occur; in proportion, where these would be many times the sample."""
    times = counted.sample[TIMES].to_numpy()
    share = min(1.0, MOST_REPEATED * task.most_sampled / max(1, int(times.sum())))
    return counted.sample[np.repeat(np.arange(len(times)), np.ceil(share * times).astype(np.int64))]
