"""Keys of places: a pair for each place of the current generation, and of those that are designed but not published.

When a place is merged, `generations/guard.py` deletes its key in the same transaction, and a new one is made.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, Row, Select, insert, select

from shoal.blind_signatures.plain_bytes import base64url
from shoal.blind_signatures.sealed_keys import new_key_bytes
from shoal.service.store.database import Database
from shoal.service.store.models import generation, place, place_key, service
from shoal.service.store.vault import Vault

KEYS_AT_ONCE = 16  # in one transaction; about half a second of computing, so that little is lost with a crash


def bound_key(generation_id: int, number: int) -> str:
    """What the sealed key of a place is bound to."""
    return f"key of place {number} of generation {generation_id}"


def missing_query() -> Select[tuple[int, int]]:
    """Places that need a key and have none; those of the current generation first."""
    return (
        select(place.c.generation_id, place.c.place)
        .join(generation, generation.c.id == place.c.generation_id)
        .outerjoin(
            place_key, (place_key.c.generation_id == place.c.generation_id) & (place_key.c.place == place.c.place)
        )
        .where(generation.c.state.in_(("published", "designed")), place_key.c.id.is_(None))
        .order_by(generation.c.state.desc(), place.c.generation_id, place.c.place)
    )


def some_missing(database: Database) -> bool:
    """Whether there is work for the maker."""
    return bool(database.ask(lambda connection: connection.execute(missing_query().limit(1)).first()))


def make_some(database: Database, vault: Vault) -> int:
    """Make keys for some places that have none. Returns for how many; 0: none is missing."""
    wanted = database.ask(lambda connection: connection.execute(missing_query().limit(KEYS_AT_ONCE)).all())
    made = [_made(row, vault) for row in wanted]
    with database.write() as connection:
        still = _still_missing(connection, wanted)
        rows = [own for own in made if (own["generation_id"], own["place"]) in still]
        if rows:
            connection.execute(insert(place_key), rows)
    return len(wanted)


def current_generation(connection: Connection) -> int | None:
    """The number of the current generation."""
    current: int | None = connection.execute(select(service.c.current)).scalar_one()
    return current


def _made(row: Row[tuple[int, int]], vault: Vault) -> dict[str, object]:
    content, public = new_key_bytes()
    return {
        "generation_id": row.generation_id,
        "place": row.place,
        "modulus": base64url(public.n.to_bytes(public.n_bytes)),
        "sealed": vault.seal(content, bound_key(row.generation_id, row.place)),
    }


def _still_missing(connection: Connection, wanted: Sequence[Row[tuple[int, int]]]) -> set[tuple[int, int]]:
    """Meanwhile another server may have made them, or the places may have been merged."""
    numbers = {row.generation_id for row in wanted}
    query = missing_query().where(place.c.generation_id.in_(numbers))
    return {(row.generation_id, row.place) for row in connection.execute(query)}
