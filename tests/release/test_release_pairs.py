"""Pairs of columns: what generalised values stand for, and that both tables get the same coordinates."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

from shoal.release.pairs.features import features_after, features_before, features_of
from shoal.release.pairs.generalised import interval_of, members_of
from shoal.release.pairs.nearest import nearest_of
from shoal.release.pairs.paired_column import CategoryPair, NumberPair, halves, paired
from shoal.table import table_of


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("25", (25, 25)),
        (" 2.5e1 ", (25, 25)),
        ("[20-30)", (20, 30)),
        ("20-29", (20, 29)),
        ("20–29", (20, 29)),
        ("(20, 30]", (20, 30)),
        ("[20, 30[", (20, 30)),
        ("20 to 30", (20, 30)),
        ("-5--1", (-5, -1)),
        ("[-5, -1]", (-5, -1)),
        (">=65", (65, 90)),
        ("≥ 65", (65, 90)),
        ("65+", (65, 90)),
        ("<20", (17, 20)),
        ("[65, inf)", (65, 90)),
        ("(-inf, 20)", (17, 20)),
        ("2*", (20, 29)),
        ("1**", (100, 199)),
        ("-2*", (-29, -20)),
        ("30-20", None),
        ("2020-05-01", None),
        ("young", None),
        ("inf", None),
        ("nan", None),
        ("", None),
    ],
)
def test_ranges_are_read(text: str, ends: tuple[float, float] | None) -> None:
    assert interval_of(text, 17, 90) == ends


def test_sets_and_cut_texts_stand_for_their_members() -> None:
    categories = ["94110", "94112", "94203", "941"]
    position = {name: place for place, name in enumerate(categories)}
    for text, members in [
        ("94110", [0]),
        ("941**", [0, 1]),
        ("941*", [0, 1, 3]),
        ("{94110, 94203}", [0, 2]),
        ("{94110|941}", [0, 3]),
        ("{94110, unknown}", None),
        ("95***", None),
        ("Europe", None),
        ("{}", None),
    ]:
        assert members_of(text, categories, position) == members, text


def pair_of(before: list[Any], after: list[Any]) -> Any:
    pairs, unread = paired(table_of(pl.DataFrame({"x": before})), table_of(pl.DataFrame({"x": after})), ["x"])
    return pairs[0] if pairs else unread[0].why


def test_numbers_in_ranges_stand_in_the_middle() -> None:
    pair = pair_of([21, 24, 33, 90], ["[20-30)", "*", "2*", "80+"])
    assert isinstance(pair, NumberPair)
    assert pair.after[[0, 2, 3]].tolist() == [25, 24.5, 85]
    assert np.isnan(pair.after[1])
    assert pair.n_ranges == 3


def test_categories_are_spread_over_what_they_may_be() -> None:
    pair = pair_of(["a", "b", "c", None], ["{a, b}", "c", "*", "c"])
    assert isinstance(pair, CategoryPair)
    assert pair.shares_before() == pytest.approx([0.25] * 4)
    assert pair.shares_after() == pytest.approx([1 / 8, 1 / 8, 1 / 2, 1 / 4])


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ([1, 2], ["young", "old"], "texts that are no ranges"),
        (["a", "b"], ["Europe", "Asia"], "not in the original"),
        ([1, 2], ["*", "*"], "missing or suppressed in the release"),
        ([None, None], [1, 2], "all its values are missing"),
        ([[1], [2]], [1, 2], "mixed or nested"),
        ([str(number) for number in range(1_001)], ["1"] * 3, "more than 1,000 categories"),
    ],
)
def test_what_cannot_be_compared_is_said(before: list[Any], after: list[Any], why: str) -> None:
    assert why in pair_of(before, after)


def test_columns_of_one_table_only_are_said() -> None:
    original, released = table_of(pl.DataFrame({"x": [1]})), table_of(pl.DataFrame({"y": [1]}))
    pairs, unread = paired(original, released, ["x", "y"])
    assert pairs == []
    assert [one.why for one in unread] == ["it is not in the release", "it is not in the original"]


def test_dates_are_numbers() -> None:
    days = pl.Series([0, 10, 20]).cast(pl.Date)
    pair = pair_of(days.to_list(), days.to_list())
    assert pair.before.tolist() == [0, 10, 20]
    assert "moments" in pair_of(days.to_list(), [1, 2, 3])


def test_a_table_like_the_original_gets_the_same_coordinates() -> None:
    original = table_of(pl.DataFrame({"x": [1.0, None, 5.0], "c": ["a", "b", None]}))
    pairs, _ = paired(original, original, ["x", "c"])
    before = features_before(pairs)
    assert features_after(pairs) == pytest.approx(before)
    assert features_of(pairs, original) == pytest.approx(before)
    assert before[:, 0] == pytest.approx([-1, 0, 1])  # mean 3, deviation 2; a gap stands at the mean
    assert before[:, 1].tolist() == [0, 1, 0]
    assert before[:, 2:].sum(axis=1).tolist() == [1, 1, 1]
    unknown = table_of(pl.DataFrame({"x": [3.0], "c": ["new"]}))
    assert features_of(pairs, unknown)[0, 2:].tolist() == before[2, 2:].tolist()


def test_rare_categories_share_a_coordinate() -> None:
    names = [f"c{number}" for number in range(50)]
    table = table_of(pl.DataFrame({"c": names + names[:10] * 3}))
    pairs, _ = paired(table, table, ["c"])
    before = features_before(pairs)
    assert before.shape == (80, 31)
    assert set(before.sum(axis=1)) == {1.0}
    assert before[:, -1].sum() == 20


def test_halves_hold_every_original_once() -> None:
    pairs, _ = paired(*[table_of(pl.DataFrame({"x": list(range(9)), "c": list("aabbbcccc")}))] * 2, ["x", "c"])
    numbers, categories = halves(pairs, 0)
    assert sorted([*numbers.before, *numbers.after]) == list(range(9))
    counts = categories.shares_before() * 4 + categories.shares_after() * 5
    assert counts == pytest.approx([2, 3, 4, 0])


@pytest.mark.parametrize("dimension", [3, 20])
def test_the_nearest_is_that_of_all_distances(dimension: int) -> None:
    rng = np.random.default_rng(1)
    points, candidates = rng.normal(size=(40, dimension)), rng.normal(size=(15, dimension))
    distances = ((points[:, None] - candidates) ** 2).sum(axis=2)
    assert nearest_of(points, candidates).tolist() == distances.argmin(axis=1).tolist()
