"""The program that designs a generation: `python -m shoal.service.design.process GENERATION`.

A process of its own, so that the server goes on answering, and so that a crash takes nothing with it. It shows by a
heartbeat that it is alive. The word that proves that it holds the lease comes through the environment, like all
settings. The thread that loads and computes is nice to others and keeps to the cores it was given. The one that stores
is not: who signs up waits for the end of its transaction, and would wait for all others on a busy machine.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from shoal.web.logs import LOGGER

if TYPE_CHECKING:
    from shoal.service.generations.made import Made
    from shoal.web.clock import ServiceClock

WORKER_VARIABLE = "SHOAL_DESIGN_WORKER"
NICENESS = 10  # the server goes first, always
BEATS_PER_LEASE = 5  # a lease outlives four lost heartbeats
BEAT_AT_MOST_S = 1.0  # so that progress can be watched
THREAD_VARIABLES = (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "NUMBA_NUM_THREADS",
    "POLARS_MAX_THREADS",
)

log = logging.getLogger(LOGGER)


def main() -> int:
    """Design one generation. Exit code 0: stored; 1: failed, and the row says why; 3: not wanted any more."""
    with ThreadPoolExecutor(1, initializer=os.nice, initargs=(NICENESS,)) as nice:
        designer = nice.submit(_prepared, int(sys.argv[1]), os.environ[WORKER_VARIABLE]).result()
        return _carried_out(designer, nice)


def _prepared(number: int, worker: str) -> Designer:
    """Loading everything is most of the work for a small town, so it is done nicely too."""
    from shoal.service.logs import set_up_logs
    from shoal.service.settings import settings_from_environment

    settings = settings_from_environment()
    set_up_logs(settings.log_level)
    _keep_to(settings.design_cores)
    return Designer(settings, number, worker)


def _carried_out(designer: Designer, nice: Executor) -> int:
    from shoal.service.generations.generations import LeaseLost

    try:
        designer.store(nice.submit(designer.design).result())
    except LeaseLost:
        log.info("design abandoned", extra={"generation": designer.number})
        return 3
    except Exception as error:
        designer.fail(error)
        return 1
    return 0


class Designer:
    """One design from reading the homes to storing the cells."""

    def __init__(self, settings: Any, number: int, worker: str, clock: ServiceClock | None = None) -> None:
        from shoal.service.parts import ServiceContext

        self.settings = settings
        self.number = number
        self.worker = worker
        self.parts = ServiceContext.of(settings, clock)
        self._progress, self._stage = 0.0, "reading"
        self._lost: BaseException | None = None
        self._done = threading.Event()

    def design(self) -> Made:
        """Read and design, with a beating heart."""
        began = time.process_time()
        heart = threading.Thread(target=self._beat, daemon=True)
        heart.start()
        try:
            made = self._design()
            made.design.figures["design_cpu_s"] = round(time.process_time() - began, 1)
            self._watch("storing", 0.98)
            return made
        finally:
            self._done.set()
            heart.join()

    def store(self, made: Made) -> None:
        """Store in one transaction, and publish if that was asked for."""
        self.parts.generations.finish(self.number, self.worker, made)
        stored = self.parts.generations.one(self.number)
        log.info(f"design {stored.state}", extra={"generation": self.number, "cells": len(made.design.sizes)})

    def fail(self, error: Exception) -> None:
        """Say why, in words that show no value."""
        from shoal.errors import ShoalError, place_of
        from shoal.web.problems import HttpProblem

        worded = isinstance(error, (ShoalError, HttpProblem))
        why = str(error) if worded else f"A bug in Shoal: {type(error).__name__} at {place_of(error)}."
        log.error("design failed", extra={"generation": self.number, "error": type(error).__name__})
        self.parts.generations.fail(self.number, self.worker, why)

    def _design(self) -> Made:
        from shoal.service.design.design import DesignRequest, free_design, sticky_design
        from shoal.service.design.homes import read_homes
        from shoal.service.generations.made import Made
        from shoal.service.geometry.outlines import outlines_of

        wish = self.parts.generations.one(self.number)
        terms = DesignRequest(wish.k, wish.reserve, wish.snap_decimals, wish.seed, self.settings.design_budget_s)
        read = read_homes(self.parts, sticky=wish.sticky)
        self._watch("designing", 0.02)
        made = free_design(read.points, terms, read.start, self._progress_of(0.02, 0.9))
        if read.place_now is not None and read.history is not None:
            free = made.figures["distortion_m"]
            made = sticky_design(read.points, terms, read.place_now, read.history, self._progress_of(0.9, 0.95))
            made.figures["free_distortion_m"] = free
        self._watch("outlining", 0.95)
        return Made(read.homes, made, outlines_of(made.rule), read.follows)

    def _progress_of(self, low: float, high: float) -> Any:
        def report(done: int, total: int) -> None:
            self._watch("designing", low + (high - low) * done / max(1, total))

        return report

    def _watch(self, stage: str, progress: float) -> None:
        """Called between compiled batches: a process that has lost the lease stops here."""
        self._stage, self._progress = stage, progress
        if self._lost is not None:
            raise self._lost

    def _beat(self) -> None:
        from sqlalchemy.exc import DBAPIError

        from shoal.service.generations.generations import LeaseLost

        pause = min(BEAT_AT_MOST_S, self.settings.lease_s / BEATS_PER_LEASE)
        while not self._done.wait(pause):
            try:
                self.parts.generations.beat(self.number, self.worker, self._progress, self._stage)
            except LeaseLost as lost:
                self._lost = lost
                return
            except DBAPIError:
                continue  # the database is away for a moment; the lease is longer than that, or it is lost


def _keep_to(cores: int) -> None:
    """For the calling thread and those that it starts, like niceness on Linux."""
    if hasattr(os, "sched_setaffinity"):
        allowed = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, allowed[-cores:])


if __name__ == "__main__":
    sys.exit(main())
