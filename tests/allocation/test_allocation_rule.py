"""AllocationRule: the records of an allocation keep their centres, later ones get theirs, borders are on no record."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal import AllocationRule, Graph, allocate
from shoal.allocation.model import SAVED
from shoal.errors import ParameterError, TableError, WrongUse

NAMES = [name for name in SAVED if name != "matrix"]
GENERIC = [name for name in NAMES if name != "manhattan"]  # in which different points hardly ever tie


def drawn(seed: int, n_records: int) -> np.ndarray:
    """Points that are also latitudes and longitudes of a region."""
    return np.array([45.0, 7.0]) + np.random.default_rng(seed).normal(size=(n_records, 2)) * 3.0


def prices(rule: AllocationRule, points: np.ndarray) -> np.ndarray:
    """All prices, computed from what the rule says of itself."""
    assert rule.centers is not None
    by = np.array(rule.scales or (1.0,))
    measure = rule.measure
    return measure.between(measure.embedded(points / by), measure.embedded_sites(rule.centers / by)) + rule.costs


@pytest.mark.parametrize("name", GENERIC)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6), n_records=st.integers(8, 80), n_centers=st.integers(1, 6))
def test_the_records_of_the_allocation_keep_their_centres(name: str, seed: int, n_records: int, n_centers: int) -> None:
    points, centers = drawn(seed, n_records), drawn(seed + 1, n_centers)
    allocation = allocate(points, centers, distance=name)
    rule = AllocationRule.of(allocation, points)
    assert rule.assign(points).tolist() == allocation.cell_of.tolist()
    later = drawn(seed + 2, 50)
    assert rule.assign(later).tolist() == prices(rule, later).argmin(axis=1).tolist()


@pytest.mark.parametrize("name", GENERIC)
def test_borders_are_neither_at_a_record_nor_half_way_between_two(name: str) -> None:
    """Of all costs that keep the cells, those in the middle let a record compute another: the gaps on both sides of a
    border would be equal."""
    points, centers = drawn(4, 200), drawn(5, 2)
    rule = AllocationRule.of(allocate(points, centers, distance=name), points)
    price = prices(rule, points)
    gap = np.abs(price[:, 0] - price[:, 1])
    first = rule.assign(points) == 0
    here, there = gap[first].min(), gap[~first].min()
    assert min(here, there) > 0.0
    assert abs(here - there) > 0.01 * (here + there)


def test_the_same_records_have_the_same_costs_and_others_have_others() -> None:
    points, centers = drawn(6, 100), drawn(7, 3)
    one, again = (AllocationRule.of(allocate(points, centers, distance="euclidean"), points) for _ in range(2))
    assert one.costs.tolist() == again.costs.tolist()
    moved = points.copy()
    moved[0] += 1e-9
    other = AllocationRule.of(allocate(moved, centers, distance="euclidean"), moved)
    assert other.costs.tolist() != one.costs.tolist()


def test_identical_records_that_shares_divided_go_to_one_centre() -> None:
    """Nine at the same place for three centres: the rule cannot divide them, and puts no border on them."""
    points = np.vstack([np.zeros((9, 2)), [[5.0, 5.0], [-5.0, 5.0], [0.0, -6.0]]])
    centers = np.array([[1.0, 1.0], [-1.0, 1.0], [0.0, -1.5]])
    allocation = allocate(points, centers)
    rule = AllocationRule.of(allocation, points)
    assert len(set(rule.assign(points)[:9].tolist())) == 1
    price = np.sort(prices(rule, points), axis=1)
    assert (price[:, 1] - price[:, 0]).min() > 1e-9


def test_a_dead_end_street_goes_to_the_centre_that_has_most_of_it() -> None:
    """Ten homes in a dead end are equally farther from both centres. The shares divide them 3 : 7."""
    #  0 -- 1 -- 2, and the dead end 1 -- 3 -- 4 -- … -- 12
    edges = [[0, 1], [1, 2], [1, 3], *([number, number + 1] for number in range(3, 12))]
    streets = Graph(edges, np.ones(len(edges)))
    homes = np.array([0, 0, 0, 0, *range(3, 13), 2, 2], dtype=np.float64)[:, None]
    centers = np.array([[0.0], [2.0]])
    allocation = allocate(homes, centers, [7 / 16, 9 / 16], distance=streets)
    assert np.bincount(allocation.cell_of[4:14], minlength=2).tolist() == [3, 7]
    rule = AllocationRule.of(allocation, homes, distance=streets)
    again = rule.assign(homes)
    assert again.tolist() == [0] * 4 + [1] * 12
    assert int((again != allocation.cell_of).sum()) == 3


def test_whole_minutes_tie_often_and_shares_stay_near() -> None:
    minutes = np.random.default_rng(0).integers(1, 60, (600, 4)).astype(np.float64)
    allocation = allocate(None, None, [0.4, 0.3, 0.2, 0.1], distance=minutes)
    rule = AllocationRule.of(allocation, distance=minutes)
    again = rule.assign(distance=minutes)
    moved = again != allocation.cell_of
    assert moved.mean() < 0.05
    price = minutes + allocation.costs
    rows = np.flatnonzero(moved)  # those that moved pay the same
    assert price[rows, again[rows]] == pytest.approx(price[rows, allocation.cell_of[rows]], abs=1e-6)


def test_workloads_and_weights_are_part_of_the_price() -> None:
    points, centers = drawn(8, 120), drawn(9, 3)
    rng = np.random.default_rng(1)
    hours, weights = rng.lognormal(size=120), rng.uniform(0.5, 2.0, 120)
    allocation = allocate(points, centers, [0.5, 0.3, 0.2], workloads=hours, weights=weights, distance="great-circle")
    rule = AllocationRule.of(allocation, points, workloads=hours, weights=weights, workload="hours")
    again = rule.assign(points, workloads=hours, weights=weights)
    assert (again != allocation.cell_of).sum() < len(centers)  # fewer records were split than there are centres
    distance = prices(rule, points) - rule.costs
    expected = (weights[:, None] * distance + hours[:, None] * rule.costs).argmin(axis=1)
    assert again.tolist() == expected.tolist()


def test_a_centre_without_a_share_takes_nobody_later() -> None:
    points, centers = drawn(10, 40), drawn(11, 3)
    rule = AllocationRule.of(allocate(points, centers, [0.5, 0.0, 0.5]), points)
    assert np.isinf(rule.costs[1])
    assert 1 not in rule.assign(drawn(12, 200))


def test_scales_divide_the_coordinates() -> None:
    points, centers = drawn(13, 60), drawn(14, 3)
    scales = (2.0, 0.5)
    allocation = allocate(points / scales, centers / scales)
    rule = AllocationRule.of(allocation, points, scales=scales)
    assert rule.centers == pytest.approx(centers)
    assert rule.assign(points).tolist() == allocation.cell_of.tolist()


def test_far_coordinates_lose_no_digits() -> None:
    points, centers = drawn(15, 60), drawn(16, 3)
    shift = 2.0**20
    shifted = allocate(points + shift, centers + shift)
    rule = AllocationRule.of(shifted, points + shift)
    assert (
        rule.assign(points + shift).tolist() == shifted.cell_of.tolist() == allocate(points, centers).cell_of.tolist()
    )
    later = np.round(drawn(17, 100), 3)
    near = AllocationRule(rule.names, rule.costs, rule.measure, centers)
    assert rule.assign(later + shift).tolist() == near.assign(later).tolist()


def test_tables_have_the_columns_of_the_rule() -> None:
    points, centers = drawn(18, 60), drawn(19, 3)
    hours = np.random.default_rng(2).lognormal(size=60)
    allocation = allocate(points, centers, workloads=hours, distance="euclidean")
    rule = AllocationRule.of(allocation, points, workloads=hours, columns=("x", "y"), workload="hours")
    table = pl.DataFrame({"hours": hours, "y": points[:, 1], "x": points[:, 0], "other": "text"})
    assert rule.assign_table(table).tolist() == rule.assign(points, workloads=hours).tolist()
    with pytest.raises(TableError, match="Column 'hours'"):
        rule.assign_table(table.drop("hours"))
    with pytest.raises(TableError, match="has no value in 1 of 60 rows, the first in row 4"):
        rule.assign_table(table.with_columns(x=pl.when(pl.arange(60) == 3).then(None).otherwise(pl.col("x"))))


def test_distances_are_not_squared() -> None:
    points, centers = np.array([[0.0, 0.0], [3.0, 4.0]]), np.array([[0.0, 0.0], [0.0, 0.0]])
    rule = AllocationRule.of(allocate(points, centers), points)
    assert rule.distances(points, np.array([0, 0])).tolist() == [0.0, 5.0]


POINTS, CENTERS = drawn(20, 20), drawn(21, 2)
ALLOCATION = allocate(POINTS, CENTERS)
RULE = AllocationRule.of(ALLOCATION, POINTS)
MATRIX = np.arange(40.0).reshape(20, 2) % 7
MATRIX_RULE = AllocationRule.of(allocate(None, None, distance=MATRIX), distance=MATRIX)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: AllocationRule.of(ALLOCATION, POINTS, distance="euclidean"), "must be that of the allocation"),
        (lambda: AllocationRule.of(ALLOCATION), "points are missing"),
        (lambda: AllocationRule.of(ALLOCATION, POINTS, names=["one"]), "2 different names"),
        (lambda: AllocationRule.of(ALLOCATION, POINTS, names=["one", "one"]), "2 different names"),
        (lambda: RULE.assign(np.zeros((3, 3))), "have 3 coordinates, and the centres of this rule 2"),
        (lambda: RULE.assign(np.full((3, 2), np.nan)), "NaN"),
        (lambda: RULE.assign(POINTS, distance=MATRIX), "is a part of this rule"),
        (lambda: RULE.assign(POINTS, workloads=[1.0]), "workloads must hold one number for each"),
        (lambda: RULE.assign_table({"x": [1.0]}), "no columns|cannot be read|table"),
        (lambda: MATRIX_RULE.assign(), "later records come with theirs"),
        (lambda: MATRIX_RULE.assign(distance=np.ones((3, 3))), "has 3 columns for the 2 centres"),
        (lambda: MATRIX_RULE.assign(distance=-np.ones((3, 2))), "negative"),
    ],
)
def test_wrong_use_is_worded(wrong: object, words: str) -> None:
    assert callable(wrong)
    with pytest.raises((ParameterError, TableError, WrongUse), match=words):
        wrong()


def test_a_rule_of_some_columns_of_a_matrix_is_refused() -> None:
    some = allocate(np.arange(20.0)[:, None], np.array([[1.0]]), distance=MATRIX)
    with pytest.raises(ParameterError, match="a column for each centre"):
        AllocationRule.of(some, distance=MATRIX)
