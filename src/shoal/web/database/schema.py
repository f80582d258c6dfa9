"""The schema of a database: brought up to date by a command, checked before the server starts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from shoal.errors import WrongUse
from shoal.web.database.database import SqlDatabase
from shoal.web.database.private_files import create_file, require_private


@dataclass(frozen=True)
class Schema:
    """The migrations of a server, and the command that applies them."""

    migrations: Path
    command: str

    def upgrade(self, database: SqlDatabase) -> tuple[str | None, str]:
        """Apply what is missing, all or nothing. Returns the version before and the version after."""
        return self.upgrade_to(database, "head"), self.newest()

    def upgrade_to(self, database: SqlDatabase, version: str) -> str | None:
        """Apply what is missing for a version. Returns the version before."""
        create_file(database)
        with database.engine.connect().execution_options(writes=True) as connection, _tables_can_be_remade(connection):
            before = MigrationContext.configure(connection).get_current_revision()
            configuration = self._configuration()
            configuration.attributes["connection"] = connection
            command.upgrade(configuration, version)
        database.tidy()
        return before

    def newest(self) -> str:
        """The version that this program was written for."""
        return ScriptDirectory.from_config(self._configuration()).get_current_head() or ""

    def require_current(self, database: SqlDatabase) -> None:
        """Refuse a database of another version."""
        if database.is_sqlite and not Path(database.url.database or "").exists():
            raise WrongUse(f"There is no database yet. Say: {self.command}")
        require_private(database)
        with database.read() as connection:
            found = MigrationContext.configure(connection).get_current_revision()
        if found is None:
            raise WrongUse(f"The database is empty. Say: {self.command}")
        if found != self.newest():
            known = {script.revision for script in ScriptDirectory.from_config(self._configuration()).walk_revisions()}
            advice = f"Say: {self.command}" if found in known else "It was made by a newer Shoal; use that one."
            raise WrongUse(f"The database has schema {found}, and this Shoal needs {self.newest()}. {advice}")

    def _configuration(self) -> Config:
        configuration = Config()
        configuration.set_main_option("script_location", str(self.migrations).replace("%", "%%"))
        return configuration


@contextmanager
def _tables_can_be_remade(connection: Connection) -> Iterator[None]:
    """A transaction in which SQLite does not watch foreign keys, and checks them all at the end.

    SQLite changes some tables by making them anew. Dropping the old one would delete every row that refers to it.
    """
    if connection.dialect.name != "sqlite":
        with connection.begin():
            yield
        return
    plain: Any = connection.connection.dbapi_connection  # the pragma does nothing inside a transaction
    plain.execute("PRAGMA foreign_keys=OFF")
    try:
        with connection.begin():
            yield
            if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
                raise WrongUse("Rows of the database refer to rows that are missing. Restore it from a backup.")
    finally:
        plain.execute("PRAGMA foreign_keys=ON")
