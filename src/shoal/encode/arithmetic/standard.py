"""Means and spreads that lose no digits: the arithmetic that the kinds of attribute share.

A mean is taken in two steps: a first mean, then the mean of what is left after subtracting it. So the spread of a
column around 1e9 with a spread of 1e-3 is found as well as that of one around 0. What an attribute keeps of mean and
spread is coarse (`coarse.py`).
"""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.encode.arithmetic.coarse import coarse_size, is_broad

# Shares, ranks and the like are recovered from centroids to about 1e-15. Two of them that differ by less
# than this are tied: counts of a cell with fewer than 1e9 records cannot differ by so little.
TIE = 1e-9

# Decoded numbers keep this many decimal digits of their own size and of the spread of their attribute, whichever are
# finer: just above the usual rounding noise of encoding and decoding, so that 0.1 comes back as 0.1, and far below
# anything that could matter to a value however small it is beside its neighbours.
TIDY_DIGITS = 12

# A mean of 0 is recovered to about this many units in the last place of what had to cancel out.
CANCELLED_UNITS = 2

# Powers of ten up to 1e22 are exact in float64; rounding with a larger one would itself add noise.
MOST_DECIMALS = 22

# Rounding to more digits before the point than float64 has gives 0 anyway.
MOST_DIGITS = 300

# From 2**52 on, float64 has no fractional digits left to round.
NO_FRACTION = 2.0**52


def weighted_mean(values: FloatArray, weights: FloatArray | None) -> float:
    """Mean of finite values; they are divided by the largest first so that no sum can overflow."""
    largest = float(np.abs(values).max())
    if largest == 0.0:
        return 0.0
    shares = values / largest
    if weights is None:
        return float(shares.mean()) * largest
    return float(np.dot(weights, shares) / weights.sum()) * largest


def two_step_mean(values: FloatArray, weights: FloatArray | None) -> tuple[float, float]:
    """The mean as (reference, offset); their sum is the mean."""
    reference = weighted_mean(values, weights)
    return reference, weighted_mean(values - reference, weights)


def coarse_spread(centred: FloatArray, weights: FloatArray | None) -> float:
    """The spread of values whose mean is already 0, as coarse as the number of records behind it asks for.

    ``centred`` has one column for each coordinate of the attribute; 1 when all of them are 0.
    """
    largest = float(np.abs(centred).max())
    if largest == 0.0 or not np.isfinite(largest):
        return 1.0 if largest == 0.0 else largest
    squares = np.einsum("ij,ij->i", centred / largest, centred / largest)
    variance = float(squares.mean() if weights is None else np.dot(weights, squares) / weights.sum())
    if variance == 0.0:
        return 1.0
    return coarse_size(largest * variance**0.5, fine=is_broad(squares, weights))


def shares_of(codes: IntArray, n_categories: int, weights: FloatArray | None) -> FloatArray:
    """The share of the (weighted) records in each category."""
    counts = np.bincount(codes, weights=weights, minlength=n_categories).astype(np.float64)
    shares: FloatArray = counts / counts.sum()
    return shares


def decimals_seen(values: FloatArray, most: int) -> int | None:
    """The fewest decimals that write all of these numbers, or None if they have more than ``most``.

    Twelve digits of a number are looked at, so that the noise of an earlier computation (0.1 + 0.2) does not count.
    """
    spread = float(np.ptp(values / 2.0)) or 1.0
    plain = tidied(values, float(np.abs(values).max()), spread)
    for decimals in range(most + 1):
        if np.array_equal(rounded(plain, decimals), plain):
            return decimals
    return None


def tidied(values: FloatArray, centre: float, scale: float) -> FloatArray:
    """Decoded numbers of an attribute with this mean and spread, without the noise of encoding and decoding.

    No number moves by more than 10^−12 of its own size, except what cancelling out left of a 0.
    """
    noise = CANCELLED_UNITS * np.spacing(abs(centre) + scale)
    result = np.where(np.abs(values) <= noise, 0.0, values)
    sizes = np.minimum(np.abs(result), scale)
    present = sizes > 0.0
    decimals = np.full(len(values), MOST_DECIMALS + 1)
    decimals[present] = np.maximum(TIDY_DIGITS - np.floor(np.log10(sizes[present])), 0)
    for digits in np.unique(decimals[decimals <= MOST_DECIMALS]):  # smaller numbers stay as they are
        alike = decimals == digits
        result[alike] = rounded(result[alike], int(digits))
    return result


def rounded(values: FloatArray, decimals: int) -> FloatArray:
    """Rounded half to even, without touching numbers that have no such digits, and with 0.0 for −0.0."""
    decimals = int(np.clip(decimals, -MOST_DIGITS, MOST_DECIMALS))
    fractional = np.abs(values) < NO_FRACTION / 10.0**decimals if decimals > 0 else np.isfinite(values)
    result = values + 0.0
    result[fractional] = np.round(result[fractional], decimals) + 0.0
    return result
