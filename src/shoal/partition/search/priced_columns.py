"""Cells that an optimal partition may well contain: the sets of k that hold the prices of the lower bound.

At the highest fair prices (`bound/pricing.py`) a partition can only be close to the bound if its cells cost hardly more
than the prices of their members: in the words of column generation, columns of almost no reduced cost. These are cells
to choose from (`search/set_partitioning.py`).
"""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.partition.bound.ground import ground_of
from shoal.partition.bound.pricing import ascend
from shoal.partition.control import Clock

LISTED = 128  # neighbours listed for the program
FOREVER_S = 1e7  # parts of the time left are shared out, so it must be finite


def priced_columns(points: FloatArray, k: int, clock: Clock) -> IntArray | None:
    """(cells, k) records of such sets, ascending; None when the program was not solved in time.

    Records that have twins are left out: which of them is meant would be arbitrary.
    """
    ascent = ascend(ground_of(points, k - 1, LISTED), k, clock.within(FOREVER_S))
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
