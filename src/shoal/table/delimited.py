"""Text tables: CSV, TSV and their kin.

Every field is read as text first and typed by looking at the whole column, so that 08001 stays a code and one
stray word does not depend on where in the file it stands. Whatever nobody replaces is written back as it was
spelled. A file that is not what it seems (wrong delimiter, ragged rows, another encoding) is refused in
words.
"""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import narwhals as nw
import polars as pl

from shoal.errors import ParameterError, TableError, WriteError
from shoal.table.arrow import pyarrow, pyarrow_csv
from shoal.table.edge import attempt
from shoal.table.frames import Origin, Table
from shoal.table.headers import checked_header, delimiter_word, first_rows, likely_delimiter, looks_like_data, visible
from shoal.table.text_types import PLAIN, TextForm, spelled, typed
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
        return TextForm(known.time, known.truth, comma)


@dataclass(frozen=True)
class _Scan:
    """What one pass over the bytes tells."""

    head: str  # the beginning of the file, decoded
    bom: bool
    odd_quotes: bool


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
    separator = _checked_delimiter(delimiter) if delimiter is not None else DEFAULT_DELIMITERS[file_format]
    scan = _scan(path, compression, _checked_encoding(encoding))
    if header_is_known:
        header = first_rows(scan.head, separator, 1)[0]
    else:
        header = checked_header(path, scan.head, separator, delimiter_given=delimiter is not None)
    texts = _texts(path, compression, encoding or "utf-8", separator, header, scan)
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
        if form != PLAIN:
            forms[name] = form
        if not (spelled(values, form) == text).all():
            spelling[name] = text
    line_end = "\r\n" if "\r\n" in scan.head else "\n"
    dialect = Dialect(separator, encoding or "utf-8", scan.bom, line_end, forms, tuple(na))
    in_doubt = not header_is_known and looks_like_data(header, texts)
    origin = Origin("file", path, file_format, {"dialect": dialect, "header_in_doubt": in_doubt})
    return Table(nw.from_native(pl.DataFrame(columns), eager_only=True), origin, spelling=spelling)


def dialect_for(table: Table, file_format: str) -> Dialect:
    """The dialect `table` is written in: the one it was read in, when it came from the same format."""
    known = table.origin.metadata.get("dialect")
    if not isinstance(known, Dialect):
        return Dialect(DEFAULT_DELIMITERS[file_format])
    if table.origin.file_format == file_format:
        return known
    return replace(known, delimiter=DEFAULT_DELIMITERS[file_format])


def write(table: Table, draft: Path, file_format: str, compression: str | None) -> None:
    """Write the table to `draft` in its dialect, columns that were not replaced as they were spelled."""
    from shoal.table.files import as_polars

    dialect = dialect_for(table, file_format)
    frame = as_polars(table)
    texts = pl.DataFrame([_column_text(table, frame[name], dialect) for name in table.columns])
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


def _column_text(table: Table, values: pl.Series, dialect: Dialect) -> pl.Series:
    text = table.spelling(values.name)
    if text is None:
        if values.dtype in (pl.Categorical, pl.Enum):
            values = values.cast(pl.String)
        text = attempt(
            lambda: spelled(values, dialect.form(values.name)),
            lambda _: WriteError(
                f"Column '{values.name}' holds nested, binary or other values that text files cannot hold. "
                f"Convert or drop it before writing."
            ),
        )
    return text.set(text == "", None).alias(values.name)  # a null is written as nothing at all


def _opened_for_writing(draft: Path, compression: str | None) -> Any:
    if compression is None:
        return draft.open("wb")
    pa = pyarrow()
    return pa.output_stream(str(draft), compression=compression)


def _checked_delimiter(delimiter: str) -> str:
    if len(delimiter) != 1 or not delimiter.isascii() or delimiter in '"\r\n':
        raise ParameterError("The delimiter must be one ASCII character that is no quote and no line end, such as ;")
    return delimiter


def _checked_encoding(encoding: str | None) -> str:
    if encoding is None:
        return "utf-8"
    return attempt(
        lambda: codecs.lookup(encoding).name,
        lambda _: ParameterError(f"There is no encoding '{encoding}'. Common ones are utf-8, latin-1, cp1252, utf-16."),
        caught=(LookupError, ValueError),
    )


def _scan(path: Path, compression: str | None, encoding: str) -> _Scan:
    """One pass over the bytes: is it text in this encoding, and how does it begin."""
    pa = pyarrow()
    decoder = codecs.getincrementaldecoder(encoding)()
    head, n_lines, quotes, bom = "", 0, 0, False
    failure: TableError | None = None
    try:
        with pa.input_stream(str(path), compression=compression) as stream:
            start = True
            while chunk := stream.read(SCANNED_AT_ONCE):
                if start:
                    bom = chunk.startswith(UTF8_BOM) and encoding == "utf-8"
                    _refuse_binary(path, chunk, encoding)
                text = decoder.decode(chunk)
                head, start = (text if start else head), False
                n_lines += text.count("\n")
                quotes += text.count('"')
            decoder.decode(b"", True)
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
    return _Scan(head, bom, quotes % 2 == 1)


def _refuse_binary(path: Path, chunk: bytes, encoding: str) -> None:
    if encoding.startswith(("utf-16", "utf-32")):
        return
    if chunk.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise TableError(f"{path.name} is written in UTF-16. Say so (encoding='utf-16', --encoding utf-16).")
    if b"\0" in chunk[:4096]:
        raise TableError(
            f"{path.name} is not a text file, whatever its suffix says. Give the suffix of its true format."
        )


def _not_in_encoding(path: Path, encoding: str, line: int) -> TableError:
    return TableError(
        f"{path.name} is not written in {encoding.upper()} (line {line} is the first that is not). Older "
        f"programs write latin-1 or cp1252: say so (encoding='latin-1', --encoding latin-1), or save the "
        f"file as UTF-8."
    )


def _texts(
    path: Path, compression: str | None, encoding: str, separator: str, header: list[str], scan: _Scan
) -> pl.DataFrame:
    """Every field as text; ragged rows and quotes that never close are refused."""
    ragged: list[tuple[int, int | None]] = []
    table = _parse(path, compression, encoding, separator, header, ragged, threads=True)
    if ragged:
        ragged.clear()  # rows are numbered only when they are read one after the other
        _parse(path, compression, encoding, separator, header, ragged, threads=False)
        raise TableError(_ragged_words(path, ragged, separator, len(header), scan))
    if table.num_rows == 0:
        raise TableError(f"{path.name} has column names but no records. There is nothing to anonymise.")
    frame = pl.DataFrame(pl.from_arrow(table))
    if scan.odd_quotes and "\n" in str(frame[header[-1]][-1]):
        raise TableError(
            f"A quote that opens in {row_words(frame.height - 1, header=True)} of {path.name} never closes. "
            f"Close it, or double it if it is part of the text."
        )
    return frame


def _parse(
    path: Path,
    compression: str | None,
    encoding: str,
    separator: str,
    header: list[str],
    ragged: list[tuple[int, int | None]],
    *,
    threads: bool,
) -> Any:
    pa, arrow_csv = pyarrow(), pyarrow_csv()

    def note(row: Any) -> str:
        ragged.append((row.actual_columns, row.number))
        return "skip"

    def parsed() -> Any:
        with pa.input_stream(str(path), compression=compression) as stream:
            return arrow_csv.read_csv(
                stream,
                read_options=arrow_csv.ReadOptions(use_threads=threads, encoding=encoding),
                parse_options=arrow_csv.ParseOptions(
                    delimiter=separator,
                    newlines_in_values=True,
                    invalid_row_handler=note,
                    ignore_empty_lines=len(header) > 1,  # in a single column an empty line is a missing value
                ),
                convert_options=arrow_csv.ConvertOptions(
                    column_types=dict.fromkeys(header, pa.string()), strings_can_be_null=False
                ),
            )

    return attempt(
        parsed,
        lambda error: TableError(
            f"{path.name} cannot be read as a text table ({type(error).__name__}). Check its quotes and line ends."
        ),
    )


def _ragged_words(path: Path, ragged: list[tuple[int, int | None]], separator: str, expected: int, scan: _Scan) -> str:
    n_fields, number = min(ragged, key=lambda row: row[1] or 0)
    where = row_words((number or 2) - 2, header=True)  # the reader counts the header as row 1
    message = (
        f"{found(len(ragged), 'row', 'rows')} of {path.name} {'does' if len(ragged) == 1 else 'do'} not have "
        f"the {expected} fields of the header; the first is {where} with {n_fields}."
    )
    likely = likely_delimiter(scan.head, separator)
    if likely is not None:
        word = delimiter_word(likely).capitalize()
        return f"{message} {word} ('{visible(likely)}') seems to separate columns: say so with delimiter=."
    if scan.odd_quotes:
        return f"{message} A quote that never closes is the likely cause."
    return f"{message} Put fields that contain {delimiter_word(separator)} in quotes, or complete the rows."
