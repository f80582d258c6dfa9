"""Cells that exist already made the best of their sizes for given sites, with the costs that prove it.

For a partition that is almost there: what annealing ends with, or PCL before its last look. Shipping
(`transport/assignment.py`) begins with costs and meets the sizes; this begins with the right sizes and finds the costs,
which takes a few relaxations when hardly a record has to be traded (`kernels/transport/cycle_cancelling.py`).
"""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray, IntArray

MOST_CELLS = 2_000  # all pairs of them are kept: 48 MB …
MOST_DISTANCES = 2e7  # … and records times cells looked at
CELLS_AT_NEED, DISTANCES_AT_NEED = 4_000, 1e8  # 192 MB and some seconds, where looking at fewer pairs does not end
TRADES_PER_CELL = 4  # beyond, these cells were not almost there, and shipping is quicker
SWEEPS = 2_000  # of all pairs; fewer where they are more
ROUNDING = 1e-13  # of the largest distance: a smaller gain is none


def fits(n_records: int, n_cells: int) -> bool:
    """Whether all pairs of records and cells can be looked at in about a second."""
    return n_cells <= MOST_CELLS and n_records * n_cells <= MOST_DISTANCES


def fits_at_need(n_records: int, n_cells: int) -> bool:
    """The same in some seconds."""
    return n_cells <= CELLS_AT_NEED and n_records * n_cells <= DISTANCES_AT_NEED


def traded(
    points: FloatArray, sites: FloatArray, weights: FloatArray | None, costs: FloatArray, cell_of: IntArray
) -> tuple[IntArray, FloatArray] | None:
    """The best cells of these sizes and costs that hold them; None when that takes too many trades."""
    from shoal.kernels.transport.cycle_cancelling import trade_records

    start = np.concatenate([[0], np.cumsum(np.bincount(cell_of, minlength=len(sites)))])
    member = np.argsort(cell_of, kind="stable")
    heavy = np.ones(len(points)) if weights is None else weights
    found = costs.copy()
    own = heavy * ((points - sites[cell_of]) ** 2).sum(axis=1)
    rounding = ROUNDING * max(float(own.max()), float(np.abs(costs).max()))
    sweeps = int(SWEEPS * min(1.0, MOST_CELLS / len(sites)) ** 2)
    if not trade_records(points, sites, heavy, start, member, found, rounding, TRADES_PER_CELL * len(sites), sweeps):
        return None
    best = np.empty_like(cell_of)
    best[member] = np.repeat(np.arange(len(sites)), np.diff(start))
    return best, found - float(found.mean())
