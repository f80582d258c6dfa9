"""Cells that take one record from each slice of the records."""

from __future__ import annotations

import numpy as np

from shoal.kernels.jit import inner_kernel, kernel


@inner_kernel
def _gap(points, record, centre):
    gap = 0.0
    for j in range(points.shape[1]):
        step = points[record, j] - centre[j]
        gap += step * step
    return gap


@inner_kernel
def _farthest(points, free, n_free, centre):
    """The place, among the free records, of the one farthest from a centre; ties go to the first."""
    chosen, most = 0, -1.0
    for at in range(n_free):
        gap = _gap(points, free[at], centre)
        if gap > most:
            chosen, most = at, gap
    return chosen


@kernel
def take_from_slices(points, in_slices, counts, cell_of, n_cells):  # cell_of OUT, the rest IN
    """``in_slices`` lists the records slice by slice, ``counts`` of them each; every cell gets one from each slice.

    A record that is left when all cells are made joins the cell of the nearest record.
    """
    n_records, n_dims = points.shape
    n_slices = counts.shape[0]
    free = in_slices.copy()  # the first ``left[slice]`` of each slice are free
    first = np.cumsum(counts) - counts
    left = counts.copy()
    total = np.zeros(n_dims)
    for record in range(n_records):
        total += points[record]
    n_free = n_records
    centre = np.empty(n_dims)
    for cell in range(n_cells):
        for j in range(n_dims):
            centre[j] = total[j] / n_free
        seed, most = free[first[0]], -1.0
        for s in range(n_slices):
            if left[s] > 0:
                at = _farthest(points, free[first[s] :], left[s], centre)
                gap = _gap(points, free[first[s] + at], centre)
                if gap > most:
                    seed, most = free[first[s] + at], gap
        for s in range(n_slices):
            if left[s] == 0:
                continue
            chosen, least = 0, np.inf
            for at in range(left[s]):
                gap = _gap(points, free[first[s] + at], points[seed])
                if gap < least:
                    chosen, least = at, gap
            record = free[first[s] + chosen]
            cell_of[record] = cell
            total -= points[record]
            n_free -= 1
            left[s] -= 1
            free[first[s] + chosen] = free[first[s] + left[s]]
    for record in range(n_records):
        if cell_of[record] < 0:
            nearest, least = 0, np.inf
            for other in range(n_records):
                gap = _gap(points, other, points[record])
                if cell_of[other] >= 0 and gap < least:
                    nearest, least = cell_of[other], gap
            cell_of[record] = nearest
