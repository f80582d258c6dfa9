"""Cosine distance: 1 − cos of the angle between two directions; the representative of a cell is its mean direction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from shoal.arrays import BoolArray, FloatArray, IntArray
from shoal.errors import ParameterError, Setting
from shoal.partition.transport.distance import Distance
from shoal.partition.transport.squared_euclidean import SQUARED_EUCLIDEAN


@dataclass(frozen=True)
class Cosine(Distance):
    """1 − x·x̂/(‖x‖ ‖x̂‖), between 0 and 2."""

    name: ClassVar[str] = "cosine"
    is_smooth: ClassVar[bool] = True

    def embedded(self, points: FloatArray) -> FloatArray:
        """Vectors of length 1; points without a direction are refused."""
        _refuse_zeros(~(points != 0.0).any(axis=1), "points")
        return directions(points)

    def brought_back(self, points: FloatArray) -> FloatArray:
        """Directions again."""
        return directions(points)

    def between(self, points: FloatArray, sites: FloatArray) -> FloatArray:
        """All pairs."""
        return np.asarray(np.clip(1.0 - points @ sites.T, 0.0, 2.0))

    def to_own(self, points: FloatArray, sites: FloatArray, cell_of: IntArray) -> FloatArray:
        """Row by row."""
        return np.asarray(np.clip(1.0 - np.einsum("ij,ij->i", points, sites[cell_of]), 0.0, 2.0))

    def representatives(
        self,
        points: FloatArray,
        cell_of: IntArray,
        n_cells: int,
        weights: FloatArray | None = None,
        sites: FloatArray | None = None,
    ) -> FloatArray:
        """The direction of the sum of directions; any record's where they cancel out, because then all are alike."""
        means = SQUARED_EUCLIDEAN.representatives(points, cell_of, n_cells, weights)
        without = np.flatnonzero(~(means != 0.0).any(axis=1))
        if len(without):
            first = np.full(n_cells, -1, dtype=np.int64)
            first[cell_of[::-1]] = np.arange(len(points))[::-1]
            means[without] = points[first[without]]
        return self.not_worse(points, cell_of, weights, directions(means), sites)


def sparse_cosine_distances(points: Any, centers: Any) -> FloatArray:
    """All distances between sparse vectors, for example between documents and reviewers by their keywords."""
    from scipy.sparse import csr_array

    lengths = []
    both = [csr_array(vectors, dtype=np.float64) for vectors in (points, centers)]
    if both[0].shape[1] != both[1].shape[1]:
        raise ParameterError(
            Setting("points"),
            f" have {both[0].shape[1]:,} coordinates and ",
            Setting("centers"),
            f" {both[1].shape[1]:,}.",
            hint="Give both in the same coordinates.",
        )
    for vectors, name in zip(both, ("points", "centers"), strict=True):
        length = np.sqrt(np.asarray(vectors.multiply(vectors).sum(axis=1)).ravel())
        if not np.isfinite(length).all():
            raise ParameterError(Setting(name), " holds NaN or infinite values.")
        _refuse_zeros(length == 0.0, name)
        lengths.append(length)
    product = np.asarray((both[0] @ both[1].T).todense(), dtype=np.float64)
    return np.asarray(np.clip(1.0 - product / np.outer(*lengths), 0.0, 2.0))


def _refuse_zeros(is_zero: BoolArray, name: str) -> None:
    if is_zero.any():
        raise ParameterError(
            Setting(name),
            f" holds {int(is_zero.sum())} records of zeros, the first in row {int(np.argmax(is_zero)) + 1}; they have "
            "no direction, so the ",
            Setting("distance", "cosine"),
            " does not know how far they are.",
            count=is_zero.sum(),
            hint="Leave them out.",
        )


def directions(vectors: FloatArray) -> FloatArray:
    """The same vectors with length 1."""
    return np.asarray(vectors / np.sqrt(np.einsum("ij,ij->i", vectors, vectors))[:, None])
