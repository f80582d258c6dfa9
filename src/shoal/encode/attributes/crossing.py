"""Crossing attribute: a position in the plane, given by two columns; released as a crossing of a network of streets.

Both coordinates are (x − reference)/scale with one scale, so a map keeps its shape. ``reference`` and ``scale`` are
coarse, as those of a number. What is released for a centroid is the nearest crossing. The cells are formed along the
streets, and their centroids are crossings already: those of least total way to the records.

The crossings are known to everybody, so their coordinates are released as the network has them, with all digits.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.encode.arithmetic.coarse import coarse_origin
from shoal.encode.arithmetic.standard import coarse_spread, two_step_mean
from shoal.encode.attributes.attribute import Attribute, Values
from shoal.table.frames.table import Table


@dataclass(frozen=True)
class Crossing(Attribute):
    """``crossings`` are their coordinates, in the units of the two columns."""

    KIND: ClassVar[str] = "crossing"

    reference: tuple[float, float]
    scale: float
    crossings: tuple[tuple[float, float], ...]

    @classmethod
    def fit(
        cls, table: Table, columns: tuple[str, str], crossings: FloatArray, *, weights: FloatArray | None
    ) -> Crossing:
        """Coarse mean and spread of the positions."""
        values = _numbers(table, columns)
        reference, scale = values[0], 1.0
        if (values.min(axis=0) < values.max(axis=0)).any():
            means = np.array([two_step_mean(values[:, axis], weights) for axis in range(2)])
            scale = coarse_spread((values - means[:, 0]) - means[:, 1], weights)
            reference = np.array([coarse_origin(mean, scale) for mean in means[:, 0].tolist()])
        x, y = reference.tolist()
        return cls(columns, 1.0, (x, y), scale, tuple((float(x), float(y)) for x, y in crossings))

    @property
    def n_coordinates(self) -> int:
        """Two."""
        return 2

    def fill(self, table: Table, out: FloatArray) -> None:
        """Centred and scaled positions."""
        out[:] = self.encoded(_numbers(table, self.columns))

    def encoded(self, positions: FloatArray) -> FloatArray:
        """Positions of the plane as coordinates."""
        return np.asarray((positions - np.array(self.reference)) / self.scale)

    def decode(self, centroids: FloatArray) -> dict[str, Values]:
        """The nearest crossings, as the network has them; whole numbers if all of its coordinates are."""
        known = np.array(self.crossings)
        whole = bool((known == np.rint(known)).all())
        released = known[self._nearest(centroids)]
        return {
            name: np.rint(released[:, axis]).astype(np.int64) if whole else released[:, axis]
            for axis, name in enumerate(self.columns)
        }

    def representatives(self, centroids: FloatArray) -> FloatArray:
        """The coordinates of the nearest crossings."""
        return self.encoded(np.array(self.crossings)[self._nearest(centroids)])

    @cached_property
    def _tree(self) -> Any:
        from scipy.spatial import cKDTree

        return cKDTree(self.encoded(np.array(self.crossings)))

    def _nearest(self, centroids: FloatArray) -> IntArray:
        nearest: IntArray = np.asarray(self._tree.query(centroids)[1], dtype=np.int64)
        return nearest


def _numbers(table: Table, columns: tuple[str, ...]) -> FloatArray:
    return np.column_stack([table.numbers(name) for name in columns])
