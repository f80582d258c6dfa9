"""The database of the repository: writers lock the row of `survey`, migrations are applied by `--upgrade`."""

from __future__ import annotations

from pathlib import Path

from shoal.survey.repository.store import models
from shoal.web.database.database import SqlDatabase
from shoal.web.database.schema import Schema

REPOSITORY_SCHEMA = Schema(Path(__file__).parent / "migrations", "shoal survey serve --upgrade")


class RepositoryDatabase(SqlDatabase):
    """Opens connections, and transactions on them."""

    lock = models.survey.c.id
