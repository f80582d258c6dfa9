"""Codes that distinguish all values that a reader of the published table can distinguish.

Reading for computations merges values on purpose: 1.50 is 1.5, a user-missing code is missing, NaN is null. Counting
how many records look alike must not merge anything: here two records have the same code only if the published values
are really the same.
"""

from __future__ import annotations

import sys
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl

from shoal.arrays import IntArray
from shoal.table.frames.conversion import is_pandas_categorical, is_pandas_object, polars_of

Codes = IntArray


def faithful_codes(column: nw.Series[Any], spelling: pl.Series | None) -> Codes:
    """Codes from 0 without gaps, in no particular order; each way of being missing has a code of its own."""
    if spelling is not None:
        return _numbered(spelling)
    if is_pandas_categorical(column):
        return _numbered(pl.Series(column.to_native().cat.codes.to_numpy()))
    if is_pandas_object(column):
        return _numbered(_identities(column.to_native().tolist()))
    series = polars_of(column)
    if series is None or series.dtype.is_nested() or series.dtype == pl.Object:
        return _numbered(_identities(column.to_list() if series is None else series.to_list()))
    return _numbered(_plain(series))


def _plain(series: pl.Series) -> pl.Series:
    """Something that Arrow numbers, with the same values equal."""
    if series.dtype.is_float():
        # Bit by bit, so that −0.0 is not 0.0; all ways to write NaN are one.
        values = series.cast(pl.Float64)
        bits = values.fill_nan(np.nan).fill_null(0.0).to_numpy().view(np.int64)
        return pl.select(pl.when(pl.Series(values.is_not_null())).then(pl.Series(bits))).to_series()
    if series.dtype.is_temporal():
        return series.to_physical()
    if series.dtype in (pl.Categorical, pl.Enum):
        return series.to_physical()
    if series.dtype == pl.Decimal or series.dtype in (pl.Int128, pl.UInt128):  # Arrow has no integers of 128 bits
        return series.cast(pl.String)
    return series


def _numbered(values: pl.Series) -> Codes:
    """Codes of the distinct values; null stands before all of them."""
    if values.dtype == pl.Null:
        return np.zeros(len(values), dtype=np.int64)
    # by their hashes: to sort a million texts takes more memory than the table
    plain = values.to_arrow()
    codes = getattr(plain, "storage", plain).dictionary_encode().indices  # of an extension type, what is stored
    n_missing = values.null_count()
    return np.asarray(codes.fill_null(-1), dtype=np.int64) + (n_missing > 0)


def _identities(values: list[Any]) -> pl.Series:
    """Type and text of each object: 1 is not "1", and a decimal 1.5 is not 1.50."""
    with np.printoptions(threshold=sys.maxsize, floatmode="unique"):  # long arrays are not cut short
        return pl.Series([f"{type(value).__qualname__} {value!r}" for value in values], dtype=pl.String)
