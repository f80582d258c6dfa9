"""Making the partitions a search may begin with, and keeping the best: greedy ones side by side, then PCL."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from threading import Event
from time import perf_counter
from typing import Any

import numpy as np

from shoal.errors import Outcome
from shoal.partition.partition import Partition
from shoal.partition.pcl import PCL, as_done
from shoal.partition.portfolio import SURE, are_soon_made
from shoal.partition.power_diagram import n_threads
from shoal.partition.problem import Cells, Partitioner, Problem

LOOK_S = 0.05  # between two looks at the keyboard and at how far the starts are

Made = tuple[Cells, Any]  # cells, and what makes them again without a clock


def best_of(
    problem: Problem, starts: Sequence[Partitioner | Partition], deadline: float, *, pcl_s: float = np.inf
) -> Made:
    """The start of least distortion; the first ones are made whatever the clock says, the others while there is time.

    PCL, the last one if it is among several, has a time of its own, with which it ends: it may take far longer than it
    does as a rule (identical records). Who interrupts the starts gets the best of those that were made, marked as
    interrupted.
    """
    last = starts[-1] if len(starts) > 1 and isinstance(starts[-1], PCL) else None
    first = starts[:-1] if last is not None else starts
    interrupted = False
    if len(first) > 1:
        made, interrupted = _side_by_side(problem, first, deadline)
    else:
        made = [_begun(problem, first[0], np.inf)]
    if last is not None and not interrupted and pcl_s > 0.0:
        try:
            made.append(_begun(problem, last, pcl_s))
        except KeyboardInterrupt:
            interrupted = True
    cells, made_by = min(made, key=lambda one: _sse(problem, one[0]))
    return (replace(cells, outcome=Outcome.INTERRUPTED) if interrupted else cells), made_by


class _GivenUpError(Exception):
    """Nobody waits for this start any longer."""


def _side_by_side(
    problem: Problem, starts: Sequence[Partitioner | Partition], deadline: float
) -> tuple[list[Made], bool]:
    """What could be made on all cores, in the order of the starts, and whether somebody had enough of it."""
    n_sure = len(starts) if are_soon_made(problem) else SURE
    shares = np.zeros(len(starts))
    stop = Event()

    def made(number: int) -> Made | None:
        def look(done: int, total: int) -> None:
            shares[number] = done / total
            if stop.is_set() or (number >= n_sure and perf_counter() >= deadline):
                raise _GivenUpError

        try:
            look(0, 1)
            return _begun(replace(problem, progress=look), starts[number], np.inf)
        except _GivenUpError:
            return None
        except BaseException:
            stop.set()
            raise

    interrupted = False
    with ThreadPoolExecutor(n_threads()) as threads:
        tasks = [threads.submit(made, number) for number in range(len(starts))]
        try:
            while wait(tasks, LOOK_S).not_done:
                problem.progress(int(shares.mean() * len(problem.points)), len(problem.points))
        except KeyboardInterrupt:
            interrupted = True
        finally:
            stop.set()
    faults = [fault for fault in (task.exception() for task in tasks) if fault is not None]
    for fault in faults:
        if not isinstance(fault, KeyboardInterrupt):
            raise fault
    finished = [one for task in tasks if task.exception() is None and (one := task.result()) is not None]
    interrupted = interrupted or bool(faults)
    if not finished:
        raise KeyboardInterrupt
    return finished, interrupted


def _begun(problem: Problem, start: Partitioner | Partition, budget_s: float) -> Made:
    if isinstance(start, Partition):
        return Cells(start.cell_of), start
    if not isinstance(start, PCL) or np.isinf(budget_s):
        return start(replace(problem, budget_s=None)), start
    cells = start(replace(problem, budget_s=budget_s))
    return replace(cells, outcome=Outcome.COMPLETE), as_done(start, cells)


def _sse(problem: Problem, cells: Cells) -> float:
    return Partition.from_cells(problem.points, cells.cell_of, method="", weights=problem.weights).sse
