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
    )  # (values, height) numbers of the nodes from the value itself to below the root

    @classmethod
    def counted(
        cls,
        name: str,
        code_of: npt.ArrayLike,
        *,
        is_ordered: bool,
        numbers: FloatArray | None = None,
        ancestors: IntArray | None = None,
    ) -> ConfidentialValues:
        """The column of a whole table. Codes that no record has are left out, and the others keep their order."""
        codes = np.asarray(code_of, dtype=np.int64)
        totals = np.bincount(codes)
        used = np.flatnonzero(totals)
        return cls(
            name,
            (np.cumsum(totals > 0) - 1)[codes],
            totals[used],
            is_ordered,
            None if numbers is None else np.asarray(numbers, dtype=np.float64)[used],
            None if ancestors is None else np.asarray(ancestors, dtype=np.int64)[used],
        )

    @property
    def shares(self) -> FloatArray:
        """(values,) of the records of the table."""
        shares: FloatArray = self.totals / self.totals.sum()
        return shares

    def of(self, records: npt.ArrayLike) -> ConfidentialValues:
        """The same column for some of the records, by row number from 0 or by mask, in that order."""
        return replace(self, code_of=self.code_of[np.asarray(records)])
