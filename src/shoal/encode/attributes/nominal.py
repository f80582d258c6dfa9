"""Nominal and boolean attributes: one indicator per category; released as the mode of the cell.

The indicators are multiplied by a common ``scale`` so that their variances add up to about 1 over the fitted
records. (The scale is coarse: an exact one would tell the counts of categories.) Two different categories are then
√2·scale apart, whichever they are. Two categories need one indicator only, √2 times as long: the geometry is the same
with half the coordinates. The centroid holds the share of each category, so the mode is read off it; ties go to the
smallest category in sorted order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.encode.arithmetic.coarse import coarse_size, is_broad
from shoal.encode.arithmetic.standard import TIE, shares_of
from shoal.encode.attributes.attribute import Attribute, Values, known_codes, refuse_values
from shoal.encode.attributes.category import Category, category_array, plain_categories, require_distinct, text_of
from shoal.errors import TableError
from shoal.table.frames.table import Table

# Decoding compares this many shares at a time, so that hundreds of categories in 100,000 cells need no
# large copies.
BLOCK_SHARES = 1 << 20

MOST_BOOLEAN = 2


@dataclass(frozen=True)
class Nominal(Attribute):
    """``categories`` in sorted order; ``scale`` is the length of an indicator."""

    KIND: ClassVar[str] = "nominal"

    categories: tuple[Category, ...]
    scale: float

    @classmethod
    def fit(
        cls, table: Table, name: str, *, weight: float, weights: FloatArray | None, boolean: bool = False
    ) -> Nominal:
        """Find the categories that records have, and the scale for a total variance of about 1: 1/√Σ p(1−p)."""
        codes, found = table.codes(name)
        used = np.flatnonzero(np.bincount(codes, minlength=len(found)))
        categories = plain_categories([found[code] for code in used], name)
        if boolean and len(categories) > MOST_BOOLEAN:
            raise TableError(
                f"Column '{name}' is to be boolean and has {len(categories)} different values.",
                column=name,
                hint="Give it the type 'nominal', or correct the column.",
            )
        shares = shares_of(codes, len(found), weights)
        variance = float((shares * (1.0 - shares)).sum())
        if not variance > 0.0:
            return cls((name,), weight, categories, 1.0)
        squares = (1.0 - 2.0 * shares + float((shares**2).sum()))[codes]  # from the mean of all indicators
        return cls((name,), weight, categories, coarse_size(variance**-0.5, fine=is_broad(squares, weights)))

    @property
    def n_coordinates(self) -> int:
        """One per category; one for two categories; one, always 0, for a single category."""
        return len(self.categories) if len(self.categories) > MOST_BOOLEAN else 1

    def fill(self, table: Table, out: FloatArray) -> None:
        """Indicators."""
        codes = self._codes(table)
        if self.n_coordinates == 1:
            out[:, 0] = 2.0**0.5 * self.scale * codes
        else:
            out[:] = 0.0
            out[np.arange(len(codes)), codes] = self.scale

    def decode(self, centroids: FloatArray) -> dict[str, Values]:
        """The first category whose share is the largest one, up to the tie tolerance."""
        if self.n_coordinates == 1:
            modes = (centroids[:, 0] > (0.5 + TIE) * 2.0**0.5 * self.scale).astype(np.int64)
            modes = np.minimum(modes, len(self.categories) - 1)
        else:
            modes = self._modes(centroids)
        return {self.columns[0]: category_array(self.categories)[modes]}

    def require_sound(self) -> None:
        """There must be categories, each of them once."""
        require_distinct(self.categories, self.name)

    def _modes(self, centroids: FloatArray) -> IntArray:
        modes = np.empty(len(centroids), dtype=np.int64)
        step = max(1, BLOCK_SHARES // self.n_coordinates)
        for start in range(0, len(centroids), step):
            block = centroids[start : start + step]
            largest = block.max(axis=1, keepdims=True)
            modes[start : start + step] = (block >= largest - TIE * self.scale).argmax(axis=1)
        return modes

    def _codes(self, table: Table) -> IntArray:
        index_of = {text_of(category): index for index, category in enumerate(self.categories)}
        codes = known_codes(table, self.columns[0], index_of)
        refuse_values(
            table,
            self.columns[0],
            codes < 0,
            "in categories that the encoding was not fitted to",
            "Map them to known ones, or leave such records out. Only a column with a taxonomy takes new categories in.",
        )
        return codes
