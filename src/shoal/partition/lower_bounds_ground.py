"""What a lower bound stands on: the distinct points, how often each occurs, and the nearest others of each."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from shoal.kernels.free_records import FreeRecords, free_records
from shoal.kernels.nearest_bound import nearest_others, nearest_prices
from shoal.partition.partition import FloatArray, IntArray

RECORDS_AT_ONCE = 2_000  # a turn of one thread: some 0.1 s, so that an interrupt is noticed
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
    most = len(distinct) - 1
    spare = SPARE_LIST_ENTRIES // len(distinct)
    n_listed = min(most, max(fewest_listed, min(wanted_listed, spare)))
    neighbour = np.empty((len(distinct), n_listed), dtype=np.int32)
    distance = np.empty((len(distinct), n_listed))
    if n_listed:
        _list_neighbours(distinct, neighbour, distance)
    return Ground(distinct, copies, neighbour, distance)


def _distinct(points: FloatArray) -> tuple[FloatArray, IntArray]:
    order = np.lexsort(points.T[::-1])
    in_order = points[order]
    is_new = np.ones(len(points), dtype=bool)
    is_new[1:] = (in_order[1:] != in_order[:-1]).any(axis=1)
    first = np.flatnonzero(is_new)
    return np.ascontiguousarray(in_order[first]), np.diff(np.append(first, len(points)))


def _list_neighbours(points: FloatArray, neighbour: npt.NDArray[np.int32], distance: FloatArray) -> None:
    """Fill the lists, leaf by leaf of the search tree, so that one query finds the other's leaves in the cache."""
    tree = free_records(points)
    visits = tree.place_of.argsort(kind="stable")
    starts = range(0, len(points), RECORDS_AT_ONCE)

    def turn(start: int) -> None:
        own = _with_own_scratch(tree)
        nearest_others(points, own, visits[start : start + RECORDS_AT_ONCE], neighbour, distance)

    turn(0)  # alone, so that threads do not compile the same code twice
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for _ in pool.map(turn, starts[1:]):
            pass


def _with_own_scratch(tree: FreeRecords) -> FreeRecords:
    return tree._replace(
        distance=tree.distance.copy(),
        bound=tree.bound.copy(),
        stack_node=tree.stack_node.copy(),
        stack_level=tree.stack_level.copy(),
        stack_bound=tree.stack_bound.copy(),
    )
