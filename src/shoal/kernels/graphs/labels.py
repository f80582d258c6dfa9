"""Labels: the best sites of every vertex, from one search that begins at all sites.

A label of a vertex is a site and its distance. Labels are settled in ascending order of distance plus cost, at most
``room`` at each vertex. That is enough for the ``room`` best sites of every vertex: if so many sites are better than s
at a vertex, they are better than s at every vertex that the shortest path from s reaches after it. For the same reason
the search may leave out a label that is dearer than the best one of its vertex by more than the reach.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.graphs.search import TO_A, A, B
from shoal.kernels.jit import inner_kernel, kernel
from shoal.kernels.neighbours.heap import Heap, pop, push


class Labels(NamedTuple):
    """The labels of each vertex, the best first."""

    n_sites: npt.NDArray[np.int64]  # (vertices,)
    site: npt.NDArray[np.int32]  # (vertices, room)
    distance: npt.NDArray[np.float64]  # (vertices, room) to the site, without its cost


def new_labels(n_vertices: int, room: int) -> Labels:
    """No labels yet."""
    return Labels(
        np.zeros(n_vertices, dtype=np.int64),
        np.empty((n_vertices, room), dtype=np.int32),
        np.empty((n_vertices, room)),
    )


@kernel
def label_vertices(network, sites, costs, reach, labels):  # labels OUT
    """The labels of all vertices: sites within ``reach`` above the best one, and not more than there is room for."""
    n_vertices, room = labels.site.shape
    best = np.full(n_vertices, np.inf)  # the least price seen so far; that of the first label in the end
    capacity = 2 * (sites.shape[0] + network.neighbour.shape[0])
    heap = Heap(np.empty(capacity), np.empty(capacity, dtype=np.int64), np.zeros(1, dtype=np.int64))
    for site in range(sites.shape[0]):
        for end in (A, B):
            vertex = np.int64(sites[site, end])
            if end == A or vertex != np.int64(sites[site, A]):
                price = sites[site, end + TO_A] + costs[site]
                best[vertex] = min(best[vertex], price)
                push(heap, price, site * n_vertices + vertex)
    while heap.n_entries[0] > 0:
        price = heap.key[0]
        entry = pop(heap)
        site = entry // n_vertices
        vertex = entry - site * n_vertices
        if not _is_wanted(labels, best, vertex, site, price, reach, room):
            continue
        labels.site[vertex, labels.n_sites[vertex]] = site
        labels.distance[vertex, labels.n_sites[vertex]] = price - costs[site]
        labels.n_sites[vertex] += 1
        for arc in range(network.start[vertex], network.start[vertex + 1]):
            neighbour = network.neighbour[arc]
            farther = price + network.length[arc]
            if _is_wanted(labels, best, neighbour, site, farther, reach, room):
                best[neighbour] = min(best[neighbour], farther)
                if heap.n_entries[0] == heap.key.shape[0]:
                    heap = _doubled(heap)
                push(heap, farther, site * n_vertices + neighbour)


@inner_kernel
def _is_wanted(labels, best, vertex, site, price, reach, room):  # IN
    """Whether the vertex has room for this label, and has no label of this site."""
    n_labels = labels.n_sites[vertex]
    if n_labels == room or price > best[vertex] + reach:
        return False
    is_new = True
    for i in range(n_labels):
        is_new = is_new and labels.site[vertex, i] != site
    return is_new


@inner_kernel
def _doubled(heap):  # IN
    """A heap of the same entries with twice the room."""
    n = heap.n_entries[0]
    key, record = np.empty(2 * n), np.empty(2 * n, dtype=np.int64)
    key[:n], record[:n] = heap.key[:n], heap.record[:n]
    return Heap(key, record, heap.n_entries)
