"""Batches: a file of any size as a sequence of small tables, read as often as it takes.

Text files (CSV, TSV, also compressed) and Parquet. In a text file the type of a column cannot be told from one batch,
so the columns that the quantizer needs are read as what they held in the design table, and all others stay text,
letter by letter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Literal

import narwhals as nw
import polars as pl

from shoal.encode.attributes.moment import Moment
from shoal.errors import Setting, TableError
from shoal.progress import Progress, no_progress
from shoal.quantizer.intake.held_columns import DecimalMarks, NumberSigns, as_held, fitting_date_forms
from shoal.quantizer.intake.intake import Intake
from shoal.table.batches.columnar_batches import ColumnarBatches
from shoal.table.batches.members import Members, is_pattern, members_of
from shoal.table.batches.sizes import records_at_once, regrouped
from shoal.table.files.formats import TEXT_FORMATS, suffix_of
from shoal.table.files.headers import checked_header, looks_like_data, unproven
from shoal.table.files.quoting import refuse_swallowed_records
from shoal.table.files.text_file import DEFAULT_DELIMITERS, Dialect, Scan, checked_delimiter, scanned
from shoal.table.files.text_rows import RaggedRow, text_chunks
from shoal.table.files.text_types import DATE_FORMS, PLAIN, TextForm, spellings
from shoal.table.files.text_typing import typed
from shoal.table.frames.table import ColumnKind, Origin, Table
from shoal.table.sources import table_of

PARQUET_SUFFIXES = (".parquet", ".pq")


@dataclass(frozen=True)
class BatchLimits:
    """How much of a file is held in memory at a time."""

    most_records: int = 1 << 17  # of a batch
    fewest_records: int = 1 << 10  # of a batch of a wide table, and of a sample
    records_per_bucket: int = 1 << 18  # while records are shuffled; a few times as many when lots fall unevenly


class SpreadSample:
    """Records from all over a file, at most as many as a batch holds: the beginning alone may be sorted by something.

    Every record at first; whenever there are too many, every other one of them is kept, and half as many from then on.
    """

    def __init__(self, limits: BatchLimits) -> None:
        self.n_batches = 0
        self._parts: list[pl.DataFrame] = []
        self._stride, self._n_seen, self._n_kept, self._most = 1, 0, 0, limits.fewest_records

    def put(self, frame: pl.DataFrame) -> None:
        """Keep a share of a batch."""
        self.n_batches += 1
        self._most = max(self._most, frame.height)  # the last batch of a file may be a short one
        self._keep(frame.gather_every(self._stride, -self._n_seen % self._stride))
        self._n_seen += frame.height
        while self._n_kept > self._most:
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
    """A file that can be read in batches, again and again; or several, of one folder or pattern, as one table."""

    path: Path  # as it was given
    paths: tuple[Path, ...]
    intake: Intake
    encoding: str = "utf-8"
    delimiter: str | None = None
    na: tuple[str, ...] = ()
    limits: BatchLimits = BatchLimits()

    @classmethod
    def of(
        cls,
        path: str | Path,
        intake: Intake,
        *,
        encoding: str | None = None,
        delimiter: str | None = None,
        na: Sequence[str] = (),
        sheet: str | int | None = None,
        limits: BatchLimits | None = None,
    ) -> BatchSource:
        """Refuse what cannot be read in batches, before anything is read."""
        source = Path(path)
        if sheet is not None:
            raise TableError(
                f"{source.name} is no workbook, so it has no sheets.",
                parameter="sheet",
                hint=("Leave ", Setting("sheet"), " out."),
            )
        members = members_of(source) if _is_several(source) else Members(source, (source,), _format_of(source) or "")
        if not members.paths[0].is_file():
            raise TableError(f"There is no file {path}. Check the path.")
        if _format_of(members.paths[0]) is None:
            raise TableError(
                f"{source.name} is neither a text file nor Parquet, so it is not read in batches. Convert it, or use "
                "Quantizer.release with the table in memory."
            )
        if not members.is_text and (encoding is not None or delimiter is not None or spellings(na)):
            raise TableError(
                f"{source.name} is not a text file.",
                parameter=("encoding", "delimiter", "na"),
                hint=("Leave ", Setting("encoding"), ", ", Setting("delimiter"), " and ", Setting("na"), " out."),
            )
        separator = None if delimiter is None else checked_delimiter(delimiter)
        limits = limits or BatchLimits()
        return cls(source, members.paths, intake, encoding or "utf-8", separator, spellings(na), limits)

    @property
    def file_format(self) -> str:
        """As in the origin of a table."""
        return _format_of(self.paths[0]) or ""

    @property
    def is_text(self) -> bool:
        """CSV or TSV, compressed or not."""
        return self.file_format in DEFAULT_DELIMITERS

    def tables(self, watch: Progress = no_progress, sample: SpreadSample | None = None) -> Iterator[Table]:
        """Batch after batch, the needed columns with their types; ``sample`` sees every batch as it was read."""
        n_before, in_doubt = 0, False
        for frame, held in self._batches(watch):
            if sample is not None:
                sample.put(frame)
            in_doubt = in_doubt or (self.is_text and n_before == 0 and looks_like_data(self.header, frame))
            yield self._table(held, n_before, in_doubt=in_doubt, spelling=self._spelling(frame))
            n_before += frame.height

    def whole(self) -> Table:
        """The file as one table in memory: the needed columns as in `tables`, the others with types of their own."""
        if not self.is_text:
            if len(self.paths) == 1:
                return table_of(self.paths[0])
            return self._table(pl.concat(self._frames(no_progress)), 0)
        frames, parts = zip(*self._batches(), strict=True)
        frame = pl.concat(frames)
        held = [self._joined([part[name] for part in parts], frame[name]).alias(name) for name in self._needed]
        own = self.typed_by_itself(frame)
        return Table(
            nw.from_native(own.native().with_columns(*held), eager_only=True),
            replace(own.origin, metadata={**own.origin.metadata, "dialect": self.dialect}),
            spelling={name: frame[name] for name in self.header},
        )

    @cached_property
    def sample(self) -> Table:
        """The first batch with every column typed by itself: what roles are checked on before anything else."""
        for frame in self._frames(no_progress):
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
        """The column names of a text file; those of one table must be the same."""
        headers = [self._header_of(path) for path in self.paths]
        for path, header in zip(self.paths, headers, strict=True):
            if header != headers[0]:
                raise TableError(
                    f"{path.name} has other columns than {self.paths[0].name}. The files of one table must have the "
                    "same header, in the same order."
                )
        return headers[0]

    def _header_of(self, path: Path) -> list[str]:
        scan = self._scans[path]
        header = checked_header(path, scan.head, self._separator, delimiter_given=self.delimiter is not None)
        scan.quotes.require_sound(path.name, scan.head)
        return header

    @cached_property
    def dialect(self) -> Dialect:
        """How the text file is written, so that the release is written alike."""
        first = self._scans[self.paths[0]]
        line_end = "\r\n" if "\r\n" in first.head else "\n"
        forms = dict(self._forms)
        for name in self._needed:
            form = typed(self._first_texts[name], comma_is_free=self._comma_is_free, na=self.na)[1]
            if form != PLAIN:
                forms.setdefault(name, form)
        return Dialect(self._separator, self.encoding, first.bom, line_end, forms, self.na)

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
    def _numbers(self) -> list[str]:
        """The needed columns of a text file that hold numbers."""
        if not self.is_text:
            return []
        return [name for name in self._needed if self._held[name] in (ColumnKind.NUMBER, ColumnKind.INTEGER)]

    @property
    def _needed(self) -> list[str]:
        return [name for name in self._held if name in self.header]

    @cached_property
    def _scans(self) -> dict[Path, Scan]:
        """A pass over every file, before anything of it is used."""
        return {path: scanned(path, suffix_of(path)[1], self.encoding, self._separator) for path in self.paths}

    @cached_property
    def _first_texts(self) -> pl.DataFrame:
        return next(iter(self._frames(no_progress)), pl.DataFrame(schema=dict.fromkeys(self.header, pl.String)))

    @cached_property
    def _forms(self) -> dict[str, TextForm]:
        """The form of every column of dates: the one that reads every value of the file.

        03/04 alone does not tell; then the form of the design table counts.
        """
        fitting = {name: set(DATE_FORMS) for name in self._needed if self._held[name] is ColumnKind.DATE}
        if not fitting:
            return {}
        for frame in self._frames(no_progress):
            for name, forms in fitting.items():
                forms &= fitting_date_forms(frame[name], self.na)
        for name, form in self._designed_forms.items():
            if form in fitting.get(name, ()):
                fitting[name] = {form}
        return {name: TextForm(time=forms.pop()) for name, forms in fitting.items() if len(forms) == 1}

    @property
    def _designed_forms(self) -> dict[str, str]:
        """The form of dates in the design table, where day and month may be mixed up."""
        moments = [attribute for attribute in self.intake.encoding.attributes if isinstance(attribute, Moment)]
        return {moment.name: moment.form for moment in moments if moment.form is not None}

    @cached_property
    def _units(self) -> dict[str, Literal["ns", "us"]]:
        """What moments are counted in: nanoseconds if the design table had them, else as a text file is read."""
        moments = [attribute for attribute in self.intake.encoding.attributes if isinstance(attribute, Moment)]
        return {moment.name: "ns" if moment.unit == "ns" else "us" for moment in moments}

    def _typed(self, frame: pl.DataFrame) -> pl.DataFrame:
        if not self.is_text:
            return frame
        fresh = [self._as_held(frame[name]).alias(name) for name in self._needed]
        plain = [frame[name].set(frame[name] == "", None) for name in frame.columns if name not in self._held]
        return frame.with_columns(*plain, *fresh)

    def _spelling(self, frame: pl.DataFrame) -> dict[str, pl.Series]:
        """The text of what is read as a number and published as it is: 2.50 stays 2.50, in every batch."""
        kept = [name for name in self.intake.weight if name in self._held] if self.is_text else []
        return {name: frame[name] for name in kept if name in frame.columns}

    def _joined(self, parts: list[pl.Series], text: pl.Series) -> pl.Series:
        """A column as it was typed batch by batch; as the whole of its text where the batches do not go together."""
        if len({part.dtype for part in parts}) > 1:
            if not all(part.dtype.is_numeric() for part in parts):
                return self._as_held(text)
            parts = [part.cast(pl.Float64) for part in parts]
        return pl.concat(parts)

    def _as_held(self, text: pl.Series) -> pl.Series:
        form = self._forms.get(text.name)
        values = as_held(
            text,
            self._held[text.name],
            date_form=None if form is None else form.time,
            comma_is_free=self._comma_is_free,
            na=self.na,
        )
        if text.name in self._units and isinstance(values.dtype, pl.Datetime):  # whatever digits stand in this batch
            return values.dt.cast_time_unit(self._units[text.name])
        return values

    # --- frames

    def _batches(self, watch: Progress = no_progress) -> Iterator[tuple[pl.DataFrame, pl.DataFrame]]:
        """The file batch by batch: as it was read, and with the types of the needed columns."""
        n_read, marks, signs = 0, DecimalMarks(), NumberSigns(self.na)
        for frame in self._frames(watch):
            for name in self._numbers:
                signs.note(frame[name], self.path.name)
                if self._comma_is_free:
                    marks.note(frame[name], self.path.name)
            yield frame, self._typed(frame)
            n_read += frame.height
        if n_read == 0:
            raise TableError(f"{self.path.name} holds no records.")

    def _frames(self, watch: Progress) -> Iterator[pl.DataFrame]:
        """The file as polars frames of a bounded number of records."""
        if self.is_text:
            return regrouped(self._text_chunks(watch), self._most_records(len(self.header)))
        return self._parquet_frames(watch)

    def _most_records(self, n_columns: int) -> int:
        widest = max(n_columns, self.intake.encoding.n_coordinates)
        return records_at_once(widest, self.limits.most_records, self.limits.fewest_records)

    def _text_chunks(self, watch: Progress) -> Iterator[pl.DataFrame]:
        n_before, total = 0, sum(path.stat().st_size for path in self.paths)
        for path in self.paths:
            n_in_file = 0
            for frame in text_chunks(
                path,
                suffix_of(path)[1],
                self.header,
                partial(self._unreadable, path),
                separator=self._separator,
                encoding=self.encoding,
                head=self._scans[path].head,
                watch=partial(_further, watch, n_before, total),
            ):
                refuse_swallowed_records(frame, self._separator, path.name, na=self.na, n_before=n_in_file)
                n_in_file += frame.height
                yield frame
            n_before += path.stat().st_size

    def _parquet_frames(self, watch: Progress) -> Iterator[pl.DataFrame]:
        origin = Origin("file", self.path, "parquet")
        source = ColumnarBatches(self.paths, "parquet", origin, (), self._most_records(0))
        n_read = 0
        for table in source.tables():
            n_read += table.n_records
            watch(n_read, source.n_records)
            yield table.native()

    def _unreadable(self, path: Path, error: BaseException) -> TableError:
        if isinstance(error, RaggedRow):
            return TableError(
                f"{path.name} has a row with {error.n_fields} fields where the header has {len(self.header)}.",
                hint=("Complete the rows, or say which character separates the columns (", Setting("delimiter"), ")."),
            )
        return TableError(
            f"{path.name} cannot be read as {self.file_format} ({type(error).__name__}). It may be damaged, or "
            "written in another encoding."
        )

    def _table(
        self,
        frame: pl.DataFrame,
        n_before: int,
        *,
        in_doubt: bool = False,
        spelling: Mapping[str, pl.Series] | None = None,
    ) -> Table:
        """A batch as a table. Messages count rows from where a batch begins, so a later one is named after that row."""
        doubts = {"header_in_doubt": in_doubt, "header_unproven": self.is_text and unproven(frame.dtypes)}
        origin = Origin("file", self.path, self.file_format, doubts)
        if n_before:
            part = self.path.with_name(f"{self.path.name} (from row {n_before + 1:,} on)")
            origin = replace(origin, path=part, file_format=None)
        return Table(nw.from_native(frame, eager_only=True), origin, spelling=spelling)


def can_be_batched(path: str | Path) -> bool:
    """Whether it can be read in parts: a file by its format; a folder or a pattern in any case."""
    return _is_several(Path(path)) or _format_of(Path(path)) is not None


def can_be_written_in_batches(path: Path) -> bool:
    """Whether a file of this name can be written in parts."""
    return _format_of(path) is not None


def _is_several(path: Path) -> bool:
    return path.is_dir() or is_pattern(path)


def _format_of(path: Path) -> str | None:
    """As in the origin of a table; None where it is read as a whole."""
    suffix, _ = suffix_of(path)
    return "parquet" if suffix in PARQUET_SUFFIXES else TEXT_FORMATS.get(suffix)


def _further(watch: Progress, n_before: int, total: int, done: int, _: int) -> None:
    """Bytes of a file, after those of the files before it."""
    watch(min(n_before + done, total), total)


def batched(table: Any, intake: Intake | None) -> BatchSource | None:
    """The reader of a file that can be read in batches; None for every other table, and for bare points.

    By its own looks alone a column of a file may be typed otherwise than the design table's was.
    """
    if intake is None or not isinstance(table, (str, Path)) or not can_be_batched(table):
        return None
    return BatchSource.of(table, intake)
