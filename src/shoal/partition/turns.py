"""Turns on a counted set of cores: who has waited longest is the next, so that those who share them advance alike."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Condition

from shoal.partition.aside import GLANCE_S


class Turns:
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
