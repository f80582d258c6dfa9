"""Costs for later records: drawn at random from all that assign the records of an allocation as they were allocated.

Records at which two centres have the same price lie on a border: identical ones that exact sizes divided, those whose
workload was split, and all of a dead-end street, because the way to both centres leads through its beginning. No costs
can divide those that are alike. So one of the two centres becomes a little cheaper, and they all go there: the
centres are ordered such that this is the centre of as many of these records as possible.
"""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.errors import WrongUse
from shoal.partition.control import n_threads
from shoal.partition.transport.distance import Distance
from shoal.partition.transport.dual_margins import ROOM, scattered_costs

AT_A_BORDER = 1e-9  # of the mean scale of a cell: a smaller difference of prices is none
MOST_PASSES = 20  # through all tied centres, to better their order; two or three are usual
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
    if not _identical_ones_divided(points, cell_of):  # else borders would stay on them
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


def _identical_ones_divided(points: FloatArray, cell_of: IntArray) -> bool:
    """Whether identical points are in different cells."""
    _, group = np.unique(points, axis=0, return_inverse=True)
    any_cell = np.empty(int(group.max()) + 1, dtype=np.int64)
    any_cell[group] = cell_of
    return bool((any_cell[group] != cell_of).any())


def _order_at_borders(
    points: FloatArray,
    sites: FloatArray,
    costs: FloatArray,
    cell_of: IntArray,
    factor: FloatArray | None,
    measure: Distance,
    reach: float,
) -> IntArray:
    """The rank of each centre, 0 for the one that is to have all records at its borders."""
    n_cells = len(sites)
    candidates = measure.gather(
        points, sites, costs,
        weights=factor, cell_of=cell_of, reach=np.full(n_cells, reach), room=min(n_cells, ROOM), threads=n_threads(),
    )  # fmt: skip
    own = cell_of[np.repeat(candidates.record, np.diff(candidates.start))]
    other = candidates.cell != own
    tied, place = np.unique(np.concatenate([own[other], candidates.cell[other]]), return_inverse=True)
    had = np.zeros((len(tied), len(tied)))  # records at the border of two centres that the first one has
    np.add.at(had, tuple(place.reshape(2, -1)), 1.0)
    rank = np.full(n_cells, len(tied), dtype=np.int64)
    rank[tied[_linear_order(had - had.T)]] = np.arange(len(tied))
    return rank


def _linear_order(ahead: FloatArray) -> IntArray:
    """An order in which ``ahead[first, second]`` sums up to much over all pairs.

    No single move to another place betters it. (The best order is the linear ordering problem, which is NP-hard.)
    """
    order = np.argsort(-ahead.sum(axis=1), kind="stable")
    for _ in range(MOST_PASSES):
        before = order
        for cell in before.tolist():
            others = order[order != cell]
            gains = np.concatenate([[0.0], np.cumsum(-ahead[cell, others])])  # of standing behind so many others
            present = int(np.flatnonzero(order == cell)[0])
            best = int(gains.argmax())
            if gains[best] > gains[present]:
                order = np.insert(others, best, cell)
        if np.array_equal(order, before):
            break
    return np.asarray(order, dtype=np.int64)
