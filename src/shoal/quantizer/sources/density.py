"""Density: a population that is known by the relative density of its points in a box.

The function may have any scale: only ratios count. It is called with an (n, d) array of points and returns n numbers.
The box is cut into 2²⁰ tiles, the function is evaluated at a random point of each, and tiles with more than the mass of
one sample are halved and evaluated again (`tiles.py`). The samples are points at which the function was evaluated,
drawn by its values times the volumes of their tiles. So any region gets its share without bias, also where the density
jumps.

Limits. Something narrower than a first tile may be missed: 1/1,000,000 of the range on a line, 1/1,000 of each range in
the plane, 1/100 in space. In more dimensions a grid sees nothing, so it is refused there. Outside the bounds there is
nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from shoal.arrays import BoolArray, FloatArray
from shoal.errors import ParameterError, Setting
from shoal.quantizer.sources.tiles import Bounds, Tiles, checked_bounds

FIRST_HALVINGS = 20  # 2²⁰ tiles: a second for a function that takes a microsecond for each point
MOST_AXES = 3  # with 2²⁰ tiles an axis has 100 steps in three dimensions, and 32 in four
POINTS_PER_CALL = 1 << 16  # so that a mixture of 1,000 terms needs 0.5 GB, not 8


@dataclass(frozen=True, eq=False)
class Density:
    """A density on a box, for `Quantizer.fit`.

    Parameters
    ----------
    function : takes an (n, d) array of points and returns n numbers of at least 0: how dense the population is there.
        Only ratios count.
    bounds : a pair (lowest, highest) for each of the d ≤ 3 coordinates. Nothing lies outside.
    """

    function: Callable[[FloatArray], npt.ArrayLike]
    bounds: Bounds | None = None

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise ParameterError(
                "The ", Setting("function"), " of a density must be a function of an (n, d) array of points."
            )
        low, _ = checked_bounds(self.bounds, "A density")
        if len(low) > MOST_AXES:
            raise ParameterError(
                f"A density is sampled by a grid, and a grid is too coarse in {len(low)} dimensions; the most are "
                f"{MOST_AXES}.",
                parameter="bounds",
                count=len(low),
                hint="Give a function draw(n, rng) that draws from the population, a distribution of scipy.stats, or "
                "a mixture of scikit-learn.",
            )

    def draw(self, n_samples: int, rng: np.random.Generator) -> FloatArray:
        """Samples, each from another n-th of the mass."""
        return self._grid(rng).cut_small(n_samples, rng, self._weighed).drawn(n_samples, rng)

    def _grid(self, rng: np.random.Generator) -> Tiles:
        """The first tiles with their masses."""
        low, high = checked_bounds(self.bounds, "A density")
        tiles = Tiles.of(low[None, :], high[None, :], np.ones(1), rng)
        for _ in range(FIRST_HALVINGS):
            everywhere = np.ones(len(tiles), dtype=np.bool_)
            tiles, everywhere = tiles.halved(everywhere, rng)
        grid = self._weighed(tiles, everywhere)
        if not grid.mass.any():
            raise ParameterError(
                f"The density is 0 at each of {len(grid):,} points, which were drawn from all over its bounds.",
                parameter=("function", "bounds"),
                hint="Give bounds that enclose the population closely.",
            )
        return grid

    def _weighed(self, tiles: Tiles, which: BoolArray) -> Tiles:
        """The masses of some tiles: the density at the point of each, times the volume."""
        rows = np.flatnonzero(which)
        mass = tiles.mass.copy()
        mass[rows] = np.ldexp(self._evaluated(tiles.points[rows]), FIRST_HALVINGS - tiles.halvings[rows])
        with np.errstate(over="ignore"):
            total = mass.sum()
        if not np.isfinite(total):
            raise ParameterError(
                "The ",
                Setting("function"),
                " of a density returns numbers too large to be added up.",
                hint="Divide them by the largest one.",
            )
        return replace(tiles, mass=mass)

    def _evaluated(self, points: FloatArray) -> FloatArray:
        parts = [
            self._checked(
                self.function(points[start : start + POINTS_PER_CALL]), points[start : start + POINTS_PER_CALL]
            )
            for start in range(0, len(points), POINTS_PER_CALL)
        ]
        return np.concatenate(parts)

    def _checked(self, given: npt.ArrayLike, points: FloatArray) -> FloatArray:
        try:
            values = np.asarray(given, dtype=np.float64)
        except (TypeError, ValueError):
            raise ParameterError("The ", Setting("function"), " of a density must return numbers.") from None
        if values.shape != (len(points),):
            raise ParameterError(
                "The ",
                Setting("function"),
                f" of a density was given {len(points)} points, as an array of shape {points.shape}, and returned "
                f"the shape {values.shape}.",
                hint="It must return one number for each point: sum over axis 1, not over everything.",
            )
        wrong = ~(np.isfinite(values) & (values >= 0.0))
        if wrong.any():
            raise ParameterError(
                "The ",
                Setting("function"),
                f" of a density must return finite numbers of at least 0; at {int(wrong.sum())} of {len(values)} "
                "points it does not.",
                count=wrong.sum(),
                hint="Return 0 where nobody is. If it is the logarithm of a density, return its exponential.",
            )
        return values
