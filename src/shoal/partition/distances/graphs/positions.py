"""Points as positions on a graph: the nearest position on an edge, and back to coordinates.

The nearest edge is found with a search tree of short parts of edges. The part whose middle is nearest bounds the
distance; only parts whose middle is not farther than that and half a part can be nearer.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.errors import ParameterError, Setting
from shoal.kernels.graphs.search import TO_A, TO_B, A, B

PART = 2.0  # mean lengths of an edge: longer edges have several parts in the search tree
FARTHEST = 10.0  # mean lengths of an edge: farther points are probably in other units or elsewhere
POINTS_AT_ONCE = 20_000  # points whose possible edges are compared at once
NEAREST_MARGIN = 1e-9  # relative, on the radius of the search


class Streets:
    """Straight edges in the plane, and the search tree of their parts."""

    def __init__(self, edges: IntArray, lengths: FloatArray, positions: FloatArray, quantum: float) -> None:
        self._edges, self._lengths, self._positions, self._quantum = edges, lengths, positions, quantum
        self._from = positions[edges[:, 0]]
        self._along = positions[edges[:, 1]] - self._from
        self._straight = np.hypot(*self._along.T)

    @property
    def usual_farthest(self) -> float:
        """How far a point may be from every street when nothing is said."""
        return FARTHEST * float(self._straight.mean())

    @cached_property
    def _parts(self) -> tuple[object, IntArray, float]:
        """The search tree of the middles of all parts, the edge of each part, and half the length of the longest."""
        from scipy.spatial import cKDTree

        longest = PART * float(self._straight.mean()) or 1.0
        count = np.maximum(1, np.ceil(self._straight / longest)).astype(np.int64)
        edge = np.repeat(np.arange(len(count)), count)
        number = np.arange(len(edge)) - np.repeat(np.cumsum(count) - count, count)
        middle = self._from[edge] + ((number + 0.5) / count[edge])[:, None] * self._along[edge]
        return cKDTree(middle), edge, float((self._straight / count).max()) / 2.0

    def on_streets(self, points: FloatArray, farthest: float) -> FloatArray:
        """The nearest position of each point; points farther than ``farthest`` from every street are refused."""
        found = np.empty((len(points), 4))
        apart = np.empty(len(points))
        for start in range(0, len(points), POINTS_AT_ONCE):
            rows = slice(start, start + POINTS_AT_ONCE)
            found[rows], apart[rows] = self._nearest(points[rows], farthest)
        n_far = int((apart > farthest).sum())
        if n_far:
            raise ParameterError(
                f"{n_far:,} of {len(points):,} points are more than {farthest:g} from every street.",
                parameter="points",
                count=n_far,
                hint=(
                    "See whether points and streets have the same coordinates and units, leave these points out, or "
                    "give a larger ",
                    Setting("farthest"),
                    " to the Graph.",
                ),
            )
        return found

    def _nearest(self, points: FloatArray, farthest: float) -> tuple[FloatArray, FloatArray]:
        tree, edge_of_part, half = self._parts
        part = tree.query(points)[1]  # type: ignore[attr-defined]
        edge, share, apart = self._projected(points, np.arange(len(points)), edge_of_part[part])
        possible = np.flatnonzero(apart <= farthest + half)
        radius = (apart[possible] + half) * (1.0 + NEAREST_MARGIN)
        near = tree.query_ball_point(points[possible], radius)  # type: ignore[attr-defined]
        count = np.fromiter(map(len, near), dtype=np.int64, count=len(near))
        if count.sum():
            owner = np.repeat(possible, count)
            edges = edge_of_part[np.concatenate([np.asarray(parts, dtype=np.int64) for parts in near])]
            edges, shares, distances = self._projected(points, owner, edges)
            order = np.lexsort((edges, distances, owner))
            best = order[np.concatenate([[True], owner[order][1:] != owner[order][:-1]])]
            edge[owner[best]], share[owner[best]], apart[owner[best]] = edges[best], shares[best], distances[best]
        return self._positions_at(edge, share), apart

    def _projected(
        self, points: FloatArray, owner: IntArray, edge: IntArray
    ) -> tuple[IntArray, FloatArray, FloatArray]:
        """The nearest position of each edge to the point ``owner``: the share of its length, and how far off."""
        gap = points[owner] - self._from[edge]
        along, squared = self._along[edge], self._straight[edge] ** 2
        share = np.clip((gap * along).sum(axis=1) / np.where(squared > 0.0, squared, 1.0), 0.0, 1.0)
        return edge, share, np.hypot(*(gap - share[:, None] * along).T)

    def _positions_at(self, edge: IntArray, share: FloatArray) -> FloatArray:
        """Positions so far along these edges, in multiples of the quantum; at an end, that vertex."""
        length = self._lengths[edge]
        to_a = np.rint(share * length / self._quantum) * self._quantum
        ends = self._edges[edge]
        found = np.column_stack([ends[:, 0], ends[:, 1], to_a, length - to_a])
        for column, other in ((A, B), (B, A)):
            at_end = found[:, TO_A + column] == 0.0
            found[at_end, other] = found[at_end, column]
            found[at_end, TO_A], found[at_end, TO_B] = 0.0, 0.0
        return found

    def coordinates(self, positions: FloatArray) -> FloatArray:
        """Where these positions are."""
        length = positions[:, TO_A] + positions[:, TO_B]
        share = positions[:, TO_A] / np.where(length > 0.0, length, 1.0)
        ends = positions[:, [A, B]].astype(np.int64)
        one, other = self._positions[ends[:, 0]], self._positions[ends[:, 1]]
        return np.asarray(one + share[:, None] * (other - one))


def at_vertices(vertices: IntArray | FloatArray) -> FloatArray:
    """The positions of vertices."""
    zero = np.zeros(len(vertices))
    return np.column_stack([vertices, vertices, zero, zero]).astype(np.float64)


def nearest_ends(positions: FloatArray) -> IntArray:
    """The nearest end of each position's edge; the first one if both are as near.

    An end that is the nearest one of a position before gives way to the other end, if that is still free.
    """
    nearer = np.where(positions[:, TO_A] <= positions[:, TO_B], positions[:, A], positions[:, B]).astype(np.int64)
    other = (positions[:, A] + positions[:, B]).astype(np.int64) - nearer
    taken: set[int] = set()
    chosen = nearer.copy()
    for i, (near, far) in enumerate(zip(nearer.tolist(), other.tolist(), strict=True)):
        if near in taken and far not in taken:
            chosen[i] = far
        taken.add(int(chosen[i]))
    return chosen
