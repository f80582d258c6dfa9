"""allocate: the optimum of the transportation problem, whole records or workloads, and prices that hold it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment, linprog

from shoal import allocate
from shoal.errors import ParameterError
from shoal.partition.sizes import sizes_from_shares
from shoal.partition.transport import workloads as workloads_file


def squared(points: np.ndarray, centers: np.ndarray) -> np.ndarray:
    return ((points[:, None, :] - centers[None, :, :]) ** 2).sum(axis=2)


def instance(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray | None]:
    """Points (every third time on a coarse grid, with duplicates), centres, shares (some zero) and weights."""
    rng = np.random.default_rng(seed)
    n_records, n_centers, n_dims = int(rng.integers(1, 61)), int(rng.integers(1, 9)), int(rng.integers(1, 6))
    points = rng.standard_normal((n_records, n_dims))
    centers = rng.standard_normal((n_centers, n_dims))
    if seed % 3 == 0:
        points, centers = np.round(points), np.round(centers)
    shares = rng.random(n_centers) * (rng.random(n_centers) < 0.8)
    shares[0] += 0.1
    weights = rng.uniform(0.2, 5.0, n_records) if seed % 4 == 0 else None
    return points, centers, shares / shares.sum(), weights


@pytest.mark.parametrize("block", range(4))
def test_two_hundred_instances_are_optimal_and_their_prices_prove_it(block: int) -> None:
    for seed in range(50 * block, 50 * block + 50):
        points, centers, shares, weights = instance(seed)
        result = allocate(points, centers, shares, weights=weights)
        sizes = sizes_from_shares(shares, len(points))
        assert result.sizes.tolist() == sizes.tolist() == np.bincount(result.cell_of, minlength=len(centers)).tolist()
        distance = squared(points, centers) * (1.0 if weights is None else weights[:, None])
        rows, columns = linear_sum_assignment(np.repeat(distance, sizes, axis=1))
        best = np.repeat(distance, sizes, axis=1)[rows, columns].sum()
        assert result.sse == pytest.approx(best, rel=1e-9, abs=1e-9), seed
        assert result.costs is not None
        price = distance + result.costs
        own = price[np.arange(len(points)), result.cell_of]
        assert (own <= price.min(axis=1) + 1e-9 * (1.0 + np.abs(own))).all(), seed


def relaxed(distance: np.ndarray, workload: np.ndarray, load: np.ndarray) -> float:
    """The optimum if records could be split: a lower bound for whole ones that meet the loads."""
    n_records, n_centers = distance.shape
    by_record = np.kron(np.eye(n_records), np.ones(n_centers))
    by_center = np.hstack([workload[record] * np.eye(n_centers) for record in range(n_records)])
    solution = linprog(
        distance.ravel(),
        A_eq=np.vstack([by_record, by_center]),
        b_eq=np.concatenate([np.ones(n_records), load]),
        method="highs",
    )
    return float(solution.fun)


def require_fair_and_cheap(points: Any, centers: Any, shares: Any, weights: Any, workload: Any) -> None:
    result = allocate(points, centers, shares, weights=weights, workloads=workload)
    load = shares * workload.sum()
    got = np.bincount(result.cell_of, weights=workload, minlength=len(centers))
    assert np.abs(got - load).max() <= workload.max() * (1.0 + 1e-9)
    assert got[shares == 0].sum() == 0.0
    assert result.costs is not None
    distance = squared(points, centers) * (np.ones(len(points)) if weights is None else weights)[:, None]
    price = distance + workload[:, None] * result.costs
    own = price[np.arange(len(points)), result.cell_of]
    assert (own <= price.min(axis=1) + 1e-6 * (1.0 + np.abs(price).min(axis=1))).all()
    if len(points) <= 60:
        # Least price for everybody: the optimum of the split problem, up to the gaps times the costs.
        lower = relaxed(distance, workload, load)
        assert result.sse == pytest.approx(lower + float((load - got) @ result.costs), rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("block", range(2))
def test_workloads_are_met_within_one_record_at_the_price_of_the_linear_programme(block: int) -> None:
    for seed in range(50 * block, 50 * block + 50):
        points, centers, shares, weights = instance(seed)
        workload = np.random.default_rng(seed + 1000).uniform(0.1, 3.0, len(points))
        if len(points) == 1:
            continue  # equal workloads are counted
        require_fair_and_cheap(points, centers, shares, weights, workload)


@pytest.mark.parametrize("weighted", [False, True])
def test_many_records_look_at_near_centres_only(weighted: bool) -> None:
    rng = np.random.default_rng(5)
    points, centers = rng.standard_normal((4_000, 2)), rng.standard_normal((20, 2))
    shares = rng.random(20)
    shares[3] = 0.0
    weights = rng.uniform(0.5, 2.0, 4_000) if weighted else None
    assert len(points) * len(centers) > workloads_file.SMALL
    require_fair_and_cheap(points, centers, shares / shares.sum(), weights, rng.lognormal(size=4_000))


def test_equal_workloads_are_counted_like_records() -> None:
    points, centers, shares, _ = instance(2)
    plain = allocate(points, centers, shares)
    loaded = allocate(points, centers, shares, workloads=np.full(len(points), 4.0))
    np.testing.assert_array_equal(plain.cell_of, loaded.cell_of)
    assert plain.costs is not None
    assert loaded.costs is not None
    np.testing.assert_allclose(loaded.costs[shares > 0] * 4.0, plain.costs[shares > 0])


def test_hand_made() -> None:
    # Three patients at 0, 1, 2 and hospitals at 0 and 10 with two places and one: who lives nearest to 10 goes there.
    result = allocate([[0.0], [1.0], [2.0]], [[0.0], [10.0]], [2 / 3, 1 / 3])
    assert result.cell_of.tolist() == [0, 0, 1]
    assert result.sse == pytest.approx(0 + 1 + 64)
    # One of them is as much work as the two others: half of the work each.
    result = allocate([[0.0], [1.0], [2.0]], [[0.0], [10.0]], [0.5, 0.5], workloads=[1.0, 1.0, 2.0])
    assert result.cell_of.tolist() == [0, 0, 1]


def test_one_centre_identical_points_and_far_coordinates() -> None:
    assert allocate(np.zeros((5, 2)), [[1.0, 1.0]]).sse == pytest.approx(10.0)
    assert allocate(np.zeros((5, 2)), [[1.0, 1.0]], workloads=[1, 2, 3, 4, 5]).sizes.tolist() == [5]
    same = allocate(np.ones((9, 2)), [[0.0, 0.0], [1.0, 1.0], [1.0, 1.0]])
    assert same.sizes.tolist() == [3, 3, 3]
    same = allocate(np.ones((9, 2)), [[0.0, 0.0], [1.0, 1.0]], workloads=np.arange(1.0, 10.0))
    assert same.sizes.sum() == 9
    points, centers, shares, _ = instance(7)
    near, far = (allocate(points + shift, centers + shift, shares) for shift in (0.0, 2.0**20))
    assert far.sse == pytest.approx(near.sse, rel=1e-6)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"points": np.zeros((0, 2))}, "nothing to allocate"),
        ({"centers": np.zeros((0, 2))}, "nothing to allocate"),
        ({"centers": np.zeros((2, 3))}, "same coordinates"),
        ({"points": [[np.nan, 1.0]]}, "NaN"),
        ({"shares": [0.5, 0.4]}, "must sum to 1"),
        ({"shares": [1.5, -0.5]}, "not negative"),
        ({"shares": [1.0]}, "one for each of the 2 centers"),
        ({"shares": ["a", "b"]}, "must be numbers"),
        ({"workloads": [1.0]}, "workloads must hold one number for each"),
        ({"workloads": [1.0, 0.0, 1.0]}, "workloads must be positive"),
        ({"workloads": [1.0, 2.0, 3.0], "shares": [0.5, 0.4]}, "must sum to 1"),
        ({"weights": [1.0, np.nan, 1.0]}, "weights must be positive and finite"),
    ],
)
def test_wrong_input_is_refused(arguments: dict[str, Any], words: str) -> None:
    usual = {"points": [[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]], "centers": [[0.0, 0.0], [1.0, 1.0]]}
    with pytest.raises(ParameterError, match=words):
        allocate(**{**usual, **arguments})


def test_more_centres_than_points_are_refused() -> None:
    # Two swapped files: every centre was said to have its share, and nearly all had nobody.
    points, centers = np.zeros((2, 2)), np.arange(10.0).reshape(5, 2)
    with pytest.raises(ParameterError, match="swapped"):
        allocate(points, centers)
    assert allocate(points, centers, [0.5, 0.5, 0.0, 0.0, 0.0]).sizes.tolist() == [1, 1, 0, 0, 0]
