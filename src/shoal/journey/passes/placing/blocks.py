"""BlockLeaves of the first pass: leaves that are worked on together, so that every block can keep all promises."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from shoal.arrays import IntArray
from shoal.journey.passes.placing.placing import HEAVY_SHARE, Placing, at_home, blocks_of_leaves

Leaves = tuple[int, ...]
Judged = Callable[[Sequence[Leaves]], Sequence[bool]]  # whether the records of each set of leaves keep the promises


@dataclass(frozen=True)
class BlockLeaves:
    """The leaves of every block, which is called by its first leaf; and the leaves of heavy points."""

    leaves_in: dict[int, Leaves]
    heavy: tuple[int, ...]

    @classmethod
    def of(cls, places: Placing, counts: IntArray, most: int, k: int, judged: Judged | None) -> BlockLeaves:
        """From the number of records of each leaf.

        A block whose records do not keep the promises about confidential values, not even as one cell, is joined with
        its neighbour, and a heavy point with the block around it. A point that has too few records to be heavy goes
        there as well. judged: None if there is no such promise.
        """
        needy = {leaf for leaf in places.heavy_leaf.tolist() if counts[leaf] < max(k, HEAVY_SHARE * most)}
        checked: dict[Leaves, bool] = {}
        while True:
            block_of = blocks_of_leaves(places, counts, most, k, needy)
            leaves_in = _leaves_in(block_of, counts)
            if judged is not None:
                fresh = [leaves for leaves in leaves_in.values() if leaves not in checked]
                checked.update(zip(fresh, judged(fresh), strict=True))
            last = {int(block_of[leaf]): leaf for leaf in np.flatnonzero(at_home(places, counts, needy)).tolist()}
            poor = {last[block] for block, leaves in leaves_in.items() if not checked.get(leaves, True)} - needy
            if not poor:
                heavy = sorted(leaf for leaf in places.heavy_leaf.tolist() if leaf in leaves_in)
                return cls({block: leaves for block, leaves in leaves_in.items() if block not in heavy}, tuple(heavy))
            needy |= poor


def _leaves_in(block_of: IntArray, counts: IntArray) -> dict[int, Leaves]:
    leaves_in: dict[int, Leaves] = {}
    for leaf in np.flatnonzero(counts).tolist():
        block = int(block_of[leaf])
        leaves_in[block] = (*leaves_in.get(block, ()), leaf)
    return leaves_in
