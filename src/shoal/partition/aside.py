"""Work that goes on beside the main thread. Solvers and kernels release the interpreter while they run."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from typing import Generic, TypeVar

GLANCE_S = 0.05  # how often the keyboard is looked at

Found = TypeVar("Found")


class Aside(Generic[Found]):
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
