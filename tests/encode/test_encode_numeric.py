"""Numeric attributes: scaled without losing digits, released as the mean with the decimals of the column."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from encode_toys import FINE_FACTOR, centroids_of, fitted, is_near_one, released, role
from hypothesis import given
from hypothesis import strategies as st

from shoal.encode.arithmetic.standard import rounded, tidied
from shoal.errors import RolesError, TableError
from shoal.table import ColumnType, table_of


def test_scaled_by_a_power_of_two_about_a_multiple_of_it() -> None:
    table, encoding = fitted({"age": [1.0, 2.0, 3.0, 6.0]})  # mean 3, spread √((4+1+0+9)/4) = 1.87
    assert encoding.points(table)[:, 0].tolist() == [
        0.5,
        1.0,
        1.5,
        3.0,
    ]  # (x − 0)/2; 32 is farther away


def test_integer_column_is_released_as_whole_numbers_unless_decimals_are_asked_for() -> None:
    ages = {"age": [30, 31, 40, 43]}
    cells = [0, 0, 1, 1]
    assert released(ages, cells, role("age", rounding="none"))["age"].to_list() == [30.5, 30.5, 41.5, 41.5]
    assert released(ages, cells, role("age", rounding=1))["age"].to_list() == [30.5, 30.5, 41.5, 41.5]
    for asked in (role("age"), role("age", type=ColumnType.INTEGER), role("age", rounding=0)):
        ages_out = released(ages, cells, asked)["age"]
        assert ages_out.dtype == pl.Int64
        assert ages_out.to_list() == [30, 30, 42, 42]  # halves go to the even number
    assert released(ages, cells, role("age", rounding=-1))["age"].to_list() == [30, 30, 40, 40]


def test_rounding_keeps_a_float_column_float() -> None:
    out = released({"income": [1.23, 1.25, 7.0, 8.0]}, [0, 0, 1, 1], role("income", rounding=1))["income"]
    assert out.dtype == pl.Float64
    assert out.to_list() == [1.2, 1.2, 7.5, 7.5]


def test_constant_column_is_coordinate_zero_and_released_as_that_constant() -> None:
    for constant in (0.1, -999.0, 1e9 + 0.1, 1e-13):
        table, encoding = fitted({"x": [constant] * 7})
        assert (encoding.points(table) == 0.0).all()
        assert encoding.decode([[0.0]])["x"].tolist() == [constant]
        rounded_away = table_of(pl.DataFrame({"x": [0.0]}))  # no spread to measure by: still no distance
        assert (encoding.points(rounded_away) == 0.0).all()


def test_no_noise_in_released_numbers() -> None:
    out = released({"x": [0.1, 0.1, 0.1, 0.7, 0.7, 0.7]}, [0, 0, 0, 1, 1, 1])["x"].to_list()
    assert out == [0.1] * 3 + [0.7] * 3
    symmetric = released({"x": [-1.0, 1.0, -3.0, 3.0]}, [0, 0, 1, 1])["x"]
    assert [str(value) for value in symmetric] == ["0.0"] * 4  # neither 1e-17 nor −0.0


def test_small_numbers_survive_beside_huge_ones() -> None:
    """Rounding to twelve digits of the spread released 55 values between 0.001 and 0.9 as 0.0 and 1.0, because five
    others were 1e13.
    """
    small = np.linspace(0.001, 0.9, 55)
    out = released({"x": np.append(small, np.full(5, 1e13))}, np.arange(60) // 5)["x"].to_numpy()
    means = small.reshape(11, 5).mean(axis=1)
    # What is left is the last place of the mean of all, 8e11, about which the points are taken.
    assert np.allclose(out[:55:5], means, rtol=0.0, atol=4 * np.spacing(4e12))
    assert len(set(out[:55])) == 11
    assert out[59] == 1e13


@pytest.mark.parametrize("size", [1e-300, 1e-25, 1e-13, 1e200])
def test_the_unit_of_a_column_does_not_round_it(size: float) -> None:
    values = np.array([1.25, 3.5, 7.75, 20.0]) * size
    assert np.allclose(released({"x": values}, [0, 1, 2, 3])["x"], values, rtol=1e-12, atol=0.0)


@given(
    values=st.lists(st.floats(-1e15, 1e15), min_size=1, max_size=20),
    scale=st.floats(1e-6, 1e15),
    centre=st.floats(-1e15, 1e15),
)
def test_tidying_is_cosmetic(values: list[float], scale: float, centre: float) -> None:
    before = np.array(values)
    moved = np.abs(tidied(before, centre, scale) - before)
    own_size = 1e-12 * np.minimum(np.abs(before), scale) + np.spacing(np.abs(before))
    assert (moved <= np.maximum(own_size, 2 * np.spacing(abs(centre) + scale))).all()


@given(
    values=st.lists(st.integers(-(2**20), 2**20), min_size=4, max_size=40).filter(lambda v: len(set(v)) > 1),
    shift=st.sampled_from([0.0, 1e9, -3e9, 2.0**40]),
)
def test_adding_a_constant_changes_nothing(values: list[int], shift: float) -> None:
    steps = np.array(values) / 1024.0  # exact at every shift, so only our own arithmetic could lose digits
    near, encoding_near = fitted({"x": steps})
    far, encoding_far = fitted({"x": steps + shift})
    points_near, points_far = encoding_near.points(near), encoding_far.points(far)
    assert np.allclose(points_near - points_near[0], points_far - points_far[0], rtol=1e-9, atol=1e-11)
    # what comes back is the value itself, up to the last place of a number of that size
    returned = encoding_far.decode(points_far)["x"] - shift
    assert np.allclose(returned, steps, atol=4 * np.spacing(abs(shift) + 2000.0), rtol=0.0)


def test_large_numbers_with_a_tiny_spread_keep_their_digits() -> None:
    rng = np.random.default_rng(7)
    table, encoding = fitted({"x": 1e9 + rng.normal(size=1000) * 1e-3})
    points = encoding.points(table)
    assert abs(points.mean()) < 12.0
    assert is_near_one(points.var(), FINE_FACTOR)
    (numeric,) = encoding.to_dict()["attributes"]
    assert (points[:, 0] * numeric["scale"] + numeric["reference"] == table.numbers("x")).all()  # not a digit is lost


def test_huge_numbers_do_not_overflow() -> None:
    table, encoding = fitted({"x": [1e200, -1e200, 3e200, 1e308]})
    assert is_near_one(encoding.points(table).var())


def test_numbers_too_large_are_refused_without_being_shown() -> None:
    with pytest.raises(TableError, match="'x' has numbers too large") as refusal:
        fitted({"x": [1.7e308, 1.7e308, 1.7e308, -1.7e308]})
    assert "e+308" not in str(refusal.value)
    with pytest.raises(TableError, match="too large to be averaged as integers"):
        fitted({"x": [1e19, 2.0]}, role("x", type=ColumnType.INTEGER))


def test_record_weights_are_repetitions() -> None:
    values, times = np.array([1e9 + 1, 1e9 + 5, 1e9 + 6]), np.array([3, 1, 2])
    full = role("x", rounding="none")
    weighted, encoding_weighted = fitted({"x": values}, full, weights=times)
    repeated, encoding_repeated = fitted({"x": np.repeat(values, times)}, full)
    points = encoding_weighted.points(weighted)
    assert np.allclose(np.repeat(points, times, axis=0), encoding_repeated.points(repeated), rtol=1e-14)
    whole = centroids_of(points, [0, 0, 0], times)
    assert encoding_weighted.decode(whole)["x"][0] == pytest.approx(1e9 + 20 / 6, abs=1e-6)


def test_text_and_decimals_that_contradict_the_type_are_refused() -> None:
    with pytest.raises(TableError, match=r"'x'.* row 2"):
        fitted({"x": ["1", "seven", "3"]}, role("x", type=ColumnType.NUMERIC))
    with pytest.raises(RolesError, match="'integer' and is to be rounded to 2 decimals"):
        fitted({"x": [1, 2]}, role("x", type=ColumnType.INTEGER, rounding=2))


def test_rounded_leaves_numbers_without_such_digits_alone() -> None:
    large = np.array([123456789012345.67, 0.3 + 1e15, 2.0**60 + 512])
    assert rounded(large, 12).tolist() == large.tolist()
    assert rounded(np.array([15.0, 25.0, -4.0]), -1).tolist() == [20.0, 20.0, 0.0]
    assert str(rounded(np.array([-0.004]), 2)[0]) == "0.0"
