"""Starts the program that makes keys whenever keys of places are missing: after a publication, and after a merge.

With several servers each may start one; a key that another one has made meanwhile is thrown away.
"""

from __future__ import annotations

import logging
import subprocess
import sys

from shoal.service.credentials.place_keys import some_missing
from shoal.service.store.database import Database
from shoal.web.clock import ServiceClock
from shoal.web.logs import LOGGER

LOOK_S = 2.0  # a merged place is without a key so long, and then for as long as making it takes
FAILED_PAUSE_S = 60.0  # a program that fails will mostly fail again, and its log line is enough once a minute
STOP_S = 5.0  # how long the program may take to end; a key that is being made is lost, and made again

log = logging.getLogger(LOGGER)


class KeyMaker:
    """The program that this server started, if it runs."""

    def __init__(self, database: Database, clock: ServiceClock, *, wanted: bool) -> None:
        self._database = database
        self._steady = clock.steady
        self._wanted = wanted
        self._process: subprocess.Popen[bytes] | None = None
        self._next_look = self._steady()
        self.n_started = 0

    def look(self) -> None:
        """Start the program if keys are missing and it does not run."""
        if not self._wanted or self._steady() < self._next_look or self._runs():
            return
        self._next_look = self._steady() + LOOK_S
        if self._failed():
            log.error("keys of places were not made")
            self._next_look = self._steady() + FAILED_PAUSE_S
            self._process = None
        elif some_missing(self._database):
            self._process = subprocess.Popen(
                [sys.executable, "-m", "shoal.service.credentials.making"],
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # a Ctrl-C is for the server, which ends the program itself
            )
            self.n_started += 1

    def stop(self) -> None:
        """End the program."""
        if self._process is None or not self._runs():
            return
        self._process.terminate()
        try:
            self._process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def _failed(self) -> bool:
        return self._process is not None and self._process.poll() not in (None, 0)
