"""An odd number of records: which three share a cell, and the best pairs of all others.

With prices for which no pair is too cheap (`pricing.py`), a triple T adds its reduced cost to their bound:

    SSE of the best partition with T  ≥  bound + reduced cost of T

To find prices for which all triples cost much, one record is left alone at a cost, and the others are paired. The cost
of a record is its price plus the reduced cost of the cheapest triple that it is in, taken from the prices before. The
cheapest triple of all is then tried: the optimal pairs of all other records show its true SSE, and it is out of the
question from then on. The search ends when the bound with the cheapest triple that was not tried is as high as the best
partition found. So the result is optimal among all partitions into pairs and one triple. A few rounds are enough,
because the costs move the prices to where the bound is as high as it can be.
"""

from __future__ import annotations

import math

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.kernels.matching.triples import triple_distortion
from shoal.partition.matching.pair_graph import PROVEN, PairGraph
from shoal.partition.matching.pricing import cheapest_triple_of_each


def best_with_triple(graph: PairGraph) -> tuple[IntArray, IntArray]:
    """The optimal pairs (m, 2) and triple (3,)."""
    best = _Best(graph)
    alone: FloatArray | None = None
    while True:
        prices = graph.prices_with_one_alone(alone)
        triple, beyond = cheapest_triple_of_each(graph.given, prices, best.tried)
        cheapest = int(np.argmin(beyond))
        if best.sse - (prices.bound + beyond[cheapest]) <= PROVEN * graph.scale:
            return best.pairs, best.triple
        best.try_with(triple[cheapest])
        alone = np.where(np.isfinite(beyond), prices.arrays.record + beyond, best.sse)


class _Best:
    """The best cells found so far, and all triples that were tried."""

    def __init__(self, graph: PairGraph) -> None:
        self.sse = math.inf
        self.pairs: IntArray = np.empty((0, 2), dtype=np.int64)
        self.triple: IntArray = np.empty(3, dtype=np.int64)
        self.tried: IntArray = np.empty((0, 3), dtype=np.int64)
        self._graph = graph

    def try_with(self, triple: IntArray) -> None:
        """The optimal pairs of all others."""
        self.tried = np.concatenate([self.tried, triple[None, :]])
        given = self._graph.given
        found = self._graph.matched(triple)
        sse = found.sse + float(triple_distortion(given.points, given.weight, *triple))
        if sse < self.sse:
            self.sse, self.pairs, self.triple = sse, found.pairs, triple
