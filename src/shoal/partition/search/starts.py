"""Making the partitions a search may begin with, and keeping the best: greedy ones side by side, then PCL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import replace
from threading import Event
from time import perf_counter
from typing import Any

import numpy as np

from shoal.errors import Outcome
from shoal.partition.control import n_threads
from shoal.partition.partition import Partition, sse_of
from shoal.partition.pcl.pcl import PCL, as_done
from shoal.partition.problem import Cells, Partitioner, Problem
from shoal.partition.search.portfolio import SURE, looks_smooth

LOOK_S = 0.05  # between two looks at the keyboard and at how far the starts are
GREEDY_S = 1.5  # seconds that greedy starts have in any case: all of them, unless there are many twins or coordinates

Made = tuple[Cells, Any]  # cells, and what makes them again without a clock
PclTime = Callable[[bool], float]  # by whether the records seem to lie without clusters


def best_of(
    problem: Problem,
    starts: Sequence[Partitioner | Partition],
    deadline: float,
    *,
    n_sure: int = SURE,
    cores: int | None = None,
    pcl_s: PclTime = lambda _: np.inf,
) -> Made:
    """The start of least distortion; the first ones are made whatever the clock says, the others while there is time.

    Greedy ones have so many ``cores``, all when not given. PCL, the last one if it is among several, has a time of its
    own, with which it ends: it may take far longer than it does as a rule (identical records). Who interrupts the
    starts gets the best of those that were made, marked as interrupted.
    """
    last = starts[-1] if len(starts) > 1 and isinstance(starts[-1], PCL) else None
    first = starts[:-1] if last is not None else starts
    if len(first) > 1:
        made, interrupted = _side_by_side(problem, first, deadline, n_sure, cores or n_threads())
    else:
        made, interrupted = [begun(problem, first[0], np.inf)], False
    sse = [sse_of(problem.points, cells.cell_of, problem.weights) for cells, _ in made]
    if last is not None and not interrupted:
        named = [(made_by, one) for (_, made_by), one in zip(made, sse, strict=True)]
        budget_s = pcl_s(looks_smooth({by: one for by, one in named if not isinstance(by, Partition)}))
        try:
            if budget_s > 0.0:
                made.append(begun(problem, last, budget_s))
                sse.append(sse_of(problem.points, made[-1][0].cell_of, problem.weights))
        except KeyboardInterrupt:
            interrupted = True
    cells, made_by = made[int(np.argmin(sse))]
    return (replace(cells, outcome=Outcome.INTERRUPTED) if interrupted else cells), made_by


class GivenUpError(Exception):
    """Nobody waits for this start any longer."""


def _side_by_side(
    problem: Problem, starts: Sequence[Partitioner | Partition], deadline: float, n_sure: int, cores: int
) -> tuple[list[Made], bool]:
    """What could be made on these cores, in the order of the starts, and whether somebody had enough of it."""
    latest = max(deadline, perf_counter() + GREEDY_S)
    shares = np.zeros(len(starts))
    stop = Event()

    def made(number: int) -> Made | None:
        def look(done: int, total: int) -> None:
            shares[number] = done / total
            if stop.is_set() or (number >= n_sure and perf_counter() >= latest):
                raise GivenUpError

        try:
            look(0, 1)
            return begun(replace(problem, progress=look), starts[number], np.inf)
        except GivenUpError:
            return None
        except BaseException:
            stop.set()
            raise

    interrupted = False
    tasks: list[Future[Made | None]] = []
    with ThreadPoolExecutor(cores) as threads:
        try:
            for number in range(len(starts)):
                tasks.append(threads.submit(made, number))
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
    if not finished:
        raise KeyboardInterrupt
    return finished, interrupted or bool(faults)


def begun(problem: Problem, start: Partitioner | Partition, budget_s: float) -> Made:
    """The cells of this start; PCL has so many seconds for them."""
    if isinstance(start, Partition):
        return Cells(start.cell_of), start
    if not isinstance(start, PCL) or np.isinf(budget_s):
        return start(replace(problem, budget_s=None)), start
    cells = start(replace(problem, budget_s=budget_s))
    return replace(cells, outcome=Outcome.COMPLETE), as_done(start, cells)
