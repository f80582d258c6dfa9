"""Time told in steps: what a budget stopped can be repeated without a clock.

A search asks before each of its steps, always in the same order, whether its time is up. Once it is, it stays so. How
many steps were taken until then is therefore all that has to be known to take exactly these steps again.

Parts that are searched side by side have no such order among them, so each gets a clock of its own as its turn comes,
which is a step of the whole. Parts whose turn comes too late take no steps at all, and of the others only those that
were under way at the end were cut short. So a few numbers tell everything: the steps of the whole, and those of the
last parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from threading import Lock
from time import perf_counter

import numpy as np

from shoal.errors import ParameterError


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
