"""A file that is read several times must be the same each time. One that changes meanwhile is refused."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from shoal.errors import TableError
from shoal.table.foreign_errors import attempt

END_BYTES = 1 << 16  # of a file that are compared: there Parquet and Arrow files describe their content


@dataclass(frozen=True)
class Witness:
    """What a file was when it was first seen."""

    path: Path
    n_bytes: int
    modified_ns: int
    end: str  # digest of the last bytes

    @classmethod
    def of(cls, path: Path) -> Witness:
        """The file as it is now."""
        facts = path.stat()
        with path.open("rb") as stream:
            stream.seek(max(0, facts.st_size - END_BYTES), os.SEEK_SET)
            end = hashlib.blake2b(stream.read(END_BYTES)).hexdigest()
        return cls(path, facts.st_size, facts.st_mtime_ns, end)

    def require_same(self) -> None:
        """Refuse the file if it is another one by now."""
        now = attempt(lambda: Witness.of(self.path), lambda _: changed(self.path), caught=(OSError,))
        if now != self:
            raise changed(self.path)


def witness_of(path: Path) -> Witness:
    """The file as it is now, or words about why it cannot be opened."""
    return attempt(
        lambda: Witness.of(path),
        lambda error: TableError(f"{path.name} cannot be read ({type(error).__name__}). Check the path."),
        caught=(OSError,),
    )


def changed(path: Path) -> TableError:
    """The error for a file that is not the same any more."""
    return TableError(
        f"{path.name} changed while it was read: the records of one reading would not be those of the next. Run again "
        "when nothing writes to it any more, or on a copy."
    )
