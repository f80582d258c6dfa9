"""The database of the service, whose writers all lock the row of `service` first: so counts, merges and the current
generation cannot change between reading and writing.
"""

from __future__ import annotations

from shoal.service.store import models
from shoal.web.database.database import SqlDatabase


class Database(SqlDatabase):
    """Opens connections, and transactions on them."""

    lock = models.service.c.id
