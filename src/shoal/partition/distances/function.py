"""Any Python function as a distance; the representative of a cell is one of its records (medoid)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray, IntArray, records_by_cell
from shoal.errors import ParameterError
from shoal.partition.transport.distance import Distance

DistanceFunction = Callable[[FloatArray, FloatArray], npt.ArrayLike]

TRIED_RECORDS = 20  # of the points: all their pairs are compared before the work begins
MOST_MEDOIDS = 500  # records of a cell that are tried as its representative: 250,000 distances in a cell of these
ROUNDING = 1e-9  # of a distance


@dataclass(frozen=True)
class FunctionDistance(Distance):
    """``function(points, sites)`` returns all distances (n, m) between points (n, d) and sites (m, d)."""

    function: DistanceFunction

    name: ClassVar[str] = "function"

    def embedded(self, points: FloatArray) -> FloatArray:
        """Try the function on a few records; what it breaks is said before the work begins."""
        tried = points[:: max(1, len(points) // TRIED_RECORDS)][:TRIED_RECORDS]
        distance = self.between(tried, tried)
        rounding = ROUNDING * float(distance.max(initial=0.0))
        if (np.abs(distance - distance.T) > rounding).any():
            raise ParameterError(
                "The function that was given as distance is not symmetric: d(x, y) and d(y, x) differ. Then it is not "
                "clear which of the two is lost if y is released instead of x.",
                parameter="distance",
                hint="Make it symmetric, or give the distances from records to values as a matrix.",
            )
        if (distance.diagonal() > rounding).any():
            raise ParameterError(
                "The function that was given as distance is not 0 between a record and itself, so a record that is "
                "released unchanged would count as a loss.",
                parameter="distance",
                hint="Subtract d(x, x).",
            )
        return points

    def between(self, points: FloatArray, sites: FloatArray) -> FloatArray:
        """What the function says, checked."""
        distance = np.asarray(self.function(points, sites), dtype=np.float64)
        if distance.shape != (len(points), len(sites)):
            raise ParameterError(
                f"The function that was given as distance returned the shape {distance.shape} for {len(points)} points "
                f"and {len(sites)} sites.",
                parameter="distance",
                hint="It gets two arrays of points (n, d) and (m, d), and must return all distances (n, m).",
            )
        if not (np.isfinite(distance).all() and (distance >= 0.0).all()):
            raise ParameterError(
                "The function that was given as distance returned negative, infinite or missing distances. Then no "
                "cells are the best ones, because a loss could be made up for by a gain elsewhere.",
                parameter="distance",
            )
        return distance

    def representatives(
        self,
        points: FloatArray,
        cell_of: IntArray,
        n_cells: int,
        weights: FloatArray | None = None,
        sites: FloatArray | None = None,
    ) -> FloatArray:
        """The record of least total distance to all of its cell. In a large cell, every so many are tried."""
        found = np.zeros((n_cells, points.shape[1])) if sites is None else sites.copy()
        for cell, records in enumerate(records_by_cell(cell_of)):
            if len(records):
                found[cell] = self._medoid(points[records], None if weights is None else weights[records])
        return self.not_worse(points, cell_of, weights, found, sites)

    def _medoid(self, points: FloatArray, weights: FloatArray | None) -> FloatArray:
        tried = points[:: -(-len(points) // MOST_MEDOIDS)]
        distance = self.between(points, tried)
        totals = distance.sum(axis=0) if weights is None else weights @ distance
        return np.asarray(tried[int(totals.argmin())])
