"""Destroying a bundle: what a program can do about it, which is little.

The file is overwritten, then removed. Disks with flash memory, file systems that copy on writing, snapshots and backups
may keep the old bytes all the same. What reaches every copy is the key: without it no envelope opens.
"""

from __future__ import annotations

import os
from pathlib import Path

from shoal.table.atomic import cannot_write, refuse_link

ZEROS = bytes(1 << 20)  # a MiB at a time
REMAINS = (
    "Copies of the bundle may remain: in the repository's database and its backups, and where a disk keeps old bytes. "
    "Destroy the key and the parts of the trustees: without them, no copy opens."
)


def destroy_bundle(path: str | Path) -> None:
    """Overwrite the file with zeros, and remove it."""
    target = Path(path)
    refuse_link(target)
    try:
        with target.open("r+b") as file:
            left = target.stat().st_size
            while left > 0:
                left -= file.write(ZEROS[: min(left, len(ZEROS))])
            file.flush()
            os.fsync(file.fileno())
        target.unlink()
    except OSError as error:
        raise cannot_write(target, error) from error
