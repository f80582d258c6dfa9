"""The guard: a place is handed out only while at least k active devices share it.

The number of active devices of a place is kept in its row and changed in the same transaction as the membership of a
device, by the functions below and by nothing else. A request for a place reads place and count in one statement, so
what is decided on is what is true at that moment; there is no cache.

What counts is a device that is active, has joined its cell, and is not on probation (`joining.py`). Others may be
handed a place, but are no company for anybody.

When a place falls below k, it is merged in the same transaction with the place for which the distortion rises least
(`geometry/merging.py`), the keys of both are forgotten, and the members of both are handed their common centroid: the
mean of the places of the design, weighted by the sizes of the design. Nothing in it is computed from positions of fewer
than k devices. A merge lasts until the next generation. If all devices together are fewer than k, everybody waits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from sqlalchemy import Connection, Row, Select, bindparam, delete, func, select, update

from shoal.errors import PromiseNotKept
from shoal.service.geometry.merging import Merging
from shoal.service.geometry.sphere import released_places
from shoal.service.store.models import cell, design, device, generation, membership, place, place_key, service


@dataclass(frozen=True)
class Placement:
    """The answer to a device: a place that at least k share, or that it has to wait."""

    generation: int | None = None
    k: int | None = None
    latitude: float | None = None
    longitude: float | None = None

    @property
    def waiting(self) -> bool:
        """Whether no place can be handed out."""
        return self.latitude is None


WAITING = Placement()
COUNTS = device.c.exact.is_not(None) & device.c.counts_from.is_(None)


def placement_query() -> Select[Any]:
    """One statement, hence one snapshot: a device, its place in the current generation, and the count."""
    return (
        select(
            device.c.token_hash,
            device.c.exact.is_not(None).label("active"),
            generation.c.id.label("generation_id"),
            generation.c.k,
            place.c.latitude,
            place.c.longitude,
            place.c.active.label("n_sharing"),
        )
        .select_from(device)
        .join(service, service.c.id == 1)
        .outerjoin(generation, generation.c.id == service.c.current)
        .outerjoin(
            membership,
            (membership.c.device_id == device.c.id)
            & (membership.c.generation_id == generation.c.id)
            & membership.c.joined,
        )
        .outerjoin(cell, (cell.c.generation_id == membership.c.generation_id) & (cell.c.cell == membership.c.cell))
        .outerjoin(place, (place.c.generation_id == cell.c.generation_id) & (place.c.place == cell.c.place))
    )


# Built once: building it costs more than running it.
PLACEMENT_OF_ONE = placement_query().where(device.c.id == bindparam("own"))


def handed_out(found: Row[Any]) -> Placement:
    """The decision: a place only if at least k active devices share it at this moment."""
    if found.n_sharing is None or found.n_sharing < found.k:
        return WAITING
    return Placement(found.generation_id, found.k, found.latitude, found.longitude)


def count_all(connection: Connection) -> int:
    """How many devices count, joined or not: a new generation takes in those who wait."""
    n_counting: int = connection.execute(select(func.count()).where(COUNTS)).scalar_one()
    return n_counting


def count_in(connection: Connection, generation_id: int, newcomers_of: Mapping[int, int]) -> None:
    """Devices that count have joined cells (``newcomers_of[cell]``): counts rise, so nothing can fall below k."""
    place_of = _places_of(connection, generation_id, list(newcomers_of))
    rising: dict[int, int] = {}
    for number, count in newcomers_of.items():
        rising[place_of[number]] = rising.get(place_of[number], 0) + count
    for number, count in rising.items():
        connection.execute(
            update(place)
            .where(place.c.generation_id == generation_id, place.c.place == number)
            .values(active=place.c.active + count)
        )


def count_out(connection: Connection, generation_id: int, left: int) -> None:
    """A device that counted has left a cell; its place is merged if fewer than k are left."""
    number = _places_of(connection, generation_id, [left])[left]
    remaining = connection.execute(
        update(place)
        .where(place.c.generation_id == generation_id, place.c.place == number)
        .values(active=place.c.active - 1)
        .returning(place.c.active)
    ).scalar_one()
    k = connection.execute(select(generation.c.k).where(generation.c.id == generation_id)).scalar_one()
    if remaining < k:
        settle(connection, generation_id)


def recount(connection: Connection, generation_id: int) -> int:
    """Count the members of every place again. Returns how many counts were wrong (0, unless somebody edited rows)."""
    counted: dict[int, int] = dict(
        connection.execute(
            select(cell.c.place, func.count())
            .select_from(membership)
            .join(cell, (cell.c.generation_id == membership.c.generation_id) & (cell.c.cell == membership.c.cell))
            .join(device, device.c.id == membership.c.device_id)
            .where(membership.c.generation_id == generation_id, membership.c.joined, COUNTS)
            .group_by(cell.c.place)
        ).all()
    )
    stored = connection.execute(
        select(place.c.place, place.c.active).where(place.c.generation_id == generation_id)
    ).all()
    wrong = [number for number, active in stored if counted.get(number, 0) != active]
    for number in wrong:
        connection.execute(
            update(place)
            .where(place.c.generation_id == generation_id, place.c.place == number)
            .values(active=counted.get(number, 0))
        )
    return len(wrong)


def settle(connection: Connection, generation_id: int) -> None:
    """Merge places below k until there is none, or one place is left."""
    terms = connection.execute(
        select(generation.c.k, generation.c.snap_decimals).where(generation.c.id == generation_id)
    ).one()
    rows = connection.execute(
        select(place.c.place, place.c.x, place.c.y, place.c.z, place.c.design_size, place.c.active)
        .where(place.c.generation_id == generation_id)
        .order_by(place.c.place)
    ).all()
    numbers = [row.place for row in rows]
    merging = Merging(
        np.array([(row.x, row.y, row.z) for row in rows], dtype=np.float64).reshape(-1, 3),
        np.array([row.design_size for row in rows], dtype=np.int64),
        np.array([row.active for row in rows], dtype=np.int64),
    )
    merged = merging.merge_below(terms.k)
    for gone, kept in merged:
        connection.execute(
            update(cell)
            .where(cell.c.generation_id == generation_id, cell.c.place == numbers[gone])
            .values(place=numbers[kept])
        )
        _forget_key(connection, generation_id, numbers[gone])
        connection.execute(delete(place).where(place.c.generation_id == generation_id, place.c.place == numbers[gone]))
    for kept in sorted({kept for _, kept in merged if merging.alive[kept]}):
        _forget_key(connection, generation_id, numbers[kept])  # it signed for the place before: for fewer devices
        _write_place(connection, generation_id, numbers[kept], merging, kept, terms.snap_decimals)


def require_promise(connection: Connection) -> None:
    """Require that every active device has a place that at least k share; otherwise nothing is published.

    Memberships are counted, not counters. It is the last step of a publication, so it sees all that was done before.
    """
    current = connection.execute(
        select(generation.c.id, generation.c.k)
        .join(service, service.c.current == generation.c.id)
        .join(design, design.c.generation_id == generation.c.id)
    ).one_or_none()
    if current is None:
        raise PromiseNotKept("The generation that was to be published has no cells. Nothing was published.")
    if recount(connection, current.id):
        raise PromiseNotKept("The counts of the places do not agree with the memberships. Nothing was published.")
    told = connection.execute(
        select(place.c.place, func.count(device.c.id), func.count(device.c.id).filter(COUNTS & membership.c.joined))
        .select_from(device)
        .outerjoin(membership, (membership.c.device_id == device.c.id) & (membership.c.generation_id == current.id))
        .outerjoin(cell, (cell.c.generation_id == membership.c.generation_id) & (cell.c.cell == membership.c.cell))
        .outerjoin(place, (place.c.generation_id == cell.c.generation_id) & (place.c.place == cell.c.place))
        .where(device.c.exact.is_not(None))
        .group_by(place.c.place)
    ).all()
    without = sum(count for number, count, _ in told if number is None)
    fewest = min((counting for number, _, counting in told if number is not None), default=0)
    if without or fewest < current.k:
        raise PromiseNotKept(
            f"{without} active devices have no place, and the smallest place has {fewest} where k is {current.k}. "
            "Nothing was published.",
            count=without,
        )


def _write_place(
    connection: Connection, generation_id: int, number: int, merging: Merging, index: int, decimals: int | None
) -> None:
    latitude, longitude = released_places(merging.vectors[[index]], decimals)
    x, y, z = merging.vectors[index].tolist()
    connection.execute(
        update(place)
        .where(place.c.generation_id == generation_id, place.c.place == number)
        .values(
            latitude=float(latitude[0]),
            longitude=float(longitude[0]),
            x=x,
            y=y,
            z=z,
            design_size=int(merging.sizes[index]),
            active=int(merging.counts[index]),
        )
    )


def _forget_key(connection: Connection, generation_id: int, number: int) -> None:
    """Credentials of a merged place need a new key: with an old one they would say in which part a device is."""
    connection.execute(delete(place_key).where(place_key.c.generation_id == generation_id, place_key.c.place == number))


def _places_of(connection: Connection, generation_id: int, cells: list[int]) -> dict[int, int]:
    query = select(cell.c.cell, cell.c.place).where(cell.c.generation_id == generation_id)
    if len(cells) == 1:
        query = query.where(cell.c.cell == cells[0])
    return dict(connection.execute(query).all())
