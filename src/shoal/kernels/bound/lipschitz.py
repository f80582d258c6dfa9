"""The function of least squares among those that rise and fall no faster than they may: Lipschitz regression on a line.

    minimise Σ massᵢ·(φᵢ − meanᵢ)²   where   |φᵢ₊₁ − φᵢ| ≤ stepᵢ

Dynamic programming over the places from left to right. Let gᵢ(z) be the least cost of the first i places with φᵢ = z.
Its derivative is continuous, rises and is piecewise linear. One step of the recursion lets the part left of the minimum
move left by ``step``, and the part right of it move right, with zero between; then it adds massᵢ·(z − meanᵢ). So the
bends of the derivative stand on two stacks, left and right of the minimum, each with one offset for all. Every place
adds one bend to each stack. When the minimum moves, bends go from one stack to the other. In the end φ is read off from
right to left: as near to the minimum of gᵢ as its neighbour lets it.

P. Agarwal, J. Phillips and B. Sadri, Lipschitz unimodal and isotonic regression on paths and trees, LATIN 2010.
"""

from __future__ import annotations

import numpy as np

from shoal.kernels.jit import kernel


@kernel
def lipschitz_regression(mean, mass, step, fitted):  # fitted OUT
    """``fitted`` for each place; ``step`` holds, between two places, how far apart their values may be."""
    n_places = mean.shape[0]
    left, left_bend = np.empty(2 * n_places), np.empty(2 * n_places)  # places of the bends, without the offset …
    right, right_bend = np.empty(2 * n_places), np.empty(2 * n_places)  # … and by how much the slope grows there
    n_left, n_right = 0, 0
    left_offset, right_offset = 0.0, 0.0
    for at in range(n_places):
        if at > 0:
            left_offset -= step[at - 1]
            right_offset += step[at - 1]
        slope = mass[at]  # in the middle, where the derivative was zero
        lowest = mean[at]
        if n_right > 0 and lowest > right[n_right - 1] + right_offset:
            here = right[n_right - 1] + right_offset
            value = slope * (here - lowest)
            while True:
                n_right -= 1
                left[n_left], left_bend[n_left] = here - left_offset, right_bend[n_right]
                n_left += 1
                slope += right_bend[n_right]
                following = right[n_right - 1] + right_offset if n_right > 0 else np.inf
                if value + slope * (following - here) >= 0.0:
                    lowest = here - value / slope
                    break
                value += slope * (following - here)
                here = following
        elif n_left > 0 and lowest < left[n_left - 1] + left_offset:
            here = left[n_left - 1] + left_offset
            value = slope * (here - lowest)
            while True:
                n_left -= 1
                right[n_right], right_bend[n_right] = here - right_offset, left_bend[n_left]
                n_right += 1
                slope -= left_bend[n_left]
                following = left[n_left - 1] + left_offset if n_left > 0 else -np.inf
                if value + slope * (following - here) <= 0.0:
                    lowest = here - value / slope
                    break
                value += slope * (following - here)
                here = following
        fitted[at] = lowest
        left[n_left], left_bend[n_left] = lowest - left_offset, -slope
        right[n_right], right_bend[n_right] = lowest - right_offset, slope
        n_left += 1
        n_right += 1
    for at in range(n_places - 2, -1, -1):
        fitted[at] = min(max(fitted[at], fitted[at + 1] - step[at]), fitted[at + 1] + step[at])
