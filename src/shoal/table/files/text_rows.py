"""Text rows: the fields of a text file as frames of texts, part by part.

Arrow's reader reads ahead in its own threads. If it holds a Python object (a handler of invalid rows, the decoder of
another encoding than UTF-8), such a thread may release it while the interpreter ends, and that aborts the process. So
Arrow reads UTF-8 without any Python object, and Python's own reader, which is slower, reads other encodings.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import polars as pl

from shoal.errors import ShoalError
from shoal.progress import Progress, no_progress
from shoal.table.arrow import pyarrow, pyarrow_csv
from shoal.table.foreign_errors import attempt

BLOCK_BYTES = 1 << 20  # of a text file that are read at once
ROWS_AT_ONCE = 1 << 14  # of those that Python reads
ARROW_EMPTY = "CSV parse error: Empty CSV file or block"
ARROW_RAGGED = re.compile(r"CSV parse error: (?:Row #\d+: )?Expected \d+ columns, got (\d+)")


class RaggedRow(Exception):
    """A row that does not have as many fields as the header. Says how many it has, and nothing of what they hold."""

    def __init__(self, n_fields: int) -> None:
        super().__init__(f"a row with {n_fields} fields")
        self.n_fields = n_fields


def text_frames(
    stream: Any, columns: Sequence[str], *, separator: str, encoding: str, skip_empty: bool, n_skipped: int = 0
) -> Iterator[pl.DataFrame]:
    """The rows after the header row, every field of these ``columns`` as its text.

    ``skip_empty``: an empty line is no record. ``n_skipped``: lines before the header, where empty ones count.
    """
    if codecs.lookup(encoding).name == "utf-8":
        return _by_arrow(stream, columns, separator, skip_empty=skip_empty, n_skipped=n_skipped)
    return _by_python(stream, separator, encoding, skip_empty=skip_empty, n_skipped=n_skipped)


def text_chunks(
    path: Path,
    compression: str | None,
    columns: Sequence[str],
    worded: Callable[[BaseException], ShoalError],
    *,
    separator: str,
    encoding: str,
    head: str,
    watch: Progress = no_progress,
) -> Iterator[pl.DataFrame]:
    """The records of a file as texts, part by part; ``worded`` words what goes wrong, a `RaggedRow` among it.

    ``head``: how the file begins. ``watch`` is told how many bytes of the file have been read, and of how many.
    """
    pa = pyarrow()
    raw = attempt(lambda: pa.OSFile(str(path)), worded)
    size = raw.size()
    is_single = len(columns) == 1
    frames = text_frames(
        pa.CompressedInputStream(raw, compression) if compression else raw,
        columns,
        separator=separator,
        encoding=encoding,
        skip_empty=not is_single,  # there an empty line is a missing value …
        n_skipped=_empty_lines(head) if is_single else 0,  # … but none before the header
    )
    while (frame := attempt(lambda: next(frames, None), worded)) is not None:
        watch(min(raw.tell(), size), size)
        yield frame


def _empty_lines(head: str) -> int:
    """Before the first line that holds something."""
    lines = head.splitlines()
    return next((number for number, line in enumerate(lines) if line), len(lines))


def _by_arrow(
    stream: Any, columns: Sequence[str], separator: str, *, skip_empty: bool, n_skipped: int
) -> Iterator[pl.DataFrame]:
    pa, arrow_csv = pyarrow(), pyarrow_csv()
    n_fields: int | None = None
    seen = False
    try:
        reader = arrow_csv.open_csv(
            stream,
            read_options=arrow_csv.ReadOptions(block_size=BLOCK_BYTES, skip_rows=n_skipped),
            parse_options=arrow_csv.ParseOptions(
                delimiter=separator, newlines_in_values=True, ignore_empty_lines=skip_empty
            ),
            convert_options=arrow_csv.ConvertOptions(
                column_types=dict.fromkeys(columns, pa.string()), strings_can_be_null=False
            ),
        )
        for batch in reader:
            seen = True
            yield pl.DataFrame(pl.from_arrow(batch))
    except pa.ArrowInvalid as error:
        ragged = ARROW_RAGGED.match(str(error))
        if ragged is not None:
            n_fields = int(ragged[1])
        elif seen or not str(error).startswith(ARROW_EMPTY):  # else a header without an end of line, and nothing after
            raise
    if n_fields is not None:  # raised here: the error of Arrow quotes the row
        raise RaggedRow(n_fields)


def _by_python(
    stream: Any, separator: str, encoding: str, *, skip_empty: bool, n_skipped: int
) -> Iterator[pl.DataFrame]:
    text = io.TextIOWrapper(stream, encoding=encoding, newline="")  # closes the stream when it is let go
    rows = islice(_rows(text, separator, skip_empty=skip_empty), n_skipped, None)
    header = next(rows, [])
    while part := list(islice(rows, ROWS_AT_ONCE)):
        ragged = next((len(row) for row in part if len(row) != len(header)), None)
        if ragged is not None:
            raise RaggedRow(ragged)
        yield pl.DataFrame(part, schema=dict.fromkeys(header, pl.String), orient="row")


def ragged_rows(stream: Any, *, separator: str, encoding: str, skip_empty: bool) -> tuple[int, int, int]:
    """How many rows do not have the fields of the header, the number of the first (from 0) and how many it has."""
    text = io.TextIOWrapper(stream, encoding=encoding, newline="")  # closes the stream when it is let go
    rows = _rows(text, separator, skip_empty=skip_empty)
    expected = len(next(rows, []))
    n_ragged, first, n_fields = 0, 0, expected
    for number, row in enumerate(rows):
        if len(row) != expected:
            first, n_fields = (number, len(row)) if n_ragged == 0 else (first, n_fields)
            n_ragged += 1
    return n_ragged, first, n_fields


def _rows(text: io.TextIOWrapper, separator: str, *, skip_empty: bool) -> Iterator[list[str]]:
    return (row or [""] for row in csv.reader(text, delimiter=separator) if row or not skip_empty)
