"""Cells that are close to the table from the beginning, by construction.

The records are put in the order of a confidential column and divided into as many slices as a cell has records. Every
cell takes one record from each slice, so it mirrors the whole table, up to a distance of about 1/(4 · slices) where no
values tie. The cells are formed as MDAV forms them: the first record is the one farthest from the mean of the free
records, and each slice gives the free record nearest to it.

J. Soria-Comas, J. Domingo-Ferrer, D. Sánchez and S. Martínez, t-Closeness through microaggregation: strict privacy with
enhanced utility preservation, IEEE Transactions on Knowledge and Data Engineering 27 (2015), algorithm 3.

Differs from the paper: records that are left over after dividing go to the middle slice one by one in the paper; here
slices differ by one record, and what is left at the end joins the nearest cells. `merging.py` mends what that breaks.
"""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.kernels.confidential.slices import take_from_slices


def closeness_first(points: FloatArray, code_of: IntArray, n_slices: int) -> IntArray:
    """Cells with about one record of each slice of the column."""
    n_records = len(points)
    n_cells = max(1, n_records // n_slices)
    order = np.argsort(code_of, kind="stable")
    slice_of = np.empty(n_records, dtype=np.int64)
    slice_of[order] = np.arange(n_records) * n_slices // n_records
    cell_of = np.full(n_records, -1, dtype=np.int64)
    take_from_slices(
        points, np.argsort(slice_of, kind="stable"), np.bincount(slice_of, minlength=n_slices), cell_of, n_cells
    )
    return cell_of
