"""Pieces of streets, given by the coordinates of their two ends, as vertices and edges.

Two ends are the same vertex if they are not farther apart than the tolerance, directly or by way of other ends. Streets
that cross without a common end are not joined: one may be a bridge.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.errors import ParameterError, Setting
from shoal.partition.distances.graphs.building import parts_of

COLUMNS = ("from_x", "from_y", "to_x", "to_y")
LENGTH = "length"
TOLERANCE = 1e-6  # of the mean length of a piece: a tenth of a millimetre for blocks of 100 m


def piece_columns(pieces: Any) -> tuple[FloatArray, FloatArray | None]:
    """The coordinates (pieces, 4), and the lengths if there are any."""
    if isinstance(pieces, (np.ndarray, list, tuple)):
        return _from_rows(pieces)
    named = getattr(pieces, "column_names", None) or getattr(pieces, "columns", None)
    names = [str(name) for name in (named if named is not None else getattr(pieces, "keys", list)())]
    missing = [name for name in COLUMNS if name not in names]
    if missing:
        raise ParameterError(
            Setting("pieces"),
            f" need the columns {', '.join(COLUMNS)}, and {LENGTH} if a piece is not straight; missing: "
            f"{', '.join(missing)}.",
            column=missing,
        )
    try:
        columns = [np.asarray(pieces[name], dtype=np.float64) for name in (*COLUMNS, LENGTH) if name in names]
    except (TypeError, ValueError):
        raise ParameterError(Setting("pieces"), " must hold numbers.") from None
    coordinates = np.column_stack(columns[: len(COLUMNS)])
    return _finite(coordinates), columns[len(COLUMNS)] if len(columns) > len(COLUMNS) else None


def _from_rows(pieces: Any) -> tuple[FloatArray, FloatArray | None]:
    try:
        rows = np.array(pieces, dtype=np.float64)
    except (TypeError, ValueError):
        raise ParameterError(Setting("pieces"), " must hold numbers.") from None
    widths = (len(COLUMNS), len(COLUMNS) + 1)
    if rows.ndim != 2 or rows.shape[1] not in widths or len(rows) == 0:
        raise ParameterError(
            Setting("pieces"),
            f" must have one row for each piece with {', '.join(COLUMNS)} and perhaps {LENGTH}; found the shape "
            f"{rows.shape}.",
        )
    return _finite(rows[:, : len(COLUMNS)]), rows[:, len(COLUMNS)] if rows.shape[1] == widths[1] else None


def _finite(coordinates: FloatArray) -> FloatArray:
    wrong = ~np.isfinite(coordinates).all(axis=1)
    if wrong.any():
        raise ParameterError(
            f"{int(wrong.sum()):,} pieces have a coordinate that is missing or infinite; the first is in row "
            f"{int(np.argmax(wrong)) + 1}.",
            parameter="pieces",
            count=wrong.sum(),
        )
    return coordinates


def joined_ends(coordinates: FloatArray, tolerance: float | None) -> tuple[IntArray, FloatArray]:
    """The two vertices of each piece, and the positions of the vertices: that of the first end of each."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components
    from scipy.spatial import cKDTree

    ends = np.vstack([coordinates[:, :2], coordinates[:, 2:]])
    if tolerance is None:
        tolerance = TOLERANCE * float(np.hypot(*(coordinates[:, 2:] - coordinates[:, :2]).T).mean())
    distinct, number = np.unique(ends, axis=0, return_inverse=True)
    near = cKDTree(distinct).query_pairs(tolerance, output_type="ndarray")
    joined = coo_array((np.ones(len(near)), (near[:, 0], near[:, 1])), shape=(len(distinct), len(distinct)))
    _, vertex_of = connected_components(joined, directed=False)
    vertex = vertex_of[number.reshape(-1)].astype(np.int64)
    _, first = np.unique(vertex, return_index=True)
    n_pieces = len(coordinates)
    return np.column_stack([vertex[:n_pieces], vertex[n_pieces:]]), ends[first]


def largest_part_of(
    edges: IntArray, lengths: FloatArray, positions: FloatArray
) -> tuple[IntArray, FloatArray, FloatArray]:
    """The part with the most vertices, which are numbered anew."""
    _, part = parts_of(edges, len(positions))
    kept = part == np.bincount(part).argmax()
    number = np.cumsum(kept) - 1
    inside = kept[edges[:, 0]]
    return number[edges[inside]], lengths[inside], positions[kept]
