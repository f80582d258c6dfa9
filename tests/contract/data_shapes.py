"""Every shape of data a partitioner has to survive: name → (points, k)."""

from __future__ import annotations

import numpy as np

K = 4


def _grid(side: int, n_dims: int) -> np.ndarray:
    axes = np.meshgrid(*[np.arange(side, dtype=float)] * n_dims)
    return np.stack([axis.ravel() for axis in axes], axis=1)


def data_shapes() -> dict[str, tuple[np.ndarray, int]]:
    """All shapes, made anew from fixed seeds."""
    rng = np.random.default_rng(7)
    plain = rng.standard_normal((60, 3))
    outlier = plain.copy()
    outlier[17] = 1e6
    line = np.outer(rng.standard_normal(50), [1.0, -2.0, 0.5])
    return {
        "plain": (plain, K),
        "n = k": (plain[:K], K),
        "n = k + 1": (plain[: K + 1], K),
        "n = 2k - 1": (plain[: 2 * K - 1], K),
        "n = 2k": (plain[: 2 * K], K),
        "n = 3k - 1": (plain[: 3 * K - 1], K),
        "n = 3k": (plain[: 3 * K], K),
        "k = 2": (plain, 2),
        "k = n / 2": (plain, 30),
        "many duplicates": (rng.integers(0, 3, (90, 2)).astype(float), K),
        "all identical": (np.full((40, 3), 2.5), K),
        "all identical but one": (np.vstack([np.zeros((40, 2)), [[1.0, 1.0]]]), K),
        "one outlier at 1e6": (outlier, K),
        "collinear": (line, K),
        "d = 1": (rng.standard_normal((70, 1)), K),
        "d = 1 with ties": (rng.integers(0, 9, (70, 1)).astype(float), K),
        "d = 50": (rng.standard_normal((80, 50)), K),
        "n < d": (rng.standard_normal((20, 50)), K),
        "grid": (_grid(9, 2), K),
        "cube": (_grid(4, 3), 5),
        "around 1e9": (1e9 + rng.standard_normal((60, 2)), K),
        "clusters": (
            np.repeat(rng.standard_normal((12, 3)) * 50, 7, axis=0) + rng.standard_normal((84, 3)),
            K,
        ),
        "more than one tree level": (rng.standard_normal((1200, 2)), 7),
    }
