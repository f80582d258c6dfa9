"""The p %-rule, worked out by hand."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shoal
from shoal.release.classes import classes_of
from shoal.release.risk.dominated_values import dominated_classes, outlying_classes

P = 0.10


def one_class(values: list[float], weights: list[float] | None = None, share: float = P) -> bool:
    column = np.array(values)
    classes = classes_of([np.zeros(len(column), dtype=np.int64)], len(column))
    return bool(dominated_classes(column, classes, None if weights is None else np.array(weights), share)[0])


@pytest.mark.parametrize(
    ("values", "dominated"),
    [
        ([1_000, 50, 40, 30, 29], True),  # the rest is 99, less than 100
        ([1_000, 50, 40, 30, 30], False),  # the rest is 100
        ([1_000, 900, 99, 0, 0], True),  # the second knows itself, however large it is
        ([50, 49, 48, 47, 46], False),
        ([5, 0, 0, 0, 0], True),  # the others have nothing: the sum is the value
        ([0, 0, 0], False),
        ([30, 30, 30], False),
        ([30, 30], True),  # each of two computes the other
        ([1_000, -1, 40, 30, 29], False),  # not a column of magnitudes: the other rule is for it
    ],
)
def test_the_rule_for_magnitudes_by_hand(values: list[float], dominated: bool) -> None:
    assert one_class(values) is dominated
    assert one_class(values[::-1]) is dominated


def test_weights_are_part_of_the_contribution() -> None:
    assert not one_class([100, 100, 100, 100])
    assert one_class([100, 100, 100, 100], [100, 1, 1, 1])  # 10,000 against a rest of 200
    assert one_class([1_000, 50, 40, 30, 29], [2, 2, 2, 2, 2])


def test_missing_values_contribute_nothing_and_classes_are_kept_apart() -> None:
    values = np.array([10.0, 9.0, 8.0, 900.0, 3.0, 2.0, np.nan, np.nan])
    class_of = np.array([0, 0, 0, 1, 1, 1, 2, 2])
    classes = classes_of([class_of], 8)
    assert dominated_classes(values, classes, None, P).tolist() == [False, True, False]
    nothing = dominated_classes(np.full(8, np.nan), classes, None, P)
    assert not nothing.any()


@given(st.lists(st.floats(0, 1e308), min_size=2, max_size=9), st.floats(1e-3, 0.9))
def test_a_stricter_share_never_finds_less(values: list[float], share: float) -> None:
    assert one_class(values, share=share) <= one_class(values, share=min(0.99, 1.1 * share))


def outlying(values: list[list[float]], rest: np.ndarray, weights: np.ndarray | None = None) -> bool:
    """Whether the class of these values is dominated in a table with the others in classes of five."""
    points = np.vstack([np.array(values, dtype=np.float64), rest])
    class_of = np.concatenate([np.zeros(len(values)), 1 + np.arange(len(rest)) // 5]).astype(np.int64)
    mass = np.ones(len(points)) if weights is None else weights
    about_mean = (points - np.average(points, axis=0, weights=mass)) ** 2
    spread = float(np.sqrt(np.average(about_mean, axis=0, weights=mass).sum()))
    return bool(outlying_classes(points, classes_of([class_of], len(points)), weights, P, spread)[0])


REST = np.random.default_rng(0).normal(170, 10, (200, 1))


@pytest.mark.parametrize("shift", [0.0, -170.0, 1e6])
def test_a_column_without_a_zero_is_judged_about_the_middle_of_its_class(shift: float) -> None:
    """A height of 1,000 among 170 is no p %-case from 0: 3 × 170 is more than 100. Everybody knows heights, though."""
    far, near = [1_000.0, 172.0, 170.0, 169.0, 168.0], [185.0, 172.0, 170.0, 169.0, 168.0]
    assert not one_class(far)
    assert outlying([[value + shift] for value in far], REST + shift)
    assert not outlying([[value + shift] for value in near], REST + shift)


def test_nearly_equal_values_are_not_outstanding() -> None:
    """The others agree exactly, but a difference that is usual in the column is what every mean tells."""
    assert not outlying([[195.0], [170.0], [170.0], [170.0]], REST)
    assert outlying([[370.0], [170.0], [170.0], [170.0]], REST)


def test_places_are_judged_by_their_distance() -> None:
    rng = np.random.default_rng(1)
    rest = rng.normal(0, 1, (300, 2))
    assert outlying([[60.0, 60.0], [0.1, 0.0], [0.0, 0.1], [0.0, 0.0]], rest)
    assert not outlying([[6.0, 0.0], [-6.0, 0.0], [0.0, 6.0], [0.0, -6.0]], rest)


def test_a_date_far_from_its_class_is_told() -> None:
    rng = np.random.default_rng(2)
    days = rng.integers(0, 9_000, 300)
    days[5] = -400_000  # the year 875
    born = pl.Series(days).cast(pl.Int32).cast(pl.Date)
    frame = pl.DataFrame({"born": born, "ill": rng.integers(0, 3, 300)})
    release = shoal.anonymize(frame, k=5, quasi_identifiers="born", confidential="ill", method="mdav")
    assert release.report.facts["dominance"]["attributes"] == [{"name": "born", "n_classes": 1}]


def test_categories_are_not_averaged_and_so_not_dominated() -> None:
    towns = ["a"] * 40 + ["b"]
    frame = pl.DataFrame({"town": towns, "age": list(range(41)), "ill": [0, 1] * 20 + [0]})
    release = shoal.anonymize(
        frame, k=4, quasi_identifiers=["town", "age"], confidential="ill", method="mdav", dominance=0.10
    )
    assert release.report.facts["dominance"]["attributes"] == []
