"""The folder of a run: records that do not fit into memory are there, and only its owner can open it.

It is locked while the run uses it. The system releases the lock when the process ends, however it ends: so a folder
without it is one that a run has left behind.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
import weakref
from contextlib import ExitStack
from pathlib import Path

from shoal.errors import WriteError
from shoal.table.atomic import OWNER_ONLY, cannot_write
from shoal.table.folder_lock import held

PREFIX = ".shoal-"
RUN = "run"  # a file in every such folder: what the run says of itself, once it has begun to finish stages


class RunFolder:
    """A folder that goes with the object, or with the process, unless it is left behind for another run."""

    def __init__(self, path: Path) -> None:
        """Lock a folder that exists; WriteError if another run uses it."""
        self.path = path
        lock = ExitStack()
        lock.enter_context(held(path))
        self._lock = lock
        self._end = weakref.finalize(self, _remove, path, lock)

    @classmethod
    def new(cls, scratch: Path) -> RunFolder:
        """An empty folder."""
        try:
            path = Path(tempfile.mkdtemp(prefix=PREFIX, dir=scratch))
            folder = cls(path)
            (path / RUN).touch(OWNER_ONLY)
            return folder
        except OSError as error:
            raise cannot_write(scratch, error) from error

    def remove(self) -> None:
        """Nobody needs it any more."""
        self._end()

    def leave(self) -> None:
        """Keep it for another run."""
        if self._end.detach() is not None:
            self._lock.close()


def left_behind(scratch: Path) -> tuple[Path, ...]:
    """The folders of runs of this user that ended without removing them."""
    return tuple(path for path in sorted(scratch.glob(f"{PREFIX}*")) if _is_own(path) and _is_left(path))


def _is_own(path: Path) -> bool:
    """Whether nobody else can have put anything there: what is found is believed."""
    facts = path.lstat()
    owner = os.geteuid() if hasattr(os, "geteuid") else facts.st_uid
    return stat.S_ISDIR(facts.st_mode) and facts.st_uid == owner and not stat.S_IMODE(facts.st_mode) & 0o077


def _is_left(path: Path) -> bool:
    if not (path / RUN).exists():  # another kind of folder
        return False
    try:
        with held(path):
            return True
    except WriteError:  # a run is at work there
        return False


def _remove(path: Path, lock: ExitStack) -> None:
    shutil.rmtree(path, ignore_errors=True)
    lock.close()
