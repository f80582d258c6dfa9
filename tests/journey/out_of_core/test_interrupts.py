"""Ctrl-C ends the work on blocks at once, and not when they are finished."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from threading import Event, Thread
from time import sleep
from typing import ClassVar

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.partition.greedy.mdav import MDAV
from shoal.partition.problem import Cells, Problem

LOOKS = 3_000  # after which the method ends by itself, so that a test that fails does end


class LongMDAV(MDAV):
    """MDAV that takes half a minute, and reports progress meanwhile as all methods do."""

    is_at_work: ClassVar[Event] = Event()
    has_ended: ClassVar[Event] = Event()

    def __call__(self, problem: Problem) -> Cells:
        self.is_at_work.set()
        for _ in range(LOOKS):
            problem.progress(0, len(problem.points))
            sleep(0.01)
        self.has_ended.set()
        return super().__call__(problem)


def test_an_interrupt_ends_the_work_on_blocks(tmp_path: Path) -> None:
    """It took minutes with PCL. Polars makes the system go on with a wait that a signal interrupts, so the main thread
    waited for a block; then the pool waited for the other blocks, which nobody had told.
    """
    table = tmp_path / "table.parquet"
    pl.DataFrame({"age": np.arange(2_000)}).write_parquet(table)

    def press() -> None:
        LongMDAV.is_at_work.wait()
        os.kill(os.getpid(), signal.SIGINT)

    key = Thread(target=press)
    key.start()
    with pytest.raises(KeyboardInterrupt):
        shoal.anonymize(
            table, k=2, quasi_identifiers="age", method=LongMDAV(), seed=1, block_records=1_000, scratch=tmp_path
        )
    key.join()
    assert not LongMDAV.has_ended.is_set()
