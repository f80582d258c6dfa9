"""What the release lost: overall, per attribute, and in the statistics that people compute from a table.

All of it is computed from sums over the whole table, and over exactly the values that the release shows: a sum that
also contained a value that was removed would give it back by subtraction. `guarantee/behind_figures.py` says when
such a sum may be told at all.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from shoal.arrays import BoolArray, FloatArray
from shoal.guarantee.behind_figures import one_makes_most

SIGNIFICANT_DIGITS = 4  # a statistic with all its digits is an equation for the records behind it
LOSS_DECIMALS = 4  # of a share: 12.34 %
SMALL_LOSS_DIGITS = 2
ROUNDING_SSE = 1e-18  # a record, where the variance of an attribute is near 1: less is rounding, and tells nothing


@dataclass(frozen=True)
class AttributeLoss:
    """Loss of one attribute: of its own variance, and as a part of the overall loss (these add up to it)."""

    loss_share: float
    part_of_total: float


class ReleaseLoss(NamedTuple):
    """SSE/SST of the released values: overall, and by attribute."""

    overall: float
    attributes: dict[str, AttributeLoss]


def loss_of_release(
    points: FloatArray,
    released_points: FloatArray,
    slices: Mapping[str, slice],
    weights: FloatArray | None = None,
    void: Mapping[str, BoolArray] | None = None,
    pooled: BoolArray | None = None,
) -> ReleaseLoss:
    """How far the released values lie from the records, as a share of how far these lie from their mean.

    A centroid is never further from its records than the overall mean is, but a coarsely rounded centroid or the
    most frequent category may be: the loss of what was really released can exceed 1.

    void: which records have an attribute released as missing; both their points stand at its mean. pooled: the
    records that lost values they had. Such a value counts as lost entirely, at the average squared distance of the
    values that are shown. Its own distance would be an equation for it.
    """
    lost = {
        name: _with_removed(
            _distortion(points[:, part], released_points[:, part], weights), (void or {}).get(name), pooled, weights
        )
        for name, part in slices.items()
    }
    total = sum(sst for _, sst in lost.values())
    attributes = {
        name: AttributeLoss(
            loss_share=sse / sst if sst > 0 else 0.0,
            part_of_total=sse / total if total > 0 else 0.0,
        )
        for name, (sse, sst) in lost.items()
    }
    return ReleaseLoss(sum(part.part_of_total for part in attributes.values()), attributes)


def _with_removed(
    distortion: tuple[float, float], void: BoolArray | None, pooled: BoolArray | None, weights: FloatArray | None
) -> tuple[float, float]:
    """(SSE, SST) per unit of weight, the removed values of pooled records counted as lost entirely."""
    if void is None or pooled is None or void.all():
        return distortion
    sse, sst = distortion
    shares = _shares(len(void), weights)
    removed = sst * float(shares[void & pooled].sum() / shares[~void].sum())
    return sse + removed, sst + removed


def _distortion(points: FloatArray, released_points: FloatArray, weights: FloatArray | None) -> tuple[float, float]:
    """(SSE, SST) of one attribute per unit of weight; (0, 0) if it never varied: it has nothing to lose."""
    sse = sst = 0.0
    for column in range(points.shape[1]):  # by column: a million records never need a second copy of all points
        values = points[:, column]
        sse += float(np.average((values - released_points[:, column]) ** 2, weights=weights))
        if values.min() < values.max():  # rounding must not turn a constant into a tiny spread
            centred = values - np.average(values, weights=weights)
            sst += float(np.average(centred**2, weights=weights))
    return (sse, sst) if sst > 0 else (0.0, 0.0)


def one_record_makes_the_loss(
    points: FloatArray, released_points: FloatArray, weights: FloatArray | None = None
) -> bool:
    """Whether a single record makes most of the loss of an attribute.

    The release shows the variance after, so the variance before (or the loss) tells the sum of the squared distances
    between records and released values. If one record makes most of that sum, the sum tells how far away it was.
    """
    squares = ((points - released_points) ** 2).sum(axis=1)
    if weights is not None:
        squares = squares * (weights / weights.max())
    return float(squares.sum()) > ROUNDING_SSE * len(squares) and one_makes_most(squares)


def round_loss(share: float) -> float:
    """A loss as it is published: hundredths of a percent, or two digits of a smaller one.

    The release tells the variance after exactly, and variance after / (1 − loss) is the variance before: a loss with
    all its digits would undo the rounding of the statistics.
    """
    if abs(share) < 10.0**-LOSS_DECIMALS:
        return float(f"{share:.{SMALL_LOSS_DIGITS}g}")
    return round(share, LOSS_DECIMALS)


@dataclass(frozen=True)
class Moments:
    """Mean and standard deviation of a numeric attribute before and after; None where no value is present."""

    mean_before: float | None
    mean_after: float | None
    deviation_before: float | None
    deviation_after: float | None


def moments(
    before: FloatArray,
    after: FloatArray,
    weights_before: FloatArray | None = None,
    weights_after: FloatArray | None = None,
) -> Moments:
    """Compare two columns (NaN where missing), rounded to a few digits of the spread."""
    if np.isnan(before).all() or np.isnan(after).all():
        return Moments(None, None, None, None)
    mean_before, spread = _mean_and_deviation(before, weights_before)
    mean_after, spread_after = _mean_and_deviation(after, weights_after)
    return Moments(
        mean_before=round_to_spread(mean_before, spread),
        mean_after=round_to_spread(mean_after, spread),
        deviation_before=round_to_spread(spread, spread),
        deviation_after=round_to_spread(spread_after, spread),
    )


def _mean_and_deviation(values: FloatArray, weights: FloatArray | None) -> tuple[float, float]:
    present = ~np.isnan(values)
    near_one, exponent = _near_one(values[present])
    share = _shares(len(near_one), None if weights is None else weights[present])
    centre = near_one.mean()  # sums of differences keep the digits of values far from 0
    mean = centre + share @ (near_one - centre)
    deviation = np.sqrt(share @ (near_one - mean) ** 2)
    mean, deviation = np.ldexp([mean, deviation], exponent)
    return float(mean), float(deviation)


def _shares(n_records: int, weights: FloatArray | None) -> FloatArray:
    """How much each record counts, 1 in all."""
    if weights is None:
        return np.full(n_records, 1.0 / n_records)
    near_one = weights / weights.max()
    return np.asarray(near_one / near_one.sum())


def _near_one(values: FloatArray) -> tuple[FloatArray, int]:
    """(v, e) with values = v · 2^e and |v| < 1: no sum of squares can overflow or vanish, and no digit is lost."""
    exponent = int(np.frexp(np.abs(values).max())[1])
    return np.ldexp(values, -exponent), exponent


def correlations(columns: list[FloatArray], weights: FloatArray | None = None) -> FloatArray:
    """Pearson correlations over records without missing values; 0 where a column is constant."""
    n_columns = len(columns)
    stacked = np.column_stack(columns) if columns else np.empty((0, 0))
    present = ~np.isnan(stacked).any(axis=1)
    complete = stacked[present]
    if len(complete) < 2:
        return np.eye(n_columns)
    share = _shares(len(complete), None if weights is None else weights[present])
    near_one = np.column_stack([_near_one(column)[0] for column in complete.T])
    centred = near_one - share @ near_one
    centred -= share @ centred  # the second mean removes what rounding left of the first
    # A constant column far from 0 may keep a rounding residue after centring, which must not pass for a spread.
    varies = near_one.min(axis=0) < near_one.max(axis=0)
    scale = np.where(varies, np.sqrt(share @ centred**2), np.inf)
    scaled = centred / scale * np.sqrt(share)[:, None]
    matrix: FloatArray = np.clip(scaled.T @ scaled, -1.0, 1.0)
    np.fill_diagonal(matrix, 1.0)
    return matrix


def round_to_spread(value: float, spread: float) -> float:
    """Round to a few digits of the spread, so that values far from 0 keep the digits that differ."""
    if not spread > 0:
        return float(f"{value:.{SIGNIFICANT_DIGITS}g}")
    try:
        return round(value, SIGNIFICANT_DIGITS - 1 - int(np.floor(np.log10(spread))))
    except OverflowError:  # rounded up past the last float
        return math.copysign(sys.float_info.max, value)
