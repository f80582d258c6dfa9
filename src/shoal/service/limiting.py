"""Rate limits for each address: on sign-ups, and on wrong tokens.

A right token is never refused, however many wrong ones come from the same address: tokens cannot be guessed (256 random
bits), and a household or a company behind one address must not be locked out by one broken device. Limits are counted
in each server process.
"""

from __future__ import annotations

from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from shoal.errors import ParameterError
from shoal.service.problems import TooMany


class RateLimit:
    """So many of one kind from one address."""

    def __init__(self, rate: str, variable: str, what: str) -> None:
        try:
            self._rate = parse(rate)
        except ValueError:
            raise ParameterError(f"{variable} must be like '60/minute' or '5 per second'.") from None
        self._what = what
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def count(self, address: str) -> None:
        """Count one; refuse if it is one too many."""
        if not self._limiter.hit(self._rate, address):
            seconds = str(self._rate.get_expiry())
            raise TooMany(
                f"Too many {self._what} from this address. Wait {seconds} seconds.", headers={"Retry-After": seconds}
            )
