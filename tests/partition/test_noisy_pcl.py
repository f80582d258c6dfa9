"""Noisy PCL: exact sizes at the end, a noise that falls as documented, and the loss of PCL within a few per cent."""

from __future__ import annotations

import numpy as np
import pytest

from shoal import PCL, NoisyPCL, PowerDiagram, microaggregate
from shoal.errors import Outcome, ParameterError

LIGHT = NoisyPCL(samples_per_cell=200, iterations=15)


def uniform(n_records: int, n_dims: int = 2, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).random((n_records, n_dims))


@pytest.mark.parametrize("start", ["random", "mdav"])
def test_sizes_are_exact_and_the_costs_give_the_cells_back(start: str) -> None:
    points = uniform(83)
    settings = NoisyPCL(start=start, samples_per_cell=200, iterations=15)
    partition = microaggregate(points, 4, method=settings, seed=1)
    assert sorted(partition.sizes.tolist()) == [4] * 17 + [5] * 3
    assert partition.sites is not None
    assert partition.costs is not None
    np.testing.assert_array_equal(PowerDiagram(partition.sites, partition.costs).assign(points), partition.cell_of)
    assert len(partition.history) == 16  # one for each iteration, and the true records at the end


def test_same_seed_same_cells_and_another_seed_others() -> None:
    points = uniform(60)
    first, again, other = (microaggregate(points, 3, method=LIGHT, seed=seed).cell_of for seed in (1, 1, 2))
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, other)


def test_the_variance_falls_geometrically_from_overlapping_to_apart() -> None:
    points = np.arange(21.0).reshape(-1, 1)  # every record is at distance 1 from its nearest neighbour
    noise = NoisyPCL(first_noise=2.0, last_noise=0.125, iterations=5).schedule(points)
    np.testing.assert_allclose(noise, [2.0, 1.0, 0.5, 0.25, 0.125])
    wide = NoisyPCL(first_noise=2.0, last_noise=0.125, iterations=5).schedule(np.hstack([points] * 4))
    np.testing.assert_allclose(wide, noise)  # spacing grows by √4, and so does a cloud's radius in four dimensions
    np.testing.assert_allclose(NoisyPCL(iterations=5, last_noise=0.1).schedule(np.repeat(points, 3, axis=0))[-1], 0.1)


def test_loss_is_close_to_that_of_pcl() -> None:
    points = uniform(120, seed=3)
    settings = NoisyPCL(samples_per_cell=300, iterations=40)
    noisy = min(microaggregate(points, 5, method=settings, seed=seed).loss for seed in range(3))
    exact = microaggregate(points, 5, method=PCL(starts=3), seed=0).loss
    assert 0.93 * exact < noisy < 1.07 * exact
    assert noisy < microaggregate(points, 5, method="mdav").loss


def test_identical_points_and_weights() -> None:
    alike = microaggregate(np.zeros((10, 2)), 3, method=LIGHT, seed=0)
    assert sorted(alike.sizes.tolist()) == [3, 3, 4]
    points = np.random.default_rng(2).integers(0, 4, (50, 2)).astype(float)
    weighted = microaggregate(points, 4, method=LIGHT, seed=0, weights=np.linspace(1.0, 3.0, 50))
    assert weighted.sizes.min() >= 4


def test_a_budget_ends_it_and_the_promise_is_kept() -> None:
    partition = microaggregate(uniform(60), 3, method=LIGHT, seed=0, budget_s=1e-9)
    assert partition.outcome is Outcome.BUDGET_SPENT
    assert partition.sizes.min() >= 3


def test_too_many_samples_are_refused_before_they_are_drawn() -> None:
    with pytest.raises(ParameterError, match="Lower samples_per_cell, or use pcl"):
        microaggregate(uniform(1000), 2, method=NoisyPCL(samples_per_cell=10_000_000))


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"start": "nowhere"}, "one of random, mdav"),
        ({"samples_per_cell": 10}, "at least 50"),
        ({"samples_per_cell": 1e4}, "whole number"),
        ({"iterations": 0}, "at least 1"),
        ({"iterations": True}, "whole number"),
        ({"first_noise": 0.0}, "positive number"),
        ({"last_noise": float("nan")}, "positive number"),
        ({"speed": 1.5}, "at most 1"),
        ({"speed": "fast"}, "positive number"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, object], words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        NoisyPCL(**settings)  # type: ignore[arg-type]
