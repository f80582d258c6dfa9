"""Auditing: what the classes of a part of a table say about the people in it.

Three passes. The values of confidential columns are counted. Records are sorted into boxes by what they show, so that
every box holds whole classes. Each box is measured as a table in memory is (`release/report/class_facts.py`), by the
counts of the whole table. The facts of all boxes together are the audit, to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce

import numpy as np
import polars as pl

from shoal.arrays import IntArray
from shoal.guarantee.confidential import ConfidentialRule, ConfidentialValues
from shoal.journey.passes.known_values import KnownValues, counts_together, value_counts
from shoal.journey.passes.layout import Layout
from shoal.journey.passes.row_keys import row_keys
from shoal.release.columns import classes_by
from shoal.release.confidential.counting import CountedPromise
from shoal.release.report.audit_facts import USUAL_C, Audit, AuditedColumns, WholeColumn, audit_of
from shoal.release.report.class_facts import ClassFacts
from shoal.release.risk.value_counts import CodedValues
from shoal.table.frames.table import Table

BOX_SEED = 6  # the first number keys what is drawn; see `row_keys`

Counts = Mapping[str, pl.DataFrame]  # by confidential column: "value" (null: missing) and "records"


@dataclass(frozen=True)
class AuditPlan:
    """What is measured, and by which values of the whole table."""

    layout: Layout
    columns: AuditedColumns
    known: Mapping[str, KnownValues[CodedValues]]
    asked: tuple[tuple[ConfidentialValues, ConfidentialRule], ...] = ()  # about columns that are known; no records
    c: float = USUAL_C

    @classmethod
    def of(
        cls,
        layout: Layout,
        columns: AuditedColumns,
        counts: Counts,
        asked: tuple[tuple[ConfidentialValues, ConfidentialRule], ...] = (),
        c: float = USUAL_C,
    ) -> AuditPlan:
        """From the counts of the whole table."""
        known = {
            name: KnownValues.of(name, counts[name], layout.origin, _Reading(columns, name)) for name in columns.secrets
        }
        return cls(layout, columns, known, asked, c)


@dataclass(frozen=True)
class _Reading:
    columns: AuditedColumns
    name: str

    def __call__(self, table: Table) -> CodedValues:
        return self.columns.values(table, self.name)


def counted_values(frame: pl.DataFrame, columns: AuditedColumns) -> Counts:
    """How often each confidential value occurs in a batch."""
    return {name: value_counts(frame[name]) for name in columns.secrets}


def counted_together(parts: Iterable[Counts]) -> Counts:
    """The counts of all parts, of which there is at least one."""
    return reduce(
        lambda one, other: {name: counts_together([one[name], other[name]], name) for name in one},
        parts,
    )


def boxes_of(frame: pl.DataFrame, plan: AuditPlan, n_boxes: int) -> IntArray:
    """The box of each record: a hash of what it shows, so records of one class have the same box."""
    keys = row_keys(frame, plan.layout.among(plan.columns.shown), (BOX_SEED,))
    return (keys.first % np.uint64(n_boxes)).astype(np.int64)


def class_facts(frame: pl.DataFrame, plan: AuditPlan) -> ClassFacts:
    """The facts of the classes of some records; all records of these classes must be among them."""
    classes = classes_by(plan.layout.table(frame), plan.columns.shown)
    promised = {values.name for values, _ in plan.asked}
    of_promised = {name: plan.known[name].of_records(frame[name]) for name in promised}
    rules = CountedPromise(
        tuple((replace(values, code_of=of_promised[values.name].code_of), rule) for values, rule in plan.asked)
    ).counts(classes)
    secrets = (
        (name, of_promised[name] if name in promised else known.of_records(frame[name]))
        for name, known in plan.known.items()
    )
    return ClassFacts.of(classes, secrets, rules, c=plan.c)


def audit_of_parts(parts: Iterable[ClassFacts], plan: AuditPlan, k: int | None) -> Audit:
    """The audit of a whole table, from the facts of all its classes in whatever order."""
    whole = {
        name: WholeColumn(known.values.is_ordered, known.values.totals, known.n_missing)
        for name, known in plan.known.items()
    }
    return audit_of(ClassFacts.merged(parts), plan.columns, whole, k, plan.c)
