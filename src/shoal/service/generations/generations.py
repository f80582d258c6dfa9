"""Generations: designed one at a time, inspected, published in one transaction, rolled back.

States: designing → designed → published → retired, or designing → failed, designed → discarded. Only the row of
`service` says which generation is current, so a crash at any moment leaves the old one or the new one.

A design holds a lease: the row of the generation, whose column `running` only one row can have, and a counter of
heartbeats that the designing process increases. If the counter does not change for a whole lease (`lease.py`), another
process marks the design as failed. A designer that was only slow then has no lease any more and writes nothing.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update

from shoal.service.generations import guard
from shoal.service.generations.lease import Watch, running_design
from shoal.service.generations.made import Made
from shoal.service.generations.publishing import Publishing, state_of
from shoal.service.generations.rules import bound_outlines, bound_rule, rule_bytes
from shoal.service.generations.storing import forget, store_cells, store_members
from shoal.service.problems import DesignRunning
from shoal.service.store.database import Database
from shoal.service.store.models import design, generation, service
from shoal.service.store.vault import Vault
from shoal.web.clock import ServiceClock
from shoal.web.problems import Conflict, NotFound

ENDED = ("failed", "discarded", "designed", "published", "retired")
LARGEST_SEED = 2**31 - 1
LOOKS_PER_LEASE = 10  # of a command that waits until it knows whether a design is alive
GONE = "The designing process disappeared. Start the design again."


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

    def __init__(
        self, database: Database, vault: Vault, publishing: Publishing, lease_s: float, clock: ServiceClock
    ) -> None:
        self._database = database
        self._vault = vault
        self._publishing = publishing
        self._lease_s = lease_s
        self._clock = clock
        self._watch = Watch(lease_s, clock)

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
        """The number of the current generation."""
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
        with self._database.write() as connection:
            self._end_dead(connection)
            running = running_design(connection)
            if running is not None:
                raise DesignRunning(
                    f"Generation {running.id} is being designed.",
                    hint="Wait for its end, or stop it first.",
                    generation=running.id,
                )
            if after is not None and _newest(connection) != after:
                raise Conflict("Another generation has begun since this one was found due.")
            _require_enough_devices(connection, wish.k)
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
                    beats=0,
                    progress=0.0,
                    stage="starting",
                    created_at=self._clock.calendar(),
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
                .values(beats=generation.c.beats + 1, progress=progress, stage=stage)
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
                    follows=made.follows,
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
                    designed_at=self._clock.calendar(),
                    n_devices=len(made.homes),
                    n_cells=len(made.design.sizes),
                )
            )
            wanted = select(generation.c.publish_when_ready).where(generation.c.id == generation_id)
            if connection.execute(wanted).scalar_one():
                self._publishing.publish_new(connection, generation_id)

    def fail(self, generation_id: int, worker: str | None, why: str) -> bool:
        """The design has ended without a result; False if it had ended before. ``why`` shows no value."""
        with self._database.write() as connection:
            query = update(generation).where(generation.c.id == generation_id, generation.c.running == 1)
            if worker is not None:
                query = query.where(generation.c.worker == worker)
            return connection.execute(query.values(state="failed", running=None, failure=why)).rowcount == 1

    def end_dead(self) -> None:
        """Mark a design failed whose designer has not been heard of for longer than the lease."""
        with self._database.write() as connection:
            self._end_dead(connection)

    def dead(self) -> bool:
        """Whether there is such a design; asked often, so it only reads."""
        return self._watch.is_dead(self._database.ask(running_design))

    def watch_to_the_end(self) -> None:
        """For commands: watch a running design until it shows that it is alive, or is known to be dead and ended."""
        first = self._database.ask(running_design)
        while first is not None and self._database.ask(running_design) == first:
            if self.dead():
                self.end_dead()
            time.sleep(self._lease_s / LOOKS_PER_LEASE)

    # --- publishing

    def publish(self, generation_id: int) -> None:
        """Make a designed generation the current one, in one transaction."""
        with self._database.write() as connection:
            self._publishing.publish_new(connection, generation_id)

    def roll_back(self) -> int:
        """Make the generation before the current one current again. Returns its number."""
        with self._database.write() as connection:
            return self._publishing.roll_back(connection)

    def restore(self) -> int | None:
        """Repair a database whose current generation has lost its cells. Returns the lost one, or None."""
        with self._database.write() as connection:
            return self._publishing.restore(connection)

    def discard(self, generation_id: int) -> None:
        """Forget a design that is not wanted, or stop one that is running."""
        with self._database.write() as connection:
            state = state_of(connection, generation_id)
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

    def _require_lease(self, connection: Connection, generation_id: int, worker: str) -> None:
        held = connection.execute(
            select(generation.c.worker).where(generation.c.id == generation_id, generation.c.running == 1)
        ).scalar_one_or_none()
        if held != worker:
            raise LeaseLost

    def _end_dead(self, connection: Connection) -> None:
        running = running_design(connection)
        if running is not None and self._watch.is_dead(running):
            connection.execute(
                update(generation)
                .where(generation.c.id == running.id)
                .values(state="failed", running=None, failure=GONE)
            )


def _newest(connection: Connection) -> int:
    return connection.execute(select(func.max(generation.c.id))).scalar_one() or 0


def _require_enough_devices(connection: Connection, k: int) -> None:
    n_counting = guard.count_all(connection)
    if n_counting < k:
        raise Conflict(
            f"k is {k}, and {n_counting} devices count: no cell can reach k. Devices on probation do not count yet.",
            parameters=["k"],
            count=n_counting,
        )
