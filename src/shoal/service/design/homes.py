"""The homes that a design begins with: read in one snapshot, opened, put on the sphere."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from sqlalchemy import Connection, select

from shoal.arrays import FloatArray, IntArray
from shoal.partition.transport.power_diagram import PowerDiagram
from shoal.service.design.attacker import histories
from shoal.service.design.sticky import NOT_SEEN
from shoal.service.generations.guard import COUNTS
from shoal.service.generations.publishing import current_publication
from shoal.service.geometry.sphere import unit_vectors
from shoal.service.store.models import cell, device, membership, service

if TYPE_CHECKING:
    from shoal.service.parts import ServiceContext


@dataclass(frozen=True)
class Homes:
    """Ids with sealed homes, points, the current rule and its publication; for a sticky design what was told so far."""

    homes: list[tuple[str, bytes]] = field(repr=False)
    points: FloatArray = field(repr=False)
    start: PowerDiagram | None = field(repr=False)
    follows: int | None
    place_now: IntArray | None = field(default=None, repr=False)
    history: IntArray | None = field(default=None, repr=False)  # (devices, generations)


def read_homes(parts: ServiceContext, *, sticky: bool) -> Homes:
    """All devices that count, in the order of their ids, which are random: the order tells nothing."""
    with parts.database.snapshot() as connection:
        rows = connection.execute(select(device.c.id, device.c.exact).where(COUNTS).order_by(device.c.id)).all()
        current = connection.execute(select(service.c.current)).scalar_one()
        start = None if current is None else parts.rules.of(connection, current)
        follows = current_publication(connection)
        told = _told(connection, current, [row.id for row in rows]) if sticky and current is not None else (None, None)
    homes = [(row.id, bytes(row.exact)) for row in rows]
    degrees = np.array([parts.vault.open_home(sealed, own) for own, sealed in homes]).reshape(-1, 2)
    return Homes(homes, unit_vectors(degrees[:, 0], degrees[:, 1]), start, follows, *told)


def _told(connection: Connection, current: int, ids: list[str]) -> tuple[IntArray, IntArray]:
    """The present place of each device, and the places that it got in each generation.

    Who waits to join a cell was told no place; the place of that cell is taken as its present one.
    """
    place_now = dict(
        connection.execute(
            select(membership.c.device_id, cell.c.place)
            .join(cell, (cell.c.generation_id == membership.c.generation_id) & (cell.c.cell == membership.c.cell))
            .where(membership.c.generation_id == current)
        ).all()
    )
    known, history = histories(connection, current)
    row_of = {own: row for row, own in enumerate(known)}
    told = np.full((len(ids), history.shape[1]), NOT_SEEN, dtype=np.int64)
    seen = [row for row, own in enumerate(ids) if own in row_of]
    told[seen] = history[[row_of[ids[row]] for row in seen]]
    return np.array([place_now[own] for own in ids], dtype=np.int64), told
