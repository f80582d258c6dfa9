"""Dijkstra's search from one position, as far as it is needed; distances of records to the sites of their cells.

A search visits vertices in ascending order of their distance. It is cleared by going through the vertices that it has
seen, so thousands of small searches on a large graph share one set of arrays.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.jit import FIRST, NOBODY, inner_kernel, kernel
from shoal.kernels.neighbours.heap import Heap, pop, push

A, B, TO_A, TO_B = 0, 1, 2, 3  # columns of a position on a graph
ENTRANCES = 2  # a position is on one edge, so a search begins at two vertices at most


class Network(NamedTuple):
    """A graph without direction: the arcs of vertex v are start[v]..start[v + 1] − 1."""

    start: npt.NDArray[np.int64]  # (vertices + 1,)
    neighbour: npt.NDArray[np.int64]  # (arcs,) each edge is two arcs
    length: npt.NDArray[np.float64]  # (arcs,) positive


class PathSearch(NamedTuple):
    """One search, and what the next one can use again."""

    distance: npt.NDArray[np.float64]  # (vertices,) infinite where the search has not been
    parent: npt.NDArray[np.int64]  # (vertices,) the vertex before, on the shortest path
    is_settled: npt.NDArray[np.bool_]  # (vertices,) its distance is final
    settled: npt.NDArray[np.int64]  # (vertices,) in ascending order of distance
    seen: npt.NDArray[np.int64]  # (vertices,) with a distance, final or not
    n_settled: npt.NDArray[np.int64]  # (1,)
    n_seen: npt.NDArray[np.int64]  # (1,)
    heap: Heap


def new_search(network: Network) -> PathSearch:
    """Arrays for searches of this graph, one after the other."""
    n_vertices, room = len(network.start) - 1, len(network.neighbour) + ENTRANCES
    return PathSearch(
        np.full(n_vertices, np.inf),
        np.full(n_vertices, -1),
        np.zeros(n_vertices, dtype=bool),
        np.empty(n_vertices, dtype=np.int64),
        np.empty(n_vertices, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
        Heap(np.empty(room), np.empty(room, dtype=np.int64), np.zeros(1, dtype=np.int64)),
    )


@inner_kernel
def clear(search):  # search OUT
    """Forget the search."""
    for i in range(search.n_seen[0]):
        vertex = search.seen[i]
        search.distance[vertex] = np.inf
        search.is_settled[vertex] = False
    search.n_settled[0] = 0
    search.n_seen[0] = 0
    search.heap.n_entries[0] = 0


@inner_kernel
def see(search, vertex, distance, parent):  # search OUT
    """A path of this length leads to the vertex."""
    if distance >= search.distance[vertex]:
        return
    if search.distance[vertex] == np.inf:
        search.seen[search.n_seen[0]] = vertex
        search.n_seen[0] += 1
    search.distance[vertex] = distance
    search.parent[vertex] = parent
    push(search.heap, distance, vertex)


@inner_kernel
def enter(search, position):  # search OUT
    """Begin at a position."""
    clear(search)
    see(search, np.int64(position[A]), position[TO_A], NOBODY)
    see(search, np.int64(position[B]), position[TO_B], NOBODY)


@inner_kernel
def settle(network, search):  # search OUT
    """Settle the nearest vertex that is not settled yet, and return it; −1 when there is none."""
    while search.heap.n_entries[0] > 0:
        vertex = pop(search.heap)
        if search.is_settled[vertex]:
            continue
        search.is_settled[vertex] = True
        search.settled[search.n_settled[0]] = vertex
        search.n_settled[0] += 1
        for arc in range(network.start[vertex], network.start[vertex + 1]):
            neighbour = network.neighbour[arc]
            if not search.is_settled[neighbour]:
                see(search, neighbour, search.distance[vertex] + network.length[arc], vertex)
        return vertex
    return NOBODY


@inner_kernel
def from_search(search, point):  # IN
    """The distance of a point whose ends are settled, by way of these ends."""
    return min(point[TO_A] + search.distance[np.int64(point[A])], point[TO_B] + search.distance[np.int64(point[B])])


@inner_kernel
def along_edge(one, other):  # IN
    """The distance of two positions on one edge along it; infinite if they are not on one edge."""
    if one[A] == one[B] or one[A] != other[A] or one[B] != other[B]:
        return np.inf
    return abs(one[TO_A] - other[TO_A])


@kernel
def own_distances(network, search, points, sites, start, member, first, end, wanted, own):  # search, wanted, own OUT
    """The distance of each record of the cells first..end − 1 to the site of its cell.

    The records of a cell are member[start[cell]..start[cell + 1] − 1]. ``wanted`` is false for all vertices, before and
    after.
    """
    for cell in range(first, end):
        if start[cell] == start[cell + 1]:
            continue
        n_wanted = FIRST
        for i in range(start[cell], start[cell + 1]):
            for column in (A, B):
                vertex = np.int64(points[member[i], column])
                if not wanted[vertex]:
                    wanted[vertex] = True
                    n_wanted += 1
        enter(search, sites[cell])
        while n_wanted > 0:
            vertex = settle(network, search)
            if wanted[vertex]:
                wanted[vertex] = False
                n_wanted -= 1
        for i in range(start[cell], start[cell + 1]):
            point = points[member[i]]
            own[member[i]] = min(from_search(search, point), along_edge(point, sites[cell]))
    clear(search)


@kernel
def pair_distances(between_vertices, points, sites, distance):  # distance OUT
    """All distances of points and sites, from those of all pairs of vertices."""
    for i in range(points.shape[0]):
        for j in range(sites.shape[0]):
            distance[i, j] = pair_distance(between_vertices, points[i], sites[j])


@kernel
def paired_distances(between_vertices, points, sites, cell_of, distance):  # distance OUT
    """The distance of each point to the site of its cell, from those of all pairs of vertices."""
    for i in range(points.shape[0]):
        distance[i] = pair_distance(between_vertices, points[i], sites[cell_of[i]])


@inner_kernel
def pair_distance(between_vertices, point, site):  # IN
    """By way of one end each, or along one edge."""
    least = along_edge(point, site)
    for end in (A, B):
        for other in (A, B):
            way = between_vertices[np.int64(point[end]), np.int64(site[other])]
            least = min(least, point[end + TO_A] + way + site[other + TO_A])
    return least


@kernel
def total_distances(between_vertices, points, weight, cell_of, total):  # total OUT
    """The total distance (cells, vertices) of the records of each cell to each vertex."""
    for i in range(points.shape[0]):
        one = between_vertices[np.int64(points[i, A])]
        other = between_vertices[np.int64(points[i, B])]
        own = total[cell_of[i]]
        mass = weight[i] if weight.shape[0] > 1 else weight[0]
        for vertex in range(one.shape[0]):
            own[vertex] += mass * min(points[i, TO_A] + one[vertex], points[i, TO_B] + other[vertex])
