"""Minimum-weight perfect matching of a sparse graph, with the prices that prove it.

Costs become even whole numbers, so that the blossom algorithm (`kernels/matching/blossom.py`) compares exactly. That
moves each by at most one part in 2^45 of the largest.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.kernels.jit import NOBODY
from shoal.kernels.matching.blossom import (
    UNUSED,
    BlossomState,
    SparseGraph,
    match_free,
    match_tight,
    unmatched_state,
)
from shoal.kernels.matching.pairs import PriceArrays
from shoal.partition.matching.pricing import CellPrices

LARGEST_COST = 2**45  # prices stay below 2^62: they are sums of at most so many costs as a tree has records
STAGES_PER_CALL = 10  # compiled work between two checks for Ctrl-C: a stage takes milliseconds


@dataclass(frozen=True)
class SparseMatching:
    """The mate of each record, and prices for which no edge of the graph is too cheap."""

    mate: IntArray
    prices: CellPrices


def least_matching(
    n_records: int, pairs: IntArray, cost: FloatArray, tick: Callable[[], None], *, rooted_at_last: bool = False
) -> SparseMatching | None:
    """The perfect matching of least cost; None if the graph has none. ``cost`` is at least 0.

    ``rooted_at_last``: no odd set holds the last record; sets that would are replaced by all other records.
    """
    unit = max(float(cost.max()), np.finfo(float).tiny) / LARGEST_COST
    graph = _graph(n_records, pairs, 2 * np.rint(cost / unit).astype(np.int64))
    state = unmatched_state(n_records)
    match_tight(graph, state)
    n_free = n_records
    while n_free > 0:
        n_free = match_free(graph, state, STAGES_PER_CALL)
        if n_free < 0:
            return None
        tick()
    return SparseMatching(state.mate, _prices(state, n_records, unit / 2, rooted_at_last))


def _graph(n_records: int, pairs: IntArray, cost: IntArray) -> SparseGraph:
    ends = np.concatenate([pairs, pairs[:, ::-1]])
    order = np.lexsort((ends[:, 1], ends[:, 0]))
    start = np.searchsorted(ends[order, 0], np.arange(n_records + 1))
    return SparseGraph(start, ends[order, 1].copy(), np.tile(cost, 2)[order])


def _prices(state: BlossomState, n_records: int, unit: float, rooted_at_last: bool) -> CellPrices:
    """The prices of a solved state. Half of the price of an odd set counts for each pair across its border, whichever
    side of the border is called the set; that form does not depend on where the root of the tree is."""
    region_of_node, above, odd_price = _regions(state, n_records, unit)
    region = region_of_node[:n_records]
    around, _ = _from_root(above, odd_price)
    across = state.price[:n_records] * unit - around[region] / 2
    bound = math.fsum([*across, *(odd_price / 2)])
    if rooted_at_last:
        above, odd_price = _moved_root(above, odd_price, int(region[-1]))
    around, order = _from_root(above, odd_price)
    number = np.empty(len(order), dtype=np.int64)
    number[order] = np.arange(len(order))
    lowest = _lowest(around[above[order]])
    return CellPrices(PriceArrays(across + around[region] / 2, number[region], around[order], lowest), bound)


def _lowest(value: FloatArray) -> FloatArray:
    """Row i: the least of 2^i values from each on."""
    rows = [value]
    while 2 ** len(rows) <= len(value):
        half = 2 ** (len(rows) - 1)
        row = rows[-1].copy()
        row[:-half] = np.minimum(row[:-half], rows[-1][half:])
        rows.append(row)
    return np.array(rows)


def _regions(state: BlossomState, n_records: int, unit: float) -> tuple[IntArray, IntArray, FloatArray]:
    """The tree of odd sets that have a price: the region of each node, and of each region the next one and its price.

    Region 0 is outside of all sets.
    """
    is_used = np.ones(2 * n_records, dtype=bool)
    is_used[:n_records] = False
    is_used[state.unused[: state.count[UNUSED]]] = False
    priced = np.flatnonzero(is_used & (state.price > 0))
    own = np.zeros(2 * n_records, dtype=np.int64)
    own[priced] = np.arange(1, len(priced) + 1)
    region = np.full(2 * n_records, -1, dtype=np.int64)
    above = np.zeros(len(priced) + 1, dtype=np.int64)
    for start in [*np.flatnonzero(is_used), *range(n_records)]:
        way = []
        node = int(start)
        while node != NOBODY and region[node] < 0:
            way.append(node)
            node = int(state.parent[node])
        here = 0 if node == NOBODY else int(region[node])
        for inner in reversed(way):
            if own[inner]:
                above[own[inner]], here = here, int(own[inner])
            region[inner] = here
    return region, above, np.concatenate([[0.0], state.price[priced] * unit])


def _from_root(above: IntArray, odd_price: FloatArray) -> tuple[FloatArray, IntArray]:
    """For each region the prices of all sets around it, and the regions in the order of a walk from the root, which is
    its own next one: what is inside of a region comes right after it."""
    inside: list[list[int]] = [[] for _ in above]
    waiting: list[int] = []
    for region, upper in enumerate(above.tolist()):
        (waiting if upper == region else inside[upper]).append(region)
    around = np.zeros(len(above))
    order = []
    while waiting:
        region = waiting.pop()
        order.append(region)
        around[region] = around[above[region]] + odd_price[region]
        waiting += inside[region]
    return around, np.array(order)


def _moved_root(above: IntArray, odd_price: FloatArray, root: int) -> tuple[IntArray, FloatArray]:
    """The same tree seen from another region: the borders between it and the old root are seen from the other side."""
    above, odd_price = above.copy(), odd_price.copy()
    region, following, border = root, root, 0.0
    while True:
        old_above, old_border = int(above[region]), float(odd_price[region])
        above[region], odd_price[region] = following, border
        if old_above == region:
            return above, odd_price
        region, following, border = old_above, region, old_border
