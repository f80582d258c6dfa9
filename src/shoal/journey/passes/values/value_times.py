"""Value times: how often the values of some columns occur in the whole table, for values that are drawn by their keys.

A sample of records shows a value less often than the table does. A sample of values shows each of them with all of its
records. So the keys below a threshold are kept, each with how often it occurs. Parts are added exactly, in whatever
order. What is counted of the drawn values, divided by the share that is drawn, is the figure of the table: exact if all
are drawn, else with a standard error of at most √(k / 250,000) for records with a value that fewer than k records have.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from shoal.arrays import BoolArray
from shoal.journey.passes.layout import Layout
from shoal.journey.passes.row_keys import Words, row_keys
from shoal.table.frames.columns import ColumnKind

DRAWN_VALUES = 262_144  # expected, if every record has a value of its own: a share of all is known to ± 0.2 %
VALUE_SEED, KEY_BITS = 8, 64  # the first number keys what is drawn; see `row_keys`


@dataclass(frozen=True)
class ValueTimes:
    """``rows``: the "key" of each drawn value, or of each drawn pair also the "other" one, and its "times"."""

    rows: pl.DataFrame
    n_missing: int = 0
    all_whole: bool = True  # if they are numbers

    @classmethod
    def of(cls, frame: pl.DataFrame, names: Sequence[str], layout: Layout, seed: int, share: float) -> ValueTimes:
        """Of the combinations of values of these columns, in a batch."""
        keys = keys_of(frame, names, layout, seed)
        table = layout.table(frame)
        n_missing, all_whole = 0, True
        if len(names) == 1:
            n_missing = int(np.count_nonzero(table.missing(names[0])))
            all_whole = table.kind(names[0]) is not ColumnKind.NUMBER or table.all_whole(names[0])
        return cls(_counted(pl.DataFrame({"key": keys[is_drawn(keys, share)]})), n_missing, all_whole)

    @classmethod
    def of_pairs(cls, frame: pl.DataFrame, one: str, other: str, layout: Layout, seed: int, share: float) -> ValueTimes:
        """Of the pairs whose first value is drawn."""
        keys = keys_of(frame, [one], layout, seed)
        inside = np.flatnonzero(is_drawn(keys, share))
        others = keys_of(frame[inside], [other], layout, seed)
        return cls(_counted(pl.DataFrame({"key": keys[inside], "other": others})))

    @classmethod
    def of_all(cls, parts: Sequence[ValueTimes]) -> ValueTimes:
        """Of all parts together, in whatever order."""
        both = pl.concat([part.rows for part in parts])
        names = [name for name in both.columns if name != "times"]
        rows = both.group_by(names).agg(pl.col("times").sum())
        return cls(rows, sum(part.n_missing for part in parts), all(part.all_whole for part in parts))

    def without(self, other: ValueTimes) -> ValueTimes:
        """Of the records that are not among those others."""
        less = other.rows.with_columns(-pl.col("times"))
        rows = ValueTimes.of_all([ValueTimes(self.rows), ValueTimes(less)]).rows.filter(pl.col("times") > 0)
        return ValueTimes(rows, self.n_missing - other.n_missing, self.all_whole)

    def n_shared_by_few(self, k: int) -> int:
        """Of the records with drawn values, those whose value fewer than k records have."""
        return int(self.rows.filter(pl.col("times") < k)["times"].sum())

    def n_unforeseen(self) -> int:
        """Of pairs: the records whose second value is not the most frequent one beside their first."""
        right = self.rows.group_by("key").agg(pl.col("times").max())["times"].sum()
        return int(self.rows["times"].sum()) - int(right)


def value_share(n_records: int) -> float:
    """Which share of the values is drawn."""
    return min(1.0, DRAWN_VALUES / max(1, n_records))


def keys_of(frame: pl.DataFrame, names: Sequence[str], layout: Layout, seed: int) -> Words:
    """The keys of combinations of values."""
    return row_keys(frame, layout.among(names), (seed, VALUE_SEED)).first


def is_drawn(keys: Words, share: float) -> BoolArray:
    """Which keys are below the threshold: they are spread evenly over 64 bits."""
    drawn: BoolArray = keys < np.uint64(min(int(share * 2.0**KEY_BITS), 2**KEY_BITS - 1))
    return drawn


def _counted(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.group_by(frame.columns).agg(pl.len().cast(pl.Int64).alias("times"))
