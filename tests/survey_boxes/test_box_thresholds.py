"""Where ranges end: the simplest numbers and dates between neighbours, and round ones."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.survey.boxes.thresholds import round_instants, round_numbers, simplest_between, simplest_instant

FINITE = st.floats(allow_nan=False, allow_infinity=False)
A_DAY = 1 / 86_400
EPOCH = date(1970, 1, 1).toordinal()


def day(*ymd: int) -> int:
    return date(*ymd).toordinal() - EPOCH


@pytest.mark.parametrize(
    ("low", "high", "simplest"),
    [(39, 40, 40), (37, 43, 40), (0.1234, 0.1239, 0.1235), (-3, 5, 0), (-1.26, -1.21, -1.25), (17.2, 99, 50)],
)
def test_simplest_number_of_a_gap(low: float, high: float, simplest: float) -> None:
    assert simplest_between(low, high) == simplest


@given(FINITE, FINITE)
def test_simplest_number_lies_in_its_gap_and_is_no_longer_than_the_upper_end(one: float, other: float) -> None:
    low, high = min(one, other), max(one, other)
    if low == high:
        return
    found = simplest_between(low, high)
    assert low < found <= high

    def figures(number: float) -> int:
        return len(Decimal(repr(number)).normalize().as_tuple().digits)

    assert figures(found) <= figures(high)


def test_round_numbers_are_what_people_call_round() -> None:
    assert round_numbers(17, 90).tolist() == [20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90]
    assert round_numbers(1950, 2010).tolist() == list(range(1955, 2011, 5))
    assert set(round_numbers(0, 99_999).tolist()) >= {100, 1500, 2000, 9500, 10_000, 55_000, 95_000}
    assert round_numbers(17, 90, 10).tolist() == [20, 30, 40, 50, 60, 70, 80, 90]
    assert round_numbers(0.5, 1.3, 0.1).tolist() == [0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.3]
    assert round_numbers(3, 3).tolist() == []


@given(st.integers(-30_000, 60_000), st.integers(1, 9_000))
def test_simplest_day_lies_in_its_gap(low: int, span: int) -> None:
    assert low < simplest_instant(low, low + span, "date", A_DAY) <= low + span


def test_simplest_moments() -> None:
    assert simplest_instant(day(1979, 3, 4), day(1980, 5, 1), "date", A_DAY) == day(1980, 1, 1)
    assert simplest_instant(day(1980, 3, 4), day(1980, 4, 20), "date", A_DAY) == day(1980, 4, 1)
    assert simplest_instant(day(1980, 3, 4), day(1980, 3, 5), "date", A_DAY) == day(1980, 3, 5)
    assert simplest_instant(9 * 3_600_000 + 5, 10 * 3_600_000 + 5, "time of day", 1_000) == 10 * 3_600_000


def test_round_moments_follow_the_span() -> None:
    years = round_instants(day(1950, 5, 1), day(2004, 2, 1), "date", A_DAY)
    assert years[0] == day(1951, 1, 1) and len(years) == 54
    months = round_instants(day(2001, 5, 3), day(2004, 5, 1), "date", A_DAY)
    assert months[0] == day(2001, 6, 1) and len(months) == 36
    hours = round_instants(0, 86_399_000, "time of day", 1_000)
    assert np.all(hours % 3_600_000 == 0) and len(hours) == 23
