"""Neighbour rule: a table of points and their cells. A point goes to the cell of its nearest record.

Every partition can be represented like this: each record is its own nearest one, even if the squares of its distances
from others are too small for a float. Ties go to the lower record, so of identical points only the first is kept; if a
cell consists of later ones only, no point is assigned to it.
The table contains the points of records: a file of this rule reveals them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.errors import ParameterError
from shoal.quantizer.rules.base import Arrays, coordinates, require_arrays, require_shape, squared_distances

# Two records whose distances differ by less than this share are measured again, exactly: the tree rounds its own way.
NEARLY_EQUAL = 1e-9


@dataclass(frozen=True)
class NeighbourRule:
    """(r, d) distinct points in the order of their records, and the cell of each, below ``n_cells``."""

    kind: ClassVar[str] = "neighbour table"

    records: FloatArray = field(repr=False)
    cell_of_record: IntArray = field(repr=False)
    n_cells: int

    @classmethod
    def of(cls, points: FloatArray, cell_of: IntArray) -> Self:
        """Every distinct point once, with the cell of the lowest record that stands there."""
        _, first = np.unique(points, axis=0, return_index=True)
        lowest = np.sort(first)
        return cls(np.ascontiguousarray(points[lowest]), cell_of[lowest].astype(np.int64), int(cell_of.max()) + 1)

    @property
    def n_record_points(self) -> int:
        """All of them."""
        return len(self.records)

    @cached_property
    def _tree(self) -> Any:
        from scipy.spatial import cKDTree

        return cKDTree(self.records)

    def assign(self, points: FloatArray, weights: FloatArray | None = None) -> IntArray:
        """The nearest record, before all others an identical one.

        Where two are about equally near, exact distances decide, then the lower record.
        """
        del weights
        if len(self.records) == 1 or len(points) == 0:
            return np.full(len(points), self.cell_of_record[0], dtype=np.int64)
        distance, nearest = self._tree.query(points, k=2)
        chosen = nearest[:, 0].astype(np.int64)
        close = distance[:, 1] <= distance[:, 0] * (1.0 + NEARLY_EQUAL)
        for row in np.flatnonzero(close):
            reach = distance[row, 0] * (1.0 + NEARLY_EQUAL)
            near = np.sort(np.array(self._tree.query_ball_point(points[row], reach), dtype=np.int64))
            if len(near):
                apart = (self.records[near] != points[row]).any(axis=1)
                chosen[row] = near[np.lexsort((squared_distances(self.records[near], points[row]), apart))[0]]
        cell_of: IntArray = self.cell_of_record[chosen]
        return cell_of

    def arrays(self, centroids: FloatArray) -> dict[str, FloatArray | IntArray]:
        """Records and their cells."""
        del centroids
        return {"records": self.records, "cell_of_record": self.cell_of_record}

    @classmethod
    def from_arrays(cls, arrays: Arrays, centroids: FloatArray) -> Self:
        """No record may name a cell that is not there; a cell that none names is one of repeated points."""
        require_arrays(cls.kind, arrays, {"records", "cell_of_record"})
        n_cells, n_dims = centroids.shape
        n_records = len(arrays["records"])
        if n_records == 0:
            raise ParameterError("The neighbour table is empty.")
        records = coordinates("records", arrays["records"], (n_records, n_dims))
        cell_of_record = arrays["cell_of_record"]
        require_shape("cells of the records", cell_of_record, (n_records,))
        if cell_of_record.dtype.kind != "i" or cell_of_record.min() < 0 or cell_of_record.max() >= n_cells:
            raise ParameterError("The neighbour table names a cell that is not there.")
        return cls(records, np.asarray(cell_of_record, dtype=np.int64), n_cells)
