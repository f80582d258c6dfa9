"""Release: the released table with its report, in memory; and the draft of a table, counted as it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from shoal.arrays import IntArray
from shoal.errors import WriteError
from shoal.guarantee import ClassPromise
from shoal.partition.partition import Partition
from shoal.quantizer.quantizer import Quantizer
from shoal.release.classes import require_classes_kept
from shoal.release.columns import classes_by
from shoal.release.confidential.counting import CountedPromise
from shoal.release.report.report import Report
from shoal.release.saving import SavedRelease
from shoal.table.atomic import atomically
from shoal.table.files.reading import read_back
from shoal.table.files.writing import write_table
from shoal.table.frames.table import Table
from shoal.table.roles.roles import Roles

Promise = ClassPromise


class FurtherPromise(Protocol):
    """A promise about the classes of a release that is counted besides the first one."""

    def require_kept(self, class_of: IntArray, where: str) -> None:
        """Raise unless every class keeps it."""
        ...


@dataclass(frozen=True)
class Release(SavedRelease):
    """An anonymised table with its proof.

    ``partition.cell_of`` follows the rows that came in (−1 for records that were dropped). It links people to cells:
    it is there for the steward and is never written by ``save``.
    """

    released: Table = field(repr=False)
    partition: Partition = field(repr=False)
    report: Report = field(repr=False)
    manifest: dict[str, Any] = field(repr=False)
    promise: Promise  # for the released records, in their order
    counted_columns: tuple[str, ...]
    design: Callable[[], Quantizer] = field(repr=False)  # makes the quantizer, which may take as long as the cells did
    roles: Roles = field(repr=False)
    class_of: IntArray = field(repr=False)  # of the rows that came in, −1 for records that were left out
    confidential: CountedPromise | None = field(default=None, repr=False)  # about the released records, in their order
    further: Sequence[FurtherPromise] = ()  # what the classes keep besides, for the released records in their order

    @cached_property
    def quantizer(self) -> Quantizer:
        """The compact model of the cells, for later records. Made when it is first needed.

        There is none if k counts persons, or if confidential values are promised to be diverse or close. It says more
        than the table does (docs/promise.md), so ``save`` does not write it: ``quantizer.save`` does.
        """
        return self.design()

    @property
    def table(self) -> Any:
        """The anonymised table, of the same kind as the input (a polars DataFrame for a file)."""
        return self.released.native()

    @property
    def source(self) -> Path | None:
        """The file that the table was read from."""
        return self.released.origin.path

    def __enter__(self) -> Release:
        """A release whose records are on disk has to be closed; so both kinds can be used in the same way."""
        return self

    def __exit__(self, *_: object) -> None:
        """There is nothing to close."""

    def _counted(self, path: Path) -> AbstractContextManager[Path]:
        self._refuse_source(path)
        return counted_draft(self.released, path, self.promise, self.counted_columns, self.confidential, self.further)


def write_counted(table: Table, path: str | Path, promise: Promise, columns: Sequence[str]) -> None:
    """Write a table; if the written file does not keep the promise, it never takes its place."""
    with counted_draft(table, path, promise, columns):
        pass


@contextmanager
def counted_draft(
    table: Table,
    path: str | Path,
    promise: Promise,
    columns: Sequence[str],
    confidential: CountedPromise | None = None,
    further: Sequence[FurtherPromise] = (),
) -> Iterator[Path]:
    """The written and counted draft of a table; it takes its place when the block has ended well."""
    with atomically(path) as draft:
        write_table(table, draft)
        # Once with the types that a statistics program would find, once as the plain text that anybody sees.
        for written in (read_back(table, draft), read_back(table, draft, as_text=True)):
            name_of = _written_names(table, written)
            if written.n_records != table.n_records or name_of is None:
                raise WriteError(f"{Path(path).name} does not read back as it was written. Choose another format.")
            named = [name_of[name] for name in columns]
            classes, where = classes_by(written, named), f"the file {Path(path).name}"
            require_classes_kept(promise, classes, where)
            if confidential is not None:
                confidential.require_written(written, name_of, classes, where)
            for other in further:
                other.require_kept(classes.class_of, where)
        yield draft


def _written_names(table: Table, written: Table) -> dict[str, str] | None:
    """What each column is called in the file: portable files of SPSS know capitals only. None if it is another."""
    if [name.upper() for name in table.columns] != [name.upper() for name in written.columns]:
        return None
    return dict(zip(table.columns, written.columns, strict=True))
