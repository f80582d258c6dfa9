"""Repositories on each database in turn."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from repository_toys import Toy

from benchmarks.service.running import Postgres

NUMBERS = itertools.count(1)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def database_url(request: pytest.FixtureRequest) -> Callable[[], str | None]:
    """A new database each time it is called; None: the SQLite file of the folder."""
    if request.param == "sqlite":
        return lambda: None
    postgres: Postgres = request.getfixturevalue("postgres")
    return lambda: postgres.database(f"repository{next(NUMBERS)}_{os.getpid()}")


@pytest.fixture
def toy(tmp_path: Path, database_url: Callable[[], str | None]) -> Toy:
    """A survey that is open."""
    return Toy(tmp_path, database_url())
