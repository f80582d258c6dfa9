"""When a statistic may be published: it depends on enough records, and not mostly on a single one.

A mean, a deviation or a correlation is an equation for its records. Two records can be computed from their mean and
their deviation. Among thousands of records, a single one can still be computed if it makes most of the variance: one
income of a hundred million among ordinary ones is √n deviations away from the mean, to many digits.

These are pure functions of arrays, so that all code that writes statistics into files or pages uses the same rules.
"""

from __future__ import annotations

import numpy as np

from shoal.arrays import BoolArray, FloatArray

FEWEST_RECORDS = 30  # a mean and a variance of fewer records say too much about each of them
FEWEST_CELLS = 5  # with fewer cells than this the figures describe single cells
LARGEST_PART = 0.5  # of a sum of squares in one record: beyond it, that record makes most of the sum
ROUNDING_SHARE = 1e-20  # squares below this share of the largest value's square are rounding, not a spread


def may_tell_moments(values: FloatArray, weights: FloatArray | None, k: int) -> bool:
    """Whether mean and deviation of a column may be published. Missing values (NaN) do not count."""
    present = ~np.isnan(values)
    own_weights = None if weights is None else weights[present]
    return enough_records(n_behind(present, weights), k) and not one_makes_most(
        squared_deviations(values[present], own_weights)
    )


def enough_records(n_records: int, k: int) -> bool:
    """Whether a statistic of so many records may be published."""
    return n_records >= max(FEWEST_RECORDS, FEWEST_CELLS * k)


def n_behind(present: BoolArray, weights: FloatArray | None) -> int:
    """The effective number of records of a statistic: those with a value, fewer if some have much larger weights."""
    n_present = int(np.count_nonzero(present))
    return n_present if weights is None else min(n_present, effective_count(weights[present]))


def effective_count(weights: FloatArray) -> int:
    """Kish's effective number of records, (Σw)²/Σw²: few heavy records among many light ones count as few."""
    near_one = weights / weights.max() if len(weights) else weights
    return round(float(near_one.sum() ** 2 / (near_one**2).sum())) if len(weights) else 0


def one_makes_most(parts: FloatArray) -> bool:
    """Whether one of these parts, none of them negative, is more than half of their sum."""
    return len(parts) > 0 and float(parts.max()) > LARGEST_PART * float(parts.sum())


def squared_deviations(values: FloatArray, weights: FloatArray | None) -> FloatArray:
    """What each record adds to the variance, up to a common factor; all 0 for a column that does not vary."""
    if not len(values) or values.min() == values.max():
        return np.zeros(len(values))
    near_one = np.ldexp(values, -int(np.frexp(np.abs(values).max())[1]))  # no square can overflow or vanish
    centred = near_one - near_one.mean()
    centred -= np.average(centred, weights=weights)
    squares = centred**2 if weights is None else centred**2 * (weights / weights.max())
    return np.where(squares > ROUNDING_SHARE, squares, 0.0)
