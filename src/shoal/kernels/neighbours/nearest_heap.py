"""The nearest so far: a heap of (distance, record) pairs with the worst at the root, ties to the lower record."""

from __future__ import annotations

from shoal.kernels.jit import FIRST, inner_kernel


@inner_kernel
def offer(found, found_distance, n_found, wanted, record, distance):  # found.. OUT
    """Take a record in if there is room or if it comes before the worst; returns how many are held."""
    if n_found < wanted:
        found[n_found] = record
        found_distance[n_found] = distance
        _sift_up(found, found_distance, n_found)
        return n_found + 1
    if distance < found_distance[0] or (distance == found_distance[0] and record < found[0]):
        found[0] = record
        found_distance[0] = distance
        _sift_down(found, found_distance, FIRST, n_found)
    return n_found


@inner_kernel
def sort_ascending(found, found_distance, n_found):  # OUT
    """Heap sort: the worst goes to the end, again and again."""
    for last in range(n_found - 1, 0, -1):
        _swap(found, found_distance, FIRST, last)
        _sift_down(found, found_distance, FIRST, last)


@inner_kernel
def _comes_after(found, found_distance, a, b):
    return found_distance[a] > found_distance[b] or (found_distance[a] == found_distance[b] and found[a] > found[b])


@inner_kernel
def _swap(found, found_distance, a, b):
    found[a], found[b] = found[b], found[a]
    found_distance[a], found_distance[b] = found_distance[b], found_distance[a]


@inner_kernel
def _sift_up(found, found_distance, at):
    while at > 0:
        parent = (at - 1) // 2
        if not _comes_after(found, found_distance, at, parent):
            break
        _swap(found, found_distance, at, parent)
        at = parent


@inner_kernel
def _sift_down(found, found_distance, at, n_found):
    while True:
        child = 2 * at + 1
        if child >= n_found:
            break
        if child + 1 < n_found and _comes_after(found, found_distance, child + 1, child):
            child += 1
        if not _comes_after(found, found_distance, child, at):
            break
        _swap(found, found_distance, at, child)
        at = child
