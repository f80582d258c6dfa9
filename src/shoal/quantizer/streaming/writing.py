"""Writing a file in parts, and counting it as its readers will see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

import narwhals as nw
import polars as pl

from shoal.errors import WriteError
from shoal.quantizer.intake.batches import PARQUET_SUFFIXES, BatchSource
from shoal.table.arrow import pyarrow
from shoal.table.files import delimited
from shoal.table.files.formats import TEXT_FORMATS, suffix_of
from shoal.table.files.text_rows import text_frames
from shoal.table.files.text_types import spelled
from shoal.table.foreign_errors import attempt
from shoal.table.frames.table import Origin, Table

COUNT = "records"
READ_AT_ONCE = 1 << 16  # records of a written file that are counted at a time


class Writer(Protocol):
    """A file that is being made."""

    def plain(self, table: Table) -> pl.DataFrame:
        """A batch with the columns as they will be written, of the same types in every batch."""
        ...

    def write(self, frame: pl.DataFrame) -> None:
        """Add records."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def require_same_family(source: BatchSource, target: Path) -> None:
    """Refuse a target of another family of formats: batch by batch, a text file does not tell the types of others."""
    suffix, _ = suffix_of(target)
    if (suffix in TEXT_FORMATS) != source.is_text or (not source.is_text and suffix not in PARQUET_SUFFIXES):
        wanted = ".csv or .tsv" if source.is_text else ".parquet"
        raise WriteError(f"{source.path.name} is read in batches, so the output is written as {wanted}, not {suffix}.")


class TextWriter:
    """A text file in the dialect of its source."""

    def __init__(self, source: BatchSource, target: Path, draft: Path, scratch: Path) -> None:
        suffix, self._compression = suffix_of(target)
        self._format = TEXT_FORMATS[suffix]
        self._origin = Origin("file", source.path, source.file_format, {"dialect": source.dialect})
        self._dialect = source.dialect
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

        Released numbers are written as those of the first batch, so that 35 is never 35.0 elsewhere. They are whole in
        every batch or floats in every batch, whatever type the batch came in, so that changes none of them.
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


class ParquetWriter:
    """A Parquet file; the first batch fixes the types. Categories are written as plain text."""

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
        self._writer.write_table(table)


def writer_for(source: BatchSource, target: Path, draft: Path, scratch: Path) -> Writer:
    """The writer of the family of formats that the source has."""
    return TextWriter(source, target, draft, scratch) if source.is_text else ParquetWriter(draft)


def written_classes(source: BatchSource, target: Path, draft: Path, columns: Sequence[str]) -> pl.Series:
    """The sizes of the classes of a written file, by the very text of its fields (in Parquet, by its values)."""
    frames = _text_frames(source, target, draft) if source.is_text else _parquet_frames(draft)
    # Columns are called by their numbers: polars would take a name such as '*' or '^a$' for a pattern.
    keys = [str(number) for number in range(len(columns))]
    counts: pl.DataFrame | None = None
    for frame in frames:
        fields = pl.DataFrame([frame[name].alias(key) for key, name in zip(keys, columns, strict=True)])
        own = fields.group_by(keys).len(COUNT)
        both = own if counts is None else pl.concat([counts, own])
        counts = both.group_by(keys).agg(pl.col(COUNT).sum())
    return pl.Series(COUNT, [], dtype=pl.Int64) if counts is None else counts[COUNT]


def _text_frames(source: BatchSource, target: Path, draft: Path) -> Iterator[pl.DataFrame]:
    suffix, compression = suffix_of(target)
    separator = delimited.dialect_for(
        Table(
            nw.from_native(pl.DataFrame(), eager_only=True),
            Origin("file", source.path, source.file_format, {"dialect": source.dialect}),
        ),
        TEXT_FORMATS[suffix],
    ).delimiter
    with pyarrow().input_stream(str(draft), compression=compression) as stream:
        yield from text_frames(stream, source.header, separator=separator, encoding=source.encoding, skip_empty=False)


def _parquet_frames(draft: Path) -> Iterator[pl.DataFrame]:
    from pyarrow import parquet

    for batch in parquet.ParquetFile(str(draft)).iter_batches(batch_size=READ_AT_ONCE):
        yield pl.DataFrame(pl.from_arrow(batch))
