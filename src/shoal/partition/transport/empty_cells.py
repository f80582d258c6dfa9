"""Empty cells, filled by changing their cost alone.

Newton's method computes the derivative of the sizes from the records near the borders of a cell. A cell without records
has no borders, so no step ever fills it again. But the best cost of one cell, with all others fixed, needs no
derivative: sort the records by how much more they would pay in this cell than in their own, and lower the cost by that
difference of the last record of the prescribed number. The dual rises on the whole way to this cost, so a part of the
way is safe too: the full step could take all records of a neighbour.
"""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.partition.transport.shortest_paths import Instance

MOST_DISTANCES = 50_000_000  # records times empty cells in one call: about a second
FILLED = 0.25  # of its prescribed size: enough for borders, and few enough not to empty a neighbour


def filled_costs(instance: Instance, sizes: IntArray, costs: FloatArray, best_of: IntArray) -> FloatArray | None:
    """Costs at which the cells that are empty in ``best_of`` have a part of their sizes; None when no cell is empty.

    One cell after the other: each may also take records from those that were filled before it. Not more cells than
    ``MOST_DISTANCES`` allows.
    """
    empty = np.flatnonzero((np.bincount(best_of, minlength=len(sizes)) == 0) & (sizes > 0))
    if not len(empty):
        return None
    every = np.arange(len(best_of))
    empty = empty[: max(1, MOST_DISTANCES // len(every))]
    filled = costs.copy()
    price = instance.distances(every, best_of) + costs[best_of]
    for cell in empty:
        distance = instance.distances(every, np.full(len(every), cell))
        last = len(price) - max(1, int(FILLED * sizes[cell]))
        filled[cell] = np.partition(price - distance, last)[last]
        price = np.minimum(price, distance + filled[cell])
    return filled
