"""The data of a lower bound: the distinct points, how often each occurs, and the nearest others of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray, IntArray
from shoal.kernels.bound.nearest import nearest_others, nearest_prices
from shoal.kernels.neighbours.free_records import FreeRecords, free_records
from shoal.partition.control import Clock, each, n_threads

RECORDS_AT_ONCE = 250  # a turn of one thread: some 0.2 s for long lists in ten coordinates, then the clock is checked
TIMED_RUNS, TIMED_RUN = 10, 32  # a sample whose time predicts that of all: runs of records close to each other
SPARE_LIST_ENTRIES = 40_000_000  # neighbours kept in all: 480 MB, however many points there are


@dataclass(frozen=True)
class Ground:
    """Distinct points with their copies and their neighbour lists."""

    points: FloatArray  # (n, d) distinct
    copies: IntArray  # (n,)
    neighbour: npt.NDArray[np.int32]  # (n, m) nearest other points, ascending
    distance: FloatArray  # (n, m) squared

    @property
    def n_points(self) -> int:
        """How many distinct points there are."""
        return len(self.points)

    def nearest_fair(self, size: int) -> FloatArray:
        """Prices that are fair for sets of ``size`` items: half the squared distances to the size − 1 nearest."""
        prices: FloatArray = nearest_prices(self.neighbour, self.distance, self.copies, size)
        return prices

    def value(self, price: FloatArray) -> float:
        """What all items are worth together."""
        return float(self.copies @ price)


def ground_of(points: FloatArray, fewest_listed: int, wanted_listed: int) -> Ground:
    """Join equal points and list the nearest others of each, ``wanted_listed`` where memory allows."""
    distinct, copies = _distinct(points)
    n_listed = max(fewest_listed, _affordable(len(distinct), wanted_listed))
    neighbour, distance, _ = _listed(distinct, n_listed, lambda: False)
    return Ground(distinct, copies, neighbour, distance)


def with_longer_lists(ground: Ground, wanted_listed: int, is_late: Callable[[], bool]) -> Ground | None:
    """The same with ``wanted_listed`` neighbours of each point where memory allows; None when it was too late."""
    n_listed = _affordable(ground.n_points, wanted_listed)
    if n_listed <= ground.neighbour.shape[1]:
        return ground
    neighbour, distance, in_time = _listed(ground.points, n_listed, is_late)
    return replace(ground, neighbour=neighbour, distance=distance) if in_time else None


def listing_s(points: FloatArray, n_listed: int) -> float:
    """About how many seconds it takes to list so many neighbours of each point, by a sample.

    It cannot be predicted from the number of points and coordinates: clustered points are searched up to 70 times as
    fast as scattered ones (50,000 of 20 coordinates).
    """
    clock = Clock()
    distinct, _ = _distinct(points)
    n_listed = min(len(distinct) - 1, n_listed)
    if n_listed == 0:
        return 0.0
    tree = free_records(distinct)
    visits = tree.slot_of.argsort(kind="stable")
    planted_s = clock.elapsed_s
    neighbour, distance = _room(len(distinct), n_listed)
    starts = np.linspace(0, max(0, len(visits) - TIMED_RUN), TIMED_RUNS).astype(np.int64)
    sample = np.concatenate([visits[start : start + TIMED_RUN] for start in starts])
    neighbour[sample], distance[sample] = 0, 0.0  # a first touch of new memory takes longer than a search
    nearest_others(distinct, tree, sample[:1], neighbour, distance)  # compiles, perhaps
    clock = Clock()
    nearest_others(distinct, tree, sample, neighbour, distance)
    return planted_s + clock.elapsed_s * len(distinct) / len(sample) / n_threads()


def _affordable(n_points: int, wanted_listed: int) -> int:
    return min(wanted_listed, SPARE_LIST_ENTRIES // n_points)


def _distinct(points: FloatArray) -> tuple[FloatArray, IntArray]:
    order = np.lexsort(points.T[::-1])
    is_new = np.ones(len(points), dtype=bool)
    is_new[1:] = False
    for coordinate in points.T:  # one by one: all of them in order would be another copy of the table
        in_order = coordinate[order]
        is_new[1:] |= in_order[1:] != in_order[:-1]
    first = np.flatnonzero(is_new)
    return points[order[first]], np.diff(np.append(first, len(points)))


def _listed(
    points: FloatArray, n_listed: int, is_late: Callable[[], bool]
) -> tuple[npt.NDArray[np.int32], FloatArray, bool]:
    """Neighbours, squared distances, and whether all were found before it was too late.

    Leaf by leaf of the search tree, so that one query finds the other's leaves in the cache.
    """
    n_listed = min(len(points) - 1, n_listed)
    neighbour, distance = _room(len(points), n_listed)
    if n_listed == 0:
        return neighbour, distance, True
    tree = free_records(points)
    visits = tree.slot_of.argsort(kind="stable")
    starts = range(0, len(points), RECORDS_AT_ONCE)

    def turn(start: int) -> bool:
        if is_late():
            return False
        own = _with_own_scratch(tree)
        nearest_others(points, own, visits[start : start + RECORDS_AT_ONCE], neighbour, distance)
        return True

    in_time = turn(0)  # alone, so that threads do not compile the same code twice
    return neighbour, distance, all(each(turn, starts[1:])) and in_time


def _room(n_points: int, n_listed: int) -> tuple[npt.NDArray[np.int32], FloatArray]:
    return np.empty((n_points, n_listed), dtype=np.int32), np.empty((n_points, n_listed))


def _with_own_scratch(tree: FreeRecords) -> FreeRecords:
    return tree._replace(
        distance=tree.distance.copy(),
        bound=tree.bound.copy(),
        stack_node=tree.stack_node.copy(),
        stack_level=tree.stack_level.copy(),
        stack_bound=tree.stack_bound.copy(),
    )
