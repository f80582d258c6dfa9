"""Sample source: recognises the model of a population that was given, and draws from it.

| given | drawn by |
|---|---|
| a function ``draw(n, rng)`` | itself; it may return an array or a table |
| `Density`, `Raster` | evenly along a curve (`tiles.py`) |
| a frozen distribution of scipy.stats, or a list of univariate ones | `distributions.py` |
| a mixture or a kernel density of scikit-learn, or gaussian_kde of scipy | `estimators.py` |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from shoal.errors import ParameterError, Setting
from shoal.quantizer.sources.density import Density
from shoal.quantizer.sources.distributions import draw_independent, draw_of, is_distribution
from shoal.quantizer.sources.estimators import draw_of_estimator, draw_of_kernels
from shoal.quantizer.sources.raster import Raster

KERNELS = ("KernelDensity", "gaussian_kde")  # their samples are records that were moved a little


@dataclass(frozen=True)
class SampleSource:
    """``draw(n, rng)``; ``synthetic`` says that no sample is the record of a person, or made from a single one."""

    draw: Callable[[int, np.random.Generator], Any]
    synthetic: bool

    def drawn(self, n_samples: int, rng: np.random.Generator) -> Any:
        """Exactly so many samples: an array, or a table."""
        samples = self.draw(n_samples, rng)
        try:
            n_drawn = len(samples)
        except TypeError:
            raise ParameterError(
                f"The source was asked for {n_samples} samples and gave no array.",
                parameter="source",
                hint="A function draw(n, rng) must return an array of shape (n, coordinates), or a table of n records.",
            ) from None
        if n_drawn != n_samples:
            raise ParameterError(
                f"The source was asked for {n_samples} samples and gave {n_drawn}.", parameter="source", count=n_drawn
            )
        return samples


def source_of(given: Any) -> SampleSource | None:
    """The source that was given; None where it is samples, as an array or a table."""
    if isinstance(given, (Density, Raster)):
        return SampleSource(given.draw, synthetic=True)
    if isinstance(given, (list, tuple)) and any(is_distribution(each) for each in given):
        return SampleSource(draw_independent(given), synthetic=True)
    if type(given).__name__ == "gaussian_kde" and callable(getattr(given, "resample", None)):
        return SampleSource(draw_of_kernels(given), synthetic=False)
    if is_distribution(given):
        return SampleSource(draw_of(given), synthetic=True)
    if isinstance(given, type):
        raise ParameterError(
            f"The source is the class {given.__name__}, not a model.",
            parameter="source",
            hint="Make an object of it first; an estimator has to be fitted as well.",
        )
    if _is_estimator(given):
        return SampleSource(draw_of_estimator(given), synthetic=type(given).__name__ not in KERNELS)
    return SampleSource(given, synthetic=False) if callable(given) else None


def _is_estimator(given: Any) -> bool:
    """Whether this is an estimator of scikit-learn that can draw samples; other models with samples are refused."""
    if callable(given) or hasattr(given, "__dataframe__") or hasattr(given, "columns"):
        return False
    if not callable(getattr(given, "sample", None)):
        return False
    if not type(given).__module__.startswith("sklearn."):
        raise ParameterError(
            f"How a {type(given).__name__} draws samples is not known.",
            parameter="source",
            hint=("Give a function as ", Setting("source"), ": lambda n, rng: model.sample(n)."),
        )
    return True
