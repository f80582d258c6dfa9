"""The cheapest way to cut a sorted line into runs of k to 2k − 1 records."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.jit import kernel


class Line(NamedTuple):
    """Sorted records and the best way to cut off each beginning of the line."""

    value: npt.NDArray[np.float64]  # (n,) ascending
    weight: npt.NDArray[np.float64]  # (n,)
    best: npt.NDArray[np.float64]  # (n + 1,) least SSE of the first j records; infinite where 0 < j < k
    last_size: npt.NDArray[np.int64]  # (n + 1,) size of the last cell in that best way


def unsolved_line(value: npt.NDArray[np.float64], weight: npt.NDArray[np.float64]) -> Line:
    """Only the empty beginning is solved: it costs nothing."""
    best = np.full(len(value) + 1, np.inf)
    best[0] = 0.0
    return Line(value, weight, best, np.zeros(len(value) + 1, dtype=np.int64))


@kernel
def solve_beginnings(line, k, first, stop):  # line OUT; k, first, stop IN
    """Solve the beginnings of ``first``..``stop − 1`` records; all shorter ones are solved.

    The last cell grows backwards one record at a time; mean and SSE are updated (Welford), never differences
    of large sums. Of equally good ways the one with the smaller last cell is kept.
    """
    for n_first in range(first, stop):
        mass = 0.0
        mean = 0.0
        sse = 0.0
        for size in range(1, min(2 * k - 1, n_first) + 1):
            weight = line.weight[n_first - size]
            gap = line.value[n_first - size] - mean
            total = mass + weight
            sse += weight * (mass / total) * gap * gap
            mean += weight / total * gap
            mass = total
            if size >= k and line.best[n_first - size] + sse < line.best[n_first]:
                line.best[n_first] = line.best[n_first - size] + sse
                line.last_size[n_first] = size


@kernel
def cells_on_line(line, cell_at):  # line IN, cell_at OUT
    """Follow the best last cells back from the end; cells are numbered along the line."""
    n_cells = 0
    end = line.value.shape[0]
    while end > 0:
        end -= line.last_size[end]
        n_cells += 1
    end = line.value.shape[0]
    cell = n_cells - 1
    while end > 0:
        begin = end - line.last_size[end]
        for at in range(begin, end):
            cell_at[at] = cell
        end = begin
        cell -= 1
