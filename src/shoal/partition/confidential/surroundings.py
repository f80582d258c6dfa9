"""Records nearby that have other confidential values.

Where all neighbours of a record have the same value, a cell that needs another value must get it from farther away. So
the search also looks at the nearest records of other kinds, where a kind is a value, or a range of ranks.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray, IntArray
from shoal.guarantee.confidential import ConfidentialPromise, ConfidentialValues
from shoal.partition.neighbours import nearest_points

OTHERS = 8  # of each column: half as many as there are neighbours (`NEAR` of search/annealing.py)
MOST_KINDS = 8  # each kind needs a search tree of its own, and one of each leaves place for OTHERS


def others_nearby(points: FloatArray, promise: ConfidentialPromise) -> npt.NDArray[np.int32]:
    """(n, l) for each record the nearest ones of other kinds, for every confidential column in turn."""
    own = np.arange(len(points), dtype=np.int32)[:, None]
    columns = {values.name: values for values, _ in promise.asked}.values()
    return np.hstack([own[:, :0], *(_of_other_kinds(points, _kinds(values)) for values in columns)])


def _kinds(values: ConfidentialValues) -> IntArray:
    """A range of ranks for ordered values; otherwise a value, where the rarest ones are of one kind."""
    if values.is_ordered and len(values.totals) > MOST_KINDS:
        rank = np.cumsum(values.totals) - 0.5 * values.totals
        kind = np.asarray(rank * MOST_KINDS / values.totals.sum(), dtype=np.int64)
    else:
        kind = np.minimum(np.argsort(np.argsort(-values.totals, kind="stable")), MOST_KINDS - 1)
    return np.unique(kind[values.code_of], return_inverse=True)[1].astype(np.int64)


def _of_other_kinds(points: FloatArray, kind_of: IntArray) -> npt.NDArray[np.int32]:
    """The nearest of every other kind: so the kinds that are far away are there as well, not only the next one."""
    own = np.arange(len(points), dtype=np.int32)[:, None]
    n_kinds = int(kind_of.max()) + 1
    count = OTHERS // (n_kinds - 1) if n_kinds > 1 else 0
    near = np.broadcast_to(own, (len(points), count * n_kinds)).copy()  # a record is its own neighbour elsewhere
    for kind in range(n_kinds if n_kinds > 1 else 0):
        inside, outside = np.flatnonzero(kind_of == kind), np.flatnonzero(kind_of != kind)
        found_of = min(count, len(inside))
        found, _ = nearest_points(np.ascontiguousarray(points[inside]), points[outside], found_of)
        near[outside, kind * count : kind * count + found_of] = inside[found]
    return near
