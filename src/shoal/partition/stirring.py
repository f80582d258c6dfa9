"""Stirring: a good start for PCL when cells are small.

From random sites the alternation soon rests in a poor local optimum, because a cell of five records hardly ever trades
one of them. So the first iterations see every record through noise that falls geometrically from wider than a cell to
far narrower: early on cells trade freely, later they settle, as in annealing. Only the assignment sees the noise, which
is drawn afresh each time; the centroids are those of the true points. It is the idea of noisy PCL with one copy of a
record instead of hundreds, made possible by an assignment that is exact for any number of records.
"""

from __future__ import annotations

import numpy as np

from shoal.partition.lloyd import Course, Crew, Pace, Watch
from shoal.partition.partition import FloatArray

MOST_ROUNDS, LEAST_ROUNDS = 60, 10
STIRRED_RECORDS = 6_000_000  # records times rounds that are affordable: about half a minute on two cores
WIDTH = 2.0  # of the first noise, in root mean square distances to the site by coordinate
SHORT_WIDTH = 1.0  # the same when there are fewer rounds
NARROWING = 0.1  # the last noise is this share of the first (figures: docs/methods/pcl.md)


def rounds_for(n_records: int) -> int:
    """Fewer rounds for more records."""
    return max(LEAST_ROUNDS, min(MOST_ROUNDS, STIRRED_RECORDS // n_records))


def stirred(
    crew: Crew,
    sites: FloatArray,
    first_width: float,
    pace: Pace,
    rng: np.random.Generator,
    watch: Watch,
    rounds: int,
) -> Course:
    """Sites and costs after the noise has gone."""
    scale = crew.mean_square(sites)
    width = first_width * np.sqrt(scale / crew.points.shape[1])
    course = Course(sites, np.zeros(len(sites)))
    for turn, noise in enumerate(width * np.geomspace(1.0, NARROWING, rounds)):
        if pace.late:
            break
        watch(turn / rounds)
        seen = crew.points + noise * rng.standard_normal(crew.points.shape)
        cell_of, costs = crew.assign(seen, course.sites, course.costs)
        course = Course(crew.means(cell_of), costs)
    return course
