"""Empty cells, filled by their cost alone.

Newton's method reads the derivative of the sizes off the records near the borders of a cell; a cell without records has
no borders, and no step ever fills it again. But the best cost of one cell, all others fixed, is known without any
derivative: records in the order of what they would pay more in this cell than where they stand, and the cost lowered by
what the last of the prescribed number would pay. The dual only rises on the way there, so nothing is lost by going a
part of it: a whole step could take all the records of a neighbour.
"""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray, IntArray

MOST_DISTANCES = 50_000_000  # records times empty cells that are looked at in one go: about a second
FILLED = 0.25  # of its prescribed size: enough for borders, and few enough not to empty a neighbour


def filled_costs(
    points: FloatArray,
    sites: FloatArray,
    weights: FloatArray | None,
    sizes: IntArray,
    costs: FloatArray,
    best_of: IntArray,
) -> FloatArray | None:
    """Costs at which the cells that nobody of ``best_of`` stands in have a part of their sizes; None when there are
    none.

    One cell after the other: each takes its records from all that were filled before it. As many as there is time for.
    """
    empty = np.flatnonzero((np.bincount(best_of, minlength=len(sizes)) == 0) & (sizes > 0))
    if not len(empty):
        return None
    empty = empty[: max(1, MOST_DISTANCES // len(points))]
    weight = 1.0 if weights is None else weights
    filled = costs.copy()
    price = weight * ((points - sites[best_of]) ** 2).sum(axis=1) + costs[best_of]
    for cell in empty:
        distance = weight * ((points - sites[cell]) ** 2).sum(axis=1)
        last = len(price) - max(1, int(FILLED * sizes[cell]))
        filled[cell] = np.partition(price - distance, last)[last]
        price = np.minimum(price, distance + filled[cell])
    return filled
