"""Witnesses show what some value of a column needs of its encoding, whatever parts the column comes in."""

from __future__ import annotations

import datetime as dt

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.encode.arithmetic.standard import decimals_seen
from shoal.journey.passes.witnesses import witnesses
from shoal.table.roles.roles import ColumnRole, ColumnType, Role

NUMBER = ColumnRole("x", Role.QUASI_IDENTIFYING)


def in_parts(values: pl.Series, n_parts: int, role: ColumnRole = NUMBER) -> pl.Series:
    """Witnesses of the witnesses of parts."""
    step = max(1, -(-len(values) // n_parts))
    parts = [witnesses(values[start : start + step], role) for start in range(0, len(values), step)]
    return witnesses(pl.concat(parts), role)


@given(st.lists(st.decimals(-1000, 1000, places=4, allow_nan=False), min_size=1, max_size=40), st.integers(1, 6))
def test_numbers_keep_their_ends_and_their_decimals(values, n_parts):
    column = pl.Series("x", [float(value) for value in values])
    kept = in_parts(column, n_parts)
    assert (kept.min(), kept.max()) == (column.min(), column.max())
    assert decimals_seen(kept.to_numpy(), 15) == decimals_seen(column.to_numpy(), 15)
    assert kept.equals(witnesses(column, NUMBER))
    assert len(kept) <= 18


def test_noise_of_a_computation_is_no_decimal():
    column = pl.Series("x", [0.1 + 0.2, 0.35, 0.5])
    assert decimals_seen(witnesses(column, NUMBER).to_numpy(), 15) == 2


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=40), st.integers(1, 6))
def test_moments_show_the_step_in_which_they_are_recorded(minutes, n_parts):
    begin = dt.datetime(2024, 1, 1)
    column = pl.Series("x", [begin + dt.timedelta(minutes=value) for value in minutes])
    kept = in_parts(column, n_parts)
    for parts in (1, 24, 1_440):
        step = 86_400_000_000 // parts

        def phases(values: pl.Series, step: int = step) -> bool:
            ticks = values.to_physical().to_numpy()
            return len(np.unique(ticks % step)) == 1

        assert phases(kept) == phases(column)
    assert (kept.min(), kept.max()) == (column.min(), column.max())


def test_categories_are_all_kept_and_missing_values_are_none():
    column = pl.Series("x", ["b", None, "a", "b"])
    assert in_parts(column, 3).to_list() == ["a", "b"]
    code = ColumnRole("x", Role.QUASI_IDENTIFYING, type=ColumnType.NOMINAL)
    assert in_parts(pl.Series("x", [3, 1, 3, 2]), 2, code).to_list() == [1, 2, 3]


@pytest.mark.parametrize("dtype", [pl.Float64, pl.Int64, pl.String, pl.Date])
def test_a_column_without_values_has_no_witness(dtype):
    assert len(witnesses(pl.Series("x", [None, None], dtype=dtype), NUMBER)) == 0
