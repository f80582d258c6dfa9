"""Databases and servers that the tests of the service share."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from service_toys import parts_for

from benchmarks.service.running import Postgres, Server
from shoal.service.parts import ServiceContext

NUMBERS = itertools.count(1)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def database_url(request: pytest.FixtureRequest) -> str | None:
    """Each database in turn; None: the SQLite file of the folder."""
    if request.param == "sqlite":
        return None
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.database(f"test{next(NUMBERS)}_{os.getpid()}")


@pytest.fixture
def parts(tmp_path: Path, database_url: str | None) -> Iterator[ServiceContext]:
    """The parts of a service on a fresh database."""
    made = parts_for(tmp_path / "service", database_url)
    yield made
    made.database.close()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers that are stopped at the end."""
    started: list[Server] = []

    def start(url: str | None = None, *, workers: int = 1, **settings: str) -> Server:
        server = Server(tmp_path / "service", url, settings).start(workers=workers)
        started.append(server)
        return server

    yield start
    for server in started:
        server.stop()
