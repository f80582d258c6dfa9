"""The nearest others of many records, and the prices they give: half the squared distances to the nearest items.

Points are distinct; ``copies`` says how often each occurs. An *item* is one copy.
"""

from __future__ import annotations

import numpy as np

from shoal.kernels.jit import kernel
from shoal.kernels.neighbours.tree_search import nearest


@kernel
def nearest_others(points, tree, records, neighbour, distance):  # neighbour, distance OUT
    """The nearest other points of each of these records, ascending by (squared distance, index)."""
    wanted = neighbour.shape[1]
    found = np.empty(wanted + 1, dtype=np.int64)
    found_distance = np.empty(wanted + 1)
    for record in records:
        count = nearest(tree, points[record], wanted + 1, found, found_distance)
        kept = 0
        for i in range(count):
            if found[i] != record and kept < wanted:
                neighbour[record, kept] = found[i]
                distance[record, kept] = found_distance[i]
                kept += 1


@kernel
def nearest_prices(neighbour, distance, copies, size):  # IN
    """Half the squared distances from an item of each point to the ``size`` − 1 items nearest to it."""
    price = np.zeros(copies.shape[0])
    for record in range(copies.shape[0]):
        missing = size - copies[record]
        total = 0.0
        for i in range(neighbour.shape[1]):
            if missing <= 0:
                break
            taken = min(missing, copies[neighbour[record, i]])
            total += taken * distance[record, i]
            missing -= taken
        price[record] = total / 2.0
    return price
