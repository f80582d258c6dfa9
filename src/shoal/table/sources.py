"""The entry point: a frame or a file becomes a `Table`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from shoal.errors import Setting, TableError
from shoal.table.files.reading import read_table
from shoal.table.files.text_types import spellings
from shoal.table.frames.native import frame_and_origin
from shoal.table.frames.table import Table


def table_of(
    source: object,
    *,
    encoding: str | None = None,
    delimiter: str | None = None,
    na: str | Iterable[str] | None = (),
    sheet: str | int | None = None,
) -> Table:
    """A Table of a pandas, polars or pyarrow table, of a file by its path, or of a Table (as it is).

    `encoding`, `delimiter` and `na` (spellings of a missing value, in every column) apply to text files only, and
    not to a Table, which has been read; `sheet` (a name, or a number from 1) is for workbooks. A pandas index is
    not part of the table: it could tell who is who, so it never reaches a release.
    """
    if isinstance(source, Table):
        return source
    if isinstance(source, (str, Path)):
        return read_table(Path(source), encoding=encoding, delimiter=delimiter, na=spellings(na), sheet=sheet)
    if encoding is not None or delimiter is not None or sheet is not None or spellings(na):
        raise TableError(
            Setting("encoding"),
            ", ",
            Setting("delimiter"),
            ", ",
            Setting("sheet"),
            " or spellings of missing values (",
            Setting("na"),
            ") were given, but the table is not a text file or a workbook.",
            hint="Leave them out; make such values missing in the table itself.",
        )
    return Table(*frame_and_origin(source))
