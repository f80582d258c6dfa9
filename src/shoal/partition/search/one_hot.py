"""Which coordinates of points are the values of a category: annealing looks those up (`kernels/search/one_hot.py`).

A group of marks is a run of neighbouring coordinates, each with two values, of which every point has exactly one on its
upper value. That is how a nominal column of three and more values is encoded. Distances do not change when the lower
values are moved to zero, and then a point is zero in all coordinates of the group but one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray, IntArray

LEAST_COORDINATES = 16  # of a group: to pass over fewer takes no longer than to look a mark up (design 025)


class Apart(NamedTuple):
    """Coordinates that are passed over, and those that are marks."""

    points: FloatArray  # (n, d − m)
    marks: npt.NDArray[np.int32]  # (n, groups) which of the m coordinates is on its upper value
    length: FloatArray  # (m,) how far above its lower value that is


def apart(points: FloatArray) -> Apart:
    """The coordinates of points, the groups of marks among them taken out."""
    low, high = points.min(axis=0), points.max(axis=0)
    groups = _groups(points, low, high)
    taken = [coordinate for group in groups for coordinate in group]
    if not taken:
        return Apart(points, np.empty((len(points), 0), dtype=np.int32), np.empty(0))
    marks = np.empty((len(points), len(groups)), dtype=np.int32)
    first = 0
    for number, group in enumerate(groups):
        marks[:, number] = first + np.argmax(points[:, group] == high[group], axis=1)
        first += len(group)
    passed_over = np.ascontiguousarray(np.delete(points, taken, axis=1))
    return Apart(passed_over, marks, high[taken] - low[taken])


def _groups(points: FloatArray, low: FloatArray, high: FloatArray) -> list[IntArray]:
    """The groups that are worth it, each as its coordinates."""
    two_valued = (low < high) & ((points == low) | (points == high)).all(axis=0)
    groups: list[IntArray] = []
    run: list[int] = []  # neighbouring coordinates, no two of them on their upper value in the same point
    is_up: npt.NDArray[np.bool_] = np.zeros(len(points), dtype=bool)  # whether one of them is, for each point
    for coordinate in range(points.shape[1]):
        if not two_valued[coordinate]:
            run, is_up = [], np.zeros_like(is_up)
            continue
        up = points[:, coordinate] == high[coordinate]
        while (is_up & up).any():  # the first ones of the run belong to something else
            is_up &= points[:, run[0]] != high[run[0]]
            del run[0]
        run.append(coordinate)
        is_up |= up
        if is_up.all():
            if len(run) >= LEAST_COORDINATES:
                groups.append(np.array(run))
            run, is_up = [], np.zeros_like(is_up)
    return groups
