"""One run at a time in one output folder: a folder must not contain files of two runs.

The lock is a lock of the operating system on an empty file in the folder. The system releases it when the process ends,
also after a crash. An empty file that is left behind has no effect.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from shoal.errors import WriteError
from shoal.table.atomic import OWNER_ONLY, cannot_write, refuse_link

LOCK_NAME = ".shoal-lock"
ATTEMPTS = 20  # at a folder that other runs make and remove meanwhile; each needs another run that ends at that moment
TAKEN = (errno.EAGAIN, errno.EACCES)  # what a system answers when somebody else has the lock (flock(2), fcntl(2))


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Make a folder if necessary, and exclude other runs from it meanwhile; refused if another run uses it.

    Folders that were made here and are still empty at the end are removed.
    """
    made = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    lock = folder / LOCK_NAME
    try:
        descriptor = _locked(folder, lock)
        try:
            yield
        finally:
            with suppress(OSError):
                lock.unlink()  # while it is locked: a process that has opened it meanwhile notices that it is gone
            os.close(descriptor)
    finally:
        for parent in made:
            with suppress(OSError):  # not empty
                parent.rmdir()


def _locked(folder: Path, lock: Path) -> int:
    """The descriptor of the lock file, locked."""
    refuse_link(lock)
    for _ in range(ATTEMPTS):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), OWNER_ONLY)
        except FileNotFoundError:  # another run has removed the folder that it had made
            continue
        except OSError as error:
            raise cannot_write(folder, error) from error
        if not _take(descriptor):
            os.close(descriptor)
            break
        if _is_still(lock, descriptor):
            return descriptor
        os.close(descriptor)  # the run that had it has ended and removed the file: try again with a new one
    raise WriteError(
        f"Another run of Shoal is writing to {folder}. Wait until it has ended, or choose another folder. "
        "Nothing was written."
    )


def _take(descriptor: int) -> bool:
    """Whether we have the lock. If the system or the disk does not support locks, we always have it."""
    try:
        import fcntl  # not on Windows
    except ImportError:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in TAKEN
    return True


def _is_still(lock: Path, descriptor: int) -> bool:
    """Whether the locked file is the one that stands in the folder."""
    try:
        return os.path.samestat(lock.lstat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False
