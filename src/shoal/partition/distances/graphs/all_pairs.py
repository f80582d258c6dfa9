"""Small graphs: the distances of all pairs of vertices, computed once."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.kernels.graphs.search import Network, pair_distances, paired_distances, total_distances
from shoal.partition.control import each
from shoal.partition.transport.power_diagram import PLAIN

SITES_AT_ONCE = 256  # one thread's turn


@dataclass(frozen=True)
class AllPairs:
    """Distances (vertices, vertices)."""

    distances: FloatArray = field(repr=False)

    @classmethod
    def of(cls, network: Network) -> AllPairs:
        """One search from every vertex."""
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import dijkstra

        n_vertices = len(network.start) - 1
        arcs = csr_array((network.length, network.neighbour, network.start), shape=(n_vertices, n_vertices))
        return cls(np.ascontiguousarray(dijkstra(arcs, directed=True)))  # type: ignore[arg-type]

    def between(self, points: FloatArray, sites: FloatArray) -> FloatArray:
        """All distances (n, m) of positions."""
        distance = np.empty((len(points), len(sites)))
        pair_distances(self.distances, points, sites, distance)
        return distance

    def to_own(self, points: FloatArray, sites: FloatArray, cell_of: IntArray) -> FloatArray:
        """The distance of each position to the site of its cell."""
        distance = np.empty(len(points))
        paired_distances(self.distances, points, sites, cell_of, distance)
        return distance

    def best_vertices(
        self, points: FloatArray, cell_of: IntArray, n_cells: int, weights: FloatArray | None, start: IntArray | None
    ) -> IntArray:
        """The vertex of least total distance of each cell; of several, the lowest, but ``start`` stays if it is as
        good."""
        order = np.argsort(cell_of, kind="stable")
        ends = np.concatenate([[0], np.cumsum(np.bincount(cell_of, minlength=n_cells))])

        def best(first: int) -> IntArray:
            last = min(n_cells, first + SITES_AT_ONCE)
            rows = order[ends[first] : ends[last]]
            weight = PLAIN if weights is None else np.ascontiguousarray(weights[rows])
            total = np.zeros((last - first, len(self.distances)))
            total_distances(self.distances, np.ascontiguousarray(points[rows]), weight, cell_of[rows] - first, total)
            lowest = np.asarray(total.argmin(axis=1), dtype=np.int64)
            if start is None:
                return lowest
            every, present = np.arange(last - first), start[first:last]
            return np.asarray(np.where(total[every, present] <= total[every, lowest], present, lowest))

        return np.concatenate(each(best, range(0, n_cells, SITES_AT_ONCE))).astype(np.int64)
