"""Saving: how the table, the report and the manifest of a release become files. It is the only way to write them.

A table is written to a draft first, the draft is read back, its classes are counted, and only then does it take the
place of the file. So the promise is checked on what a reader of the file will really see.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any

from shoal.errors import Setting, WriteError
from shoal.quantizer.quantizer import Quantizer
from shoal.release.manifest import manifests_of, private_manifest
from shoal.release.report.report import Report
from shoal.table.atomic import atomically, make_private_folder
from shoal.table.files.formats import is_table_name, suffix_of
from shoal.table.folder_lock import held
from shoal.table.frames.digests import file_digest

READ_ONLY_SUFFIXES = (".sas7bdat",)  # formats that nobody but their owner can write
DEFAULT_SUFFIX = ".parquet"  # for tables that came from memory: keeps every dtype


class SavedRelease(ABC):
    """A release that can be saved, wherever its records are."""

    report: Report
    manifest: dict[str, Any]

    @property
    @abstractmethod
    def quantizer(self) -> Quantizer:
        """The compact model of the cells, where there is one."""

    @property
    @abstractmethod
    def source(self) -> Path | None:
        """The file that the table was read from."""

    def write(self, path: str | Path) -> None:
        """Write the table alone, counted on the written file before it takes its place."""
        with self._counted(Path(path)):
            pass

    def write_report(self, path: str | Path) -> None:
        """Write the report; the suffix chooses the form: .html, .json or .txt."""
        write_text(path, self._report_as(Path(path)))

    def write_manifest(self, path: str | Path, *, table: str | Path | None = None) -> None:
        """Write the manifest, readable by its owner alone; with ``table``, the digest of that written file is in it."""
        written = {} if table is None else {Path(table).name: self._digest(Path(table))}
        write_text(path, self._manifest_text(written), private=True)

    def save(
        self,
        folder: str | Path,
        *,
        suffix: str | None = None,
        overwrite: bool = False,
        manifest: str | Path | None = None,
    ) -> dict[str, Path]:
        """Write release and report (HTML and JSON) into a folder, and the manifest beside it; returns their paths.

        The manifest is not for publication, so it is not in the folder: ``save("release")`` writes it to
        ``private-release/manifest.json``, for its owner alone. ``manifest`` names another file for it.

        ``suffix`` chooses the format of the table; without it, a table that came from a file keeps its own. A folder
        that holds a release already is refused unless ``overwrite``: two releases of the same people in one place
        invite joining them, and without its manifest the earlier one could never be made again. A folder that another
        run is writing to is refused as well.
        """
        home = Path(folder)
        if not overwrite:
            refuse_earlier_release(home)
        with held(home):
            return self.save_held(home, suffix=suffix, overwrite=overwrite, manifest=manifest)

    def save_held(
        self, home: Path, *, suffix: str | None, overwrite: bool, manifest: str | Path | None
    ) -> dict[str, Path]:
        """``save`` for a caller who holds the folder (`table/folder_lock.py`)."""
        if not overwrite:
            refuse_earlier_release(home)
        paths = {
            "table": home / f"release{suffix or own_suffix(self.source)}",
            "report": home / "report.html",
            "report_json": home / "report.json",
            "manifest": private_manifest(home) if manifest is None else Path(manifest),
        }
        # A report that cannot be made fails here, before the table is published.
        reports = {path: self._report_as(path) for path in (paths["report"], paths["report_json"])}
        if manifest is None:
            make_private_folder(paths["manifest"].parent)
        replaced = [path for path in earlier_files(home) if path not in paths.values() and not self._reads(path)]
        with ExitStack() as drafts:  # all are complete before the first one takes its place; the table is the last
            table = drafts.enter_context(self._counted(paths["table"]))
            for path, text in reports.items():
                drafts.enter_context(atomically(path)).write_text(text, encoding="utf-8")
            noted = self._manifest_text({paths["table"].name: self._digest(table)})
            drafts.enter_context(atomically(paths["manifest"], private=True)).write_text(noted, encoding="utf-8")
        for path in replaced:  # a table in another format, a manifest in the place where it used to be
            path.unlink(missing_ok=True)
        return paths

    @abstractmethod
    def _counted(self, path: Path) -> AbstractContextManager[Path]:
        """The written and counted draft of the table; it takes its place when the block has ended well."""

    def _digest(self, table: Path) -> str:
        """Of the written table."""
        return file_digest(table)

    def _refuse_source(self, path: Path) -> None:
        if self._reads(path):
            raise WriteError(f"{path} is the table that was read, so it is not written over. Choose another name.")

    def _manifest_text(self, written: dict[str, str]) -> str:
        """The manifest with the digests of written files, by name."""
        noted = {**self.manifest, "files": written} if written else self.manifest
        return json.dumps(noted, indent=2, ensure_ascii=False, allow_nan=False) + "\n"

    def _reads(self, path: Path) -> bool:
        source = self.source
        return source is not None and source.exists() and path.exists() and source.samefile(path)

    def _report_as(self, path: Path) -> str:
        forms = {".html": self.report.to_html, ".json": self.report.to_json, ".txt": self.report.to_text}
        suffix = path.suffix.lower()
        if suffix not in forms:
            raise WriteError(f"A report is written as {', '.join(forms)}; {path.name} is none of these.")
        return forms[suffix]()


def earlier_files(folder: Path) -> list[Path]:
    """What an earlier release left here by its own account: its tables and its manifest. Nothing else is removed."""
    files: list[Path] = []
    for manifest in manifests_of(folder):
        try:
            noted = json.loads(manifest.read_text(encoding="utf-8"))
            tables = [folder / Path(name).name for name in noted["files"] if noted["release_digest"]]
        except (OSError, ValueError, KeyError, TypeError, RecursionError):  # not a file of ours
            continue
        files += [manifest, *(table for table in tables if table.is_file())]
    return files


def refuse_earlier_release(folder: Path) -> None:
    """Refuse a folder that holds a release already, or whose manifest would be lost."""
    tables = [path for path in folder.glob("release.*") if path.is_file() and is_table_name(path, "release")]
    manifests = manifests_of(folder)
    if manifests and not tables:
        raise WriteError(
            f"{manifests[0]} is the manifest of an earlier release, and would be lost.",
            parameter="overwrite",
            hint=("Choose another folder, or replace it with ", Setting("overwrite", True), "."),
        )
    if manifests or tables:
        raise WriteError(
            f"{folder} holds a release already.",
            parameter="overwrite",
            hint=("Choose another folder, or replace it with ", Setting("overwrite", True), "."),
        )


def write_text(path: str | Path, text: str, *, private: bool = False) -> None:
    """Write a text file, whole or not at all; a ``private`` one can be read by its owner alone."""
    with atomically(path, private=private) as draft:
        draft.write_text(text, encoding="utf-8")


def own_suffix(source: Path | None) -> str:
    """The suffix of a release in a folder: that of the table's file, with its compression, where it can be written."""
    if source is None or source.suffix.lower() in READ_ONLY_SUFFIXES:
        return DEFAULT_SUFFIX
    return "".join(source.suffixes[-2:]) if suffix_of(source)[1] is not None else source.suffix
