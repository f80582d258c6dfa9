"""Starts designing processes, notices when they die, and asks the policies whether a new generation is due.

It also sees to it that the keys of places are made.

One thread in each server process, which first of all loads what newcomers need. With several server processes each
has one; the lease in the database keeps them from designing twice.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from contextlib import suppress

from sqlalchemy.exc import DBAPIError

from shoal.service.credentials.maker import KeyMaker
from shoal.service.design.policies import Pause, due
from shoal.service.design.process import THREAD_VARIABLES, WORKER_VARIABLE
from shoal.service.generations.generations import Wish
from shoal.service.parts import ServiceContext
from shoal.web.logs import LOGGER
from shoal.web.problems import Conflict

LOOK_S = 0.5  # how soon a dead process is noticed
STOP_S = 5.0  # how long a designing process may take to end

log = logging.getLogger(LOGGER)


class Supervisor:
    """The designing processes that this server started."""

    def __init__(self, parts: ServiceContext) -> None:
        self._parts = parts
        self._processes: dict[int, tuple[subprocess.Popen[bytes], str]] = {}
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="shoal-supervisor", daemon=True)
        self._keys = KeyMaker(parts.database, parts.clock, wanted=parts.desk.most > 0)
        self._steady = parts.clock.steady
        self._pause = Pause(parts.settings.policy_pause_s, parts.clock)
        self._next_policy = self._steady() + parts.settings.policy_interval_s

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread and the designs of this server; their rows say that they were stopped."""
        self._stop.set()
        self._thread.join(timeout=STOP_S)
        self._keys.stop()
        with self._lock:
            for number, (process, worker) in self._processes.items():
                process.terminate()
                try:
                    process.wait(STOP_S)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
                self._fail(number, worker, "The server was shut down. Start the design again.")
            self._processes.clear()

    def design(self, wish: Wish, asked_by: str, after: int | None = None) -> int:
        """Take the lease and start the process; ``after`` as in `Generations.begin`."""
        number, worker = self._parts.generations.begin(wish, asked_by, after)
        environment = os.environ | {WORKER_VARIABLE: worker}
        environment |= dict.fromkeys(THREAD_VARIABLES, str(self._parts.settings.design_cores))
        try:
            process = subprocess.Popen(
                [sys.executable, "-m", "shoal.service.design.process", str(number)],
                env=environment,
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # a Ctrl-C is for the server, which ends its designs itself
            )
        except OSError:
            self._parts.generations.fail(number, worker, "The designing process could not be started.")
            raise
        with self._lock:
            self._processes[number] = (process, worker)
        log.info("design started", extra={"generation": number, "reason": asked_by})
        return number

    def _watch(self) -> None:
        with suppress(DBAPIError):  # the database is away: then the first newcomer waits
            self._parts.warm_up()
        while not self._stop.wait(LOOK_S):
            try:
                self._reap()
                self._keys.look()
                if self._parts.generations.dead():
                    self._parts.generations.end_dead()
                self._parts.end_probation()
                if self._parts.settings.policies and self._steady() >= self._next_policy:
                    self._next_policy = self._steady() + self._parts.settings.policy_interval_s
                    self._ask_policies()
            except DBAPIError:
                continue  # the database is away; requests say so, and this thread tries again
            except Exception:
                log.exception("supervisor failed")

    def _reap(self) -> None:
        with self._lock:
            ended = [number for number, (process, _) in self._processes.items() if process.poll() is not None]
        for number in ended:
            process, worker = self._processes[number]
            # a process that ended as it should has given its lease back by now
            self._parts.generations.fail(number, worker, f"The designing process ended with code {process.returncode}.")
            with self._lock:
                del self._processes[number]

    def _fail(self, number: int, worker: str, why: str) -> None:
        try:
            self._parts.generations.fail(number, worker, why)
        except DBAPIError:
            log.warning("design not marked as stopped", extra={"generation": number})

    def _ask_policies(self) -> None:
        found = due(self._parts, self._pause)
        if found is None:
            return
        settings = self._parts.settings
        wish = Wish(settings.k, settings.reserve, settings.sticky, settings.snap_decimals, publish_when_ready=True)
        try:
            self.design(wish, f"policy: {found.reason}", found.newest)
        except Conflict:
            return  # another design is running, or another server was first
