"""Values with a promise, so that a block can judge its cells by the whole table (`known_values.py`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import polars as pl

from shoal.arrays import IntArray
from shoal.guarantee.confidential import ConfidentialPromise, ConfidentialRule, ConfidentialValues
from shoal.journey.passes.known_values import KnownValues
from shoal.journey.passes.layout import Layout
from shoal.release.confidential.asked import AskedPromises, MissingConfidential
from shoal.release.confidential.values import resolved, values_in_roles
from shoal.table.frames.table import Table
from shoal.table.roles.roles import Roles

MOST_JUDGED = 4_000_000  # records that stand for the whole table when it is judged; more change no third digit


@dataclass(frozen=True)
class PromisedValues:
    """The columns with a promise, and the rules."""

    known: Mapping[str, KnownValues[ConfidentialValues]]
    rules: tuple[tuple[str, ConfidentialRule], ...]

    @classmethod
    def of(
        cls, counts: Mapping[str, pl.DataFrame], layout: Layout, roles: Roles, asked: AskedPromises
    ) -> PromisedValues:
        """From the counts of the census: "value" and "records" of each column."""
        known = {
            name: KnownValues.of(
                name, counts[name], layout.origin, partial(_read, roles=roles, name=name, missing=asked.missing)
            )
            for name in asked.columns
        }
        ruled = tuple((name, resolved(rule, known[name].values)) for name, rules in asked.rules for rule in rules)
        return cls(known, ruled)

    @property
    def values(self) -> dict[str, ConfidentialValues]:
        """What the values of each column are in the table; without records."""
        return {name: known.values for name, known in self.known.items()}

    def promise(self, frame: pl.DataFrame) -> ConfidentialPromise:
        """The promise about these records."""
        return self.promise_of({name: self.codes(frame, name) for name in self.values})

    def promise_of(self, codes: Mapping[str, IntArray]) -> ConfidentialPromise:
        """The promise about records of which the code of each value is known."""
        seen = {name: replace(values, code_of=codes[name]) for name, values in self.values.items()}
        return ConfidentialPromise(tuple((seen[name], rule) for name, rule in self.rules))

    def require_feasible(self) -> None:
        """Refuse what not even all records of the table together keep."""
        whole = {}
        for name, values in self.values.items():
            times = max(1, -(-int(values.totals.sum()) // MOST_JUDGED))
            codes = np.repeat(np.arange(len(values.totals)), -(-values.totals // times))
            whole[name] = replace(values, code_of=codes.astype(np.int64))
        for name, rule in self.rules:
            ConfidentialPromise(((whole[name], rule),)).require_feasible()

    def codes(self, frame: pl.DataFrame, name: str) -> IntArray:
        """The place of each record's value among all values of the table."""
        return self.known[name].of_records(frame[name]).code_of


def _read(table: Table, roles: Roles, name: str, missing: MissingConfidential) -> ConfidentialValues:
    return values_in_roles(table, roles, name, missing)
