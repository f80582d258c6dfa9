"""Types of arrays, and the records of each cell: what all packages share."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]


def records_by_cell(cell_of: npt.NDArray[np.integer]) -> list[IntArray]:
    """The records of each cell, ascending; ``cell_of[record]`` is the cell of a record, from 0."""
    order = np.argsort(cell_of, kind="stable")
    return np.split(order, np.cumsum(np.bincount(cell_of))[:-1])
