"""Thresholds of ranges: the simplest possible number, or only round numbers on request.

Any threshold between two neighbouring values of the frame gives the same boxes. The simplest one is the easiest to read
and reveals the least about the two values: it depends only on the gap, and many other gaps have the same threshold.
"""

from __future__ import annotations

import math
from datetime import date
from decimal import ROUND_FLOOR, ROUND_HALF_EVEN, Decimal

import numpy as np

from shoal.arrays import FloatArray, IntArray

MANTISSAS = tuple(Decimal(half) / 2 for half in range(2, 20))  # 1, 1.5, 2, …, 9.5: what people call a round number
STEPS = (Decimal(5), Decimal(2), Decimal(1))  # at equal length, multiples of 5 are simpler than of 2, and those of 1
ROUND_RANGES = 20  # a column is cut into about so many equal round steps; finer ones would no longer look round

UNIX_EPOCH = date(1970, 1, 1).toordinal()
LAST_YEAR = 9999  # of the calendar of `datetime.date`
YEAR_DAYS, MONTH_DAYS = 366, 31
MANY_YEARS, MANY_MONTHS = (
    20 * YEAR_DAYS,
    24 * MONTH_DAYS,
)  # spans (days) from which on years, or months, are fine enough
SECONDS_A_DAY = 86_400
NICE_SECONDS = (
    SECONDS_A_DAY,
    21_600,
    3_600,
    900,
    300,
    60,
    15,
    5,
    1,
)  # a day, quarter of a day, hour, quarter of an hour, …


def simplest_between(low: float, high: float) -> float:
    """The number t with low < t ≤ high that takes the fewest digits; of several the one nearest to the middle."""
    below, above = Decimal(repr(float(low))), Decimal(repr(float(high)))
    if below < 0 <= above:
        return 0.0
    middle = (below + above) / 2
    least = min(below.as_tuple().exponent, above.as_tuple().exponent)
    for power in range(max(abs(below), abs(above)).adjusted(), int(least) - 1, -1):
        for step in (factor.scaleb(power) for factor in STEPS):
            nearest = _multiple(middle, step, ROUND_HALF_EVEN)
            for candidate in (nearest, nearest - step, nearest + step):
                if below < candidate <= above and low < float(candidate) <= high:
                    return float(candidate) + 0.0
    return float(high)


def round_numbers(lowest: float, highest: float, step: float | None = None) -> FloatArray:
    """Round thresholds above the lowest value, up to the highest: multiples of a step, or what looks round."""
    below, above = Decimal(repr(float(lowest))), Decimal(repr(float(highest)))
    if below >= above:
        return np.empty(0)
    size = Decimal(repr(float(step))) if step is not None else _nice_step(above - below)
    found = {
        size * count for count in range(_count(below, size, ROUND_FLOOR) + 1, _count(above, size, ROUND_FLOOR) + 1)
    }
    if step is None:
        found |= _short_numbers(below, above)
    kept = {float(number) + 0.0 for number in found if below < number <= above}
    return np.array(sorted(number for number in kept if lowest < number <= highest))


def round_instants(lowest: int, highest: int, clock: str, per_second: float) -> IntArray:
    """Round moments: first days of years or months, whole days, or hours and minutes, by how far the values reach.

    ``per_second``: instants in a second; 1/86400 when they are days.
    """
    days = (highest - lowest) / per_second / SECONDS_A_DAY
    if clock in ("date", "datetime", "zoned datetime") and days > MANY_MONTHS:
        first, last = (math.floor(at / per_second / SECONDS_A_DAY) for at in (lowest, highest))
        starts = _calendar(first, last, months=days <= MANY_YEARS)
        candidates = [round(day * SECONDS_A_DAY * per_second) for day in starts]
    else:
        whole = [round(seconds * per_second) for seconds in NICE_SECONDS]
        steps = [size for size in whole if size >= 1]
        size = next((size for size in steps if (highest - lowest) // size >= ROUND_RANGES), steps[-1])
        size *= max(1, (highest - lowest) // size // (50 * ROUND_RANGES))  # weeks of seconds: no more than a thousand
        candidates = list(range((lowest // size + 1) * size, highest + 1, size))
    return np.array([at for at in candidates if lowest < at <= highest], dtype=np.int64)


def simplest_instant(low: int, high: int, clock: str, per_second: float) -> int:
    """The moment t with low < t ≤ high that is easiest to name: a new year, a first of the month, midnight, an hour."""
    middle = (low + high) // 2
    if clock in ("date", "datetime", "zoned datetime"):
        day = per_second * SECONDS_A_DAY
        first, last = (math.floor(at / day) for at in (low, high))
        for months in (False, True):
            starts = [round(start * day) for start in _calendar(first, last, months=months)]
            inside = [start for start in starts if low < start <= high]
            if inside:
                return min(inside, key=lambda start: abs(start - middle))
    for size in (round(seconds * per_second) for seconds in NICE_SECONDS):
        if size >= 1 and high // size > low // size:
            return max((middle // size) * size, (low // size + 1) * size)
    return high


def _calendar(first_day: int, last_day: int, *, months: bool) -> list[int]:
    """First days of years, or of months, as days since 1970."""
    start, end = (_date(day) for day in (first_day, last_day))
    each = range(1, 13) if months else (1,)
    years = range(start.year, min(end.year, LAST_YEAR) + 1)
    return [date(year, month, 1).toordinal() - UNIX_EPOCH for year in years for month in each]


def _date(day: int) -> date:
    return date.fromordinal(min(max(day + UNIX_EPOCH, 1), date.max.toordinal()))


def _short_numbers(below: Decimal, above: Decimal) -> set[Decimal]:
    """One figure and a half: 1, 1.5, 2, … times powers of ten, down to a hundredth of the largest."""
    largest = max(abs(below), abs(above)).adjusted()
    sizes = {mantissa.scaleb(power) for power in range(largest - 2, largest + 1) for mantissa in MANTISSAS}
    return {*sizes, *(-size for size in sizes), Decimal(0)}


def _nice_step(span: Decimal) -> Decimal:
    """The smallest of 1, 2, 5 times a power of ten that cuts the span into no more than so many steps."""
    least = span / ROUND_RANGES
    powers = (least.adjusted(), least.adjusted() + 1)
    return next(
        step for step in (factor.scaleb(power) for power in powers for factor in reversed(STEPS)) if step >= least
    )


def _count(number: Decimal, step: Decimal, direction: str) -> int:
    return int((number / step).to_integral_value(direction))


def _multiple(number: Decimal, step: Decimal, direction: str) -> Decimal:
    return (number / step).to_integral_value(direction) * step
