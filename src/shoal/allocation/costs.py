"""Costs for later records: drawn at random from all that assign the records of an allocation as they were allocated.

Records at which two centres have the same price lie on a border: identical ones that exact sizes divided, those whose
workload was split, and all of a dead-end street, because the way to both centres leads through its beginning. No costs
can divide those that are alike. So one of the two centres becomes a little cheaper, by the order of how many of these
records each has from the others, and they all go there.
"""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.errors import WrongUse
from shoal.partition.control import n_threads
from shoal.partition.transport.distance import Distance
from shoal.partition.transport.dual_margins import ROOM, scattered_costs

AT_A_BORDER = 1e-9  # of the mean scale of a cell: a smaller difference of prices is none
TILTS = (1e-8, 1e-6, 1e-4)  # of the mean scale, by which the dearest tied centre differs from the cheapest


def costs_for_later(
    points: FloatArray,
    sites: FloatArray,
    costs: FloatArray,
    cell_of: IntArray,
    factor: FloatArray | None,
    measure: Distance,
) -> FloatArray:
    """Random costs that keep these cells, except for records at a border."""
    if len(sites) == 1:
        return np.zeros(1)
    drawn = scattered_costs(points, sites, costs, cell_of, factor, measure)
    if drawn is not None:
        return drawn
    scale = float(measure.scales(sites, points, factor).mean())
    order = _order_at_borders(points, sites, costs, cell_of, factor, measure, AT_A_BORDER * scale)
    for tilt in TILTS:
        tilted = costs + tilt * scale * order / len(sites)
        wanted = measure.best_cells(points, sites, tilted, factor, n_threads())
        drawn = scattered_costs(points, sites, tilted, wanted, factor, measure)
        if drawn is not None:
            return drawn
    raise WrongUse(
        "The rule of this allocation would tell where single records are: so many are as near to one centre as to "
        "another that no costs keep a distance from all of them.",
        hint="Use finer distances, or fewer centres.",
    )


def _order_at_borders(
    points: FloatArray,
    sites: FloatArray,
    costs: FloatArray,
    cell_of: IntArray,
    factor: FloatArray | None,
    measure: Distance,
    reach: float,
) -> IntArray:
    """The rank of each centre, 0 for the one that has most records at its borders and leaves fewest to others."""
    n_cells = len(sites)
    candidates = measure.gather(
        points, sites, costs,
        weights=factor, cell_of=cell_of, reach=np.full(n_cells, reach), room=min(n_cells, ROOM), threads=n_threads(),
    )  # fmt: skip
    own = cell_of[np.repeat(candidates.record, np.diff(candidates.start))]
    other = candidates.cell != own
    had = np.bincount(own[other], minlength=n_cells) - np.bincount(candidates.cell[other], minlength=n_cells)
    rank = np.empty(n_cells, dtype=np.int64)
    rank[np.argsort(-had, kind="stable")] = np.arange(n_cells)
    return rank
