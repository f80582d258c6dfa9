"""The state of the service at a glance, for the operator's page and for Prometheus."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from shoal.service.http.metrics import STATES, Metrics
from shoal.service.store.models import cell, device, generation, membership, place, service


@dataclass(frozen=True)
class Overview:
    """Counts only."""

    n_active: int
    n_waiting: int
    current: int | None
    k: int | None
    k_min: int | None
    n_places: int
    n_merged: int  # cells that were given another place because fewer than k were left in theirs
    designing: int | None
    progress: float | None
    by_state: dict[str, int]


def overview(connection: Connection) -> Overview:
    """Read in one snapshot."""
    n_active = connection.execute(select(func.count()).where(device.c.exact.is_not(None))).scalar_one()
    current = connection.execute(
        select(generation.c.id, generation.c.k).join(service, service.c.current == generation.c.id)
    ).one_or_none()
    number = None if current is None else current.id
    told = func.coalesce(func.sum(place.c.active).filter(place.c.active >= generation.c.k), 0)
    k_min, n_places, n_counting_told = connection.execute(
        select(func.min(place.c.active), func.count(), told)
        .join(generation, generation.c.id == place.c.generation_id)
        .where(place.c.generation_id == number)
    ).one()
    n_told = n_counting_told + _told_without_counting(connection, number)
    n_merged = connection.execute(
        select(func.count()).where(cell.c.generation_id == number, cell.c.place != cell.c.first_place)
    ).scalar_one()
    running = connection.execute(
        select(generation.c.id, generation.c.progress).where(generation.c.running == 1)
    ).one_or_none()
    states = connection.execute(select(generation.c.state, func.count()).group_by(generation.c.state)).all()
    by_state: dict[str, int] = dict(states)
    return Overview(
        n_active=n_active,
        n_waiting=n_active - n_told,
        current=number,
        k=None if current is None else current.k,
        k_min=k_min,
        n_places=n_places,
        n_merged=n_merged,
        designing=None if running is None else running.id,
        progress=None if running is None else running.progress,
        by_state={state: by_state.get(state, 0) for state in STATES},
    )


def _told_without_counting(connection: Connection, number: int | None) -> int:
    """Devices on probation that are handed a place: the counts of places leave them out."""
    n_told: int = connection.execute(
        select(func.count())
        .select_from(device)
        .join(membership, membership.c.device_id == device.c.id)
        .join(cell, (cell.c.generation_id == membership.c.generation_id) & (cell.c.cell == membership.c.cell))
        .join(place, (place.c.generation_id == cell.c.generation_id) & (place.c.place == cell.c.place))
        .join(generation, generation.c.id == place.c.generation_id)
        .where(device.c.counts_from.is_not(None), device.c.exact.is_not(None))
        .where(membership.c.generation_id == number, membership.c.joined, place.c.active >= generation.c.k)
    ).scalar_one()
    return n_told


def show(metrics: Metrics, seen: Overview) -> None:
    """Set the gauges."""
    metrics.active.set(seen.n_active)
    metrics.waiting.set(seen.n_waiting)
    metrics.k_min.set(seen.k_min or 0)
    metrics.merged.set(seen.n_merged)
    metrics.k.set(seen.k or 0)
    metrics.generation.set(seen.current or 0)
    metrics.progress.set(-1.0 if seen.progress is None else seen.progress)
    for state, count in seen.by_state.items():
        metrics.generations.labels(state).set(count)
