"""Text tables: CSV, TSV and their kin.

Every field is first read as text. The type of a column depends on all its values, so that 08001 stays a code, and a
stray word has the same effect anywhere in the file. Columns that are not replaced are written back as they were
spelled. A file with a wrong delimiter, ragged rows or another encoding is refused in words.
"""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import narwhals as nw
import polars as pl

from shoal.errors import ParameterError, Setting, TableError, WriteError
from shoal.table.arrow import pyarrow
from shoal.table.files.columnar import as_polars
from shoal.table.files.decompression_limit import limit_of, too_large
from shoal.table.files.headers import (
    checked_header,
    delimiter_word,
    first_rows,
    likely_delimiter,
    looks_like_data,
    no_records,
    say_delimiter,
    unproven,
    visible,
)
from shoal.table.files.quoting import QuoteWatch, refuse_swallowed_records
from shoal.table.files.text_rows import RaggedRow, ragged_rows, text_frames
from shoal.table.files.text_types import AMBIGUOUS_FORMS, PLAIN, TextForm, fixed_decimals, spelled, typed
from shoal.table.foreign_errors import attempt
from shoal.table.frames.table import Origin, Table
from shoal.table.wording import found, row_words

DEFAULT_DELIMITERS = {"csv": ",", "tsv": "\t"}
SCANNED_AT_ONCE = 1 << 22  # bytes; large enough to be fast, small beside any table
UTF8_BOM = codecs.BOM_UTF8


@dataclass(frozen=True)
class Dialect:
    """How a text table is written down."""

    delimiter: str
    encoding: str = "utf-8"
    bom: bool = False
    line_end: str = "\n"
    forms: dict[str, TextForm] = field(default_factory=dict)
    na: tuple[str, ...] = ()  # what else than an empty field means "missing"

    def form(self, name: str) -> TextForm:
        """The form of a column; one that was not there uses the decimal mark of the others."""
        comma = any(form.decimal_comma for form in self.forms.values())
        known = self.forms.get(name, PLAIN)
        return replace(known, decimal_comma=comma)


@dataclass(frozen=True)
class Scan:
    """What one pass over the bytes tells."""

    head: str  # the beginning of the file, decoded
    bom: bool
    quotes: QuoteWatch


def read(
    path: Path,
    file_format: str,
    compression: str | None,
    *,
    encoding: str | None,
    delimiter: str | None,
    na: Sequence[str] = (),
    header_is_known: bool = False,
    literally: bool = False,
) -> Table:
    """Read a text table, or say in words why it cannot be one.

    `na`: spellings that mean "missing" in every column. `header_is_known`: the first row was written by us, so it is
    not judged. `literally`: every column stays text, and only an empty field is missing.
    """
    separator = checked_delimiter(delimiter) if delimiter is not None else DEFAULT_DELIMITERS[file_format]
    scan = scanned(path, compression, encoding, separator)
    if header_is_known:
        header = first_rows(scan.head, separator, 1)[0]
    else:
        header = checked_header(path, scan.head, separator, delimiter_given=delimiter is not None)
    scan.quotes.require_sound(path.name, scan.head)
    texts = _texts(path, compression, encoding or "utf-8", separator, header, scan)
    if not header_is_known:  # what we wrote ourselves is quoted as it should be
        refuse_swallowed_records(texts, separator, path.name, na=na)
    if literally:
        raw = texts.with_columns([texts[name].set(texts[name] == "", None) for name in header])
        return Table(nw.from_native(raw, eager_only=True), Origin("file", path, file_format))
    columns: dict[str, pl.Series] = {}
    spelling: dict[str, pl.Series] = {}
    forms: dict[str, TextForm] = {}
    for name in header:
        text = texts[name]
        values, form = typed(text, comma_is_free=separator != ",", na=na)
        columns[name] = values
        released_form = replace(form, decimals=fixed_decimals(text.str.strip_chars(), values))
        if released_form != PLAIN:
            forms[name] = released_form
        if not (spelled(values, form) == text).all():
            spelling[name] = text
    line_end = "\r\n" if "\r\n" in scan.head else "\n"
    dialect = Dialect(separator, encoding or "utf-8", scan.bom, line_end, forms, tuple(na))
    in_doubt = not header_is_known and looks_like_data(header, texts)
    doubts = {"header_in_doubt": in_doubt, "header_unproven": not header_is_known and unproven(columns.values())}
    origin = Origin("file", path, file_format, {"dialect": dialect, **doubts})
    return Table(nw.from_native(pl.DataFrame(columns), eager_only=True), origin, spelling=spelling)


def doubtful_date_form(table: Table, name: str) -> str | None:
    """The form of a column of dates in a text file, if only other values of the column told it from another form."""
    dialect = table.origin.metadata.get("dialect")
    form = dialect.form(name).time if isinstance(dialect, Dialect) else None
    return form if form in AMBIGUOUS_FORMS else None


def dialect_for(table: Table, file_format: str) -> Dialect:
    """The dialect `table` is written in: the one it was read in, when it came from the same format."""
    return dialect_of(table.origin, file_format)


def dialect_of(origin: Origin, file_format: str) -> Dialect:
    """The same for a table of this origin."""
    known = origin.metadata.get("dialect")
    if not isinstance(known, Dialect):
        return Dialect(DEFAULT_DELIMITERS[file_format])
    if origin.file_format == file_format:
        return known
    return replace(known, delimiter=DEFAULT_DELIMITERS[file_format])


def write(table: Table, draft: Path, file_format: str, compression: str | None) -> None:
    """Write the table to `draft` in its dialect, columns that were not replaced as they were spelled."""
    dialect = dialect_for(table, file_format)
    frame = as_polars(table)
    texts = pl.DataFrame([column_text(table, frame[name], dialect) for name in table.columns])
    layout: dict[str, Any] = {"separator": dialect.delimiter, "line_terminator": dialect.line_end}
    with _opened_for_writing(draft, compression) as stream:
        if codecs.lookup(dialect.encoding).name == "utf-8":
            texts.write_csv(stream, include_bom=dialect.bom, **layout)
            return
        stream.write(
            attempt(
                lambda: texts.write_csv(**layout).encode(dialect.encoding),
                lambda _: WriteError(
                    f"Some released text cannot be written in the encoding {dialect.encoding} of the input. Save "
                    f"the input as UTF-8 and run again, or write another format."
                ),
                caught=(UnicodeEncodeError,),
            )
        )


def column_text(table: Table, values: pl.Series, dialect: Dialect | None = None) -> pl.Series:
    """The text of a column, as its file spelled it if nobody replaced it; null where it is empty."""
    dialect = dialect or dialect_for(table, "csv")
    text = table.spelling(values.name)
    if text is None:
        if values.dtype in (pl.Categorical, pl.Enum):
            values = values.cast(pl.String)
        text = attempt(
            lambda: spelled(values, dialect.form(values.name)),
            lambda _: WriteError(
                f"Column '{values.name}' holds nested, binary or other values that text files and workbooks cannot "
                "hold.",
                column=values.name,
                hint="Convert or drop it before writing.",
            ),
        )
    return text.set(text == "", None).alias(values.name)  # a null is written as nothing at all


def _opened_for_writing(draft: Path, compression: str | None) -> Any:
    if compression is None:
        return draft.open("wb")
    pa = pyarrow()
    return pa.output_stream(str(draft), compression=compression)


def checked_delimiter(delimiter: str) -> str:
    """One character that can separate columns."""
    if len(delimiter) != 1 or not delimiter.isascii() or delimiter in '"\r\n':
        raise ParameterError(
            Setting("delimiter"),
            " must be one ASCII character that is no quote and no line end, such as ';', or '\\t' for a tab.",
        )
    return delimiter


def _checked_encoding(encoding: str | None) -> str:
    if encoding is None:
        return "utf-8"

    def known() -> str:
        "".encode(encoding)  # refuses codecs that are none of text, such as base64
        return codecs.lookup(encoding).name

    return attempt(
        known,
        lambda _: ParameterError(
            "There is no ", Setting("encoding"), f" '{encoding}'. Common ones are utf-8, cp1252, latin-1, utf-16."
        ),
        caught=(LookupError, ValueError),
    )


def scanned(path: Path, compression: str | None, said: str | None, separator: str) -> Scan:
    """One pass over the bytes: is it text in the encoding, how does it begin, and are its quotes in order."""
    pa = pyarrow()
    encoding = _checked_encoding(said)
    decoder = codecs.getincrementaldecoder(encoding)()
    head, n_lines, bom, quotes = "", 0, False, QuoteWatch(separator, encoding)
    limit, n_bytes = None if compression is None else limit_of(path), 0
    failure: TableError | None = None
    try:
        with pa.input_stream(str(path), compression=compression) as stream:
            start = True
            while chunk := stream.read(SCANNED_AT_ONCE):
                n_bytes += len(chunk)
                if limit is not None and n_bytes > limit:
                    raise too_large(path, limit)
                if start:
                    bom = chunk.startswith(UTF8_BOM) and encoding == "utf-8"
                    _refuse_binary(path, chunk, encoding)
                text = decoder.decode(chunk)
                head, start = (text if start else head), False
                n_lines += text.count("\n")
                quotes.feed(chunk)
            decoder.decode(b"", True)
            quotes.feed(b"")
    except UnicodeDecodeError as error:
        line = n_lines + bytes(error.object)[: error.start].count(b"\n") + 1
        failure = _not_in_encoding(path, encoding, line)
    except OSError as error:
        failure = TableError(f"{path.name} cannot be read ({type(error).__name__}). Check that it is whole.")
    if failure is not None:  # raised here, because the error of the decoder holds the bytes of the file
        raise failure
    head = head.removeprefix("\ufeff")
    if not head.strip():
        raise TableError(f"{path.name} is empty. A table needs a row of column names and at least one record.")
    return Scan(head, bom, quotes)


def _refuse_binary(path: Path, chunk: bytes, encoding: str) -> None:
    if encoding.startswith(("utf-16", "utf-32")):
        return
    if chunk.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise TableError(
            f"{path.name} is written in UTF-16.",
            parameter="encoding",
            hint=("Say so (", Setting("encoding", "utf-16"), ")."),
        )
    if chunk.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):  # what Excel writes: a ZIP archive, or the old OLE
        raise TableError(
            f"{path.name} is a workbook or an archive, whatever its suffix says. If it is a workbook, give it the "
            "suffix .xlsx, or open it in the program that wrote it and save the table as CSV (UTF-8)."
        )
    if b"\0" in chunk[:4096]:
        raise TableError(
            f"{path.name} is not a text file, whatever its suffix says. Give the suffix of its true format."
        )


def _not_in_encoding(path: Path, encoding: str, line: int) -> TableError:
    other = "latin-1" if encoding == "cp1252" else "cp1252"
    return TableError(
        f"{path.name} is not written in {encoding.upper()} (line {line} is the first that is not). Programs of "
        "Windows write cp1252, which has the euro sign, some others latin-1.",
        parameter="encoding",
        hint=("Say so (", Setting("encoding", other), "), or save the file as UTF-8."),
    )


def _texts(
    path: Path, compression: str | None, encoding: str, separator: str, header: list[str], scan: Scan
) -> pl.DataFrame:
    """Every field as text; ragged rows are refused."""
    skip_empty = len(header) > 1  # in a single column an empty line is a missing value

    def parsed() -> list[pl.DataFrame] | None:
        with pyarrow().input_stream(str(path), compression=compression) as stream:
            try:
                return list(text_frames(stream, header, separator=separator, encoding=encoding, skip_empty=skip_empty))
            except RaggedRow:
                return None

    def ragged() -> tuple[int, int, int]:
        with pyarrow().input_stream(str(path), compression=compression) as stream:
            return ragged_rows(stream, separator=separator, encoding=encoding, skip_empty=skip_empty)

    frames = attempt(parsed, lambda error: _unreadable(path, error))
    if frames is None:
        counted = attempt(ragged, lambda error: _unreadable(path, error))
        raise _ragged(path, counted, separator, len(header), scan)
    if sum(frame.height for frame in frames) == 0:
        raise no_records(path)
    return pl.concat(frames)


def _unreadable(path: Path, error: BaseException) -> TableError:
    return TableError(
        f"{path.name} cannot be read as a text table ({type(error).__name__}). Check its quotes and line ends."
    )


def _ragged(path: Path, ragged: tuple[int, int, int], separator: str, expected: int, scan: Scan) -> TableError:
    n_ragged, first, n_fields = ragged
    where = row_words(first, header=True)
    message = (
        f"{found(n_ragged, 'row', 'rows')} of {path.name} {'does' if n_ragged == 1 else 'do'} not have "
        f"the {expected} fields of the header; the first is {where} with {n_fields}."
    )
    likely = likely_delimiter(scan.head, separator)
    if likely is not None:
        word = delimiter_word(likely).capitalize()
        message += f" {word} ('{visible(likely)}') seems to separate the columns."
        return TableError(message, parameter="delimiter", count=n_ragged, hint=say_delimiter(likely))
    advice = f"Put fields that contain {delimiter_word(separator)} in quotes, or complete the rows."
    return TableError(message, count=n_ragged, hint=advice)
