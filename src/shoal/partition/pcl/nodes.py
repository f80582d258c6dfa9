"""Representatives from a finite set, such as the nodes of a taxonomy, in the iteration of PCL.

Means move a little in every iteration. Nodes are far apart, so an iteration stops after a few steps in one of very many
local optima. Three things help:

- a design by means first: from poor nodes an iteration soon stops;
- for few records, several starts from random records in addition, which take little time;
- ties. Ways in a tree are sums of few lengths, so many assignments are equally good for the same nodes, and the nodes
  of another one of them may be better. Nodes that are moved by tiny amounts choose one of them at random.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from shoal.partition.pcl.lloyd import LloydOptions, LloydProblem, LloydState, ReportProgress, alternate, cells_of

RECORD_STARTS = 8  # of few records (`benchmarks.distances`: 12 end no lower on its draws, and 4 do sometimes)
TIES = 5  # assignments in a row without a gain, each drawn among equally good ones (60 end no lower)
NUDGE = 1e-6  # of the width of a cell: breaks ties and changes nothing else, as in `finish.py`
ROUNDING = 1e-12  # of the distortion: a smaller rise is none


def with_representatives(
    lloyd: LloydProblem,
    by_means: Callable[[], LloydState],
    n_tries: int,
    options: LloydOptions,
    report: ReportProgress,
    rng: np.random.Generator,
) -> LloydState:
    """Cells with their means first, then with the representatives that are released; more starts if there are tries.

    The best try is the one of the best representatives: cells of the least squared distance to means need not have
    them.
    """

    def after_means() -> LloydState:
        design = by_means()
        cell_of = cells_of(design)
        sites = lloyd.means(cell_of)
        start = LloydState(sites, design.costs, cell_of, lloyd.sse(cell_of, sites))
        return alternate(lloyd, start, options, report)

    if n_tries == 1:
        return after_means()
    ends = [_across_ties(lloyd, after_means(), options, rng) for _ in range(n_tries)]
    for _ in range(RECORD_STARTS):
        records = np.sort(rng.choice(len(lloyd.points), len(lloyd.sizes), replace=False))
        start = LloydState(lloyd.points[records], np.zeros(len(lloyd.sizes)))
        ends.append(_across_ties(lloyd, alternate(lloyd, start, options, report), options, rng))
    return min(ends, key=lambda state: state.sse)


def _across_ties(lloyd: LloydProblem, state: LloydState, options: LloydOptions, rng: np.random.Generator) -> LloydState:
    """Go on with equally good assignments, until several in a row have brought nothing."""
    n_idle = 0
    while n_idle < TIES and not options.clock.late():
        widths = np.sqrt(lloyd.assign.scales(state.sites, lloyd.points))
        nudged = state.sites + NUDGE * widths[:, None] * rng.standard_normal(state.sites.shape)
        cell_of, costs = lloyd.assign(lloyd.points, nudged, state.costs, state.cell_of, lloyd.tree)
        sites = lloyd.means(cell_of)
        sse = lloyd.sse(cell_of, sites)
        n_idle = 0 if sse < (1.0 - options.tolerance) * state.sse else n_idle + 1
        if sse <= (1.0 + ROUNDING) * state.sse:
            state = LloydState(sites, costs, cell_of, sse, (*state.history, sse))
    return state
