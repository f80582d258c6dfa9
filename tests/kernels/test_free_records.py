"""The search structures against plain scans, on data full of ties."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.twins import squared_distances
from shoal.kernels.jit import kernel, uncompiled
from shoal.kernels.neighbours import by_radius as order_kernels
from shoal.kernels.neighbours import free_records as tree_kernels
from shoal.kernels.neighbours import tree_search
from shoal.kernels.neighbours.by_radius import by_radius
from shoal.kernels.neighbours.free_records import free_records, remaining

count_free = uncompiled(tree_kernels.count_free)
worth_rebuilding = uncompiled(tree_kernels.worth_rebuilding)


@kernel
def farthest(tree, point):
    return tree_search.farthest(tree, point)


@kernel
def nearest(tree, point, wanted, found, found_distance):
    return tree_search.nearest(tree, point, wanted, found, found_distance)


@kernel
def take(tree, record):
    tree_kernels.take(tree, record)


@kernel
def farthest_from_centre(points, order, slot_of, point):
    return order_kernels.farthest_from_centre(points, order, slot_of, point)


def clouds() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(0)
    return {
        "one leaf": rng.standard_normal((20, 3)),
        "one block": rng.standard_normal((300, 2)),
        "three levels": rng.standard_normal((9000, 3)),
        "odd dimension": rng.standard_normal((700, 5)),
        "one dimension": rng.standard_normal((700, 1)),
        "ties": rng.integers(0, 5, (800, 2)).astype(float),
        "identical": np.zeros((200, 2)),
        "wide": rng.standard_normal((400, 40)),
        "heavy tails": rng.standard_cauchy((1000, 3)),
    }


@pytest.mark.parametrize("name", clouds())
def test_answers_equal_a_scan_while_records_leave(name: str) -> None:
    points = clouds()[name]
    rng = np.random.default_rng(1)
    tree = free_records(points)
    free = np.arange(len(points))
    found, found_distance = np.empty(7, dtype=np.int64), np.empty(7)
    for _ in range(40):
        point = points[rng.integers(len(points))] + rng.choice([0.0, 1.0]) * rng.standard_normal(points.shape[1])
        distances = squared_distances(points[free], point)
        assert farthest(tree, point) == free[np.argmax(distances)]
        n_found = nearest(tree, point, 7, found, found_distance)
        expected = np.argsort(distances, kind="stable")[:7]
        assert n_found == len(expected)
        np.testing.assert_array_equal(found[:n_found], free[expected])
        np.testing.assert_array_equal(found_distance[:n_found], distances[expected])
        leaving = rng.choice(free, size=min(len(free) // 12, len(free) - 1), replace=False)
        for record in leaving:
            take(tree, record)
        free = np.setdiff1d(free, leaving)
        np.testing.assert_array_equal(remaining(tree), free)
        assert count_free(tree) == len(free)
        if worth_rebuilding(tree):
            tree = free_records(points, remaining(tree))


def test_an_empty_tree_has_no_answers() -> None:
    points = np.random.default_rng(2).standard_normal((50, 2))
    tree = free_records(points)
    for record in range(50):
        take(tree, record)
    assert count_free(tree) == 0
    assert farthest(tree, points[0]) == -1
    assert nearest(tree, points[0], 3, np.empty(3, dtype=np.int64), np.empty(3)) == 0


@pytest.mark.parametrize("name", clouds())
def test_order_by_radius_finds_the_farthest_from_any_place(name: str) -> None:
    points = clouds()[name]
    rng = np.random.default_rng(3)
    centre = points.mean(axis=0)
    order = by_radius(points, np.arange(len(points)), centre)
    slot_of = np.zeros(len(points), dtype=np.int64)
    for step in range(19):
        point = centre + 0.1 * step * rng.standard_normal(points.shape[1])
        free = np.flatnonzero(slot_of >= 0)
        expected = free[np.argmax(squared_distances(points[free], point))]
        assert farthest_from_centre(points, order, slot_of, point) == expected
        slot_of[expected] = -1
