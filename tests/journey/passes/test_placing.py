"""Where records are placed: leaves of a space, small groups, and points at which many records stand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.journey.passes.placing.placing import Placing, SampledPlaces, blocks_of_leaves, placing
from shoal.journey.passes.placing.space import learnt


def points(n_records: int, n_dims: int = 3, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(n_records, n_dims))


def placed(many: np.ndarray, group_of: np.ndarray, counts: list[int], most: int, heavy: list[int]) -> Placing:
    """Learnt from all records; those of ``heavy`` may be at heavy points."""
    sample = SampledPlaces(many, group_of, np.ones(len(many), dtype=np.int64))
    frequent = SampledPlaces(many[heavy], group_of[heavy], np.ones(len(heavy), dtype=np.int64))
    return placing(sample, counts, most, (0,), frequent)


@given(st.integers(1, 400), st.integers(1, 4), st.integers(0, 5))
def test_every_point_has_one_leaf_and_no_leaf_has_too_many(n_records, n_dims, seed):
    given_points = np.round(points(n_records, n_dims, seed), 1)  # with twins
    space = learnt(given_points, np.ones(n_records, dtype=np.int64), 20.0, (seed,))
    leaf = space.leaf_of(given_points)
    assert set(leaf.tolist()) == set(range(space.n_leaves))
    for number in range(space.n_leaves):
        inside = given_points[leaf == number]
        assert len(inside) <= 20 or len(np.unique(inside, axis=0)) == 1


def test_a_leaf_depends_on_the_point_alone_and_another_seed_cuts_elsewhere():
    given_points = points(2_000)
    space, other = (learnt(given_points, np.ones(2_000, dtype=np.int64), 100.0, (seed,)) for seed in (1, 2))
    leaf = space.leaf_of(given_points)
    order = np.random.default_rng(3).permutation(2_000)
    assert np.array_equal(space.leaf_of(given_points[order]), leaf[order])
    assert not np.array_equal(other.leaf_of(given_points), leaf)


def test_neighbouring_numbers_are_neighbouring_leaves():
    """Small leaves are joined with the next one, so it has to be near."""
    on_a_line = np.sort(points(500, 1), axis=0)
    leaf = learnt(on_a_line, np.ones(500, dtype=np.int64), 40.0, (0,)).leaf_of(on_a_line)
    assert np.all(np.diff(leaf) >= 0)


def test_small_groups_share_a_leaf_and_large_ones_do_not():
    counts = [300, 10, 20, 500, 5]
    group_of = np.repeat(np.arange(5), counts)
    places = placed(points(len(group_of)), group_of, counts, 100, [])
    leaf = places.leaf_of(points(len(group_of)), group_of)
    groups_of_leaf = [set(group_of[leaf == number].tolist()) for number in range(places.n_leaves)]
    assert {1, 2} in groups_of_leaf
    assert {4} in groups_of_leaf
    assert all(len(groups) == 1 for groups in groups_of_leaf if groups & {0, 3})
    assert leaf.max() == places.n_leaves - 1


def test_dropped_records_have_no_leaf():
    group_of = np.array([0, -1, 0, -1])
    places = placed(points(2), np.zeros(2, dtype=np.int64), [2], 100, [])
    assert places.leaf_of(points(4), group_of).tolist() == [0, -1, 0, -1]


def test_a_heavy_point_has_a_leaf_of_its_own_and_its_neighbours_do_not_go_there():
    many = points(1_000)
    many[:300] = (0.5, 0.5, 0.5)
    many[300] = (0.5, 0.5, 0.5 + 1e-12)
    group_of = np.zeros(1_000, dtype=np.int64)
    places = placed(many, group_of, [1_000], 400, [0, 7])
    assert len(places.heavy) == 1
    leaf = places.leaf_of(many, group_of)
    assert set(leaf[:300].tolist()) == {places.n_leaves}
    assert leaf[300] == places.home[0]
    assert np.all(leaf[300:] < places.n_leaves)
    assert len(placed(many, group_of, [1_000], 1_000, [0]).heavy) == 0  # one block has them all


def test_small_and_needy_leaves_go_to_their_neighbours():
    many = points(4_000, 1)
    group_of = np.zeros(4_000, dtype=np.int64)
    places = placed(many, group_of, [4_000], 500, [])
    n_leaves = places.n_leaves
    counts = np.full(n_leaves, 400)
    assert blocks_of_leaves(places, counts, 500, 2).tolist() == list(range(n_leaves))
    counts[1] = 3
    assert blocks_of_leaves(places, counts, 500, 2).tolist() == [0, 1, 1, *range(3, n_leaves)]
    counts[:] = 400
    counts[-1] = 3
    assert blocks_of_leaves(places, counts, 500, 2)[-1] == n_leaves - 2
    counts[:] = 400
    assert blocks_of_leaves(places, counts, 500, 2, needy={2}).tolist() == [0, 1, 2, 2, *range(4, n_leaves)]
    assert blocks_of_leaves(places, counts, 500, 2, needy={n_leaves - 1})[-1] == n_leaves - 2
    assert set(blocks_of_leaves(places, counts, 500, 2, needy=range(n_leaves)).tolist()) == {0}


@pytest.mark.parametrize("n_leaves_needy", [0, 1])
def test_a_needy_heavy_point_goes_home(n_leaves_needy):
    many = points(1_000)
    many[:300] = 0.5
    group_of = np.zeros(1_000, dtype=np.int64)
    places = placed(many, group_of, [1_000], 400, [0, 7])
    counts = np.append(np.full(places.n_leaves, 200), 300)
    needy = {places.n_leaves} if n_leaves_needy else set()
    block_of = blocks_of_leaves(places, counts, 400, 2, needy)
    assert block_of[-1] == (block_of[places.home[0]] if n_leaves_needy else places.n_leaves)


def test_points_count_as_often_as_they_occur():
    """A tree that is learnt from different records has leaves of as many records as one that is learnt from all."""
    many = np.round(points(3_000, 2), 1)
    different, times = np.unique(many, axis=0, return_counts=True)
    space = learnt(different, times, 200.0, (1,))
    assert np.bincount(space.leaf_of(many)).max() <= 200
    assert np.bincount(space.leaf_of(many)).min() >= 40
