"""Partition: which record went into which cell, and what that costs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.errors import Outcome
from shoal.guarantee import KAnonymity, PersonAnonymity, ProbabilisticAnonymity


@dataclass(frozen=True)
class Partition:
    """A partition of n points into cells.

    ``cell_of[record]`` is the cell of a record; cells are numbered from 0 in the order they were formed.
    ``sse`` is the (weighted) sum of squared distances to the centroids, ``sst`` the same to the overall mean. In
    another ``distance`` (`PCL`), ``centroids`` are the best representatives, ``sse`` is the total distance to them, and
    ``sst`` that to the best single representative of all records.
    """

    cell_of: IntArray = field(repr=False)  # links records to cells: never in a log by accident
    sizes: IntArray = field(repr=False)
    centroids: FloatArray = field(repr=False)
    sse: float
    sst: float
    method: str
    outcome: Outcome = Outcome.COMPLETE
    costs: FloatArray | None = field(default=None, repr=False)
    sites: FloatArray | None = field(default=None, repr=False)  # with costs: where the borders were drawn from
    history: tuple[float, ...] = field(default=(), repr=False)  # SSE after each outer iteration
    promise: KAnonymity | PersonAnonymity | ProbabilisticAnonymity | None = field(default=None, repr=False)  # counted
    distance: str = "squared-euclidean"  # in which cells were formed, and ``sse`` and ``sst`` are measured

    @property
    def n_cells(self) -> int:
        """How many cells there are."""
        return len(self.sizes)

    @property
    def loss(self) -> float:
        """SSE/SST: 0 when nothing was moved, 1 when everybody became the same."""
        if self.sst == 0.0:  # all records identical: nothing there to lose
            return 0.0
        return min(1.0, self.sse / self.sst)

    def measured_on(self, points: FloatArray, weights: FloatArray | None = None) -> Partition:
        """The same cells with ``sse`` and ``sst`` of other points of the same records, such as exact units.

        Sites, costs and centroids stay where the cells were formed. The history is brought to the same units in
        proportion, so that it still ends near ``sse``.
        """
        weighted = Partition.from_cells(points, self.cell_of, method=self.method, weights=weights)
        ratio = weighted.sse / self.sse if self.sse > 0.0 else 1.0
        return replace(self, sse=weighted.sse, sst=weighted.sst, history=tuple(ratio * sse for sse in self.history))

    @classmethod
    def from_cells(
        cls,
        points: FloatArray,
        cell_of: IntArray,
        *,
        method: str,
        weights: FloatArray | None = None,
        outcome: Outcome = Outcome.COMPLETE,
        costs: FloatArray | None = None,
        sites: FloatArray | None = None,
        history: tuple[float, ...] = (),
    ) -> Partition:
        """Count and measure the cells. Sums are taken about the overall mean, so a far-away origin costs no digits."""
        n_cells = int(cell_of.max()) + 1
        sizes = np.bincount(cell_of, minlength=n_cells).astype(np.int64)
        record_weight = np.ones(len(points)) if weights is None else weights
        origin = _mean(points, record_weight)
        centred = points - origin
        mass = np.bincount(cell_of, weights=record_weight, minlength=n_cells)
        centroids = np.empty((n_cells, points.shape[1]))
        sse = 0.0
        sst = 0.0
        for column in range(points.shape[1]):
            values = centred[:, column]
            mean = np.bincount(cell_of, weights=record_weight * values, minlength=n_cells) / mass
            sse += float(np.sum(record_weight * (values - mean[cell_of]) ** 2))
            sst += float(np.sum(record_weight * values**2))
            centroids[:, column] = mean + origin[column]
        return cls(cell_of, sizes, centroids, sse, sst, method, outcome, costs, sites, history)


def sse_of(points: FloatArray, cell_of: IntArray, weights: FloatArray | None) -> float:
    """The distortion of these cells."""
    return Partition.from_cells(points, cell_of, method="", weights=weights).sse


def _mean(points: FloatArray, record_weight: FloatArray) -> FloatArray:
    """Weighted mean in two steps: the second mean, of what is left after the first, removes its rounding error.

    Plain sums, no matrix product: a threaded one may add in another order and change the last digit.
    """
    total = record_weight.sum()
    means = np.empty(points.shape[1])
    for column in range(points.shape[1]):
        values = points[:, column]
        first = np.sum(record_weight * values) / total
        means[column] = first + np.sum(record_weight * (values - first)) / total
    return means
