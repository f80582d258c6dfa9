"""Coarse: scales and origins that reveal nothing about single records, because they are in files that others read.

The mean and the standard deviation of a column are two equations for its values. Somebody who knows all records but one
(or all but two) solves them. A file needs neither: a scale only makes columns comparable, and an origin only keeps
digits. So both are rounded before anything is computed with them:

* A scale becomes the nearest 2^(j/4) (at most 9 % away) if the column is *broad*: it depends on at least 30 records
  and none of them makes more than half of its variance. Otherwise it becomes the nearest 2^j (at most 41 % away).
* An origin becomes the nearest multiple of 16 times the power of two that is nearest to the scale. Distances do not
  depend on it, so it may be coarser than the scale. It is a short binary number, so value − origin keeps all digits,
  also for a column around 1e9 with a spread of 1e-3.

A rounded number still says on which side of a border the exact one lies. Few borders say little: that is why the origin
is coarser than it would have to be.

Everything here is made of comparisons, powers of two and three constants. So all machines find the same numbers.
"""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from shoal.arrays import FloatArray
from shoal.guarantee.behind_figures import FEWEST_RECORDS, effective_count, one_makes_most

QUARTER_POWERS = (1.0, 1.189207115002721, 1.4142135623730951, 1.681792830507429, 2.0)  # 2^(0/4) … 2^(4/4)
WHOLE_POWERS = (1.0, 2.0)
SCALES_PER_ORIGIN = 16  # a power of two; the next origin is so many scales away
LARGEST_QUOTIENT = 2.0**53  # from here on, float64 has no digit left that rounding could remove


def is_broad(squares: FloatArray, weights: FloatArray | None = None) -> bool:
    """Whether a variance may be stated more finely: it depends on enough records, and on none of them mostly.

    squares: the squared distance of every record from the mean, in any unit.
    """
    mass = np.ones(len(squares)) if weights is None else weights
    if effective_count(mass) < FEWEST_RECORDS:
        return False
    parts = mass / mass.max() * squares
    return float(parts.sum()) > 0.0 and not one_makes_most(parts)


def coarse_size(size: float, *, fine: bool) -> float:
    """The nearest 2^(j/4) of a positive number, or without ``fine`` the nearest 2^j; nearest by ratio."""
    if not (math.isfinite(size) and size > 0.0):
        return size
    mantissa, exponent = math.frexp(size)  # size = (2 · mantissa) · 2^(exponent − 1), with 1 ≤ 2 · mantissa < 2
    steps = QUARTER_POWERS if fine else WHOLE_POWERS
    doubled = 2.0 * mantissa
    place = sum(doubled * doubled >= low * high for low, high in pairwise(steps))
    try:
        return math.ldexp(steps[place], exponent - 1)
    except OverflowError:
        return math.inf


def coarse_origin(mean: float, scale: float) -> float:
    """The multiple of 16 times the power of two nearest to the scale that is nearest to the mean."""
    step = SCALES_PER_ORIGIN * coarse_size(scale, fine=False)
    quotient = mean / step if math.isfinite(step) and step > 0.0 else math.inf
    if not abs(quotient) < LARGEST_QUOTIENT:
        return mean
    origin = round(quotient) * step
    return origin + 0.0 if math.isfinite(origin) else math.trunc(quotient) * step  # rounded up past the last float


def coarse_whole_origin(mean: int, step: int, lowest: int, highest: int) -> int:
    """The multiple of a whole step that is nearest to a whole number (an instant), within a range."""
    origin = (mean + step // 2) // step * step
    if origin > highest:
        return origin - step
    return origin + step if origin < lowest else origin
