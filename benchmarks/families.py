"""Families of synthetic data. Of `best`, only how budgets are left to PCL was chosen on them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Family = Callable[[np.random.Generator], np.ndarray]


def _grid(rng: np.random.Generator) -> np.ndarray:
    side = np.arange(30.0)
    return rng.permutation(np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2))


def _rings(rng: np.random.Generator) -> np.ndarray:
    angle = rng.uniform(0, 2 * np.pi, 900)
    radius = rng.integers(1, 4, 900) + 0.05 * rng.standard_normal(900)
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])


def _mixture(rng: np.random.Generator) -> np.ndarray:
    centres = 6.0 * rng.standard_normal((25, 5))
    spread = rng.uniform(0.05, 2.0, 25)
    which = rng.integers(0, 25, 1_000)
    return centres[which] + spread[which, None] * rng.standard_normal((1_000, 5))


def _heavy(rng: np.random.Generator) -> np.ndarray:
    return rng.standard_t(1.5, (800, 4))


def _integers(rng: np.random.Generator) -> np.ndarray:
    return rng.poisson(2.0, (1_000, 3)).astype(float)


def _line(rng: np.random.Generator) -> np.ndarray:
    return rng.lognormal(0, 2, (800, 1))


def _many(rng: np.random.Generator) -> np.ndarray:
    return rng.standard_normal((700, 3)) @ rng.standard_normal((3, 30)) + 0.3 * rng.standard_normal((700, 30))


def _skewed(rng: np.random.Generator) -> np.ndarray:
    return rng.exponential(1.0, (1_200, 6)) ** 2


def _clusters(rng: np.random.Generator, n_clusters: int) -> np.ndarray:
    centres = np.exp(2.0 * rng.standard_normal((n_clusters, 4)))
    return np.repeat(centres, 20, axis=0) + 0.01 * rng.standard_normal((20 * n_clusters, 4))


FAMILIES: dict[str, Family] = {
    "grid": _grid,
    "rings": _rings,
    "mixture": _mixture,
    "heavy tails": _heavy,
    "integers with ties": _integers,
    "one column": _line,
    "thirty columns": _many,
    "skewed": _skewed,
    "tight clusters": lambda rng: _clusters(rng, 60),
    "many clusters": lambda rng: _clusters(rng, 600),  # more records than one block holds
}
