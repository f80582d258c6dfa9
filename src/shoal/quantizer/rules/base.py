"""Rule: assigns points to cells. There are three kinds with one interface."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Protocol, Self

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.errors import ParameterError

Arrays = Mapping[str, FloatArray | IntArray]


class Rule(Protocol):
    """Assigns points to cells numbered from 0."""

    kind: ClassVar[str]

    @property
    def n_cells(self) -> int:
        """How many cells the rule knows."""
        ...

    @property
    def n_record_points(self) -> int:
        """How many of the design records' own points the rule holds: what a file of it would show."""
        ...

    def assign(self, points: FloatArray, weights: FloatArray | None = None) -> IntArray:
        """The cell of each point; ``weights`` of the records matter to the weighted kind only."""
        ...

    def arrays(self, centroids: FloatArray) -> dict[str, FloatArray | IntArray]:
        """What has to be kept beside the centroids of these cells."""
        ...

    @classmethod
    def from_arrays(cls, arrays: Arrays, centroids: FloatArray) -> Self:
        """The rule that ``arrays`` described; an error in words when they do not fit together."""
        ...


def squared_distances(points: FloatArray, to: FloatArray) -> FloatArray:
    """‖x − y‖² row by row (``to`` is one point, or one for each), added up in the order of the coordinates.

    With a fixed order the distance of a point does not depend on other points, so a record that defines a radius is
    always inside it.
    """
    total = np.zeros(len(points))
    for coordinate in range(points.shape[1]):
        gap = points[:, coordinate] - to[..., coordinate]
        total += gap * gap
    return total


def require_arrays(kind: str, arrays: Arrays, names: set[str], optional: frozenset[str] = frozenset()) -> None:
    """Refuse arrays that are not exactly those of the rule."""
    if not names <= set(arrays) <= names | optional:
        raise ParameterError(f"The arrays of a rule of the kind '{kind}' are not the ones it needs.")


def require_shape(what: str, array: FloatArray | IntArray, shape: tuple[int, ...]) -> None:
    """Refuse an array of another shape."""
    if array.shape != shape:
        raise ParameterError(f"The array of {what} has the shape {array.shape} where {shape} is needed.")


def coordinates(what: str, array: FloatArray | IntArray, shape: tuple[int, ...]) -> FloatArray:
    """An array of coordinates, costs or squared lengths of this shape; whole numbers are no such thing in a file."""
    require_shape(what, array, shape)
    if array.dtype.kind != "f":
        raise ParameterError(f"The array of {what} must be one of float64.")
    return np.asarray(array, dtype=np.float64)
