"""Distributions of scipy.stats as sources: frozen ones, one alone or one for each independent coordinate.

Where the inverse of the cumulative distribution is known, points of a scrambled Sobol' sequence are mapped through it:
they fill the unit cube more evenly than random numbers, so cells have their shares more exactly (docs/methods/model.md
has figures). A multivariate normal is a linear map of such points. Everything else is drawn by its own ``rvs``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from shoal.arrays import FloatArray
from shoal.errors import ParameterError
from shoal.table.foreign_errors import attempt

INSIDE = 2.0**-53  # from 0 and 1, where a quantile may be infinite

DrawPoints = Callable[[int, np.random.Generator], Any]


def is_distribution(source: object) -> bool:
    """Whether this is a distribution of scipy, frozen or not."""
    return any(callable(getattr(source, name, None)) for name in ("rvs", "ppf", "icdf"))


def draw_of(source: Any) -> DrawPoints:
    """The function that draws from a frozen distribution."""
    _require_frozen(source)
    from scipy import stats

    if isinstance(source, type(stats.multivariate_normal())):
        return lambda n, rng: _normal(source, n, rng)
    if _inverse_of(source) is not None:
        return draw_independent([source])
    return lambda n, rng: _random(source, n, rng)


def draw_independent(sources: Sequence[Any]) -> DrawPoints:
    """The function that draws independent coordinates, one distribution for each."""
    inverses = []
    for position, source in enumerate(sources):
        _require_frozen(source)
        inverse = _inverse_of(source)
        if inverse is None:
            raise ParameterError(
                f"Distribution {position + 1} of {len(sources)} is not univariate.",
                parameter="source",
                hint="A list of distributions has one univariate distribution for each coordinate. Give a multivariate "
                "one alone.",
            )
        inverses.append(inverse)
    return lambda n, rng: np.column_stack(
        [
            np.asarray(inverse(shares), dtype=np.float64)
            for inverse, shares in zip(inverses, _even_shares(n, len(inverses), rng).T, strict=True)
        ]
    )


def _require_frozen(source: Any) -> None:
    if isinstance(source, type) or (callable(source) and callable(getattr(source, "rvs", None))):
        raise ParameterError(
            "The distribution has no parameters yet.",
            parameter="source",
            hint="Call it with them, as in scipy.stats.norm() or scipy.stats.lognorm(s=0.5, scale=30000).",
        )


def _inverse_of(source: Any) -> Callable[[FloatArray], Any] | None:
    return next((getattr(source, name) for name in ("ppf", "icdf") if callable(getattr(source, name, None))), None)


def _even_shares(n_samples: int, n_axes: int, rng: np.random.Generator) -> FloatArray:
    """Points of the open unit cube: the first n of a scrambled Sobol' sequence, whose length is a power of two."""
    from scipy.stats import qmc

    points = qmc.Sobol(n_axes, rng=rng).random_base2(_exponent(n_samples))[:n_samples]
    return np.clip(points, INSIDE, 1.0 - INSIDE)


def _exponent(n_samples: int) -> int:
    return max(0, (n_samples - 1).bit_length())


def _normal(source: Any, n_samples: int, rng: np.random.Generator) -> FloatArray:
    from scipy.stats import qmc

    engine = qmc.MultivariateNormalQMC(np.atleast_1d(source.mean), np.atleast_2d(source.cov), rng=rng)
    return np.asarray(engine.random(2 ** _exponent(n_samples))[:n_samples], dtype=np.float64)


def _random(source: Any, n_samples: int, rng: np.random.Generator) -> Any:
    """Random samples; a single coordinate becomes a column."""
    points = attempt(
        lambda: np.asarray(source.rvs(size=n_samples, random_state=rng)),
        lambda error: ParameterError(
            f"The distribution could not be drawn from ({type(error).__name__}).",
            parameter="source",
            hint="Call its rvs yourself to see why.",
        ),
    )
    if points.ndim == 1:
        return points[:, None]
    if points.ndim > 2:
        raise ParameterError(
            f"The samples of the distribution are arrays of {points.ndim - 1} dimensions, not points.",
            parameter="source",
            hint="Give a function draw(n, rng) that returns an array of shape (n, coordinates).",
        )
    return points
