"""One text file: its bytes judged, its header, its dialect, and its fields as texts, part by part.

Reading in memory (`delimited.py`) and reading in batches (`table/batches`) begin here, so a file with a wrong
delimiter, ragged rows, stray quotes or another encoding is refused in the same words by both.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import polars as pl

from shoal.errors import ParameterError, Setting, TableError
from shoal.progress import Progress, no_progress
from shoal.table.arrow import pyarrow
from shoal.table.files.decompression_limit import limit_of, too_large
from shoal.table.files.headers import (
    checked_header,
    delimiter_word,
    first_rows,
    likely_delimiter,
    no_records,
    say_delimiter,
    visible,
)
from shoal.table.files.quoting import QuoteWatch
from shoal.table.files.text_rows import RaggedRow, ragged_rows, text_chunks
from shoal.table.files.text_types import PLAIN, TextForm
from shoal.table.foreign_errors import attempt
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


@dataclass(frozen=True)
class TextFile:
    """A text file whose bytes have been judged; its rows have not."""

    path: Path
    compression: str | None
    separator: str
    encoding: str
    header: list[str]
    scan: Scan

    @classmethod
    def of(
        cls,
        path: Path,
        file_format: str,
        compression: str | None,
        *,
        encoding: str | None,
        delimiter: str | None,
        header_is_known: bool = False,
    ) -> TextFile:
        """Judge the bytes and the header. `header_is_known`: the first row was written by us, so it is not judged."""
        separator = checked_delimiter(delimiter) if delimiter is not None else DEFAULT_DELIMITERS[file_format]
        scan = scanned(path, compression, encoding, separator)
        if header_is_known:
            header = first_rows(scan.head, separator, 1)[0]
        else:
            header = checked_header(path, scan.head, separator, delimiter_given=delimiter is not None)
        scan.quotes.require_sound(path.name, scan.head)
        return cls(path, compression, separator, encoding or "utf-8", header, scan)

    @property
    def comma_is_free(self) -> bool:
        """Whether the comma separates no columns, so that it may be the decimal mark."""
        return self.separator != ","

    def dialect(self, forms: Mapping[str, TextForm], na: Sequence[str]) -> Dialect:
        """How the file is written, given the forms of its columns."""
        line_end = "\r\n" if "\r\n" in self.scan.head else "\n"
        return Dialect(self.separator, self.encoding, self.scan.bom, line_end, dict(forms), tuple(na))

    def texts(self) -> pl.DataFrame:
        """Every field as text; ragged rows are refused."""
        return pl.concat(list(self.chunks()))

    def chunks(self, watch: Progress = no_progress) -> Iterator[pl.DataFrame]:
        """Every field as text, part by part; a file without records and ragged rows are refused."""
        n_records = 0
        for frame in text_chunks(
            self.path,
            self.compression,
            self.header,
            self._worded,
            separator=self.separator,
            encoding=self.encoding,
            head=self.scan.head,
            watch=watch,
        ):
            n_records += frame.height
            yield frame
        if n_records == 0:
            raise no_records(self.path)

    def _worded(self, error: BaseException) -> TableError:
        if not isinstance(error, RaggedRow):
            return _unreadable(self.path, error)

        def counted() -> tuple[int, int, int]:
            with pyarrow().input_stream(str(self.path), compression=self.compression) as stream:
                return ragged_rows(
                    stream, separator=self.separator, encoding=self.encoding, skip_empty=len(self.header) > 1
                )

        ragged = attempt(counted, lambda failure: _unreadable(self.path, failure))
        return _ragged(self.path, ragged, self.separator, len(self.header), self.scan)


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
