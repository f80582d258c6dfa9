"""Cells whose records all take part with one probability π: sums of binomial terms in full relative precision.

The failure of a cell of n records is the sum of b(i) = C(n, i)·π^i·(1 − π)^(n−i) over 0 < i < k. One term, the largest,
is computed by Stirling's formula with its correction and the deviance

    D(x; m) = x·ln(x/m) + m − x = m·((1 + t)·ln(1 + t) − t),   t = (x − m)/m

(C. Loader, Fast and accurate computation of binomial probabilities, 2000), so that nothing large cancels; the others
follow from it by ratios, b(i + 1)/b(i) = (n − i)/(i + 1)·π/(1 − π). All terms are positive, no term overflows.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, lgamma, log, log1p, pi, sqrt

import numpy as np

STIRLING_FROM = 16  # from here on five terms of the series are exact to the last digit
NEAR = 0.1  # nearer to the mean than this share of it, the form with log1p has the smaller error
STIRLING_SERIES = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188)


@dataclass(frozen=True)
class FailingTerms:
    """Σ b(i) and Σ i·b(i) over 0 < i < k, as multiples of the largest term, whose logarithm is kept."""

    log_largest: float
    mass: float
    moment: float

    @property
    def log_failure(self) -> float:
        """ln P(0 < K < k), also where the probability itself would underflow."""
        return self.log_largest + log(self.mass) if self.mass > 0.0 else -inf

    @property
    def failure(self) -> float:
        """P(0 < K < k)."""
        return exp(self.log_largest) * self.mass

    @property
    def expected_unprotected(self) -> float:
        """E[K; 0 < K < k]: how many records are unprotected on average, failed cell or not."""
        return exp(self.log_largest) * self.moment


def failing_terms(n_records: int, k: int, participation: float) -> FailingTerms:
    """The terms for a cell of n ≥ k records that take part with probability π each."""
    if participation == 1.0:  # everybody takes part, and they are at least k
        return FailingTerms(-inf, 0.0, 0.0)
    odds = participation / (1.0 - participation)
    largest = min(max(int((n_records + 1) * participation), 1), k - 1)
    upwards = np.arange(largest, k - 1, dtype=np.float64)  # i of the ratios b(i + 1)/b(i)
    downwards = np.arange(largest, 1, -1, dtype=np.float64)  # i of the ratios b(i − 1)/b(i)
    above = np.cumprod((n_records - upwards) / (upwards + 1.0) * odds)
    below = np.cumprod(downwards / ((n_records - downwards + 1.0) * odds))
    mass = 1.0 + float(above.sum()) + float(below.sum())
    moment = largest + float(above @ (upwards + 1.0)) + float(below @ (downwards - 1.0))
    return FailingTerms(_log_term(n_records, largest, participation), mass, moment)


def more_only_helps(n_records: int, k: int, participation: float) -> bool:
    """Whether b(k − 1) ≥ b(0): from there on a larger cell fails less (docs/methods/probabilistic.md proves it)."""
    if participation == 1.0:
        return True
    odds = participation / (1.0 - participation)
    log_count = lgamma(n_records + 1) - lgamma(k) - lgamma(n_records - k + 2)
    return log_count + (k - 1) * log(odds) >= 0.0


def _log_term(n: int, x: int, participation: float) -> float:
    """ln b(x) for 0 < x < n."""
    expected = n * participation
    gap = x - expected
    deviance = _deviance(x, expected, gap) + _deviance(n - x, n * (1.0 - participation), -gap)
    correction = _stirling_error(n) - _stirling_error(x) - _stirling_error(n - x)
    return correction - deviance + 0.5 * log(n / (2.0 * pi * x * (n - x)))


def _deviance(x: int, expected: float, gap: float) -> float:
    """D(x; m); ``gap`` is x − m, which the caller knows better than a difference would tell."""
    share = gap / expected
    if abs(share) < NEAR:
        return expected * ((1.0 + share) * log1p(share) - share)
    return x * log(x / expected) - gap


def _stirling_error(n: int) -> float:
    """ln n! − ln(√(2πn)·(n/e)^n)."""
    if n < STIRLING_FROM:
        return lgamma(n + 1.0) - (n + 0.5) * log(n) + n - log(sqrt(2.0 * pi))
    return sum(c / float(n) ** (2 * power + 1) for power, c in enumerate(STIRLING_SERIES))
