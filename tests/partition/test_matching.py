"""The optimal pairs: against all partitions into pairs (and one triple), an integer program, and their own proof."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from shoal import Matching, microaggregate
from shoal.errors import ParameterError
from shoal.kernels.jit import uncompiled
from shoal.kernels.matching.pairs import PriceArrays, shared_price
from shoal.kernels.matching.triples import cheapest_triples
from shoal.partition.linear_programs import Program
from shoal.partition.matching.beginning import first_pairs, first_prices
from shoal.partition.matching.matching import MOST_RECORDS
from shoal.partition.matching.pair_graph import PROVEN, PairGraph
from shoal.partition.matching.pricing import WeightedPoints, pairs_too_cheap
from shoal.partition.problem import Problem


def distortion(points: np.ndarray, weights: np.ndarray, cell: tuple[int, ...]) -> float:
    own, weight = points[list(cell)], weights[list(cell)]
    return float((weight[:, None] * (own - np.average(own, axis=0, weights=weight)) ** 2).sum())


def least_distortion(points: np.ndarray, weights: np.ndarray | None = None) -> float:
    """Of all partitions into pairs, and one triple if the number of records is odd."""
    weight = np.ones(len(points)) if weights is None else weights

    @cache
    def least(free: frozenset[int], triple: bool) -> float:
        if not free:
            return 0.0
        first = min(free)
        rest = free - {first}
        found = [distortion(points, weight, (first, one)) + least(rest - {one}, triple) for one in rest]
        if triple:
            found += [
                distortion(points, weight, (first, *two)) + least(rest - set(two), False)
                for two in combinations(sorted(rest), 2)
            ]
        return min(found, default=np.inf)

    return least(frozenset(range(len(points))), len(points) % 2 == 1)


def sample(rng: np.random.Generator, n_records: int, kind: str) -> np.ndarray:
    n_dims = int(rng.integers(1, 4))
    if kind == "whole numbers":
        return rng.integers(0, 4, (n_records, n_dims)).astype(float)
    if kind == "twins":
        return np.repeat(rng.standard_normal((n_records, n_dims)), 2, axis=0)[:n_records]
    if kind == "far outliers":
        return 10.0 * rng.standard_cauchy((n_records, n_dims))
    return rng.standard_normal((n_records, n_dims))


KINDS = ("Gaussian", "whole numbers", "twins", "far outliers")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n_records", range(2, 11))
def test_least_of_all_partitions_into_pairs(kind: str, n_records: int) -> None:
    rng = np.random.default_rng(n_records)
    for weights in (None, rng.uniform(0.1, 10.0, n_records), None):
        points = sample(rng, n_records, kind)
        found = microaggregate(points, 2, method="matching", weights=weights)
        assert sorted(set(found.sizes.tolist()) - {2}) == ([3] if n_records % 2 else [])
        assert np.count_nonzero(found.sizes == 3) == n_records % 2
        assert found.sse == pytest.approx(least_distortion(points, weights), rel=1e-9, abs=1e-12)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_least_on_small_grids(data: st.DataObject) -> None:
    n_records = data.draw(st.integers(2, 9))
    points = data.draw(arrays(np.int8, (n_records, 2), elements=st.integers(-2, 2))).astype(float)
    assert microaggregate(points, 2, method="matching").sse == pytest.approx(least_distortion(points), abs=1e-9)


@pytest.mark.parametrize("n_records", [50, 21])
def test_the_same_as_an_integer_program(n_records: int) -> None:
    """All pairs, and all triples of which one is taken, for HiGHS to choose from."""
    rng = np.random.default_rng(n_records)
    points = rng.standard_normal((n_records, 2))
    odd = n_records % 2 == 1
    cells = [*combinations(range(n_records), 2), *(combinations(range(n_records), 3) if odd else ())]
    from scipy.sparse import lil_array

    matrix = lil_array((n_records + odd, len(cells)))
    for column, cell in enumerate(cells):
        matrix[list(cell), column] = 1.0
        if len(cell) == 3:
            matrix[n_records, column] = 1.0
    cost = np.array([distortion(points, np.ones(n_records), cell) for cell in cells])
    taken = Program(cost, matrix.tocsc(), 1.0, 1.0, high=1.0).solve_whole(60.0, 100_000, 0.0)
    assert taken is not None
    assert microaggregate(points, 2, method="matching").sse == pytest.approx(float(cost @ taken), rel=1e-7)


def test_small_examples_by_hand() -> None:
    def cells(values: list[float]) -> list[int]:
        return microaggregate(np.array(values)[:, None], 2, method=Matching()).cell_of.tolist()

    assert cells([0, 3, 4, 7]) == [0, 0, 1, 1]  # 4.5 + 4.5; the closest pair first would cost 0.5 + 24.5
    assert cells([0, 1, 2, 10, 11]) == [0, 0, 0, 1, 1]
    assert cells([0, 10, 11, 12, 1]) == [0, 1, 1, 1, 0]
    assert cells([5, 5]) == [0, 0]
    assert cells([1, 2, 9]) == [0, 0, 0]


def test_the_third_record_joins_the_lighter_pair() -> None:
    """With a pair of weight W the record in the middle costs W/(W + 1) · 2.5²: 4.17 for W = 2, and 5 for W = 4."""
    points = np.array([0.0, 1.0, 3.0, 5.0, 6.0])[:, None]
    left = microaggregate(points, 2, method="matching", weights=[1, 1, 1, 2, 2])
    right = microaggregate(points, 2, method="matching", weights=[2, 2, 1, 1, 1])
    assert left.cell_of.tolist() == [0, 0, 0, 1, 1]
    assert right.cell_of.tolist() == [0, 0, 1, 1, 1]
    assert left.sse == right.sse == pytest.approx(0.5 + 2 / 3 * 2.5**2 + 1.0)


def test_cells_of_three_can_be_better_than_pairs() -> None:
    """Two places with three records each: pairs have to cross, cells of three need not. `best` may use them."""
    points = np.array([[0.0]] * 3 + [[10.0]] * 3)
    assert microaggregate(points, 2, method="matching").sse == pytest.approx(50.0)
    assert microaggregate(points, 2, method="best(steps=[anneal(50)])", seed=1).sse == pytest.approx(0.0, abs=1e-12)


def given_points(points: np.ndarray, weights: np.ndarray | None = None) -> WeightedPoints:
    weight = np.ones(len(points)) if weights is None else weights
    return WeightedPoints(np.ascontiguousarray(points), weight, lambda: None)


@pytest.mark.parametrize("kind", KINDS)
def test_the_prices_prove_the_pairs(kind: str) -> None:
    """No pair is too cheap (each compared here by itself), the pairs taken cost their prices, and all sums agree."""
    rng = np.random.default_rng(5)
    points, weights = sample(rng, 80, kind), rng.uniform(0.5, 2.0, 80)
    graph = PairGraph(given_points(points, weights))
    found = graph.matched()
    slack = PROVEN * graph.scale + 1e-12  # the second is rounding, of twins at no distance
    assert found.prices.bound == pytest.approx(found.sse, abs=slack)
    taken = {tuple(pair) for pair in np.sort(found.pairs, axis=1).tolist()}
    assert sorted(np.ravel(found.pairs).tolist()) == list(range(80))
    price, shared = found.prices.arrays, uncompiled(shared_price)
    for one, other in combinations(range(80), 2):
        beyond = distortion(points, weights, (one, other)) - price.record[one] - price.record[other]
        beyond += shared(price, one, other)
        assert beyond >= -slack
        assert beyond <= slack or (one, other) not in taken


def test_pairs_below_their_prices_are_found() -> None:
    """After the price of one record is raised, its pairs are too cheap by that much."""
    points = np.random.default_rng(6).standard_normal((60, 3))
    given_ = given_points(points)
    prices = PairGraph(given_).matched().prices
    prices.arrays.record[17] += 0.25
    searched = pairs_too_cheap(given_, prices, 1e-9)
    assert searched.most == pytest.approx(0.25, abs=1e-6)
    assert all(17 in pair for pair in searched.pairs.tolist())


def beyond_prices(points: np.ndarray, weights: np.ndarray, price: PriceArrays, cell: tuple[int, ...]) -> float:
    """The reduced cost of a triple: a set with two or three of its records adds its price once."""
    in_two = [uncompiled(shared_price)(price, *two) for two in combinations(cell, 2)]
    return float(distortion(points, weights, cell) - price.record[list(cell)].sum() + sum(in_two) - 2 * min(in_two))


@pytest.mark.parametrize("seed", range(4))
def test_the_cheapest_triples_are_those_of_a_search_through_all(seed: int) -> None:
    rng = np.random.default_rng(seed)
    points, weights = rng.standard_normal((25, 2)), rng.uniform(0.2, 5.0, 25)
    prices = PairGraph(given_points(points, weights)).prices_with_one_alone()
    every = {cell: beyond_prices(points, weights, prices.arrays, cell) for cell in combinations(range(25), 3)}
    tried = np.array(sorted(every, key=every.__getitem__)[:30])
    left = {cell: cost for cell, cost in every.items() if list(cell) not in tried.tolist()}
    triple, cost = np.empty((25, 3), dtype=np.int64), np.empty(25)
    cheapest_triples(points, weights, prices.arrays, tried, 0, 25, triple, cost)
    for record in range(25):
        assert cost[record] == pytest.approx(min(left[cell] for cell in left if record in cell), abs=1e-12)
        assert left[tuple(sorted(triple[record].tolist()))] == pytest.approx(cost[record], abs=1e-12)


@pytest.mark.parametrize("kind", KINDS)
def test_a_triple_costs_at_least_bound_and_reduced_cost(kind: str) -> None:
    points = sample(np.random.default_rng(7), 9, kind)
    prices = PairGraph(given_points(points)).prices_with_one_alone()
    ones = np.ones(9)
    for cell in combinations(range(9), 3):
        rest = np.delete(points, cell, axis=0)
        true = distortion(points, ones, cell) + least_distortion(rest)
        assert prices.bound + beyond_prices(points, ones, prices.arrays, cell) <= true + 1e-9 * max(1.0, true)


def test_first_pairs_and_prices_are_fair() -> None:
    """First prices are below all pairs; first pairs hold each record once, also when all are twins of few."""
    rng = np.random.default_rng(8)
    points = np.vstack([rng.standard_normal((30, 2)), np.zeros((31, 2))])
    given_ = given_points(points)
    price = first_prices(given_)
    for one, other in combinations(range(61), 2):
        assert distortion(points, np.ones(61), (one, other)) >= price[one] + price[other] - 1e-12
    pairs = first_pairs(given_, price, np.arange(61))
    assert len(pairs) == 30
    assert len(np.unique(pairs)) == 60


def test_too_many_records_and_other_k_are_refused() -> None:
    with pytest.raises(ParameterError, match=r"at most 20,000 of them, found 20,001.*strata"):
        microaggregate(np.zeros((MOST_RECORDS + 1, 1)), 2, method="matching")
    with pytest.raises(ParameterError, match=r"every cell needs 5 here.*'best'"):
        microaggregate(np.zeros((10, 1)), 5, method="matching")


def test_other_methods_begin_with_it() -> None:
    points = np.random.default_rng(9).standard_normal((120, 2))
    pairs = microaggregate(points, 2, method="matching")
    for method in ("best(start=matching, steps=[anneal(50)])", "pcl(start=matching)"):
        assert microaggregate(points, 2, method=method, seed=1).sse <= pairs.sse * (1 + 1e-9)


@pytest.mark.parametrize("n_records", [300, 301])
def test_an_interrupt_gets_through_at_every_step(n_records: int) -> None:
    points = np.random.default_rng(10).standard_normal((n_records, 2))
    calls = []
    Matching()(Problem(points, 2, progress=lambda done, total: calls.append((done, total))))
    assert calls[-1] == (n_records, n_records)
    for pressed_at in range(1, len(calls), max(1, len(calls) // 6)):
        left = pressed_at

        def press(done: int, total: int) -> None:
            nonlocal left
            left -= 1
            if left == 0:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            Matching()(Problem(points, 2, progress=press))
