"""Reference rule: ordered balls. A point belongs to the first cell whose ball contains it.

MDAV and related methods can specify their cells in this way (D. Rebollo-Monedero, J. Forné, M. Soriano on
p-probabilistic k-anonymity; docs/methods/probabilistic.md): the i-th cell contains all points within radius_i of its
reference record that are in no earlier cell. A point in no ball belongs to the last cell, which has no ball (MDAV), or
to the cell of the nearest remainder site, the mean of the cell as its ball formed it (MDAV⁺); ties go to the lower
cell. A point at exactly the radius is inside.

The reference points are points of single records: a file of this rule reveals them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.errors import ParameterError
from shoal.partition.transport.power_diagram import PowerDiagram
from shoal.quantizer.rules.base import Arrays, coordinates, require_arrays, squared_distances

# The tree looks this much farther than the radius; what it finds is measured again, exactly.
TREE_MARGIN = 1e-9


@dataclass(frozen=True)
class ReferenceRule:
    """(b, d) references and (b,) squared radii in the order of the cells; (m, d) remainder sites, or None."""

    kind: ClassVar[str] = "reference points"

    references: FloatArray = field(repr=False)
    squared_radii: FloatArray = field(repr=False)
    remainder_sites: FloatArray | None = field(default=None, repr=False)

    @property
    def n_cells(self) -> int:
        """One per ball; and one more when the remainder is a cell."""
        return len(self.references) + (1 if self.remainder_sites is None else 0)

    @property
    def n_record_points(self) -> int:
        """Every reference point is a record's own."""
        return len(self.references)

    def assign(self, points: FloatArray, weights: FloatArray | None = None) -> IntArray:
        """Balls in their order, each taking what is still free."""
        del weights
        n_balls = len(self.references)
        cell_of = np.full(len(points), n_balls, dtype=np.int64)
        free = _FreePoints(points)
        for ball in range(n_balls):
            cell_of[free.take_within(self.references[ball], self.squared_radii[ball])] = ball
        if self.remainder_sites is not None:
            rest = cell_of == n_balls
            nearest = PowerDiagram(self.remainder_sites, np.zeros(len(self.remainder_sites)))
            cell_of[rest] = nearest.assign(np.ascontiguousarray(points[rest]))
        return cell_of

    def arrays(self, centroids: FloatArray) -> dict[str, FloatArray | IntArray]:
        """Everything: nothing here can be read off the centroids."""
        del centroids
        kept: dict[str, FloatArray | IntArray] = {"references": self.references, "squared_radii": self.squared_radii}
        return kept if self.remainder_sites is None else kept | {"remainder_sites": self.remainder_sites}

    @classmethod
    def from_arrays(cls, arrays: Arrays, centroids: FloatArray) -> Self:
        """Without remainder sites the last cell takes the rest."""
        require_arrays(cls.kind, arrays, {"references", "squared_radii"}, frozenset({"remainder_sites"}))
        n_cells, n_dims = centroids.shape
        has_sites = "remainder_sites" in arrays
        n_balls = n_cells if has_sites else n_cells - 1
        references = coordinates("reference points", arrays["references"], (n_balls, n_dims))
        squared_radii = coordinates("squared radii", arrays["squared_radii"], (n_balls,))
        if (squared_radii < 0).any():
            raise ParameterError("A squared radius is negative.")
        sites = coordinates("remainder sites", arrays["remainder_sites"], centroids.shape) if has_sites else None
        return cls(references, squared_radii, sites)


class _FreePoints:
    """Points that no ball has taken yet, in a search tree that is planted anew when half of it is gone."""

    def __init__(self, points: FloatArray) -> None:
        self._points = points
        self._plant(np.arange(len(points), dtype=np.int64))

    def _plant(self, rows: IntArray) -> None:
        from scipy.spatial import cKDTree

        self._rows = rows
        self._is_free = np.ones(len(rows), dtype=np.bool_)
        self._n_free = len(rows)
        self._tree: Any = cKDTree(self._points[rows]) if len(rows) else None

    def take_within(self, reference: FloatArray, squared_radius: float) -> IntArray:
        """Take the free points of a ball. The tree finds who is near, exact distances decide."""
        if self._n_free == 0:
            return np.empty(0, dtype=np.int64)
        reach = float(np.sqrt(squared_radius)) * (1.0 + TREE_MARGIN) + float(np.finfo(np.float64).tiny)
        near = np.array(self._tree.query_ball_point(reference, reach), dtype=np.int64)
        near = near[self._is_free[near]] if len(near) else near
        rows = self._rows[near]
        inside = squared_distances(self._points[rows], reference) <= squared_radius
        self._is_free[near[inside]] = False
        self._n_free -= int(inside.sum())
        if 2 * self._n_free < len(self._rows):
            self._plant(self._rows[self._is_free])
        return rows[inside]
