"""Files that are written part by part, and read back part by part: tables that do not fit into memory.

Text files are written in the dialect of the table that they come from, Parquet with a row group for each part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

import narwhals as nw
import polars as pl

from shoal.errors import WriteError
from shoal.table.arrow import pyarrow
from shoal.table.files import delimited
from shoal.table.files.formats import TEXT_FORMATS, suffix_of
from shoal.table.files.text_rows import text_frames
from shoal.table.files.text_types import spelled
from shoal.table.foreign_errors import attempt
from shoal.table.frames.table import Origin, Table

PARQUET_SUFFIXES = (".parquet", ".pq")
READ_AT_ONCE = 1 << 16  # records of a written file that are looked at in one go


class PartWriter(Protocol):
    """A file that is being made."""

    def plain(self, table: Table) -> pl.DataFrame:
        """A part with the columns as they will be written, of the same types in every part."""
        ...

    def write(self, frame: pl.DataFrame) -> None:
        """Add records."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class TextParts:
    """A text file in the dialect of its origin."""

    def __init__(self, origin: Origin, target: Path, draft: Path, scratch: Path) -> None:
        suffix, self._compression = suffix_of(target)
        self._format = TEXT_FORMATS[suffix]
        self._origin = origin
        self._dialect = delimited.dialect_of(origin, self._format)
        self._draft, self._part = draft, scratch / "part"
        self._schema: pl.Schema | None = None
        self._head: bytes | None = None
        self._stream: Any = None

    def __enter__(self) -> Self:
        self._stream = pyarrow().output_stream(str(self._draft), compression=self._compression)
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()

    def plain(self, table: Table) -> pl.DataFrame:
        """Every column as its text, as the source spelled it if nobody replaced it.

        Released numbers are written as those of the first part, so that 35 is never 35.0 elsewhere. They are whole in
        every part or floats in every part, whatever type the part came in, so that changes none of them.
        """
        frame: pl.DataFrame = table.native()
        if self._schema is None:
            self._schema = frame.schema
        schema = self._schema
        return pl.DataFrame([self._text(table.spelling(name), frame[name], schema[name]) for name in frame.columns])

    def _text(self, text: pl.Series | None, values: pl.Series, kind: pl.DataType) -> pl.Series:
        if text is None:
            alike = values.cast(kind) if kind.is_numeric() and values.dtype.is_numeric() else values
            text = spelled(alike, self._dialect.form(values.name))
        return text.alias(values.name)

    def write(self, frame: pl.DataFrame) -> None:
        """Write the part by itself, and add everything after its header."""
        if self._head is None:
            self._head = self._written(frame.head(0))
            self._stream.write(self._head)
        self._stream.write(self._written(frame)[len(self._head) :])

    def _written(self, frame: pl.DataFrame) -> bytes:
        table = Table(nw.from_native(frame, eager_only=True), self._origin)
        delimited.write(table, self._part, self._format, None)
        return self._part.read_bytes()


class ParquetParts:
    """A Parquet file; the first part fixes the types. Categories are written as plain text."""

    def __init__(self, draft: Path) -> None:
        self._draft = draft
        self._schema: pl.Schema | None = None
        self._writer: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._writer is not None:
            self._writer.close()

    def plain(self, table: Table) -> pl.DataFrame:
        """Categories as text: which ones are in use is not known before the end."""
        frame: pl.DataFrame = table.native()
        texts = [name for name in frame.columns if frame.schema[name] in (pl.Categorical, pl.Enum)]
        plain = frame.with_columns([frame[name].cast(pl.String) for name in texts])
        if self._schema is None:
            self._schema = plain.schema
        schema = self._schema
        return attempt(
            lambda: pl.DataFrame([plain[name].cast(kind) for name, kind in schema.items()]),
            lambda _: WriteError("Released values have another type in a later part of the file. Convert it first."),
        )

    def write(self, frame: pl.DataFrame) -> None:
        """Add a row group."""
        from pyarrow import parquet

        table = frame.to_arrow()
        if self._writer is None:
            self._writer = parquet.ParquetWriter(str(self._draft), table.schema)
        self._writer.write_table(table, row_group_size=table.num_rows)


def can_be_written_in_parts(target: Path) -> bool:
    """Whether a file of this format can be made part by part."""
    return suffix_of(target)[0] in (*TEXT_FORMATS, *PARQUET_SUFFIXES)


def require_writable_in_parts(target: Path) -> None:
    """Refuse a file of another format."""
    if not can_be_written_in_parts(target):
        raise WriteError(
            f"{target.name}: a table that does not fit into memory is written as text (.csv, .tsv) or as Parquet "
            "(.parquet)."
        )


def part_writer(origin: Origin, target: Path, draft: Path, scratch: Path) -> PartWriter:
    """The writer of the format that the target has."""
    is_text = suffix_of(target)[0] in TEXT_FORMATS
    return TextParts(origin, target, draft, scratch) if is_text else ParquetParts(draft)


def written_frames(
    origin: Origin, header: Sequence[str], target: Path, draft: Path, most: int = READ_AT_ONCE
) -> Iterator[pl.DataFrame]:
    """A written file as its readers see it: the very texts of its fields, or in Parquet its values."""
    suffix, compression = suffix_of(target)
    if suffix not in TEXT_FORMATS:
        yield from _parquet_frames(draft, most)
        return
    dialect = delimited.dialect_of(origin, TEXT_FORMATS[suffix])
    with pyarrow().input_stream(str(draft), compression=compression) as stream:
        yield from text_frames(stream, header, separator=dialect.delimiter, encoding=dialect.encoding, skip_empty=False)


def _parquet_frames(draft: Path, most: int) -> Iterator[pl.DataFrame]:
    from pyarrow import parquet

    for batch in parquet.ParquetFile(str(draft)).iter_batches(batch_size=most):
        yield pl.DataFrame(pl.from_arrow(batch))
