"""One column of any container as polars, and whether its values are of one type at all."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from decimal import Decimal
from numbers import Number
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl

from shoal.table.arrow import pyarrow
from shoal.table.foreign_errors import ANYTHING

MOST_DIGITS = 38  # of a decimal in 128 bits; polars has no longer ones


def polars_of(column: nw.Series[Any]) -> pl.Series | None:
    """The column in polars, or None when polars has no type for it. Categories that are intervals become text."""
    native = column.to_native()
    if isinstance(native, pl.Series):
        return native
    try:
        if column.implementation.is_pandas():
            series = pl.Series(pl.from_pandas(native))
        else:
            series = pl.Series(pl.from_arrow(_narrowed(native)))
    except ANYTHING:  # converters raise many types, and quote the value they stumbled over: nothing may surface
        return categories_as_text(native) if is_pandas_categorical(column) else None
    if is_pandas_categorical(column) and not _has_plain_values(series.dtype):
        return categories_as_text(native)
    return series


def _has_plain_values(dtype: pl.DataType) -> bool:
    """Texts, numbers, truths and times: not nested, and not an extension of these."""
    plain = dtype.is_numeric() or dtype.is_temporal()
    return plain or dtype in (pl.String, pl.Categorical, pl.Enum, pl.Boolean, pl.Null)


def is_pandas_object(column: nw.Series[Any]) -> bool:
    """Whether pandas holds it as Python objects, of whatever types."""
    return column.implementation.is_pandas() and bool(column.to_native().dtype == object)


def is_pandas_categorical(column: nw.Series[Any]) -> bool:
    """Whether it is a Categorical of pandas' own (a dictionary of Arrow inside pandas is not)."""
    if not column.implementation.is_pandas():
        return False
    import pandas as pd

    return isinstance(column.to_native().dtype, pd.CategoricalDtype)


def categories_as_text(native: Any) -> pl.Series:
    """A pandas Categorical with each category as its text: intervals, periods, categories of several types."""
    names = pl.Series(str(native.name), [str(category) for category in native.cat.categories], dtype=pl.String)
    codes = pl.Series(native.cat.codes.to_numpy().astype(np.int64))
    return names.gather(codes.set(codes < 0, None))


def is_mixed(column: nw.Series[Any]) -> bool:
    """Whether values of different types stand in the column, so that 1 and "1" would look alike as text.

    Whole and other numbers are of one type here.
    """
    if is_pandas_object(column):
        native = column.to_native()
        return len(_families(native[~native.isna()])) > 1
    return is_pandas_categorical(column) and len(_families(column.to_native().cat.categories)) > 1


def _families(values: Iterable[object]) -> set[type]:
    return {_family(kind) for kind in set(map(type, values))}


def _family(kind: type) -> type:
    if issubclass(kind, (bool, np.bool_)):
        return bool
    for family in (Number, Decimal, str, dt.datetime):
        if issubclass(kind, family):
            return Number if family is Decimal else family
    return kind


def has_file_values(dtype: pl.DataType) -> bool:
    """Whether files hold such values as they are, nested ones included; extension types they do not."""
    return _has_plain_values(dtype) or dtype.is_nested() or dtype in (pl.Binary, pl.Object)


def texts_of(column: nw.Series[Any]) -> pl.Series:
    """The text of every value of a pandas column, null where missing."""
    native = column.to_native()
    void = native.isna().tolist()
    texts = [None if is_void else str(value) for value, is_void in zip(native, void, strict=True)]
    return pl.Series(str(column.name), texts, dtype=pl.String)


def _narrowed(native: Any) -> Any:
    """Decimals of 256 bits in 128, when they fit; polars would panic."""
    pa = pyarrow()
    if pa.types.is_decimal256(native.type):
        return native.cast(pa.decimal128(MOST_DIGITS, native.type.scale))
    return native
