"""The best vertex of a cell: the one of least total distance to its records (the 1-median among the vertices).

1. Descent. A search from a vertex gives its total and a tree of shortest paths. The median of that tree, where no
   branch holds more than half of the records (Goldman 1971), is usually better. The search is repeated from there.
2. Proof. With total F at the vertex v and W records, F(u) ≥ W·d(u, v) − F, so only vertices nearer than 2F/W can be
   better. For these, landmarks l give F(u) ≥ Σ_j max_l |d(x_j, l) − d(l, u)| by the triangle inequality. Totals are
   computed in the order of these bounds, until no bound is below the best total. A search ends as soon as the records
   that it has not reached make its total too large.

A proof needs candidates times records operations. If these are too many, step 2 compares neighbours only, and moves on
while one is better.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.graphs.search import (
    TO_A,
    TO_B,
    A,
    B,
    Network,
    PathSearch,
    clear,
    from_search,
    new_search,
    see,
    settle,
)
from shoal.kernels.jit import FIRST, NOBODY, inner_kernel, kernel

ENDS = 2  # of an edge
ROUNDING = 1e-12  # of a total: bounds and partial totals are sums in another order


class Workspace(NamedTuple):
    """What the cells use one after the other."""

    search: PathSearch
    head: npt.NDArray[np.int64]  # (vertices,) the first record end at a vertex, −1 if there is none
    following: npt.NDArray[np.int64]  # (2 · records,) the next record end at the same vertex
    reached: npt.NDArray[np.int64]  # (records,) number of the last search that reached the record
    n_searches: npt.NDArray[np.int64]  # (1,)
    mass: npt.NDArray[np.float64]  # (vertices,) weight of the records in a branch
    target: npt.NDArray[np.int64]  # (vertices,) number of a vertex that every landmark has to reach, or −1


def new_workspace(network: Network, most_records: int) -> Workspace:
    """Arrays for cells of up to so many records."""
    n_vertices = len(network.start) - 1
    return Workspace(
        new_search(network),
        np.full(n_vertices, -1),
        np.empty(ENDS * most_records, dtype=np.int64),
        np.zeros(most_records, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
        np.zeros(n_vertices),
        np.full(n_vertices, -1),
    )


@kernel
def best_vertices(network, work, points, weight, start, first, end, most_pairs, n_landmarks, vertex, total):
    # work, vertex, total OUT
    """The best vertex of each of the cells first..end − 1, and its total.

    ``points`` and ``weight`` are ordered by cell; ``vertex`` holds where to begin, and no cell ends with a worse one.
    """
    for cell in range(first, end):
        if start[cell] == start[cell + 1]:
            total[cell] = 0.0
            continue
        own = points[start[cell] : start[cell + 1]]
        own_weight = weight[start[cell] : start[cell + 1]]
        n_ends = _hang_up(work, own)
        at, least = _descended(network, work, own, own_weight, n_ends, vertex[cell])
        at, least = _proven(network, work, own, own_weight, n_ends, most_pairs, n_landmarks, at, least)
        vertex[cell], total[cell] = at, least
        for i in range(own.shape[0]):
            work.head[np.int64(own[i, A])] = NOBODY
            work.head[np.int64(own[i, B])] = NOBODY
    clear(work.search)


@inner_kernel
def _hang_up(work, own):  # work.head, work.following OUT
    """List the records at the ends of their edges. Returns how many vertices have some."""
    n_ends = FIRST
    for i in range(own.shape[0]):
        for column in (A, B):
            vertex = np.int64(own[i, column])
            n_ends += 1 if work.head[vertex] < 0 else 0
            work.following[ENDS * i + column] = work.head[vertex]
            work.head[vertex] = ENDS * i + column
    return n_ends


@inner_kernel
def _total(network, work, own, weight, n_ends, vertex, most):  # work OUT
    """The total distance of the records to a vertex; infinite as soon as it is known to be above ``most``."""
    search = work.search
    clear(search)
    see(search, vertex, 0.0, NOBODY)
    work.n_searches[0] += 1
    number = work.n_searches[0]
    n_missing, reached, left = n_ends, 0.0, weight.sum()
    while n_missing > 0:
        settled = settle(network, search)
        entry = work.head[settled]
        if entry < 0:
            continue
        n_missing -= 1
        radius = search.distance[settled]
        while entry >= 0:
            record = entry // ENDS
            if work.reached[record] != number:  # by the first of its ends: it is at least as far as that
                work.reached[record] = number
                reached += weight[record] * radius
                left -= weight[record]
            entry = work.following[entry]
        if reached + left * radius > most * (1.0 + ROUNDING):
            return np.inf
    total = 0.0
    for i in range(own.shape[0]):
        total += weight[i] * from_search(search, own[i])
    return total


@inner_kernel
def _descended(network, work, own, weight, n_ends, vertex):  # work OUT
    """The median of the tree of shortest paths, as long as it is better."""
    least = _total(network, work, own, weight, n_ends, vertex, np.inf)
    while True:
        median = _tree_median(work, own, weight)
        if median == vertex:
            return vertex, least
        total = _total(network, work, own, weight, n_ends, median, least)
        if total >= least:
            return vertex, least
        vertex, least = median, total


@inner_kernel
def _tree_median(work, own, weight):  # work.mass OUT
    """The last vertex of the heavy path: its branch holds more than half of the records, and no branch of it does."""
    search = work.search
    for i in range(own.shape[0]):
        one, other = np.int64(own[i, A]), np.int64(own[i, B])
        by_one = own[i, TO_A] + search.distance[one] <= own[i, TO_B] + search.distance[other]
        work.mass[one if by_one else other] += weight[i]
    half = weight.sum() / 2.0
    median = search.settled[0]
    is_found = False
    for i in range(search.n_settled[0] - 1, -1, -1):
        vertex = search.settled[i]
        if not is_found and work.mass[vertex] > half:
            median, is_found = vertex, True
        if search.parent[vertex] >= 0:
            work.mass[search.parent[vertex]] += work.mass[vertex]
        work.mass[vertex] = 0.0
    return median


@inner_kernel
def _proven(network, work, own, weight, n_ends, most_pairs, n_landmarks, vertex, least):  # work OUT
    """The best vertex, beginning with a good one."""
    if least == 0.0:
        return vertex, least
    candidate = _candidates(network, work, own, weight, n_ends, vertex, least)
    if candidate.shape[0] * own.shape[0] > most_pairs:
        return _best_neighbours(network, work, own, weight, n_ends, vertex, least)
    bound = _bounds(network, work, own, weight, candidate, n_landmarks, least)
    for i in np.argsort(bound, kind="mergesort"):
        if bound[i] * (1.0 - ROUNDING) >= least:
            break
        total = _total(network, work, own, weight, n_ends, candidate[i], least)
        if total < least:
            vertex, least = candidate[i], total
    return vertex, least


@inner_kernel
def _candidates(network, work, own, weight, n_ends, vertex, least):  # work OUT
    """The vertices that may be better than this one. The search has reached them, and all records."""
    search = work.search
    _total(network, work, own, weight, n_ends, vertex, np.inf)
    farthest = 2.0 * least / weight.sum() * (1.0 + ROUNDING)
    while search.distance[search.settled[search.n_settled[0] - 1]] <= farthest:
        if settle(network, search) < 0:
            break
    n_near = 1
    while n_near < search.n_settled[0] and search.distance[search.settled[n_near]] <= farthest:
        n_near += 1
    return search.settled[1:n_near].copy()


@inner_kernel
def _bounds(network, work, own, weight, candidate, n_landmarks, most):  # work OUT
    """A lower bound of the total of each candidate, or at least ``most``.

    The first landmark is the vertex from which the last search began; the next ones are as far as possible from all
    landmarks before.
    """
    search = work.search
    targets = _targets(work, own, candidate)
    distance = np.empty((n_landmarks + 1, targets.shape[0]))
    of_record = np.empty((n_landmarks + 1, own.shape[0]))
    nearest = np.full(targets.shape[0], np.inf)
    for landmark in range(n_landmarks + 1):
        if landmark > 0:
            clear(search)
            see(search, targets[np.argmax(nearest)], 0.0, NOBODY)
            n_missing = targets.shape[0]
            while n_missing > 0:
                if work.target[settle(network, search)] >= 0:
                    n_missing -= 1
        for i in range(targets.shape[0]):
            distance[landmark, i] = search.distance[targets[i]]
            nearest[i] = min(nearest[i], distance[landmark, i])
        for i in range(own.shape[0]):
            of_record[landmark, i] = from_search(search, own[i])
    for i in range(targets.shape[0]):
        work.target[targets[i]] = NOBODY
    bound = np.zeros(candidate.shape[0])
    for i in range(candidate.shape[0]):
        for j in range(own.shape[0]):
            most_of = 0.0
            for landmark in range(n_landmarks + 1):
                most_of = max(most_of, abs(of_record[landmark, j] - distance[landmark, i]))
            bound[i] += weight[j] * most_of
            if bound[i] > most * (1.0 + ROUNDING):
                bound[i] = np.inf
                break
    return bound


@inner_kernel
def _targets(work, own, candidate):  # work.target OUT
    """The candidates, then the other ends of the records' edges; numbered in ``work.target``."""
    targets = np.empty(candidate.shape[0] + ENDS * own.shape[0], dtype=np.int64)
    n = FIRST
    for i in range(candidate.shape[0]):
        work.target[candidate[i]] = n
        targets[n] = candidate[i]
        n += 1
    for i in range(own.shape[0]):
        for column in (A, B):
            vertex = np.int64(own[i, column])
            if work.target[vertex] < 0:
                work.target[vertex] = n
                targets[n] = vertex
                n += 1
    return targets[:n]


@inner_kernel
def _best_neighbours(network, work, own, weight, n_ends, vertex, least):  # work OUT
    """Move to a better neighbour until there is none."""
    while True:
        before = vertex
        for arc in range(network.start[before], network.start[before + 1]):
            total = _total(network, work, own, weight, n_ends, network.neighbour[arc], least)
            if total < least:
                vertex, least = network.neighbour[arc], total
        if vertex == before:
            return vertex, least
