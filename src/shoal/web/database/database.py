"""The database: one writer at a time, readers never wait.

SQLite (a file, with a write-ahead log and full synchronisation) and PostgreSQL behave alike here: a writing transaction
first takes the one lock there is, SQLite's own or the row that the server names, so that nothing can change between
reading and writing. What a reader sees is one snapshot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, TypeVar

from sqlalchemy import Column, Connection, Engine, create_engine, event, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from shoal.errors import ParameterError

BUSY_MS = 10_000  # how long a writer waits for another one; a publication takes about a second
CONNECT_S = 3  # to PostgreSQL; a database that is gone is noticed by then
POOL_SIZE = 10  # connections; the threads of one server process that may read at once
POOL_WAIT_S = 10

Answer = TypeVar("Answer")


class SqlDatabase:
    """Opens connections, and transactions on them."""

    lock: ClassVar[Column[Any] | None] = None  # of the table whose row every writer locks first, in PostgreSQL

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.engine = _engine(url, is_sqlite=self.is_sqlite)
        alone: dict[str, Any] = {"plain": True} if self.is_sqlite else {"isolation_level": "AUTOCOMMIT"}
        self._reading = self.engine.execution_options(**alone)  # the same connections, prepared once for all

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """For a single SELECT, which is a snapshot by itself."""
        with self._reading.connect() as connection:
            yield connection

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """Several SELECTs that all see the same state."""
        level: dict[str, Any] = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ"}
        with self.engine.connect().execution_options(**level) as connection, connection.begin():
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction that changes something; it waits until no other one does."""
        with self.engine.connect().execution_options(writes=True) as connection, connection.begin():
            if not self.is_sqlite and self.lock is not None:
                connection.execute(select(self.lock).with_for_update())
            yield connection

    def ask(self, question: Callable[[Connection], Answer]) -> Answer:
        """Answer a question by reading; asked once more if the connection turned out to be dead."""
        try:
            with self.read() as connection:
                return question(connection)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        with self.read() as connection:
            return question(connection)

    def tidy(self) -> None:
        """Empty SQLite's write-ahead log: what was removed from the tables is still in it."""
        if self.is_sqlite:
            with self.read() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def _engine(url: str, *, is_sqlite: bool) -> Engine:
    # hide_parameters: the text of an error would otherwise quote what was to be stored
    common: dict[str, Any] = {"hide_parameters": True, "pool_size": POOL_SIZE, "pool_timeout": POOL_WAIT_S}
    if not is_sqlite:
        options = f"-c lock_timeout={BUSY_MS} -c timezone=UTC"
        # Said and not assumed: what a writer reads after it has waited for the lock must be what the last one left,
        # which a server whose default is REPEATABLE READ or stricter would refuse.
        return create_engine(
            url,
            isolation_level="READ COMMITTED",
            connect_args={"connect_timeout": CONNECT_S, "options": options},
            **common,
        )
    engine = create_engine(url, connect_args={"timeout": BUSY_MS / 1000}, **common)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # transactions begin where `_begin_sqlite` says
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    options = connection.get_execution_options()
    if not options.get("plain"):
        connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("writes") else "BEGIN")


def with_driver(url: str, variable: str) -> str:
    """PostgreSQL by psycopg 3, whichever common spelling was used."""
    for spelling in ("postgresql://", "postgres://"):
        if url.startswith(spelling):
            return f"postgresql+psycopg://{url.removeprefix(spelling)}"
    if not url.startswith(("postgresql+psycopg://", "sqlite:///")):
        raise ParameterError(
            f"{variable} must begin with sqlite:/// or postgresql://; other databases are not supported."
        )
    return url
