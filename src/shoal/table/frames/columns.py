"""One column: how its values are read, and how new values take its type.

Every column is read through one *view*, a polars Series in which null means missing and nothing else does, so
that pandas, polars, pyarrow and files are read by the same code. Going back, new values are cast to the very
dtype the column had, when they fit it.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl

from shoal.arrays import BoolArray, FloatArray, IntArray
from shoal.errors import TableError
from shoal.table.arrow import pyarrow, pyarrow_compute
from shoal.table.frames.conversion import is_pandas_categorical, is_pandas_object, polars_of

SECONDS_PER_DAY = 86_400
TICKS_PER_DAY = {"s": SECONDS_PER_DAY} | {
    unit: SECONDS_PER_DAY * 1000**power for power, unit in enumerate(("ms", "us", "ns"), start=1)
}
VOID_INSTANT = np.iinfo(np.int64).min  # what NumPy itself stores for "not a time"

# What counts as a number written as text: digits with an optional point and exponent, or the float words.
# The digits of other scripts are not meant: nothing here could read them.
NUMBER_PATTERN = r"^\s*[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|(?i:inf|infinity|nan))\s*$"


class ColumnKind(StrEnum):
    """What a column holds, whatever container it came in."""

    NUMBER = "number"
    INTEGER = "integer"
    BOOLEAN = "boolean"
    DATE = "date"
    DATETIME = "datetime"
    DURATION = "duration"
    TEXT = "text"
    OTHER = "other"  # lists, structs, mixed objects: they may be published untouched, but not read


TEMPORAL = (ColumnKind.DATE, ColumnKind.DATETIME, ColumnKind.DURATION)


def view_of(column: nw.Series[Any]) -> pl.Series | None:
    """The column as a polars Series in which null means missing; None when its values have no common type."""
    view = polars_of(column)
    if view is None and is_pandas_object(column):
        view = _mixed_as_text(column.to_native())
    if view is None:
        return None
    view = view.alias(str(column.name))
    if view.dtype in (pl.Categorical, pl.Enum):
        view = view.cast(pl.String)
    if view.dtype.is_float():
        view = view.fill_nan(None)
    return view


def _mixed_as_text(native: Any) -> pl.Series | None:
    """A pandas object column of numbers and texts, as text: then the texts can be counted."""
    void = native.isna().tolist()
    values = [None if is_void else value for value, is_void in zip(native, void, strict=True)]
    if not all(value is None or isinstance(value, (str, int, float, np.number)) for value in values):
        return None
    return pl.Series([None if value is None else str(value) for value in values], dtype=pl.String)


def kind_of(view: pl.Series | None, *, categorical: bool = False) -> ColumnKind:
    """The kind of a view; a categorical column is text even when its categories are numbers."""
    if view is None or view.dtype.is_nested():
        return ColumnKind.OTHER
    dtype = view.dtype
    if dtype in (pl.String, pl.Null) or categorical:
        return ColumnKind.TEXT
    checks: tuple[tuple[bool, ColumnKind], ...] = (
        (dtype.is_integer(), ColumnKind.INTEGER),
        (dtype.is_float() or dtype == pl.Decimal, ColumnKind.NUMBER),
        (dtype == pl.Boolean, ColumnKind.BOOLEAN),
        (dtype == pl.Date, ColumnKind.DATE),
        (dtype == pl.Datetime, ColumnKind.DATETIME),
        (dtype in (pl.Duration, pl.Time), ColumnKind.DURATION),
    )
    return next((kind for holds, kind in checks if holds), ColumnKind.OTHER)


def not_numbers(view: pl.Series) -> BoolArray:
    """Where a text view holds something that is not a number (missing values are not counted)."""
    readable = view.str.contains(NUMBER_PATTERN) & _number_text(view).cast(pl.Float64, strict=False).is_not_null()
    return (~readable).fill_null(False).to_numpy()


def is_written_whole(view: pl.Series, texts: pl.Series) -> bool:
    """Whether all numbers are written as whole ones, of at most 15 digits: these are exact as floats."""
    return bool(texts.filter(view.is_not_null()).str.strip_chars().str.contains(r"^[+-]?\d{1,15}$").all())


def floats_of(view: pl.Series) -> FloatArray:
    """The view as float64, NaN where missing. It must be numeric, boolean, or all numbers."""
    values = _number_text(view) if view.dtype == pl.String else view
    return values.cast(pl.Float64, strict=False).fill_null(np.nan).to_numpy().astype(np.float64)


def _number_text(view: pl.Series) -> pl.Series:
    """Numbers as text in the way that polars reads them."""
    return view.str.strip_chars().str.to_lowercase().str.strip_prefix("+")


def codes_of(view: pl.Series) -> tuple[IntArray, list[object]]:
    """Codes of the sorted distinct values, −1 where missing."""
    plain = view.to_physical() if view.dtype.is_temporal() else view
    distinct = plain.drop_nulls().unique().sort()
    if view.dtype == pl.Null or distinct.is_empty():
        return np.full(len(view), -1, dtype=np.int64), []
    frame = pl.DataFrame({"value": plain, "order": pl.int_range(len(view), eager=True)})
    numbered = pl.DataFrame({"value": distinct, "code": pl.int_range(len(distinct), eager=True)})
    codes = frame.join(numbered, on="value", how="left").sort("order")["code"].fill_null(-1)
    return codes.cast(pl.Int64).to_numpy().astype(np.int64), _objects(distinct, view.dtype)


def _objects(distinct: pl.Series, dtype: pl.DataType) -> list[object]:
    """Python objects of the column's own type; as whole numbers, times beyond what Python's calendar holds."""
    try:
        return distinct.cast(dtype).to_list()
    except (ValueError, OverflowError):
        return distinct.to_list()


def instants_of(view: pl.Series) -> IntArray:
    """Dates, times and durations as int64 in the view's own unit, VOID_INSTANT where missing."""
    return view.to_physical().cast(pl.Int64).fill_null(VOID_INSTANT).to_numpy().astype(np.int64)


def view_from_instants(instants: IntArray, dtype: pl.DataType) -> pl.Series:
    """The inverse of `instants_of` for a view of this dtype."""
    whole = pl.Series(np.ascontiguousarray(instants, dtype=np.int64))
    return whole.set(whole == VOID_INSTANT, None).cast(dtype)


def fresh_series(values: object) -> pl.Series:
    """New values, in whatever sequence they come, as a polars Series with null for missing."""
    if isinstance(values, nw.Series):
        values = values.to_native()
    if isinstance(values, pl.Series):
        fresh = values
    elif isinstance(values, np.ndarray) and values.dtype.kind in "biufmM":
        fresh = pl.Series(values)
    elif isinstance(values, (list, tuple, np.ndarray)):
        fresh = pl.Series([None if value is None else _plain(value) for value in values], strict=False)
    else:
        seen = view_of(nw.from_native(values, series_only=True))
        if seen is None:
            raise TableError("The new values of a column have no common type. Give numbers, texts or dates.")
        fresh = seen
    return fresh.fill_nan(None) if fresh.dtype.is_float() else fresh


def _plain(value: object) -> object:
    return value.item() if isinstance(value, np.generic) else value


def native_with_dtype_of(column: nw.Series[Any], view: pl.Series, fresh: pl.Series) -> object:
    """`fresh` as a native series like `column`: its dtype where the values fit, else their own."""
    if fresh.dtype == pl.Null:
        fresh = fresh.cast(view.dtype)
    if view.dtype.is_temporal() and fresh.dtype.is_integer():
        fresh = view_from_instants(fresh.fill_null(VOID_INSTANT).cast(pl.Int64).to_numpy(), view.dtype)
    like: Callable[[nw.Series[Any], pl.Series], object]
    if column.implementation.is_polars():
        like = _polars_like
    elif column.implementation.is_pandas():
        like = _pandas_like
    else:
        like = _arrow_like
    return like(column, fresh) if _fits(column, view, fresh) else natural_native(column, fresh)


def natural_native(column: nw.Series[Any], fresh: pl.Series) -> object:
    """`fresh` in the container of `column`, with its own dtype."""
    if column.implementation.is_polars():
        return fresh
    if column.implementation.is_pandas():
        return fresh.to_pandas()
    pa = pyarrow()
    return pa.chunked_array([fresh.to_arrow()])


def _fits(column: nw.Series[Any], view: pl.Series, fresh: pl.Series) -> bool:
    """Whether the values can take the column's dtype without being changed by it."""
    if column.dtype in (nw.Categorical, nw.Enum):
        return _in_categories(column, fresh)
    if column.implementation.is_polars() and column.to_native().dtype == pl.Object:
        return False  # Stata's .a to .z among numbers; what replaces them is plain
    old, new = view.dtype, fresh.dtype
    if old.is_integer():
        room_for_missing = not _is_numpy_backed(column) or fresh.null_count() == 0
        return (
            new.is_integer() and room_for_missing and fresh.cast(old, strict=False).null_count() == fresh.null_count()
        )
    if old.is_float():
        return new.is_numeric()
    if old == pl.Boolean:
        return new == pl.Boolean and (not _is_numpy_backed(column) or fresh.null_count() == 0)
    if old == pl.String:
        return new == pl.String
    return old == new


def _is_numpy_backed(column: nw.Series[Any]) -> bool:
    """pandas columns on NumPy have no room for a missing integer or boolean."""
    return column.implementation.is_pandas() and isinstance(column.to_native().dtype, np.dtype)


def categories_of(column: nw.Series[Any]) -> list[object]:
    """The declared categories of a categorical column, used or not, as the view shows them."""
    native = column.to_native()
    if is_pandas_categorical(column):
        view = polars_of(column)
        as_text = view is not None and view.dtype == pl.String
        return [str(category) if as_text else category for category in native.cat.categories]
    if isinstance(native, pl.Series):
        return list(native.dtype.categories if isinstance(native.dtype, pl.Enum) else native.unique().drop_nulls())
    return list(dict.fromkeys(value for chunk in _chunks(column) for value in chunk.dictionary.to_pylist()))


def declared_order(column: nw.Series[Any]) -> tuple[object, ...] | None:
    """The order of the categories, when the container declares one (ordered categoricals, polars Enum)."""
    native = column.to_native()
    if column.dtype not in (nw.Categorical, nw.Enum):
        return None
    if is_pandas_categorical(column):
        ordered = bool(native.cat.ordered)
    elif isinstance(native, pl.Series):
        ordered = native.dtype == pl.Enum
    else:
        ordered = all(chunk.type.ordered for chunk in _chunks(column))
    return tuple(categories_of(column)) if ordered else None


def _chunks(column: nw.Series[Any]) -> list[Any]:
    """The Arrow arrays of a column of pyarrow, or of Arrow inside pandas."""
    native = column.to_native()
    array = pyarrow().array(native) if column.implementation.is_pandas() else native
    return list(array.chunks) if isinstance(array, pyarrow().ChunkedArray) else [array]


def _in_categories(column: nw.Series[Any], fresh: pl.Series) -> bool:
    if column.implementation.is_polars() and column.to_native().dtype == pl.Categorical:
        return fresh.dtype == pl.String  # polars adds a category when it meets one
    return set(fresh.drop_nulls().unique().to_list()) <= set(categories_of(column))


def _polars_like(column: nw.Series[Any], fresh: pl.Series) -> object:
    return fresh.cast(column.to_native().dtype)


def _pandas_like(column: nw.Series[Any], fresh: pl.Series) -> object:
    import pandas as pd

    dtype = column.to_native().dtype
    if is_pandas_object(column):
        return pd.Series(fresh.to_list(), dtype=object)
    if is_pandas_categorical(column):
        code_of = {category: position for position, category in enumerate(categories_of(column))}
        codes = [-1 if value is None else code_of[value] for value in fresh.to_list()]
        return pd.Series(pd.Categorical.from_codes(codes, dtype=dtype))
    if isinstance(dtype, pd.ArrowDtype):
        return pd.Series(pd.arrays.ArrowExtensionArray(arrow_like(column, dtype.pyarrow_dtype, fresh)))
    # Arrow-backed on the way, because NumPy would pass whole numbers with gaps through floats.
    exact = fresh.null_count() > 0 and fresh.dtype.is_integer()
    return fresh.to_pandas(use_pyarrow_extension_array=exact).astype(dtype)


def _arrow_like(column: nw.Series[Any], fresh: pl.Series) -> object:
    return arrow_like(column, column.to_native().type, fresh)


def arrow_like(column: nw.Series[Any], kind: Any, fresh: pl.Series) -> Any:
    """A chunked array of the Arrow type of `column`; a dictionary keeps its declared categories in their order."""
    pa, compute = pyarrow(), pyarrow_compute()
    if pa.types.is_dictionary(kind):
        declared = pa.array(categories_of(column), type=kind.value_type)
        codes = compute.index_in(fresh.to_arrow().cast(kind.value_type), value_set=declared).cast(kind.index_type)
        return pa.chunked_array([pa.DictionaryArray.from_arrays(codes, declared, ordered=kind.ordered)])
    if fresh.dtype.is_temporal():
        # A mean is finer than a column of whole seconds or days can hold. Adding half a unit before cutting rounds it.
        return pa.chunked_array([_whole_units(fresh, kind).to_arrow().cast(kind, safe=False)])
    return pa.chunked_array([fresh.to_arrow().cast(kind)])


def _whole_units(fresh: pl.Series, kind: Any) -> pl.Series:
    """Times rounded to the nearest unit of the Arrow type, halves to the later one."""
    n_own = TICKS_PER_DAY.get(getattr(fresh.dtype, "time_unit", "ns"), 0)
    n_theirs = 1 if pyarrow().types.is_date64(kind) else TICKS_PER_DAY.get(getattr(kind, "unit", ""), n_own)
    ratio = n_own // n_theirs
    if fresh.dtype == pl.Date or ratio <= 1:
        return fresh
    ticks = fresh.to_physical()
    latest = TICKS_PER_DAY["ns"] - ratio if fresh.dtype == pl.Time else None  # midnight is the next day's
    whole = pl.Series(((ticks + ratio // 2) // ratio) * ratio)
    return whole.clip(upper_bound=latest).cast(fresh.dtype)
