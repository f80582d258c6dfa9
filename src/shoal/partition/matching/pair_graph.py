"""The optimal pairs of all records, or of all but a few: a sparse graph that grows until the proof holds for all pairs.

Costs in the graph are distortions beyond first prices of the records. That changes every perfect matching by the same
amount, and keeps the digits of close records when others are far away.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.kernels.matching.pairs import PriceArrays
from shoal.partition.matching.beginning import cheap_pairs, first_pairs, first_prices
from shoal.partition.matching.pricing import CellPrices, WeightedPoints, pairs_too_cheap
from shoal.partition.matching.sparse_matching import SparseMatching, least_matching

PROVEN = 1e-9  # share of the distortion: less is rounding, as in `bound/certificate.py`
NEAREST = 8  # pairs of each record in the first graph: with fewer, more are added later (docs/design/026-matching.md)


@dataclass(frozen=True)
class ProvenPairs:
    """Pairs (m, 2), their distortion, and prices that prove it."""

    pairs: IntArray
    sse: float
    prices: CellPrices


class PairGraph:
    """Pairs of records that may be part of a solution; others are added when they are too cheap."""

    def __init__(self, given: WeightedPoints) -> None:
        self.given = given
        self.n_records = len(given.points)
        everybody = np.arange(self.n_records)
        self._base = first_prices(given)
        self._pairs, _ = cheap_pairs(given, self._base, everybody, NEAREST)
        known = first_pairs(given, self._base, everybody)
        self.add(known)
        self.scale = float(pair_distortions(given, known).sum() + self._base.sum())  # of distortions, for tolerances

    def add(self, pairs: IntArray) -> int:
        """Further pairs; how many of them are new."""
        before = len(self._pairs)
        self._pairs = np.unique(np.concatenate([self._pairs, np.sort(pairs, axis=1)]), axis=0)
        return len(self._pairs) - before

    def matched(self, without: Sequence[int] | IntArray = ()) -> ProvenPairs:
        """The optimal pairs of all records but these."""
        records = np.setdiff1d(np.arange(self.n_records), without)
        mate, prices = self._settled(records, None)
        is_first = mate > np.arange(len(records))
        pairs = np.stack([records[is_first], records[mate[is_first]]], axis=1)
        sse = math.fsum(pair_distortions(self.given, pairs))
        if sse - prices.bound > PROVEN * max(
            sse, self.scale
        ):  # it rests on distortions and prices, not on how they were found
            raise RuntimeError("The optimal pairs could not be proven; this is a defect.")
        return ProvenPairs(pairs, sse, prices)

    def prices_with_one_alone(self, cost: FloatArray | None = None) -> CellPrices:
        """Prices of an odd number of records when one stays alone at a cost: twice its first price by default."""
        everybody = np.arange(self.n_records)
        return self._settled(everybody, 2.0 * self._base if cost is None else cost)[1]

    def _settled(self, records: IntArray, alone: FloatArray | None) -> tuple[IntArray, CellPrices]:
        """Mates of these records, as positions among them, and prices for which no pair is too cheap."""
        tolerance = PROVEN * self.scale / (4 * self.n_records)  # all pairs together are off by an eighth of PROVEN
        while True:
            found = self._solved(records, alone)
            if found is None:  # without some records the graph may have no perfect matching
                self.add(first_pairs(self.given, self._base, records))
                continue
            prices = self._prices(found, records, alone is not None)
            searched = pairs_too_cheap(self.given, prices, tolerance)
            if self.add(searched.pairs) == 0:
                return found.mate, prices.lowered(searched.most)

    def _solved(self, records: IntArray, alone: FloatArray | None) -> SparseMatching | None:
        """The optimal pairs of the graph. The mate of a record that stays alone is one more node."""
        position = np.full(self.n_records, -1, dtype=np.int64)
        position[records] = np.arange(len(records))
        pairs = self._pairs[(position[self._pairs] >= 0).all(axis=1)]
        cost = pair_distortions(self.given, pairs) - self._base[pairs].sum(axis=1)
        ends, n_nodes = position[pairs], len(records)
        if alone is not None:
            beyond = alone - self._base
            ends = np.concatenate([ends, np.stack([records, np.full(n_nodes, n_nodes)], axis=1)])
            cost = np.concatenate([cost, beyond - beyond.min()])
            n_nodes += 1
        return least_matching(n_nodes, ends, np.maximum(cost, 0.0), self.given.tick, rooted_at_last=alone is not None)

    def _prices(self, found: SparseMatching, records: IntArray, has_alone: bool) -> CellPrices:
        """Prices of all records; those without a part in it have none, so no pair with them is too cheap."""
        arrays = found.prices.arrays
        price, region = np.full(self.n_records, -np.inf), np.zeros(self.n_records, dtype=np.int64)
        price[records] = arrays.record[: len(records)] + self._base[records]
        region[records] = arrays.region[: len(records)]
        of_last = float(arrays.record[-1]) if has_alone else 0.0  # no odd set holds it
        bound = found.prices.bound - of_last + math.fsum(self._base[records])
        return CellPrices(PriceArrays(price, region, *arrays[2:]), bound)


def pair_distortions(given: WeightedPoints, pairs: IntArray) -> FloatArray:
    """SSE of each pair."""
    one, other = pairs.T
    weight = given.weight[one] * given.weight[other] / (given.weight[one] + given.weight[other])
    found: FloatArray = weight * ((given.points[one] - given.points[other]) ** 2).sum(axis=1)
    return found
