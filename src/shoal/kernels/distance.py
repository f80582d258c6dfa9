"""Distances summed coordinate by coordinate in ascending order, as everywhere where a comparison decides."""

from __future__ import annotations

import numpy as np

from shoal.kernels.jit import inner_kernel, kernel


@inner_kernel
def squared_distance(one, two):  # IN
    """Squared Euclidean distance of two points, coordinates in ascending order."""
    total = 0.0
    for j in range(one.shape[0]):
        gap = one[j] - two[j]
        total += gap * gap
    return total


@kernel
def distances_to(points, place):  # IN
    """Squared distance of every record to one place."""
    distance = np.empty(points.shape[0])
    for record in range(points.shape[0]):
        distance[record] = squared_distance(points[record], place)
    return distance
