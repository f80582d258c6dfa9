"""Work that goes on beside the main thread. Solvers and kernels release the interpreter while they run."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Generic, TypeVar

Found = TypeVar("Found")


class Aside(Generic[Found]):
    """A function that has begun to run in a thread of its own. Whoever does not want its result just leaves it."""

    def __init__(self, work: Callable[[], Found]) -> None:
        self._work = work
        self._found: list[Found] = []
        self._error: BaseException | None = None
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._found.append(self._work())
        except BaseException as error:  # it belongs to whoever asks for the result
            self._error = error

    def ends_within(self, seconds: float) -> bool:
        """Wait so long at most; whether it has ended."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def result(self) -> Found:
        """Wait for the end."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        return self._found[0]
