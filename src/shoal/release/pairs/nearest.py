"""The nearest of some points: by a tree in few dimensions, by matrix products in many."""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray, IntArray

LARGEST_TREE_DIMENSION = 8  # beyond it a tree visits so many points that matrix products are faster
BLOCK_ENTRIES = 4_000_000  # distances held at a time: 32 MB


def nearest_of(points: FloatArray, candidates: FloatArray) -> IntArray:
    """The nearest candidate of each point."""
    if points.shape[1] <= LARGEST_TREE_DIMENSION:
        from scipy.spatial import cKDTree

        _, nearest = cKDTree(candidates).query(points, k=1)
        return np.asarray(nearest, dtype=np.int64)
    # ‖x − c‖² without its part ‖x‖², which is the same for every c; about the mean, to keep the digits.
    origin = candidates.mean(axis=0)
    centred = candidates - origin
    lengths = (centred**2).sum(axis=1)
    block = max(1, BLOCK_ENTRIES // len(candidates))
    nearest = np.empty(len(points), dtype=np.int64)
    for begin in range(0, len(points), block):
        asked = slice(begin, begin + block)
        distances = (-2 * (points[asked] - origin)) @ centred.T
        distances += lengths
        nearest[asked] = np.argmin(distances, axis=1)
    return nearest
