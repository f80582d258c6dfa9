"""The clocks of the service, in one object, so that tests can set them.

The calendar can be set back or forward at any moment, by a person or by a time server. It is used to show times to
people, and in two places where a duration has to outlast a restart (the pause between generations, the day of the
limit on moves); each of them bounds what a wrong calendar can do. Nothing is ever put in order by it. Durations inside
a process are measured by the steady clock, which nobody can set.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class ServiceClock:
    """What time it is, and how much time has passed."""

    calendar: Callable[[], float] = time.time  # seconds since 1970; may jump
    steady: Callable[[], float] = time.monotonic  # seconds since some moment; compare within one process only
