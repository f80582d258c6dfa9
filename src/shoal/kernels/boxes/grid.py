"""One list of ranges a question: the best next cut through a whole grid of boxes.

A cut of one range of one question cuts every box of that range. It is allowed when every part that holds anybody keeps
the promise. Both sides are judged while records pass from the right of the cut to its left, in order of their ranks.
"""

from __future__ import annotations

import numpy as np

from shoal.kernels.boxes.splits import acceptable
from shoal.kernels.jit import inner_kernel, kernel
from shoal.kernels.participation.poisson_binomial import empty_distribution, one_more


@inner_kernel
def _broken_before(frame, order, range_of, box_of, n_boxes, broken):  # broken OUT, others IN
    """After each record, in this order: how many boxes have a beginning that breaks the promise."""
    uneven = len(frame.participation) > 0
    pmf = np.empty((n_boxes if uneven else 1, frame.least[1]))
    band = np.empty((len(pmf), 2), dtype=np.int64)
    for box in range(len(pmf)):
        empty_distribution(pmf[box], band[box])
    size = np.zeros(n_boxes, dtype=np.int64)
    n_broken = 0
    for at in range(len(order)):
        record = order[at]
        if at > 0 and range_of[record] != range_of[order[at - 1]]:
            n_broken = 0  # the boxes of another range begin
        box = box_of[record]
        own = box if uneven else 0
        if size[box] > 0 and not acceptable(frame, pmf[own], band[own], size[box]):
            n_broken -= 1
        size[box] += 1
        if uneven:
            one_more(pmf[own], band[own], frame.participation[record])
        if not acceptable(frame, pmf[own], band[own], size[box]):
            n_broken += 1
        broken[at] = n_broken


@inner_kernel
def _part_score(sums, mass):  # IN
    if mass <= 0.0:
        return 0.0
    total = 0.0
    for each in range(sums.shape[0]):
        total += sums[each] * sums[each]
    return total / mass


@kernel
def best_grid_cut(frame, order, rank, range_of, box_of, n_boxes):  # IN
    """The best cut of one question: (gain, rank that begins the right side); a gain of −1 when there is none.

    ``order`` holds the records by their ranks, ``range_of`` and ``box_of`` are the present range and box of each.
    """
    n, d = frame.point.shape
    before = np.empty(n, dtype=np.int64)
    after = np.empty(n, dtype=np.int64)
    _broken_before(frame, order, range_of, box_of, n_boxes, before)
    _broken_before(frame, order[::-1].copy(), range_of, box_of, n_boxes, after)
    right = np.zeros((n_boxes, d))
    right_mass = np.zeros(n_boxes)
    for record in range(n):
        right_mass[box_of[record]] += frame.mass[record]
        for each in range(d):
            right[box_of[record], each] += frame.mass[record] * frame.point[record, each]
    left = np.zeros((n_boxes, d))
    left_mass = np.zeros(n_boxes)
    gain = 0.0
    best_gain = -1.0
    best_rank = -1
    for at in range(n - 1):
        record, following = order[at], order[at + 1]
        box, weight = box_of[record], frame.mass[record]
        gain -= _part_score(left[box], left_mass[box]) + _part_score(right[box], right_mass[box])
        left_mass[box] += weight
        right_mass[box] -= weight
        for each in range(d):
            left[box, each] += weight * frame.point[record, each]
            right[box, each] -= weight * frame.point[record, each]
        gain += _part_score(left[box], left_mass[box]) + _part_score(right[box], right_mass[box])
        if range_of[record] != range_of[following]:
            gain = 0.0
        elif rank[record] != rank[following] and before[at] == 0 and after[n - 2 - at] == 0 and gain > best_gain:
            best_gain, best_rank = gain, rank[following]
    return best_gain, best_rank
