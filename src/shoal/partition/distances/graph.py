"""Distance along a graph, such as streets, a railway or a taxonomy; the representative of a cell is its best vertex.

Records and sites are positions on the graph: vertices, or points that are moved to the nearest position on an edge. Two
positions are as far apart as the shortest path between them is long. What a point is away from its street does not
count: it would be added to every path alike.

The best vertex of a cell, the 1-median, is the vertex of least total distance to its records. Among the vertices, not
among all positions: where several records are inside one edge, a position between its ends may be better by a part of
that edge. But the best one is then that of a record (Hakimi 1964), which must not be released.

Cost. Candidates of all records take O(r·v·log v) for v vertices and r candidates at each (`kernels/graphs/labels.py`),
whatever the number of cells. Graphs of up to ``ALL_PAIRS_VERTICES`` vertices know the distances of all pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray, IntArray
from shoal.errors import ParameterError, Setting
from shoal.kernels.graphs.search import A
from shoal.partition.distances.graphs.all_pairs import AllPairs
from shoal.partition.distances.graphs.building import checked_edges, network_of, quantum_of, require_connected
from shoal.partition.distances.graphs.pieces import joined_ends, largest_part_of, piece_columns
from shoal.partition.distances.graphs.positions import Streets, at_vertices, nearest_ends
from shoal.partition.distances.graphs.searches import Searches
from shoal.partition.transport.candidates import Candidates
from shoal.partition.transport.distance import LEAST_SCALE, SCALE_RECORDS, Distance

ALL_PAIRS_VERTICES = 3_000  # 72 MB of distances, computed in some seconds


@dataclass(frozen=True, eq=False)
class Graph(Distance):
    """The length of the shortest path in a connected graph whose edges lead both ways.

    Parameters
    ----------
    edges : (e, 2) whole numbers: the two vertices of each edge, numbered from 0. Of several edges between two vertices
        the shortest counts, and an edge that leads back to where it begins does not count.
    lengths : (e,) positive numbers.
    positions : (v, 2) coordinates of the vertices, if points are given by coordinates; edges are then straight lines
        along which a point is at the share of the length at which it is of the line. Without them, points are vertex
        numbers, (n, 1).
    farthest : refuse points that are farther from every edge; ten times the mean edge when not given.
    """

    edges: IntArray = field(repr=False)
    lengths: FloatArray = field(repr=False)
    positions: FloatArray | None = field(repr=False)
    farthest: float | None
    n_vertices: int

    name: ClassVar[str] = "graph"

    def __init__(
        self,
        edges: npt.ArrayLike,
        lengths: npt.ArrayLike,
        positions: npt.ArrayLike | None = None,
        *,
        farthest: float | None = None,
    ) -> None:
        where = None if positions is None else _checked_positions(positions)
        pairs, length, n_vertices = checked_edges(edges, lengths, None if where is None else len(where))
        require_connected(pairs, n_vertices, "vertices")
        if farthest is not None and not (isinstance(farthest, (int, float)) and farthest > 0.0):
            raise ParameterError(Setting("farthest"), " must be a positive number.")
        for array in (pairs, length, where):
            if array is not None:
                array.flags.writeable = False
        for name, value in zip(
            ("edges", "lengths", "positions", "farthest", "n_vertices"),
            (pairs, length, where, farthest, n_vertices),
            strict=True,
        ):
            object.__setattr__(self, name, value)

    @classmethod
    def from_pieces(
        cls,
        pieces: Any,
        *,
        tolerance: float | None = None,
        largest_part: bool = False,
        farthest: float | None = None,
    ) -> Graph:
        """Streets from straight pieces between the coordinates of their ends.

        Parameters
        ----------
        pieces : a table with the columns from_x, from_y, to_x, to_y and perhaps length, or an array of these columns in
            this order. Without lengths, pieces are as long as they are straight.
        tolerance : ends that are not farther apart than this are one vertex; a millionth of the mean length of a piece
            when not given.
        largest_part : leave out pieces from which no way leads to the largest part, instead of refusing them.
        farthest : as for a graph from edges.
        """
        coordinates, lengths = piece_columns(pieces)
        if tolerance is not None and not (isinstance(tolerance, (int, float)) and tolerance >= 0.0):
            raise ParameterError(Setting("tolerance"), " must be a number of at least 0.")
        edges, positions = joined_ends(coordinates, tolerance)
        if lengths is None:
            lengths = np.hypot(*(positions[edges[:, 1]] - positions[edges[:, 0]]).T)
            joined = edges[:, 0] != edges[:, 1]  # a piece whose two ends are one vertex has no length
            edges, lengths = edges[joined], lengths[joined]
        if largest_part and len(edges):
            edges, lengths, positions = largest_part_of(edges, lengths, positions)
        return cls(edges, lengths, positions, farthest=farthest)

    @classmethod
    def from_tree(cls, parents: Sequence[int] | IntArray, lengths: Sequence[float] | FloatArray | None = None) -> Graph:
        """A tree, such as a taxonomy: points and representatives are the numbers of its nodes.

        ``parents[node]`` is the number of the node above, −1 for the root. ``lengths[node]`` is the length of the edge
        above the node, 1 when not given; that of the root does not matter.
        """
        parent = np.asarray(parents)
        if parent.ndim != 1 or len(parent) < 2 or parent.dtype.kind not in "iu" or int((parent == -1).sum()) != 1:
            raise ParameterError(
                Setting("parents"),
                " must be a list of whole numbers: for each of at least two nodes the number of the node above it, and "
                "−1 for the one root.",
            )
        below = np.flatnonzero(parent != -1)
        length = np.ones(len(parent)) if lengths is None else np.asarray(lengths, dtype=np.float64).reshape(-1)
        if len(length) != len(parent):
            raise ParameterError(
                f"The tree has {len(parent)} nodes and {len(length)} lengths.", parameter="lengths", count=len(length)
            )
        if parent.max() >= len(parent) or parent.min() < -1:
            raise ParameterError(f"A parent is no node: there are {len(parent)}, numbered from 0.", parameter="parents")
        tree = cls(np.column_stack([below, parent[below]]), length[below])
        if len(tree.edges) != len(below):
            raise ParameterError("The nodes are no tree: two are each other's parents.", parameter="parents")
        return tree

    def in_words(self) -> str:
        """How a method text names it; no text holds its edges."""
        return self.name

    # --- positions

    @cached_property
    def _streets(self) -> Streets | None:
        if self.positions is None:
            return None
        return Streets(self.edges, self.lengths, self.positions, quantum_of(self.lengths))

    def embedded(self, points: FloatArray) -> FloatArray:
        """Points as positions: the two ends of an edge, and how far they are."""
        if self._streets is None:
            return at_vertices(self._checked_numbers(points))
        if points.shape[1] != 2:
            raise ParameterError(
                f"The graph has coordinates, so points need two; found {points.shape[1]}.", parameter="points"
            )
        return self._streets.on_streets(points, self.farthest_allowed)

    @property
    def farthest_allowed(self) -> float:
        """How far a point may be from every edge."""
        if self.farthest is not None or self._streets is None:
            return float("inf") if self.farthest is None else self.farthest
        return self._streets.usual_farthest

    def original(self, sites: FloatArray) -> FloatArray:
        """Positions as coordinates, or as vertex numbers if the graph has no coordinates."""
        return sites[:, [A]] if self._streets is None else self._streets.coordinates(sites)

    def straight_points(self, points: FloatArray) -> FloatArray | None:
        """The coordinates: a design by straight lines is found fast, and is a good start for one along streets."""
        return None if self._streets is None else self._streets.coordinates(points)

    def first_sites(self, points: FloatArray, records: IntArray) -> FloatArray:
        """Vertices near these records, different ones where possible."""
        return at_vertices(nearest_ends(points[records]))

    def _checked_numbers(self, points: FloatArray) -> FloatArray:
        known = points.shape[1] == 1 and bool(
            ((points >= 0) & (points < self.n_vertices) & (points == np.rint(points))).all()
        )
        if not known:
            raise ParameterError(
                "With a graph without coordinates, points and centres are given by the number of their vertex: one "
                f"coordinate, a whole number. The graph has {self.n_vertices:,} vertices, numbered from 0.",
                parameter="points",
                count=self.n_vertices,
            )
        return points[:, 0]

    # --- distances and representatives

    @cached_property
    def _searches(self) -> Searches:
        return Searches(network_of(self.edges, self.lengths, self.n_vertices), quantum_of(self.lengths))

    @cached_property
    def _ways(self) -> AllPairs | Searches:
        """All pairs for small graphs, searches for large ones: the same distances."""
        return AllPairs.of(self._searches.network) if self.n_vertices <= ALL_PAIRS_VERTICES else self._searches

    def between(self, points: FloatArray, sites: FloatArray) -> FloatArray:
        """All pairs."""
        return self._ways.between(points, sites)

    def to_own(self, points: FloatArray, sites: FloatArray, cell_of: IntArray) -> FloatArray:
        """Cell by cell."""
        return self._ways.to_own(points, sites, cell_of)

    def representatives(
        self,
        points: FloatArray,
        cell_of: IntArray,
        n_cells: int,
        weights: FloatArray | None = None,
        sites: FloatArray | None = None,
    ) -> FloatArray:
        """The best vertices."""
        start = None if sites is None else sites[:, A].astype(np.int64)
        return at_vertices(self._ways.best_vertices(points, cell_of, n_cells, weights, start))

    # --- what the transportation problem asks

    def gather(
        self,
        points: FloatArray,
        sites: FloatArray,
        costs: FloatArray,
        *,
        weights: FloatArray | None,
        cell_of: IntArray | None,
        reach: FloatArray,
        room: int,
        threads: int,
        tree: Any = None,
    ) -> Candidates:
        """By one search from all sites."""
        del tree
        return self._searches.gather(
            points, sites, costs, weights=weights, cell_of=cell_of, reach=reach, room=room, threads=threads
        )

    def best_cells(
        self, points: FloatArray, sites: FloatArray, costs: FloatArray, weights: FloatArray | None, threads: int
    ) -> IntArray:
        """By one search from all sites."""
        return self._searches.best_cells(points, sites, costs, weights, threads)

    def scales(self, sites: FloatArray, points: FloatArray, weights: FloatArray | None) -> FloatArray:
        """The scale of each cell, as for any distance, from the two nearest sites of a sample of the records."""
        sample = np.ascontiguousarray(points[:: max(1, len(points) // SCALE_RECORDS)])
        weight = 1.0 if weights is None else float(weights.mean())
        if len(sites) == 1:
            return np.full(1, weight * float(self.between(sample, sites).mean()) or 1.0)
        two = self._searches.gather(
            sample, sites, np.zeros(len(sites)),
            weights=None, cell_of=None, reach=np.full(len(sites), np.inf), room=2, threads=1,
        )  # fmt: skip
        distance = two.distance.reshape(-1, 2)
        more = weight * (distance[:, 1] - distance[:, 0]) / 2.0
        mean = float(more.mean()) or weight * float(distance.mean()) or 1.0
        count = np.bincount(two.best_of, minlength=len(sites))
        scale = (np.bincount(two.best_of, weights=more, minlength=len(sites)) + mean) / (count + 1.0)
        return np.maximum(scale, LEAST_SCALE * mean)

    def require_affordable(self, n_records: int, n_cells: int) -> None:
        """Always: the number of cells hardly matters."""


def _checked_positions(positions: npt.ArrayLike) -> FloatArray:
    try:
        where = np.array(positions, dtype=np.float64)
    except (TypeError, ValueError):
        where = np.empty(0)
    if where.ndim != 2 or where.shape[1] != 2 or not np.isfinite(where).all():
        raise ParameterError(
            Setting("positions"), " must have two finite coordinates for each vertex, in the order of their numbers."
        )
    return where
