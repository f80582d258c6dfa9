"""What an attacker sees: among how many devices an observer cannot distinguish. Three observers are considered:

* one who only sees places: `k_min`, the fewest active devices that share a place;
* one who saw the generation from its first day and knows who cancelled and who joined later: the fewest founders of a
  cell that are still active, and the fewest newcomers of a cell;
* one who follows a pseudonym through generations: the fewest devices that were in every cell where it was seen.

The report counts memberships, not the counters of the guard, and only devices that count (`generations/joining.py`):
invented ones are no company.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from sqlalchemy import Connection, func, select

from shoal.arrays import IntArray
from shoal.service.design.sticky import NOT_SEEN
from shoal.service.generations.guard import COUNTS
from shoal.service.store.models import cell, design, device, generation, membership
from shoal.web.problems import NotFound


def report(connection: Connection, generation_id: int) -> dict[str, Any]:
    """Everything that is said about one generation; counts only, and metres of at least k devices each."""
    terms = connection.execute(select(generation).where(generation.c.id == generation_id)).one_or_none()
    figures = connection.execute(
        select(design.c.figures).where(design.c.generation_id == generation_id)
    ).scalar_one_or_none()
    if terms is None or figures is None:
        raise NotFound("There is no design of this generation (not yet, or not any more).")
    places, founders, newcomers, merged = _counted(connection, generation_id)
    ids, history = histories(connection, generation_id)
    followed = followed_sizes(history)
    measured = json.loads(figures)
    return {
        "generation": generation_id,
        "state": terms.state,
        "k": terms.k,
        "n_active": int(sum(places)),
        "n_not_counted": _not_counted(connection),
        "n_newcomers": int(sum(newcomers)),
        "n_places": len(places),
        "n_merged_cells": merged,
        "k_min": _least(places),
        "k_min_knowing_cancelled": _least(founders),
        "k_min_knowing_newcomers": _least(newcomers),
        "n_generations_followed": history.shape[1],
        "k_min_two_generations": _least(followed_sizes(history[:, -2:])) if history.shape[1] > 1 else None,
        "k_min_all_generations": _least(followed),
        "n_below_k_when_followed": int((followed < terms.k).sum()) if len(ids) else 0,
        "design": measured,
        "price_of_sticky": _price(measured),
    }


def histories(connection: Connection, until: int | None = None) -> tuple[list[str], IntArray]:
    """Ids, and the places (devices, generations) that their pseudonyms were first told; NOT_SEEN where there was none.

    Generations stand in the order they were published, up to ``until``, which counts even if it is not published yet.
    The place before any merge is taken: it is the finest that an observer can have seen.
    """
    numbers = _published(connection, until)
    rows = connection.execute(
        select(membership.c.device_id, membership.c.generation_id, cell.c.first_place)
        .join(cell, (cell.c.generation_id == membership.c.generation_id) & (cell.c.cell == membership.c.cell))
        .join(device, device.c.id == membership.c.device_id)
        .where(membership.c.generation_id.in_(numbers), membership.c.joined, COUNTS)
    ).all()
    ids = sorted({row[0] for row in rows})
    row_of, column_of = ({word: place for place, word in enumerate(words)} for words in (ids, numbers))
    history = np.full((len(ids), len(numbers)), NOT_SEEN, dtype=np.int64)
    for own, number, first_place in rows:
        history[row_of[own], column_of[number]] = first_place
    return ids, history


def followed_sizes(history: IntArray) -> IntArray:
    """For each device: how many agree with it in every generation since it was first seen.

    A device that is seen since generation g hides among all that share its places from g on, those that are seen for
    longer included: who follows the pseudonym does not know when the others signed up.
    """
    n_devices, n_generations = history.shape
    sizes = np.zeros(n_devices, dtype=np.int64)
    if n_generations == 0:
        return sizes
    last_gap = n_generations - np.argmax(history[:, ::-1] == NOT_SEEN, axis=1)
    since = np.where((history == NOT_SEEN).any(axis=1), last_gap, 0)
    for first in range(n_generations):
        seen = np.flatnonzero(since <= first)
        if len(seen) == 0:
            continue
        _, own, count = np.unique(history[seen, first:], axis=0, return_inverse=True, return_counts=True)
        here = since[seen] == first
        sizes[seen[here]] = count[own.reshape(-1)][here]
    seen_now: IntArray = sizes[since < n_generations]
    return seen_now


def _published(connection: Connection, until: int | None) -> list[int]:
    """Generations whose members are still known, in the order of publication."""
    rows = connection.execute(
        select(generation.c.id, generation.c.publication)
        .where(generation.c.id.in_(select(design.c.generation_id)))
        .where((generation.c.state.in_(("published", "retired"))) | (generation.c.id == until))
        .order_by(generation.c.publication)
    ).all()
    ordered = [row for row in rows if row.publication is not None]
    if until is None:
        return [row.id for row in ordered]
    own = next((row.publication for row in ordered if row.id == until), None)
    return [*(row.id for row in ordered if own is None or row.publication < own), until]


def _counted(connection: Connection, generation_id: int) -> tuple[list[int], list[int], list[int], int]:
    """Members by place now, founders and newcomers by place before merges, and how many cells are merged."""
    rows = connection.execute(
        select(cell.c.place, cell.c.first_place, membership.c.founder, func.count())
        .join(membership, (membership.c.generation_id == cell.c.generation_id) & (membership.c.cell == cell.c.cell))
        .join(device, device.c.id == membership.c.device_id)
        .where(cell.c.generation_id == generation_id, membership.c.joined, COUNTS)
        .group_by(cell.c.place, cell.c.first_place, membership.c.founder)
    ).all()
    now: dict[int, int] = {}
    kinds: dict[tuple[bool, int], int] = {}
    for own, first, founder, count in rows:
        now[own] = now.get(own, 0) + count
        kinds[founder, first] = kinds.get((founder, first), 0) + count
    merged = connection.execute(
        select(func.count()).where(cell.c.generation_id == generation_id, cell.c.place != cell.c.first_place)
    ).scalar_one()
    founders = [count for (founder, _), count in kinds.items() if founder]
    return list(now.values()), founders, [count for (founder, _), count in kinds.items() if not founder], merged


def _not_counted(connection: Connection) -> int:
    """Active devices that do not count yet."""
    waiting = select(func.count()).where(device.c.exact.is_not(None), device.c.counts_from.is_not(None))
    n_waiting: int = connection.execute(waiting).scalar_one()
    return n_waiting


def _least(sizes: Any) -> int | None:
    return int(min(sizes)) if len(sizes) else None


def _price(figures: dict[str, Any]) -> float | None:
    """How many times the mean distance of a free design, for the same devices."""
    free = figures.get("free_distortion_m")
    return None if not free or not free["mean"] else round(figures["distortion_m"]["mean"] / free["mean"], 3)
