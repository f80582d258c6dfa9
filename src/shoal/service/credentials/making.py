"""The program that makes the keys of places: `python -m shoal.service.credentials.making`. It ends when none misses.

A process of its own, nice to others: making 1000 keys takes about 40 s of processor time.
"""

from __future__ import annotations

import os
import sys

from shoal.service.credentials.place_keys import make_some
from shoal.service.settings import settings_from_environment
from shoal.service.store.database import Database
from shoal.service.store.vault import Vault

NICENESS = 10  # the server goes first, always


def main() -> int:
    """Make keys until none is missing."""
    os.nice(NICENESS)
    settings = settings_from_environment()
    database = Database(settings.url)
    vault = Vault(settings.vault_keys())
    while make_some(database, vault):
        pass
    database.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
