"""Space partition: a tree of cuts that says to which leaf a point belongs.

The tree is learnt from a sample. Every cut divides the widest coordinate of what it cuts, at a place that is drawn
between 35 and 65 % of its records: another seed cuts elsewhere, so what is a border in one tree lies inside a leaf of
another one. The leaves are numbered from left to right, so two leaves with neighbouring numbers are near each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.partition.search.decomposition import CUT_RANGE


@dataclass(frozen=True)
class Space:
    """Node i cuts coordinate ``axis[i]`` at ``cut[i]``: below it goes on at node ``below[i]``, else at ``above[i]``.

    A negative node −1 − j is leaf j.
    """

    axis: IntArray
    cut: FloatArray
    below: IntArray
    above: IntArray
    n_leaves: int

    def leaf_of(self, points: FloatArray) -> IntArray:
        """The leaf of every point."""
        at = np.zeros(len(points), dtype=np.int64)
        if len(self.axis) == 0:
            return at
        inside = np.arange(len(points))
        while len(inside):
            node = at[inside]
            below = points[inside, self.axis[node]] < self.cut[node]
            at[inside] = np.where(below, self.below[node], self.above[node])
            inside = inside[at[inside] >= 0]
        return -1 - at


def learnt(points: FloatArray, times: IntArray, most: float, seed: Sequence[int]) -> Space:
    """A tree whose leaves hold at most so many of these records, unless they are all at one place.

    times: how many records are at each point. most: in records of the sample, so it may be a fraction.
    """
    chance = np.random.default_rng(seed)
    axes: list[int] = []
    cuts: list[float] = []
    sides: list[list[int]] = []
    n_leaves = 0
    waiting: list[tuple[IntArray, int, int]] = [(np.arange(len(points)), -1, 0)]
    while waiting:
        inside, parent, side = waiting.pop()
        found = None if times[inside].sum() <= most else _cut(points[inside], times[inside], chance)
        if parent >= 0:
            sides[parent][side] = -1 - n_leaves if found is None else len(axes)
        if found is None:
            n_leaves += 1
            continue
        axis, cut = found
        is_below = points[inside, axis] < cut
        waiting.append((inside[~is_below], len(axes), 1))
        waiting.append((inside[is_below], len(axes), 0))
        axes.append(axis)
        cuts.append(cut)
        sides.append([0, 0])
    both = np.array(sides, dtype=np.int64).reshape(len(axes), 2)
    return Space(np.array(axes, dtype=np.int64), np.array(cuts), both[:, 0], both[:, 1], n_leaves)


def _cut(points: FloatArray, times: IntArray, chance: np.random.Generator) -> tuple[int, float] | None:
    """The coordinate and the place of a cut with points on both sides; None where all points are at one place."""
    share = chance.uniform(*CUT_RANGE)
    axis = int(np.argmax(np.ptp(points, axis=0)))
    order = np.argsort(points[:, axis], kind="stable")
    ascending = points[order, axis]
    if ascending[0] == ascending[-1]:
        return None
    upto = np.cumsum(times[order])
    place = min(int(np.searchsorted(upto, share * upto[-1], side="right")), len(order) - 1)
    first, behind = (int(np.searchsorted(ascending, ascending[place], side=side)) for side in ("left", "right"))
    if first == 0 or (behind < len(ascending) and behind - place < place - first):  # on the nearer side of its twins
        return axis, float(ascending[behind])
    return axis, float(ascending[first])
