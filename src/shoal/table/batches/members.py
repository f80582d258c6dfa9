"""Which files a path, a folder or a pattern stands for, and of which one format they are."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from shoal.errors import TableError
from shoal.table.files.formats import COLUMNAR_FORMATS, TEXT_FORMATS, is_known, suffix_of
from shoal.table.frames.origin import Origin
from shoal.table.wording import found

PATTERN_MARKS = "*?["
BATCHED = {**TEXT_FORMATS, **COLUMNAR_FORMATS}


@dataclass(frozen=True)
class Members:
    """The files of one table, in the order in which they are read."""

    path: Path  # as the user gave it
    paths: tuple[Path, ...]
    file_format: str

    @property
    def origin(self) -> Origin:
        """Of a table of these files. In one of several files, the number of a record is not that of its row."""
        return Origin("file", self.path, self.file_format, has_rows=self.paths == (self.path,))

    @property
    def is_text(self) -> bool:
        """CSV or TSV, compressed or not."""
        return self.file_format in TEXT_FORMATS.values()


def is_batched_path(path: Path) -> bool:
    """Whether it is a folder, a pattern, or a file of a format that can be read in parts."""
    return path.is_dir() or is_pattern(path) or suffix_of(path)[0] in BATCHED


def members_of(path: Path) -> Members:
    """The files, sorted by their paths; nothing is left out silently."""
    if path.is_dir():
        return _of_folder(path)
    if not is_pattern(path):
        if not path.is_file():
            raise TableError(f"There is no file {path}. Check the path.")
        return Members(path, (path,), _format(path))
    found_paths = sorted(matching(path))
    if not found_paths:
        raise TableError(f"No file matches {path}. Check the pattern.")
    return _alike(path, found_paths)


def is_pattern(path: Path) -> bool:
    """Whether it stands for several files; a file may have such a name itself."""
    return any(mark in str(path) for mark in PATTERN_MARKS) and not path.exists()


def matching(pattern: Path) -> list[Path]:
    """The files that a pattern stands for."""
    root = Path(pattern.anchor)
    return [path for path in root.glob(str(pattern.relative_to(pattern.anchor))) if path.is_file()]


def _of_folder(folder: Path) -> Members:
    seen = sorted(path for path in folder.iterdir() if not path.name.startswith((".", "_")))  # Spark adds _SUCCESS
    nested = [path for path in seen if path.is_dir()]
    if nested:
        raise TableError(
            f"{folder.name} holds {found(len(nested), 'folder', 'folders')} as well, whose files would be left out. "
            "Give a pattern that takes in all files (such as 'people/**/*.parquet'), or, where the names of folders "
            "are values of a column, a LazyFrame (polars.scan_parquet)."
        )
    parquet = [path for path in seen if COLUMNAR_FORMATS.get(suffix_of(path)[0]) == "parquet"]
    others = [path for path in seen if path not in parquet and is_known(suffix_of(path)[0])]
    if others:
        raise TableError(
            f"{folder.name} holds {found(len(others), 'table', 'tables')} of another format than Parquet. Give a "
            "pattern that takes in the files you mean, such as 'people/*.csv'.",
            count=len(others),
        )
    if not parquet:
        raise TableError(f"{folder.name} is a folder without Parquet files. Give the path of the table itself.")
    return _alike(folder, parquet)


def _alike(path: Path, paths: list[Path]) -> Members:
    fixed = _fixed_part(path)
    if any("=" in part for member in paths for part in member.relative_to(fixed).parts[:-1]):
        raise TableError(
            f"Names of folders under {fixed.name or path.name} are values of a column (name=value), which "
            "would be lost. Give a LazyFrame (polars.scan_parquet with hive_partitioning=True)."
        )
    formats = {_format(member) for member in paths}
    if len(formats) > 1:
        raise TableError(
            f"The files of {path.name} are of {len(formats)} formats. Give a pattern that takes in files of one format."
        )
    return Members(path, tuple(paths), formats.pop())


def _fixed_part(path: Path) -> Path:
    """The part of a pattern before its first mark."""
    parts: list[str] = []
    for part in path.parts:
        if is_pattern(path) and any(mark in part for mark in PATTERN_MARKS):
            break
        parts.append(part)
    return Path(*parts)


def _format(path: Path) -> str:
    suffix, compression = suffix_of(path)
    if suffix not in BATCHED or (compression is not None and suffix not in TEXT_FORMATS):
        raise TableError(
            f"{path.name} is not read in batches: only text files (.csv, .tsv), Parquet and Arrow files are. Convert "
            "it, or read it in memory."
        )
    return BATCHED[suffix]
