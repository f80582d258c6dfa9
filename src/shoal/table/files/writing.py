"""Writing a `Table` to a file: the suffix chooses the writer."""

from __future__ import annotations

from pathlib import Path

from shoal.errors import WriteError
from shoal.table.atomic import atomically
from shoal.table.files import columnar, delimited, statistical_files
from shoal.table.files.formats import (
    COLUMNAR_FORMATS,
    STATISTICAL_FORMATS,
    TEXT_FORMATS,
    WORKBOOK_FORMATS,
    is_known,
    known_suffixes,
    refuse_other_sheets,
    suffix_of,
)
from shoal.table.files.workbook import reading as workbooks
from shoal.table.files.workbook import writing as workbook_writing
from shoal.table.foreign_errors import attempt
from shoal.table.frames.table import Table


def require_writable_format(path: Path, advice: str = "") -> None:
    """Refuse a suffix of no known format, and a format that can only be read or needs what is not installed."""
    suffix, _ = suffix_of(path)
    refuse_other_sheets(path, suffix)
    if not is_known(suffix):
        raise WriteError(
            f"The suffix of {path.name} is not that of a known format. Known are {known_suffixes()} "
            f"(and .csv.gz).{advice}"
        )
    if suffix in STATISTICAL_FORMATS:
        statistical_files.require_writable(path, suffix)
    elif suffix in WORKBOOK_FORMATS:
        workbooks.require_writable(path)


def write_table(table: Table, path: str | Path, *, overwrite: bool = True) -> None:
    """Write in the format of the suffix, or raise WriteError and leave whatever stood there."""
    target = Path(path)
    if not overwrite and target.exists():
        raise WriteError(f"{target} exists already, and overwriting was not asked for. Choose another name.")
    suffix, compression = suffix_of(target)
    require_writable_format(target)
    with atomically(target) as draft:
        attempt(
            lambda: _write(table, draft, suffix, compression),
            lambda error: WriteError(f"The table could not be written to {target.name} ({type(error).__name__})."),
            passed=(OSError,),  # a full disk is worded by `atomically`
        )


def _write(table: Table, draft: Path, suffix: str, compression: str | None) -> None:
    if suffix in TEXT_FORMATS:
        delimited.write(table, draft, TEXT_FORMATS[suffix], compression)
    elif suffix in COLUMNAR_FORMATS:
        columnar.write(table, draft, COLUMNAR_FORMATS[suffix])
    elif suffix in WORKBOOK_FORMATS:
        workbook_writing.write(table, draft)
    else:
        statistical_files.write(table, draft, suffix)
