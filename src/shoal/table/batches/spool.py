"""Batches on disk: one Arrow file each, in a folder that only its owner can open and that is removed at the end."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import polars as pl

from shoal.errors import ShoalError, TableError, WriteError
from shoal.table.atomic import cannot_write, make_private_folder
from shoal.table.foreign_errors import attempt


class Spool:
    """Frames that are written once and read again and again, in the same order. Their columns may differ."""

    def __init__(self, scratch: Path) -> None:
        self.folder = scratch / f"batches-{secrets.token_hex(6)}"
        make_private_folder(self.folder)
        self._n_files = 0

    def add(self, frame: pl.DataFrame) -> None:
        """Write a frame after the others."""
        path = self._path(self._n_files)
        self.written(lambda: frame.write_ipc(path, compression="lz4"), lambda _: self._full(OSError()))
        self._n_files += 1

    def written(self, action: Callable[[], object], worded: Callable[[BaseException], ShoalError]) -> None:
        """Do what writes into the folder. A full disk is worded as such, other errors by `worded`."""

        def of_disk_or_not(error: BaseException) -> ShoalError:
            is_source = isinstance(error, FileNotFoundError)  # what a LazyFrame is made from
            return self._full(error) if isinstance(error, OSError) and not is_source else worded(error)

        attempt(action, of_disk_or_not)

    def frames(self) -> Iterator[pl.DataFrame]:
        """Every frame, in the order in which they were written."""
        for number in range(self._n_files):
            path = self._path(number)
            yield attempt(lambda path=path: pl.read_ipc(path), lambda _: _lost(self.folder))  # type: ignore[misc]

    def remove(self) -> None:
        """Remove everything that was written."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _path(self, number: int) -> Path:
        return self.folder / f"{number:06}.arrow"

    def _full(self, error: OSError) -> WriteError:
        return cannot_write(self.folder.parent, error)


def _lost(folder: Path) -> TableError:
    return TableError(
        f"What was read of the table was kept in {folder.parent} and is gone or damaged now. Run again, and let no "
        "other program clear that folder meanwhile."
    )
