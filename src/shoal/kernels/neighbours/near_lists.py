"""The nearest records inside one leaf: every pair is looked at."""

from __future__ import annotations

from shoal.kernels.jit import kernel


@kernel
def list_nearest(points, record_of, begin, end, near, distance):  # near, distance OUT
    """For the records ``record_of[begin:end]``: the nearest among them, ascending, and their squared distances.

    ``near`` (n, count) and ``distance`` (n, count) have a row for every record; those of this leaf are filled.
    """
    n_dims = points.shape[1]
    count = near.shape[1]
    for i in range(begin, end):
        one = record_of[i]
        held = 0
        for j in range(begin, end):
            if i == j:
                continue
            other = record_of[j]
            apart = 0.0
            for axis in range(n_dims):
                step = points[one, axis] - points[other, axis]
                apart += step * step
            if held == count and apart >= distance[one, count - 1]:
                continue
            position = held if held < count else count - 1
            while position > 0 and distance[one, position - 1] > apart:
                distance[one, position] = distance[one, position - 1]
                near[one, position] = near[one, position - 1]
                position -= 1
            distance[one, position] = apart
            near[one, position] = other
            if held < count:
                held += 1
