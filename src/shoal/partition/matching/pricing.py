"""Prices that prove how small the distortion can be, and the cells that are too cheap for them.

Let every record have a price y, and every set S of an odd number of records a price z ≥ 0. If no pair is too cheap,

    SSE(i, j)  ≥  y_i + y_j − Σ z_S over the sets that hold both,        for all pairs,

then every partition into pairs has SSE ≥ Σ y − Σ z_S·(|S| − 1)/2, because a set holds at most (|S| − 1)/2 pairs. The
blossom algorithm finds prices for which this bound is the distortion of its pairs. It knows few pairs; here all of them
are compared. A triple T takes the room of a pair in every set that holds two or three of its records. So a partition
into pairs and T has SSE ≥ bound + reduced cost of T.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.kernels.matching.pairs import PriceArrays, list_too_cheap
from shoal.kernels.matching.triples import cheapest_triples

PAIRS_EACH = 6  # new pairs of one record in one search; more make the graph larger, fewer make more searches
STEPS_PER_CALL = 100_000_000  # compiled work between two checks for Ctrl-C, in coordinates: a few tenths of a second

Tick = Callable[[], None]  # called between two batches; it may raise an interrupt


@dataclass(frozen=True)
class WeightedPoints:
    """The records of a problem; without weights all weigh 1."""

    points: FloatArray
    weight: FloatArray
    tick: Tick

    def batches(self) -> list[tuple[int, int]]:
        """Ranges of records, each of which may be compared with all others in one call."""
        n_records, n_dims = self.points.shape
        batch = max(1, STEPS_PER_CALL // (n_records * n_dims))
        return [(first, min(first + batch, n_records)) for first in range(0, n_records, batch)]


@dataclass(frozen=True)
class CellPrices:
    """Prices of records and odd sets, and the bound that they prove if no pair is too cheap."""

    arrays: PriceArrays
    bound: float

    def lowered(self, off: float) -> CellPrices:
        """With a lower bound: pairs may be too cheap by so much."""
        return replace(self, bound=self.bound - off * (len(self.arrays.record) // 2))


@dataclass(frozen=True)
class TooCheap:
    """Pairs (m, 2) below their prices, and by how much a pair may be below them."""

    pairs: IntArray
    most: float


def pairs_too_cheap(given: WeightedPoints, prices: CellPrices, tolerance: float) -> TooCheap:
    """The pairs that cost less than their prices by more than ``tolerance``, a few for each record."""
    n_records = len(given.points)
    cost = np.empty((n_records, PAIRS_EACH))
    partner = np.empty((n_records, PAIRS_EACH), dtype=np.int64)
    for first, stop in given.batches():
        list_too_cheap(given.points, given.weight, prices.arrays, tolerance, first, stop, cost, partner)
        given.tick()
    one, at = np.nonzero(np.isfinite(cost))
    return TooCheap(np.stack([one, partner[one, at]], axis=1), max(tolerance, -float(cost.min())))


def cheapest_triple_of_each(given: WeightedPoints, prices: CellPrices, tried: IntArray) -> tuple[IntArray, FloatArray]:
    """For each record the triple (3,) of least reduced cost that it is in and that was not ``tried``, and that cost."""
    triple = np.empty((len(given.points), 3), dtype=np.int64)
    cost = np.empty(len(given.points))
    for first, stop in given.batches():
        cheapest_triples(given.points, given.weight, prices.arrays, tried, first, stop, triple, cost)
        given.tick()
    return np.sort(triple, axis=1), cost
