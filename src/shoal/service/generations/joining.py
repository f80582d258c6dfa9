"""Newcomers: they find their cells, wait for company if the operator wants it, and count once they are known.

Two things are kept apart.

*Joined*: the device is told the place of its cell. Somebody who watches a provider sees a new pseudonym there. With
``together`` above 1, newcomers of a cell wait until so many of them can join at once; the next generation takes all in.

*Counted*: the device is one of the k that share a place, and its home is one of those of which the next design makes
places. Somebody who signs up k − 1 devices around a home would otherwise be alone with it in a cell. So a device that
nobody vouches for counts when it has been at its home for ``probation_days``. It may be handed a place before.

What is stored is a day, no time, and only until that day (docs/design/044-newcomers.md).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, func, insert, select, update

from shoal.service.generations import guard
from shoal.service.generations.guard import COUNTS
from shoal.service.generations.rules import Rules
from shoal.service.store.models import device, membership, service
from shoal.web.clock import ServiceClock

DAY_S = 24 * 3600


@dataclass(frozen=True)
class Joining:
    """How newcomers join the current generation, and when they count."""

    rules: Rules
    clock: ServiceClock
    together: int
    probation_days: int

    def counts_from(self, *, vouched: bool) -> int | None:
        """The day from which a device counts that is at its home from today; None: at once."""
        return None if vouched or not self.probation_days else self._today() + self.probation_days

    def join(
        self, connection: Connection, current: int, ids: Sequence[str], degrees: Sequence[tuple[float, float]]
    ) -> None:
        """These devices are assigned to cells by sites and costs. They are stored already."""
        latitude, longitude = [pair[0] for pair in degrees], [pair[1] for pair in degrees]
        cells = self.rules.cells_of(connection, current, latitude, longitude).tolist()
        at_once = self.together == 1
        rows = [
            {"device_id": own, "generation_id": current, "cell": number, "founder": False, "joined": at_once}
            for own, number in zip(ids, cells, strict=True)
        ]
        connection.execute(insert(membership), rows)
        if not at_once:
            self._let_in(connection, current, set(cells))
            return
        counted = set(_counting(connection, ids))
        guard.count_in(connection, current, Counter(row["cell"] for row in rows if row["device_id"] in counted))

    def end_probation(self, connection: Connection) -> int:
        """Devices whose day has come count from now on. Returns how many."""
        due = device.c.counts_from <= self._today()
        ids = list(connection.execute(select(device.c.id).where(due)).scalars())
        if not ids:
            return 0
        connection.execute(update(device).where(due).values(counts_from=None))
        current = connection.execute(select(service.c.current)).scalar_one()
        if current is not None:
            guard.recount(connection, current)
            self._let_in(connection, current)
        return len(ids)

    def any_due(self, connection: Connection) -> bool:
        """Whether somebody's day has come."""
        due = select(device.c.id).where(device.c.counts_from <= self._today()).limit(1)
        return connection.execute(due).one_or_none() is not None

    def _let_in(self, connection: Connection, current: int, cells: Collection[int] | None = None) -> None:
        """Everybody who waits in a cell joins it as soon as enough of them count."""
        query = (
            select(membership.c.cell, func.count())
            .join(device, device.c.id == membership.c.device_id)
            .where(membership.c.generation_id == current, membership.c.joined.is_(False), COUNTS)
            .group_by(membership.c.cell)
            .having(func.count() >= self.together)
        )
        if cells is not None and len(cells) == 1:
            query = query.where(membership.c.cell.in_(cells))
        complete: dict[int, int] = dict(connection.execute(query).all())
        for number in complete:
            connection.execute(
                update(membership)
                .where(membership.c.generation_id == current, membership.c.cell == number)
                .values(joined=True)
            )
        guard.count_in(connection, current, complete)

    def _today(self) -> int:
        return int(self.clock.calendar() // DAY_S)


def _counting(connection: Connection, ids: Sequence[str]) -> list[str]:
    """Which of these devices count. Most do, so those that do not are looked up."""
    on_probation = set(connection.execute(select(device.c.id).where(device.c.counts_from.is_not(None))).scalars())
    return [own for own in ids if own not in on_probation]
