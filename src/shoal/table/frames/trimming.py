"""What a table says beside its values: declared categories, value labels, metadata. Only what is in use may stay.

If a release lists a category that no record has any more, it reveals that somebody had it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import narwhals as nw
import polars as pl

from shoal.table.arrow import pyarrow, pyarrow_compute


def trimmed_frame(frame: nw.DataFrame[Any]) -> nw.DataFrame[Any]:
    """The frame with the categories in use, in their declared order, and without metadata of its container."""
    native = frame.to_native()
    if frame.implementation.is_polars():
        fresh = native.with_columns([_trimmed_polars(native[name]) for name in native.columns])
    elif frame.implementation.is_pandas():
        fresh = _trimmed_pandas(native)
    else:
        fresh = _trimmed_arrow(native)
    return nw.from_native(fresh, eager_only=True)


def trimmed_facts(facts: Mapping[str, Any], frame: nw.DataFrame[Any], replaced: Iterable[str]) -> dict[str, Any]:
    """What a statistical file says, without what is no longer true of the columns that were replaced.

    Labels of codes that nobody has any more go, and so do missing codes: a mean may hit one by chance.
    """
    kept = dict(facts)
    gone = set(replaced)
    for key in ("missing_ranges", "missing_user_values", "ordinal"):
        if key in kept:
            kept[key] = {name: value for name, value in kept[key].items() if name not in gone}
    if "value_labels" in kept:
        kept["value_labels"] = {
            name: _labels_in_use(labels, frame[name]) if name in gone and name in frame.columns else labels
            for name, labels in kept["value_labels"].items()
        }
    return kept


def _labels_in_use(labels: Mapping[Any, str], column: nw.Series[Any]) -> dict[Any, str]:
    used = set(column.drop_nulls().unique().to_list())
    return {code: label for code, label in labels.items() if code in used}


def _trimmed_polars(column: pl.Series) -> pl.Series:
    if isinstance(column.dtype, pl.Enum):
        return _used_enum(column)
    plain = _without_enum(column.dtype)
    return column if plain == column.dtype else column.cast(plain)


def _without_enum(dtype: Any) -> Any:
    """A nested type in which declared categories have become plain text: there is no telling which are in use."""
    if isinstance(dtype, pl.Enum):
        return pl.String()
    if isinstance(dtype, pl.List):
        return pl.List(_without_enum(dtype.inner))
    if isinstance(dtype, pl.Array):
        return pl.Array(_without_enum(dtype.inner), dtype.size)
    if isinstance(dtype, pl.Struct):
        return pl.Struct({field.name: _without_enum(field.dtype) for field in dtype.fields})
    return dtype


def _used_enum(column: pl.Series) -> pl.Series:
    used = set(column.drop_nulls().unique().cast(pl.String).to_list())
    declared = column.dtype.categories if isinstance(column.dtype, pl.Enum) else column.unique()
    return column.cast(pl.String).cast(pl.Enum([name for name in declared if name in used]))


def _trimmed_pandas(native: Any) -> Any:
    import pandas as pd

    fresh = native.copy(deep=False)
    fresh.attrs = {}
    for name, dtype in native.dtypes.items():
        if isinstance(dtype, pd.CategoricalDtype):
            fresh[name] = native[name].cat.remove_unused_categories()
        elif isinstance(dtype, pd.ArrowDtype) and pyarrow().types.is_dictionary(dtype.pyarrow_dtype):
            column = _used_dictionary(pyarrow().chunked_array([pyarrow().array(native[name])]))
            fresh[name] = pd.Series(pd.arrays.ArrowExtensionArray(column), index=native.index)
    return fresh


def _trimmed_arrow(native: Any) -> Any:
    pa = pyarrow()
    columns = [_trimmed_chunks(column) for column in native.columns]
    fields = zip(native.schema, columns, strict=True)
    schema = pa.schema([pa.field(field.name, column.type, field.nullable) for field, column in fields])
    return pa.table(columns, schema=schema)


def _trimmed_chunks(column: Any) -> Any:
    pa = pyarrow()
    if pa.types.is_dictionary(column.type):
        return _used_dictionary(column)
    plain = _without_dictionary(column.type)
    return column if plain == column.type else pa.chunked_array([pa.array(column.to_pylist(), type=plain)])


def _without_dictionary(kind: Any) -> Any:
    """A nested Arrow type in which dictionaries have become their plain values."""
    pa = pyarrow()
    if pa.types.is_dictionary(kind):
        return kind.value_type
    if pa.types.is_list(kind):
        return pa.list_(_without_dictionary(kind.value_type))
    if pa.types.is_large_list(kind):
        return pa.large_list(_without_dictionary(kind.value_type))
    if pa.types.is_struct(kind):
        return pa.struct([(field.name, _without_dictionary(field.type)) for field in kind.fields])
    return kind


def _used_dictionary(column: Any) -> Any:
    """One dictionary of the values in use, in the order in which the column declares them."""
    pa = pyarrow()
    kind = column.type
    whole = column.unify_dictionaries().combine_chunks()
    whole = whole.chunk(0) if isinstance(whole, pa.ChunkedArray) else whole
    used = whole.indices.drop_null().unique().sort()
    indices = pyarrow_compute().index_in(whole.indices, value_set=used).cast(kind.index_type)
    dictionary = whole.dictionary.take(used)
    return pa.chunked_array([pa.DictionaryArray.from_arrays(indices, dictionary, ordered=kind.ordered)])
