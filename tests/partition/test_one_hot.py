"""Coordinates that are values of a category: found, and annealed to the same cells as if they were passed over."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from shoal.partition.microaggregate import centred_points, microaggregate
from shoal.partition.partition import sse_of
from shoal.partition.search.annealing import Block, Chain
from shoal.partition.search.one_hot import LEAST_COORDINATES, Apart, apart

CATEGORIES = 40
K = 5


def indicators(codes, n_categories, length=3.0):
    points = np.zeros((len(codes), n_categories))
    points[np.arange(len(codes)), codes] = length
    return points


def people(n_records=400, seed=0):
    """A yes-or-no column, a category of forty, two numbers, and another category that is too small to be a mark."""
    rng = np.random.default_rng(seed)
    codes = np.concatenate([np.arange(CATEGORIES), rng.integers(0, CATEGORIES, n_records - CATEGORIES)])
    columns = [
        rng.integers(0, 2, (n_records, 1)) * 1.5,
        indicators(codes, CATEGORIES),
        rng.normal(size=(n_records, 2)),
        indicators(rng.integers(0, 4, n_records), 4),
    ]
    return centred_points(np.hstack(columns))[0], codes


def passed_over(block):
    """The same block without marks."""
    points = block.points
    none = Apart(points, np.empty((len(points), 0), dtype=np.int32), np.empty(0))
    return replace(block, apart=none, terrain=block.terrain._replace(points=points))


def test_the_large_category_is_found_and_everything_else_stays():
    points, codes = people()
    found = apart(points)
    assert found.marks.shape == (400, 1)
    np.testing.assert_array_equal(found.marks[:, 0], codes)
    np.testing.assert_allclose(found.length, 3.0)
    assert found.points.shape == (400, 1 + 2 + 4)


def test_distances_are_the_same_with_marks():
    points, _ = people()
    found = apart(points)
    lifted = np.zeros((len(points), len(found.length)))
    lifted[np.arange(len(points)), found.marks[:, 0]] = found.length[found.marks[:, 0]]
    rebuilt = np.hstack([found.points, lifted])
    one, other = np.arange(200), np.arange(200, 400)
    np.testing.assert_allclose(
        ((rebuilt[one] - rebuilt[other]) ** 2).sum(axis=1), ((points[one] - points[other]) ** 2).sum(axis=1)
    )


@pytest.mark.parametrize(
    "points",
    [
        np.random.default_rng(0).normal(size=(300, 30)),
        indicators(np.arange(300) % (LEAST_COORDINATES - 1), LEAST_COORDINATES - 1),
        indicators(np.arange(300) % 40, 40)[:, :39],  # one value is missing: not every point has one
        indicators(np.arange(300) % 40, 40) + indicators((np.arange(300) + 1) % 40, 40),  # two at a time
        np.ones((300, 40)),
    ],
    ids=["numbers", "small", "incomplete", "overlapping", "constant"],
)
def test_nothing_else_is_taken_for_marks(points):
    found = apart(points)
    assert found.marks.shape[1] == 0
    assert found.points is points


@pytest.mark.parametrize("weighted", [False, True], ids=["equal weights", "weights"])
def test_annealing_with_marks_gives_the_same_cells(weighted):
    points, _ = people()
    weights = np.random.default_rng(1).uniform(1.0, 4.0, len(points)) if weighted else None
    block = Block.of(points, K, weights)
    start = np.arange(len(points)) // K
    with_marks, without = Chain(block, start, (1, 2)), Chain(passed_over(block), start, (1, 2))
    for chain in (with_marks, without):
        chain.run(2.0, 0.03, 400_000)
    np.testing.assert_array_equal(with_marks.cell_of, without.cell_of)
    assert sse_of(points, with_marks.cell_of, weights) < 0.7 * sse_of(points, start, weights)


def test_sums_of_marks_stay_true_while_cells_move():
    points, _ = people()
    weights = np.random.default_rng(1).uniform(1.0, 4.0, len(points))
    chain = Chain(Block.of(points, K, weights), np.arange(len(points)) // K, (3,))
    chain.run(2.0, 0.5, 200_000)
    marks, cell_of = chain.moving.marks, chain.moving.cell_of
    expected = np.zeros_like(marks.sums)
    np.add.at(expected, (cell_of, marks.of[:, 0]), weights * marks.length[marks.of[:, 0]])
    np.testing.assert_allclose(marks.sums, expected, atol=1e-9)
    np.testing.assert_allclose(marks.square, (expected**2).sum(axis=1), atol=1e-8)


def test_only_categories():
    points = centred_points(indicators(np.arange(400) % CATEGORIES, CATEGORIES))[0]
    partition = microaggregate(points, K, seed=0)
    assert partition.sizes.min() >= K
    assert partition.sse == pytest.approx(0.0, abs=1e-9)  # ten of each, so nobody has to share a cell with others
