"""Distinguishes a dead designer from a slow one: a dead one's heartbeat counter does not change for a whole lease.

The counter is in the database, the observing process measures the time with a monotonic clock. So it does not
matter what the calendars of the designer and of the watchers say. A watcher that has just been started has to watch for
a lease before it knows.
"""

from __future__ import annotations

import threading
from typing import NamedTuple

from sqlalchemy import Connection, select

from shoal.service.store.models import generation
from shoal.web.clock import ServiceClock

STARTING_LEASES = 4  # what a designer may take until its first heartbeat, on a busy machine


class Running(NamedTuple):
    """The design that holds the lease, and its heartbeats so far."""

    id: int
    beats: int


def running_design(connection: Connection) -> Running | None:
    """The one design that is running, if any."""
    found = connection.execute(
        select(generation.c.id, generation.c.beats).where(generation.c.running == 1)
    ).one_or_none()
    return None if found is None else Running(found.id, found.beats)


class Watch:
    """What one process has seen of the running design."""

    def __init__(self, lease_s: float, clock: ServiceClock) -> None:
        self._lease_s = lease_s
        self._clock = clock
        self._seen: Running | None = None
        self._since = 0.0
        self._lock = threading.Lock()

    def is_dead(self, running: Running | None) -> bool:
        """Whether this design has shown no sign of life for longer than it may; the first look never says so."""
        with self._lock:
            now = self._clock.steady()
            if running is None or running != self._seen:
                self._seen, self._since = running, now
                return False
            patience = self._lease_s * (STARTING_LEASES if running.beats == 0 else 1)
            return now - self._since > patience
