"""Tiles: a box that is cut into small pieces of known mass, from which samples are drawn evenly.

Idea. A tile is halved, along one axis after the other, until no tile has more than 1/n of the mass. The halves take the
position of their tile, so the order of the tiles is a Z-curve, and tiles that follow each other are near each other.
The running sum of the masses is cut into n equal strata, and one sample is drawn from each stratum: at a random
position in it, then at a random point of the tile that holds this position.

So any region has its share of the samples up to the strata that its border cuts, which are far fewer than all. For 100
cells of a Gaussian in the plane and 200 samples a cell, shares are 2 % off (root mean square); with independent samples
7 % (docs/methods/model.md, `benchmarks/model_sampling.py`).

Cost. O(n + tiles) space, O((n + tiles) log n) time.
Paper. Stratified sampling along a space-filling curve: Z. He, A. B. Owen, Extensible grids: uniform sampling on a space
filling curve, Journal of the Royal Statistical Society B 2016. The curve is that of G. M. Morton, 1966.
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
    """``low`` and ``high`` corners (t, d) in the order of the curve, how often each was halved, and its mass."""

    low: FloatArray = field(repr=False)
    high: FloatArray = field(repr=False)
    halvings: IntArray = field(repr=False)
    mass: FloatArray = field(repr=False)

    @classmethod
    def whole(cls, low: FloatArray, high: FloatArray) -> Self:
        """A single tile of mass 1."""
        return cls(low[None, :].copy(), high[None, :].copy(), np.zeros(1, dtype=np.int64), np.ones(1))

    def __len__(self) -> int:
        return len(self.mass)

    def halved(self, which: BoolArray) -> tuple[Self, BoolArray]:
        """The tiles with some of them halved, and which of the new tiles are halves; a half has half the mass."""
        times = np.where(which, 2, 1)
        parent = np.repeat(np.arange(len(self)), times)
        is_half = which[parent]
        is_second = np.zeros(len(parent), dtype=np.bool_)
        is_second[1:] = parent[1:] == parent[:-1]
        low, high = self.low[parent], self.high[parent]
        rows = np.flatnonzero(is_half)
        axis = self.halvings[parent[rows]] % self.low.shape[1]
        middle = low[rows, axis] + 0.5 * (high[rows, axis] - low[rows, axis])
        second = is_second[rows]
        low[rows[second], axis[second]] = middle[second]
        high[rows[~second], axis[~second]] = middle[~second]
        mass = np.where(is_half, 0.5, 1.0) * self.mass[parent]
        return type(self)(low, high, self.halvings[parent] + is_half, mass), is_half

    def cut_small(self, n_samples: int, weighed: Callable[[Tiles, BoolArray], Tiles]) -> Tiles:
        """The tiles halved until none has more than the mass of one sample.

        ``weighed`` states the masses of halves anew. A tile that cannot be halved any more stays as it is.
        """
        tiles: Tiles = self
        most = MOST_HALVINGS * self.low.shape[1]
        while True:
            heavy = (tiles.mass * n_samples > tiles.mass.sum()) & (tiles.halvings < most)
            if not heavy.any():
                return tiles
            tiles = weighed(*tiles.halved(heavy))

    def points(self, rng: np.random.Generator) -> FloatArray:
        """A random point of each tile."""
        points: FloatArray = self.low + rng.random(self.low.shape) * (self.high - self.low)
        return points

    def drawn(self, n_samples: int, rng: np.random.Generator) -> FloatArray:
        """One sample from each of n strata of equal mass."""
        tile = drawn_along(self.mass, n_samples, rng)
        low, high = self.low[tile], self.high[tile]
        samples: FloatArray = low + rng.random(low.shape) * (high - low)
        return samples


def drawn_along(mass: FloatArray, n_samples: int, rng: np.random.Generator) -> IntArray:
    """The tile of a random position in each of n strata of equal mass."""
    running = np.cumsum(mass)
    positions = (np.arange(n_samples) + rng.random(n_samples)) * (running[-1] / n_samples)
    last = np.flatnonzero(mass)[-1]  # rounding may put a position beyond the end
    tile: IntArray = np.minimum(np.searchsorted(running, positions, side="right"), last).astype(np.int64)
    return tile


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
