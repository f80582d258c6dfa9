"""PCL with two masses: one counts towards the size of a cell, another one weighs in the distortion.

The paper on PCL remarks that its theory holds for two probability mass functions, one in the distortion and one in the
constraints on the cells (Rebollo-Monedero et al. 2013, section 4.2). As in PCL, two steps alternate:

    assign   the best cells in which each has its load of the masses (`transport/workloads.py`), records undivided
    update   x̂_q ← the mean of the records of cell q, weighted by what they weigh in the distortion

Whole records cannot meet loads exactly: every cell is within the mass of one record of its load. Masses of any size are
fine as long as no record is heavier than a load.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.errors import InfeasiblePromise, Setting
from shoal.partition.control import n_threads
from shoal.partition.transport.distance import Distance
from shoal.partition.transport.dual_margins import centred_costs
from shoal.partition.transport.squared_euclidean import SQUARED_EUCLIDEAN
from shoal.partition.transport.workloads import allocate_loads

MOST_ITERATIONS = 100  # as in PCL
TOLERANCE = 1e-4  # as in PCL: stop when an iteration gains less than this share of the distortion


@dataclass(frozen=True)
class LoadedCells:
    """Cells near their loads, with the sites and costs that assign exactly these records to them."""

    cell_of: IntArray
    sites: FloatArray
    costs: FloatArray  # record j is in the cell of least weights[j]·distance + masses[j]·cost
    history: tuple[float, ...]  # distortion after each iteration


def with_loads(
    points: FloatArray,
    sites: FloatArray,
    loads: FloatArray,
    masses: FloatArray,
    weights: FloatArray | None = None,
    measure: Distance = SQUARED_EUCLIDEAN,
    check_interrupt: Callable[[], None] = lambda: None,
) -> LoadedCells:
    """Alternate from these sites until an iteration gains next to nothing. Loads sum to the sum of the masses.

    Rounding to whole records may raise the distortion by a little, so the best cells are kept.
    """
    refuse_heavy(masses, loads)
    best: LoadedCells | None = None
    for _ in range(MOST_ITERATIONS):
        check_interrupt()
        near = None if best is None else best.costs
        cell_of, costs = allocate_loads(points, sites, masses, loads, weights, measure, near)
        means = measure.representatives(points, cell_of, len(loads), weights, sites)
        distortion = measure.distortion(points, means, cell_of, weights)
        if best is not None and distortion >= (1.0 - TOLERANCE) * best.history[-1]:
            break
        history = () if best is None else best.history
        best = LoadedCells(cell_of, sites, costs, (*history, distortion))
        sites = means
    if best is None:  # there is always one iteration; for the type checker
        raise RuntimeError("a design ended before its first iteration")
    return replace(best, costs=_centred(points, best, masses, weights, measure))


def _centred(
    points: FloatArray, cells: LoadedCells, masses: FloatArray, weights: FloatArray | None, measure: Distance
) -> FloatArray:
    """Costs inside the range of those that give each record to its cell.

    A divided record has the same price in several cells. These records and the cells between them form a forest, so the
    costs can be moved until each of them prefers the cell that it was given to.
    """
    ratio = np.ascontiguousarray((1.0 if weights is None else weights) / masses)
    return centred_costs(
        points, cells.sites, cells.costs, cells.cell_of,
        weights=ratio, scale=measure.scales(cells.sites, points, ratio), threads=n_threads(),
        tree=measure.search_tree(points), measure=measure,
    )  # fmt: skip


def refuse_heavy(masses: FloatArray, loads: FloatArray) -> None:
    """Refuse a record that is heavier than a cell is meant to be: such a cell could end up empty."""
    heavy = int(np.count_nonzero(masses > loads.min()))
    if heavy:
        raise InfeasiblePromise(
            f"{heavy} record{'s have' if heavy != 1 else ' has'} a larger mass than the smallest cell is to have, "
            "so the sizes cannot be met.",
            count=heavy,
            hint=(
                "Ask for fewer ",
                Setting("cells"),
                ", or larger ",
                Setting("shares"),
                "; or leave such records out.",
            ),
        )
