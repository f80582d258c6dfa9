"""Stirring: a good start for PCL when cells are small.

From random sites the alternation soon rests in a poor local optimum, because a cell of five records hardly ever trades
one of them. So the first iterations see every record through noise that falls geometrically from wider than a cell to
far narrower: early on cells trade freely, later they settle, as in annealing. Only the assignment sees the noise, which
is drawn afresh each time; the centroids are those of the true points. Where records are close together the noise is
narrow, where they are sparse it is wide, in proportion to the distance to as many neighbours as a cell holds: noise of
one width for all would tear tight clusters apart before anything is decided among the outliers. (Large cells, of which
none fits into a tight cluster, do better with one width for all.) It is the idea of noisy PCL with one copy of a record
instead of hundreds, made possible by an assignment that is exact for any number of records.
"""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray
from shoal.partition.pcl.lloyd import Course, Crew, Pace, Watch

FULL_ROUNDS, LEAST_ROUNDS = 60, 8
FEW_RECORDS_STIRRED = 60_000  # records times rounds below which slower cooling costs next to nothing, and pays up to …
MOST_ROUNDS = 240  # … here; two tries of 240 are better than one of 480, four of 120 or eight of 60
TRIES = 2  # of few records
STIRRED_RECORDS = 6_000_000  # records times rounds that are affordable: about half a minute on two cores
WIDTH = 2.0  # of the first noise, in root mean square distances to the site by coordinate
SHORT_WIDTH = 1.0  # the same when there are fewer rounds
MOST_NEIGHBOURS = 32  # by whose distance the noise of a record is measured; fewer when cells are smaller …
NEIGHBOUR_SAMPLE = 6_000  # … and among no more records than this
NARROWING = 0.1  # the last noise is this share of the first


def rounds_for(n_records: int) -> int:
    """Fewer rounds for more records."""
    if _few(n_records):
        return min(MOST_ROUNDS, FEW_RECORDS_STIRRED // n_records)
    return max(LEAST_ROUNDS, min(FULL_ROUNDS, STIRRED_RECORDS // n_records))


def tries_for(n_records: int) -> int:
    """How often few records are stirred, the best to be kept."""
    return TRIES if _few(n_records) else 1


def _few(n_records: int) -> bool:
    return n_records * FULL_ROUNDS < FEW_RECORDS_STIRRED


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
    if width == 0.0:  # every point has a site of its own: nothing to stir
        return course
    local = 1.0 if crew.assign.by_newton else _local_widths(crew.points, float(crew.sizes.mean()))[:, None]
    for turn, noise in enumerate(width * np.geomspace(1.0, NARROWING, rounds)):
        if pace.clock.late():
            break
        watch(turn / rounds)
        seen = crew.points + noise * local * rng.standard_normal(crew.points.shape)
        cell_of, costs = crew.assign(seen, course.sites, course.costs)
        course = Course(crew.means(cell_of), costs)
    return course


def _local_widths(points: FloatArray, size: float) -> FloatArray:
    """How wide the noise of each record is, 1 in the quadratic mean: its distance to as many neighbours as a cell has
    records.
    """
    from scipy.spatial import cKDTree

    sample = points[:: max(1, -(-len(points) // NEIGHBOUR_SAMPLE))]
    n_neighbours = int(np.clip(size * len(sample) / len(points), 1, min(MOST_NEIGHBOURS, len(sample) - 1)))
    distance = np.asarray(cKDTree(sample).query(points, k=n_neighbours + 1)[0])  # the record itself is one of them
    square = (distance**2).mean(axis=1)
    mean = float(square.mean())
    return np.sqrt(square / mean) if mean > 0.0 else np.ones(len(points))
