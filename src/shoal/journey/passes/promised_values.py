"""Values with a promise: how often each occurs in the whole table, so that a block can judge its cells by the table.

A promise compares a cell with the whole table. A block knows only its own records, so the counts of all values travel
with the plan. They are made into what the journey in memory makes of a column by the same code, from a small table that
has each value once (`release/confidential/values.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import narwhals as nw
import numpy as np
import polars as pl

from shoal.arrays import IntArray
from shoal.guarantee.confidential import ConfidentialPromise, ConfidentialRule, ConfidentialValues
from shoal.journey.passes.layout import Layout
from shoal.release.confidential.asked import AskedPromises
from shoal.release.confidential.values import resolved, values_in_roles
from shoal.table.frames.table import Table
from shoal.table.roles.roles import Roles

MOST_JUDGED = 4_000_000  # records that stand for the whole table when it is judged; more change no third digit


@dataclass(frozen=True)
class PromisedValues:
    """Of each column: its values (one row each, null for a missing one) in ``rows``, and what they are in the table."""

    rows: Mapping[str, pl.DataFrame]  # "value", and "code" in the order of ``values``
    values: Mapping[str, ConfidentialValues]  # without records
    rules: tuple[tuple[str, ConfidentialRule], ...]

    @classmethod
    def of(
        cls, counts: Mapping[str, pl.DataFrame], layout: Layout, roles: Roles, asked: AskedPromises
    ) -> PromisedValues:
        """From the counts of the census: "value" and "records" of each column."""
        rows, values = {}, {}
        for name in asked.columns:
            once = counts[name].sort("value", nulls_last=True)
            few = Table(nw.from_native(once.select(pl.col("value").alias(name)), eager_only=True), layout.origin)
            found = values_in_roles(few, roles, name, asked.missing)
            totals = np.zeros(len(found.totals), dtype=np.int64)
            np.add.at(totals, found.code_of, once["records"].to_numpy())
            rows[name] = once.select("value", pl.Series("code", found.code_of))
            values[name] = replace(found, code_of=found.code_of[:0], totals=totals)
        ruled = tuple((name, resolved(rule, values[name])) for name, rules in asked.rules for rule in rules)
        return cls(rows, values, ruled)

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
        values = frame[name]
        if values.dtype.is_float():
            values = values.fill_nan(None)
        if values.dtype == pl.Categorical:
            values = values.cast(pl.String)
        joined = (
            values.alias("value")
            .to_frame()
            .join(self.rows[name], on="value", how="left", nulls_equal=True, maintain_order="left")
        )
        return joined["code"].to_numpy().astype(np.int64)
