"""A confidential column as a promise sees it: which record has which value, and how values are related."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class ConfidentialValues:
    """``code_of[record]`` is the place of the record's value among all values of the table, in their order.

    ``totals`` counts the records of the whole table with each value: it stays what it is for a part of the records,
    because everybody compares a class with the whole table.
    """

    name: str
    code_of: IntArray = field(repr=False)  # (n,) from 0
    totals: IntArray = field(repr=False)  # (values,) at least 1 each
    is_ordered: bool
    numbers: FloatArray | None = field(default=None, repr=False)  # (values,) ascending, where the values are numbers
    ancestors: IntArray | None = field(
        default=None, repr=False
    )  # (values, height) from the value itself to below the root

    def of(self, records: npt.ArrayLike) -> ConfidentialValues:
        """The same column for some of the records, by row number from 0 or by mask, in that order."""
        return replace(self, code_of=self.code_of[np.asarray(records)])
