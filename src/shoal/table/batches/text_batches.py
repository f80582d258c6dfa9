"""Text files in batches, each with the types that the whole would have in memory.

One reading finds how every column is read (`files/text_typing.py`). A second one writes the typed columns to disk, and
the text of a column where its values alone would be spelled otherwise. Later readings need the files no more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace

import narwhals as nw
import polars as pl

from shoal.errors import TableError
from shoal.progress import Progress, no_progress
from shoal.table.batches.members import Members
from shoal.table.batches.sizes import kept_columns, records_at_once, regrouped
from shoal.table.batches.spool import Spool
from shoal.table.batches.unchanged import Witness, changed, witness_of
from shoal.table.files.formats import suffix_of
from shoal.table.files.headers import looks_like_data, unproven
from shoal.table.files.quoting import SeenColumns, refuse_swallowed_records
from shoal.table.files.text_file import TextFile
from shoal.table.files.text_types import PLAIN, TextForm, decimals_in, fixed_decimals, spelled
from shoal.table.files.text_typing import AS_TEXT, ColumnReading, ColumnTyping
from shoal.table.frames.table import Table

ROWS_COMPARED_FIRST = 1000  # most columns that are not spelled as their values show it there
N_READINGS = 3  # of the bytes of a text file: its encoding and quotes, the types, the values


@dataclass
class _Column:
    """What is learnt about a column."""

    typing: ColumnTyping
    read: ColumnReading = AS_TEXT  # how, once all of it was seen
    decimals: set[int | None] = field(default_factory=set)
    is_spelled: bool = False  # somewhere otherwise than its values alone would be

    @property
    def form(self) -> TextForm:
        """How it is written, for the release."""
        return replace(self.read.form, decimals=fixed_decimals(self.decimals))


@dataclass(frozen=True)
class TextOptions:
    """What the user says about text files."""

    encoding: str | None = None
    delimiter: str | None = None
    na: tuple[str, ...] = ()


class TextBatches:
    """The records of text files on disk, typed; made by reading the files twice."""

    def __init__(
        self,
        members: Members,
        spool: Spool,
        reading: TextOptions,
        drop: Collection[str],
        most: int,
        progress: Progress = no_progress,
    ) -> None:
        self._spool, self._na = spool, reading.na
        self._witnesses = [witness_of(path) for path in members.paths]
        self._watch = _Bytes(sum(witness.n_bytes for witness in self._witnesses), progress)
        self._files = [self._opened(witness, members.file_format, reading) for witness in self._witnesses]
        self._header = self._files[0].header
        for file in self._files[1:]:
            _require_same_header(self._files[0], file)
        self.columns = kept_columns(self._header, drop)
        self._most = records_at_once(len(self._header), most)
        self.n_records, self.n_bytes = 0, 0
        self._in_doubt = False
        free = self._files[0].comma_is_free
        self._learnt = {name: _Column(ColumnTyping(comma_is_free=free, na=self._na)) for name in self._header}
        self._find_types()
        self._spool_values()
        forms = {name: column.form for name, column in self._learnt.items() if column.form != PLAIN}
        doubts = {"header_in_doubt": self._in_doubt, "header_unproven": unproven(self._dtypes())}
        dialect = self._files[0].dialect(forms, self._na)
        self.origin = replace(members.origin, metadata={"dialect": dialect, **doubts})

    def tables(self) -> Iterator[Table]:
        """The batches, from disk."""
        for stored in self._spool.frames():
            values = stored.select(_value(number) for number in range(len(self.columns)))
            values.columns = list(self.columns)
            spelling = {
                name: self._text_of(name, number, stored)
                for number, name in enumerate(self.columns)
                if self._learnt[name].is_spelled
            }
            yield Table(nw.from_native(values, eager_only=True), self.origin, spelling=spelling)

    # --- first reading

    def _opened(self, witness: Witness, file_format: str, said: TextOptions) -> TextFile:
        path = witness.path
        file = TextFile.of(path, file_format, suffix_of(path)[1], encoding=said.encoding, delimiter=said.delimiter)
        self._watch.end_of(witness.n_bytes)
        return file

    def _find_types(self) -> None:
        for texts, _, _ in self._batches():
            self._in_doubt = self._in_doubt or looks_like_data(self._header, texts)
            for name, column in self._learnt.items():
                column.typing.see(texts[name])
            self.n_records += texts.height
        for column in self._learnt.values():
            column.read = column.typing.reading

    def _batches(self) -> Iterator[tuple[pl.DataFrame, TextFile, int]]:
        """Every field as text, with its file and the number of records before it there; the files must not change."""
        for file, witness in zip(self._files, self._witnesses, strict=True):
            witness.require_same()
            n_before = 0
            for texts in regrouped(_chunks(file, witness, self._watch.inside), self._most):
                yield texts, file, n_before
                n_before += texts.height
            witness.require_same()
            self._watch.end_of(witness.n_bytes)

    # --- second reading

    def _spool_values(self) -> None:
        seen = SeenColumns(self._dtypes(), self._in_doubt)
        n_records = 0
        for texts, file, n_before in self._batches():
            refuse_swallowed_records(texts, file.separator, file.path.name, na=self._na, n_before=n_before, seen=seen)
            self._spool.add(self._typed(texts, file))
            n_records += texts.height
        if n_records != self.n_records:
            raise changed(self._files[0].path)

    def _typed(self, texts: pl.DataFrame, file: TextFile) -> pl.DataFrame:
        """The values of a batch, and the texts that they do not tell."""
        kept: list[pl.Series] = []
        for name, column in self._learnt.items():
            text = texts[name]
            values = column.read.values(text, self._na)
            if values is None:  # the first reading found that they all fit
                raise changed(file.path)
            column.decimals |= decimals_in(text, values)
            is_spelled = column.is_spelled or not _is_told(text, values, column.read.form)
            self.n_bytes += int(values.estimated_size()) + (int(text.estimated_size()) if is_spelled else 0)
            column.is_spelled = is_spelled
            if name in self.columns:
                number = self.columns.index(name)
                kept += [values.alias(_value(number))] + [text.alias(_text(number))] * is_spelled
        return pl.DataFrame(kept)

    def _dtypes(self) -> list[pl.DataType]:
        return [column.read.dtype for column in self._learnt.values()]

    def _text_of(self, name: str, number: int, stored: pl.DataFrame) -> pl.Series:
        """How a column is spelled; where that was not written down, its values alone tell it."""
        if _text(number) in stored.columns:
            return stored[_text(number)].alias(name)
        return spelled(stored[_value(number)], self._learnt[name].read.form).alias(name)


class _Bytes:
    """Progress in bytes over all readings of all files."""

    def __init__(self, n_bytes: int, progress: Progress) -> None:
        self._progress, self._before, self._total = progress, 0, N_READINGS * n_bytes

    def inside(self, done: int, _: int) -> None:
        """So many bytes of the file at hand."""
        self._progress(min(self._before + done, self._total), self._total)

    def end_of(self, n_bytes: int) -> None:
        """A file of this size has been read once more."""
        self._before += n_bytes
        self.inside(0, 0)


def _chunks(file: TextFile, witness: Witness, watch: Progress) -> Iterator[pl.DataFrame]:
    """The fields of a file as text; where it looks wrong because it changed meanwhile, that is what is said."""
    failure: TableError | None = None
    try:
        yield from file.chunks(watch)
    except TableError as error:
        failure = error
    if failure is not None:
        witness.require_same()
        raise failure


def _is_told(text: pl.Series, values: pl.Series, form: TextForm) -> bool:
    """Whether the values alone are spelled as the text."""
    return all(
        bool((spelled(values.head(n_rows), form) == text.head(n_rows)).all())
        for n_rows in (ROWS_COMPARED_FIRST, len(text))
    )


def _require_same_header(first: TextFile, other: TextFile) -> None:
    if other.header == first.header:
        return
    same = [one == two for one, two in zip(first.header, other.header, strict=False)]
    if len(other.header) != len(first.header):
        what = f"{len(other.header)} columns and {first.path.name} has {len(first.header)}"
    else:
        what = f"another name for column {same.index(False) + 1} than {first.path.name}"
    raise TableError(
        f"{other.path.name} has {what}. The files of one table must have the same header, in the same order."
    )


def _value(number: int) -> str:
    return f"value {number}"


def _text(number: int) -> str:
    return f"text {number}"
