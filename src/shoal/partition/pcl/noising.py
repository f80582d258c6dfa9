"""The annealed start of PCL for small cells (setting ``start='stirred'``): noise that falls.

From random sites the Lloyd iteration soon stops in a poor local optimum, because a cell of five records hardly ever
exchanges one of them. So the first iterations add noise to every record. The noise falls geometrically from wider than
a cell to far narrower, as the temperature in annealing: at first cells exchange many records, later few. Only the
assignment sees the noise, which is drawn anew in each round; the centroids are those of the true points. The noise is
narrow where records are close together and wide where they are sparse, in proportion to the distance to as many
neighbours as a cell has records: noise of one width for all would break up tight clusters while it is still too narrow
for the outliers. (Large cells, none of which fits into a tight cluster, do better with one width for all.) This is the
idea of noisy PCL with one copy of a record instead of hundreds, which is possible because the assignment is exact for
any number of records.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from shoal.arrays import FloatArray
from shoal.partition.pcl.lloyd import LloydOptions, LloydProblem, LloydState, ReportProgress

FULL_ROUNDS, LEAST_ROUNDS = 60, 8
FEW_NOISY_RECORDS = 60_000  # records times rounds below which slower cooling takes little time, and helps up to …
MOST_ROUNDS = 240  # … here; two tries of 240 are better than one of 480, four of 120 or eight of 60
TRIES = 2  # of few records
MOST_NOISY_RECORDS = 6_000_000  # records times rounds that are affordable: about half a minute on two cores
WIDTH = 2.0  # of the first noise, in root mean square distances to the site by coordinate
SHORT_WIDTH = 1.0  # the same when there are fewer rounds
MOST_NEIGHBOURS = 32  # by whose distance the noise of a record is measured; fewer when cells are smaller …
NEIGHBOUR_SAMPLE = 6_000  # … and among no more records than this
NARROWING = 0.1  # the last noise is this share of the first


def rounds_for(n_records: int) -> int:
    """Fewer rounds for more records."""
    if _few(n_records):
        return min(MOST_ROUNDS, FEW_NOISY_RECORDS // n_records)
    return max(LEAST_ROUNDS, min(FULL_ROUNDS, MOST_NOISY_RECORDS // n_records))


def tries_for(n_records: int) -> int:
    """The number of annealed starts, of which the best is kept: several for few records."""
    return TRIES if _few(n_records) else 1


def _few(n_records: int) -> bool:
    return n_records * FULL_ROUNDS < FEW_NOISY_RECORDS


def annealed_start(
    lloyd: LloydProblem,
    sites: FloatArray,
    first_width: float,
    options: LloydOptions,
    rng: np.random.Generator,
    report: ReportProgress,
    rounds: int,
) -> LloydState:
    """Sites and costs after the last round of noise."""
    scale = lloyd.mean_square(sites)
    width = first_width * np.sqrt(scale / lloyd.points.shape[1])
    state = LloydState(sites, np.zeros(len(sites)))
    if width == 0.0:  # every point has a site of its own: nothing to improve
        return state
    local = 1.0 if lloyd.assign.by_newton else _local_widths(lloyd.points, float(lloyd.sizes.mean()))[:, None]
    for turn, noise in enumerate(width * np.geomspace(1.0, NARROWING, rounds)):
        if options.clock.late():
            break
        lloyd.assign.check_interrupt = partial(report, turn / rounds)
        lloyd.assign.check_interrupt()
        moved = lloyd.points + noise * local * rng.standard_normal(lloyd.points.shape)
        noisy = lloyd.measure.brought_back(moved)
        cell_of, costs = lloyd.assign(noisy, state.sites, state.costs)
        state = LloydState(lloyd.means(cell_of), costs)
    return state


def _local_widths(points: FloatArray, size: float) -> FloatArray:
    """The width of the noise of each record, 1 in the quadratic mean: its distance to as many neighbours as a cell has
    records.
    """
    from scipy.spatial import cKDTree

    sample = points[:: max(1, -(-len(points) // NEIGHBOUR_SAMPLE))]
    n_neighbours = int(np.clip(size * len(sample) / len(points), 1, min(MOST_NEIGHBOURS, len(sample) - 1)))
    distance = np.asarray(cKDTree(sample).query(points, k=n_neighbours + 1)[0])  # the record itself is one of them
    square = (distance**2).mean(axis=1)
    mean = float(square.mean())
    return np.sqrt(square / mean) if mean > 0.0 else np.ones(len(points))
