"""Batches: a file of any size as a sequence of small tables, read as often as it takes.

Text files (CSV, TSV, also compressed) and Parquet. In a text file the type of a column cannot be told from one batch,
so the columns that the quantizer needs are read as what they held in the design table, and all others stay text,
letter by letter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import narwhals as nw
import polars as pl

from shoal.encode.moment import Moment
from shoal.errors import TableError
from shoal.quantizer.intake import Intake
from shoal.table.arrow import pyarrow, pyarrow_csv
from shoal.table.delimited import DEFAULT_DELIMITERS, Dialect, Scan, checked_delimiter, scanned
from shoal.table.edge import attempt
from shoal.table.files import TEXT_FORMATS, suffix_of
from shoal.table.frames import ColumnKind, Origin, Table
from shoal.table.headers import checked_header, first_rows, looks_like_data, no_records
from shoal.table.quoting import refuse_swallowed_records
from shoal.table.text_types import DATE_FORMS, MISSING_WORDS, PLAIN, TextForm, spellings, typed

MOST_VALUES = 1 << 22  # in a batch: some ten megabytes, enough for the work to outweigh the calls
MOST_RECORDS = 1 << 17
FEWEST_RECORDS = 1 << 10
BLOCK_BYTES = 1 << 20  # of a text file that are read at once
PARQUET_SUFFIXES = (".parquet", ".pq")

Watch = Callable[[int, int], None]

DTYPE_OF = {
    ColumnKind.NUMBER: pl.Float64(),
    ColumnKind.INTEGER: pl.Int64(),
    ColumnKind.BOOLEAN: pl.Boolean(),
    ColumnKind.DATE: pl.Date(),
    ColumnKind.DATETIME: pl.Datetime("us"),
    ColumnKind.TEXT: pl.String(),
}


class SpreadSample:
    """Records from all over a file, at most as many as a batch holds: the beginning alone may be sorted by something.

    Every record at first; whenever there are too many, every other one of them is kept, and half as many from then on.
    """

    def __init__(self) -> None:
        self.n_batches = 0
        self._parts: list[pl.DataFrame] = []
        self._stride, self._n_seen, self._n_kept = 1, 0, 0

    def put(self, frame: pl.DataFrame) -> None:
        """Keep a share of a batch."""
        self.n_batches += 1
        most = max(frame.height, FEWEST_RECORDS)
        self._keep(frame.gather_every(self._stride, -self._n_seen % self._stride))
        self._n_seen += frame.height
        while self._n_kept > most:
            kept = self.frame().gather_every(2)
            self._parts, self._n_kept = [], 0
            self._stride *= 2
            self._keep(kept)

    def frame(self) -> pl.DataFrame:
        """What was kept, in the order of the file."""
        return pl.concat(self._parts)

    def _keep(self, frame: pl.DataFrame) -> None:
        self._parts.append(frame)
        self._n_kept += frame.height


@dataclass(frozen=True)
class BatchSource:
    """A file that can be read in batches, again and again."""

    path: Path
    intake: Intake
    encoding: str = "utf-8"
    delimiter: str | None = None
    na: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        path: str | Path,
        intake: Intake,
        *,
        encoding: str | None = None,
        delimiter: str | None = None,
        na: Sequence[str] = (),
    ) -> BatchSource:
        """Refuse what cannot be read in batches, before anything is read."""
        source = Path(path)
        if not source.is_file():
            raise TableError(f"There is no file {path}. Check the path.")
        suffix, _ = suffix_of(source)
        if not can_be_batched(source):
            raise TableError(
                f"{source.name} is neither a text file nor Parquet, so it is not read in batches. Convert it, or use "
                "Quantizer.release with the table in memory."
            )
        if suffix in PARQUET_SUFFIXES and (encoding is not None or delimiter is not None or spellings(na)):
            raise TableError(f"{source.name} is not a text file: leave encoding, delimiter and na out.")
        separator = None if delimiter is None else checked_delimiter(delimiter)
        return cls(source, intake, encoding or "utf-8", separator, spellings(na))

    @property
    def file_format(self) -> str:
        """As in the origin of a table."""
        suffix, _ = suffix_of(self.path)
        return TEXT_FORMATS.get(suffix, "parquet")

    @property
    def is_text(self) -> bool:
        """CSV or TSV, compressed or not."""
        return self.file_format in DEFAULT_DELIMITERS

    def tables(self, watch: Watch | None = None, sample: SpreadSample | None = None) -> Iterator[Table]:
        """Batch after batch, the needed columns with their types; ``sample`` sees every batch as it was read."""
        n_before = 0
        for frame in self._frames(watch):
            if sample is not None:
                sample.put(frame)
            yield self._table(self._typed(frame) if self.is_text else frame, n_before)
            n_before += frame.height
        if n_before == 0:
            raise TableError(f"{self.path.name} holds no records.")

    @cached_property
    def sample(self) -> Table:
        """The first batch with every column typed by itself: what roles are checked on before anything else."""
        for frame in self._frames(None):
            return self.typed_by_itself(frame)
        raise TableError(f"{self.path.name} holds no records.")

    def typed_by_itself(self, frame: pl.DataFrame) -> Table:
        """Records as they were read, every column with the type that its own values suggest."""
        if not self.is_text:
            return self._table(frame, 0)
        columns = {name: typed(frame[name], comma_is_free=self._comma_is_free, na=self.na)[0] for name in self.header}
        return self._table(pl.DataFrame(columns), 0, in_doubt=looks_like_data(self.header, frame))

    @cached_property
    def header(self) -> list[str]:
        """The column names of a text file."""
        head, given = self._scan.head, self.delimiter is not None
        header = checked_header(self.path, head, self._separator, delimiter_given=given)
        self._scan.quotes.require_sound(self.path.name, head)
        return header

    @cached_property
    def dialect(self) -> Dialect:
        """How the text file is written, so that the release is written alike."""
        line_end = "\r\n" if "\r\n" in self._scan.head else "\n"
        forms = dict(self._forms)
        for name in self._needed:
            form = typed(self._first_texts[name], comma_is_free=self._comma_is_free, na=self.na)[1]
            if form != PLAIN:
                forms.setdefault(name, form)
        return Dialect(self._separator, self.encoding, self._scan.bom, line_end, forms, self.na)

    # --- text

    @property
    def _separator(self) -> str:
        return self.delimiter or DEFAULT_DELIMITERS[self.file_format]

    @property
    def _comma_is_free(self) -> bool:
        return self._separator != ","

    @cached_property
    def _held(self) -> dict[str, ColumnKind]:
        held = {column.name: ColumnKind(column.held) for column in self.intake.columns}
        return {name: held[name] for name in self.intake.needed}

    @property
    def _needed(self) -> list[str]:
        return [name for name in self._held if name in self.header]

    @cached_property
    def _scan(self) -> Scan:
        """A pass over the whole file, before anything of it is used."""
        return scanned(self.path, suffix_of(self.path)[1], self.encoding, self._separator)

    @cached_property
    def _first_texts(self) -> pl.DataFrame:
        return next(iter(self._frames(None)), pl.DataFrame(schema=dict.fromkeys(self.header, pl.String)))

    @cached_property
    def _forms(self) -> dict[str, TextForm]:
        """The form of every column of dates: the one that reads every value of the file.

        03/04 alone does not tell; then the form of the design table counts.
        """
        fitting = {name: set(DATE_FORMS) for name in self._needed if self._held[name] is ColumnKind.DATE}
        if not fitting:
            return {}
        for frame in self._frames(None):
            for name, forms in fitting.items():
                forms &= _fitting_forms(_known(frame[name], (*self.na, *MISSING_WORDS)))
        for name, form in self._designed_forms.items():
            if form in fitting.get(name, ()):
                fitting[name] = {form}
        return {name: TextForm(time=forms.pop()) for name, forms in fitting.items() if len(forms) == 1}

    @property
    def _designed_forms(self) -> dict[str, str]:
        """The form of dates in the design table, where day and month may be mixed up."""
        moments = [attribute for attribute in self.intake.encoding.attributes if isinstance(attribute, Moment)]
        return {moment.name: moment.form for moment in moments if moment.form is not None}

    def _typed(self, frame: pl.DataFrame) -> pl.DataFrame:
        fresh = [self._as_held(frame[name]).alias(name) for name in self._needed]
        plain = [frame[name].set(frame[name] == "", None) for name in frame.columns if name not in self._held]
        return frame.with_columns(*plain, *fresh)

    def _as_held(self, text: pl.Series) -> pl.Series:
        held = self._held[text.name]
        known = _known(text, self.na)
        if held is ColumnKind.TEXT:
            return text.set(known.is_null(), None)
        plain = known.set(known.is_in(MISSING_WORDS), None)
        form = self._forms.get(text.name)
        if form is not None and form.time is not None:
            return plain.str.to_date(form.time, strict=False)
        dtype = DTYPE_OF.get(held)
        if dtype is not None and plain.null_count() == len(plain):
            return pl.Series(text.name, [None] * len(plain), dtype=dtype)
        values = typed(text, comma_is_free=self._comma_is_free, na=self.na)[0]
        if dtype is None or values.dtype == dtype:
            return values
        fits = values.dtype.is_numeric() and dtype.is_numeric()
        cast = values.cast(dtype, strict=False) if fits else values
        return cast if fits and bool((cast == values).fill_null(True).all()) else values

    # --- frames

    def _frames(self, watch: Watch | None) -> Iterator[pl.DataFrame]:
        """The file as polars frames of a bounded number of records."""
        chunks = self._text_chunks(watch) if self.is_text else self._parquet_chunks(watch)
        waiting: list[pl.DataFrame] = []
        for chunk in chunks:
            waiting.append(chunk)
            most = self._most_records(chunk.width)
            if sum(frame.height for frame in waiting) >= most:
                yield from pl.concat(waiting).iter_slices(most)
                waiting = []
        if waiting and sum(frame.height for frame in waiting):
            yield from pl.concat(waiting).iter_slices(self._most_records(waiting[0].width))

    def _most_records(self, n_columns: int) -> int:
        widest = max(n_columns, self.intake.encoding.n_coordinates)
        return min(MOST_RECORDS, max(FEWEST_RECORDS, MOST_VALUES // widest))

    def _text_chunks(self, watch: Watch | None) -> Iterator[pl.DataFrame]:
        ragged: list[int] = []

        def note(row: Any) -> str:
            ragged.append(row.actual_columns)
            return "skip"

        raw = pyarrow().OSFile(str(self.path))
        size = raw.size()
        compression = suffix_of(self.path)[1]
        stream = pyarrow().CompressedInputStream(raw, compression) if compression else raw
        reader = attempt(
            lambda: self._csv_reader(stream, note),
            lambda error: (
                self._unreadable(error)
                if len(first_rows(self._scan.head, self._separator, 2)) > 1
                else no_records(self.path)
            ),
        )
        n_before = 0
        while True:
            batch = self._read(lambda: next(reader, None))
            if ragged:
                raise TableError(
                    f"{self.path.name} has a row with {ragged[0]} fields where the header has {len(self.header)}. "
                    "Complete the rows, or say which character separates the columns."
                )
            if batch is None:
                return
            if watch is not None:
                watch(min(raw.tell(), size), size)
            frame = pl.DataFrame(pl.from_arrow(batch))
            refuse_swallowed_records(frame, self._separator, self.path.name, na=self.na, n_before=n_before)
            n_before += frame.height
            yield frame

    def _csv_reader(self, stream: Any, note: Callable[[Any], str]) -> Any:
        pa, arrow_csv = pyarrow(), pyarrow_csv()
        return iter(
            arrow_csv.open_csv(
                stream,
                read_options=arrow_csv.ReadOptions(encoding=self.encoding, block_size=BLOCK_BYTES),
                parse_options=arrow_csv.ParseOptions(
                    delimiter=self._separator,
                    newlines_in_values=True,
                    invalid_row_handler=note,
                    ignore_empty_lines=len(self.header) > 1,
                ),
                convert_options=arrow_csv.ConvertOptions(
                    column_types=dict.fromkeys(self.header, pa.string()), strings_can_be_null=False
                ),
            )
        )

    def _parquet_chunks(self, watch: Watch | None) -> Iterator[pl.DataFrame]:
        from pyarrow import parquet

        file = self._read(lambda: parquet.ParquetFile(str(self.path)))
        n_records, n_read = file.metadata.num_rows, 0
        batches = file.iter_batches(batch_size=self._most_records(file.metadata.num_columns))
        while True:
            batch = self._read(lambda: next(batches, None))
            if batch is None:
                return
            n_read += batch.num_rows
            if watch is not None:
                watch(n_read, n_records)
            yield pl.DataFrame(pl.from_arrow(batch))

    def _read(self, action: Callable[[], Any]) -> Any:
        return attempt(action, self._unreadable)

    def _unreadable(self, error: BaseException) -> TableError:
        return TableError(
            f"{self.path.name} cannot be read as {self.file_format} ({type(error).__name__}). It may be damaged, or "
            "written in another encoding."
        )

    def _table(self, frame: pl.DataFrame, n_before: int, *, in_doubt: bool = False) -> Table:
        """A batch as a table. Messages count rows from where a batch begins, so a later one is named after that row."""
        origin = Origin("file", self.path, self.file_format, {"header_in_doubt": in_doubt})
        if n_before:
            part = self.path.with_name(f"{self.path.name} (from row {n_before + 1:,} on)")
            origin = replace(origin, path=part, file_format=None)
        return Table(nw.from_native(frame, eager_only=True), origin)


def can_be_batched(path: str | Path) -> bool:
    """Whether the format can be read in parts."""
    suffix, _ = suffix_of(Path(path))
    return suffix in TEXT_FORMATS or suffix in PARQUET_SUFFIXES


def _known(text: pl.Series, na: Sequence[str]) -> pl.Series:
    """The text of values that are not missing."""
    trimmed = text.str.strip_chars()
    return trimmed.set(trimmed.is_in(["", *na]), None)


def _fitting_forms(known: pl.Series) -> set[str]:
    return {
        form
        for form, shape in DATE_FORMS.items()
        if bool(known.str.contains(shape).fill_null(True).all())
        and known.str.to_date(form, strict=False).null_count() == known.null_count()
    }
