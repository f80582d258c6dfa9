"""The one owner of time, cores and interrupts: no other module of `partition` reads a clock or starts a thread.

`Clock` knows how long something has run and when it must end. `Clock.run` runs tasks on all cores, reports progress
from the main thread, and turns Ctrl-C into "the time is up": tasks look at the clock between two batches of work and
end early. Solvers and kernels release the interpreter while they run, so threads are enough to use all cores.

`StepClock` counts the steps of a solver, so that a result which a budget cut short can be repeated without a clock. The
solver asks before each step, always in the same order, whether its time is up. Once the answer is yes, it stays yes.
So the number of steps taken repeats the run. Parts that are solved side by side have no order among themselves.
Therefore each part gets a clock of its own, and to begin a part is one step of the whole. A part that begins after the
time is up takes no step. Only parts that were at work at that moment were cut short. So a few numbers repeat
everything: the steps of the whole, and the steps of its last parts.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from math import inf
from threading import Event, Lock, current_thread, main_thread
from time import perf_counter
from types import FrameType
from typing import TypeVar

from shoal.errors import ParameterError

CHUNK_RECORDS = 16_384  # one thread's turn: some milliseconds, so that an interrupt is noticed soon
GLANCE_S = 0.05  # between two looks at the keyboard: people notice a delay of a tenth of a second

Item = TypeVar("Item")
Found = TypeVar("Found")
Look = Callable[[], None]  # reports progress; it runs in the main thread, where Python raises KeyboardInterrupt


class GivenUpError(Exception):
    """Raised inside a task that nobody waits for any more."""


def n_threads() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def each(work: Callable[[Item], Found], items: Iterable[Item], threads: int | None = None) -> list[Found]:
    """``work`` of every item, in the order of the items, on several threads."""
    waiting = list(items)
    n_used = min(n_threads() if threads is None else threads, len(waiting))
    if n_used < 2:
        return [work(item) for item in waiting]
    with ThreadPoolExecutor(n_used) as pool:
        return list(pool.map(work, waiting))


def awaited(future: Future[Found]) -> Found:
    """What a task found. Ctrl-C is noticed meanwhile.

    Python alone would notice it at once. But polars takes the signal first, and tells the system to go on with what it
    interrupted (SA_RESTART). So a wait without an end goes on, and the interrupt only comes after it.
    """
    while wait((future,), GLANCE_S).not_done:
        pass
    return future.result()


def in_chunks(work: Callable[[slice], None], n_records: int, threads: int) -> None:
    """Do the work chunk by chunk. Each chunk writes only its own records, so the number of threads changes nothing."""
    each(work, [slice(start, start + CHUNK_RECORDS) for start in range(0, n_records, CHUNK_RECORDS)], threads)


@contextmanager
def no_interrupt_lost() -> Iterator[None]:
    """Ctrl-C inside of it ends in a KeyboardInterrupt, whatever becomes of it there.

    A compiler calls functions of Python and drops what they raise. An interrupt that falls into one of them is lost:
    the compiler goes on, or fails at something else later. Python tells signals to the main thread only.
    """
    before = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or not callable(before):
        yield
        return
    is_pressed = False

    def press(number: int, frame: FrameType | None) -> None:
        nonlocal is_pressed
        is_pressed = True
        before(number, frame)

    signal.signal(signal.SIGINT, press)
    try:
        yield
    except Exception as fault:
        if is_pressed:
            raise KeyboardInterrupt from fault
        raise
    finally:
        signal.signal(signal.SIGINT, before)
    if is_pressed:
        raise KeyboardInterrupt


class Clock:
    """How long something has run, and when it has to end."""

    def __init__(self, budget_s: float | None = None, *, stopped: Event | None = None) -> None:
        self._begun = perf_counter()
        self._end = inf if budget_s is None else self._begun + budget_s
        self._stopped = Event() if stopped is None else stopped

    @property
    def elapsed_s(self) -> float:
        """Seconds since the clock was made."""
        return perf_counter() - self._begun

    @property
    def left_s(self) -> float:
        """Seconds until the end, perhaps negative; none after an interrupt."""
        return 0.0 if self.is_interrupted else self._end - perf_counter()

    @property
    def has_end(self) -> bool:
        """Whether there is a budget."""
        return self._end < inf

    @property
    def is_up(self) -> bool:
        """Whether the time is spent, or somebody pressed Ctrl-C."""
        return self.left_s <= 0.0

    @property
    def is_interrupted(self) -> bool:
        """Whether somebody pressed Ctrl-C, or a task failed."""
        return self._stopped.is_set()

    def interrupt(self) -> None:
        """The time of this clock, and of all that were made from it, is up."""
        self._stopped.set()

    def within(self, seconds: float) -> Clock:
        """A clock for a part of the work: it ends after so many seconds, or earlier with this one."""
        return Clock(min(seconds, self.left_s), stopped=self._stopped)

    def without(self, seconds: float) -> Clock:
        """A clock that ends so much earlier, and began at the same time."""
        clock = Clock(stopped=self._stopped)
        clock._begun, clock._end = self._begun, self._end - seconds
        return clock

    def run(
        self, tasks: Sequence[Callable[[], Found]], look: Look = lambda: None, threads: int | None = None
    ) -> list[Found]:
        """Run the tasks side by side to their ends, and ``look`` from time to time.

        Ctrl-C interrupts the clock; a task notices that and returns what it has. When a task or ``look`` fails, the
        clock is interrupted as well, and the failure is raised once no task is at work any more.
        """
        futures: list[Future[Found]] = []
        fault: BaseException | None = None
        is_pressed = False
        with ThreadPoolExecutor(min(n_threads() if threads is None else threads, max(1, len(tasks)))) as pool:
            try:
                futures.extend(pool.submit(self._guarded, task) for task in tasks)
                while wait(futures, GLANCE_S).not_done:
                    look()
            except KeyboardInterrupt:
                self.interrupt()
                is_pressed = True
            except BaseException as error:
                self.interrupt()
                fault = error
        faults = [error for error in (future.exception() for future in futures) if error is not None]
        defects = [error for error in faults if not isinstance(error, GivenUpError)]
        if fault is not None or defects:
            raise fault or defects[0]
        if is_pressed and (faults or len(futures) < len(tasks)):  # a task has no result
            raise KeyboardInterrupt
        return [future.result() for future in futures]

    def _guarded(self, task: Callable[[], Found]) -> Found:
        try:
            return task()
        except BaseException:
            self.interrupt()  # nobody wants the results of the others
            raise


class StepClock:
    """Time until ``deadline`` (on the clock of perf_counter), or for so many ``steps``, as `told` gives them."""

    def __init__(self, deadline: float = inf, steps: Sequence[int] | None = None, *, parted: bool = True) -> None:
        self._deadline = deadline
        self._most = inf if steps is None else int(steps[0])
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
        """Parts follow. The parts before them were solved to their ends, or there is no time for more."""
        if any(part.spent for part in self._parts):
            self.spent = True
        else:
            self._parts = []

    def _part(self) -> StepClock:
        """The clock of the next part. Within a part everything has an order, and so one clock."""
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
        """The number of the next part, and its clock. Threads that ask at the same time are served in turn."""
        with self._turns:
            return next(numbers), self._part()

    @property
    def told(self) -> tuple[int, ...]:
        """The steps of the whole, and those of its last parts from the first part that was cut short."""
        cut = [number for number, part in enumerate(self._parts) if part.spent]
        last = self._parts[cut[0] :] if cut else []
        return (self._taken, *(part._taken for part in last))


def clock_for(method: str, budget_s: float | None, steps: Sequence[int] | None) -> StepClock:
    """The clock of a solver that has a budget in seconds, or in steps, or none."""
    if budget_s is not None and steps is not None:
        raise ParameterError(f"{method} has both steps and budget_s; give one of them.")
    return StepClock(inf if budget_s is None else perf_counter() + budget_s, steps)
