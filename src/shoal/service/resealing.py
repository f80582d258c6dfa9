"""Key rotation: encrypts everything with the first key that older keys had encrypted.

Not while a design is running: it takes a home whose sealed bytes have changed for one that was moved.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, bindparam, select, update

from shoal.errors import WrongUse
from shoal.service.credentials.place_keys import bound_key
from shoal.service.credentials.place_list import LIST_KEY
from shoal.service.generations.rules import bound_outlines, bound_rule
from shoal.service.parts import PEPPER, ServiceContext
from shoal.service.store.models import design, device, generation, place_key, service

AT_ONCE = 1_000  # devices in one transaction, so that the service can go on meanwhile


def reseal_all(parts: ServiceContext) -> int:
    """Returns how many things were sealed anew. Can be interrupted and repeated."""
    parts.generations.watch_to_the_end()
    resealed = _reseal_service(parts) + _reseal_designs(parts) + _reseal_place_keys(parts)
    beginning = ""
    while True:
        count, beginning, more = _reseal_some(parts, beginning)
        resealed += count
        if not more:
            return resealed


@contextmanager
def _while_nothing_is_designed(parts: ServiceContext) -> Iterator[Connection]:
    """A transaction; refused if a design is running, which may have begun since the last one."""
    with parts.database.write() as connection:
        running = connection.execute(select(generation.c.id).where(generation.c.running == 1)).scalar_one_or_none()
        if running is not None:
            raise WrongUse(
                f"Generation {running} is being designed, and would take every home that is encrypted anew for one "
                "that was moved. Wait for its end, or stop it; then say shoal db reseal again, which does what is left."
            )
        yield connection


def _reseal_service(parts: ServiceContext) -> int:
    """The pepper, and the key that signs lists of places, if there is one."""
    count = 0
    with _while_nothing_is_designed(parts) as connection:
        for column, bound in ((service.c.pepper, PEPPER), (service.c.list_key, LIST_KEY)):
            sealed = connection.execute(select(column)).scalar_one()
            if sealed is not None and parts.vault.needs_resealing(bytes(sealed)):
                connection.execute(update(service).values({column: parts.vault.resealed(bytes(sealed), bound)}))
                count += 1
    return count


def _reseal_place_keys(parts: ServiceContext) -> int:
    with _while_nothing_is_designed(parts) as connection:
        rows = connection.execute(select(place_key)).all()
        old = [row for row in rows if parts.vault.needs_resealing(bytes(row.sealed))]
        for row in old:
            sealed = parts.vault.resealed(bytes(row.sealed), bound_key(row.generation_id, row.place))
            connection.execute(update(place_key).where(place_key.c.id == row.id).values(sealed=sealed))
        return len(old)


def _reseal_designs(parts: ServiceContext) -> int:
    """Rules and outlines, of the few generations that are kept. Returns the number of designs."""
    with _while_nothing_is_designed(parts) as connection:
        rows = connection.execute(select(design.c.generation_id, design.c.rule, design.c.outlines)).all()
        old = [row for row in rows if parts.vault.needs_resealing(bytes(row.rule))]
        for number, rule, outlines in old:
            connection.execute(
                update(design)
                .where(design.c.generation_id == number)
                .values(
                    rule=parts.vault.resealed(bytes(rule), bound_rule(number)),
                    outlines=parts.vault.resealed(bytes(outlines), bound_outlines(number)),
                )
            )
        return len(old)


def _reseal_some(parts: ServiceContext, beginning: str) -> tuple[int, str, bool]:
    with _while_nothing_is_designed(parts) as connection:
        rows = connection.execute(
            select(device.c.id, device.c.exact)
            .where(device.c.id > beginning, device.c.exact.is_not(None))
            .order_by(device.c.id)
            .limit(AT_ONCE)
        ).all()
        changed = [
            {"own": row.id, "sealed": parts.vault.resealed(bytes(row.exact), row.id)}
            for row in rows
            if parts.vault.needs_resealing(bytes(row.exact))
        ]
        if changed:
            connection.execute(
                update(device).where(device.c.id == bindparam("own")).values(exact=bindparam("sealed")), changed
            )
        return len(changed), rows[-1].id if rows else beginning, len(rows) == AT_ONCE
