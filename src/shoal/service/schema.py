"""The schema of the database: brought up to date by `shoal db upgrade`, checked before the service starts."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from shoal.errors import WrongUse
from shoal.service.database import Database

MIGRATIONS = Path(__file__).parent / "migrations"
ONLY_ITS_OWNER = 0o700


def upgrade(database: Database) -> tuple[str | None, str]:
    """Apply what is missing, all or nothing. Returns the version before and the version after."""
    if database.is_sqlite and database.url.database:
        Path(database.url.database).parent.mkdir(mode=ONLY_ITS_OWNER, parents=True, exist_ok=True)
    with database.engine.connect().execution_options(writes=True) as connection, connection.begin():
        before = MigrationContext.configure(connection).get_current_revision()
        configuration = _configuration()
        configuration.attributes["connection"] = connection
        command.upgrade(configuration, "head")
    return before, newest()


def newest() -> str:
    """The version that this program was written for."""
    return ScriptDirectory.from_config(_configuration()).get_current_head() or ""


def require_current(database: Database) -> None:
    """Refuse a database of another version."""
    if database.is_sqlite and not Path(database.url.database or "").exists():
        raise WrongUse("There is no database yet. Say: shoal db upgrade")
    with database.read() as connection:
        found = MigrationContext.configure(connection).get_current_revision()
    if found is None:
        raise WrongUse("The database is empty. Say: shoal db upgrade")
    if found != newest():
        known = {script.revision for script in ScriptDirectory.from_config(_configuration()).walk_revisions()}
        advice = "Say: shoal db upgrade" if found in known else "It was made by a newer Shoal; use that one."
        raise WrongUse(f"The database has schema {found}, and this Shoal needs {newest()}. {advice}")


def _configuration() -> Config:
    configuration = Config()
    configuration.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return configuration
