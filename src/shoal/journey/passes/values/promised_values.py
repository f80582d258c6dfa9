"""Values with a promise, so that a block can judge its cells by the whole table.

A promise compares a cell with the whole table. A block knows only its own records, so the counts of all values travel
with the plan (`values/known_values.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import polars as pl

from shoal.arrays import IntArray
from shoal.guarantee.confidential import ConfidentialPromise, ConfidentialRule, ConfidentialValues
from shoal.journey.passes.layout import Layout
from shoal.journey.passes.values.known_values import KnownValues
from shoal.release.confidential.asked import AskedPromises, MissingConfidential
from shoal.release.confidential.values import refuse_missing_values, resolved, values_in_roles
from shoal.table.frames.table import Table
from shoal.table.roles.roles import Roles

MOST_JUDGED = 4_000_000  # records that stand for the whole table when it is judged; more change no third digit


@dataclass(frozen=True)
class PromisedValues:
    """The values of each column with a promise, and its rules."""

    known: Mapping[str, KnownValues[ConfidentialValues]]
    rules: tuple[tuple[str, ConfidentialRule], ...]

    @classmethod
    def of(
        cls, counts: Mapping[str, pl.DataFrame], layout: Layout, roles: Roles, asked: AskedPromises
    ) -> PromisedValues:
        """From the counts of the census."""
        for name in asked.columns if asked.missing is MissingConfidential.REFUSE else ():
            n_missing = counts[name].filter(pl.col("value").is_null())["records"].sum()
            refuse_missing_values(name, layout.origin.name, int(n_missing))
        known = {
            name: KnownValues.of(name, counts[name], layout.origin, partial(_read, roles, name, asked.missing))
            for name in asked.columns
        }
        rules = ((name, rule) for name, asked_rules in asked.rules for rule in asked_rules)
        return cls(known, tuple((name, resolved(rule, known[name].values)) for name, rule in rules))

    @property
    def asked(self) -> tuple[tuple[ConfidentialValues, ConfidentialRule], ...]:
        """The rules with what is known of their columns, without records."""
        return tuple((self.known[name].values, rule) for name, rule in self.rules)

    def promise(self, frame: pl.DataFrame) -> ConfidentialPromise:
        """The promise about these records."""
        return self._about({name: known.of_records(frame[name]) for name, known in self.known.items()})

    def promise_of_codes(self, codes: Mapping[str, IntArray]) -> ConfidentialPromise:
        """The promise about records of which the code of each value is known."""
        return self._about({name: replace(known.values, code_of=codes[name]) for name, known in self.known.items()})

    def codes(self, frame: pl.DataFrame, name: str) -> IntArray:
        """The place of each record's value among all values of the table."""
        return self.known[name].of_records(frame[name]).code_of

    def require_feasible(self) -> None:
        """Refuse what not even all records of the table together keep."""
        whole = {}
        for name, known in self.known.items():
            totals = known.values.totals
            times = max(1, -(-int(totals.sum()) // MOST_JUDGED))
            codes = np.repeat(np.arange(len(totals)), -(-totals // times))
            whole[name] = replace(known.values, code_of=codes.astype(np.int64))
        for name, rule in self.rules:
            ConfidentialPromise(((whole[name], rule),)).require_feasible()

    def _about(self, values: Mapping[str, ConfidentialValues]) -> ConfidentialPromise:
        return ConfidentialPromise(tuple((values[name], rule) for name, rule in self.rules))


def _read(roles: Roles, name: str, missing: MissingConfidential, table: Table) -> ConfidentialValues:
    return values_in_roles(table, roles, name, missing)
