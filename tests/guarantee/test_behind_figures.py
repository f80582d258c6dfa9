"""When a figure may be told: enough records behind it, and none that makes most of it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.guarantee.behind_figures import (
    effective_count,
    enough_records,
    may_tell_moments,
    n_behind,
    one_makes_most,
    squared_deviations,
)


def test_few_heavy_records_count_as_few():
    assert effective_count(np.full(100, 0.1)) == 100
    assert effective_count(np.append(np.full(1_000, 1.0), 1e9)) == 1
    assert effective_count(np.array([])) == 0


def test_records_without_a_value_do_not_stand_behind_a_figure():
    present = np.arange(60) < 40
    assert n_behind(present, None) == 40
    assert n_behind(present, np.where(present, 2.0, 900.0)) == 40


@pytest.mark.parametrize(
    ("n_records", "k", "allowed"), [(29, 3, False), (30, 3, True), (30, 10, False), (50, 10, True)]
)
def test_few_records_are_too_few(n_records, k, allowed):
    assert enough_records(n_records, k) is allowed
    values = np.arange(float(n_records))
    assert may_tell_moments(values, None, k) is allowed
    assert may_tell_moments(np.append(values, [np.nan] * 50), None, k) is allowed


@pytest.mark.parametrize("scale", [1.0, 1e-300, 1e300])
@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_one_record_that_makes_most_of_the_variance_forbids_the_moments(scale, offset):
    values = np.random.default_rng(0).normal(size=1_000) + offset
    assert may_tell_moments(scale * values, None, 5)
    values[17] += 100.0  # 100² against 1,000 squares near 1
    assert not may_tell_moments(scale * values, None, 5)


def test_a_heavy_record_makes_more_of_the_variance():
    values = np.random.default_rng(1).normal(size=1_000)
    values[3] += 20.0  # 400 against 1,000
    assert may_tell_moments(values, None, 5)
    assert not may_tell_moments(values, np.where(np.arange(1_000) == 3, 5.0, 1.0), 5)


def test_the_only_exception_of_a_constant_column_makes_all_of_its_variance():
    assert not may_tell_moments(np.eye(1, 500)[0], None, 3)
    assert may_tell_moments(np.full(500, 0.1), None, 3)  # a constant is a figure of all of them


def test_rounding_does_not_pass_for_a_spread():
    assert not squared_deviations(np.full(9, 0.1), None).any()
    assert not one_makes_most(np.zeros(9))
    assert not one_makes_most(np.zeros(0))


@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=30))
def test_two_equal_parts_are_never_most(parts):
    assert not one_makes_most(np.array([*parts, max(parts)]))
