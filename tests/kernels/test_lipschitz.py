"""Lipschitz regression on a line against bounded least squares of its differences."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import lsq_linear

from shoal.kernels.bound.lipschitz import lipschitz_regression


def fit(mean: np.ndarray, mass: np.ndarray, step: np.ndarray) -> np.ndarray:
    """By the kernel."""
    fitted = np.empty(len(mean))
    lipschitz_regression(mean, mass, step, fitted)
    return fitted


def reference(mean: np.ndarray, mass: np.ndarray, step: np.ndarray) -> np.ndarray:
    """φ is a free first value plus the sum of differences between −step and step."""
    n_places = len(mean)
    sums = np.tril(np.ones((n_places, n_places)))
    reach = np.append(1e9, np.maximum(step, 1e-12))
    root = np.sqrt(mass)
    return sums @ lsq_linear(root[:, None] * sums, root * mean, (-reach, reach), tol=1e-14).x


@settings(deadline=None, derandomize=True, max_examples=60)
@given(st.integers(1, 25), st.integers(0, 10_000), st.sampled_from([0.02, 0.3, 1.0, 5.0]))
def test_least_squares_among_what_is_allowed(n_places: int, seed: int, usual: float) -> None:
    """No steeper than allowed, and at most the cost of the reference."""
    rng = np.random.default_rng(seed)
    mean, mass = rng.standard_normal(n_places) * 2.0, rng.uniform(0.2, 4.0, n_places)
    step = usual * rng.uniform(0.0, 1.0, n_places - 1)
    fitted, wanted = fit(mean, mass, step), reference(mean, mass, step)
    assert np.all(np.abs(np.diff(fitted)) <= step + 1e-12)
    cost, least = (mass * (fitted - mean) ** 2).sum(), (mass * (wanted - mean) ** 2).sum()
    assert cost <= least * (1 + 1e-9) + 1e-9


def test_by_hand() -> None:
    """Two places a unit apart in value that may differ by a half give way by a quarter each; with none, the mean."""
    assert fit(np.array([0.0, 1.0]), np.ones(2), np.array([0.5])).tolist() == pytest.approx([0.25, 0.75])
    assert fit(np.array([0.0, 1.0, 5.0]), np.array([1.0, 1.0, 2.0]), np.zeros(2)).tolist() == pytest.approx([2.75] * 3)
    assert fit(np.array([3.0, 1.0, 2.0]), np.ones(3), np.full(2, 10.0)).tolist() == [3.0, 1.0, 2.0]
