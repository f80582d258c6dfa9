"""Ordinal attribute: the rank 0..m−1 in a given order, about a coarse mean and by a coarse scale; released as the
category nearest to the mean rank.

A mean rank half-way between two categories goes to the lower one. Categories that no record has keep their
rank, because the order alone defines the distances.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.encode.arithmetic.coarse import coarse_origin
from shoal.encode.arithmetic.standard import TIE, coarse_spread, weighted_mean
from shoal.encode.attributes.attribute import Attribute, Values, known_codes, refuse_values
from shoal.encode.attributes.category import Category, categories_from_text, category_array, require_distinct, text_of
from shoal.table.frames.table import Table


@dataclass(frozen=True)
class Ordinal(Attribute):
    """``order`` holds the categories, lowest first, in the column's own type; ``mean_rank`` is coarse."""

    KIND: ClassVar[str] = "ordinal"

    order: tuple[Category, ...]
    mean_rank: float
    scale: float

    @classmethod
    def fit(
        cls, table: Table, name: str, *, order: tuple[str, ...], weight: float, weights: FloatArray | None
    ) -> Ordinal:
        """Coarse mean and standard deviation (denominator n) of the ranks."""
        categories = categories_from_text(table, name, order)
        ranks = _ranks(table, name, categories).astype(np.float64)
        if ranks.min() == ranks.max():
            return cls((name,), weight, categories, float(ranks[0]), 1.0)
        mean = weighted_mean(ranks, weights)
        scale = coarse_spread((ranks - mean)[:, None], weights)
        return cls((name,), weight, categories, coarse_origin(mean, scale), scale)

    @property
    def n_coordinates(self) -> int:
        """One."""
        return 1

    def fill(self, table: Table, out: FloatArray) -> None:
        """Scaled ranks."""
        out[:, 0] = (_ranks(table, self.columns[0], self.order) - self.mean_rank) / self.scale

    def decode(self, centroids: FloatArray) -> dict[str, Values]:
        """Nearest category; the tie tolerance makes 1.5 a tie even when the centroid says
        1.5000000000000002.
        """
        ranks = self.mean_rank + self.scale * centroids[:, 0]
        nearest = np.ceil(ranks - 0.5 - TIE).astype(np.int64)
        return {self.columns[0]: category_array(self.order)[np.clip(nearest, 0, len(self.order) - 1)]}

    def require_sound(self) -> None:
        """There must be categories, each of them once."""
        require_distinct(self.order, self.name)


def _ranks(table: Table, name: str, order: tuple[Category, ...]) -> IntArray:
    rank_of = {text_of(category): rank for rank, category in enumerate(order)}
    ranks = known_codes(table, name, rank_of)
    advice = "Add the missing categories to its order, or correct the column."
    refuse_values(table, name, ranks < 0, "outside the given order", advice)
    return ranks
