"""Centroids of published cells: plain means, whatever the probability of answering.

A weighted and a plain mean of a cell are two equations. If one member's probability differs from the others, that
member's values can be computed from them. So published cells have only one kind of mean, the plain one.
"""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray, IntArray


def plain_means(points: FloatArray, cell_of: IntArray) -> FloatArray:
    """The mean of each cell's members, each counting the same."""
    sums = np.array([np.bincount(cell_of, weights=column) for column in points.T]).T
    means: FloatArray = np.ascontiguousarray(sums / np.bincount(cell_of)[:, None])
    return means


def loss_of_means(points: FloatArray, cell_of: IntArray, weights: FloatArray | None) -> float:
    """SSE/SST around the plain means, members weighted by how likely they are to answer."""
    mass = np.ones(len(points)) if weights is None else weights
    around = points - plain_means(points, cell_of)[cell_of]
    total = points - np.average(points, axis=0, weights=mass)
    sst = float(mass @ (total**2).sum(axis=1))
    return float(mass @ (around**2).sum(axis=1)) / sst if sst > 0.0 else 0.0
