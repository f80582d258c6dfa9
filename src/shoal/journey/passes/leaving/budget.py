"""The budget: whose offers are taken, among those of all blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from heapq import heapify, heappop, heappush

from shoal.journey.passes.leaving.offers import Bins, Offers, least_of_bin


def worth_offering(parts: Iterable[Bins], most: int) -> float:
    """The saving that the budget reaches down to, if all cells stay as they are: nobody has to offer less."""
    bins = Counter[int]()
    for part in parts:
        bins.update(part)
    n_records = 0
    for number in sorted(bins, reverse=True):
        n_records += bins[number]
        if n_records >= most:
            return least_of_bin(number)
    return 0.0


def taken(offers: Iterable[Offers], most: int) -> Mapping[int, int]:
    """How many steps of each block are taken: the largest saving first, in the order of the block."""
    of_block = {each.block: each.offers for each in offers if each.offers}
    n_taken = dict.fromkeys(of_block, 0)
    turns = [(-of_block[block][0].saving, block) for block in of_block]
    heapify(turns)
    room = most
    while turns and room:
        block = heappop(turns)[1]
        offer = of_block[block][n_taken[block]]
        if offer.n_records > room:
            continue
        room -= offer.n_records
        n_taken[block] += 1
        if n_taken[block] < len(of_block[block]):
            heappush(turns, (-of_block[block][n_taken[block]].saving, block))
    return n_taken
