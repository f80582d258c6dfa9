"""best: the promise at every step, never worse than its start, and the optimum where that can be counted."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal import PCL, Best, Outcome, Partition, PowerDiagram, microaggregate
from shoal.errors import ParameterError
from shoal.partition.control import Clock
from shoal.partition.methods import find_method
from shoal.partition.neighbours import nearest_records, records_nearby
from shoal.partition.partition import sse_of
from shoal.partition.problem import Cells, Problem
from shoal.partition.search.annealing import FROZEN, Block, Chain
from shoal.partition.search.decomposition import FLAT_BLOCK, WHOLE_RECORDS, blocks_of_cells, blocks_of_points
from shoal.partition.search.state import SearchState
from shoal.partition.search.steps import HOT, steps_from

QUICK = Best(steps=["anneal(200, level=2)", "anneal(50)"])
EVERY_KIND = ("anneal(60, level=2)", "recombine", "anneal(30)", "recombine", "choose(0.5)", "anneal(20)",
              "design(pcl(rounds=8))", "choose(1)", "anneal(10, level=0.7)")  # fmt: skip


def blobs(n_records: int = 400, n_dims: int = 3, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.standard_normal((n_records, n_dims)) + 4.0 * rng.integers(0, 3, (n_records, 1))


def optimum(points: np.ndarray, k: int) -> float:
    """The least SSE over all partitions into cells of at least k, by trying them all."""

    def sse(cell: list[int]) -> float:
        inside = points[cell]
        return float(((inside - inside.mean(axis=0)) ** 2).sum())

    def best(rest: tuple[int, ...], cells: list[list[int]]) -> float:
        if not rest:
            return sum(map(sse, cells)) if all(len(cell) >= k for cell in cells) else np.inf
        record, *others = rest
        least = best(tuple(others), [*cells, [record]]) if len(rest) >= k else np.inf
        for cell in cells:
            cell.append(record)
            least = min(least, best(tuple(others), cells))
            cell.pop()
        return least

    return best(tuple(range(len(points))), [])


@pytest.mark.parametrize("seed", range(6))
def test_tiny_tables_reach_the_optimum(seed: int) -> None:
    points = np.random.default_rng(seed).standard_normal((9, 2))
    for k in (2, 3, 4):
        found = microaggregate(points, k, method="best(steps=[anneal(3000, level=2), recombine, anneal(1000)])", seed=1)
        assert found.sse == pytest.approx(optimum(points, k), rel=1e-9)


@pytest.mark.parametrize("start", ["mdav", "mdav*", "vmdav(gain=1.1)", "pcl", "md"])
def test_never_worse_than_its_start(start: str) -> None:
    points = blobs()
    begun = microaggregate(points, 4, method=start, seed=2)
    for method in (Best(start=start, steps=["anneal(20, level=2)"]), Best(start=begun, steps=["anneal(20, level=2)"])):
        assert microaggregate(points, 4, method=method, seed=2).sse <= begun.sse * (1 + 1e-12)


@pytest.mark.parametrize("budget_s", [1e-6, 0.05, 0.3])
@pytest.mark.parametrize("k", [3, 20])
def test_a_budget_is_never_worse_than_its_start_which_the_text_names(k: int, budget_s: float) -> None:
    points = blobs(300, 2)
    found = microaggregate(points, k, method="best", seed=1, budget_s=budget_s)
    assert found.outcome is Outcome.BUDGET_SPENT
    assert found.sizes.min() >= k
    told = find_method(found.method)
    assert isinstance(told, Best)
    assert found.sse <= microaggregate(points, k, method=told.start).sse * (1 + 1e-12)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000), k=st.integers(2, 7), n_dims=st.integers(1, 4), whole=st.booleans())
def test_every_batch_keeps_the_promise(seed: int, k: int, n_dims: int, whole: bool) -> None:
    rng = np.random.default_rng(seed)
    n_records = int(rng.integers(2 * k, 80))
    points = (
        rng.integers(0, 4, (n_records, n_dims)).astype(float) if whole else rng.standard_normal((n_records, n_dims))
    )
    points -= points.mean(axis=0)
    chain = Chain(Block.of(points, k), microaggregate(points, k, method="mdav").cell_of, (seed,))
    for _ in range(5):
        chain.run(HOT, HOT, 500)  # as hot as it gets: nothing is settled
        sizes = np.bincount(chain.cell_of)
        assert sizes.min() >= k
        assert sizes.max() <= 2 * k - 1
        assert sizes.sum() == n_records
        np.testing.assert_array_equal(np.sort(chain.moving.sizes[chain.moving.sizes > 0]), np.sort(sizes))


@pytest.mark.parametrize("weighted", [False, True])
def test_descent_only_descends_and_the_sums_stay_true(weighted: bool) -> None:
    points = blobs(300)
    points -= points.mean(axis=0)
    weights = np.random.default_rng(1).uniform(0.2, 5.0, 300) if weighted else None
    chain = Chain(Block.of(points, 5, weights), microaggregate(points, 5, method="mdav").cell_of, (3,))
    before = sse_of(points, chain.cell_of, weights)
    for _ in range(10):
        chain.run(FROZEN, FROZEN, 300)
        after = sse_of(points, chain.cell_of, weights)
        assert after <= before * (1 + 1e-12)
        before = after
    moving = chain.moving
    weight = np.ones(300) if weights is None else weights
    for cell in np.flatnonzero(moving.sizes):
        inside = moving.cell_of == cell
        np.testing.assert_allclose(moving.sums[cell], weight[inside] @ points[inside], atol=1e-9)
        assert moving.mass[cell] == pytest.approx(weight[inside].sum())
        assert set(moving.members[cell, : moving.sizes[cell]]) == set(np.flatnonzero(inside))


@pytest.mark.parametrize("k", [3, 5])
def test_after_every_kind_of_step_the_promise_holds_and_nothing_is_worse(k: int) -> None:
    points = blobs(160) - blobs(160).mean(axis=0)
    problem = Problem(points, k, seed=4)
    state = SearchState(problem, Cells(microaggregate(points, k, method="mdav").cell_of), recombines=True)
    for step in steps_from(EVERY_KIND):
        before = state.sse
        assert step(state, Clock(), lambda: None) == step  # none of them was left out or cut
        assert np.bincount(state.cell_of).min() >= k
        assert state.sse <= before
        assert state.sse == pytest.approx(sse_of(points, state.cell_of, None))
    assert state.history[0] > state.history[-1] == state.sse
    assert (np.diff(state.history) <= 0.0).all()


def test_steps_that_follow_change_nothing_of_those_before() -> None:
    points = blobs(200)
    whole = microaggregate(points, 4, method=Best(start="mdav", steps=EVERY_KIND), seed=3)
    assert (np.diff(whole.history) <= 1e-12 * whole.history[0]).all()
    for n_steps in (1, 4, 7):
        part = microaggregate(points, 4, method=Best(start="mdav", steps=EVERY_KIND[:n_steps]), seed=3)
        n_known = 1 + 2 * sum("anneal" in step for step in EVERY_KIND[:n_steps])  # the start, and two chains of each
        assert whole.history[:n_known] == part.history[:n_known]


def test_weights_equal_to_repetition() -> None:
    points = blobs(120, 2)
    weights = np.random.default_rng(4).integers(1, 5, 120).astype(float)
    found = microaggregate(points, 4, method=QUICK, weights=weights, seed=1)
    repeated = np.repeat(np.arange(120), weights.astype(int))
    as_records = Partition.from_cells(points[repeated], found.cell_of[repeated], method="")
    assert found.sse == pytest.approx(as_records.sse)
    assert found.sse < microaggregate(points, 4, method="mdav", weights=weights).sse


def test_history_is_in_the_unit_of_the_weights() -> None:
    points = blobs(120, 2)
    plain = microaggregate(points, 4, method=QUICK, seed=1)
    threefold = microaggregate(points, 4, method=QUICK, seed=1, weights=np.full(120, 3.0))
    np.testing.assert_allclose(threefold.history, 3.0 * np.array(plain.history))
    assert threefold.history[-1] == pytest.approx(threefold.sse)


def test_the_seed_decides() -> None:
    once, again, other = (microaggregate(blobs(), 8, method=QUICK, seed=seed).cell_of for seed in (7, 7, 8))
    np.testing.assert_array_equal(once, again)
    assert not np.array_equal(once, other)


def test_the_result_is_a_power_diagram() -> None:
    points = blobs(300)
    found = microaggregate(points, 6, method=QUICK, seed=1)
    assert found.costs is not None
    assert found.sites is not None
    np.testing.assert_array_equal(PowerDiagram(found.sites, found.costs).assign(points), found.cell_of)


@pytest.mark.parametrize("asked", [{"budget_s": 1.0}, {"method": Best(steps=["anneal(1000)", "recombine"])}])
def test_where_nothing_can_be_gained_the_search_ends_at_once(asked: dict[str, object]) -> None:
    """The means of twins are rounded, and what was left of the distortion, 1e-30, was searched until the end."""
    points = np.repeat(np.random.default_rng(0).standard_normal((40, 2)), 5, axis=0)
    found = microaggregate(points, 5, seed=1, **{"method": "best", **asked})
    assert found.sse == pytest.approx(0.0, abs=1e-24)
    assert "steps=[]" in found.method


@pytest.mark.parametrize("n_records", [4, 6, 7])
def test_fewer_than_2k_records_are_one_cell_whatever_is_asked(n_records: int) -> None:
    points = blobs(n_records)
    for asked in ({"method": "best"}, {"method": "best", "budget_s": 0.01}, {"method": QUICK}):
        found = microaggregate(points, 4, seed=1, **asked)
        assert found.cell_of.tolist() == [0] * n_records
        again = microaggregate(points, 4, method=found.method, seed=1)
        np.testing.assert_array_equal(again.cell_of, found.cell_of)


# Many records ---------------------------------------------------------------------------------------------------------


def test_many_records_are_annealed_in_blocks_and_get_better() -> None:
    points = np.random.default_rng(3).standard_normal((WHOLE_RECORDS + 1_000, 2))
    greedy = microaggregate(points, 20, method="mdav")
    found = microaggregate(points, 20, method=Best(start="mdav", steps=["anneal(5)", "anneal(5)"]), seed=1)
    assert found.sizes.min() >= 20
    assert found.sizes.max() <= 39
    assert found.sse < 0.97 * greedy.sse
    again = microaggregate(points, 20, method=found.method, seed=1)
    np.testing.assert_array_equal(again.cell_of, found.cell_of)


def test_blocks_hold_whole_cells_and_every_record_once() -> None:
    points = np.random.default_rng(0).standard_normal((3_000, 2))
    cell_of = microaggregate(points, 5, method="mdav").cell_of
    cuts = [blocks_of_cells(points, cell_of, 5, (7, turn)) for turn in (0, 1)]
    for blocks in cuts:
        assert len(blocks) > 1
        np.testing.assert_array_equal(np.sort(np.concatenate(blocks)), np.arange(3_000))
        assert sum(len(np.unique(cell_of[block])) for block in blocks) == cell_of.max() + 1
    first, second = ({tuple(np.sort(block)) for block in blocks} for blocks in cuts)
    assert first != second  # a border of one step lies inside a block of the next


def test_blocks_of_points_are_as_small_as_asked() -> None:
    points = np.random.default_rng(0).standard_normal((5_000, 2))
    blocks = blocks_of_points(points, 700)
    np.testing.assert_array_equal(np.sort(np.concatenate(blocks)), np.arange(5_000))
    assert max(map(len, blocks)) <= 700
    assert FLAT_BLOCK > 700  # the limit is the one that was asked for


@pytest.mark.parametrize("k", [20, 4])
def test_twins_are_never_worse_than_what_they_begin_with(k: int) -> None:
    points = np.repeat(np.random.default_rng(1).standard_normal((300, 5)), 9, axis=0)  # hard for annealing
    start = PCL(rounds=5) if k == 20 else "mdav"
    begun = microaggregate(points, k, method=start, seed=1)
    found = microaggregate(points, k, method=Best(start=start, steps=["anneal(20, level=2)"]), seed=1)
    assert found.sse <= begun.sse


# Neighbours -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n_dims", [1, 3])
def test_records_nearby_are_among_the_nearest_mostly(n_dims: int) -> None:
    points = np.random.default_rng(0).standard_normal((3_000, n_dims))
    exact, _ = nearest_records(points, 16)
    near, distance = records_nearby(points, 16, (1,))
    assert not (near == np.arange(3_000)[:, None]).any()
    hits = [len(set(one) & set(other)) for one, other in zip(exact.tolist(), near.tolist(), strict=True)]
    assert np.mean(hits) > 3
    assert np.all(np.diff(distance, axis=1) >= 0)
    again, _ = records_nearby(points, 16, (1,))
    np.testing.assert_array_equal(near, again)


def test_twins_look_beyond_each_other() -> None:
    places = np.random.default_rng(0).standard_normal((40, 2))
    points = np.repeat(places, 30, axis=0)
    block = Block.of(points - points.mean(axis=0), 5)
    elsewhere = (points[block.terrain.near] != points[:, None]).any(axis=2).sum(axis=1)
    assert elsewhere.min() >= 4


def test_neighbours_are_never_the_record_itself() -> None:
    points = np.zeros((20, 2))
    points[10:] = 1.0
    near, distance = nearest_records(points, 5)
    assert not (near == np.arange(20)[:, None]).any()
    assert distance.max() == 0.0


# What is refused ------------------------------------------------------------------------------------------------------


def test_steps_and_a_budget_contradict() -> None:
    for method in (QUICK, Best(steps=[]), Best(rounds=(5,))):
        with pytest.raises(ParameterError, match="give one of them"):
            microaggregate(blobs(50), 3, method=method, budget_s=1.0)


def test_a_start_of_other_points_is_refused() -> None:
    for other in (microaggregate(blobs(60), 3, method="mdav"), microaggregate(blobs(50), 2, method="mdav")):
        with pytest.raises(ParameterError, match="start is a Partition of other points"):
            microaggregate(blobs(50), 3, method=Best(start=other, steps=["anneal(10)"]))


def test_steps_over_all_cells_seen_are_refused_where_they_would_take_minutes() -> None:
    many = np.random.default_rng(5).standard_normal((5_001, 2))
    start = Partition.from_cells(many, np.arange(5_001) // 5 % 1_000, method="")
    for step in ("recombine", "choose(0.5)"):
        with pytest.raises(ParameterError, match=f"{step[:6]}.* is for at most 5,000 records"):
            microaggregate(many, 5, method=Best(start=start, steps=[step]))


def test_uneven_participation_is_kept_and_cells_are_not_recombined() -> None:
    points = blobs(200, 2)
    uneven = {"participation": np.random.default_rng(2).uniform(0.4, 0.95, 200), "failure": 1e-2, "seed": 1}
    steps = ["anneal(100, level=2)", "design(pcl(rounds=8))", "anneal(20)"]
    found = microaggregate(points, 4, method=Best(steps=steps), **uneven)
    assert found.promise is not None
    assert found.promise.kept_by(found.cell_of)
    assert found.sse <= microaggregate(points, 4, method="mdav", **uneven).sse
    for step in ("recombine", "choose(0.5)"):
        with pytest.raises(ParameterError, match="judged by their size alone"):
            microaggregate(points, 4, method=Best(start="mdav", steps=[step]), **uneven)
    with pytest.raises(ParameterError, match="no diagram of cells that keep more than k"):
        microaggregate(points, 4, method=Best(diagram=True, steps=[]), **uneven)


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        (["anneal(10, batches=[3])"], "batches has 1 numbers, and there are 2 chains"),
        (["anneal(10, batches=[3, 4, 5])"], "batches has 3 numbers, and there are 2 chains"),
        (["anneal(10000, batches=[3, 21])"], "at most 20"),
        (["anneal(10, batches=[1, 2])"], "at most 1"),
    ],
)
def test_batches_of_other_chains_are_refused(steps: list[str], words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        microaggregate(blobs(50), 3, method=Best(start="mdav", steps=steps))


def test_a_fault_of_a_design_surfaces() -> None:
    with pytest.raises(ParameterError, match="needs points with one coordinate"):
        microaggregate(blobs(50), 3, method=Best(start="mdav", steps=["design('optimal-1d')"]))
