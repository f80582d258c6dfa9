"""Release: what goes out, and the door it goes through.

A table is written to a draft first, the draft is read back, its classes are counted, and only then does it take the
place of the file. So the promise is checked on what a reader of the file will really see.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from shoal.errors import WriteError
from shoal.guarantee import KAnonymity
from shoal.partition.partition import Partition
from shoal.quantizer.quantizer import Quantizer
from shoal.release.columns import classes_by
from shoal.release.report import Report
from shoal.table.atomic import atomically
from shoal.table.digests import file_digest
from shoal.table.files import is_table_name, suffix_of
from shoal.table.frames import Table

READ_ONLY_SUFFIXES = (".sas7bdat",)  # formats that nobody but their owner can write
DEFAULT_SUFFIX = ".parquet"  # for tables that came from memory: keeps every dtype


@dataclass(frozen=True)
class Release:
    """An anonymised table with its proof.

    ``partition.cell_of`` follows the rows that came in (−1 for records that were dropped). It links people to cells:
    it is there for the steward and is never written by ``save``.
    """

    released: Table = field(repr=False)
    partition: Partition = field(repr=False)
    report: Report = field(repr=False)
    manifest: dict[str, Any] = field(repr=False)
    promise: KAnonymity
    counted_columns: tuple[str, ...]
    design: Callable[[], Quantizer] = field(repr=False)  # makes the quantizer, which may take as long as the cells did

    @cached_property
    def quantizer(self) -> Quantizer:
        """The compact model of the cells, for records that come later. Made when first asked for.

        It says more than the table does (docs/promise.md), so ``save`` does not write it: ``quantizer.save`` does.
        """
        return self.design()

    @property
    def table(self) -> Any:
        """The anonymised table, of the kind that came in (a file comes back as a polars DataFrame)."""
        return self.released.native()

    def write(self, path: str | Path) -> None:
        """Write the table alone, counted on the written file before it takes its place."""
        if self._reads(Path(path)):
            raise WriteError(f"{path} is the table that was read, so it is not written over. Choose another name.")
        write_counted(self.released, path, self.promise, self.counted_columns)

    def write_report(self, path: str | Path) -> None:
        """Write the report; the suffix chooses the form: .html, .json or .txt."""
        write_text(path, self._report_as(Path(path)))

    def write_manifest(self, path: str | Path, *, table: str | Path | None = None) -> None:
        """Write the manifest; with ``table``, the digest of that written file is noted in it."""
        noted = dict(self.manifest)
        if table is not None:
            noted["files"] = {Path(table).name: file_digest(table)}
        write_text(path, json.dumps(noted, indent=2, ensure_ascii=False, allow_nan=False) + "\n")

    def save(self, folder: str | Path, *, suffix: str | None = None, overwrite: bool = False) -> dict[str, Path]:
        """Write release, report (HTML and JSON) and manifest into a folder; returns their paths.

        ``suffix`` chooses the format of the table; without it, a table that came from a file keeps its own. A folder
        that holds a release already is refused unless ``overwrite``: two releases of the same people in one place
        invite joining them, and without its manifest the earlier one could never be made again.
        """
        home = Path(folder)
        if not overwrite:
            refuse_earlier_release(home)
        try:
            home.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise WriteError(f"Cannot make the folder {folder}: {error.strerror}. Choose another place.") from error
        paths = {
            "table": home / f"release{suffix or own_suffix(self.released.origin.path)}",
            "report": home / "report.html",
            "report_json": home / "report.json",
            "manifest": home / "manifest.json",
        }
        # Whatever can fail in the explanation fails before the table is out.
        reports = {path: self._report_as(path) for path in (paths["report"], paths["report_json"])}
        replaced = [table for table in earlier_tables(home) if table != paths["table"] and not self._reads(table)]
        self.write(paths["table"])
        for path, text in reports.items():
            write_text(path, text)
        self.write_manifest(paths["manifest"], table=paths["table"])
        for table in replaced:  # in another format
            table.unlink(missing_ok=True)
        return paths

    def _reads(self, path: Path) -> bool:
        source = self.released.origin.path
        return source is not None and source.exists() and path.exists() and source.samefile(path)

    def _report_as(self, path: Path) -> str:
        forms = {".html": self.report.to_html, ".json": self.report.to_json, ".txt": self.report.to_text}
        suffix = path.suffix.lower()
        if suffix not in forms:
            raise WriteError(f"A report is written as {', '.join(forms)}; {path.name} is none of these.")
        return forms[suffix]()


def earlier_tables(folder: Path) -> list[Path]:
    """The tables that the manifest of an earlier release says it wrote here; nothing else is anybody's to remove."""
    try:
        names = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["files"]
        tables = [folder / Path(name).name for name in names]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):  # whatever stands there is not ours
        return []
    return [table for table in tables if table.is_file()]


def refuse_earlier_release(folder: Path) -> None:
    """Refuse a folder that holds a release already."""
    tables = [path for path in folder.glob("release.*") if path.is_file() and is_table_name(path, "release")]
    if (folder / "manifest.json").exists() or tables:
        raise WriteError(
            f"{folder} holds a release already. Choose another folder, or say that it is to be replaced (overwrite)."
        )


def write_counted(table: Table, path: str | Path, promise: KAnonymity, columns: Sequence[str]) -> None:
    """Write a table; if the written file does not keep the promise, it never takes its place."""
    with atomically(path) as draft:
        table.write(draft)
        # Once with the types that a statistics program would find, once as the plain text that anybody sees.
        for written in (table.read_back(draft), table.read_back(draft, as_text=True)):
            name_of = _written_names(table, written)
            if written.n_records != table.n_records or name_of is None:
                raise WriteError(f"{Path(path).name} does not read back as it was written. Choose another format.")
            named = [name_of[name] for name in columns]
            promise.require_kept(classes_by(written, named).sizes, f"the file {Path(path).name}")


def _written_names(table: Table, written: Table) -> dict[str, str] | None:
    """What each column is called in the file: portable files of SPSS know capitals only. None if it is another."""
    if [name.upper() for name in table.columns] != [name.upper() for name in written.columns]:
        return None
    return dict(zip(table.columns, written.columns, strict=True))


def write_text(path: str | Path, text: str) -> None:
    """Write a text file, whole or not at all."""
    with atomically(path) as draft:
        draft.write_text(text, encoding="utf-8")


def own_suffix(source: Path | None) -> str:
    """The suffix of a release in a folder: that of the table's file, with its compression, where it can be written."""
    if source is None or source.suffix.lower() in READ_ONLY_SUFFIXES:
        return DEFAULT_SUFFIX
    return "".join(source.suffixes[-2:]) if suffix_of(source)[1] is not None else source.suffix
