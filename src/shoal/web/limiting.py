"""Rate limits: so many of one kind in any period, for each address or for each other name that a server counts by.

A right secret is never refused, however many wrong ones come from the same address: secrets cannot be guessed (256
random bits), and a household or a company behind one address must not be locked out by one broken device. Limits are
counted in each server process, on the steady clock: the calendar may be set back by a day without locking anybody out.
"""

from __future__ import annotations

import threading
from collections import deque
from math import ceil

from limits import parse

from shoal.errors import ParameterError
from shoal.web.clock import ServiceClock
from shoal.web.problems import TooMany


class RateLimit:
    """So many of one kind from one address, or by another name, in any period of this length."""

    def __init__(
        self, rate: str, variable: str, what: str, clock: ServiceClock, *, whose: str = "from this address"
    ) -> None:
        try:
            parsed = parse(rate)
        except ValueError:
            raise ParameterError(f"{variable} must be like '60/minute' or '5 per second'.") from None
        self._most, self._period_s = parsed.amount, parsed.get_expiry()
        self._what, self._whose = what, whose
        self._steady = clock.steady
        self._counted: dict[str, deque[float]] = {}  # by address, when; the oldest first
        self._lock = threading.Lock()
        self._next_sweep = self._steady() + self._period_s

    def count(self, address: str) -> None:
        """Count one; refuse if it is one too many."""
        with self._lock:
            now = self._steady()
            if now >= self._next_sweep:
                self._sweep(now)
            counted = self._counted.setdefault(address, deque())
            while counted and counted[0] <= now - self._period_s:
                counted.popleft()
            if len(counted) < self._most:
                counted.append(now)
                return
            seconds = max(1, ceil(counted[0] + self._period_s - now)) if counted else self._period_s
        raise TooMany(
            f"Too many {self._what} {self._whose}.",
            hint=f"Wait {seconds} seconds.",
            headers={"Retry-After": str(seconds)},
        )

    @property
    def n_remembered(self) -> int:
        """How many addresses or names are in memory."""
        return len(self._counted)

    def forget(self) -> None:
        """Forget who has not been heard of for a period, also when nobody else comes."""
        with self._lock:
            self._sweep(self._steady())

    def _sweep(self, now: float) -> None:
        self._next_sweep = now + self._period_s
        oldest = now - self._period_s
        self._counted = {own: counted for own, counted in self._counted.items() if counted and counted[-1] > oldest}
