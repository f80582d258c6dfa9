"""Starts the program that makes keys whenever keys of places are missing: after a publication, and after a merge.

With several servers each may start one; a key that another one has made meanwhile is thrown away.
"""

from __future__ import annotations

import subprocess
import sys

from shoal.service.credentials.place_keys import some_missing
from shoal.service.store.database import Database

STOP_S = 5.0  # how long the program may take to end; a key that is being made is lost, and made again


class KeyMaker:
    """The program that this server started, if it runs."""

    def __init__(self, database: Database, *, wanted: bool) -> None:
        self._database = database
        self._wanted = wanted
        self._process: subprocess.Popen[bytes] | None = None

    def look(self) -> None:
        """Start the program if keys are missing and it does not run."""
        if not self._wanted or (self._process is not None and self._process.poll() is None):
            return
        if some_missing(self._database):
            self._process = subprocess.Popen(
                [sys.executable, "-m", "shoal.service.credentials.making"],
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # a Ctrl-C is for the server, which ends the program itself
            )

    def stop(self) -> None:
        """End the program."""
        if self._process is None or self._process.poll() is not None:
            return
        self._process.terminate()
        try:
            self._process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
