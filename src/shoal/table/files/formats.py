"""The suffix of a file tells its format, and the compression around it.

`reading.py` and `writing.py` use it to choose the reader and the writer.
"""

from __future__ import annotations

from pathlib import Path

from shoal.errors import TableError

TEXT_FORMATS = {".csv": "csv", ".txt": "csv", ".tsv": "tsv", ".tab": "tsv"}
COMPRESSIONS = {".gz": "gzip", ".zst": "zstd"}
COLUMNAR_FORMATS = {
    ".parquet": "parquet",
    ".pq": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".ipc": "arrow",
}
WORKBOOK_FORMATS = {".xlsx": "xlsx"}
STATISTICAL_FORMATS = {
    ".sav": "sav",
    ".zsav": "zsav",
    ".por": "por",
    ".dta": "dta",
    ".sas7bdat": "sas7bdat",
    ".xpt": "xpt",
}
OTHER_SHEETS = (".xls", ".xlsm", ".xlsb", ".xltx", ".xltm", ".ods", ".numbers")


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
    return any(suffix in formats for formats in (TEXT_FORMATS, COLUMNAR_FORMATS, WORKBOOK_FORMATS, STATISTICAL_FORMATS))


def known_suffixes() -> str:
    """Every suffix, for messages."""
    return " ".join([*TEXT_FORMATS, *COLUMNAR_FORMATS, *WORKBOOK_FORMATS, *STATISTICAL_FORMATS])


def refuse_other_sheets(path: Path, suffix: str) -> None:
    """Refuse the formats of spreadsheet programs that are not read, and say what to do."""
    if suffix in OTHER_SHEETS:
        raise TableError(
            f"{path.name}: of spreadsheet programs, only .xlsx is read and written here, not {suffix}. Open the file "
            "in the program that wrote it, and save it as .xlsx or as CSV (UTF-8)."
        )
