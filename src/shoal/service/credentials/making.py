"""The program that makes the keys of places: `python -m shoal.service.credentials.making`. It ends when none misses.

A process of its own, nice to others: making 1000 keys takes about 40 s of processor time.
"""

from __future__ import annotations

import logging
import os
import sys

from shoal.errors import place_of
from shoal.service.credentials.place_keys import make_some
from shoal.service.logs import set_up_logs
from shoal.service.settings import settings_from_environment
from shoal.service.store.database import Database
from shoal.service.store.vault import Vault
from shoal.web.logs import LOGGER

NICENESS = 10  # the server goes first, always

log = logging.getLogger(LOGGER)


def main() -> int:
    """Make keys until none is missing. Exit code 1: something failed; the log says where, and shows no value."""
    os.nice(NICENESS)
    try:
        _make_all()
    except Exception as error:
        log.error("making keys failed", extra={"error": type(error).__name__, "where": place_of(error)})
        return 1
    return 0


def _make_all() -> None:
    settings = settings_from_environment()
    set_up_logs(settings.log_level)
    database = Database(settings.url)
    vault = Vault(settings.vault_keys())
    while make_some(database, vault):
        pass
    database.close()


if __name__ == "__main__":
    sys.exit(main())
