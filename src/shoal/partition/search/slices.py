"""A start for promises about confidential values: cells that take one record from each slice of a column.

`partition/confidential/closeness_first.py` has the construction. A greedy start, merged until it keeps the promise, is
the better one for diversity; this one is for closeness.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from shoal.errors import ParameterError
from shoal.guarantee.confidential import Closeness, ConfidentialPromise, ConfidentialValues
from shoal.partition.confidential.closeness_first import closeness_first
from shoal.partition.problem import Cells, Problem


@dataclass(frozen=True)
class Slices:
    """Cells of about so many records, one from each slice of the column whose closeness is the strictest.

    Parameters
    ----------
    count : slices, which is the size of a cell.
    """

    count: int

    name: ClassVar[str] = "slices"
    positional: ClassVar[str] = "count"
    uses_budget: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if type(self.count) is not int or self.count < 2:
            raise ParameterError("slices: count must be a whole number of at least 2.")

    def __call__(self, problem: Problem) -> Cells:
        """Refused without such a column, and where cells would be below k."""
        column = None if problem.confidential is None else strictest(problem.confidential)
        if column is None or self.count < problem.k:
            raise ParameterError("slices: this start is for a promise of closeness, with at least k slices.")
        return Cells(closeness_first(problem.points, column.code_of, self.count))


def strictest(promise: ConfidentialPromise) -> ConfidentialValues | None:
    """The column with the smallest t, if there is any closeness."""
    asked = [(rule.t, values) for values, rule in promise.asked if isinstance(rule, Closeness)]
    return min(asked, key=lambda one: one[0])[1] if asked else None
