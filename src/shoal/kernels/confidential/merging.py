"""Merging cells until all keep their rules: which neighbour a cell is merged with.

A cell that breaks a rule is merged with the neighbour that costs least distortion among those with which it keeps all
rules, or, if there is none, with the one that costs least. A union keeps what its parts keep, so in the end all cells
keep all rules, or a single cell is left.
"""

from __future__ import annotations

import numpy as np

from shoal.kernels.confidential.judge import ROUNDING, shortfall
from shoal.kernels.jit import NOBODY, inner_kernel, kernel


@inner_kernel
def _together_keep(judge, records, first, a, b, values):  # values scratch
    """Whether the union of two cells keeps all rules."""
    for rule in range(judge.kinds.shape[0]):
        count = 0
        for cell in (a, b):
            for at in range(first[cell], first[cell + 1]):
                values[count] = judge.codes[records[at], rule]
                count += 1
        if shortfall(judge, rule, values, count) > ROUNDING:
            return False
    return True


@inner_kernel
def _cost(centroids, mass, a, b):
    """What the distortion grows by when two cells become one (Ward)."""
    gap = 0.0
    for j in range(centroids.shape[1]):
        step = centroids[a, j] - centroids[b, j]
        gap += step * step
    return gap * mass[a] * mass[b] / (mass[a] + mass[b])


@kernel
def choose_partners(judge, records, first, centroids, mass, broken, near, partner):  # partner OUT, the rest IN
    """``partner[cell]`` for every broken cell and whom it is merged with, −1 for all others; a cell has one partner.

    ``near[at]`` lists cells around ``broken[at]``, −1 where there are none. Cells come in the order of ``broken``.
    """
    values = np.empty(records.shape[0], dtype=np.int64)
    partner[:] = NOBODY
    for at in range(broken.shape[0]):
        cell = broken[at]
        if partner[cell] >= 0:
            continue
        chosen, least, chosen_keeps = NOBODY, np.inf, False
        for other in near[at]:
            if other < 0 or partner[other] >= 0:
                continue
            cost = _cost(centroids, mass, cell, other)
            if chosen_keeps and cost >= least:
                continue
            keeps = _together_keep(judge, records, first, cell, other, values)
            if (keeps and not chosen_keeps) or (keeps == chosen_keeps and cost < least):
                chosen, least, chosen_keeps = other, cost, keeps
        if chosen >= 0:
            partner[cell] = chosen
            partner[chosen] = cell
