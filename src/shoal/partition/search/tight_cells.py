"""Cells that an optimal partition may well contain: the sets of k that hold the lower bound's prices.

At the highest fair prices (`bound/pricing.py`) a partition can only be close to the bound if its cells cost
hardly more than their members' prices. These are the cells to choose from (`search/set_partitioning.py`). They depend
on nothing but the points, so they are looked for beside the annealing.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.partition.bound.ground import ground_of
from shoal.partition.bound.pricing import Clock, ascend
from shoal.partition.control import Background

LISTED = 128  # neighbours listed for the program
FOREVER_S = 1e7  # parts of the time left are shared out, so it must be finite


class Proposal:
    """Tight cells in the making."""

    def __init__(self, points: FloatArray, k: int, end: float) -> None:
        latest = min(end, perf_counter() + FOREVER_S)
        self._search = Background(lambda stop: tight_cells(points, k, Clock(latest, stop)))

    def cells(self, look: Callable[[], None] = lambda: None) -> IntArray | None:
        """Wait for them and look around meanwhile; None when the clock came first."""
        return self._search.result(look)

    def give_up(self) -> None:
        """Nobody waits any more."""
        self._search.give_up()


def tight_cells(points: FloatArray, k: int, clock: Clock) -> IntArray | None:
    """(cells, k) records of such sets, ascending; None when the program was not solved in time.

    Records that have twins are left out: which of them is meant would be arbitrary.
    """
    ascent = ascend(ground_of(points, k - 1, LISTED), k, clock)
    if ascent.tight is None:
        return None
    order = np.lexsort(points.T[::-1])  # as the ground numbers its points
    in_order = points[order]
    is_new = np.ones(len(points), dtype=bool)
    is_new[1:] = (in_order[1:] != in_order[:-1]).any(axis=1)
    alone = np.diff(np.append(np.flatnonzero(is_new), len(points))) == 1
    record_of = order[is_new]
    member = ascent.tight.member
    usable = alone[member].all(axis=1)
    return np.sort(record_of[member[usable]], axis=1)
