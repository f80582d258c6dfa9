"""Limits the moves of each device in a day. The count is in the database, so that a restart does not reset it.

A device that moves is told the place of wherever it says that it lives. With thousands of moves it could look up every
place and draw the border of every cell. People move house seldom; a few moves a day are enough to correct a mistake.

One day begins and ends for all devices together, so that no time of a move is stored: only how many moves each device
has made in the present day. If the calendar is set back, the day begins anew and the counts stay. If it is set forward,
the day ends early. Either way a device is at most one day behind or one day's moves ahead.
"""

from __future__ import annotations

from math import ceil

from sqlalchemy import Connection, select, update

from shoal.service.store.models import device, service
from shoal.web.clock import ServiceClock
from shoal.web.problems import TooMany

HOUR_S = 3600.0  # a day begins with the hour of its first move, whose own time is nobody's business
DAY_S = 24 * HOUR_S


class MoveLimit:
    """Counts moves, and says when there were too many."""

    def __init__(self, moves_per_day: int, clock: ServiceClock) -> None:
        self._most = moves_per_day
        self._clock = clock

    def count(self, connection: Connection, device_id: str) -> TooMany | None:
        """Count one move. Returns the refusal if it is one too many; raise it after the transaction, not inside."""
        now = self._clock.calendar()
        ends = self._day(connection, now)
        counted = connection.execute(
            update(device).where(device.c.id == device_id, device.c.moves < self._most).values(moves=device.c.moves + 1)
        )
        if counted.rowcount == 1:
            return None
        # An exception inside the transaction would also undo the beginning of a day.
        seconds = max(1, ceil(ends - now))
        return TooMany(
            f"A device may move {self._most} times a day here, and this one has. "
            f"Try again in {ceil(seconds / HOUR_S)} hours.",
            headers={"Retry-After": str(seconds)},
        )

    def _day(self, connection: Connection, now: float) -> float:
        """When the present day ends; a new one is begun if it has ended, or if the calendar was set back."""
        began: float | None = connection.execute(select(service.c.moves_since)).scalar_one()
        if began is not None and began <= now < began + DAY_S:
            return began + DAY_S
        if began is None or now >= began + DAY_S:
            connection.execute(update(device).where(device.c.moves > 0).values(moves=0))
        began = now - now % HOUR_S
        connection.execute(update(service).values(moves_since=began))
        return began + DAY_S
