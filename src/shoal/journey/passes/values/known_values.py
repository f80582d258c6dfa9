"""Known values: the values of a confidential column, each once, with how often each occurs in the whole table.

A class is compared with the whole table, and a part of the records does not know that. So values are counted first,
part by part. From the counts a small table is made that has each value once, and the code that reads a column in memory
reads it. A part then looks up its values there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import narwhals as nw
import numpy as np
import polars as pl

from shoal.arrays import IntArray
from shoal.errors import TableError
from shoal.guarantee.confidential import ConfidentialValues
from shoal.journey.passes.layout import changed_meanwhile
from shoal.release.risk.value_counts import CodedValues
from shoal.table.frames.table import Origin, Table

MOST_VALUES = 20_000_000  # of a column: each takes 16 bytes, and some 150 while all are ordered (3 GB in all)

Coded = TypeVar("Coded", CodedValues, ConfidentialValues)


@dataclass(frozen=True)
class KnownValues(Generic[Coded]):
    """``rows`` has "value" (null: missing), each once, and its "code"; ``values``: what they are, without records."""

    rows: pl.DataFrame
    values: Coded
    n_missing: int

    @classmethod
    def of(cls, name: str, counts: pl.DataFrame, origin: Origin, read: Callable[[Table], Coded]) -> KnownValues[Coded]:
        """From the counts of the whole table. ``read`` makes codes of a table with the column ``name``."""
        once = counts.sort("value", nulls_last=True)
        values = nw.from_native(once.select(pl.col("value").alias(name)), eager_only=True)
        found = read(Table(values, origin.without_rows))
        totals = np.zeros(len(found.totals), dtype=np.int64)
        np.add.at(totals, found.code_of, once["records"].to_numpy())
        rows = once.select("value", pl.Series("code", found.code_of))
        n_missing = int(once.filter(pl.col("value").is_null())["records"].sum())
        return cls(rows, replace(found, code_of=found.code_of[:0], totals=totals), n_missing)

    def of_records(self, values: pl.Series) -> Coded:
        """The column of some records of the table."""
        return replace(self.values, code_of=self._codes(comparable(values)))

    def _codes(self, values: pl.Series) -> IntArray:
        """The code of each value; refused where one was not counted."""
        codes = self._codes_on_a_line(values) if _is_on_a_line(values.dtype) else self._codes_by_hash(values)
        if codes is None or codes.min(initial=0) < 0:
            raise changed_meanwhile()
        return codes

    def _codes_by_hash(self, values: pl.Series) -> IntArray:
        looked_up = values.to_frame().join(self.rows, on="value", how="left", nulls_equal=True, maintain_order="left")
        return looked_up["code"].fill_null(-1).to_numpy().astype(np.int64)

    def _codes_on_a_line(self, values: pl.Series) -> IntArray | None:
        """By bisection: a part is looked up without a table of all values by hash, which may be larger than it."""
        code_of_row = np.append(self.rows["code"].to_numpy(), -1)  # the last one: of a missing value that is unknown
        n_present = self.rows.height - self.rows["value"].null_count()
        known = self.rows["value"].head(n_present).to_physical().to_numpy()
        missing = values.is_null().to_numpy()
        if n_present == 0:
            return code_of_row[np.zeros(len(values), dtype=np.int64)] if missing.all() else None
        wanted = np.where(missing, known[0], values.to_physical().fill_null(0).to_numpy())
        place = np.minimum(np.searchsorted(known, wanted), n_present - 1)
        if (known[place] != wanted).any():
            return None
        return code_of_row[np.where(missing, n_present, place)]


def value_counts(values: pl.Series) -> pl.DataFrame:
    """How many "records" have which "value"; null: missing."""
    return comparable(values).to_frame().group_by("value").agg(pl.len().cast(pl.Int64).alias("records"))


def counts_together(parts: Sequence[pl.DataFrame], name: str) -> pl.DataFrame:
    """Counts of the column ``name`` in all parts."""
    counts = pl.concat(parts).group_by("value").agg(pl.col("records").sum())
    if counts.height > MOST_VALUES:
        raise TableError(
            f"Column '{name}' has more than {MOST_VALUES:,} different values, and each has to be counted.",
            column=name,
            hint="Round its values, or leave the column out.",
        )
    return counts


def comparable(values: pl.Series) -> pl.Series:
    """Values that are equal where the journey in memory reads them as one; missing ones are null."""
    if values.dtype.is_float():
        values = values.fill_nan(None)
    if values.dtype in (pl.Categorical, pl.Enum):
        values = values.cast(pl.String)
    return values.alias("value")


def _is_on_a_line(dtype: pl.DataType) -> bool:
    """Numbers of at most 64 bits and times, which NumPy compares."""
    return (dtype.is_integer() and dtype != pl.Int128) or dtype.is_float() or dtype.is_temporal()
