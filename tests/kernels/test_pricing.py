"""Fair prices: after a pass no set at all is worth more than its pairs, by looking at every set."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from shoal.kernels.bound.pricing import Market, lower_unfair
from shoal.partition.bound.ground import Ground, ground_of

MANY = 10**9


def market_of(
    ground: Ground,
    size: int,
    price: np.ndarray,
    *,
    floors: bool = True,
    largest_table: int = 1_000,
    full_scan: int = 1_000,
) -> Market:
    floor = np.zeros((size, ground.n_points))
    for fewer in range(2, size if floors else 2):
        floor[fewer] = ground.nearest_fair(fewer)
    top = price - floor[size - 1]
    order = np.argsort(-top, kind="stable")
    return Market(
        points=ground.points,
        copies=ground.copies,
        order=order,
        rank=np.argsort(order),
        top=top,
        neighbour=ground.neighbour,
        neighbour_distance=ground.distance,
        floors=floor,
        price=price.copy(),
        column=np.empty((1000, size), dtype=np.int32),
        column_pairs=np.empty(1000),
        n_columns=np.zeros(1, dtype=np.int64),
        effort=np.zeros(2, dtype=np.int64),
        largest_table=largest_table,
        full_scan=full_scan,
    )


def worst(ground: Ground, size: int, price: np.ndarray) -> float:
    """The least pairs − price of any set of items."""
    items = np.repeat(np.arange(ground.n_points), ground.copies)
    gaps = ground.points[items, None] - ground.points[None, items]
    distance = (gaps**2).sum(axis=2)
    least = np.inf
    for chosen in combinations(range(len(items)), size):
        index = list(chosen)
        least = min(least, distance[np.ix_(index, index)].sum() / 2 - price[items[index]].sum())
    return float(least)


def some_points(seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    if seed % 2:
        return rng.integers(0, 3, (16, 2)).astype(float)  # many copies
    return rng.standard_normal((14, 3)) * rng.lognormal(0, 1, (14, 1))


@pytest.mark.parametrize("listed", [3, 20])
@pytest.mark.parametrize("size", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(6))
def test_prices_are_fair_after_one_pass(seed: int, size: int, listed: int) -> None:
    ground = ground_of(some_points(seed), size - 1, listed)
    rng = np.random.default_rng(seed)
    wild = ground.nearest_fair(size) * rng.uniform(0.5, 3, ground.n_points) + rng.uniform(-1, 1, ground.n_points)
    market = market_of(ground, size, wild)
    lower_unfair(market, 0, ground.n_points, MANY)
    assert worst(ground, size, wild) < -1e-6  # there was something to do
    assert worst(ground, size, market.price) >= -1e-12
    assert (market.price <= wild).all()
    assert market.effort[1] == 0


@pytest.mark.parametrize("size", [3, 4])
def test_fair_prices_are_left_alone(size: int) -> None:
    ground = ground_of(some_points(0), size - 1, 20)
    price = ground.nearest_fair(size) * (1 - 1e-12)
    market = market_of(ground, size, price)
    lower_unfair(market, 0, ground.n_points, MANY)
    assert np.array_equal(market.price, price)
    assert market.n_columns[0] == 0


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("most_nodes", [0, 3])
def test_a_root_that_is_given_up_leaves_fair_prices(seed: int, most_nodes: int) -> None:
    ground = ground_of(some_points(seed), 3, 20)
    wild = ground.nearest_fair(4) * 3 + 0.1
    market = market_of(ground, 4, wild)
    lower_unfair(market, 0, ground.n_points, most_nodes)
    assert market.effort[1] > 0
    assert worst(ground, 4, market.price) >= -1e-12


@pytest.mark.parametrize("limit", ["largest_table", "full_scan"])
@pytest.mark.parametrize("seed", range(4))
def test_without_table_and_without_full_scan(limit: str, seed: int) -> None:
    ground = ground_of(some_points(seed), 2, 3)
    wild = ground.nearest_fair(3) * 2 + 0.1
    market = market_of(ground, 3, wild, **{limit: 2})
    lower_unfair(market, 0, ground.n_points, MANY)
    assert worst(ground, 3, market.price) >= -1e-12


def test_floors_change_the_effort_only() -> None:
    ground = ground_of(np.random.default_rng(3).standard_normal((60, 2)), 3, 59)
    wild = ground.nearest_fair(4) * 1.5
    with_floors, without = market_of(ground, 4, wild), market_of(ground, 4, wild, floors=False)
    for market in (with_floors, without):
        lower_unfair(market, 0, ground.n_points, MANY)
    assert with_floors.effort[0] < without.effort[0]


def test_columns_are_the_sets_that_objected() -> None:
    points = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [9.0, 9.0]])
    ground = ground_of(points, 2, 3)
    market = market_of(ground, 3, np.array([2.0, 2.0, 2.0, 0.0]))
    lower_unfair(market, 0, 4, MANY)
    assert market.n_columns[0] == 1
    assert sorted(market.column[0]) == [0, 1, 2]
    assert market.column_pairs[0] == 4.0
    assert market.price.tolist() == pytest.approx([4 / 3, 4 / 3, 4 / 3, 0.0])
