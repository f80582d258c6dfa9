"""Files: the suffix chooses the format.

.csv .tsv .txt (also .gz and .zst) are read by `files/delimited.py`, Parquet and Arrow by polars, .xlsx by
`files/workbooks.py`, the formats of SPSS, Stata and SAS by `files/statistical_files.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import narwhals as nw
import polars as pl

from shoal.errors import ParameterError, TableError, WriteError
from shoal.table.atomic import atomically
from shoal.table.files import delimited, statistical_files, workbook_writing, workbooks
from shoal.table.files.decompression_limit import limit_of, too_large
from shoal.table.foreign_errors import attempt
from shoal.table.frames.conversion import has_file_values, polars_of, texts_of
from shoal.table.frames.table import Origin, Table

TEXT_FORMATS = {".csv": "csv", ".txt": "csv", ".tsv": "tsv", ".tab": "tsv"}
COMPRESSIONS = {".gz": "gzip", ".zst": "zstd"}
POLARS_FORMATS = {
    ".parquet": "parquet",
    ".pq": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".ipc": "arrow",
}


def suffix_of(path: Path) -> tuple[str, str | None]:
    """The suffix that tells the format, and the compression around it."""
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if len(suffixes) > 1 and suffixes[-1] in COMPRESSIONS:
        return suffixes[-2], COMPRESSIONS[suffixes[-1]]
    return (suffixes[-1] if suffixes else ""), None


def is_text_file(path: Path) -> bool:
    """Whether the suffix says that it is text, which encoding, delimiter and na are about."""
    return suffix_of(path)[0] in TEXT_FORMATS


def is_table_name(path: Path, stem: str) -> bool:
    """Whether a file is called ``stem`` and nothing more than the suffix of a table format."""
    suffix, compression = suffix_of(path)
    return (
        is_known(suffix) and len(path.suffixes) == (1 if compression is None else 2) and path.name.split(".")[0] == stem
    )


def is_known(suffix: str) -> bool:
    """Whether a suffix tells a format."""
    return any(
        suffix in formats for formats in (TEXT_FORMATS, POLARS_FORMATS, workbooks.FORMATS, statistical_files.FORMATS)
    )


def known_suffixes() -> str:
    """Every suffix, for messages."""
    return " ".join([*TEXT_FORMATS, *POLARS_FORMATS, *workbooks.FORMATS, *statistical_files.FORMATS])


def require_writable_format(path: Path, advice: str = "") -> None:
    """Refuse a suffix that tells no format, and a format that can only be read or needs what is not installed."""
    suffix, _ = suffix_of(path)
    workbooks.refuse_other_sheets(path, suffix)
    if not is_known(suffix):
        raise WriteError(
            f"The suffix of {path.name} tells no known format. Known are {known_suffixes()} (and .csv.gz).{advice}"
        )
    if suffix in statistical_files.FORMATS:
        statistical_files.require_writable(path, suffix)
    elif suffix in workbooks.FORMATS:
        workbooks.require_writable(path)


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
        raise TableError(f"There is no file {path}. Check the path.")
    suffix, compression = suffix_of(path)
    workbooks.refuse_other_sheets(path, suffix)
    if sheet is not None and suffix not in workbooks.FORMATS:
        raise ParameterError(f"{path.name} is no workbook, so it has no sheets. Leave the sheet out.")
    if suffix in TEXT_FORMATS:
        return delimited.read(path, TEXT_FORMATS[suffix], compression, encoding=encoding, delimiter=delimiter, na=na)
    if suffix in workbooks.FORMATS and encoding is None and delimiter is None:
        return workbooks.read(path, sheet=sheet, na=na)
    if na:
        raise ParameterError(
            f"{path.name} is not a text file, so spellings of missing values (na) mean nothing in it. "
            f"Leave na out, and make such values missing in the file itself."
        )
    if encoding is not None and suffix in statistical_files.FORMATS and delimiter is None:
        return statistical_files.read(path, suffix, encoding=encoding)
    if encoding is not None or delimiter is not None:
        raise ParameterError(f"{path.name} is not a text file: leave encoding and delimiter out.")
    if suffix in statistical_files.FORMATS:
        return statistical_files.read(path, suffix)
    if suffix in POLARS_FORMATS:
        return _read_columnar(path, POLARS_FORMATS[suffix])
    raise TableError(f"The suffix of {path.name} tells no known format. Known are {known_suffixes()} (and .csv.gz).")


def write_table(table: Table, path: Path, *, overwrite: bool = True) -> None:
    """Write in the format of the suffix, or raise WriteError and leave whatever stood there."""
    if not overwrite and path.exists():
        raise WriteError(f"{path} exists already, and overwriting was not asked for. Choose another name.")
    suffix, compression = suffix_of(path)
    require_writable_format(path)
    with atomically(path) as draft:
        attempt(
            lambda: _write(table, draft, suffix, compression),
            lambda error: WriteError(f"The table could not be written to {path.name} ({type(error).__name__})."),
            passed=(OSError,),  # a full disk is worded by `atomically`
        )


def _write(table: Table, draft: Path, suffix: str, compression: str | None) -> None:
    if suffix in TEXT_FORMATS:
        delimited.write(table, draft, TEXT_FORMATS[suffix], compression)
    elif suffix in POLARS_FORMATS:
        _write_columnar(table, draft, POLARS_FORMATS[suffix])
    elif suffix in workbooks.FORMATS:
        workbook_writing.write(table, draft)
    else:
        statistical_files.write(table, draft, suffix)


def read_back(table: Table, path: Path, *, as_text: bool = False) -> Table:
    """Read a file that `table` was written to, in the dialect it was written in.

    `as_text`: as the most literal reader sees it, without parsing and with user-missing codes as values.
    """
    suffix, compression = suffix_of(path)
    if suffix in statistical_files.FORMATS:
        return statistical_files.read(path, suffix, literally=as_text)
    if suffix in workbooks.FORMATS:
        return workbooks.read(path, header_is_known=True, literally=as_text)
    if suffix not in TEXT_FORMATS:
        return read_table(path)
    dialect = delimited.dialect_for(table, TEXT_FORMATS[suffix])
    return delimited.read(
        path,
        TEXT_FORMATS[suffix],
        compression,
        encoding=dialect.encoding,
        delimiter=dialect.delimiter,
        na=dialect.na,
        header_is_known=True,
        literally=as_text,
    )


def as_polars(table: Table) -> pl.DataFrame:
    """The table in polars, for the writers."""
    native = table.native()
    if isinstance(native, pl.DataFrame):
        return native
    frame = nw.from_native(native, eager_only=True)
    return pl.DataFrame([_as_polars(frame[name], table) for name in table.columns])


def _as_polars(column: nw.Series[Any], table: Table) -> pl.Series:
    series = polars_of(column)
    if series is None:
        raise WriteError(
            f"Column '{column.name}' of {table.origin.name} holds mixed or nested values that no file format here can "
            f"hold. Convert or drop it before writing."
        )
    if not has_file_values(series.dtype):  # periods and intervals of pandas
        series = texts_of(column)
    return series.alias(column.name)


def _read_columnar(path: Path, file_format: str) -> Table:
    frame = attempt(
        lambda: _parquet(path) if file_format == "parquet" else pl.read_ipc(path),
        lambda error: TableError(
            f"{path.name} cannot be read as {file_format} ({type(error).__name__}). It may be damaged, or "
            f"its suffix may not tell its true format."
        ),
    )
    if frame.height == 0 or frame.width == 0:
        raise TableError(f"{path.name} holds no records. There is nothing to anonymise.")
    return Table(nw.from_native(frame, eager_only=True), Origin("file", path, file_format))


def _parquet(path: Path) -> pl.DataFrame:
    """The table, unless its own description says that it unpacks to too much: billions of values in a few bytes."""
    from pyarrow import parquet

    facts = parquet.read_metadata(path)
    n_bytes = sum(facts.row_group(group).total_byte_size for group in range(facts.num_row_groups))
    limit = limit_of(path)
    # A value that repeats is stored once, and takes at least a byte of memory each time.
    if max(n_bytes, facts.num_rows * facts.num_columns) > limit:
        raise too_large(path, limit)
    return pl.read_parquet(path, glob=False, hive_partitioning=False)


def _write_columnar(table: Table, draft: Path, file_format: str) -> None:
    frame = as_polars(table)
    if file_format == "parquet":
        frame.write_parquet(draft)
    else:
        frame.write_ipc(draft)
