"""Parquet and Arrow, through polars; and any table as polars, for every writer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import narwhals as nw
import polars as pl

from shoal.errors import TableError, WriteError
from shoal.table.files.decompression_limit import limit_of, too_large
from shoal.table.foreign_errors import attempt
from shoal.table.frames.conversion import has_file_values, polars_of, texts_of
from shoal.table.frames.table import Origin, Table


def read(path: Path, file_format: str) -> Table:
    """Read the whole file."""
    frame = attempt(
        lambda: _parquet(path) if file_format == "parquet" else pl.read_ipc(path),
        lambda error: unreadable(path, file_format, error),
    )
    if frame.height == 0 or frame.width == 0:
        raise TableError(f"{path.name} holds no records. Give a table with at least one row.")
    return Table(nw.from_native(frame, eager_only=True), Origin("file", path, file_format))


def write(table: Table, draft: Path, file_format: str) -> None:
    """Write the table to `draft`."""
    frame = as_polars(table)
    if file_format == "parquet":
        frame.write_parquet(draft)
    else:
        frame.write_ipc(draft)


def as_polars(table: Table) -> pl.DataFrame:
    """The table in polars, for the writers."""
    native = table.native()
    if isinstance(native, pl.DataFrame):
        return native
    frame = nw.from_native(native, eager_only=True)
    return pl.DataFrame([_as_polars(frame[name], table) for name in table.columns])


def _as_polars(column: nw.Series[Any], table: Table) -> pl.Series:
    series = polars_of(column)
    if series is None:
        raise WriteError(
            f"Column '{column.name}' of {table.origin.name} holds mixed or nested values that no file format here "
            "can hold.",
            column=column.name,
            hint="Convert or drop it before writing.",
        )
    if not has_file_values(series.dtype):  # periods and intervals of pandas
        series = texts_of(column)
    return series.alias(column.name)


def unreadable(path: Path, file_format: str, error: BaseException) -> TableError:
    """The error for a file that is not what its suffix says, or not whole."""
    return TableError(
        f"{path.name} cannot be read as {file_format} ({type(error).__name__}). It may be damaged, or its suffix "
        "may be wrong."
    )


def _parquet(path: Path) -> pl.DataFrame:
    parquet_facts(path)
    return pl.read_parquet(path, glob=False, hive_partitioning=False)


def parquet_facts(path: Path) -> Any:
    """What the file says of itself, unless it says that it unpacks to too much: billions of values in a few bytes."""
    from pyarrow import parquet

    facts = parquet.read_metadata(path)
    n_bytes = sum(facts.row_group(group).total_byte_size for group in range(facts.num_row_groups))
    limit = limit_of(path)
    # A value that repeats is stored once, and takes at least a byte of memory each time.
    if max(n_bytes, facts.num_rows * facts.num_columns) > limit:
        raise too_large(path, limit)
    return facts
