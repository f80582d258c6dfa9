"""Time, cores and interrupts: clocks, work on several cores, and work beside the main thread.

Solvers and kernels release the interpreter while they run, so threads are enough to use all cores.

*Time told in steps* (`StepClock`). What a budget stopped can be repeated without a clock. A search asks before each of
its steps, always in the same order, whether its time is up. Once it is, it stays so. How many steps were taken until
then is therefore all that has to be known to take exactly these steps again. Parts that are searched side by side have
no such order among them, so each gets a clock of its own as its turn comes, which is a step of the whole. Parts whose
turn comes too late take no steps at all, and of the others only those that were under way at the end were cut short.
So a few numbers tell everything: the steps of the whole, and those of the last parts.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Condition, Event, Lock, Thread
from time import perf_counter
from typing import Generic, TypeVar

import numpy as np

from shoal.errors import ParameterError

CHUNK_RECORDS = 16_384  # one thread's turn; short enough for an interrupt to be noticed soon
GLANCE_S = 0.05  # how often the keyboard is looked at

Found = TypeVar("Found")


def n_threads() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_chunks(work: Callable[[slice], None], n_records: int, threads: int) -> None:
    """Do the work chunk by chunk on several threads. Each chunk writes its own records only, so the number of threads
    changes nothing."""
    chunks = [slice(start, start + CHUNK_RECORDS) for start in range(0, n_records, CHUNK_RECORDS)]
    if threads == 1 or len(chunks) < 2:
        for chunk in chunks:
            work(chunk)
        return
    with ThreadPoolExecutor(threads) as pool:
        for _ in pool.map(work, chunks):
            pass


class Background(Generic[Found]):
    """A function that has begun to run in a thread of its own; it is told when its result is not wanted any more.

    Whoever begins one waits for its end, or gives it up: a solver that is still at work when the interpreter ends
    brings the whole process down.
    """

    def __init__(self, work: Callable[[Event], Found]) -> None:
        self._work = work
        self._stop = Event()
        self._found: list[Found] = []
        self._error: BaseException | None = None
        self._thread = Thread(target=self._run, daemon=True)
        try:
            self._thread.start()
        except BaseException:  # an interrupt while it begins, which it may do all the same
            self._stop.set()
            raise

    def _run(self) -> None:
        try:
            self._found.append(self._work(self._stop))
        except BaseException as error:  # it belongs to whoever asks for the result
            self._error = error

    def result(self, look: Callable[[], None] = lambda: None) -> Found:
        """Wait for the end and look around meanwhile; whoever interrupts that gives it up."""
        try:
            while self._thread.is_alive():
                self._thread.join(GLANCE_S)
                look()
        except BaseException:
            self.give_up()
            raise
        if self._error is not None:
            raise self._error
        return self._found[0]

    def give_up(self) -> None:
        """Nobody wants the result any more: it ends as soon as it can."""
        self._stop.set()
        self._thread.join()


class FairSemaphore:
    """So many cores. (A semaphore would not do: who gives a core back takes it again before anybody else wakes up.)"""

    def __init__(self, n_cores: int) -> None:
        self._n_free = n_cores
        self._waiting: deque[object] = deque()
        self._changed = Condition()

    def take(self, wanted: Callable[[], bool] = lambda: True) -> bool:
        """Wait for a core while it is wanted; whether there was one."""
        me = object()
        with self._changed:
            self._waiting.append(me)
            try:
                while wanted():
                    if self._n_free > 0 and self._waiting[0] is me:
                        self._n_free -= 1
                        return True
                    self._changed.wait(GLANCE_S)
                return False
            finally:
                self._waiting.remove(me)
                self._changed.notify_all()

    def leave(self) -> None:
        """Give a core back."""
        with self._changed:
            self._n_free += 1
            self._changed.notify_all()

    @contextmanager
    def turn(self, wanted: Callable[[], bool]) -> Iterator[bool]:
        """A core for a while, if there was one as long as it was wanted."""
        is_mine = self.take(wanted)
        try:
            yield is_mine
        finally:
            if is_mine:
                self.leave()


class StepClock:
    """Time until ``deadline`` (on the clock of perf_counter), or for so many ``steps``, as `told` gives them."""

    def __init__(self, deadline: float = np.inf, steps: Sequence[int] | None = None, *, parted: bool = True) -> None:
        self._deadline = deadline
        self._most = np.inf if steps is None else int(steps[0])
        self._of_last_parts = () if steps is None else tuple(steps[1:])
        self._parted = parted
        self._parts: list[StepClock] = []
        self._turns = Lock()
        self._taken = 0
        self.spent = False

    def late(self) -> bool:
        """Whether the time is up; if not, the asker takes one step."""
        if not self.spent:
            self.spent = self._taken >= self._most or perf_counter() >= self._deadline
            self._taken += not self.spent
        return self.spent

    def begin_parts(self) -> None:
        """What follows is searched in parts. Parts before were searched to their ends, or there is no time for more."""
        if any(part.spent for part in self._parts):
            self.spent = True
        else:
            self._parts = []

    def _part(self) -> StepClock:
        """The clock of the part whose turn it is. Within a part everything has an order, and so one clock."""
        if not self._parted:
            return self
        if self.late():
            return StepClock(steps=(0,), parted=False)
        n_after = self._most - self._taken
        own = None
        if n_after < len(self._of_last_parts):
            own = (self._of_last_parts[len(self._of_last_parts) - 1 - int(n_after)],)
        self._parts.append(StepClock(self._deadline, own, parted=False))
        return self._parts[-1]

    def next_part(self, numbers: Iterator[int]) -> tuple[int, StepClock]:
        """The number of the next part, and its clock; cores that ask at once are served one after the other."""
        with self._turns:
            return next(numbers), self._part()

    @property
    def told(self) -> tuple[int, ...]:
        """The steps of the whole, and those of its last parts from the first one on that was cut short."""
        cut = [number for number, part in enumerate(self._parts) if part.spent]
        last = self._parts[cut[0] :] if cut else []
        return (self._taken, *(part._taken for part in last))


def clock_for(method: str, budget_s: float | None, steps: Sequence[int] | None) -> StepClock:
    """The clock of a search that has a budget in seconds, or in steps, or none."""
    if budget_s is not None and steps is not None:
        raise ParameterError(f"{method} has both steps and budget_s; give one of them.")
    return StepClock(np.inf if budget_s is None else perf_counter() + budget_s, steps)
