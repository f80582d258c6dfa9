"""One attribute before and after, as shares per bin, without giving away a single record.

A histogram of the original is itself a publication. Three rules keep it from revealing anybody:

1. Borders of bins are round numbers inside the range of the *released* values, and the outermost bins are
   open. The smallest and largest original value never set a border.
2. No bin with 1 … k−1 records, before or after, is shown: it is merged with its neighbours until it has none
   or at least k. For categories: only values that the release itself shows for at least k records are named,
   and only when they were held by nobody or by at least k before. Everything else is 'other values'. If these
   are 1 … k−1 records, before or after, the smallest named value that helps is counted with them, and the bar says
   so: 'm and other values'. Without the name a frequent value would seem to be gone.
3. Shares are rounded to a tenth of a percent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from shoal.arrays import FloatArray

TARGET_BINS = 16  # enough to see a shape, few enough to read
LARGEST_NAMED_CATEGORIES = 12
SHARE_DECIMALS = 3
DAYS_PER_YEAR = 365.2425  # Gregorian mean
ROUND_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
FLOAT_DIGITS = 17  # enough to tell any two floats apart
OTHER_VALUES = "other values"


Writer = Callable[[float], str]


def plain_number(value: float) -> str:
    """A border as text."""
    return f"{value:,.10g}"


def plain_year(value: float) -> str:
    """A border in years."""
    return f"{value:.0f}"


def iso_day(days: float) -> str:
    """A border given in days since 1970-01-01 as a date; tables know years that Python's own dates do not."""
    return str(np.datetime64(int(np.floor(days)), "D"))


@dataclass(frozen=True)
class Marginal:
    """Shares of the records per bin.

    ``borders`` are the inner borders of numeric bins (one fewer than bins).
    """

    kind: str  # "numeric" or "category"
    labels: tuple[str, ...]
    before: tuple[float, ...]
    after: tuple[float, ...]
    borders: tuple[float, ...] = ()
    step: float = 1.0

    def to_dict(self) -> dict[str, Any]:
        """Plain facts."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}


def numeric_marginal(
    before: FloatArray, after: FloatArray, k: int, *, whole: bool = False, write: Writer = plain_number
) -> Marginal | None:
    """Bins of a numeric attribute (NaN where missing); None when there is nothing to show."""
    present_before, present_after = before[~np.isnan(before)], after[~np.isnan(after)]
    if len(present_before) < k or len(present_after) < k:
        return None
    low, high = float(present_after.min()), float(present_after.max())
    # Not finer than floats of this size are apart, and halved first: the widest range of floats has no float width.
    finest = 2 * float(np.spacing(max(abs(low), abs(high))))
    step = _round_step(max((high / 2 - low / 2) / TARGET_BINS * 2, finest), whole=whole)
    borders = _round_borders(low, high, step)
    counts_before = _bin_counts(present_before, borders)
    counts_after = _bin_counts(present_after, borders)
    groups = merge_small_bins(counts_before, counts_after, k)
    inner = tuple(float(borders[group[0] - 1]) for group in groups[1:])
    return Marginal(
        kind="numeric",
        labels=_numeric_labels(_written(inner, write)),
        before=_shares([sum(counts_before[bin_] for bin_ in group) for group in groups]),
        after=_shares([sum(counts_after[bin_] for bin_ in group) for group in groups]),
        borders=inner,
        step=step,
    )


def timeline_marginal(before: FloatArray, after: FloatArray, k: int) -> Marginal | None:
    """Bins of dates, in days since 1970-01-01: whole years where the release spans many, else days."""
    spread = float(np.nanmax(after) - np.nanmin(after))
    if spread < TARGET_BINS / 2 * DAYS_PER_YEAR:
        return numeric_marginal(before, after, k, whole=True, write=iso_day)
    years_before, years_after = 1970 + before / DAYS_PER_YEAR, 1970 + after / DAYS_PER_YEAR
    return numeric_marginal(years_before, years_after, k, whole=True, write=plain_year)


def category_marginal(
    before: dict[str, int], after: dict[str, int], k: int, order: Sequence[str] | None = None
) -> Marginal | None:
    """Counts per category, in the given order or most frequent first; None when there is nothing to show."""
    if sum(before.values()) < k or sum(after.values()) < k:
        return None
    named = [name for name, count in after.items() if count >= k and _safe(before.get(name, 0), k)]
    named.sort(key=lambda name: (-after[name], -before.get(name, 0), name))
    named = named[:LARGEST_NAMED_CATEGORIES]

    def others(counts: dict[str, int]) -> int:
        return sum(counts.values()) - sum(counts.get(name, 0) for name in named)

    folded: list[str] = []
    while named and not (_safe(others(before), k) and _safe(others(after), k)):
        helps = named if _safe(others(before), k) else [name for name in named if before.get(name, 0)] or named
        folded.append(helps[-1])
        named.remove(folded[-1])
    if order is not None:
        named.sort(key=lambda name: order.index(name) if name in order else len(order))
    rows = [(name, before.get(name, 0), after[name]) for name in named]
    if others(before) or others(after):
        title = f"{folded[0]} and {OTHER_VALUES}" if len(folded) == 1 else OTHER_VALUES
        rows.append((title, others(before), others(after)))
    return Marginal(
        kind="category",
        labels=tuple(name for name, _, _ in rows),
        before=_shares([count for _, count, _ in rows]),
        after=_shares([count for _, _, count in rows]),
    )


def merge_small_bins(before: Sequence[int], after: Sequence[int], k: int) -> list[list[int]]:
    """Join neighbouring bins until each holds, before and after, either no record or at least k."""
    groups: list[list[int]] = []
    open_group: list[int] = []
    for bin_ in range(len(before)):
        open_group.append(bin_)
        if _safe_group(open_group, before, after, k):
            groups.append(open_group)
            open_group = []
    while open_group and groups and not _safe_group(open_group, before, after, k):
        open_group = groups.pop() + open_group
    return [*groups, open_group] if open_group else groups


def _safe_group(group: Sequence[int], before: Sequence[int], after: Sequence[int], k: int) -> bool:
    return _safe(sum(before[bin_] for bin_ in group), k) and _safe(sum(after[bin_] for bin_ in group), k)


def _safe(count: int, k: int) -> bool:
    return count == 0 or count >= k


def _bin_counts(values: FloatArray, borders: FloatArray) -> list[int]:
    bin_of = np.searchsorted(borders, values, side="right")
    return [int(count) for count in np.bincount(bin_of, minlength=len(borders) + 1)]


def _round_step(width: float, *, whole: bool) -> float:
    """The smallest round number that is at least the width."""
    power = 10.0 ** np.floor(np.log10(width))
    round_numbers = (float(factor * power) for factor in ROUND_STEPS)
    # Near the smallest floats there is no power of ten left: the width itself has to do.
    step = next((number for number in round_numbers if number >= width * (1 - 1e-9)), width)
    return max(1.0, float(np.ceil(step))) if whole else step


def _round_borders(low: float, high: float, step: float) -> FloatArray:
    """Multiples of the step strictly inside the released range."""
    first, last = int(np.floor(low / step)) + 1, int(np.ceil(high / step)) - 1
    borders = np.arange(first, last + 1, dtype=np.float64) * step
    return borders[(borders > low) & (borders < high)]  # rounding may have put a multiple onto an end


def _written(borders: Sequence[float], write: Writer) -> list[str]:
    """Borders as text; with all their digits where the usual ones do not tell them apart."""
    text = [write(border) for border in borders]
    return text if len(set(text)) == len(text) else [f"{border:,.{FLOAT_DIGITS}g}" for border in borders]


def _numeric_labels(text: Sequence[str]) -> tuple[str, ...]:
    if not text:
        return ("all values",)
    middle = [f"{left} to {right}" for left, right in pairwise(text)]
    return (f"below {text[0]}", *middle, f"{text[-1]} or more")


def _shares(counts: Sequence[int]) -> tuple[float, ...]:
    total = sum(counts)
    return tuple(round(count / total, SHARE_DECIMALS) for count in counts)
