"""Generations: designed one at a time, inspected, published in one transaction, rolled back.

States: designing → designed → published → retired, or designing → failed, designed → discarded. Only the row of
`service` says which generation is current, so a crash at any moment leaves the old one or the new one.

A design holds a lease: the row of the generation, whose column `running` only one row can have, and a heartbeat that
the designing process renews. Who finds a heartbeat older than the lease takes the design for dead and marks it failed;
a designer that was only slow finds its lease gone and writes nothing.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from sqlalchemy import Connection, Row, func, insert, select, update

from shoal.service import guard
from shoal.service.database import Database
from shoal.service.models import design, device, generation, membership, service
from shoal.service.problems import Conflict, DesignRunning, NotFound
from shoal.service.rules import Rules, bound_outlines, bound_rule, rule_bytes
from shoal.service.sphere import unit_vectors
from shoal.service.storing import forget, store_cells, store_members
from shoal.service.vault import Vault

if TYPE_CHECKING:  # what designs is for the designing process; a server starts sooner without it
    from shoal.service.design_process import Made

ENDED = ("failed", "discarded", "designed", "published", "retired")
LARGEST_SEED = 2**31 - 1
STARTING_LEASES = 3  # beyond the first: what a designer may take until its first heartbeat, on a busy machine


@dataclass(frozen=True)
class Wish:
    """What a generation is to be like."""

    k: int
    reserve: float
    sticky: bool
    snap_decimals: int | None
    publish_when_ready: bool = False
    seed: int | None = None


class LeaseLost(Exception):
    """The generation was taken for dead, or stopped; whatever was designed is not wanted any more."""


class Generations:
    """The generations behind a database."""

    def __init__(self, database: Database, vault: Vault, rules: Rules, lease_s: float, history: int) -> None:
        self._database = database
        self._vault = vault
        self._rules = rules
        self._lease_s = lease_s
        self._history = history

    # --- looking

    def all(self) -> Sequence[Row[Any]]:
        """Every generation, the newest first."""
        return self._database.ask(lambda c: c.execute(select(generation).order_by(generation.c.id.desc())).all())

    def one(self, generation_id: int) -> Row[Any]:
        """One generation."""
        found = self._database.ask(
            lambda c: c.execute(select(generation).where(generation.c.id == generation_id)).one_or_none()
        )
        if found is None:
            raise NotFound("There is no generation with this number.")
        return found

    def current(self) -> int | None:
        """The number of the generation that devices are told about."""
        current: int | None = self._database.ask(lambda c: c.execute(select(service.c.current)).scalar_one())
        return current

    def figures(self, generation_id: int) -> dict[str, Any] | None:
        """What was measured at design; None before."""
        found = self._database.ask(
            lambda c: c.execute(
                select(design.c.figures).where(design.c.generation_id == generation_id)
            ).scalar_one_or_none()
        )
        return None if found is None else dict(json.loads(found))

    # --- designing

    def begin(self, wish: Wish, asked_by: str, after: int | None = None) -> tuple[int, str]:
        """Take the lease. Returns the new generation and the word that its designer has to show.

        ``after`` is the newest generation that was there when this one was found due (0: none). If another has begun
        since, the reason is out of date.
        """
        worker = secrets.token_hex(16)
        now = time.time()
        with self._database.write() as connection:
            self._end_dead(connection, now)
            running = connection.execute(select(generation.c.id).where(generation.c.running == 1)).scalar_one_or_none()
            if running is not None:
                raise DesignRunning(
                    f"Generation {running} is being designed. Wait for its end, or stop it first.", generation=running
                )
            if after is not None and _newest(connection) != after:
                raise Conflict("Another generation has begun since this one was found due.")
            n_active = connection.execute(select(func.count()).where(device.c.exact.is_not(None))).scalar_one()
            if n_active < wish.k:
                raise Conflict(f"k is {wish.k}, and {n_active} devices are active: no cell can reach k.")
            number = connection.execute(
                insert(generation)
                .values(
                    state="designing",
                    running=1,
                    k=wish.k,
                    reserve=wish.reserve,
                    sticky=wish.sticky,
                    snap_decimals=wish.snap_decimals,
                    publish_when_ready=wish.publish_when_ready,
                    asked_by=asked_by,
                    seed=secrets.randbelow(LARGEST_SEED) if wish.seed is None else wish.seed,
                    worker=worker,
                    heartbeat=now + STARTING_LEASES * self._lease_s,
                    progress=0.0,
                    stage="starting",
                    created_at=now,
                )
                .returning(generation.c.id)
            ).scalar_one()
        return number, worker

    def beat(self, generation_id: int, worker: str, progress: float, stage: str) -> None:
        """The designer is alive."""
        with self._database.write() as connection:
            self._require_lease(connection, generation_id, worker)
            connection.execute(
                update(generation)
                .where(generation.c.id == generation_id)
                .values(heartbeat=time.time(), progress=progress, stage=stage)
            )

    def finish(self, generation_id: int, worker: str, made: Made) -> None:
        """Store a design, and publish it if asked.

        Who cancelled or moved meanwhile is left out; who moved or came gets a cell at publication. One transaction: a
        policy that looks in between would find neither a running design nor what it asked for, and ask again.
        """
        with self._database.write() as connection:
            self._require_lease(connection, generation_id, worker)
            store_cells(connection, generation_id, made.design)
            store_members(connection, generation_id, made.design, made.homes)
            connection.execute(
                insert(design).values(
                    generation_id=generation_id,
                    rule=self._vault.seal(rule_bytes(made.design.rule), bound_rule(generation_id)),
                    figures=json.dumps(made.design.figures),
                    outlines=self._vault.seal(made.outlines, bound_outlines(generation_id)),
                    told_at=made.told_at,
                )
            )
            guard.recount(connection, generation_id)
            connection.execute(
                update(generation)
                .where(generation.c.id == generation_id)
                .values(
                    state="designed",
                    running=None,
                    progress=1.0,
                    stage="done",
                    designed_at=time.time(),
                    n_devices=len(made.homes),
                    n_cells=len(made.design.sizes),
                )
            )
            wanted = select(generation.c.publish_when_ready).where(generation.c.id == generation_id)
            if connection.execute(wanted).scalar_one():
                self._publish_new(connection, generation_id)

    def fail(self, generation_id: int, worker: str | None, why: str) -> bool:
        """The design has ended without a result; False if it had ended before. ``why`` shows no value."""
        with self._database.write() as connection:
            query = update(generation).where(generation.c.id == generation_id, generation.c.running == 1)
            if worker is not None:
                query = query.where(generation.c.worker == worker)
            return connection.execute(query.values(state="failed", running=None, failure=why)).rowcount == 1

    def end_dead(self) -> None:
        """Mark designs failed whose designer has not been heard of for longer than the lease."""
        with self._database.write() as connection:
            self._end_dead(connection, time.time())

    def dead(self) -> bool:
        """Whether there is such a design; asked often, so it only reads."""
        limit = time.time() - self._lease_s
        return bool(
            self._database.ask(
                lambda c: c.execute(
                    select(func.count()).where(generation.c.running == 1, generation.c.heartbeat < limit)
                ).scalar_one()
            )
        )

    # --- publishing

    def publish(self, generation_id: int) -> None:
        """Make a designed generation the current one, in one transaction."""
        with self._database.write() as connection:
            self._publish_new(connection, generation_id)

    def roll_back(self) -> int:
        """Make the generation before the current one current again. Returns its number."""
        with self._database.write() as connection:
            current = connection.execute(select(service.c.current)).scalar_one()
            if current is None:
                raise Conflict("No generation is published, so there is nothing to roll back.")
            earlier = connection.execute(
                select(generation.c.id)
                .where(generation.c.state == "retired", generation.c.id.in_(select(design.c.generation_id)))
                .order_by(generation.c.published_at.desc())
                .limit(1)
            ).scalar_one_or_none()
            if earlier is None:
                raise Conflict("There is no earlier generation to roll back to.")
            self._publish(connection, earlier, from_states=("retired",))
            return int(earlier)

    def discard(self, generation_id: int) -> None:
        """Forget a design that is not wanted, or stop one that is running."""
        with self._database.write() as connection:
            state = self._state(connection, generation_id)
            if state == "designing":
                connection.execute(
                    update(generation)
                    .where(generation.c.id == generation_id)
                    .values(state="discarded", running=None, failure="Stopped by the operator.")
                )
            elif state == "designed":
                forget(connection, generation_id)
                connection.execute(update(generation).where(generation.c.id == generation_id).values(state="discarded"))
            elif state in ("published", "retired"):
                raise Conflict(f"Generation {generation_id} is {state}; only a design can be discarded.")

    # --- steps

    def _state(self, connection: Connection, generation_id: int) -> str:
        state = connection.execute(select(generation.c.state).where(generation.c.id == generation_id))
        found = state.scalar_one_or_none()
        if found is None:
            raise NotFound("There is no generation with this number.")
        return str(found)

    def _publish_new(self, connection: Connection, generation_id: int) -> None:
        """A sticky design keeps what was told when it began; after another publication that is not all any more."""
        sticky = connection.execute(
            select(design.c.told_at)
            .join(generation, generation.c.id == design.c.generation_id)
            .where(generation.c.id == generation_id, generation.c.state == "designed", generation.c.sticky)
        ).one_or_none()
        if sticky is not None and sticky.told_at != latest_told(connection):
            raise Conflict(
                f"Another generation was published, or rolled back to, since generation {generation_id} began, so it "
                "may tear apart who is together now. Design again."
            )
        self._publish(connection, generation_id, from_states=("designed",))

    def _publish(self, connection: Connection, generation_id: int, from_states: tuple[str, ...]) -> None:
        state = self._state(connection, generation_id)
        if state not in from_states:
            raise Conflict(f"Generation {generation_id} is {state}; only a {from_states[0]} one can be published.")
        self._place_newcomers(connection, generation_id)
        connection.execute(
            update(membership)
            .where(membership.c.generation_id == generation_id, membership.c.founder.is_(False))
            .values(founder=True)
        )
        guard.recount(connection, generation_id)
        guard.settle(connection, generation_id)
        guard.require_promise(connection, generation_id)
        now = time.time()
        connection.execute(
            update(generation).where(generation.c.state == "published").values(state="retired", retired_at=now)
        )
        connection.execute(
            update(generation)
            .where(generation.c.id == generation_id)
            .values(state="published", published_at=now, retired_at=None)
        )
        connection.execute(update(service).values(current=generation_id))
        self._forget_old(connection)

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
        cells = self._rules.cells_of(connection, generation_id, unit_vectors(homes[:, 0], homes[:, 1])).tolist()
        connection.execute(
            insert(membership),
            [
                {"device_id": row.id, "generation_id": generation_id, "cell": number, "founder": True}
                for row, number in zip(missing, cells, strict=True)
            ],
        )

    def _forget_old(self, connection: Connection) -> None:
        """Who was in which cell is kept for so many published generations as the settings say, and no longer."""
        published = connection.execute(
            select(generation.c.id)
            .where(
                generation.c.state.in_(("published", "retired")), generation.c.id.in_(select(design.c.generation_id))
            )
            .order_by(generation.c.published_at.desc())
        ).scalars()
        for number in list(published)[self._history :]:
            forget(connection, number)

    def _require_lease(self, connection: Connection, generation_id: int, worker: str) -> None:
        held = connection.execute(
            select(generation.c.worker).where(generation.c.id == generation_id, generation.c.running == 1)
        ).scalar_one_or_none()
        if held != worker:
            raise LeaseLost

    def _end_dead(self, connection: Connection, now: float) -> None:
        connection.execute(
            update(generation)
            .where(generation.c.running == 1, generation.c.heartbeat < now - self._lease_s)
            .values(state="failed", running=None, failure="The designing process disappeared. Start the design again.")
        )


def latest_told(connection: Connection) -> float | None:
    """When the current generation was published; no other publication has the same time."""
    told_at: float | None = connection.execute(
        select(generation.c.published_at).join(service, service.c.current == generation.c.id)
    ).scalar_one_or_none()
    return told_at


def _newest(connection: Connection) -> int:
    return connection.execute(select(func.max(generation.c.id))).scalar_one() or 0
