"""Nominal, boolean and ordinal attributes: variance about 1, modes and nearest ranks with their tie rules."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pytest
from encode_toys import centroids_of, fitted, is_near_one, released, role, total_variance
from hypothesis import given
from hypothesis import strategies as st

from shoal.errors import RolesError, TableError
from shoal.table import ColumnType, table_of


@given(st.lists(st.sampled_from("abcdefg"), min_size=2, max_size=40).filter(lambda v: len(set(v)) > 1))
def test_nominal_has_a_total_variance_of_about_one_and_equal_distances(values: list[str]) -> None:
    table, encoding = fitted({"city": values})
    points = encoding.points(table)
    assert is_near_one(total_variance(points))
    squared = ((points[:, None] - points[None]) ** 2).sum(axis=2)
    different = np.array(values)[:, None] != np.array(values)[None]
    assert np.ptp(squared[different]) < 1e-12
    assert (squared[~different] == 0.0).all()


@given(
    st.lists(st.tuples(st.sampled_from("abcd"), st.integers(0, 2)), min_size=1, max_size=30),
    st.sampled_from([1.0, 0.25, 7.0]),
)
def test_nominal_releases_the_mode_and_ties_go_to_the_smallest(rows: list[tuple[str, int]], weight: float) -> None:
    values = [value for value, _ in rows]
    cell_of = np.unique([cell for _, cell in rows], return_inverse=True)[1]
    out = released({"city": values}, cell_of, role("city", weight=weight))["city"].to_list()
    for cell in range(cell_of.max() + 1):
        own = [value for value, at in zip(values, cell_of, strict=True) if at == cell]
        mode = min(sorted(set(own)), key=lambda value: -own.count(value))
        assert {value for value, at in zip(out, cell_of, strict=True) if at == cell} == {mode}


def test_two_categories_take_one_coordinate_with_the_same_geometry() -> None:
    table, encoding = fitted({"sex": ["f", "f", "f", "m"]})  # indicator variance 3/16: 4/√6 is nearest to 2
    points = encoding.points(table)
    assert points.shape == (4, 1)
    assert (points[3, 0] - points[0, 0]) ** 2 == pytest.approx(2 * 2**2)
    assert encoding.decode(centroids_of(points, [0, 1, 1, 0]))["sex"].tolist() == ["f", "f"]


def test_boolean_is_released_as_boolean() -> None:
    out = released({"owner": [True, True, False, False, True]}, [0, 0, 0, 1, 1])["owner"]
    assert out.dtype == pl.Boolean
    assert out.to_list() == [True, True, True, False, False]  # the tie goes to False
    as_pandas = table_of(pd.DataFrame({"owner": pd.array([True, False, True], dtype="boolean")}))
    table, encoding = fitted(as_pandas)
    centroid = centroids_of(encoding.points(table), [0, 0, 0])
    assert encoding.release_into(table, np.zeros(3, dtype=int), centroid).native()["owner"].dtype == "boolean"


def test_two_words_can_be_boolean_and_three_cannot() -> None:
    boolean = role("smokes", type=ColumnType.BOOLEAN)
    assert released({"smokes": ["no", "yes", "yes"]}, [0, 0, 0], boolean)["smokes"].to_list() == ["yes"] * 3
    with pytest.raises(TableError, match="'smokes' is to be boolean and has 3 different values") as refusal:
        fitted({"smokes": ["no", "yes", "secretly"]}, boolean)
    assert "secretly" not in str(refusal.value)


def test_single_category_is_a_coordinate_that_is_always_zero() -> None:
    table, encoding = fitted({"city": ["Ulm"] * 3})
    assert (encoding.points(table) == 0.0).all()
    assert encoding.decode([[0.0]])["city"].tolist() == ["Ulm"]


def test_numbers_as_categories_keep_their_dtype() -> None:
    nominal = role("zip", type=ColumnType.NOMINAL)
    out = released({"zip": pl.Series([8001, 8001, 9000, 7], dtype=pl.Int32)}, [0, 0, 0, 0], nominal)["zip"]
    assert out.dtype == pl.Int32
    assert out.to_list() == [8001] * 4


def test_unseen_category_of_a_new_table_is_refused_without_being_shown() -> None:
    _, encoding = fitted({"city": ["Ulm", "Bonn", "Kiel"]})
    with pytest.raises(TableError, match=r"'city' .* has 2 values \(the first in row 2\)") as refusal:
        encoding.points(table_of(pl.DataFrame({"city": ["Ulm", "Rome", "Paris"]})))
    assert "Rome" not in str(refusal.value)
    _, ages = fitted({"sex": ["f", "m"]})
    with pytest.raises(TableError, match="not fitted to"):
        ages.points(table_of(pl.DataFrame({"sex": ["x"]})))


def test_modes_are_found_blockwise_for_many_cells() -> None:
    rng = np.random.default_rng(3)
    names = [f"c{number:03}" for number in range(300)]
    table, encoding = fitted({"city": names})
    shares = rng.dirichlet(np.full(300, 0.05), size=10_000)
    modes = encoding.decode(shares * encoding.points(table).max())["city"]
    assert modes.tolist() == [names[mode] for mode in shares.argmax(axis=1)]


def test_categories_that_are_neither_text_nor_numbers_are_refused() -> None:
    dates = {"born": pl.Series(["2000-01-01", "2000-01-02"]).str.to_date()}
    with pytest.raises(TableError, match="'born' holds neither text, numbers nor booleans"):
        fitted(dates, role("born", type=ColumnType.NOMINAL))


ORDER = ("none", "school", "college", "doctorate")
EDUCATION = role("education", type=ColumnType.ORDINAL, order=ORDER)


def test_ordinal_is_the_scaled_rank() -> None:
    table, encoding = fitted({"education": ["none", "doctorate", "doctorate"]}, EDUCATION)
    # Ranks 0 3 3: their mean is 2, their spread √2, which goes up to 2. Of the multiples of 32, 0 is next to the mean.
    assert encoding.points(table)[:, 0].tolist() == [0.0, 1.5, 1.5]


def test_ordinal_is_released_as_the_nearest_category_and_ties_go_down() -> None:
    values = ["none", "school", "none", "doctorate", "school", "college", "doctorate"]
    out = released({"education": values}, [0, 0, 1, 1, 2, 2, 2], EDUCATION)["education"].to_list()
    # mean ranks 0.5, 1.5, 2
    assert out == ["none"] * 2 + ["school"] * 2 + ["college"] * 3


@given(st.lists(st.integers(0, 3), min_size=1, max_size=50))
def test_ordinal_tie_rule_holds_for_every_mean_rank(ranks: list[int]) -> None:
    out = released({"education": [ORDER[rank] for rank in ranks]}, [0] * len(ranks), EDUCATION)["education"][0]
    below, rest = divmod(sum(ranks), len(ranks))
    assert out == ORDER[below + (2 * rest > len(ranks))]


def test_value_outside_the_order_is_refused_without_being_shown() -> None:
    with pytest.raises(TableError, match=r"'education' .* has 1 value \(the first in row 2\) outside") as refusal:
        fitted({"education": ["none", "kindergarten", "school"]}, EDUCATION)
    assert "kindergarten" not in str(refusal.value)


def test_order_of_numbers() -> None:
    grades = {"grade": [1, 2, 4, 4]}
    given_order = role("grade", type=ColumnType.ORDINAL, order=("4", "2", "1"))
    out = released(grades, [0, 0, 1, 1], given_order)["grade"]
    assert out.dtype == pl.Int64
    assert out.to_list() == [2, 2, 4, 4]  # ranks 2 and 1: the tie goes down to rank 1, which is grade 2
    natural = role("grade", type=ColumnType.ORDINAL)
    assert released(grades, [0, 0, 1, 1], natural)["grade"].to_list() == [1, 1, 4, 4]
    with pytest.raises(RolesError, match="categories that the column cannot hold"):
        fitted(grades, role("grade", type=ColumnType.ORDINAL, order=("best", "worst")))
    with pytest.raises(RolesError, match="names a category twice"):
        fitted(grades, role("grade", type=ColumnType.ORDINAL, order=("1", "2", "4", "04")))


def test_declared_order_of_a_categorical_is_used() -> None:
    sizes = pd.Categorical(["S", "L", "L"], categories=["S", "M", "L"], ordered=True)
    table, encoding = fitted(table_of(pd.DataFrame({"size": sizes})))
    centroid = centroids_of(encoding.points(table), [0, 0, 0])
    out = encoding.release_into(table, np.zeros(3, dtype=int), centroid).native()["size"]
    assert out.tolist() == ["M"] * 3  # mean rank 4/3
    assert out.dtype == sizes.dtype
    with pytest.raises(RolesError, match="'ordinal' and has no order"):
        fitted({"size": ["S", "L"]}, role("size", type=ColumnType.ORDINAL))


@pytest.mark.parametrize("type_", [ColumnType.NOMINAL, ColumnType.ORDINAL])
def test_decimals_are_categories_whatever_their_scale(type_: ColumnType) -> None:
    """Decimal 1.50 was looked up as '1.50' among categories written '1.5', and the column refused its own values."""
    sizes = pl.Series([Decimal("1.50"), Decimal("1.50"), Decimal("2.00"), Decimal("7.25")])
    out = released({"size": sizes}, [0, 0, 1, 2], role("size", type=type_))["size"]
    assert [float(size) for size in out] == [1.5, 1.5, 2.0, 7.25]
