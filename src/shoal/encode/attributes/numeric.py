"""Numeric attribute: one coordinate, (x − reference)/scale; released as the mean of the cell.

``reference`` and ``scale`` are the mean and the standard deviation, made coarse: they stand in files that others read.
Released numbers have as many decimals as the column had; an integer column is released as whole numbers. So totals are
kept only approximately, unless other decimals are asked for. A constant column becomes the coordinate 0 and is released
as its constant.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from shoal.arrays import FloatArray
from shoal.encode.arithmetic.coarse import coarse_origin
from shoal.encode.arithmetic.standard import coarse_spread, rounded, tidied, two_step_mean
from shoal.encode.attributes.attribute import Attribute, Values
from shoal.errors import TableError
from shoal.table.frames.table import Table

INT64_END = 2.0**63


@dataclass(frozen=True)
class Numeric(Attribute):
    """``decimals`` of released numbers; None: all of them. ``offset`` is 0, and in files of version 0.1 the rest of an
    exact mean that ``reference`` could not hold.
    """

    KIND: ClassVar[str] = "numeric"

    reference: float
    offset: float
    scale: float
    constant: bool
    decimals: int | None
    integer: bool

    @classmethod
    def fit(
        cls,
        table: Table,
        name: str,
        *,
        weight: float,
        decimals: int | None,
        integer: bool,
        weights: FloatArray | None,
    ) -> Numeric:
        """Coarse mean and standard deviation (denominator n) of the column, weighted by the records' weights."""
        values = table.numbers(name)
        if values.min() == values.max():
            reference, scale, constant = float(values[0]), 1.0, True
        else:
            with np.errstate(over="ignore", invalid="ignore"):
                mean, rest = two_step_mean(values, weights)
                scale, constant = coarse_spread(((values - mean) - rest)[:, None], weights), False
                reference = coarse_origin(mean, scale)
        if not np.isfinite(scale) or (integer and np.abs(values).max() >= INT64_END):
            raise TableError(
                f"Column '{name}' has numbers too large to be averaged{' as integers' if integer else ''}.",
                column=name,
                hint="Express it in a larger unit.",
            )
        return cls((name,), weight, reference, 0.0, scale, constant, decimals, integer)

    @property
    def n_coordinates(self) -> int:
        """One."""
        return 1

    def fill(self, table: Table, out: FloatArray) -> None:
        """The reference is a short binary number near the values, so subtracting it loses no digit of them.

        A constant has no spread to measure by: whatever it was rounded to, or stands in a new record, is at 0 as well,
        the same distance from every centroid.
        """
        values = table.numbers(self.columns[0])
        out[:, 0] = 0.0 if self.constant else ((values - self.reference) - self.offset) / self.scale

    def decode(self, centroids: FloatArray) -> dict[str, Values]:
        """The mean of the cell, tidied, then rounded."""
        values = self.reference + (self.offset + self.scale * centroids[:, 0])
        if not self.constant:
            values = tidied(values, self.reference, self.scale)
        if self.decimals is not None:
            values = rounded(values, self.decimals)
        if self.integer:
            return {self.columns[0]: np.rint(values).astype(np.int64)}
        return {self.columns[0]: values + 0.0}
