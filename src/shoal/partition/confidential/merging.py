"""Merging cells until every cell keeps the promise.

A union of cells that keep a rule keeps it as well (design 030), so merging always ends with cells that all keep the
promise, at the latest with one cell of all records.
"""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray, IntArray, records_by_cell
from shoal.guarantee.confidential import ConfidentialPromise
from shoal.kernels.confidential.merging import choose_partners
from shoal.partition.neighbours import nearest_points
from shoal.partition.partition import Partition

NEAR_CELLS = 8  # among which a partner is chosen: least loss of 2, 4, 8, 16 and 32 (design 030)
FAR_CELLS = 64  # besides, anywhere: enough for one that misses the opposite (design 030)


def merged(
    points: FloatArray,
    cell_of: IntArray,
    promise: ConfidentialPromise,
    weights: FloatArray | None = None,
    *,
    anywhere: bool = False,
) -> IntArray:
    """Cells that all keep the promise, each a union of the given ones; unchanged where all do.

    ``cell_of`` has no gaps. The cell of all records must keep the promise. Partners are near; ``anywhere``: also far,
    if together with one of these a cell keeps the promise. That suits a few broken cells that nobody around can help.
    """
    while True:
        broken = np.flatnonzero(promise.broken(cell_of))
        n_cells = int(cell_of.max()) + 1
        if len(broken) == 0 or n_cells == 1:
            return cell_of
        shape = Partition.from_cells(points, cell_of, method="", weights=weights)
        mass = np.bincount(cell_of, weights=weights).astype(np.float64)
        members = records_by_cell(cell_of)
        n_near = min(NEAR_CELLS + 1, n_cells)
        near, _ = nearest_points(shape.centroids, shape.centroids[broken], n_near)
        if anywhere:
            near = np.hstack([near, _far(broken, n_cells)])
        near[near == broken[:, None]] = -1
        partner = np.empty(n_cells, dtype=np.int64)
        first = np.cumsum([0, *map(len, members)], dtype=np.int64)
        choose_partners(promise.judge, np.concatenate(members), first, shape.centroids, mass, broken, near, partner)
        cell_of = _joined(cell_of, partner)


def _far(broken: IntArray, n_cells: int) -> IntArray:
    """Cells anywhere, others for every cell: where all cells around miss the same, none of them helps."""
    steps = np.unique(np.arange(1, FAR_CELLS + 1) * n_cells // (FAR_CELLS + 1))
    far: IntArray = (broken[:, None] + steps) % n_cells
    return far


def _joined(cell_of: IntArray, partner: IntArray) -> IntArray:
    """Partners become one cell; the numbers have no gaps."""
    own = np.arange(len(partner))
    head = np.where(partner >= 0, np.minimum(own, partner), own)
    numbers: IntArray = np.unique(head, return_inverse=True)[1]
    return numbers[cell_of]
