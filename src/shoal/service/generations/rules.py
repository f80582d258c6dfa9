"""Assigns newcomers to cells: sites and costs of a generation, cached in memory (they never change)."""

from __future__ import annotations

import threading

import numpy as np
import numpy.typing as npt
from sqlalchemy import Connection, select

from shoal.arrays import IntArray
from shoal.partition.transport.power_diagram import PowerDiagram
from shoal.service.geometry.sphere import unit_vectors
from shoal.service.store import models
from shoal.service.store.vault import Vault

NUMBERS_PER_CELL = 4  # three coordinates of the site, and the cost
KEPT_RULES = 4  # the current generation, the one before, one being inspected, and a spare


def bound_rule(generation_id: int) -> str:
    """What the sealed rule of a generation is bound to, so that it opens for this generation only."""
    return f"rule of generation {generation_id}"


def bound_outlines(generation_id: int) -> str:
    """The same for the outlines, from which the rule could be computed."""
    return f"outlines of generation {generation_id}"


def rule_bytes(rule: PowerDiagram) -> bytes:
    """Plain little-endian float64, a cell a row."""
    return np.column_stack([rule.sites, rule.costs]).astype("<f8").tobytes()


def rule_from(content: bytes) -> PowerDiagram:
    """The rule behind the bytes."""
    table = np.frombuffer(content, dtype="<f8").astype(np.float64).reshape(-1, NUMBERS_PER_CELL)
    return PowerDiagram(np.ascontiguousarray(table[:, :3]), np.ascontiguousarray(table[:, 3]))


class Rules:
    """The rules of the generations that were asked for lately."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._kept: dict[int, tuple[PowerDiagram, int | None]] = {}
        self._lock = threading.Lock()

    def of(self, connection: Connection, generation_id: int) -> PowerDiagram:
        """The rule of a generation."""
        return self._with_decimals(connection, generation_id)[0]

    def cells_of(
        self, connection: Connection, generation_id: int, latitude: npt.ArrayLike, longitude: npt.ArrayLike
    ) -> IntArray:
        """The cells of homes. One thread: a server has other requests to answer.

        Homes are rounded like the places of the generation. Somebody who moves a device again and again, or signs up
        many, then finds the borders of the cells no finer than that. Without it they could be drawn to centimetres.
        """
        rule, decimals = self._with_decimals(connection, generation_id)
        if decimals is not None:
            latitude, longitude = (np.round(np.asarray(degrees), decimals) for degrees in (latitude, longitude))
        return rule.assign(unit_vectors(latitude, longitude), threads=1)

    def _with_decimals(self, connection: Connection, generation_id: int) -> tuple[PowerDiagram, int | None]:
        with self._lock:
            if generation_id in self._kept:
                return self._kept[generation_id]
        found = connection.execute(
            select(models.design.c.rule, models.generation.c.snap_decimals)
            .join(models.generation, models.generation.c.id == models.design.c.generation_id)
            .where(models.design.c.generation_id == generation_id)
        ).one()
        rule = rule_from(self._vault.open(bytes(found.rule), bound_rule(generation_id)))
        with self._lock:
            while len(self._kept) >= KEPT_RULES:
                self._kept.pop(next(iter(self._kept)))
            self._kept[generation_id] = (rule, found.snap_decimals)
            return self._kept[generation_id]
