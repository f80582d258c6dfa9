"""Where the graph begins: first prices, first pairs, and the cheapest few pairs of each record at these prices.

The first price of a record is half its distortion with its nearest neighbour; then the prices rise, one after the
other, while no pair is too cheap for them. So far-away records get high prices, and the pairs that are cheap beyond
prices are those that matter. The first pairs are the cheapest of these, one after the other, and what is left over is
paired again among itself.
"""

from __future__ import annotations

import numpy as np

from shoal.arrays import BoolArray, FloatArray, IntArray
from shoal.kernels.matching.pairs import halves_of_nearest, list_cheapest, raise_prices
from shoal.partition.matching.pricing import WeightedPoints

TRIED = 3  # pairs of each record that is still free, in one round of pairing
SWEEPS = 2  # of raising all prices; a third one raises them by little
MOST_ROUNDS = 50  # of pairing what is left over; each is n² at worst


def first_prices(given: WeightedPoints) -> FloatArray:
    """Prices of the records for which no pair is too cheap."""
    price = np.empty(len(given.points))
    for first, stop in given.batches():
        halves_of_nearest(given.points, given.weight, first, stop, price)
        given.tick()
    for _ in range(SWEEPS):
        for first, stop in given.batches():
            raise_prices(given.points, given.weight, first, stop, price)
            given.tick()
    return price


def cheap_pairs(given: WeightedPoints, price: FloatArray, free: IntArray, count: int) -> tuple[IntArray, FloatArray]:
    """For each free record its ``count`` cheapest pairs with others, each once: (m, 2) records, and reduced costs."""
    count = min(count, len(free) - 1)
    cost = np.empty((len(free), count))
    partner = np.empty((len(free), count), dtype=np.int64)
    for first, stop in given.batches():
        list_cheapest(given.points, given.weight, price, free, first, min(stop, len(free)), cost, partner)
        given.tick()
        if stop >= len(free):
            break
    ends = np.stack([np.repeat(np.arange(len(free)), count), partner.ravel()], axis=1)
    pairs, first_at = np.unique(np.sort(ends, axis=1), axis=0, return_index=True)
    return free[pairs], cost.ravel()[first_at]


def first_pairs(given: WeightedPoints, price: FloatArray, records: IntArray) -> IntArray:
    """Good pairs of these records, each in one of them, but for a last one if their number is odd; (m, 2)."""
    is_free: BoolArray = np.zeros(len(given.points), dtype=bool)
    is_free[records] = True
    chosen: list[tuple[int, int]] = []
    for _ in range(MOST_ROUNDS):
        free = np.flatnonzero(is_free)
        if len(free) < 2:
            break
        _take_cheapest(*cheap_pairs(given, price, free, TRIED), is_free, chosen)
    free = np.flatnonzero(is_free)  # rarely any: many records whose nearest neighbours are the same few
    chosen += zip(free[:-1:2].tolist(), free[1::2].tolist(), strict=True)
    return np.array(chosen, dtype=np.int64).reshape(-1, 2)


def _take_cheapest(pairs: IntArray, cost: FloatArray, is_free: BoolArray, chosen: list[tuple[int, int]]) -> None:
    """The cheapest pair of free records, again and again."""
    for one, other in pairs[np.argsort(cost, kind="stable")].tolist():
        if is_free[one] and is_free[other]:
            is_free[one] = is_free[other] = False
            chosen.append((one, other))
