"""Cells that keep promises about confidential values, whatever made them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal.errors import InfeasiblePromise, ParameterError
from shoal.guarantee.confidential import (
    BetaLikeness,
    Closeness,
    ConfidentialPromise,
    ConfidentialRule,
    ConfidentialValues,
    DeltaDisclosure,
    DistinctDiversity,
    EntropyDiversity,
    GroundDistance,
    LargestShare,
    RecursiveDiversity,
)
from shoal.partition.conditions.strata import microaggregate_blocks
from shoal.partition.confidential.closeness_first import closeness_first
from shoal.partition.confidential.merging import merged
from shoal.partition.confidential.surroundings import OTHERS, others_nearby
from shoal.partition.microaggregate import microaggregate
from shoal.partition.partition import sse_of
from shoal.partition.registry import METHODS
from shoal.partition.search.annealing import Block
from shoal.partition.search.best import Best
from shoal.partition.search.confidential_annealing import ConfidentialChain, annealed_with_promise
from shoal.partition.search.steps import Anneal

N = 90
K = 3
QUICK = Best(steps=(Anneal(20),))
RULES: tuple[ConfidentialRule, ...] = (
    DistinctDiversity(3),
    DistinctDiversity(2, apart=3.0),
    DistinctDiversity(2, relative=0.3),
    EntropyDiversity(2.2),
    RecursiveDiversity(2.0, 2),
    LargestShare(0.5),
    Closeness(0.15),
    Closeness(0.2, GroundDistance.RANK),
    Closeness(0.5, GroundDistance.EQUAL),
    DeltaDisclosure(1.5),
    BetaLikeness(2.0),
)


def town(n_records: int = N, n_values: int = 6) -> tuple[np.ndarray, ConfidentialValues]:
    """Points whose first coordinate nearly determines the confidential value: neighbours have the same one."""
    rng = np.random.default_rng(11)
    points = rng.standard_normal((n_records, 2))
    rank = np.argsort(np.argsort(points[:, 0] + 0.1 * rng.standard_normal(n_records)))
    codes = rank * n_values // n_records
    numbers = 1.0 + np.arange(n_values) ** 1.5
    return points, ConfidentialValues.counted("income", codes, is_ordered=True, numbers=numbers)


def promise_of(values: ConfidentialValues, *rules: ConfidentialRule) -> ConfidentialPromise:
    """All these rules for one column."""
    return ConfidentialPromise(tuple((values, rule) for rule in rules))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.name}")
def test_best_keeps_every_rule(rule: ConfidentialRule) -> None:
    """Also δ-disclosure, which unions do not keep by themselves."""
    points, values = town()
    partition = microaggregate(points, K, method=QUICK, seed=1, confidential=promise_of(values, rule))
    assert promise_of(values, rule).kept_by(partition.cell_of)
    assert partition.sizes.min() >= K


@pytest.mark.parametrize("method", sorted(METHODS))
def test_every_method_keeps_the_promise(method: str) -> None:
    """By repair where the method knows nothing of it."""
    points, values = town()
    promise = promise_of(values, DistinctDiversity(2), Closeness(0.2))
    k = 2 if method == "matching" else K
    given = points[:, :1] if method == "optimal-1d" else points
    chosen = QUICK if method == "best" else method
    partition = microaggregate(given, k, method=chosen, seed=1, confidential=promise)
    assert promise.kept_by(partition.cell_of)
    assert partition.sizes.min() >= k


def test_the_search_is_better_than_merging() -> None:
    """Merging alone is the start of the search."""
    points, values = town()
    promise = promise_of(values, DistinctDiversity(3))
    start = merged(points, microaggregate(points, K, method="mdav").cell_of, promise)
    found = microaggregate(points, K, method=QUICK, seed=1, confidential=promise)
    assert found.sse < 0.8 * sse_of(points, start, None)


def test_same_seed_same_cells_and_the_method_text_repeats_them() -> None:
    """As without a promise."""
    points, values = town()
    promise = promise_of(values, Closeness(0.2))
    once = microaggregate(points, K, method="best", seed=5, budget_s=0.3, confidential=promise)
    again = microaggregate(points, K, method=once.method, seed=5, confidential=promise)
    assert np.array_equal(once.cell_of, again.cell_of)
    assert promise.kept_by(once.cell_of)


def test_one_coordinate() -> None:
    """The optimum on a line keeps no promise, so a line is searched as well."""
    points, values = town()
    promise = promise_of(values, DistinctDiversity(2), Closeness(0.25))
    partition = microaggregate(points[:, :1], K, method="auto", seed=1, confidential=promise)
    assert promise.kept_by(partition.cell_of)


@pytest.mark.parametrize("n_records", [2, 3, 5, 6, 7])
@pytest.mark.parametrize("method", ["best", "mdav", "auto"])
def test_few_records(n_records: int, method: str) -> None:
    """Fewer than 2k records are one cell; twice as many may be two."""
    points = np.arange(2.0 * n_records).reshape(n_records, 2)
    values = ConfidentialValues.counted("x", np.arange(n_records) % 2, is_ordered=False)
    promise = promise_of(values, DistinctDiversity(2))
    k = min(3, n_records)
    partition = microaggregate(points, k, method=method, seed=0, confidential=promise)
    assert promise.kept_by(partition.cell_of)
    assert partition.sizes.min() >= k


def test_weights_and_twins() -> None:
    """Weights pull centroids; records that are all alike are cells like any others."""
    points, values = town()
    promise = promise_of(values, DistinctDiversity(3))
    weights = np.random.default_rng(0).uniform(0.5, 20.0, N)
    partition = microaggregate(points, K, method=QUICK, seed=1, weights=weights, confidential=promise)
    assert promise.kept_by(partition.cell_of)
    assert partition.sse == pytest.approx(sse_of(points, partition.cell_of, weights))
    alike = microaggregate(np.zeros((N, 2)), K, method=QUICK, seed=1, confidential=promise)
    assert promise.kept_by(alike.cell_of)


def test_persons_and_confidential_values_together() -> None:
    """A cell keeps both: its persons are enough, and its values differ."""
    points, values = town()
    promise = promise_of(values, DistinctDiversity(3))
    masses = np.random.default_rng(2).integers(1, 6, N)
    for method in (QUICK, "mdav", "pcl"):
        partition = microaggregate(points, 12, method=method, seed=1, masses=masses, confidential=promise)
        persons = np.bincount(partition.cell_of, masses)
        largest = np.array([masses[partition.cell_of == cell].max() for cell in range(partition.n_cells)])
        assert promise.kept_by(partition.cell_of)
        assert np.all(persons >= 12)
        assert np.all(persons >= 3 * largest)


def test_categories_as_coordinates() -> None:
    """Coordinates of categories are judged apart from the others; the distortion is right all the same."""
    rng = np.random.default_rng(4)
    city = np.eye(12)[rng.integers(0, 12, N)]
    points, values = town()
    mixed = np.hstack([points, city])
    promise = promise_of(values, DistinctDiversity(3))
    centred = mixed - mixed.mean(axis=0)
    block = Block.of(centred, K, confidential=promise)
    start = merged(centred, microaggregate(mixed, K, method="mdav").cell_of, promise)
    ended = annealed_with_promise(block, start, 0.3, 50, (1,), promise)
    assert promise.kept_by(ended.cell_of)
    assert sse_of(centred, ended.cell_of, None) < sse_of(centred, start, None)


def test_blocks_are_compared_with_the_whole_table() -> None:
    """Every cell of every block keeps the promise that is about the whole table."""
    points, values = town()
    block_of = np.arange(N) % 3
    promise = promise_of(values, Closeness(0.25), DistinctDiversity(2))
    partition, used = microaggregate_blocks(
        points, block_of, K, methods=[METHODS["mdav"]()], seed=1, confidential=promise
    )
    assert promise.kept_by(partition.cell_of)
    assert len(used) == 3
    assert all(len(set(block_of[partition.cell_of == cell])) == 1 for cell in range(partition.n_cells))


def test_what_cannot_be_kept_is_refused() -> None:
    """Before anything is done."""
    points, values = town()
    with pytest.raises(InfeasiblePromise, match="The most that is possible is 6"):
        microaggregate(points, K, confidential=promise_of(values, DistinctDiversity(7)))
    with pytest.raises(ParameterError, match="other records"):
        microaggregate(points[:50], K, confidential=promise_of(values, DistinctDiversity(2)))
    with pytest.raises(ParameterError):
        microaggregate(
            points, K, participation=0.5, failure=0.01, confidential=promise_of(values, DistinctDiversity(2))
        )


@settings(deadline=None, derandomize=True, max_examples=30)
@given(st.integers(4, 40), st.integers(0, 10_000))
def test_merged_cells_keep_every_rule_or_are_one(n_records: int, seed: int) -> None:
    """From any cells at all. Each new cell is a union of old ones."""
    rng = np.random.default_rng(seed)
    points = rng.standard_normal((n_records, 2))
    codes = np.unique(rng.integers(0, 4, n_records), return_inverse=True)[1]
    values = ConfidentialValues.counted("x", codes, is_ordered=True)
    _, cell_of = np.unique(rng.integers(0, 8, n_records), return_inverse=True)
    for rule in (DistinctDiversity(2), Closeness(0.2), DeltaDisclosure(0.7), EntropyDiversity(1.5)):
        promise = promise_of(values, rule)
        if promise.kept_by(np.zeros(n_records, dtype=np.int64)):
            joined = merged(points, cell_of, promise)
            assert promise.kept_by(joined)
            assert all(len(set(joined[cell_of == cell])) == 1 for cell in range(cell_of.max() + 1))


def test_merged_by_hand() -> None:
    """Four pairs on a line; the second has one value only, and its nearest neighbour helps."""
    points = np.array([[0.0], [0.1], [1.0], [1.1], [3.0], [3.1], [9.0], [9.1]])
    values = ConfidentialValues.counted("x", [0, 1, 0, 0, 0, 1, 0, 1], is_ordered=False)
    joined = merged(points, np.array([0, 0, 1, 1, 2, 2, 3, 3]), promise_of(values, DistinctDiversity(2)))
    assert joined.tolist() == [0, 0, 0, 0, 1, 1, 2, 2]


@settings(deadline=None, derandomize=True, max_examples=20)
@given(st.integers(10, 60), st.integers(2, 5), st.integers(0, 10_000))
def test_closeness_first_takes_one_of_each_slice(n_records: int, n_slices: int, seed: int) -> None:
    """Without ties every cell is as close as 1/(2 · slices), where the records divide evenly."""
    rng = np.random.default_rng(seed)
    n_records -= n_records % n_slices
    points = rng.standard_normal((n_records, 2))
    codes = rng.permutation(n_records)
    cell_of = closeness_first(points, codes, n_slices)
    n_cells = n_records // n_slices
    assert np.array_equal(np.bincount(cell_of), np.full(n_cells, n_slices))
    slice_of = codes * n_slices // n_records
    assert all(len(set(slice_of[cell_of == cell])) == n_slices for cell in range(n_cells))
    most = (n_records - n_slices) / (2 * (n_records - 1) * n_slices)  # Soria-Comas et al. 2015, proposition 3
    promise = promise_of(ConfidentialValues.counted("x", codes, is_ordered=True), Closeness(most + 1e-9))
    assert promise.kept_by(cell_of)


def test_others_nearby_are_the_nearest_of_other_kinds() -> None:
    """Of two kinds the nearest of the other one, by looking at all."""
    points, values = town(n_values=2)
    near = others_nearby(points, promise_of(values, DistinctDiversity(2)))
    for record in range(N):
        others = np.flatnonzero(values.code_of != values.code_of[record])
        gaps = ((points[others] - points[record]) ** 2).sum(axis=1)
        wanted = set(others[np.argsort(gaps)[:OTHERS]])
        assert set(near[record].tolist()) - {record} == wanted


@pytest.mark.parametrize("rules", [(Closeness(0.2), DistinctDiversity(2)), (Closeness(0.2),)])
def test_what_cells_miss_is_kept_up_while_they_move(rules: tuple[ConfidentialRule, ...]) -> None:
    """After many trials what the chain believes that its cells miss is what they miss, and no cell is below k.

    With closeness alone a trial is judged from what changes, so members have to be in the order of their values. When
    an upheaval was taken back they were not any more, and the chain believed in cells that broke the promise.
    """
    points, values = town()
    promise = promise_of(values, *rules)
    centred = points - points.mean(axis=0)
    start = microaggregate(points, K, method="mdav").cell_of
    chain = ConfidentialChain(Block.of(centred, K, confidential=promise), start, (3,), promise)
    chain.run_at(1.0, 2.0, 0.1, 20_000)
    moving, keeping = chain.moving, chain.keeping
    used = np.flatnonzero(moving.sizes)
    compact = np.unique(moving.cell_of, return_inverse=True)[1]
    limits = np.array([0.2, 2.0])[: len(rules)]
    missed = np.maximum(promise.shortfalls(compact), 0.0) / limits
    heat = np.bincount(compact, chain.terrain.heat)
    np.testing.assert_allclose(keeping.missed[used], missed.sum(axis=1) * heat, atol=1e-9)
    assert moving.sizes[used].min() >= K
    for cell in used:
        members = moving.members[cell, : moving.sizes[cell]]
        assert set(members) == set(np.flatnonzero(moving.cell_of == cell))
        np.testing.assert_array_equal(moving.slot_of[members], np.arange(len(members)))
        np.testing.assert_array_equal(values.code_of[members], np.sort(values.code_of[members]))
        np.testing.assert_allclose(moving.sums[cell], centred[members].sum(axis=0), atol=1e-9)


def test_a_record_fetches_what_its_cell_lacks() -> None:
    """Outliers are neighbours of nobody, so nobody ever came to their cell.

    In Adult 22 records share one extreme value, and their occupations are too few for some promises. Only merging gave
    their cell what it lacked, a whole cell at once.
    """
    points = np.array([[100.0], [100.1], [100.2], [0.0], [0.1], [0.2], [0.3]])
    values = ConfidentialValues.counted("job", [0, 0, 0, 0, 1, 0, 1], is_ordered=False)
    promise = ConfidentialPromise(((values, DistinctDiversity(2)),))
    centred = points - points.mean(axis=0)
    block = Block.of(centred, K, confidential=promise)
    own = np.arange(len(points), dtype=np.int32)[:, None]
    near = np.where(own < 3, [[3, 4, 5, 6]], own)  # outliers know the others; the others know themselves
    block = replace(block, terrain=block.terrain._replace(near=near.astype(np.int32)))
    chain = ConfidentialChain(block, np.array([0, 0, 0, 1, 1, 1, 1]), (1,), promise)
    chain.run_at(1e9, 1e-9, 1e-9, 1_000)
    assert chain.cell_of.tolist() == [0, 0, 0, 1, 1, 1, 0]


def test_a_descent_breaks_nothing_and_costs_nothing() -> None:
    """From cells that keep the promise: distortion falls, the promise holds."""
    points, values = town()
    promise = promise_of(values, Closeness(0.2), DistinctDiversity(2))
    centred = points - points.mean(axis=0)
    start = merged(centred, microaggregate(points, K, method="mdav").cell_of, promise)
    chain = ConfidentialChain(Block.of(centred, K, confidential=promise), start, (3,), promise)
    before = sse_of(centred, start, None)
    for _ in range(5):
        chain.descend(500)
        after = sse_of(centred, chain.cell_of, None)
        assert after <= before + 1e-9
        assert promise.kept_by(chain.cell_of)
        before = after


def test_slices_are_a_start_of_best() -> None:
    """The method text may name them; they need closeness and at least k slices."""
    points, values = town()
    promise = promise_of(values, Closeness(0.2))
    text = "best(start=slices(4), steps=[anneal(10)])"
    partition = microaggregate(points, K, method=text, seed=1, confidential=promise)
    assert promise.kept_by(partition.cell_of)
    for refused in (None, promise_of(values, DistinctDiversity(2))):
        with pytest.raises(ParameterError, match="slices"):
            shoal.microaggregate(points, K, method=text, seed=1, confidential=refused)
    with pytest.raises(ParameterError, match="slices"):
        microaggregate(points, 5, method=text, seed=1, confidential=promise)


def test_prescribed_sizes_are_not_changed_silently() -> None:
    """Sizes that were asked for used to be changed where the cells broke the promise, without a word."""
    points, values = town()
    promise = promise_of(values, Closeness(0.05))
    for method in (shoal.PCL(sizes=[N // 3] * 3), shoal.PCL(cells=3)):
        with pytest.raises(ParameterError, match="prescribed"):
            microaggregate(points, K, method=method, seed=1, confidential=promise)


def test_pcl_in_persons_prescribes_nothing() -> None:
    """PCL in persons was taken for a method whose sizes the user had prescribed, and refused."""
    points, values = town()
    promise = promise_of(values, Closeness(0.15))
    masses = np.full(N, 2)
    partition = microaggregate(points, 12, method="pcl", seed=1, masses=masses, confidential=promise)
    assert promise.kept_by(partition.cell_of)
    assert np.bincount(partition.cell_of, masses).min() >= 12
