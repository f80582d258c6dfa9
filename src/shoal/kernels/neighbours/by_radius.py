"""Records in descending order of their distance from a fixed centre.

The record farthest from a point near that centre is almost at the front: |x − point| ≤ |x − centre| + |centre − point|,
so a scan from the front may stop as soon as the right-hand side falls below the best distance found. When the point
has wandered so far that scans get long, a new order about the new point is cheaper (`worth_reordering`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.jit import inner_kernel

ROUNDING_SLACK = 1e-9  # relative, on radii: generous, costs a handful of extra candidates
SCANS_PER_RECORD = 4  # a new order costs about as much as looking at every free record this many times


class ByRadius(NamedTuple):
    """The order and how far its front has been used up."""

    centre: npt.NDArray[np.float64]  # (d,)
    record: npt.NDArray[np.int64]  # descending radius
    radius: npt.NDArray[np.float64]  # of record[i]
    front: npt.NDArray[np.int64]  # (1,) everything before it is taken
    looked_at: npt.NDArray[np.int64]  # (1,) candidates examined since the order was made


def by_radius(
    points: npt.NDArray[np.float64], records: npt.NDArray[np.int64], centre: npt.NDArray[np.float64]
) -> ByRadius:
    """Order these records about this centre."""
    squared = np.zeros(len(records))
    for coordinate in range(points.shape[1]):  # one column at a time: no second copy of the points
        squared += (points[records, coordinate] - centre[coordinate]) ** 2
    radius = np.sqrt(squared)
    order = np.argsort(-radius, kind="stable")
    return ByRadius(
        centre.copy(), records[order], radius[order], np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    )


@inner_kernel
def worth_reordering(order):  # IN
    """Whether more candidates have been examined than a new order would cost."""
    return order.looked_at[0] > SCANS_PER_RECORD * (order.record.shape[0] - order.front[0]) + 1000


@inner_kernel
def farthest_from_centre(points, order, slot_of, point):  # order.front OUT
    """The free record (``slot_of`` ≥ 0) farthest from ``point``, ties to the lower record; −1 when none is free."""
    n = order.record.shape[0]
    drift = 0.0
    for j in range(point.shape[0]):
        gap = order.centre[j] - point[j]
        drift += gap * gap
    drift = np.sqrt(drift)
    while order.front[0] < n and slot_of[order.record[order.front[0]]] < 0:
        order.front[0] += 1
    best = -1.0
    best_record = -1
    for at in range(order.front[0], n):
        furthest = (order.radius[at] + drift) * (1.0 + ROUNDING_SLACK)
        if furthest * furthest < best:
            break
        record = order.record[at]
        order.looked_at[0] += 1
        if slot_of[record] < 0:
            continue
        distance = 0.0
        for j in range(point.shape[0]):
            gap = points[record, j] - point[j]
            distance += gap * gap
        if distance > best or (distance == best and record < best_record):
            best = distance
            best_record = record
    return best_record
