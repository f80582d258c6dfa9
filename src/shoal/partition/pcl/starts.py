"""Fresh starts of PCL: random records, or the annealed start."""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.partition.pcl.lloyd import LloydOptions, LloydProblem, LloydState, ReportProgress, ignore_progress
from shoal.partition.pcl.noising import FULL_ROUNDS, SHORT_WIDTH, WIDTH, annealed_start

NOISE_RECORDS = 20_000  # up to here an annealed start is affordable for cells of any size


def random_sites(points: FloatArray, n_cells: int, rng: np.random.Generator) -> FloatArray:
    """Points of random records; different points as long as there are any."""
    return points[random_records(points, n_cells, rng)]


def random_records(points: FloatArray, n_cells: int, rng: np.random.Generator) -> IntArray:
    """Random records, ascending; with different points as long as there are any."""
    n_records = len(points)
    order = rng.permutation(n_records)
    # A record comes last if its point was drawn before.
    _, first = np.unique(points[order], axis=0, return_index=True)
    again = np.ones(n_records, dtype=bool)
    again[first] = False
    chosen = order[np.argsort(again, kind="stable")[:n_cells]]
    return np.sort(chosen)


def halved_sites(points: FloatArray, sizes: IntArray) -> FloatArray:
    """Means of boxes of the right sizes: cells are repeatedly halved, and their records along the widest side."""
    sites = np.empty((len(sizes), points.shape[1]))
    waiting = [(np.arange(len(points)), 0, len(sizes))]
    while waiting:
        rows, first, end = waiting.pop()
        if end - first == 1:
            sites[first] = points[rows].mean(axis=0)
            continue
        middle = (first + end) // 2
        cut = int(sizes[first:middle].sum())
        widest = int(np.argmax(np.ptp(points[rows], axis=0)))
        order = np.argpartition(points[rows, widest], cut)
        waiting.append((rows[order[:cut]], first, middle))
        waiting.append((rows[order[cut:]], middle, end))
    return sites


def begin(
    lloyd: LloydProblem,
    kind: str,
    options: LloydOptions,
    rng: np.random.Generator,
    report: ReportProgress = ignore_progress,
    rounds: int = FULL_ROUNDS,
) -> LloydState:
    """A fresh start of this kind ('random' or 'stirred') for the prescribed sizes.

    Few rounds of noise cannot repair poor random sites, and most of the time would go into their uneven first sizes. So
    a start of few rounds begins with boxes of the right sizes instead.
    """
    if kind == "stirred" and rounds < FULL_ROUNDS:
        return annealed_start(lloyd, halved_sites(lloyd.points, lloyd.sizes), SHORT_WIDTH, options, rng, report, rounds)
    n_records, n_cells = len(lloyd.points), len(lloyd.sizes)
    if lloyd.measure.is_smooth:
        records = random_records(lloyd.points, n_cells, rng)
    else:  # of few points, those of many records need several cells (a tenth less loss on taxonomies)
        records = np.sort(rng.choice(n_records, n_cells, replace=False))
    sites = lloyd.measure.first_sites(lloyd.points, records)
    if kind == "stirred":
        return annealed_start(lloyd, sites, WIDTH, options, rng, report, rounds)
    return LloydState(sites, np.zeros(len(sites)))
