"""Costs that meet the sizes up to a few records, from any start: Newton's method, checked by what comes true.

Newton's method (`newton_costs.py`) knows the rivals at the costs it begins with. From a cold start it wants to go much
farther than these can tell, and then the sizes that it promises are not those that come true: one cell swallows its
neighbours, and the next look is worse than the last. So after each step the cells are looked at anew, and the step is
shortened until the true sizes have become better.
"""

from __future__ import annotations

import numpy as np

from shoal.partition.lloyd import Crew
from shoal.partition.newton_costs import GOOD_ENOUGH, newton_costs
from shoal.partition.partition import FloatArray, IntArray
from shoal.partition.rivals import Rivals, gather

ROUNDS = 60  # of Newton's method, each with a new look; a warm start needs two or three, many cells from cold all
REACH, WIDER = 1.0, 2.0  # rivals are looked for within one scale of a cell; within more when no step helps …
FARTHEST = 16.0  # … and no farther than this: what is left then is noise
ROOM = 32  # rivals kept for each record
SHARES_OF_A_STEP = (1.0, 0.5, 0.25, 0.125, 0.0625)  # of what Newton's method wants, the first that helps


def adjusted_costs(crew: Crew, sites: FloatArray, costs: FloatArray) -> tuple[IntArray, FloatArray]:
    """The cells of the points at costs that meet the sizes up to a few points, and these costs."""
    scale = crew.assign.scales(sites, crew.points)
    reach = REACH

    def look(at: FloatArray) -> tuple[Rivals, int]:
        rivals = gather(
            crew.tree, crew.points, sites, at, weights=crew.weights, cell_of=None,
            reach=reach * scale, room=min(len(sites), ROOM), threads=crew.threads,
        )  # fmt: skip
        size = np.bincount(rivals.best_of, minlength=len(sites))
        return rivals, int(np.maximum(size - crew.sizes, 0).sum())

    rivals, wrong = look(costs)
    for _ in range(ROUNDS):
        if wrong <= GOOD_ENOUGH * len(sites) or reach > FARTHEST:
            break
        wanted, _ = newton_costs(rivals, crew.sizes, costs, scale, reach * scale)
        for share in SHARES_OF_A_STEP:
            there = costs + share * (wanted - costs)
            seen, still_wrong = look(there)
            if still_wrong < wrong:
                rivals, costs, wrong = seen, there - there.mean(), still_wrong
                break
        else:
            reach *= WIDER
            rivals, _ = look(costs)
    return rivals.best_of, costs
