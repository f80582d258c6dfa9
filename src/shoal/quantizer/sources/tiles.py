"""Tiles: a box that is cut into small pieces of known mass, from which samples are drawn evenly.

Idea. A tile is halved, along one axis after the other, until no tile has more than 1/n of the mass. The halves take the
position of their tile, so the order of the tiles is a Z-curve, and tiles that follow each other are near each other.
Each tile has one random point. The running sum of the masses is cut at n positions, 1/n of the mass apart, the first
one random; each position draws the point of its tile. So no point is drawn twice, and the number of samples in a pixel,
or in any part of the curve, is right to less than 1.

Any region has its share of the samples up to the parts of the curve that its border cuts, which are far fewer than n.
For 100 cells of a Gaussian in the plane and 200 samples a cell, shares are about 2 % off (root mean square); with
independent samples 7 % (docs/methods/model.md, `benchmarks/model_sampling.py`).

Cost. O(n + tiles) space, O((n + tiles) log n) time.
Paper. Sampling along a space-filling curve: Z. He, A. B. Owen, Extensible grids: uniform sampling on a space filling
curve, Journal of the Royal Statistical Society B 2016. The curve is that of G. M. Morton, 1966.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np
import numpy.typing as npt

from shoal.arrays import BoolArray, FloatArray, IntArray
from shoal.errors import ParameterError, Setting
from shoal.partition.checks import LARGEST_COORDINATE

MOST_HALVINGS = 52  # along one axis: beyond the digits of a float
KEY_BITS = 63  # of a position on the curve: those of a non-negative int64

Bounds = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class Tiles:
    """``low`` and ``high`` corners (t, d) in the order of the curve, a point of each tile, how often it was halved, and
    its mass.
    """

    low: FloatArray = field(repr=False)
    high: FloatArray = field(repr=False)
    points: FloatArray = field(repr=False)
    halvings: IntArray = field(repr=False)
    mass: FloatArray = field(repr=False)

    @classmethod
    def of(cls, low: FloatArray, high: FloatArray, mass: FloatArray, rng: np.random.Generator) -> Self:
        """Tiles with random points, in the order of the curve."""
        return cls(low, high, _points_in(low, high, rng), np.zeros(len(low), dtype=np.int64), mass)

    def __len__(self) -> int:
        return len(self.mass)

    def halved(self, which: BoolArray, rng: np.random.Generator) -> tuple[Self, BoolArray]:
        """The tiles with some of them halved, and which of the new tiles are halves: with half the mass, new points."""
        times = np.where(which, 2, 1)
        parent = np.repeat(np.arange(len(self)), times)
        is_half = which[parent]
        is_second = np.zeros(len(parent), dtype=np.bool_)
        is_second[1:] = parent[1:] == parent[:-1]
        low, high, points = self.low[parent], self.high[parent], self.points[parent]
        rows = np.flatnonzero(is_half)
        axis = self.halvings[parent[rows]] % self.low.shape[1]
        middle = low[rows, axis] + 0.5 * (high[rows, axis] - low[rows, axis])
        second = is_second[rows]
        low[rows[second], axis[second]] = middle[second]
        high[rows[~second], axis[~second]] = middle[~second]
        points[rows] = _points_in(low[rows], high[rows], rng)
        mass = np.where(is_half, 0.5, 1.0) * self.mass[parent]
        return type(self)(low, high, points, self.halvings[parent] + is_half, mass), is_half

    def cut_small(
        self, n_samples: int, rng: np.random.Generator, weighed: Callable[[Tiles, BoolArray], Tiles] | None = None
    ) -> Tiles:
        """The tiles halved until none has more than the mass of one sample.

        ``weighed`` states the masses of halves anew. A tile that cannot be halved any more stays as it is.
        """
        tiles: Tiles = self
        most = MOST_HALVINGS * self.low.shape[1]
        while True:
            heavy = (tiles.mass * n_samples > tiles.mass.sum()) & (tiles.halvings < most)
            if not heavy.any():
                return tiles
            tiles, is_half = tiles.halved(heavy, rng)
            tiles = tiles if weighed is None else weighed(tiles, is_half)

    def drawn(self, n_samples: int, rng: np.random.Generator) -> FloatArray:
        """The points of n tiles, by their mass."""
        return self.points[drawn_along(self.mass, n_samples, rng)]


def drawn_along(mass: FloatArray, n_samples: int, rng: np.random.Generator) -> IntArray:
    """The tiles at n positions in the running sum of the masses: evenly spaced, the first one random."""
    running = np.cumsum(mass)
    positions = (np.arange(n_samples) + rng.random()) * (running[-1] / n_samples)
    last = np.flatnonzero(mass)[-1]  # rounding may put a position beyond the end
    tile: IntArray = np.minimum(np.searchsorted(running, positions, side="right"), last).astype(np.int64)
    return tile


def _points_in(low: FloatArray, high: FloatArray, rng: np.random.Generator) -> FloatArray:
    points: FloatArray = low + rng.random(low.shape) * (high - low)
    return points


def curve_order(index: IntArray) -> IntArray:
    """The order of the tiles of a grid along the Z-curve; ``index`` (t, d) is the position of each on every axis."""
    n_axes = index.shape[1]
    n_bits = max(1, int(index.max(initial=0)).bit_length())
    shift = max(0, n_bits - KEY_BITS // n_axes)  # of a huge grid the last digits are left out: the order is coarser
    key = np.zeros(len(index), dtype=np.int64)
    for bit in reversed(range(shift, n_bits)):
        for axis in range(n_axes):
            key = (key << 1) | ((index[:, axis] >> bit) & 1)
    return np.argsort(key, kind="stable")


def checked_bounds(bounds: Bounds | None, what: str) -> tuple[FloatArray, FloatArray]:
    """The lowest and highest coordinates of a box, one for each axis."""
    if bounds is None:
        raise ParameterError(
            f"{what} needs ",
            Setting("bounds"),
            ".",
            hint="Give a pair (lowest, highest) for each coordinate, with nearly all of the population between them.",
        )
    try:
        pairs: npt.NDArray[np.float64] = np.asarray(bounds, dtype=np.float64)
    except (TypeError, ValueError):
        pairs = np.empty(0)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or len(pairs) == 0:
        raise ParameterError(
            Setting("bounds"), f" of {what[0].lower() + what[1:]} must be a pair (lowest, highest) for each coordinate."
        )
    low, high = np.ascontiguousarray(pairs[:, 0]), np.ascontiguousarray(pairs[:, 1])
    if not (np.abs(pairs) <= LARGEST_COORDINATE).all() or not (low < high).all():  # NaN compares false
        raise ParameterError(
            Setting("bounds"),
            f" of {what[0].lower() + what[1:]} must be finite, and the lowest below the highest.",
        )
    return low, high
