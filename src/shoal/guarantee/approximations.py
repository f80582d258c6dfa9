"""Closed forms near the effective anonymity, for one participation π for all, each with its error.

They show how n_min depends on k, π and p̄ (docs/methods/probabilistic.md). Nothing is decided with them:
`effective_anonymity` is exact and as fast.

Symbols: π̄ = 1 − π; a = (π̄/π)·p̄, b = π̄, L = ln a/ln b for k = 2; D(x‖π) the Kullback–Leibler divergence of two coins.
Paper: Rebollo-Monedero, Forné, Soriano, p-probabilistic k-anonymous microaggregation, sections VI.A and VI.C.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, log, log1p, nan, sqrt

from shoal.errors import ParameterError
from shoal.guarantee.effective import effective_anonymity
from shoal.guarantee.k_anonymity import KAnonymity
from shoal.guarantee.parameters import check_failure, check_participation


@dataclass(frozen=True)
class Approximation:
    """One closed form: its value, what it is to n_min, and how far off it is."""

    name: str
    value: float  # NaN where the form is not defined
    kind: str  # "approximation", "lower bound" or "upper bound"
    n_min: int

    @property
    def relative_error(self) -> float:
        """(value − n_min)/n_min; a bound and an approximation alike are real numbers, n_min is a whole one."""
        return (self.value - self.n_min) / self.n_min


def approximations(k: int, participation: float, failure: float) -> tuple[Approximation, ...]:
    """Every approximation and bound that is defined for this k, beside the exact n_min."""
    k, failure = KAnonymity(k).k, check_failure(failure)
    share = check_participation(participation)
    if not isinstance(share, float) or share == 1.0:
        raise ParameterError(
            "The closed forms need one participation for all records, below 1 (at 1, n_min is k).",
            parameter="participation",
        )
    n_min = effective_anonymity(k, share, failure).n_min
    forms = [*BOUNDS, *(LOGARITHMIC if k == 2 else ()), *DIVERGENCE]
    return tuple(Approximation(name, form(k, share, failure), kind, n_min) for name, kind, form in forms)


def markov(k: int, participation: float, failure: float) -> float:
    """n ≥ k·(p − π̄^k)/π, because P(K ≥ k) ≤ nπ/k. A lower bound, with k itself."""
    return max(float(k), k * (1.0 - failure - (1.0 - participation) ** k) / participation)


def chebyshev(k: int, participation: float, failure: float) -> float:
    """From here on Var/(Var + (nπ − k + 1)²) ≤ p̄ bounds P(K < k) (Cantelli's one-sided form): an upper bound.

    With s² = nππ̄ the condition is nπ − (k − 1) ≥ s·√(1/p̄ − 1), a quadratic in √n.
    """
    spread = sqrt(participation * (1.0 - participation) * (1.0 / failure - 1.0))
    return _from_root(k, participation, spread)


def chernoff(k: int, participation: float, failure: float) -> float:
    """From here on exp(−n·D((k − 1)/n‖π)) ≤ p̄ bounds P(K < k): an upper bound, and the same root as ñ1."""
    return max(float(k), divergence_root(k, participation, failure))


def logarithmic_0(_: int, participation: float, failure: float) -> float:
    """ñ0 = L, for k = 2."""
    return _logarithms(participation, failure)[1]


def logarithmic_1(_: int, participation: float, failure: float) -> float:
    """ñ1 = (1 − ln L/(1 + ln a))·L, for k = 2; an upper bound once rounded up, by the paper's experiments."""
    log_a, length = _logarithms(participation, failure)
    return (1.0 - log(length) / (1.0 + log_a)) * length if length > 0.0 and log_a != -1.0 else nan


def logarithmic_2(_: int, participation: float, failure: float) -> float:
    """ñ2 = (2 + ln a + √((1 + ln a)² + 2·ln L))·L, for k = 2; written so that nothing cancels as p̄ falls."""
    log_a, length = _logarithms(participation, failure)
    if length <= 0.0:
        return nan
    inside = (1.0 + log_a) ** 2 + 2.0 * log(length)
    if inside < 0.0:
        return nan
    # 1 + ln a is negative for small p̄, and the root is about as large: x + √y = (y − x²)/(√y − x)
    root = sqrt(inside)
    correction = 2.0 * log(length) / (root - (1.0 + log_a)) if log_a < -1.0 else 1.0 + log_a + root
    return (1.0 + correction) * length


def lambert(_: int, participation: float, failure: float) -> float:
    """The real n with n·π·π̄^(n−1) = p̄ beyond the peak, W₋₁(a·ln b)/ln b: n_min is the next whole number (k = 2)."""
    from scipy.special import lambertw

    log_b = log1p(-participation)
    a = (1.0 - participation) / participation * failure
    if a * -log_b * 2.718281828459045 >= 1.0:  # at or above the peak of n·b^n: every n is acceptable
        return nan
    argument = a * log_b
    # below this, W₋₁ is found in logarithms: w = ln(−t) − ln(−w), whose iteration gains two digits a step out there
    if -argument < TINY_LAMBERT:
        wanted = log(failure) + log((1.0 - participation) / participation) + log(-log_b)
        w = wanted
        for _step in range(LAMBERT_STEPS):
            w = wanted - log(-w)
        return w / log_b
    return float(lambertw(argument, -1).real) / log_b


def divergence_root(k: int, participation: float, failure: float) -> float:
    """ñ1 solves −ln p̄ = n·D((k − 1)/n‖π) where n·π exceeds k − 1."""
    from scipy.optimize import brentq

    def excess(n: float) -> float:
        return n * _divergence((k - 1) / n, participation) + log(failure)

    low = (k - 1) / participation  # D = 0
    high = 2.0 * quadratic(k, participation, failure) + 2.0
    while excess(high) < 0.0:
        high *= 2.0
    return float(brentq(excess, low, high, xtol=1e-9, rtol=1e-13))


def quadratic(k: int, participation: float, failure: float) -> float:
    """ñ1′ = (k − 1 − π̄·ln p̄ + √(−π̄·ln p̄·(2(k − 1) − π̄·ln p̄)))/π: D replaced by its second-order expansion."""
    step = -(1.0 - participation) * log(failure)
    return (k - 1 + step + sqrt(step * (2.0 * (k - 1) + step))) / participation


def quadratic_simpler(k: int, participation: float, failure: float) -> float:
    """ñ1″ = (k − 1 + √(−2π̄·ln p̄)·√(k − 1) − π̄·ln p̄)/π: the same for large k."""
    step = -(1.0 - participation) * log(failure)
    return (k - 1 + sqrt(2.0 * step * (k - 1)) + step) / participation


def quadratic_anchored(k: int, participation: float, failure: float) -> float:
    """ñ2 = (2(k−1)·ln π̄ + π·ln p̄ − √(π·ln p̄·(π·ln p̄ + 4(k−1)·ln π̄)))/(2π·ln π̄): D(x‖π) ≈ −ln π̄·(1 − x/π)²."""
    log_rest = log1p(-participation)
    wanted = participation * log(failure)
    root = sqrt(wanted * (wanted + 4.0 * (k - 1) * log_rest))
    return (2.0 * (k - 1) * log_rest + wanted - root) / (2.0 * participation * log_rest)


Form = Callable[[int, float, float], float]
BOUNDS: tuple[tuple[str, str, Form], ...] = (
    ("Markov", "lower bound", markov),
    ("Chebyshev", "upper bound", chebyshev),
    ("Chernoff", "upper bound", chernoff),
)
LOGARITHMIC: tuple[tuple[str, str, Form], ...] = (
    ("ñ0, logarithm", "approximation", logarithmic_0),
    ("ñ1, first order", "approximation", logarithmic_1),
    ("ñ2, second order", "approximation", logarithmic_2),
    ("Lambert W", "lower bound", lambert),
)
DIVERGENCE: tuple[tuple[str, str, Form], ...] = (
    ("ñ1, divergence", "approximation", divergence_root),
    ("ñ1′, quadratic", "approximation", quadratic),
    ("ñ1″, large k", "approximation", quadratic_simpler),
    ("ñ2, anchored", "approximation", quadratic_anchored),
)
TINY_LAMBERT = 1e-290  # a product of small numbers loses digits from here on
LAMBERT_STEPS = 40  # each divides the error by about |w| > 600


def _logarithms(participation: float, failure: float) -> tuple[float, float]:
    """ln a and L = ln a/ln b."""
    log_a = log(failure) + log((1.0 - participation) / participation)
    return log_a, log_a / log1p(-participation)


def _divergence(kappa: float, participation: float) -> float:
    """D(κ‖π) in nats."""
    if kappa <= 0.0:
        return -log1p(-participation)
    if kappa >= 1.0:
        return -log(participation) if kappa == 1.0 else inf
    return kappa * log(kappa / participation) + (1.0 - kappa) * log((1.0 - kappa) / (1.0 - participation))


def _from_root(k: int, participation: float, spread: float) -> float:
    """The n where nπ − √n·spread = k − 1."""
    root = (spread + sqrt(spread * spread + 4.0 * participation * (k - 1))) / (2.0 * participation)
    return max(float(k), root * root)
