"""Weiszfeld's iteration for the geometric medians of many cells, cell by cell.

`partition/distances/geometric_median.py` says what it is. Cells of few records take a hundred steps each, and a round
of noise needs the medians of all cells: as a loop of array operations that was eleven times slower.
"""

from __future__ import annotations

import numpy as np

from shoal.kernels.jit import inner_kernel, kernel


@kernel
def weiszfeld(points, weight, order, first, least_step, near, most_steps, medians):  # medians OUT
    """Move each median until its step is at most ``least_step[cell]``; records within ``near[cell]`` are at the median.

    order, first: the records cell by cell, and where those of each cell begin; the last of ``first`` is their end.
    """
    step = np.empty(points.shape[1])
    for cell in range(medians.shape[0]):
        records = order[first[cell] : first[cell + 1]]
        for _ in range(most_steps):
            length = _step(points, weight, records, medians[cell], near[cell], step)
            for axis in range(points.shape[1]):
                medians[cell, axis] += step[axis]
            if length <= least_step[cell]:
                break


@inner_kernel
def _step(points, weight, records, median, near, step):  # step OUT
    """One step, and its length. Records at the median hold it back (Vardi and Zhang)."""
    total_pull = held = 0.0
    step[:] = 0.0
    for record in records:
        squared = 0.0
        for axis in range(median.shape[0]):
            away = points[record, axis] - median[axis]
            squared += away * away
        length = np.sqrt(squared)
        if length <= near:
            held += weight[record]
            continue
        pull = weight[record] / length
        total_pull += pull
        for axis in range(median.shape[0]):
            step[axis] += pull * (points[record, axis] - median[axis])
    strength = 0.0
    for axis in range(median.shape[0]):
        strength += step[axis] * step[axis]
    strength = np.sqrt(strength)
    if strength <= held or total_pull == 0.0:
        step[:] = 0.0
        return 0.0
    share = (1.0 - held / strength) / total_pull
    for axis in range(median.shape[0]):
        step[axis] *= share
    return share * strength
