"""A heap of records, the smallest key on top; ties go to the lower record index.

Made for lazy keys: an entry's key may be a bound that is computed again, and pushed back, when it comes to
the top.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.jit import FIRST, inner_kernel


class Heap(NamedTuple):
    """Entries 0..n_entries[0]−1 in heap order (children of entry i: 2i+1 and 2i+2)."""

    key: npt.NDArray[np.float64]  # (capacity,)
    record: npt.NDArray[np.int64]  # (capacity,)
    n_entries: npt.NDArray[np.int64]  # (1,) how many entries there are


def heap_of_all(key: npt.NDArray[np.float64]) -> Heap:
    """Every record 0..n−1 under its key. A sorted array is a heap."""
    order = np.argsort(key, kind="stable").astype(np.int64)
    return Heap(key[order], order, np.array([len(order)], dtype=np.int64))


@inner_kernel
def _before(heap, a, b):  # IN
    return heap.key[a] < heap.key[b] or (heap.key[a] == heap.key[b] and heap.record[a] < heap.record[b])


@inner_kernel
def _swap(heap, a, b):  # heap OUT
    heap.key[a], heap.key[b] = heap.key[b], heap.key[a]
    heap.record[a], heap.record[b] = heap.record[b], heap.record[a]


@inner_kernel
def push(heap, key, record):  # heap OUT
    """Add an entry."""
    at = heap.n_entries[0]
    heap.key[at] = key
    heap.record[at] = record
    heap.n_entries[0] = at + 1
    while at > 0:
        parent = (at - 1) // 2
        if not _before(heap, at, parent):
            break
        _swap(heap, at, parent)
        at = parent


@inner_kernel
def pop(heap):  # heap OUT
    """Take the record on top away and return it; the caller makes sure that there is one."""
    record = heap.record[0]
    last = heap.n_entries[0] - 1
    _swap(heap, FIRST, last)
    heap.n_entries[0] = last
    at = FIRST
    while True:
        child = 2 * at + 1
        if child >= last:
            break
        if child + 1 < last and _before(heap, child + 1, child):
            child += 1
        if not _before(heap, child, at):
            break
        _swap(heap, at, child)
        at = child
    return record
