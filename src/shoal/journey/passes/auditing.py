"""Auditing: what the classes of a part of a table say about the people in it.

Three passes. The values of confidential columns are counted. Records are sorted into boxes by what they show, so that
every box holds whole classes. Each box is measured as a table in memory is (`release/report/class_facts.py`), by the
counts of the whole table. The facts of all boxes together are the audit, to the last bit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from shoal.arrays import IntArray
from shoal.guarantee.confidential import ConfidentialRule, ConfidentialValues
from shoal.journey.passes.layout import ADDED, Layout
from shoal.journey.passes.row_keys import row_keys
from shoal.journey.passes.values.known_values import KnownValues, counts_together, value_counts
from shoal.release.columns import classes_by
from shoal.release.confidential.counting import CountedPromise
from shoal.release.report.audit_facts import USUAL_C, Audit, AuditedColumns, WholeColumn, audit_of
from shoal.release.report.class_facts import ClassFacts
from shoal.release.risk.value_counts import CodedValues
from shoal.table.frames.table import Table

TIMES = ADDED + "times"  # how many equal records a row stands for
SIGN = ADDED + "sign:"  # of the numbers of a column
JOINED_AT_ONCE = 16  # parts: so that values are not counted again for each of them
AT_ONCE = 1 << 20  # records that are worth counting: some ten megabytes
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

    def about(self, name: str | None) -> AuditPlan:
        """The same about one confidential column, or none."""
        secrets = () if name is None else (name,)
        layout = replace(self.layout, columns=(*self.columns.shown, *secrets))
        asked = tuple((values, rule) for values, rule in self.asked if values.name == name)
        columns = replace(self.columns, secrets=secrets)
        return replace(self, layout=layout, columns=columns, known={at: self.known[at] for at in secrets}, asked=asked)

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
    waiting: list[Counts] = []
    for part in parts:
        waiting.append(part)
        if len(waiting) == JOINED_AT_ONCE:
            waiting = [_joined(waiting)]
    return _joined(waiting)


def _joined(parts: Sequence[Counts]) -> Counts:
    return {name: counts_together([part[name] for part in parts], name) for name in parts[0]}


def boxes_of(frame: pl.DataFrame, plan: AuditPlan, n_boxes: int) -> IntArray:
    """The box of each record: a hash of what it shows, so records of one class have the same box."""
    keys = row_keys(frame, plan.layout.among(plan.columns.shown), (BOX_SEED,))
    return (keys.first % np.uint64(n_boxes)).astype(np.int64)


def class_facts(frame: pl.DataFrame, plan: AuditPlan) -> ClassFacts:
    """The facts of the classes of some records; all records of these classes must be among them."""
    classes = classes_by(plan.layout.table(frame), plan.columns.shown)
    if TIMES in frame.columns:
        classes = classes.with_times(frame[TIMES].to_numpy().astype(np.int64))
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


def class_facts_piecewise(frames: Callable[[], Iterable[pl.DataFrame]], plan: AuditPlan) -> ClassFacts:
    """The same, of records that are too many to be in memory together, because a large class is among them.

    Each confidential column is looked at alone, and records that are alike then are counted as they come. So a class
    has at most as many rows as the column has values.
    """
    names: Sequence[str | None] = tuple(plan.known) or (None,)
    parts = [class_facts(_alike_counted(frames(), one), one) for one in (plan.about(name) for name in names)]
    rules = {name: iter(part.rules) for name, part in zip(names, parts, strict=True)}
    return ClassFacts(
        parts[0].sizes,
        {name: facts for part in parts for name, facts in part.secrets.items()},
        tuple(next(rules[values.name]) for values, _ in plan.asked),
    )


def _alike_counted(frames: Iterable[pl.DataFrame], plan: AuditPlan) -> pl.DataFrame:
    """Each record that is among the frames once, with how often it is there."""
    waiting: list[pl.DataFrame] = []
    n_counted = n_waiting = 0
    for frame in frames:
        floats = [name for name in plan.columns.shown if frame.schema[name].is_float()]
        signs = [pl.Series(SIGN + name, np.signbit(frame[name].fill_null(0.0).to_numpy())) for name in floats]
        own = frame.select(plan.layout.travelling)  # with signs, because −0.0 is not shown as 0.0
        waiting.append(own.with_columns(*signs, pl.lit(1, pl.Int64).alias(TIMES)))
        n_waiting += frame.height
        if n_waiting > n_counted + AT_ONCE:  # seldom, so that counted ones are not counted again for each frame
            waiting = [_counted_once(waiting)]
            n_counted, n_waiting = waiting[0].height, 0
    return _counted_once(waiting)


def _counted_once(frames: Sequence[pl.DataFrame]) -> pl.DataFrame:
    together = pl.concat(frames)
    return together.group_by([name for name in together.columns if name != TIMES]).agg(pl.col(TIMES).sum())


def audit_of_parts(parts: Iterable[ClassFacts], plan: AuditPlan, k: int | None) -> Audit:
    """The audit of a whole table, from the facts of all its classes in whatever order."""
    whole = {
        name: WholeColumn(known.values.is_ordered, known.values.totals, known.n_missing)
        for name, known in plan.known.items()
    }
    return audit_of(ClassFacts.merged(parts), plan.columns, whole, k, plan.c)
