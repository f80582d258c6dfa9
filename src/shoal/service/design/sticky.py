"""Sticky cells: devices that could not be distinguished before cannot be distinguished in the next generation.

Someone who follows a pseudonym through several generations intersects its cells. So the devices of a place stay
together: a place of at least twice the size of a cell is divided by PCL, but only if no class of devices that agreed
so far is torn into pieces of fewer than k (or torn at all, if it was smaller before); any other place becomes a cell as
a whole. A place that cancellations have brought below k joins the cell for which the distortion rises least.

The intersection of the new cell with all earlier ones has then at least min(k, size before) members, so the anonymity
across generations stays where it was: at least k if every generation since the first was sticky, as far as
cancellations leave it.
"""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.partition.problem import Progress
from shoal.service.geometry.merging import Merging

NOT_SEEN = -1


def sticky_cells(
    points: FloatArray,
    place_now: IntArray,
    history: IntArray,
    *,
    k: int,
    cell_size: int,
    seed: int,
    progress: Progress,
) -> IntArray:
    """The cell of each device; ``place_now`` and ``history`` (devices, generations) say what was told so far."""
    cell_of = np.empty(len(points), dtype=np.int64)
    n_cells = n_done = 0
    order = np.argsort(place_now, kind="stable")
    _, starts = np.unique(place_now[order], return_index=True)
    for members in np.split(order, starts[1:]):
        own = _divided(points[members], history[members], k, cell_size, seed)
        cell_of[members] = own + n_cells
        n_cells += int(own.max()) + 1
        n_done += len(members)
        progress(n_done, len(points))
    return _joined(points, cell_of, k)


def _divided(points: FloatArray, history: IntArray, k: int, cell_size: int, seed: int) -> IntArray:
    from shoal.partition.microaggregate import microaggregate
    from shoal.partition.pcl.pcl import PCL

    together = np.zeros(len(points), dtype=np.int64)
    if len(points) < 2 * cell_size:
        return together
    apart = microaggregate(points, cell_size, method=PCL(), seed=seed).cell_of
    return together if _tears(history, apart, k) else apart


def _tears(history: IntArray, cell_of: IntArray, k: int) -> bool:
    """Whether a class that agreed since some generation would be left in pieces of fewer than k."""
    for first in range(history.shape[1]):
        seen = np.flatnonzero((history[:, first:] != NOT_SEEN).all(axis=1))
        if len(seen) == 0:
            continue
        _, own = np.unique(history[seen, first:], axis=0, return_inverse=True)
        own = own.reshape(-1)
        before = np.bincount(own)
        pieces, count = np.unique(np.column_stack([own, cell_of[seen]]), axis=0, return_counts=True)
        if (count < np.minimum(k, before[pieces[:, 0]])).any():
            return True
    return False


def _joined(points: FloatArray, cell_of: IntArray, k: int) -> IntArray:
    """Cells below k join others (`geometry/merging.py`)."""
    sizes = np.bincount(cell_of)
    sums = np.column_stack([np.bincount(cell_of, weights=points[:, axis]) for axis in range(points.shape[1])])
    stands_for = np.arange(len(sizes))
    for gone, kept in Merging(sums / sizes[:, None], sizes.copy(), sizes).merge_below(k):
        stands_for[stands_for == gone] = kept
    return np.unique(stands_for[cell_of], return_inverse=True)[1].reshape(-1).astype(np.int64)
