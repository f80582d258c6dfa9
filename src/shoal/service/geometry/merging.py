"""Merging below k: a group of fewer than k joins the group for which the distortion rises least,

    a·b/(a + b) · ‖x̄_a − x̄_b‖²      (Ward 1963; a, b: how many each has)

the smallest first, until every group has k or one is left.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from shoal.arrays import FloatArray, IntArray


@dataclass
class Merging:
    """Groups on their way to at least k each: mean vectors, the sizes that these are means of, and what counts to k."""

    vectors: FloatArray
    sizes: IntArray
    counts: IntArray

    def __post_init__(self) -> None:
        self.alive = np.ones(len(self.counts), dtype=np.bool_)

    def merge_below(self, k: int) -> list[tuple[int, int]]:
        """The merges (index that disappears, index that stays), least count first."""
        merges: list[tuple[int, int]] = []
        while self.alive.sum() > 1:
            smallest = int(np.argmin(np.where(self.alive, self.counts, np.iinfo(np.int64).max)))
            if self.counts[smallest] >= k:
                break
            other = self._best_neighbour(smallest)
            gone, kept = max(smallest, other), min(smallest, other)
            self._merge(gone, kept)
            merges.append((gone, kept))
        return merges

    def _best_neighbour(self, own: int) -> int:
        """Where the distortion rises least. An empty group counts as one member: it goes to the nearest."""
        mine, others = max(1.0, float(self.counts[own])), np.maximum(1.0, self.counts.astype(np.float64))
        rise = mine * others / (mine + others) * ((self.vectors - self.vectors[own]) ** 2).sum(axis=1)
        rise[~self.alive] = np.inf
        rise[own] = np.inf
        return int(np.argmin(rise))

    def _merge(self, gone: int, kept: int) -> None:
        weights = self.sizes[[gone, kept]].astype(np.float64)
        self.vectors[kept] = (weights[:, None] * self.vectors[[gone, kept]]).sum(axis=0) / weights.sum()
        self.sizes[kept] += self.sizes[gone]
        self.counts[kept] += self.counts[gone]
        self.alive[gone] = False
