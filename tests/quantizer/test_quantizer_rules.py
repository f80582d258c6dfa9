"""Rules: hand-made answers, ties, and the design records in the cells they came from."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from quantizer_toys import power_quantizer

import shoal
from shoal.errors import ParameterError, WrongUse
from shoal.guarantee import KAnonymity
from shoal.partition.partition import Partition
from shoal.partition.transport.dual_margins import moved_records
from shoal.quantizer.design import rule_of
from shoal.quantizer.quantizer import quantizer_of
from shoal.quantizer.rules.neighbour import NeighbourRule
from shoal.quantizer.rules.power import PowerRule
from shoal.quantizer.rules.reference import ReferenceRule

GREEDY = ["mdav", "mdav+", "vmdav(gain=0.8)", "mdav*", "md", "mst", "mu-approx", "tfrp"]


def column(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float64).reshape(-1, 1)


def test_power_rule_moves_the_border_with_the_cost_and_gives_ties_to_the_lower_cell() -> None:
    rule = PowerRule(column(0, 4), np.array([0.0, 0.0]))
    assert rule.assign(column(1.9, 2.0, 2.1)).tolist() == [0, 0, 1]
    dearer = PowerRule(column(0, 4), np.array([8.0, 0.0]))  # border where x² + 8 = (x − 4)²: x = 1
    assert dearer.assign(column(0.9, 1.0, 1.1)).tolist() == [0, 0, 1]


def test_reference_rule_takes_the_first_ball_and_counts_its_rim_as_inside() -> None:
    rule = ReferenceRule(column(0, 3), np.array([4.0, 4.0]))
    assert rule.n_cells == 3
    assert rule.assign(column(-2, 2, 2.1, 5, 5.1)).tolist() == [0, 0, 1, 1, 2]
    with_sites = ReferenceRule(column(0, 3), np.array([4.0, 4.0]), column(0, 3))
    assert with_sites.n_cells == 2
    assert with_sites.assign(column(5.1, -9)).tolist() == [1, 0]


def test_neighbour_rule_gives_ties_to_the_lower_record() -> None:
    rule = NeighbourRule.of(column(0, 2, 4, 0), np.array([0, 1, 2, 3]))
    assert rule.n_record_points == 3  # of the two at 0 the first is kept
    assert rule.assign(column(1, 3, 0, 3.01)).tolist() == [0, 1, 0, 2]
    lattice = NeighbourRule.of(np.array([[0.0, 1], [1, 0], [0, -1], [-1, 0]])[::-1].copy(), np.arange(4))
    assert lattice.assign(np.zeros((1, 2))).tolist() == [0]


@pytest.mark.parametrize("method", GREEDY)
def test_every_greedy_partition_gets_a_quantizer_that_gives_its_cells_back(method: str) -> None:
    points = np.random.default_rng(5).normal(size=(83, 3))
    partition = shoal.microaggregate(points, 4, method=method)
    quantizer = quantizer_of(points, partition, KAnonymity(4))
    assert quantizer.assign_points(points).tolist() == partition.cell_of.tolist()
    assert quantizer.forced_apart == 0
    assert bool(quantizer.discloses) == (quantizer.kind != "power")


def test_mdav_is_specified_by_its_reference_points_alone() -> None:
    points = np.random.default_rng(5).normal(size=(200, 4))
    for method in ("mdav", "mdav+"):
        partition = shoal.microaggregate(points, 5, method=method)
        rule, n_moved = rule_of(points, partition.cell_of, partition.centroids, k=5)
        assert isinstance(rule, (ReferenceRule, PowerRule))
        assert rule.n_record_points <= partition.n_cells
        assert n_moved == 0


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(2, 40), st.integers(1, 3), st.booleans())
def test_any_partition_is_given_back_but_for_identical_records(seed: int, n: int, d: int, coarse: bool) -> None:
    rng = np.random.default_rng(seed)
    points = rng.integers(0, 3, (n, d)).astype(float) if coarse else rng.normal(size=(n, d))
    cell_of = np.arange(n) // 2 % max(1, n // 2 - n % 2)
    cell_of = np.unique(rng.permutation(cell_of), return_inverse=True)[1].astype(np.int64)
    partition = Partition.from_cells(points, cell_of, method="any")
    if partition.sizes.min() < 2:
        return
    quantizer = quantizer_of(points, partition, KAnonymity(2))
    assigned = quantizer.assign_points(points)
    differs = assigned != cell_of
    assert quantizer.forced_apart == differs.sum()
    for record in np.flatnonzero(differs):
        twins = (points == points[record]).all(axis=1)
        assert assigned[record] in cell_of[twins]


def test_identical_records_forced_apart_are_counted_and_no_other_excuse_counts() -> None:
    points = column(0, 0, 0, 0, 5, 5)
    partition = Partition.from_cells(points, np.array([0, 0, 1, 1, 2, 2]), method="any")
    assert quantizer_of(points, partition, KAnonymity(2)).forced_apart == 2
    assert moved_records(points, partition.cell_of, np.array([0, 0, 1, 1, 2, 2])) == 0
    assert moved_records(points, partition.cell_of, np.array([0, 0, 1, 1, 1, 2])) is None


def test_costs_of_the_method_make_a_power_quantizer_that_shows_no_record() -> None:
    points, partition, quantizer = power_quantizer()
    assert quantizer.kind == "power"
    assert quantizer.discloses == ()
    assert quantizer.assign_points(points).tolist() == partition.cell_of.tolist()
    assert not np.array_equal(quantizer.costs, partition.costs)  # published costs are drawn by lot
    np.testing.assert_array_equal(quantizer.sites, partition.sites)


def test_costs_that_do_not_give_the_cells_back_are_not_trusted() -> None:
    points, partition, _ = power_quantizer()
    wrong = Partition.from_cells(
        points, partition.cell_of, method="toy", costs=partition.costs[::-1].copy(), sites=partition.sites
    )
    quantizer = quantizer_of(points, wrong, KAnonymity(2))
    assert quantizer.assign_points(points).tolist() == partition.cell_of.tolist()


def test_sites_that_are_records_are_not_written_down_as_if_they_were_none() -> None:
    points = np.array([[0.0], [1.0], [8.0], [10.0]])
    cut_short = Partition.from_cells(
        points, np.array([0, 0, 1, 1]), method="toy", costs=np.zeros(2), sites=points[[0, 2]].copy()
    )
    quantizer = quantizer_of(points, cut_short, KAnonymity(2))
    assert quantizer.sites is None or not np.isin(quantizer.sites, points).any()
    assert quantizer.assign_points(points).tolist() == [0, 0, 1, 1]


def test_a_single_cell_needs_no_record() -> None:
    points = np.random.default_rng(0).normal(size=(7, 2))
    quantizer = quantizer_of(points, shoal.microaggregate(points, 5, method="mdav"), KAnonymity(5))
    assert quantizer.n_cells == 1
    assert quantizer.discloses == ()
    assert quantizer.assign_points([[9.0, 9.0]]).tolist() == [0]


def test_wrong_points_are_refused_in_words() -> None:
    points, partition, quantizer = power_quantizer()
    with pytest.raises(ParameterError, match="2 coordinates; found 3"):
        quantizer.assign_points(np.zeros((2, 3)))
    with pytest.raises(ParameterError, match="NaN"):
        quantizer.assign_points([[np.nan, 0.0]])
    with pytest.raises(ParameterError, match="Give the points that were partitioned"):
        quantizer_of(points[1:], partition, KAnonymity(2))
    with pytest.raises(WrongUse, match="bare points"):
        quantizer.assign(pl.DataFrame({"age": [1]}))
    assert quantizer.assign_points(np.empty((0, 2))).tolist() == []


def test_a_quantizer_cannot_be_changed() -> None:
    quantizer = power_quantizer()[2]
    with pytest.raises(ValueError, match="read-only"):
        quantizer.centroids[0, 0] = 1.0
    with pytest.raises(AttributeError):
        quantizer.guarantee = None
