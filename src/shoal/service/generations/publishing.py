"""Which generation is current: published, rolled back to, or restored, in the transaction of the caller.

Publications are numbered 1, 2, 3, …: a generation that is rolled back to gets a new number. The order is that of the
numbers. Times are stored to be shown, and decide nothing, because a clock can be set back.

The last step counts what devices are told from now on. If that is not a place of at least k for every one of them, the
whole transaction is undone.
"""

from __future__ import annotations

import numpy as np
from sqlalchemy import Connection, func, insert, select, update

from shoal.service.generations import guard
from shoal.service.generations.rules import Rules
from shoal.service.generations.storing import forget
from shoal.service.store.models import design, device, generation, membership, service
from shoal.service.store.vault import Vault
from shoal.web.clock import ServiceClock
from shoal.web.problems import Conflict, NotFound

LOST = (
    "Its cells were lost. An earlier version of Shoal deleted them if the clock had been set back before the "
    "publication. Design again."
)


class Publishing:
    """Makes generations current."""

    def __init__(self, vault: Vault, rules: Rules, history: int, clock: ServiceClock) -> None:
        self._vault = vault
        self._rules = rules
        self._history = history
        self._clock = clock

    def publish_new(self, connection: Connection, generation_id: int) -> None:
        """A sticky design keeps what was told when it began; after another publication that is not all any more."""
        sticky = connection.execute(
            select(design.c.follows)
            .join(generation, generation.c.id == design.c.generation_id)
            .where(generation.c.id == generation_id, generation.c.state == "designed", generation.c.sticky)
        ).one_or_none()
        if sticky is not None and sticky.follows != current_publication(connection):
            raise Conflict(
                f"Another generation was published, or rolled back to, since generation {generation_id} began, so it "
                "may separate devices that are together now.",
                hint="Design again.",
            )
        self._publish(connection, generation_id, from_state="designed")

    def roll_back(self, connection: Connection) -> int:
        """The generation that was current before. Returns its number."""
        if connection.execute(select(service.c.current)).scalar_one() is None:
            raise Conflict("No generation is published, so there is nothing to roll back.")
        earlier = _latest_retired(connection)
        if earlier is None:
            raise Conflict("There is no earlier generation to roll back to.")
        self._publish(connection, earlier, from_state="retired")
        return earlier

    def restore(self, connection: Connection) -> int | None:
        """If the current generation has lost its design, the one before becomes current, or none. Returns the lost one.

        Earlier versions lost it when the clock had been set back. Without its design nobody can sign up.
        """
        current = connection.execute(select(service.c.current)).scalar_one()
        if current is None or _has_design(connection, current):
            return None
        connection.execute(update(generation).where(generation.c.id == current).values(state="failed", failure=LOST))
        forget(connection, current)
        connection.execute(update(service).values(current=None))
        earlier = _latest_retired(connection)
        if earlier is not None:
            self._make_current(connection, earlier)
        return int(current)

    def _publish(self, connection: Connection, generation_id: int, from_state: str) -> None:
        state = state_of(connection, generation_id)
        if state != from_state:
            raise Conflict(f"Generation {generation_id} is {state}; only a {from_state} one can be published.")
        k = connection.execute(select(generation.c.k).where(generation.c.id == generation_id)).scalar_one()
        n_counting = guard.count_all(connection)
        if n_counting < k:
            raise Conflict(
                f"k is {k}, and {n_counting} devices count: no place can be shared by k of them.",
                parameters=["k"],
                count=n_counting,
            )
        self._make_current(connection, generation_id)
        guard.require_promise(connection)

    def _make_current(self, connection: Connection, generation_id: int) -> None:
        self._place_newcomers(connection, generation_id)
        connection.execute(
            update(membership)
            .where(membership.c.generation_id == generation_id)
            .where(membership.c.founder.is_(False) | membership.c.joined.is_(False))
            .values(founder=True, joined=True)
        )
        guard.recount(connection, generation_id)
        guard.settle(connection, generation_id)
        now = self._clock.calendar()
        connection.execute(
            update(generation).where(generation.c.state == "published").values(state="retired", retired_at=now)
        )
        number = (connection.execute(select(func.max(generation.c.publication))).scalar_one() or 0) + 1
        connection.execute(
            update(generation)
            .where(generation.c.id == generation_id)
            .values(state="published", publication=number, published_at=now, retired_at=None)
        )
        connection.execute(update(service).values(current=generation_id))
        self._forget_old(connection, generation_id)

    def _place_newcomers(self, connection: Connection, generation_id: int) -> None:
        """Devices that came or moved since the design find their cells by its sites and costs."""
        missing = connection.execute(
            select(device.c.id, device.c.exact)
            .outerjoin(
                membership, (membership.c.device_id == device.c.id) & (membership.c.generation_id == generation_id)
            )
            .where(device.c.exact.is_not(None), membership.c.device_id.is_(None))
        ).all()
        if not missing:
            return
        homes = np.array([self._vault.open_home(row.exact, row.id) for row in missing])
        cells = self._rules.cells_of(connection, generation_id, homes[:, 0], homes[:, 1]).tolist()
        connection.execute(
            insert(membership),
            [
                {"device_id": row.id, "generation_id": generation_id, "cell": number, "founder": True}
                for row, number in zip(missing, cells, strict=True)
            ],
        )

    def _forget_old(self, connection: Connection, current: int) -> None:
        """Delete memberships of old generations; the settings say how many are kept, the current one included."""
        earlier = connection.execute(
            select(generation.c.id)
            .where(
                generation.c.state == "retired",
                generation.c.id != current,
                generation.c.id.in_(select(design.c.generation_id)),
            )
            .order_by(generation.c.publication.desc())
        ).scalars()
        for number in list(earlier)[self._history - 1 :]:
            forget(connection, number)


def state_of(connection: Connection, generation_id: int) -> str:
    """The state of a generation."""
    state = connection.execute(select(generation.c.state).where(generation.c.id == generation_id))
    found = state.scalar_one_or_none()
    if found is None:
        raise NotFound("There is no generation with this number.")
    return str(found)


def current_publication(connection: Connection) -> int | None:
    """The number of the latest publication; None before the first."""
    number: int | None = connection.execute(
        select(generation.c.publication).join(service, service.c.current == generation.c.id)
    ).scalar_one_or_none()
    return number


def _latest_retired(connection: Connection) -> int | None:
    number: int | None = connection.execute(
        select(generation.c.id)
        .where(generation.c.state == "retired", generation.c.id.in_(select(design.c.generation_id)))
        .order_by(generation.c.publication.desc())
        .limit(1)
    ).scalar_one_or_none()
    return number


def _has_design(connection: Connection, generation_id: int) -> bool:
    query = select(func.count()).where(design.c.generation_id == generation_id)
    return bool(connection.execute(query).scalar_one())
