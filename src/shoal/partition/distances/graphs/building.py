"""Edges as they were given, checked and made ready for searches: one edge for each pair of vertices, no loops.

Lengths are rounded to whole multiples of a power of two, about 1e-15 of their sum. Sums along paths are then exact,
whatever their order. So two paths of equal length are equal for every algorithm, and records that are equally far from
two sites are known to be.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from shoal.arrays import BoolArray, FloatArray, IntArray
from shoal.errors import ParameterError, Setting
from shoal.kernels.graphs.search import Network

EXACT_BITS = 52  # of a double, whose whole numbers are exact up to twice this power of two
HEADROOM_BITS = 3  # costs are added to distances, and may be a few times as large


def checked_edges(
    edges: npt.ArrayLike, lengths: npt.ArrayLike, n_vertices: int | None
) -> tuple[IntArray, FloatArray, int]:
    """Edges (a, b) with a < b in ascending order, their lengths, and the number of vertices."""
    pairs = _whole_pairs(edges)
    length = np.array(lengths, dtype=np.float64).reshape(-1) if _is_numeric(lengths) else np.empty(0)
    if len(pairs) == 0:
        raise ParameterError("A graph needs at least one edge.", parameter="edges")
    if len(length) != len(pairs):
        raise ParameterError(
            f"The graph has {len(pairs)} edges and {len(length)} lengths.",
            parameter="lengths",
            count=len(length),
            hint="Give a number for each edge.",
        )
    _refuse_edges(
        np.asarray(~(np.isfinite(length) & (length > 0.0))),
        "lengths",
        "have a length that is missing, infinite, zero or negative",
        "Every length must be a positive number. Make one vertex of two that are at the same point.",
    )
    known = int(pairs.max()) + 1 if n_vertices is None else n_vertices
    _refuse_edges(
        np.asarray(((pairs < 0) | (pairs >= known)).any(axis=1)),
        "edges",
        f"name a vertex that does not exist; there are {known}, numbered from 0",
        "Check the vertex numbers.",
    )
    pairs, length = _simple(np.sort(pairs, axis=1), length)
    if len(pairs) == 0:
        raise ParameterError("Every edge of the graph leads back to where it begins.", parameter="edges")
    return pairs, _exactly_summable(length), known


def require_connected(edges: IntArray, n_vertices: int, what: str) -> None:
    """Refuse a graph in several parts: no way leads from one to the other."""
    n_parts, part = parts_of(edges, n_vertices)
    if n_parts > 1:
        n_cut_off = n_vertices - int(np.bincount(part).max())
        raise ParameterError(
            f"The graph is in {n_parts:,} parts: no way leads from its largest part to {n_cut_off:,} of its "
            f"{n_vertices:,} {what}.",
            parameter="edges",
            count=n_cut_off,
            hint=(
                "Add the missing edges, or leave the smaller parts out (",
                Setting("largest_part", True),
                " of Graph.from_pieces).",
            ),
        )


def parts_of(edges: IntArray, n_vertices: int) -> tuple[int, IntArray]:
    """How many connected parts there are, and the part of each vertex."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    joined = coo_array((np.ones(len(edges)), (edges[:, 0], edges[:, 1])), shape=(n_vertices, n_vertices))
    n_parts, part = connected_components(joined, directed=False)
    return int(n_parts), part.astype(np.int64)


def network_of(edges: IntArray, lengths: FloatArray, n_vertices: int) -> Network:
    """The arcs of each vertex: every edge in both directions."""
    tail = np.concatenate([edges[:, 0], edges[:, 1]])
    order = np.argsort(tail, kind="stable")
    start = np.concatenate([[0], np.cumsum(np.bincount(tail, minlength=n_vertices))])
    return Network(start, np.concatenate([edges[:, 1], edges[:, 0]])[order], np.tile(lengths, 2)[order])


def quantum_of(lengths: FloatArray) -> float:
    """What all lengths are multiples of: paths, which use each edge once, then have exact lengths."""
    return float(2.0 ** (np.ceil(np.log2(lengths.sum())) - EXACT_BITS + HEADROOM_BITS))


def _exactly_summable(lengths: FloatArray) -> FloatArray:
    quantum = quantum_of(lengths)
    return np.asarray(np.maximum(np.rint(lengths / quantum), 1.0) * quantum)


def _simple(pairs: IntArray, length: FloatArray) -> tuple[IntArray, FloatArray]:
    """Without loops, which no shortest path uses; of several edges between two vertices the shortest."""
    kept = pairs[:, 0] != pairs[:, 1]
    pairs, length = pairs[kept], length[kept]
    order = np.lexsort((length, pairs[:, 1], pairs[:, 0]))
    pairs, length = pairs[order], length[order]
    first = np.ones(len(pairs), dtype=bool)
    first[1:] = (pairs[1:] != pairs[:-1]).any(axis=1)
    return np.ascontiguousarray(pairs[first]), np.ascontiguousarray(length[first])


def _whole_pairs(edges: npt.ArrayLike) -> IntArray:
    given = np.array(edges, dtype=np.float64) if _is_numeric(edges) else np.empty((0, 0))
    given = given.reshape(0, 2) if given.size == 0 and given.shape[:1] == (0,) and _is_numeric(edges) else given
    if given.ndim != 2 or given.shape[1] != 2 or not (np.isfinite(given) & (given == np.rint(given))).all():
        raise ParameterError(
            Setting("edges"),
            " must have one row for each edge, with the numbers of its two vertices (whole numbers from 0).",
        )
    return given.astype(np.int64)


def _is_numeric(given: Any) -> bool:
    try:
        np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        return False
    return True


def _refuse_edges(wrong: BoolArray, parameter: str, what: str, hint: str) -> None:
    if wrong.any():
        raise ParameterError(
            f"{int(wrong.sum()):,} of {len(wrong):,} edges {what}; the first is in row {int(np.argmax(wrong)) + 1}.",
            parameter=parameter,
            count=wrong.sum(),
            hint=hint,
        )
