"""Cosine distance: 1 − cos of the angle between two directions; the representative of a cell is its mean direction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.errors import ParameterError, Setting
from shoal.partition.transport.distance import Distance
from shoal.partition.transport.squared_euclidean import SQUARED_EUCLIDEAN


@dataclass(frozen=True)
class Cosine(Distance):
    """1 − x·x̂/(‖x‖ ‖x̂‖), between 0 and 2."""

    name: ClassVar[str] = "cosine"

    def embedded(self, points: FloatArray) -> FloatArray:
        """Vectors of length 1; points without a direction are refused."""
        still = np.flatnonzero(~(points != 0.0).any(axis=1))
        if len(still):
            raise ParameterError(
                Setting("points"),
                f" holds {len(still)} records of zeros, the first in row {still[0] + 1}; they have no direction, so "
                "the ",
                Setting("distance", "cosine"),
                " does not know how far they are.",
                count=len(still),
                hint="Leave them out.",
            )
        return directions(points)

    def between(self, points: FloatArray, sites: FloatArray) -> FloatArray:
        """All pairs."""
        return np.clip(1.0 - points @ sites.T, 0.0, 2.0)

    def to_own(self, points: FloatArray, sites: FloatArray, cell_of: IntArray) -> FloatArray:
        """Row by row."""
        return np.clip(1.0 - np.einsum("ij,ij->i", points, sites[cell_of]), 0.0, 2.0)

    def representatives(
        self,
        points: FloatArray,
        cell_of: IntArray,
        n_cells: int,
        weights: FloatArray | None = None,
        sites: FloatArray | None = None,
    ) -> FloatArray:
        """The direction of the sum of directions; any record's where they cancel out, because then all are alike."""
        means = SQUARED_EUCLIDEAN.representatives(points, cell_of, n_cells, weights)
        without = np.flatnonzero(~(means != 0.0).any(axis=1))
        if len(without):
            first = np.full(n_cells, -1, dtype=np.int64)
            first[cell_of[::-1]] = np.arange(len(points))[::-1]
            means[without] = points[first[without]]
        return self.not_worse(points, cell_of, weights, directions(means), sites)


def directions(vectors: FloatArray) -> FloatArray:
    """The same vectors with length 1."""
    return vectors / np.sqrt(np.einsum("ij,ij->i", vectors, vectors))[:, None]
