"""Key rotation: what older keys sealed is sealed anew with the first key."""

from __future__ import annotations

from sqlalchemy import bindparam, select, update

from shoal.service.models import device, service
from shoal.service.parts import PEPPER, Parts

AT_ONCE = 1_000  # devices in one transaction, so that the service can go on meanwhile


def reseal_all(parts: Parts) -> int:
    """Returns how many things were sealed anew. Can be interrupted and repeated."""
    resealed = _reseal_pepper(parts)
    beginning = ""
    while True:
        count, beginning, more = _reseal_some(parts, beginning)
        resealed += count
        if not more:
            return resealed


def _reseal_pepper(parts: Parts) -> int:
    with parts.database.write() as connection:
        sealed = bytes(connection.execute(select(service.c.pepper)).scalar_one())
        if not parts.vault.needs_resealing(sealed):
            return 0
        connection.execute(update(service).values(pepper=parts.vault.seal(parts.vault.open(sealed, PEPPER), PEPPER)))
        return 1


def _reseal_some(parts: Parts, beginning: str) -> tuple[int, str, bool]:
    with parts.database.write() as connection:
        rows = connection.execute(
            select(device.c.id, device.c.exact)
            .where(device.c.id > beginning, device.c.exact.is_not(None))
            .order_by(device.c.id)
            .limit(AT_ONCE)
        ).all()
        changed = [
            {"own": row.id, "sealed": parts.vault.seal(parts.vault.open(row.exact, row.id), row.id)}
            for row in rows
            if parts.vault.needs_resealing(bytes(row.exact))
        ]
        if changed:
            connection.execute(
                update(device).where(device.c.id == bindparam("own")).values(exact=bindparam("sealed")), changed
            )
        return len(changed), rows[-1].id if rows else beginning, len(rows) == AT_ONCE
