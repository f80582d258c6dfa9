"""Cycle cancelling: the best cells of the present sizes for given sites, with the costs that prove it.

For a partition that is almost optimal: the result of annealing, or PCL before its last check. The shortest paths of
`transport/assignment.py` begin with costs and meet the sizes. Cycle cancelling begins with the right sizes and finds
the costs, which takes a few relaxations if hardly any record has to move (`kernels/transport/cycle_cancelling.py`).
"""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray, IntArray

MOST_CELLS = 2_000  # all pairs of them are stored: 48 MB …
MOST_DISTANCES = 2e7  # … and records times cells
CELLS_AT_NEED, DISTANCES_AT_NEED = 4_000, 1e8  # 192 MB and some seconds, if fewer pairs did not suffice
CYCLES_PER_CELL = 4  # beyond, the cells were far from optimal, and shortest paths are faster
SWEEPS = 2_000  # of all pairs; fewer where they are more
ROUNDING = 1e-13  # of the largest distance: a smaller gain is none


def fits(n_records: int, n_cells: int) -> bool:
    """Whether all pairs of records and cells can be compared in about a second."""
    return n_cells <= MOST_CELLS and n_records * n_cells <= MOST_DISTANCES


def fits_at_need(n_records: int, n_cells: int) -> bool:
    """The same in some seconds."""
    return n_cells <= CELLS_AT_NEED and n_records * n_cells <= DISTANCES_AT_NEED


def cancel_cycles(
    points: FloatArray, sites: FloatArray, weights: FloatArray | None, costs: FloatArray, cell_of: IntArray
) -> tuple[IntArray, FloatArray] | None:
    """The best cells of these sizes, and the costs that prove it; None when that takes too many cycles."""
    from shoal.kernels.transport.cycle_cancelling import cancel_negative_cycles

    start = np.concatenate([[0], np.cumsum(np.bincount(cell_of, minlength=len(sites)))])
    member = np.argsort(cell_of, kind="stable")
    weight = np.ones(len(points)) if weights is None else weights
    found = costs.copy()
    own = weight * ((points - sites[cell_of]) ** 2).sum(axis=1)
    rounding = ROUNDING * max(float(own.max()), float(np.abs(costs).max()))
    sweeps = int(SWEEPS * min(1.0, MOST_CELLS / len(sites)) ** 2)
    if not cancel_negative_cycles(
        points, sites, weight, start, member, found, rounding, CYCLES_PER_CELL * len(sites), sweeps
    ):
        return None
    best = np.empty_like(cell_of)
    best[member] = np.repeat(np.arange(len(sites)), np.diff(start))
    return best, found - float(found.mean())
