"""How seconds grow with n: the exponent of a power law, fitted as the papers do."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def fitted_exponent(sizes: Sequence[int], seconds: Sequence[float]) -> tuple[float, float]:
    """Exponent and factor of seconds ≈ factor · n^exponent: a straight line through the logarithms."""
    exponent, level = np.polyfit(np.log(sizes), np.log(seconds), 1)
    return float(exponent), float(np.exp(level))
