"""The nearest records of each record, and their distances."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray, IntArray
from shoal.partition.control import each

TREES = 4  # of random cuts: neighbours that one tree separates are together in another
LEAF = 400  # records of a leaf at most; all pairs of them are compared
QUERIES_AT_ONCE = 256  # one thread's turn: below 0.2 s in ten coordinates, so that an interrupt is noticed


def nearest_records(points: FloatArray, count: int) -> tuple[npt.NDArray[np.int32], FloatArray]:
    """For every record the ``count`` others nearest to it, ascending, and their squared distances.

    The same lists whatever the number of threads. ``count`` must be below the number of records.
    """
    record, distance = nearest_points(points, points, count + 1)
    own = record == np.arange(len(points))[:, None]
    missing = ~own.any(axis=1)  # among many equal records a record may not be in its own list
    own[missing, -1] = True
    others = record[~own].reshape(len(points), count).astype(np.int32)
    return others, (distance[~own] ** 2).reshape(len(points), count)


def nearest_points(targets: FloatArray, points: FloatArray, count: int) -> tuple[IntArray, FloatArray]:
    """For every point the ``count`` targets nearest to it, ascending, and their distances (not squared): (n, count).

    The threads are ours and not those of the tree: an interrupt would free the arrays that the tree's own threads still
    write to. Here the block ends when all threads have ended.
    """
    from scipy.spatial import cKDTree

    tree = cKDTree(targets)
    target = np.empty((len(points), count), dtype=np.int64)
    distance = np.empty((len(points), count))

    def search(start: int) -> None:
        turn = slice(start, start + QUERIES_AT_ONCE)
        found_distance, found = tree.query(points[turn], k=count)  # releases the interpreter meanwhile
        target[turn] = np.reshape(found, (-1, count))
        distance[turn] = np.reshape(found_distance, (-1, count))

    each(search, range(0, len(points), QUERIES_AT_ONCE))
    return target, distance


def records_nearby(points: FloatArray, count: int, seed: tuple[int, ...]) -> tuple[npt.NDArray[np.int32], FloatArray]:
    """For many records: others near to each, and the squared distances to the nearest that were found.

    An exact search takes a minute for a hundred thousand records of ten coordinates. This function searches only the
    leaves of a few trees of random cuts. It returns (n, TREES · share) records, some of them several times, and the
    distances (n, count) from the tree in which they are least. More than ``LEAF`` records; ``count`` is much smaller.
    """
    share = -(-count // TREES)
    nearby = np.empty((len(points), TREES * share), dtype=np.int32)
    least = np.full((len(points), count), np.inf)
    for tree in range(TREES):
        near, distance = _nearest_in_leaves(points, count, list(_leaves(points, np.random.default_rng((*seed, tree)))))
        nearby[:, tree * share : (tree + 1) * share] = near[:, :share]
        closer = distance.sum(axis=1) < least.sum(axis=1)
        least[closer] = distance[closer]
    return nearby, least


def _nearest_in_leaves(
    points: FloatArray, count: int, leaves: list[IntArray]
) -> tuple[npt.NDArray[np.int32], FloatArray]:
    """For every record the ``count`` nearest in its leaf."""
    from shoal.kernels.neighbours.near_lists import list_nearest

    ends = np.cumsum([0, *map(len, leaves)])
    record_of = np.concatenate(leaves)
    near = np.empty((len(points), count), dtype=np.int32)
    distance = np.empty((len(points), count))

    def search(leaf: int) -> None:
        list_nearest(points, record_of, ends[leaf], ends[leaf + 1], near, distance)

    each(search, range(len(leaves)))
    return near, distance


def _leaves(points: FloatArray, rng: np.random.Generator) -> Iterator[IntArray]:
    """The leaves of a tree: the records are halved along random directions until few are left in each."""
    parts = [np.arange(len(points))]
    while parts:
        part = parts.pop()
        if len(part) <= LEAF:
            yield part
            continue
        along = points[part] @ rng.standard_normal(points.shape[1])
        middle = len(part) // 2
        order = np.argpartition(along, middle)
        parts += [part[order[middle:]], part[order[:middle]]]
