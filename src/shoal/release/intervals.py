"""The 95 % interval of a share."""

from __future__ import annotations

import numpy as np

NORMAL_QUANTILE_95 = 1.959963984540054  # two-sided 95 % quantile of the standard normal


def wilson_interval(share: float, n_trials: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share out of n trials.

    A trial may contribute a probability between 0 and 1 instead of a 0 or a 1. It then varies less than a 0/1 outcome
    of the same mean, so the interval covers at least as often as it says.
    """
    z_squared = NORMAL_QUANTILE_95**2
    centre = share + z_squared / (2 * n_trials)
    half = NORMAL_QUANTILE_95 * np.sqrt(share * (1 - share) / n_trials + z_squared / (4 * n_trials**2))
    scale = 1 + z_squared / n_trials
    return max(float((centre - half) / scale), 0.0), min(float((centre + half) / scale), 1.0)
