"""Raster: a population that is known by its weight in each pixel of a grid, as in a census raster.

Inside a pixel the population is spread evenly, because the raster says nothing else about it. (If all samples of a
pixel were at its centre, no border could divide the pixel, so cells could not have their shares.) Pixels are halved
until each part has at most the mass of one sample, and one sample is drawn from each n-th of the mass (`tiles.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray, IntArray
from shoal.errors import ParameterError, Setting
from shoal.partition.checks import check_points
from shoal.quantizer.sources.tiles import Bounds, Tiles, checked_bounds, curve_order, drawn_along

MOST_PIXELS = 1 << 27  # 1 GB of weights: all of Europe by 250 m
OFF_GRID = 0.05  # of a step: coordinates in files are rounded
FEWEST_LISTED = 1e-3  # of the pixels: the inhabited part of a thinly settled country is some per cent of its raster
CALLED = "The weights of the pixels"
SAME_STEP = 1.5  # times the smallest gap: no multiple of the step is that small


@dataclass(frozen=True, eq=False)
class Raster:
    """Weights on a regular grid, for `Quantizer.fit`.

    Parameters
    ----------
    weights : array of d dimensions with the weight of each pixel, at least 0: for example the number of residents. The
        first axis is the first coordinate. Each axis goes from the lowest to the highest coordinate.
    bounds : a pair (lowest, highest) for each coordinate: the outer borders of the grid.
    """

    weights: npt.ArrayLike
    bounds: Bounds | None = None

    def __post_init__(self) -> None:
        checked_weights(self.weights, CALLED)
        low, _ = checked_bounds(self.bounds, "A raster")
        n_axes = np.ndim(self.weights)
        if n_axes != len(low):
            raise ParameterError(
                f"The raster has {n_axes} axes, and its ",
                Setting("bounds"),
                f" have {len(low)} pairs.",
                hint="Give one pair (lowest, highest) for each axis.",
            )

    @classmethod
    def of_centres(cls, centres: npt.ArrayLike, weights: npt.ArrayLike) -> Self:
        """The raster of a list of pixels: the centre (n, d) and the weight of each. Pixels that are absent weigh 0.

        A raster file that was exported as a table is such a list. The steps of the grid are found from the centres.
        """
        points = check_points(centres)
        if len(points) == 0:
            raise ParameterError("The raster has no pixels.", parameter="centres")
        grid = [_axis_of(points[:, axis], axis) for axis in range(points.shape[1])]
        shape = tuple(int(index.max()) + 1 for index, _ in grid)
        n_pixels = int(np.prod([float(length) for length in shape]))
        if n_pixels > MOST_PIXELS:
            raise ParameterError(
                f"The grid of these centres would have {n_pixels:,} pixels; the most are {MOST_PIXELS:,}.",
                parameter="centres",
                count=n_pixels,
                hint="Use a coarser raster, or a part of it.",
            )
        if n_pixels * FEWEST_LISTED > len(points):
            raise ParameterError(
                f"Only {len(points):,} of the {n_pixels:,} pixels of this grid are there, so these seem to be single "
                "points and no raster.",
                parameter="centres",
                count=len(points),
                hint="Give the points with their weights as a table instead.",
            )
        mass = checked_weights(weights, CALLED, n_wanted=len(points))
        held = np.zeros(shape)
        position = tuple(index for index, _ in grid)
        if len(np.unique(np.ravel_multi_index(position, shape))) < len(points):
            raise ParameterError("Two pixels of the raster have the same centre.", parameter="centres")
        held[position] = mass
        return cls(held, [bounds for _, bounds in grid])

    def draw(self, n_samples: int, rng: np.random.Generator) -> FloatArray:
        """Samples, each from another n-th of the mass."""
        weights = checked_weights(self.weights, CALLED)
        low, high = checked_bounds(self.bounds, "A raster")
        index = np.argwhere(weights > 0.0).astype(np.int64)
        index = index[curve_order(index)]
        # Only the pixels that get samples become tiles: a raster may have far more.
        row, n_drawn = np.unique(drawn_along(weights[tuple(index.T)], n_samples, rng), return_counts=True)
        step = (high - low) / weights.shape
        corner = low + index[row] * step
        pixels = Tiles.of(corner, corner + step, n_drawn.astype(np.float64), rng)
        return pixels.cut_small(n_samples, rng).drawn(n_samples, rng)


def checked_weights(
    weights: npt.ArrayLike, called: str, *, n_wanted: int | None = None, parameter: str = "weights"
) -> FloatArray:
    """Weights that are finite, at least 0 and not all 0; ``called``: how messages begin."""
    try:
        array = np.asarray(weights, dtype=np.float64)
    except (TypeError, ValueError):
        raise ParameterError(f"{called} must be numbers.", parameter=parameter) from None
    if array.ndim == 0 or array.size == 0 or (n_wanted is not None and array.shape != (n_wanted,)):
        wanted = "an array with one number for each" if n_wanted is None else f"{n_wanted} numbers"
        raise ParameterError(f"{called} must be {wanted}; found the shape {array.shape}.", parameter=parameter)
    wrong = ~(np.isfinite(array) & (array >= 0.0))
    if wrong.any():
        raise ParameterError(
            f"{called} must be finite and at least 0; {int(wrong.sum())} of {array.size} are not.",
            parameter=parameter,
            count=wrong.sum(),
            hint="Where there is no data, give 0.",
        )
    with np.errstate(over="ignore"):
        total = array.sum()
    if not np.isfinite(total):
        raise ParameterError(f"{called} are too large to be added up.", parameter=parameter, hint="Rescale them.")
    if not array.any():
        raise ParameterError(f"{called} are all 0, so there is no population.", parameter=parameter, count=array.size)
    return array


def _axis_of(values: FloatArray, axis: int) -> tuple[IntArray, tuple[float, float]]:
    """The position of each value on the regular axis that they lie on, and the outer borders of that axis."""
    distinct = np.unique(values)
    gaps: FloatArray = np.diff(distinct)
    if len(gaps) == 0:
        raise ParameterError(
            f"All centres have the same coordinate on axis {axis + 1}, so the size of a pixel is unknown.",
            parameter="centres",
            hint="Leave this coordinate out, or give a Raster with bounds.",
        )
    span = float(distinct[-1] - distinct[0])
    # Rounded coordinates have uneven gaps. The median of the small gaps counts the steps, and these divide the span.
    step = float(np.median(gaps[gaps < SAME_STEP * gaps.min()]))
    step = span / max(1.0, round(span / step))
    exact = (values - distinct[0]) / step
    index = np.rint(exact)
    n_off = int((np.abs(exact - index) > OFF_GRID).sum())
    if n_off:
        raise ParameterError(
            f"The centres are not on a regular grid: on axis {axis + 1}, {n_off} of {len(values)} are off its lines.",
            parameter="centres",
            count=n_off,
            hint="Give the points with their weights as a table instead.",
        )
    half = 0.5 * step
    return index.astype(np.int64), (float(distinct[0]) - half, float(distinct[-1]) + half)
