"""The promise about confidential values: every class keeps all rules of all columns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy.typing as npt

from shoal.guarantee.confidential.rules import Rule
from shoal.guarantee.confidential.values import ConfidentialValues


@dataclass(frozen=True, eq=False)
class ConfidentialPromise:
    """Rules by column: ``asked`` has one pair for each."""

    asked: tuple[tuple[ConfidentialValues, Rule], ...]

    def of(self, records: npt.ArrayLike) -> ConfidentialPromise:
        """The same promise for some of the records, by row number from 0 or by mask, in that order."""
        return ConfidentialPromise(tuple((values.of(records), rule) for values, rule in self.asked))
