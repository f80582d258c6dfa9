"""Cells in which k counts persons, from every method; and PCL with two masses against linear programs."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

import shoal
from shoal import PCL, Partition, PersonAnonymity, microaggregate
from shoal.errors import InfeasiblePromise, WrongUse
from shoal.partition.pcl.two_masses import with_loads

METHODS = (
    "auto",
    "best",
    "md",
    "mdav",
    "mdav+",
    "mdav*",
    "vmdav",
    "mst",
    "tfrp",
    "mu-approx",
    "pcl",
    "pcl(start=mdav)",
)


def households(n_records: int, seed: int, n_dims: int = 2) -> tuple[np.ndarray, np.ndarray]:
    """Points, and one to nine persons each."""
    rng = np.random.default_rng(seed)
    return rng.standard_normal((n_records, n_dims)), np.minimum(rng.geometric(0.45, n_records), 9)


def require_kept(partition: Partition, masses: np.ndarray, k: int, fewest_records: int) -> None:
    """Counted record by record."""
    for cell in range(partition.n_cells):
        own = masses[partition.cell_of == cell].tolist()
        assert sum(own) >= k
        assert sum(own) >= fewest_records * max(own)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_counts_persons(method: str) -> None:
    points, masses = households(240, 1)
    asked = "best(steps=[anneal(100), choose(0.1)])" if method == "best" else method  # its usual steps take seconds
    partition = microaggregate(points, 12, method=asked, masses=masses, seed=0)
    require_kept(partition, masses, 12, 3)
    assert isinstance(partition.promise, PersonAnonymity)
    assert partition.n_cells > 240 // 12  # twelve persons are fewer than twelve records
    assert partition.sizes.sum() == 240
    again = microaggregate(points, 12, method=partition.method, masses=masses, seed=0)
    np.testing.assert_array_equal(again.cell_of, partition.cell_of)


@settings(max_examples=40, deadline=None)
@given(
    st.integers(3, 40), st.integers(2, 15), st.integers(2, 4), st.integers(0, 10_000), st.sampled_from(["mdav", "pcl"])
)
def test_whatever_the_masses_the_promise_is_kept_or_refused(
    n: int, k: int, fewest: int, seed: int, method: str
) -> None:
    rng = np.random.default_rng(seed)
    points = np.round(rng.standard_normal((n, 2)), 1)  # with identical records
    masses = rng.integers(1, 10, n) * np.where(rng.random(n) < 0.05, 20, 1)  # a few are far heavier
    if masses.sum() < max(k, fewest * masses.max()):
        with pytest.raises(InfeasiblePromise):
            microaggregate(points, k, method=method, masses=masses, fewest_records=fewest)
        return
    partition = microaggregate(points, k, method=method, masses=masses, fewest_records=fewest, seed=seed)
    require_kept(partition, masses, k, fewest)


def test_no_better_than_the_best_of_all_partitions() -> None:
    """Seven records: all partitions into at most two cells are tried (a third cell never fits)."""
    found = 0
    for seed in range(12):
        rng = np.random.default_rng(seed)
        points, masses = rng.standard_normal((7, 1)), rng.integers(1, 4, 7)
        promise = PersonAnonymity(5, masses)
        if masses.sum() < 9 or masses.sum() >= 15 or masses.sum() < 3 * masses.max():
            continue
        cells = (np.array((0, *rest)) for rest in product((0, 1), repeat=6))
        least = min(
            Partition.from_cells(points, cell_of, method="").sse for cell_of in cells if promise.kept_by(cell_of)
        )
        partition = microaggregate(points, 5, method="pcl", masses=masses, seed=0)
        assert partition.sse >= least * (1 - 1e-12)
        found += partition.sse <= least * (1 + 1e-12)
    assert found >= 3  # a local search finds the best one in several of these cases


def test_two_villages_by_hand() -> None:
    # Two groups of households, far apart, with eight persons each: k = 8 persons are one group, four records each.
    points = np.array([[0.0], [1.0], [2.0], [3.0], [100.0], [101.0], [102.0], [103.0]])
    masses = np.array([2, 2, 2, 2, 1, 3, 1, 3])
    two = microaggregate(points, 8, method="pcl", masses=masses, fewest_records=2, seed=0)
    assert sorted(map(sorted, [np.flatnonzero(two.cell_of == cell).tolist() for cell in (0, 1)])) == [
        [0, 1, 2, 3],
        [4, 5, 6, 7],
    ]
    # A third of eight persons is less than three: with the usual fewest_records all are one cell.
    assert microaggregate(points, 8, method="pcl", masses=masses, seed=0).n_cells == 1


@pytest.mark.parametrize("seed", range(4))
def test_prescribed_shares_are_met_within_one_record(seed: int) -> None:
    points, masses = households(600, seed)
    rng = np.random.default_rng(seed)
    weights = rng.uniform(0.5, 3.0, 600)
    shares = rng.uniform(0.5, 1.5, 8)
    shares /= shares.sum()
    partition = microaggregate(points, 10, method=PCL(shares=shares), masses=masses, weights=weights, seed=0)
    got = np.bincount(partition.cell_of, masses, 8)
    assert np.abs(got - shares * masses.sum()).max() <= masses.max()
    even = microaggregate(points, 10, method=PCL(cells=8), masses=masses, seed=0)
    assert np.abs(np.bincount(even.cell_of, masses) - masses.sum() / 8).max() <= masses.max()
    assert all(later <= before for before, later in zip(even.history, even.history[1:], strict=False))


@pytest.mark.parametrize("seed", range(6))
def test_cells_of_two_masses_are_near_the_linear_program(seed: int) -> None:
    """For the sites of the last iteration: not below the optimum of divided records, above it by the gaps only."""
    rng = np.random.default_rng(seed)
    n, m = int(rng.integers(30, 80)), int(rng.integers(2, 6))
    points, weights, masses = rng.standard_normal((n, 2)), rng.uniform(0.5, 2.0, n), rng.lognormal(0.0, 0.7, n)
    shares = rng.uniform(0.7, 1.3, m)
    loads = shares / shares.sum() * masses.sum()
    loaded = with_loads(points, points[:m].copy(), loads, masses, weights)
    distance = weights[:, None] * ((points[:, None, :] - loaded.sites[None]) ** 2).sum(axis=2)
    divided = linprog(
        distance.ravel(),
        A_eq=np.vstack(
            [np.kron(np.eye(n), np.ones(m)), np.hstack([masses[record] * np.eye(m) for record in range(n)])]
        ),
        b_eq=np.concatenate([np.ones(n), loads]),
    ).fun
    whole = distance[np.arange(n), loaded.cell_of].sum()
    gaps = np.bincount(loaded.cell_of, masses, m) - loads
    assert np.abs(gaps).max() <= masses.max() * (1 + 1e-9)
    dual = whole + gaps @ loaded.costs  # with each record in its cell of least price, costs give a lower bound
    assert 0.98 * divided <= dual <= divided * (1 + 1e-9)
    price = distance / masses[:, None] + loaded.costs
    np.testing.assert_array_equal(price.argmin(axis=1), loaded.cell_of)
    assert list(loaded.history) == sorted(loaded.history, reverse=True)


def test_sample_weights_of_thousands_need_no_thousands_of_points() -> None:
    rng = np.random.default_rng(3)
    points, masses = rng.standard_normal((500, 2)), np.rint(rng.lognormal(8.0, 0.5, 500)).astype(int)
    partition = microaggregate(points, 40_000, method="pcl", masses=masses, seed=0)
    require_kept(partition, masses, 40_000, 3)
    assert partition.n_cells >= 0.7 * masses.sum() / 40_000


def test_a_partition_to_begin_with_and_weights() -> None:
    points, masses = households(300, 5)
    begun = microaggregate(points, 6, method="mdav")
    weights = np.linspace(0.5, 2.0, 300)
    partition = microaggregate(points, 20, method=PCL(start=begun), masses=masses, weights=weights, seed=0)
    require_kept(partition, masses, 20, 3)
    heavier = microaggregate(points, 20, method="pcl", masses=masses, weights=7.0 * weights, seed=0)
    plain = microaggregate(points, 20, method="pcl", masses=masses, weights=weights, seed=0)
    assert heavier.sse == pytest.approx(7.0 * plain.sse)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"masses": np.zeros(30)}, "at least 1; 30 are not"),
        ({"masses": np.full(30, 1.5)}, "whole numbers"),
        ({"masses": np.ones(29)}, "29 numbers, and there are 30 records"),
        ({"fewest_records": 4}, "belongs to a promise in persons"),
        ({"masses": np.ones(30), "participation": 0.5, "failure": 1e-3}, "one of the two"),
        ({"masses": np.ones(30), "fewest_records": 1}, "at least 2"),
        ({"masses": np.ones(30), "method": PCL(sizes=[15, 15])}, "sizes count records"),
        ({"masses": np.ones(30), "method": PCL(distance="manhattan")}, "squared Euclidean"),
        ({"masses": np.ones(30), "method": PCL(cells=7)}, "fewer than k = 5 persons"),
        ({"masses": np.array([12, *[1] * 29]), "method": PCL(cells=4), "fewest_records": 2}, "1 record has a larger"),
        ({"masses": np.array([60, *[1] * 29])}, "more than 1/3 of all persons"),
    ],
)
def test_wrong_input_is_refused(arguments: dict[str, Any], words: str) -> None:
    points = np.random.default_rng(0).standard_normal((30, 2))
    with pytest.raises(WrongUse, match=words):
        microaggregate(points, 5, **arguments)


def test_best_in_persons_ends_with_its_budget() -> None:
    points, masses = households(200, 8)
    partition = microaggregate(points, 12, method="best", masses=masses, budget_s=1.0, seed=0)
    require_kept(partition, masses, 12, 3)
    assert partition.outcome is shoal.Outcome.BUDGET_SPENT
