"""Numeric attribute: one coordinate, (x − mean)/standard deviation; released as the mean of the cell.

An integer column is released as the plain mean, a float, unless integers are asked for (type "integer", or
rounding of 0 or fewer decimals on an integer column): a mean that is rounded behind the user's back would no
longer preserve totals. A constant column becomes the coordinate 0 and is released as its constant.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from shoal.encode.attribute import Attribute, Values
from shoal.encode.standard import FloatArray, rounded, spread, tidied, two_step_mean
from shoal.errors import TableError
from shoal.table.frames import Table

INT64_END = 2.0**63


@dataclass(frozen=True)
class Numeric(Attribute):
    """``reference + offset`` is the mean; ``decimals`` is the rounding that was asked for."""

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
        """Mean and standard deviation (denominator n) of the column, weighted by the records' weights."""
        values = table.numbers(name)
        if values.min() == values.max():
            reference, offset, scale, constant = float(values[0]), 0.0, 1.0, True
        else:
            with np.errstate(over="ignore", invalid="ignore"):
                reference, offset = two_step_mean(values, weights)
                scale, constant = spread((values - reference) - offset, weights), False
        if not np.isfinite(scale) or (integer and np.abs(values).max() >= INT64_END):
            raise TableError(
                f"Column '{name}' has numbers too large to be averaged"
                f"{' as integers' if integer else ''}. Express it in a larger unit."
            )
        return cls((name,), weight, reference, offset, scale, constant, decimals, integer)

    @property
    def n_coordinates(self) -> int:
        """One."""
        return 1

    def fill(self, table: Table, out: FloatArray) -> None:
        """Subtracting the two parts of the mean one after the other keeps the digits of a small spread.

        A constant has no spread to measure by: whatever it was rounded to, or stands in a new record, is at 0 as well,
        the same distance from every centroid.
        """
        values = table.numbers(self.columns[0])
        out[:, 0] = 0.0 if self.constant else ((values - self.reference) - self.offset) / self.scale

    def decode(self, centroids: FloatArray) -> dict[str, Values]:
        """The mean of the cell, tidied, then rounded as asked."""
        values = self.reference + (self.offset + self.scale * centroids[:, 0])
        if not self.constant:
            values = tidied(values, self.reference, self.scale)
        if self.decimals is not None:
            values = rounded(values, self.decimals)
        if self.integer:
            return {self.columns[0]: np.rint(values).astype(np.int64)}
        return {self.columns[0]: values + 0.0}
