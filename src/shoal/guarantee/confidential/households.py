"""Promises about confidential values where several records are of one household.

Whoever belongs to a household, or knows it well, knows the values of all its members: they often share one. So these
records protect nobody else in their class. A class therefore keeps a rule twice: with all its records, and with what is
left of it without the records of any one household. Then somebody who knows one household learns no more about the
others than somebody who knows nobody was promised to learn.

Members stay together, so a union C of classes A and B that keep a rule keeps it as well: without a household of A it is
what is left of A, which keeps the rule, and B. (B keeps it by being a class.) Rules that a union of two parts keeps can
therefore be repaired by merging, as always. δ-disclosure is none of them, and is refused.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray, IntArray
from shoal.errors import ParameterError
from shoal.guarantee.confidential.promise import ConfidentialPromise
from shoal.guarantee.confidential.rules import ConfidentialRule, DeltaDisclosure
from shoal.guarantee.confidential.values import ConfidentialValues
from shoal.kernels.confidential.without_one import shortfalls_without_one

WITHOUT_ONE = "This also holds for what is left of a class without the records of any one household."


@dataclass(frozen=True, eq=False)
class PromiseBesideHouseholds(ConfidentialPromise):
    """Rules that a class keeps, also without the records of any one household."""

    household_of: IntArray = field(repr=False, default_factory=lambda: np.empty(0, dtype=np.int64))

    def __post_init__(self) -> None:
        super().__post_init__()
        for values, rule in self.asked:
            if isinstance(rule, DeltaDisclosure):
                raise ParameterError(
                    f"Column '{values.name}': δ-disclosure cannot be promised where k counts households. A value that "
                    "one household alone has in a class would be gone without it, and no cells could mend that.",
                    parameter="closeness",
                    column=values.name,
                    hint="Ask for beta or for close instead, or leave the column of households out.",
                )

    def of(self, records: npt.ArrayLike) -> PromiseBesideHouseholds:
        """The same promise for some of the records, by row number from 0 or by mask, in that order."""
        rows = np.asarray(records)
        return PromiseBesideHouseholds(super().of(rows).asked, self.household_of[rows])

    def shortfalls(self, cell_of: npt.NDArray[np.integer]) -> FloatArray:
        """(cells, rules) by how much each cell misses each rule, without the household that leaves least."""
        missed = super().shortfalls(cell_of)
        order = np.lexsort((self.household_of, cell_of)).astype(np.int64)
        first = np.cumsum(np.append(0, np.bincount(cell_of)), dtype=np.int64)
        shortfalls_without_one(self.judge, order, first, self.household_of[order], missed)
        return missed

    def said(self, values: ConfidentialValues, rule: ConfidentialRule) -> str:
        """What one rule promises."""
        return f"{super().said(values, rule)} {WITHOUT_ONE}"
