"""The minimum spanning tree by Prim's method, without the matrix of distances.

The records outside the tree are kept column by column without gaps, so that their distances to the newest
record are computed on full vector registers; a record that joins is overwritten by the last one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.jit import NOBODY, inner_kernel, kernel

BLOCK = 1024  # distances held at a time: 8 kB, a quarter of a first-level cache


class Outside(NamedTuple):
    """The records that are not yet in the tree; only the first ``n_left`` slots are in use."""

    column: npt.NDArray[np.float64]  # (d, n)
    record_at: npt.NDArray[np.int64]  # (n,) slot → record
    length: npt.NDArray[np.float64]  # (n,) squared distance to the tree
    link: npt.NDArray[np.int64]  # (n,) the tree's record at that distance
    n_left: npt.NDArray[np.int64]  # (1,)


class Edges(NamedTuple):
    """Every record's edge towards the root (record 0, which has none)."""

    parent: npt.NDArray[np.int64]  # (n,) −1 for the root
    length: npt.NDArray[np.float64]  # (n,) squared length of that edge


def start_at_first(points: npt.NDArray[np.float64]) -> tuple[Outside, Edges]:
    """A tree of record 0 alone."""
    n_records = len(points)
    outside = Outside(
        column=points[1:].T.copy(),  # a copy even when one column needs no rearranging: it is overwritten
        record_at=np.arange(1, n_records, dtype=np.int64),
        length=np.full(n_records - 1, np.inf),
        link=np.zeros(n_records - 1, dtype=np.int64),
        n_left=np.array([n_records - 1], dtype=np.int64),
    )
    return outside, Edges(np.full(n_records, -1, dtype=np.int64), np.zeros(n_records))


@kernel
def grow(points, outside, edges, newest, n_steps):
    """Let the ``n_steps`` records closest to the tree join, one by one; ``newest`` joined last before
    that.

    points, newest, n_steps IN; outside, edges OUT. Returns the record that joined last. Ties: the lower
    record joins, at the lower record.
    """
    scratch = np.empty(BLOCK)
    for _ in range(min(n_steps, outside.n_left[0])):
        best = NOBODY
        for begin in range(0, outside.n_left[0], BLOCK):
            size = min(BLOCK, outside.n_left[0] - begin)
            _distances(outside, begin, size, points[newest], scratch)
            best = _closest(outside, begin, size, newest, scratch, best)
        newest = outside.record_at[best]
        edges.parent[newest] = outside.link[best]
        edges.length[newest] = outside.length[best]
        _close_gap(outside, best)
    return newest


@inner_kernel
def _distances(outside, begin, size, point, scratch):  # scratch OUT
    for i in range(size):
        scratch[i] = 0.0
    for j in range(point.shape[0]):
        values = outside.column[j, begin : begin + size]
        here = point[j]
        for i in range(size):
            gap = values[i] - here
            scratch[i] += gap * gap


@inner_kernel
def _closest(outside, begin, size, newest, scratch, best):  # outside OUT
    """Bring one block up to date; the slot of the closest record so far.

    Almost every slot fails both outer comparisons, which is what makes this loop fast.
    """
    length, link, record_at = outside.length, outside.link, outside.record_at
    shortest = length[best] if best >= 0 else np.inf
    for i in range(size):
        slot = begin + i
        if scratch[i] <= length[slot] and (scratch[i] < length[slot] or newest < link[slot]):
            length[slot] = scratch[i]
            link[slot] = newest
        if length[slot] <= shortest and (best < 0 or length[slot] < shortest or record_at[slot] < record_at[best]):
            best = slot
            shortest = length[slot]
    return best


@inner_kernel
def _close_gap(outside, slot):  # outside OUT
    last = outside.n_left[0] - 1
    for j in range(outside.column.shape[0]):
        outside.column[j, slot] = outside.column[j, last]
    outside.record_at[slot] = outside.record_at[last]
    outside.length[slot] = outside.length[last]
    outside.link[slot] = outside.link[last]
    outside.n_left[0] = last
