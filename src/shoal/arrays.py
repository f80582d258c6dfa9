"""Types of arrays, and the records of each cell: what all packages share."""

from __future__ import annotations

from math import prod

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]


def records_by_cell(cell_of: npt.NDArray[np.integer]) -> list[IntArray]:
    """The records of each cell, ascending; ``cell_of[record]`` is the cell of a record, from 0."""
    order = np.argsort(cell_of, kind="stable")
    return np.split(order, np.cumsum(np.bincount(cell_of))[:-1])


def numbered(*columns: npt.NDArray[np.integer]) -> IntArray:
    """A number from 0 for each row, the same where all columns agree; ascending as the rows are sorted."""
    if prod(int(column.max(initial=0)) - int(column.min(initial=0)) + 1 for column in columns) >= 2**62:
        return numbered(numbered(*columns[:-1]), numbered(columns[-1]))  # numbers of rows only: these do fit
    key = np.zeros(len(columns[0]), dtype=np.int64)
    for column in columns:
        least = int(column.min(initial=0))
        key = key * (int(column.max(initial=0)) - least + 1) + (column - least)
    return np.unique(key, return_inverse=True)[1].ravel().astype(np.int64)
