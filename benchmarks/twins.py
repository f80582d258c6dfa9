"""Plain NumPy twins of compiled algorithms: the yardstick for speed, and for being the same cell by cell."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


def plain_squared_distances(points: np.ndarray, place: np.ndarray) -> np.ndarray:
    """As one writes it."""
    return ((points - place) ** 2).sum(axis=1)


def squared_distances(points: np.ndarray, place: np.ndarray) -> np.ndarray:
    """Coordinate by coordinate, in ascending order, as the kernels add them; also the faster way in NumPy."""
    total = np.zeros(len(points))
    for column, here in zip(points.T, place, strict=True):
        gap = column - here
        total += gap * gap
    return total


def numpy_mdav(
    points: np.ndarray,
    k: int,
    *,
    distances_to: Callable[[np.ndarray, np.ndarray], np.ndarray] = squared_distances,
    ties_by_index: bool = False,
) -> np.ndarray:
    """MDAV as one writes it in NumPy: distances to all free records, argpartition for the k nearest.

    ``ties_by_index`` sorts by (distance, record) instead, which is slower but decides ties as the kernels do.
    """
    cell_of = np.full(len(points), -1, dtype=np.int64)
    free = np.arange(len(points))
    free_sum = points.sum(axis=0)
    n_cells = 0

    def put_around(record: int) -> None:
        nonlocal free, free_sum, n_cells
        distances = distances_to(points[free], points[record])
        if ties_by_index:
            chosen = np.argsort(distances, kind="stable")[:k]
            for member in free[chosen]:
                free_sum = free_sum - points[member]
        else:
            chosen = np.argpartition(distances, k - 1)[:k]
            free_sum = free_sum - points[free[chosen]].sum(axis=0)
        cell_of[free[chosen]] = n_cells
        n_cells += 1
        free = np.delete(free, chosen)

    def farthest(place: np.ndarray) -> int:
        return int(free[np.argmax(distances_to(points[free], place))])

    while len(free) >= 3 * k:
        first = farthest(free_sum / len(free))
        put_around(first)
        put_around(farthest(points[first]))
    if len(free) >= 2 * k:
        put_around(farthest(free_sum / len(free)))
    cell_of[free] = n_cells
    return cell_of
