"""Distance: what the transportation problem and the Lloyd iteration have to know about the space of the points.

The optimality theorem of PCL holds for any distortion d(x, x̂) between a point and a representative: with costs that
meet the sizes, the cells of least d + cost are the best of all cells with these sizes; and given the cells, the best
representatives cannot raise the distortion. So the algorithms ask a `Distance` for three things only: the distances
from points to sites (``between``, ``to_own``), and the best representative of each cell (``representatives``).

Everything else follows block by block from ``between``: the candidates of every record, its best cell, the scale of a
cell. `squared_euclidean.py` does these with search trees, in time that hardly depends on the number of cells;
`distances/` has the other distances.

Points and sites are arrays (n, d) and (m, d) for every distance. A distance may first change their form (``embedded``):
a position becomes a point of the sphere, or the two ends of its street and how far they are.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.errors import ParameterError, Setting
from shoal.partition.control import each
from shoal.partition.transport.candidates import Candidates, candidates_of_blocks

BLOCK_DISTANCES = 2_000_000  # computed at once: 16 MB, well under a tenth of a second in few dimensions
MOST_DISTANCES = 4_000_000_000  # records times cells of one search: about a minute (`benchmarks.distances`)
SCALE_RECORDS = 2_000  # are enough to measure how far prices differ inside a cell
LEAST_SCALE = 1e-9  # of the mean scale: for cells whose records all have the same distances


class Distance(ABC):
    """d(x, x̂): how much is lost if x̂ is released instead of x. It need not be a metric, but it is never negative."""

    name: ClassVar[str]
    moves_with_points: ClassVar[bool] = False  # whether d(x + t, y + t) = d(x, y), so that an origin may be chosen
    is_smooth: ClassVar[bool] = False  # whether noise can be added to points, as in R^d or on a sphere

    @abstractmethod
    def between(self, points: FloatArray, sites: FloatArray) -> FloatArray:
        """The distances (n, m) from points to sites."""

    @abstractmethod
    def representatives(
        self,
        points: FloatArray,
        cell_of: IntArray,
        n_cells: int,
        weights: FloatArray | None = None,
        sites: FloatArray | None = None,
    ) -> FloatArray:
        """The best representative of each cell: the one of least total distance, weighted if there are weights.

        With the present ``sites``, no cell ends with a total distance above that of its site.
        """

    def not_worse(
        self,
        points: FloatArray,
        cell_of: IntArray,
        weights: FloatArray | None,
        found: FloatArray,
        sites: FloatArray | None,
    ) -> FloatArray:
        """What was found, but the present site for cells whose total distance would rise: iterations may stop early."""
        if sites is None:
            return found
        weight = np.ones(len(points)) if weights is None else weights
        totals = [
            np.bincount(cell_of, weights=weight * self.to_own(points, at, cell_of), minlength=len(sites))
            for at in (found, sites)
        ]
        return np.where((totals[0] <= totals[1])[:, None], found, sites)

    def to_own(self, points: FloatArray, sites: FloatArray, cell_of: IntArray) -> FloatArray:
        """The distance from each point to the site of its cell."""
        own = np.empty(len(points))
        order = np.argsort(cell_of, kind="stable")
        ends = np.cumsum(np.bincount(cell_of, minlength=len(sites)))
        for cell, records in enumerate(np.split(order, ends[:-1])):
            if len(records):
                own[records] = self.between(points[records], sites[cell : cell + 1])[:, 0]
        return own

    def distortion(
        self, points: FloatArray, sites: FloatArray, cell_of: IntArray, weights: FloatArray | None = None
    ) -> float:
        """The total distance of the records to the sites of their cells."""
        own = self.to_own(points, sites, cell_of)
        return float((own if weights is None else weights * own).sum())

    def embedded(self, points: FloatArray) -> FloatArray:
        """Points as this distance measures them, computed once: directions, or points of a sphere.

        Points that it cannot measure are refused in words. All other methods expect points and sites in this form.
        """
        return points

    def embedded_sites(self, sites: FloatArray) -> FloatArray:
        """The same for sites that somebody gives."""
        return self.embedded(sites)

    def brought_back(self, points: FloatArray) -> FloatArray:
        """Points that noise has moved, at the nearest position where points may be; asked only if ``is_smooth``."""
        return points

    def original(self, sites: FloatArray) -> FloatArray:
        """Sites in the coordinates in which points were given."""
        return sites

    def first_sites(self, points: FloatArray, records: IntArray) -> FloatArray:
        """Sites at these records, to begin with."""
        return points[records].copy()

    def straight_points(self, points: FloatArray) -> FloatArray | None:
        """Points of R^d whose squared Euclidean distances resemble these, for a first design; None: no such points."""
        del points
        return None

    def search_tree(self, points: FloatArray) -> Any:  # noqa: ARG002
        """What ``gather`` may reuse for the same points; nothing by default."""
        return None

    # --- what the transportation problem asks; block by block unless a subclass knows better

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
        """The candidates of each record: cells whose price is at most ``reach[best]`` above that of its best cell (the
        ``room`` best of them), and its present cell.
        """
        del tree

        def distances(rows: slice) -> FloatArray:
            return self._weighted(points[rows], sites, None if weights is None else weights[rows])

        return candidates_of_blocks(
            distances, _blocks(len(points), len(sites)), costs, cell_of=cell_of, reach=reach, room=room, threads=threads
        )

    def best_cells(
        self, points: FloatArray, sites: FloatArray, costs: FloatArray, weights: FloatArray | None, threads: int
    ) -> IntArray:
        """The cell of least price for each record; ties go to the lower cell."""

        def best(rows: slice) -> IntArray:
            prices = self._weighted(points[rows], sites, None if weights is None else weights[rows]) + costs
            return np.asarray(prices.argmin(axis=1), dtype=np.int64)

        blocks = _blocks(len(points), len(sites))
        return np.concatenate(each(best, blocks, threads)) if blocks else np.empty(0, dtype=np.int64)

    def scales(self, sites: FloatArray, points: FloatArray, weights: FloatArray | None) -> FloatArray:
        """The scale of each cell: half of what the second best cell costs its records more, on average."""
        sample = np.ascontiguousarray(points[:: max(1, len(points) // SCALE_RECORDS)])
        weight = 1.0 if weights is None else float(weights.mean())
        distance = self.between(sample, sites)
        if len(sites) == 1:
            return np.full(1, weight * float(distance.mean()) or 1.0)
        nearest = distance.argmin(axis=1)
        two = np.partition(distance, 1, axis=1)[:, :2]
        more = weight * (two[:, 1] - two[:, 0]) / 2.0
        mean = float(more.mean()) or weight * float(distance.mean()) or 1.0
        count = np.bincount(nearest, minlength=len(sites))
        scale = (np.bincount(nearest, weights=more, minlength=len(sites)) + mean) / (count + 1.0)
        return np.maximum(scale, LEAST_SCALE * mean)

    def _weighted(self, points: FloatArray, sites: FloatArray, weights: FloatArray | None) -> FloatArray:
        distance = self.between(points, sites)
        return distance if weights is None else weights[:, None] * distance

    def require_affordable(self, n_records: int, n_cells: int) -> None:
        """Refuse a search that would take far too long."""
        if n_records * n_cells > MOST_DISTANCES:
            raise ParameterError(
                "The ",
                Setting("distance"),
                f" {self.name!r} compares every record with every cell; {n_records:,} records and {n_cells:,} cells "
                f"need {n_records * n_cells:,} distances, and more than {MOST_DISTANCES:,} are refused.",
                count=n_records,
                hint="Ask for larger cells, divide the records by strata, or use 'squared-euclidean'.",
            )


def _blocks(n_records: int, n_cells: int) -> list[slice]:
    step = max(1, BLOCK_DISTANCES // n_cells)
    return [slice(start, min(n_records, start + step)) for start in range(0, n_records, step)]
