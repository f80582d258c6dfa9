"""The entry point: any source as `Batches`, which hand out small tables again and again."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

import narwhals as nw
import numpy as np
import polars as pl

from shoal.errors import Setting, TableError
from shoal.progress import Progress, no_progress
from shoal.table.batches.columnar_batches import ColumnarBatches
from shoal.table.batches.members import is_batched_path, members_of
from shoal.table.batches.sizes import MOST_RECORDS
from shoal.table.batches.spool import Spool
from shoal.table.batches.streamed import DatasetBatches, lazy_batches
from shoal.table.batches.text_batches import TextBatches, TextOptions
from shoal.table.files.text_types import spellings
from shoal.table.frames.table import Origin, Table


class OpenedSource(Protocol):
    """A source that has been opened, whatever it is."""

    origin: Origin
    columns: tuple[str, ...]
    n_records: int
    n_bytes: int  # as one polars frame

    def tables(self) -> Iterator[Table]:
        """Batch after batch."""
        ...


class Batches:
    """A table of any size. A context manager: what it wrote to disk is removed at the end.

    ``columns`` are those that are handed out. ``bytes_in_memory`` is what the values would take as one polars frame. Of
    text files, LazyFrames and Datasets, whose records have all been seen, it is the sum over the batches, with the
    spelling that a Table keeps of text files; of text files the columns to be dropped count as well. Of Parquet and
    Arrow files it is what the first batch takes, times the number of records (every column counts).
    """

    def __init__(self, opened: OpenedSource, spool: Spool | None) -> None:
        self._opened, self._spool = opened, spool
        self.origin = opened.origin
        self.columns = opened.columns
        self.n_records: int | None = opened.n_records
        self.bytes_in_memory = opened.n_bytes

    @cached_property
    def beginning(self) -> Table:
        """The first batch, typed as the whole."""
        return next(iter(self._opened.tables()))

    def only(self, names: Sequence[str]) -> Batches:
        """The same records, of which only these columns are needed: files that hold columns apart read no others."""
        opened = self._opened
        return Batches(opened.only(names), self._spool) if isinstance(opened, ColumnarBatches) else self

    def tables(self, progress: Progress = no_progress) -> Iterator[Table]:
        """Batch after batch, in the order of the source, all of the same types and with the same origin."""
        n_read = 0
        for table in self._opened.tables():
            n_read += table.n_records
            yield table
            progress(n_read, self._opened.n_records)

    def close(self) -> None:
        """Remove what was written to disk."""
        if self._spool is not None:
            self._spool.remove()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def can_be_batched(source: object) -> bool:
    """Whether `open_batches` reads such a source; whether the file is there and sound is another question."""
    if isinstance(source, (str, Path)):
        return is_batched_path(Path(source))
    return isinstance(source, pl.LazyFrame) or _is_dataset(source)


def open_batches(
    source: object,
    *,
    scratch: Path,
    encoding: str | None = None,
    delimiter: str | None = None,
    na: str | Iterable[str] | None = (),
    drop: Collection[str] = (),
    most_records: int = MOST_RECORDS,
    progress: Progress = no_progress,
) -> Batches:
    """A file, a folder of Parquet files, a pattern of files, a polars LazyFrame or a pyarrow Dataset, in batches.

    Text files are read twice here and written to `scratch` with their types, LazyFrames and Datasets once: `progress`
    says how far that is. Parquet and Arrow files are read where they are. `drop`: columns that are neither written to
    disk nor handed out. `encoding`, `delimiter` and `na` are for text files only.
    """
    missing = spellings(na)
    members = members_of(Path(source)) if isinstance(source, (str, Path)) else None
    if members is not None and members.is_text:
        reading = TextOptions(encoding, delimiter, missing)
        return _spooled(scratch, lambda spool: TextBatches(members, spool, reading, drop, most_records, progress))
    if encoding is not None or delimiter is not None or missing:
        raise TableError(
            "The table is not a text file.",
            parameter=("encoding", "delimiter", "na"),
            hint=("Leave ", Setting("encoding"), ", ", Setting("delimiter"), " and ", Setting("na"), " out."),
        )
    if members is not None:
        files = ColumnarBatches(members.paths, members.file_format, members.origin, drop, most_records)
        return Batches(files, None)
    if isinstance(source, pl.LazyFrame):
        return _spooled(scratch, lambda spool: lazy_batches(source, spool, drop, most_records))
    if _is_dataset(source):
        return _spooled(scratch, lambda spool: DatasetBatches(source, spool, drop, most_records, progress))
    raise TableError(f"An object of type {type(source).__name__} is not read in batches. Read it in memory.")


def whole_table(batches: Batches) -> Table:
    """All batches as one table in memory."""
    return _joined(list(batches.tables()), batches)


def spread_sample(batches: Batches, most: int) -> Table:
    """So many records at most, at equal distances from the first to the last: a sorted table shows all of its parts."""
    n_records = sum(table.n_records for table in batches.tables()) if batches.n_records is None else batches.n_records
    step = max(1, -(-n_records // most))
    tables, n_before = [], 0
    for table in batches.tables():
        rows = np.arange(-n_before % step, table.n_records, step)
        n_before += table.n_records
        if len(rows):
            tables.append(table.taken(rows))
    return _joined(tables, batches)


def _joined(tables: Sequence[Table], batches: Batches) -> Table:
    spelled = [name for name in batches.columns if tables[0].spelling(name) is not None]
    frame = pl.concat([table.native() for table in tables])
    spelling = {name: pl.concat([_text_of(table, name) for table in tables]) for name in spelled}
    return Table(nw.from_native(frame, eager_only=True), batches.origin, spelling=spelling)


def _text_of(table: Table, name: str) -> pl.Series:
    text = table.spelling(name)
    if text is None:
        raise TableError(f"Column '{name}' of {table.origin.name} is spelled in some batches only.", column=name)
    return text


def _spooled(scratch: Path, opened: Callable[[Spool], OpenedSource]) -> Batches:
    """A source that is written to disk; nothing stays there if it cannot be read."""
    spool = Spool(scratch)
    try:
        return Batches(opened(spool), spool)
    except BaseException:
        spool.remove()
        raise


def _is_dataset(source: object) -> bool:
    """Whether it is a Dataset of pyarrow; who has one has imported the module that it is from."""
    module = sys.modules.get("pyarrow.dataset")
    return module is not None and isinstance(source, module.Dataset)
