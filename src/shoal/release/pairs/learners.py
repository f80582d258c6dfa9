"""The models of an attacker and of a user: random forests of scikit-learn, which need no settings to work well.

The forests are small, so that they take seconds, and seeded, so that they give the same figures whatever the number of
cores.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.partition.control import n_threads

N_TREES = 30  # more change the figures by less than their intervals on the Adult table
SMALLEST_LEAF = 3  # a leaf of one record would repeat noise


def fitted_classes(features: FloatArray, classes: IntArray, seed: int) -> Any:
    """A forest that predicts a category."""
    from sklearn.ensemble import RandomForestClassifier

    return RandomForestClassifier(N_TREES, min_samples_leaf=SMALLEST_LEAF, random_state=seed, n_jobs=n_threads()).fit(
        np.asarray(features, dtype=np.float32), classes
    )


def fitted_numbers(features: FloatArray, values: FloatArray, seed: int) -> Any:
    """A forest that predicts a number."""
    from sklearn.ensemble import RandomForestRegressor

    return RandomForestRegressor(
        N_TREES, min_samples_leaf=SMALLEST_LEAF, max_features="sqrt", random_state=seed, n_jobs=n_threads()
    ).fit(np.asarray(features, dtype=np.float32), values)
