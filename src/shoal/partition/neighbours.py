"""Which records are close to each, and how far that is."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from shoal.partition.partition import FloatArray


def nearest_records(points: FloatArray, count: int) -> tuple[npt.NDArray[np.int32], FloatArray]:
    """For every record the ``count`` others nearest to it, ascending, and their squared distances.

    One thread and plain sums: the same lists on every machine. ``count`` must be below the number of records.
    """
    from scipy.spatial import cKDTree

    found: tuple[Any, Any] = cKDTree(points).query(points, k=count + 1)
    distance, record = found
    own = record == np.arange(len(points))[:, None]
    missing = ~own.any(axis=1)  # among many equal records a record may not be in its own list
    own[missing, -1] = True
    others = record[~own].reshape(len(points), count).astype(np.int32)
    return others, (distance[~own] ** 2).reshape(len(points), count)
