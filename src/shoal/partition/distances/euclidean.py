"""Euclidean distance, not squared: the representative of a cell is its geometric median, which outliers hardly move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.partition.distances.geometric_median import geometric_medians
from shoal.partition.transport.distance import Distance
from shoal.partition.transport.squared_euclidean import SQUARED_EUCLIDEAN


@dataclass(frozen=True)
class Euclidean(Distance):
    """‖x − x̂‖."""

    name: ClassVar[str] = "euclidean"
    moves_with_points: ClassVar[bool] = True
    is_smooth: ClassVar[bool] = True

    def between(self, points: FloatArray, sites: FloatArray) -> FloatArray:
        """All pairs."""
        from scipy.spatial.distance import cdist

        return np.asarray(cdist(points, sites))

    def to_own(self, points: FloatArray, sites: FloatArray, cell_of: IntArray) -> FloatArray:
        """Row by row."""
        return np.sqrt(SQUARED_EUCLIDEAN.to_own(points, sites, cell_of))

    def representatives(
        self,
        points: FloatArray,
        cell_of: IntArray,
        n_cells: int,
        weights: FloatArray | None = None,
        sites: FloatArray | None = None,
    ) -> FloatArray:
        """Geometric medians, from the means or from the present sites, whichever are better."""
        means = SQUARED_EUCLIDEAN.representatives(points, cell_of, n_cells, weights)
        start = self.not_worse(points, cell_of, weights, means, sites)
        medians = geometric_medians(points, cell_of, n_cells, weights, start)
        return self.not_worse(points, cell_of, weights, medians, start)
