"""How large a table would be in memory, before it is read: whoever has to choose a way asks this first."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from shoal.errors import TableError
from shoal.table.arrow import pyarrow
from shoal.table.batches.columnar_batches import ColumnarBatches
from shoal.table.batches.members import members_of
from shoal.table.batches.sizes import MOST_RECORDS
from shoal.table.files.formats import suffix_of
from shoal.table.files.headers import first_rows
from shoal.table.files.text_file import DEFAULT_DELIMITERS
from shoal.table.files.text_rows import text_frames
from shoal.table.files.text_typing import typed
from shoal.table.foreign_errors import attempt

SAMPLE_BYTES = 1 << 22  # of the text at the beginning of a file: tens of thousands of records
CAUTIOUS_RATIO = 3.0  # bytes in memory for one of text, where the beginning cannot be read: "1," becomes 8 bytes, a
# field of a few letters 16, and a field of a few words as many as in the file


def expected_bytes(path: Path, *, encoding: str | None = None, delimiter: str | None = None) -> int:
    """About what a file, a folder or a pattern would take as a polars frame in memory, without its spelling.

    Text files: the beginning of the first file is read and typed, and its size counts for each byte of text; a packed
    file is taken to unpack everywhere as it does at its beginning. Parquet and Arrow files: as `Batches` says. What is
    wrong with a text file is not said here.
    """
    members = members_of(path)
    if not members.is_text:
        return ColumnarBatches(members.paths, members.file_format, members.origin, (), MOST_RECORDS).n_bytes
    n_bytes = sum(member.stat().st_size for member in members.paths)
    separator = delimiter or DEFAULT_DELIMITERS[members.file_format]
    try:
        ratio = attempt(
            lambda: _bytes_for_one(members.paths[0], encoding or "utf-8", separator), lambda _: TableError("unread")
        )
    except TableError:
        ratio = CAUTIOUS_RATIO
    return round(n_bytes * ratio)


def _bytes_for_one(path: Path, encoding: str, separator: str) -> float:
    """Bytes in memory for each byte of the file, packed or not."""
    pa = pyarrow()
    raw = pa.OSFile(str(path))
    compression = suffix_of(path)[1]
    stream = pa.CompressedInputStream(raw, compression) if compression else raw
    sample = stream.read(SAMPLE_BYTES)
    unpacked = max(1.0, len(sample) / max(1, raw.tell())) if compression else 1.0
    if len(sample) == SAMPLE_BYTES:
        sample = sample[: sample.rfind(b"\n") + 1]
    text = sample.decode(encoding, "replace").removeprefix("\ufeff")
    header = first_rows(text, separator, 1)[0]
    frames = text_frames(
        pa.BufferReader(text.encode()),
        header,
        separator=separator,
        encoding="utf-8",
        skip_empty=len(header) > 1,
    )
    frame = pl.concat(list(frames))
    columns = [typed(frame[name], comma_is_free=separator != ",")[0] for name in header]
    return unpacked * sum(int(column.estimated_size()) for column in columns) / max(1, len(sample))
