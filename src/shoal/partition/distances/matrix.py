"""A matrix of distances, such as travel times: rows are records, columns are the values that may be released."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray, IntArray
from shoal.errors import ParameterError, Setting
from shoal.partition.transport.distance import Distance


@dataclass(frozen=True, eq=False)
class DistanceMatrix(Distance):
    """``distances[row, column]``, finite and not negative.

    Points are (n, 1) arrays of row numbers, sites (m, 1) arrays of column numbers. The matrix need not be square, and
    need not be symmetric: each entry is what is lost if the column's value is released instead of the row's.
    """

    distances: FloatArray = field(repr=False)

    name: ClassVar[str] = "matrix"

    def __init__(self, distances: npt.ArrayLike) -> None:
        object.__setattr__(self, "distances", _checked(distances))

    def embedded(self, points: FloatArray) -> FloatArray:
        """One coordinate of whole numbers that are rows of the matrix."""
        return self._numbers(points, len(self.distances), "rows")

    def embedded_sites(self, sites: FloatArray) -> FloatArray:
        """One coordinate of whole numbers that are columns of the matrix."""
        return self._numbers(sites, self.distances.shape[1], "columns")

    def between(self, points: FloatArray, sites: FloatArray) -> FloatArray:
        """A part of the matrix."""
        return np.asarray(self.distances[np.ix_(_whole(points), _whole(sites))])

    def to_own(self, points: FloatArray, sites: FloatArray, cell_of: IntArray) -> FloatArray:
        """Entry by entry."""
        return np.asarray(self.distances[_whole(points), _whole(sites)[cell_of]])

    def representatives(
        self,
        points: FloatArray,
        cell_of: IntArray,
        n_cells: int,
        weights: FloatArray | None = None,
        sites: FloatArray | None = None,
    ) -> FloatArray:
        """The column of least total distance; of several, the lowest, but a present site stays if it is as good."""
        from scipy.sparse import coo_array

        weight = np.ones(len(points)) if weights is None else weights
        members = coo_array((weight, (cell_of, _whole(points))), shape=(n_cells, len(self.distances)))
        totals = np.asarray(members.tocsr() @ self.distances)
        best = totals.argmin(axis=1)
        if sites is not None:
            every, present = np.arange(n_cells), _whole(sites)
            best = np.where(totals[every, present] <= totals[every, best], present, best)
        return np.asarray(best[:, None], dtype=np.float64)

    def first_sites(self, points: FloatArray, records: IntArray) -> FloatArray:
        """The nearest column of each of these records."""
        nearest = self.distances[_whole(points[records])].argmin(axis=1)
        return np.asarray(nearest[:, None], dtype=np.float64)

    def _numbers(self, given: FloatArray, n_known: int, what: str) -> FloatArray:
        known = given.shape[1] == 1 and bool(((given >= 0) & (given < n_known) & (given == np.rint(given))).all())
        if not known:
            raise ParameterError(
                "With a matrix as ",
                Setting("distance"),
                f", points and centres are given by their number: one coordinate, a whole number. The matrix has "
                f"{n_known} {what}, numbered from 0.",
                parameter="points",
                count=n_known,
            )
        return given


def _whole(numbers: FloatArray) -> IntArray:
    return numbers[:, 0].astype(np.int64)


def _checked(distances: npt.ArrayLike) -> FloatArray:
    try:
        matrix = np.array(distances, dtype=np.float64)
    except (TypeError, ValueError):
        raise ParameterError("A matrix of distances must hold numbers.", parameter="distance") from None
    if matrix.ndim != 2 or 0 in matrix.shape:
        raise ParameterError(
            f"A matrix of distances has two dimensions, records and values to release; found the shape {matrix.shape}.",
            parameter="distance",
        )
    wrong = ~np.isfinite(matrix) | (matrix < 0.0)
    if wrong.any():
        raise ParameterError(
            f"{int(wrong.sum())} entries of the matrix of distances are missing, infinite or negative; the first is in "
            f"row {int(np.flatnonzero(wrong.any(axis=1))[0]) + 1}.",
            parameter="distance",
            count=wrong.sum(),
            hint="Give a large number where no way leads from a record to a value.",
        )
    matrix.flags.writeable = False
    return matrix
