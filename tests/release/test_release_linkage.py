"""The linkage attack on releases whose outcome is known beforehand."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binomtest

from shoal.release.classes import classes_of_points
from shoal.release.risk.linkage import Linkage, link_records, wilson_interval


def attacked(points, cell_of, centroids, *, stratum_of=None, **options) -> Linkage:
    """The attack on a release in which every record carries the centroid of its cell."""
    released = centroids[cell_of]
    return link_records(points, released, classes_of_points(released, stratum_of), stratum_of=stratum_of, **options)


def test_by_hand():
    # Two cells of 2. The record at 4 stands nearer to the other centroid (3.5 vs −): cells {0, 4} and {5, 2}.
    points = np.array([[0.0], [4.0], [5.0], [2.0]])
    cell_of = np.array([0, 0, 1, 1])
    centroids = np.array([[2.0], [3.5]])
    attack = attacked(points, cell_of, centroids)
    # 0 → 2.0 own; 4 → 3.5 other; 5 → 3.5 own; 2 → 2.0 other
    assert attack.found_class == 0.5
    assert attack.success == pytest.approx(0.25)
    assert attack.baseline == 0.25
    assert attack.times_baseline == pytest.approx(1.0)
    assert attack.ceiling == 0.5
    assert attack.success_low < 0.25 < attack.success_high


def test_everybody_found_reaches_the_ceiling():
    cell_of = np.repeat(np.arange(10), 5)
    points = cell_of[:, None] * 10.0
    attack = attacked(points, cell_of, np.arange(10)[:, None] * 10.0)
    assert attack.success == pytest.approx(attack.ceiling) == pytest.approx(1 / 5)


def test_cells_that_rounding_made_alike_are_one_class():
    """Twelve cells whose rounded ages are all 0 are one class of 60; the report used to promise 1 in 5."""
    rng = np.random.default_rng(1)
    ages = rng.normal(size=(60, 1))
    released = np.zeros((60, 1))
    attack = link_records(ages, released, classes_of_points(released))
    assert attack.success == attack.ceiling == pytest.approx(1 / 60)
    assert attack.found_class == 1.0


def test_the_ceiling_knows_what_points_do_not_tell_apart():
    """A missing value stands at the mean, where another class may stand as well; the table tells them apart."""
    released = np.zeros((6, 1))
    attack = link_records(released, released, classes_of_points(released), n_classes=2)
    assert attack.ceiling == pytest.approx(2 / 6)
    assert attack.success <= attack.ceiling


def test_cells_with_equal_centroids_count_as_one_class():
    points = np.zeros((4, 1))
    attack = attacked(points, np.array([0, 0, 1, 1]), np.zeros((2, 1)))
    assert attack.success == pytest.approx(1 / 4)


def test_the_attacker_searches_the_right_stratum():
    # Seen alone, every record is nearest to a cell of the other stratum.
    points = np.array([[0.0], [0.0], [1.0], [1.0]])
    cell_of = np.array([0, 0, 1, 1])
    centroids = np.array([[1.0], [0.0]])
    blind = attacked(points, cell_of, centroids)
    informed = attacked(points, cell_of, centroids, stratum_of=np.array([0, 0, 1, 1]))
    assert blind.success == 0.0
    assert informed.success == pytest.approx(0.5)


def test_a_sample_is_seeded_and_stated():
    rng = np.random.default_rng(0)
    points = rng.normal(size=(5_000, 3))
    cell_of = np.repeat(np.arange(500), 10)
    centroids = np.array([points[cell_of == cell].mean(axis=0) for cell in range(500)])
    one = attacked(points, cell_of, centroids, sample_size=700, seed=4)
    assert one == attacked(points, cell_of, centroids, sample_size=700, seed=4)
    assert one.n_attacked == 700
    everybody = attacked(points, cell_of, centroids, sample_size=5_000)
    assert everybody.n_attacked == 5_000
    assert one.success_low <= everybody.success <= one.success_high


@pytest.mark.parametrize(("successes", "trials"), [(0, 20), (3, 20), (20, 20), (137, 2_000)])
def test_wilson_interval_agrees_with_scipy(successes, trials):
    reference = binomtest(successes, trials).proportion_ci(0.95, method="wilson")
    assert wilson_interval(successes / trials, trials) == pytest.approx((reference.low, reference.high), abs=1e-12)


def test_many_dimensions_find_the_same_cells():
    rng = np.random.default_rng(5)
    cell_of = np.repeat(np.arange(40), 5)
    few = rng.normal(size=(200, 3))
    centroids = np.array([few[cell_of == cell].mean(axis=0) for cell in range(40)])
    padding = np.full((200, 30), 7.0), np.full((40, 30), 7.0)
    wide = attacked(np.hstack([few, padding[0]]), cell_of, np.hstack([centroids, padding[1]]))
    assert wide == attacked(few, cell_of, centroids)
