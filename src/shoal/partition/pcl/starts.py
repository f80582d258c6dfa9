"""Where PCL begins: random records, a stirred start, a sample, or somebody else's cells."""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.partition.pcl.lloyd import Course, Crew, Pace, Watch, nobody_watches
from shoal.partition.pcl.noising import FULL_ROUNDS, SHORT_WIDTH, WIDTH, stirred

STIR_RECORDS = 20_000  # up to here stirring is affordable whatever the cells


def random_sites(points: FloatArray, n_cells: int, rng: np.random.Generator) -> FloatArray:
    """Points of random records, different ones as long as there are any."""
    n_records = len(points)
    order = rng.permutation(n_records)
    # In the order drawn, a record comes late if its point was drawn before.
    _, first = np.unique(points[order], axis=0, return_index=True)
    again = np.ones(n_records, dtype=bool)
    again[first] = False
    chosen = order[np.argsort(again, kind="stable")[:n_cells]]
    return points[np.sort(chosen)]


def halved_sites(points: FloatArray, sizes: IntArray) -> FloatArray:
    """Means of boxes of the right sizes: the cells are divided in two, and the records along the widest side, again and
    again.
    """
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
    crew: Crew,
    kind: str,
    pace: Pace,
    rng: np.random.Generator,
    watch: Watch = nobody_watches,
    rounds: int = FULL_ROUNDS,
) -> Course:
    """A fresh start of this kind ('random' or 'stirred') for the sizes of the crew.

    A short stirring cannot undo bad luck with random sites, and most of its time would go into their uneven first
    sizes; it starts from boxes of the right sizes instead.
    """
    if kind == "stirred" and rounds < FULL_ROUNDS:
        return stirred(crew, halved_sites(crew.points, crew.sizes), SHORT_WIDTH, pace, rng, watch, rounds)
    sites = random_sites(crew.points, len(crew.sizes), rng)
    if kind == "stirred":
        return stirred(crew, sites, WIDTH, pace, rng, watch, rounds)
    return Course(sites, np.zeros(len(sites)))
