"""Units: points in which every attribute has exactly variance 1. Losses are measured in them.

The scales of an encoding are coarse, because they stand in files. So the variance of an attribute over the records is
not exactly 1: it lies between 0.84 and 1.19 (between 0.5 and 2 where few records are behind it). Cells are formed with
these distances. A loss should not depend on how a scale was rounded, so it is told in exact units: total variance 1 for
every attribute, times its weight, over the records that have it. Records that lack it stand at the mean of the others
and add nothing. Exact units never leave the run.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from shoal.arrays import FloatArray
from shoal.encode.encoding import Encoding
from shoal.encode.gaps import Void, present


@dataclass(frozen=True)
class Units:
    """``mean`` and ``factor`` of every coordinate of the encoding."""

    encoding: Encoding = field(repr=False)
    mean: FloatArray = field(repr=False)
    factor: FloatArray = field(repr=False)

    @classmethod
    def of(cls, encoding: Encoding, points: FloatArray, void: Void, weights: FloatArray | None = None) -> Units:
        """The units of these records; those in which an attribute is void do not count in it."""
        mean, factor = np.zeros(encoding.n_coordinates), np.ones(encoding.n_coordinates)
        for attribute, part in zip(encoding.attributes, encoding.slices.values(), strict=True):
            rows = present(attribute.columns[0], void, len(points))
            mass = None if weights is None else weights[rows]
            variance = 0.0
            for column in range(part.start, part.stop):
                values = points[rows, column]
                varies = values.min() < values.max()  # rounding must not turn a constant into a tiny spread
                mean[column] = np.average(values, weights=mass) if varies else values[0]
                variance += float(np.average((values - mean[column]) ** 2, weights=mass)) if varies else 0.0
            if variance > 0.0:
                factor[part] = math.sqrt(attribute.weight / variance)
        return cls(encoding, mean, factor)

    def points(self, points: FloatArray, void: Void) -> FloatArray:
        """Points of the encoding in exact units, with void attributes at the mean."""
        exact = points - self.mean
        exact *= self.factor  # in place: such arrays are the largest there are
        for attribute, part in zip(self.encoding.attributes, self.encoding.slices.values(), strict=True):
            if attribute.columns[0] in void:
                exact[void[attribute.columns[0]], part] = 0.0
        return exact
