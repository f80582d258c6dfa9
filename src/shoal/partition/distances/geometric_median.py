"""Weiszfeld's iteration: the geometric medians of many cells at once.

The geometric median of a cell is the point y of least Σ w_j ‖x_j − y‖. Weiszfeld's iteration replaces y by the mean of
the records with the weights w_j/‖x_j − y‖. If y is one of the records, its weight would be infinite; Vardi and Zhang
(The multivariate L1-median and associated data depth, PNAS 97, 2000, 1423–1426) say how far to go then: with η the
weight of the records at y and r = ‖Σ w_j (x_j − y)/‖x_j − y‖‖ over the others, a share max(0, 1 − η/r) of the way. The
total distance falls in every step, and the only fixed point is the median.
"""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.kernels.geometric_median import weiszfeld

MOST_ITERATIONS = (
    1_000  # near a record steps are short; then sums are within 1e-6 (`tests/partition/test_distances.py`)
)
TOLERANCE = 1e-9  # of the size of a cell: a smaller step is none
AT_A_RECORD = 1e-12  # of the size of a cell: closer to a record is at the record


def geometric_medians(
    points: FloatArray, cell_of: IntArray, n_cells: int, weights: FloatArray | None, start: FloatArray
) -> FloatArray:
    """The geometric median of each cell, from these starts; an empty cell keeps its start."""
    weight = np.ones(len(points)) if weights is None else weights
    medians = np.ascontiguousarray(start, dtype=np.float64).copy()
    size = _cell_sums(weight * _lengths(points - medians[cell_of]), cell_of, n_cells)
    size /= np.maximum(_cell_sums(weight, cell_of, n_cells), np.finfo(np.float64).tiny)
    first = np.concatenate([[0], np.cumsum(np.bincount(cell_of, minlength=n_cells))]).astype(np.int64)
    order = np.argsort(cell_of, kind="stable").astype(np.int64)
    weiszfeld(
        np.ascontiguousarray(points), np.ascontiguousarray(weight), order, first,
        TOLERANCE * size, AT_A_RECORD * size, MOST_ITERATIONS, medians,
    )  # fmt: skip
    return _at_record_if_better(points, cell_of, weight, medians)


def _at_record_if_better(points: FloatArray, cell_of: IntArray, weight: FloatArray, medians: FloatArray) -> FloatArray:
    """The iteration approaches a median that is a record slowly; then the nearest record is the median."""
    length = _lengths(points - medians[cell_of])
    order = np.lexsort((length, cell_of))
    cells, first = np.unique(cell_of[order], return_index=True)
    nearest = medians.copy()
    nearest[cells] = points[order[first]]
    n_cells = len(medians)
    now = _cell_sums(weight * length, cell_of, n_cells)
    there = _cell_sums(weight * _lengths(points - nearest[cell_of]), cell_of, n_cells)
    return np.where((there < now)[:, None], nearest, medians)


def _lengths(vectors: FloatArray) -> FloatArray:
    return np.asarray(np.sqrt(np.einsum("ij,ij->i", vectors, vectors)))


def _cell_sums(values: FloatArray, cell_of: IntArray, n_cells: int) -> FloatArray:
    return np.asarray(np.bincount(cell_of, weights=values, minlength=n_cells), dtype=np.float64)
