"""Policies: when a new generation is due by itself.

Three reasons: newcomers are too large a share of all, the smallest cell has become too small, or the distortion has
drifted. And one reason against: every customer must be told of a new generation, so there is a pause after each.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from sqlalchemy import Connection, Row, func, select

from shoal.service.devices.tokens import new_id
from shoal.service.generations import guard
from shoal.service.geometry.sphere import metres_between, unit_vectors
from shoal.service.store.models import cell, design, device, generation, membership, place, service

if TYPE_CHECKING:
    from shoal.service.parts import ServiceContext
    from shoal.service.settings import ServiceSettings
    from shoal.web.clock import ServiceClock

DRIFT_SAMPLE = 2_000  # devices; the mean of so many is known to about 2 %


class Due(NamedTuple):
    """A new generation is due."""

    reason: str
    newest: int  # the newest generation when this was found; 0: none


class Pause:
    """How long policies keep quiet after a generation.

    It is measured on the steady clock from the moment at which this process first sees the generation. Only what had
    passed before that is taken from the calendar, and never as less than nothing or more than the pause. So a calendar
    that is set back cannot prolong the pause beyond its length, and one that is set forward does not end it.
    """

    def __init__(self, pause_s: float, clock: ServiceClock) -> None:
        self._pause_s = pause_s
        self._clock = clock
        self._seen: tuple[int, int] | None = None
        self._ends = 0.0

    def is_over(self, seen: tuple[int, int], since: float) -> bool:
        """``seen``: the latest publication and the newest generation; ``since``: when, by the calendar."""
        if seen != self._seen:
            passed = min(max(self._clock.calendar() - since, 0.0), self._pause_s)
            self._seen, self._ends = seen, self._clock.steady() + self._pause_s - passed
        return self._clock.steady() >= self._ends


def due(parts: ServiceContext, pause: Pause) -> Due | None:
    """The reason why a new generation is due; None if it is not."""
    settings = parts.settings
    with parts.database.snapshot() as connection:
        if connection.execute(select(func.count()).where(generation.c.running == 1)).scalar_one():
            return None
        n_active = guard.count_all(connection)
        current = connection.execute(
            select(generation).join(service, service.c.current == generation.c.id)
        ).one_or_none()
        if current is None:
            newest = connection.execute(select(func.max(generation.c.id))).scalar_one() or 0
            return Due("first generation", newest) if n_active >= settings.k else None
        newest = connection.execute(select(generation).order_by(generation.c.id.desc()).limit(1)).one()
        if not pause.is_over((current.publication, newest.id), max(current.published_at, newest.created_at)):
            return None
        reason = _reason(connection, parts, settings, current, n_active)
        return None if reason is None else Due(reason, newest.id)


def _reason(
    connection: Connection, parts: ServiceContext, settings: ServiceSettings, current: Row[Any], n_active: int
) -> str | None:
    n_new = connection.execute(
        select(func.count()).where(membership.c.generation_id == current.id, membership.c.founder.is_(False))
    ).scalar_one()
    if n_active >= settings.k and n_new > settings.policy_newcomers * n_active:
        return "newcomers"
    if _smallest_cell(connection, current.id) < settings.policy_smallest_cell * current.k and n_active >= settings.k:
        return "smallest cell"
    if n_active >= settings.k and _drift(connection, parts, current.id) > settings.policy_drift:
        return "drift"
    return None


def _smallest_cell(connection: Connection, generation_id: int) -> int:
    """Members of the smallest cell that count, as it was before merges; an empty cell counts."""
    members = (
        select(cell.c.first_place, func.count(device.c.id).label("count"))
        .outerjoin(
            membership,
            (membership.c.generation_id == cell.c.generation_id)
            & (membership.c.cell == cell.c.cell)
            & membership.c.joined,
        )
        .outerjoin(device, (device.c.id == membership.c.device_id) & guard.COUNTS)
        .where(cell.c.generation_id == generation_id)
        .group_by(cell.c.first_place)
        .subquery()
    )
    return int(connection.execute(select(func.min(members.c.count))).scalar_one() or 0)


def _drift(connection: Connection, parts: ServiceContext, generation_id: int) -> float:
    """By which share the mean distance of homes to their places has risen since the design; from a random sample."""
    figures = json.loads(
        connection.execute(select(design.c.figures).where(design.c.generation_id == generation_id)).scalar_one()
    )
    before = figures["distortion_m"]["mean"]
    rows = _sample(connection, generation_id, new_id())
    if not rows or before == 0:
        return 0.0
    homes = np.array([parts.vault.open_home(row.exact, row.id) for row in rows])
    told = np.array([(row.latitude, row.longitude) for row in rows])
    metres = metres_between(unit_vectors(homes[:, 0], homes[:, 1]), unit_vectors(told[:, 0], told[:, 1]))
    return float(metres.mean()) / float(before) - 1.0


def _sample(connection: Connection, generation_id: int, beginning: str) -> list[Any]:
    """Devices whose random ids follow a random word, from the start again if there are too few."""
    query = (
        select(device.c.id, device.c.exact, place.c.latitude, place.c.longitude)
        .join(membership, membership.c.device_id == device.c.id)
        .join(cell, (cell.c.generation_id == membership.c.generation_id) & (cell.c.cell == membership.c.cell))
        .join(place, (place.c.generation_id == cell.c.generation_id) & (place.c.place == cell.c.place))
        .where(membership.c.generation_id == generation_id, device.c.exact.is_not(None))
        .order_by(device.c.id)
        .limit(DRIFT_SAMPLE)
    )
    rows = list(connection.execute(query.where(device.c.id >= beginning)))
    if len(rows) < DRIFT_SAMPLE:
        rows += list(connection.execute(query.where(device.c.id < beginning)))[: DRIFT_SAMPLE - len(rows)]
    return rows
