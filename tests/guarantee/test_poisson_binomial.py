"""The distribution of how many take part: against exact fractions, far below where ordinary numbers underflow."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.kernels.participation.poisson_binomial import (
    active_counts,
    cell_failure,
    failures_by_cell,
    is_settled,
    record_failures,
    shortest_prefix,
)

SHARES = st.floats(0.001, 1.0)


def exact_counts(participation: np.ndarray, k: int) -> list[Fraction]:
    """P(i take part) for i < k, in fractions."""
    pmf = [Fraction(1)] + [Fraction(0)] * (k - 1)
    for share in map(Fraction, participation.tolist()):
        pmf = [(1 - share) * pmf[i] + (share * pmf[i - 1] if i else 0) for i in range(k)]
    return pmf


def test_three_records_by_enumeration() -> None:
    shares = np.array([0.5, 0.25, 0.75])
    by_hand = [Fraction(0)] * 4
    for acts in product((0, 1), repeat=3):
        chance = Fraction(1)
        for act, share in zip(acts, map(Fraction, shares.tolist()), strict=True):
            chance *= share if act else 1 - share
        by_hand[sum(acts)] += chance
    assert active_counts(shares, 4).tolist() == [float(value) for value in by_hand]
    assert cell_failure(shares, 3) == float(by_hand[1] + by_hand[2])


@settings(max_examples=60, deadline=None)
@given(st.lists(SHARES, min_size=1, max_size=25), st.integers(2, 12))
def test_counts_and_failure_are_exact_in_relative_precision(shares: list[float], k: int) -> None:
    array = np.array(shares)
    exact = exact_counts(array, k)
    assert active_counts(array, k) == pytest.approx([float(value) for value in exact], rel=1e-13, abs=0.0)
    assert cell_failure(array, k) == pytest.approx(float(sum(exact[1:])), rel=1e-13, abs=0.0)


@pytest.mark.parametrize(
    ("n_records", "share", "k"),
    [(390, 0.9, 40), (860, 0.55, 3), (1000, 0.5, 3), (110, 0.999, 15)],
)
def test_failures_as_small_as_1e_300(n_records: int, share: float, k: int) -> None:
    """Also where (1 − π)^n has long underflowed: it is 1e-390 for the first of these."""
    yes, whole = share.as_integer_ratio()
    terms = sum(comb(n_records, i) * yes**i * (whole - yes) ** (n_records - i) for i in range(1, k))
    exact = float(f"{10**340 * terms // whole**n_records}e-340")
    assert 1e-306 < exact < 1e-200
    assert cell_failure(np.full(n_records, share), k) == pytest.approx(exact, rel=1e-11, abs=0.0)


def test_a_distribution_that_first_vanishes_below_and_is_needed_again_is_not_lost() -> None:
    """Many who take part nearly for certain: low counts are far below 1e-300 each, the sum just above."""
    shares = np.concatenate([np.full(60, 1.0 - 1e-5), np.full(5, 0.3)])
    exact = sum(exact_counts(shares, 4)[1:])
    assert float(exact) < 1e-280
    assert cell_failure(shares, 4) == pytest.approx(float(exact), rel=1e-11, abs=0.0)


@settings(max_examples=50, deadline=None)
@given(st.lists(SHARES, min_size=3, max_size=20), st.integers(2, 8))
def test_record_failures_leave_one_out(shares: list[float], k: int) -> None:
    array = np.array(shares)
    exact = [
        float(Fraction(share) * sum(exact_counts(np.delete(array, j), k)[: k - 1])) for j, share in enumerate(shares)
    ]
    assert record_failures(array, k) == pytest.approx(exact, rel=1e-13, abs=0.0)


def test_record_failures_add_up_to_the_expected_number_of_unprotected() -> None:
    shares = np.random.default_rng(3).uniform(0.2, 0.9, 300)
    unprotected = float(active_counts(shares, 60) @ np.arange(60))
    assert record_failures(shares, 60).sum() == pytest.approx(unprotected, rel=1e-12)


def test_records_that_always_take_part() -> None:
    assert cell_failure(np.ones(5), 5) == 0.0
    assert cell_failure(np.ones(4), 5) == 1.0
    assert record_failures(np.ones(5), 5).tolist() == [0.0] * 5
    assert record_failures(np.ones(4), 5).tolist() == [1.0] * 4


@settings(max_examples=80, deadline=None)
@given(st.lists(st.floats(0.01, 0.99), min_size=2, max_size=40), st.integers(2, 6), st.floats(1e-6, 0.5))
def test_shortest_prefix_is_the_first_that_is_acceptable(shares: list[float], k: int, failure: float) -> None:
    array = np.array(shares)
    by_scan = [n for n in range(k, len(array) + 1) if cell_failure(array[:n], k) <= failure]
    assert shortest_prefix(array, k, failure) == (by_scan[0] if by_scan else -1)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.floats(0.001, 0.99), min_size=2, max_size=30), st.integers(2, 6))
def test_failure_rises_and_falls_once_whatever_the_order(shares: list[float], k: int) -> None:
    """The theorem behind the search: from the first settled beginning on, more records never raise the failure."""
    array = np.array(shares)
    failures = [cell_failure(array[:n], k) for n in range(1, len(array) + 1)]
    was_settled = False
    for n in range(1, len(array)):
        now_settled = bool(is_settled(array[:n], k))
        assert now_settled or not was_settled
        was_settled = now_settled
        tolerance = 1e-13 * failures[n - 1]
        if now_settled:
            assert failures[n] <= failures[n - 1] + tolerance
        else:
            assert failures[n] >= failures[n - 1] - tolerance


def test_failures_by_cell() -> None:
    shares = np.array([0.5, 0.9, 0.4, 0.8, 0.7])
    order = np.array([4, 0, 1, 2, 3])
    failures = failures_by_cell(shares, order, np.array([0, 2, 5]), 2)
    assert failures.tolist() == [cell_failure(shares[[4, 0]], 2), cell_failure(shares[[1, 2, 3]], 2)]
