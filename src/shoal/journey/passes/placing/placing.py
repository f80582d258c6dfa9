"""Placing: the leaf of every record, and leaves that are worked on together as one block.

Every group of records that may share cells (`groups.py`) has a space of its own. Small groups share a leaf. A *heavy*
point is one that a quarter of a block or more stands at. Its records are one cell, because no cells of them have less
distortion, so they get a leaf of their own and need no block.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray, IntArray
from shoal.journey.passes.placing.space import Space, learnt
from shoal.kernels.row_keys import mix_words

HEAVY_SHARE = 0.25  # of the records of a block: fewer twins do not make a block much larger than it should be
FEWEST_SHARE = 0.05  # of the records of a block: leaves of fewer are worked on with their neighbour
MOST_FEWEST = 50  # … but never fewer than so many times k, or a block is all border


@dataclass(frozen=True)
class Placing:
    """Leaves are numbered group by group, then the heavy points.

    ``first_leaf[group]``: of its space, or the leaf of a small group. ``heavy``: ascending keys of points,
    ``heavy_leaf`` their leaves, and ``home`` the leaf that the points would be in otherwise.
    """

    spaces: Mapping[int, Space]  # of large groups
    first_leaf: IntArray
    heavy: npt.NDArray[np.uint64]
    heavy_leaf: IntArray
    home: IntArray
    n_leaves: int  # without those of heavy points

    @property
    def n_leaves_in_all(self) -> int:
        """With those of heavy points."""
        return self.n_leaves + len(self.heavy_leaf)

    def leaf_of(self, points: FloatArray, group_of: IntArray) -> IntArray:
        """The leaf of every record; ``group_of`` is −1 for records that are dropped, and so is their leaf."""
        leaf = np.where(group_of < 0, -1, self.first_leaf[group_of])
        for group in np.unique(group_of).tolist():
            if group in self.spaces:
                inside = np.flatnonzero(group_of == group)
                leaf[inside] += self.spaces[group].leaf_of(points[inside])
        if len(self.heavy):
            keys = point_keys(points, group_of)
            place = np.minimum(np.searchsorted(self.heavy, keys), len(self.heavy) - 1)
            is_heavy = (self.heavy[place] == keys) & (leaf >= 0)
            leaf[is_heavy] = self.heavy_leaf[place[is_heavy]]
        return leaf


@dataclass(frozen=True)
class SampledPlaces:
    """Where some records are, of which group they are, and how many records of the table are like each of them."""

    points: FloatArray
    group_of: IntArray
    times: IntArray


def placing(
    sample: SampledPlaces, counts: Sequence[int], most: int, seed: Sequence[int], frequent: SampledPlaces | None = None
) -> Placing:
    """Learn from a sample where the leaves are.

    counts: the records of each group in the whole table. most: records of a leaf. frequent: points that get leaves of
    their own; those that are not heavy after all go home (`blocks.py`). Which points are looked at depends on who read
    which part, so the spaces do not depend on them.
    """
    points, group_of = sample.points, sample.group_of
    keys, places = _distinct(frequent, counts, most)
    spaces: dict[int, Space] = {}
    first_leaf = np.zeros(len(counts), dtype=np.int64)
    n_leaves = filled = 0
    for group, count in enumerate(counts):
        if count > most:
            inside = group_of == group
            share = sample.times[inside].sum() / count
            spaces[group] = learnt(points[inside], sample.times[inside], share * most, (*seed, group))
            first_leaf[group] = n_leaves
            n_leaves, filled = n_leaves + spaces[group].n_leaves, 0
            continue
        if filled == 0 or filled + count > most:  # the next small groups share a leaf
            n_leaves, filled = n_leaves + 1, 0
        first_leaf[group] = n_leaves - 1
        filled += count
    without = Placing(spaces, first_leaf, keys[:0], np.empty(0, np.int64), np.empty(0, np.int64), n_leaves)
    home = without.leaf_of(places.points, places.group_of)
    return Placing(spaces, first_leaf, keys, n_leaves + np.arange(len(keys)), home, n_leaves)


def point_keys(points: FloatArray, group_of: IntArray) -> npt.NDArray[np.uint64]:
    """A number for the place and the group of each record; equal only where both are."""
    first = group_of.astype(np.uint64)
    second, present = first.copy(), np.zeros(len(points), dtype=np.bool_)
    for column in range(points.shape[1]):
        mix_words((points[:, column] + 0.0).view(np.uint64), present, first, second)
    return first


def blocks_of_leaves(placed: Placing, counts: IntArray, most: int, k: int, needy: Collection[int] = ()) -> IntArray:
    """The block of every leaf, called by its first leaf: small leaves of a space go to their neighbour's.

    counts: records of each leaf. needy: leaves that go to their neighbour's as well, however large they are, and leaves
    of heavy points that go home: their records count there.
    """
    counts = at_home(placed, counts, needy)
    fewest = max(FEWEST_SHARE * most, MOST_FEWEST * k)
    block_of = np.arange(len(counts))
    for group, space in placed.spaces.items():
        first = int(placed.first_leaf[group])
        filled, open_block = 0, first
        for leaf in range(first, first + space.n_leaves):
            block_of[leaf] = open_block
            filled += int(counts[leaf])
            if filled >= fewest and leaf not in needy:
                filled, open_block = 0, leaf + 1
        if open_block < first + space.n_leaves and open_block > first:  # the last ones are too few: with those before
            block_of[open_block : first + space.n_leaves] = block_of[open_block - 1]
    for leaf, home in zip(placed.heavy_leaf.tolist(), placed.home.tolist(), strict=True):
        block_of[leaf] = block_of[home] if leaf in needy else leaf
    return block_of


def at_home(placed: Placing, counts: IntArray, needy: Collection[int]) -> IntArray:
    """The records of each leaf when those of needy heavy points have gone home."""
    moved = counts.copy()
    for leaf, home in zip(placed.heavy_leaf.tolist(), placed.home.tolist(), strict=True):
        if leaf in needy:
            moved[home] += moved[leaf]
            moved[leaf] = 0
    return moved


def _distinct(
    frequent: SampledPlaces | None, counts: Sequence[int], most: int
) -> tuple[npt.NDArray[np.uint64], SampledPlaces]:
    """The keys of these points in large groups, ascending, and each of them once."""
    if frequent is None or len(frequent.points) == 0:
        none = np.empty(0, dtype=np.int64)
        return np.empty(0, dtype=np.uint64), SampledPlaces(np.empty((0, 0)), none, none)
    keys, row = np.unique(point_keys(frequent.points, frequent.group_of), return_index=True)
    is_large = np.asarray(counts)[frequent.group_of[row]] > most
    row = row[is_large]
    return keys[is_large], SampledPlaces(frequent.points[row], frequent.group_of[row], frequent.times[row])
