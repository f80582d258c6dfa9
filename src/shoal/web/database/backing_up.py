"""A copy of an SQLite database, made while the service runs, with the rights of the original."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from shoal.errors import WrongUse
from shoal.web.database.database import SqlDatabase
from shoal.web.database.private_files import create_private


def back_up(url: str, file: Path) -> None:
    """Copy all of it into a new file. What is not finished is removed."""
    database = SqlDatabase(url)
    if not database.is_sqlite:
        raise WrongUse("This is for SQLite. For PostgreSQL say: umask 077; pg_dump -Fc DATABASE > FILE")
    source = Path(database.url.database or "")
    if not source.exists():
        raise WrongUse("There is no database yet, so there is nothing to back up.")
    if not create_private(file):
        raise WrongUse(f"{file} exists. Name another file: a backup never replaces one.")
    try:
        with closing(sqlite3.connect(source)) as original, closing(sqlite3.connect(file)) as copy:
            original.backup(copy)
    except BaseException:
        file.unlink()
        raise
