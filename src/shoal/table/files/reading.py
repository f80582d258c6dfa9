"""Reading a file as a `Table`: the suffix chooses the reader."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from shoal.errors import ParameterError, Setting, TableError
from shoal.table.files import columnar, delimited, statistical_files
from shoal.table.files.formats import (
    COLUMNAR_FORMATS,
    STATISTICAL_FORMATS,
    TEXT_FORMATS,
    WORKBOOK_FORMATS,
    known_suffixes,
    refuse_other_sheets,
    suffix_of,
)
from shoal.table.files.workbook import reading as workbooks
from shoal.table.frames.table import Table
from shoal.table.wording import did_you_mean


def read_table(
    path: Path,
    *,
    encoding: str | None = None,
    delimiter: str | None = None,
    na: Sequence[str] = (),
    sheet: str | int | None = None,
) -> Table:
    """Read a file. Every option is refused where it means nothing: a `sheet` outside a workbook, a delimiter in one."""
    if path.is_dir():
        raise TableError(f"{path} is a folder, not a file. Give the path of the table itself.")
    if not path.exists():
        raise TableError(f"There is no file {path}.{_file_like(path) or ' Check the path.'}")
    suffix, compression = suffix_of(path)
    refuse_other_sheets(path, suffix)
    if sheet is not None and suffix not in WORKBOOK_FORMATS:
        raise ParameterError(
            f"{path.name} is no workbook, so it has no sheets.",
            parameter="sheet",
            hint=("Leave ", Setting("sheet"), " out."),
        )
    if suffix in TEXT_FORMATS:
        return delimited.read(path, TEXT_FORMATS[suffix], compression, encoding=encoding, delimiter=delimiter, na=na)
    if suffix in WORKBOOK_FORMATS and encoding is None and delimiter is None:
        return workbooks.read(path, sheet=sheet, na=na)
    if na:
        raise ParameterError(
            f"{path.name} is not a text file, so spellings of missing values (",
            Setting("na"),
            ") mean nothing in it.",
            hint=("Leave ", Setting("na"), " out, and make such values missing in the file itself."),
        )
    if encoding is not None and suffix in STATISTICAL_FORMATS and delimiter is None:
        return statistical_files.read(path, suffix, encoding=encoding)
    if encoding is not None or delimiter is not None:
        raise ParameterError(
            f"{path.name} is not a text file.",
            parameter=("encoding", "delimiter"),
            hint=("Leave ", Setting("encoding"), " and ", Setting("delimiter"), " out."),
        )
    if suffix in STATISTICAL_FORMATS:
        return statistical_files.read(path, suffix)
    if suffix in COLUMNAR_FORMATS:
        return columnar.read(path, COLUMNAR_FORMATS[suffix])
    raise TableError(
        f"The suffix of {path.name} is not that of a known format. Known are {known_suffixes()} (and .csv.gz)."
    )


def read_back(table: Table, path: str | Path, *, as_text: bool = False) -> Table:
    """Read a file that `table` was written to, in the dialect it was written in.

    `as_text`: as the most literal reader sees it, without parsing and with user-missing codes as values.
    """
    source = Path(path)
    suffix, compression = suffix_of(source)
    if suffix in STATISTICAL_FORMATS:
        return statistical_files.read(source, suffix, literally=as_text)
    if suffix in WORKBOOK_FORMATS:
        return workbooks.read(source, header_is_known=True, literally=as_text)
    if suffix not in TEXT_FORMATS:
        return read_table(source)
    dialect = delimited.dialect_for(table, TEXT_FORMATS[suffix])
    return delimited.read(
        source,
        TEXT_FORMATS[suffix],
        compression,
        encoding=dialect.encoding,
        delimiter=dialect.delimiter,
        na=dialect.na,
        header_is_known=True,
        literally=as_text,
    )


def _file_like(path: Path) -> str:
    """The file of the same folder whose name is close to this one."""
    try:
        return did_you_mean(path.name, (other.name for other in path.parent.iterdir() if other.name.isprintable()))
    except OSError:  # there is no such folder, or it may not be read
        return ""
