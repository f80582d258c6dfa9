"""Squared Euclidean distance: the centroid is the mean, and search trees find candidates without all distances."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.partition.transport.candidates import Candidates, gather
from shoal.partition.transport.distance import Distance
from shoal.partition.transport.power_diagram import PLAIN, PowerDiagram
from shoal.partition.transport.scales import cell_scales


@dataclass(frozen=True)
class SquaredEuclidean(Distance):
    """‖x − x̂‖²."""

    name: ClassVar[str] = "squared-euclidean"
    moves_with_points: ClassVar[bool] = True
    is_smooth: ClassVar[bool] = True

    def between(self, points: FloatArray, sites: FloatArray) -> FloatArray:
        """All pairs."""
        from scipy.spatial.distance import cdist

        return np.asarray(cdist(points, sites, "sqeuclidean"))

    def to_own(self, points: FloatArray, sites: FloatArray, cell_of: IntArray) -> FloatArray:
        """Row by row."""
        return np.asarray(((points - sites[cell_of]) ** 2).sum(axis=1))

    def distortion(
        self, points: FloatArray, sites: FloatArray, cell_of: IntArray, weights: FloatArray | None = None
    ) -> float:
        """The sum of squared errors, compiled."""
        from shoal.kernels.transport.borders import squared_error

        return float(squared_error(points, PLAIN if weights is None else weights, cell_of, sites))

    def representatives(
        self,
        points: FloatArray,
        cell_of: IntArray,
        n_cells: int,
        weights: FloatArray | None = None,
        sites: FloatArray | None = None,
    ) -> FloatArray:
        """The means, which need no present sites."""
        from shoal.kernels.transport.borders import cell_means

        del sites
        means = np.empty((n_cells, points.shape[1]))
        weight = PLAIN if weights is None else weights
        cell_means(points, weight, cell_of, np.empty(n_cells), np.empty(n_cells, dtype=np.int64), means)
        return means

    def search_tree(self, points: FloatArray) -> Any:
        """The records' search tree."""
        from shoal.kernels.neighbours.free_records import free_records

        return free_records(points)

    def gather(
        self,
        points: FloatArray,
        sites: FloatArray,
        costs: FloatArray,
        *,
        weights: FloatArray | None,
        cell_of: IntArray | None,
        reach: FloatArray,
        room: int,
        threads: int,
        tree: Any = None,
    ) -> Candidates:
        """With the records' search tree."""
        own_tree = self.search_tree(points) if tree is None else tree
        return gather(
            own_tree, points, sites, costs,
            weights=weights, cell_of=cell_of, reach=reach, room=room, threads=threads,
        )  # fmt: skip

    def best_cells(
        self, points: FloatArray, sites: FloatArray, costs: FloatArray, weights: FloatArray | None, threads: int
    ) -> IntArray:
        """With the search tree of a power diagram."""
        return PowerDiagram(sites, costs).assign(points, weights, threads)

    def scales(self, sites: FloatArray, points: FloatArray, weights: FloatArray | None) -> FloatArray:
        """From the distances between neighbouring sites."""
        return cell_scales(sites, points, weights)

    def require_affordable(self, n_records: int, n_cells: int) -> None:
        """Always."""


SQUARED_EUCLIDEAN = SquaredEuclidean()
