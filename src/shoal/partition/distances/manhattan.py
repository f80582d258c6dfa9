"""Manhattan distance: the representative of a cell is its median, coordinate by coordinate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.partition.transport.distance import Distance


@dataclass(frozen=True)
class Manhattan(Distance):
    """Σ |x − x̂| over the coordinates."""

    name: ClassVar[str] = "manhattan"
    moves_with_points: ClassVar[bool] = True
    is_smooth: ClassVar[bool] = True

    def between(self, points: FloatArray, sites: FloatArray) -> FloatArray:
        """All pairs."""
        from scipy.spatial.distance import cdist

        return np.asarray(cdist(points, sites, "cityblock"))

    def to_own(self, points: FloatArray, sites: FloatArray, cell_of: IntArray) -> FloatArray:
        """Row by row."""
        return np.asarray(np.abs(points - sites[cell_of]).sum(axis=1))

    def representatives(
        self,
        points: FloatArray,
        cell_of: IntArray,
        n_cells: int,
        weights: FloatArray | None = None,
        sites: FloatArray | None = None,
    ) -> FloatArray:
        """Weighted medians. Where every value between two records is one, the middle of the two."""
        weight = np.ones(len(points)) if weights is None else weights
        columns = [medians_by_cell(points[:, axis], cell_of, n_cells, weight) for axis in range(points.shape[1])]
        return self.not_worse(points, cell_of, weights, np.column_stack(columns), sites)


def medians_by_cell(values: FloatArray, cell_of: IntArray, n_cells: int, weight: FloatArray) -> FloatArray:
    """The weighted median of the values of each cell; 0 for an empty cell."""
    order = np.lexsort((values, cell_of))
    ordered, cells = values[order], cell_of[order]
    running = np.cumsum(weight[order])
    end = np.cumsum(np.bincount(cell_of, minlength=n_cells))
    start = end - np.bincount(cell_of, minlength=n_cells)
    filled = np.flatnonzero(end > start)
    before = np.where(start[filled] > 0, running[np.maximum(start[filled], 1) - 1], 0.0)
    half = before + (running[end[filled] - 1] - before) / 2.0
    lower = _first_at_least(running, half, start[filled], end[filled])
    upper = np.where(np.isclose(running[lower], half, rtol=1e-12, atol=0.0), lower + 1, lower)
    upper = np.minimum(upper, end[filled] - 1)
    medians = np.zeros(n_cells)
    medians[cells[start[filled]]] = (ordered[lower] + ordered[upper]) / 2.0
    return medians


def _first_at_least(running: FloatArray, wanted: FloatArray, start: IntArray, end: IntArray) -> IntArray:
    """The first position, from ``start`` on and before ``end``, at which the running sum is at least as wanted."""
    slack = 1e-12 * np.abs(wanted)  # sums of weights are rounded
    found = np.searchsorted(running, wanted - slack)
    return np.clip(found, start, end - 1)
