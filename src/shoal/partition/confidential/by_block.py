"""Merging inside blocks: cells that must not cross the border of a block, until each keeps the promise."""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray, IntArray, records_by_cell
from shoal.guarantee.confidential import ConfidentialPromise
from shoal.partition.confidential.merging import merged


def merged_by_block(
    points: FloatArray,
    block_of: IntArray,
    cell_of: IntArray,
    confidential: ConfidentialPromise,
    weights: FloatArray | None = None,
) -> IntArray:
    """Unions of the cells of each block that keep the promise; where they keep another one that unions keep, both."""
    fresh = np.empty_like(cell_of)
    n_cells = 0
    for rows in records_by_cell(block_of):
        inside = np.unique(cell_of[rows], return_inverse=True)[1].astype(np.int64)
        own = None if weights is None else weights[rows]
        fresh[rows] = merged(points[rows], inside, confidential.of(rows), own) + n_cells
        n_cells = int(fresh[rows].max()) + 1
    return fresh
