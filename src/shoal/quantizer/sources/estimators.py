"""Fitted estimators as sources: mixtures and kernel densities of scikit-learn, and scipy's gaussian_kde.

Samples depend on our seed alone. A mixture draws with its own ``random_state``, so a copy of it gets one that is made
from our generator; the caller's object is not changed.
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from shoal.errors import ParameterError
from shoal.table.foreign_errors import attempt

LARGEST_SEED = 2**32 - 1  # of numpy's RandomState

DrawPoints = Callable[[int, np.random.Generator], Any]


def draw_of_estimator(estimator: Any) -> DrawPoints:
    """The function that draws from a fitted estimator with a method ``sample``."""

    def draw(n_samples: int, rng: np.random.Generator) -> Any:
        return attempt(lambda: _sampled(estimator, n_samples, rng), lambda error: _not_drawn(estimator, error))

    return draw


def draw_of_kernels(estimate: Any) -> DrawPoints:
    """The function that draws from a ``scipy.stats.gaussian_kde``."""
    return lambda n_samples, rng: np.ascontiguousarray(estimate.resample(n_samples, seed=rng).T)


def _sampled(estimator: Any, n_samples: int, rng: np.random.Generator) -> Any:
    # scikit-learn takes no Generator, only this older kind of state.
    state = np.random.RandomState(int(rng.integers(LARGEST_SEED)))
    if "random_state" in inspect.signature(estimator.sample).parameters:
        return estimator.sample(n_samples, random_state=state)
    own = copy.copy(estimator)
    own.random_state = state
    drawn = own.sample(n_samples)
    return drawn[0] if isinstance(drawn, tuple) else drawn  # mixtures say the component of each sample as well


def _not_drawn(estimator: Any, error: BaseException) -> ParameterError:
    name = type(estimator).__name__
    if type(error).__name__ == "NotFittedError":
        return ParameterError(f"The {name} is not fitted yet.", parameter="source", hint="Call its fit first.")
    return ParameterError(
        f"The {name} could not be drawn from ({type(error).__name__}).",
        parameter="source",
        hint="Call its sample yourself to see why.",
    )
