"""A release on a cluster: its records are a frame of Spark, and they are counted on the files that were written.

Where the driver sees the folder, Spark writes to a hidden one beside it, the files are read back and counted by a job
of Spark, and only then the folder gets its name. Storage that only Spark reaches has no names to change. There the
files are written where they belong, without Spark's mark of success; they are counted; and a mark of ours follows, or,
if the count fails, nothing is left.
"""

from __future__ import annotations

import hashlib
import secrets
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, reduce
from pathlib import Path
from typing import Any

from shoal.errors import WriteError, WrongUse
from shoal.journey.passes.account import require_all
from shoal.journey.passes.releasing import PART
from shoal.journey.passes.row_keys import TableContent
from shoal.quantizer.quantizer import Quantizer
from shoal.release.report.report import Report
from shoal.release.saving import SavedRelease
from shoal.spark.engine import Finished, require_kept
from shoal.spark.faults import asked_of_spark
from shoal.spark.scratch import Scratch, is_there, is_visible, write_nothing
from shoal.spark.sending import facts_of, in_boxes, mapped
from shoal.spark.shapes import BOX, quoted
from shoal.spark.work import CountingWritten, SortedParts
from shoal.table.frames.digests import file_digest

FILE = "\x1ffile"
# Spark numbers the files of a table by the task that wrote each: part-00007-… One task counts one file.
OWN_NUMBER = "try_cast(regexp_extract(_metadata.file_name, '^part-([0-9]+)', 1) AS int)"
NO_MARK = ("mapreduce.fileoutputcommitter.marksuccessfuljobs", "false")
COUNTED = "_counted"  # in the folder of a release that was counted; readers of tables leave such names out
NO_QUANTIZER = "There is no quantizer of cells that were formed block by block: nobody has all of them."


@dataclass(frozen=True)
class SparkRelease(SavedRelease):
    """An anonymised DataFrame with its proof. Iterating gives the frame and the report.

    ``dataframe`` reads the scratch folder, so use it, or save the release, before `close`.
    """

    report: Report = field(repr=False)
    manifest: dict[str, Any] = field(repr=False)
    finished: Finished = field(repr=False)
    scratch: Scratch = field(repr=False)

    @cached_property
    def dataframe(self) -> Any:
        """The released records: part after part, each sorted by what it shows."""
        finished, counting = self.finished, self.finished.counting
        columns = counting.layout.travelling
        shown = tuple(counting.columns.shown)
        order = (*shown, *(name for name in columns if name not in shown))
        boxes = in_boxes(finished.records, finished.terms.n_parts, PART)
        return mapped(boxes, SortedParts(columns, order), finished.shape, notes=False)

    def __iter__(self) -> Iterator[Any]:
        """``dataframe, report = shoal.spark.anonymize(…)``."""
        return iter((self.dataframe, self.report))

    @property
    def source(self) -> Path | None:
        """The file that the table was read from."""
        path = self.finished.counting.layout.origin.path
        return path if path is not None and path.is_file() else None

    @property
    def quantizer(self) -> Quantizer:
        """There is none."""
        raise WrongUse(NO_QUANTIZER, parameter="quantizer")

    def close(self) -> None:
        """Remove the stages of the run. The frame cannot be read any more."""
        self.scratch.remove()

    def __enter__(self) -> SparkRelease:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def write(self, path: str | Path) -> None:
        """Write the table alone, a folder of Parquet files, or a table on storage that Spark reaches; it is counted."""
        if is_visible(path):
            super().write(path)
        else:
            self._write_far(str(path).rstrip("/"))

    @contextmanager
    def _counted(self, path: Path) -> Iterator[Path]:
        _refuse_other_things(path)
        home = path.resolve().with_name(f".shoal-{secrets.token_hex(6)}")
        draft = home / path.name
        try:
            self._write(draft.as_uri())
            _tidy(draft)
            self._require_written(draft.as_uri(), path.name)
            yield draft
            _put(draft, path.resolve(), home / "earlier")
        finally:
            shutil.rmtree(home, ignore_errors=True)

    def _digest(self, table: Path) -> str:
        """Of all files of a folder, by their names."""
        if not table.is_dir():
            return file_digest(table)
        told = "".join(f"{file.name} {file_digest(file)}\n" for file in sorted(table.iterdir()))
        return "sha256:" + hashlib.sha256(told.encode()).hexdigest()

    def _write_far(self, place: str) -> None:
        if is_there(self.scratch.session, place):
            raise WriteError(f"There is something at {place} already. Choose another name.")
        mark = f"{place}/{COUNTED}"
        try:
            self._write(place)
            self._require_written(place, place)
            told = self.manifest["release_digest"].partition(":")[2]
            session = self.scratch.session
            asked_of_spark(f"write {place}", lambda: session.sql(f"SELECT '{told}' AS told").write.parquet(mark))
        except BaseException:
            write_nothing(self.scratch.session, place)
            raise

    def _write(self, place: str) -> None:
        writer = self.dataframe.write.option(*NO_MARK)
        asked_of_spark(f"write {place}", lambda: writer.parquet(place))

    def _require_written(self, place: str, where: str) -> None:
        """Count the classes of every file as its readers see them, and compare the records with those released."""
        what = f"count {where}"
        counting, gathered = self.finished.counting, self.finished.gathered
        columns = [*map(quoted, counting.layout.travelling)]
        numbered = (f"_metadata.file_name AS {quoted(FILE)}", f"{OWN_NUMBER} AS {quoted(BOX)}")
        read = self.scratch.session.read
        written = asked_of_spark(what, lambda: read.parquet(place).selectExpr(*columns, *numbered))
        work = CountingWritten(counting, self.finished.plan.what, FILE)
        boxes = in_boxes(self._beside(written, columns), self.finished.terms.n_parts, BOX)
        found = facts_of(what, boxes, work).get("part", [])
        if not found:
            raise WriteError(
                f"What the workers wrote to {where} is not there.",
                hint="Name storage that the driver and all workers share, such as a mounted folder or a bucket.",
            )
        require_kept(found, self.finished.plan.what, where)
        content = reduce(TableContent.and_also, (part.content for part in found))
        require_all(content, gathered.sums)
        if content.digest != self.manifest["release_digest"]:
            raise WriteError(f"{where} does not read back as it was written.")

    def _beside(self, written: Any, columns: Sequence[str]) -> Any:
        """The records of the files, and, if they cannot be counted alone, those that were released."""
        beside = [*map(quoted, self.finished.plan.what.beside)]
        if not beside:
            return written
        own = (f"CAST(NULL AS string) AS {quoted(FILE)}", f"{quoted(PART)} AS {quoted(BOX)}")
        released = self.finished.records.selectExpr(*columns, *beside, *own)
        return written.unionByName(released, allowMissingColumns=True)


def _refuse_other_things(path: Path) -> None:
    """An earlier table of Parquet files is replaced, as a file is; nothing else."""
    if path.is_symlink() or path.is_file() or (path.is_dir() and not all(map(_is_part, path.iterdir()))):
        raise WriteError(f"{path} holds something else than the Parquet files of a release. Choose another name.")
    if path.suffix.lower() != ".parquet":
        raise WriteError(f"A release of Spark is a folder of Parquet files; {path.name} does not end with .parquet.")


def _is_part(file: Path) -> bool:
    return file.is_file() and file.name.startswith("part-") and file.suffix == ".parquet"


def _tidy(folder: Path) -> None:
    """Leave nothing but the table: Spark writes a checksum beside every file."""
    for file in folder.iterdir() if folder.is_dir() else ():
        if not _is_part(file):
            file.unlink()


def _put(draft: Path, path: Path, earlier: Path) -> None:
    """Give the draft its name; what has it now goes with the hidden folder."""
    try:
        if path.exists():
            path.rename(earlier)
        draft.rename(path)
    except OSError as error:
        if earlier.exists() and not path.exists():
            earlier.rename(path)
        raise WriteError(f"Cannot write {path}: {error.strerror}.") from None
