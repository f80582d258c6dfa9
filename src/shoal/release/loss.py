"""What the release lost: overall, per attribute, and in the statistics that people compute from a table.

All of it is computed from sums over the whole table. Below `SMALLEST_TABLE_FOR_DETAIL` records (or a few
cells) such sums would pin single records down (two records follow from their mean and variance), so
`detail_allowed` says when the statistics of the original may be shown at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from shoal.release.classes import IntArray

FloatArray = npt.NDArray[np.float64]

SMALLEST_TABLE_FOR_DETAIL = 30  # a mean and a variance of fewer records say too much about each of them
SMALLEST_CELL_COUNT_FOR_DETAIL = 5  # with fewer cells than this the statistics describe single cells
SIGNIFICANT_DIGITS = 4  # a statistic with all its digits is an equation for the records behind it


def detail_allowed(n_records: int, k: int) -> bool:
    """Whether statistics of the original may stand in a report."""
    return n_records >= max(SMALLEST_TABLE_FOR_DETAIL, SMALLEST_CELL_COUNT_FOR_DETAIL * k)


@dataclass(frozen=True)
class AttributeLoss:
    """Loss of one attribute: of its own variance, and as a part of the overall loss (these add up to it)."""

    loss_share: float
    part_of_total: float


def loss_by_attribute(
    points: FloatArray,
    cell_of: IntArray,
    centroids: FloatArray,
    slices: Mapping[str, slice],
    weights: FloatArray | None = None,
) -> dict[str, AttributeLoss]:
    """SSE and SST of the coordinates of each attribute. Their sums over attributes are those of the whole."""
    n_columns = points.shape[1]
    sse = np.empty(n_columns)
    sst = np.empty(n_columns)
    for column in range(n_columns):  # by column: a million records never need a second copy of all points
        values = points[:, column]
        moved = values - centroids[cell_of, column]
        centred = values - np.average(values, weights=weights)
        sse[column] = np.average(moved**2, weights=weights)
        sst[column] = np.average(centred**2, weights=weights)
    total = float(sst.sum())
    return {
        name: AttributeLoss(
            loss_share=share_lost(float(sse[where].sum()), float(sst[where].sum())),
            part_of_total=float(sse[where].sum()) / total if total > 0 else 0.0,
        )
        for name, where in slices.items()
    }


def share_lost(sse: float, sst: float) -> float:
    """SSE/SST between 0 and 1; an attribute that never varied has nothing to lose."""
    return min(max(sse / sst, 0.0), 1.0) if sst > 0 else 0.0


@dataclass(frozen=True)
class Moments:
    """Mean and standard deviation of a numeric attribute before and after; None where no value is present."""

    mean_before: float | None
    mean_after: float | None
    deviation_before: float | None
    deviation_after: float | None


def moments(before: FloatArray, after: FloatArray) -> Moments:
    """Compare two columns (NaN where missing), rounded to a few digits of the spread."""
    present_before, present_after = before[~np.isnan(before)], after[~np.isnan(after)]
    if not len(present_before) or not len(present_after):
        return Moments(None, None, None, None)
    spread = float(present_before.std())
    return Moments(
        mean_before=round_to_spread(float(present_before.mean()), spread),
        mean_after=round_to_spread(float(present_after.mean()), spread),
        deviation_before=round_to_spread(spread, spread),
        deviation_after=round_to_spread(float(present_after.std()), spread),
    )


def correlations(columns: list[FloatArray]) -> FloatArray:
    """Pearson correlations over records without missing values; 0 where a column is constant."""
    n_columns = len(columns)
    stacked = np.column_stack(columns) if columns else np.empty((0, 0))
    complete = stacked[~np.isnan(stacked).any(axis=1)] if stacked.size else stacked
    if len(complete) < 2:
        return np.eye(n_columns)
    centred = complete - complete.mean(axis=0)
    length = np.sqrt((centred**2).sum(axis=0))
    # A constant column far from 0 keeps a rounding residue after centring, which must not pass for a spread.
    residue = np.abs(complete).max(axis=0) * np.finfo(np.float64).eps * len(complete)
    scale = np.where(length > residue, length, np.inf)
    matrix: FloatArray = np.clip((centred / scale).T @ (centred / scale), -1.0, 1.0)
    np.fill_diagonal(matrix, 1.0)
    return matrix


def round_to_spread(value: float, spread: float) -> float:
    """Round to a few digits of the spread, so that values far from 0 keep the digits that differ."""
    if not spread > 0:
        return float(f"{value:.{SIGNIFICANT_DIGITS}g}")
    return round(value, SIGNIFICANT_DIGITS - 1 - int(np.floor(np.log10(spread))))
