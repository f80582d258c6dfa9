"""The files of an SQLite database: readable by their owner alone, like the keys.

A database whose rights are wider is tightened, not refused. Earlier versions made it with the rights that the umask
gave, so a refusal would stop every service that is updated; and the owner loses nothing by the narrower rights. It is
said in the log, because somebody may have made a copy. A key file is refused instead (`secret_files.py`): a key that
others could read has to be replaced, and only a person can do that.
"""

from __future__ import annotations

import logging
import os
import stat
from pathlib import Path

from shoal.errors import WrongUse
from shoal.web.database.database import SqlDatabase
from shoal.web.logs import LOGGER

ONLY_ITS_OWNER = 0o600
FOLDER_OF_ITS_OWNER = 0o700
OTHERS = stat.S_IRWXG | stat.S_IRWXO
BESIDE = ("", "-wal", "-shm", "-journal")  # what SQLite keeps; new ones get the rights of the first

log = logging.getLogger(LOGGER)


def create_file(database: SqlDatabase) -> None:
    """Create an empty file with its rights, never first and its rights later; SQLite makes a database of it."""
    if not database.is_sqlite or not database.url.database:
        return
    path = Path(database.url.database)
    path.parent.mkdir(mode=FOLDER_OF_ITS_OWNER, parents=True, exist_ok=True)
    create_private(path)
    require_private(database)


def create_private(path: Path) -> bool:
    """An empty file for its owner alone; False if there is a file already."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, ONLY_ITS_OWNER))
    except FileExistsError:
        return False
    return True


def require_private(database: SqlDatabase) -> None:
    """Take the rights of all others away, from every file of the database that is there."""
    if not database.is_sqlite or not database.url.database:
        return
    for ending in BESIDE:
        path = Path(f"{database.url.database}{ending}")
        try:
            mode = stat.S_IMODE(path.stat().st_mode)
            if mode & OTHERS:
                path.chmod(mode & ~OTHERS)
                log.warning("database file was open to others", extra={"file": ending or "database"})
        except FileNotFoundError:
            continue
        except PermissionError:
            raise WrongUse(
                f"{path} can be read by others than its owner, and this user may not change that. "
                f"As its owner, say: chmod 600 {path}"
            ) from None
