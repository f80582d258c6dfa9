"""An audit on one machine of a table that does not fit into memory; the passes are in `journey/passes/auditing.py`.

Values of confidential columns are counted, records are sorted into boxes on disk by what they show, and each box is
measured.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import gettempdir

import polars as pl

from shoal.arrays import IntArray
from shoal.guarantee.confidential import ConfidentialPromise, ConfidentialRule, ConfidentialValues
from shoal.journey.out_of_core.engine import side_by_side
from shoal.journey.out_of_core.run_folder import RunFolder
from shoal.journey.out_of_core.spill import Spill
from shoal.journey.passes.auditing import (
    AuditPlan,
    Counts,
    audit_of_parts,
    boxes_of,
    class_facts,
    class_facts_piecewise,
    counted_together,
    counted_values,
)
from shoal.journey.passes.layout import Layout
from shoal.journey.passes.values.known_values import KnownValues
from shoal.progress import Progress, no_progress
from shoal.release.confidential.asked import AskedPromises
from shoal.release.confidential.values import confidential_values, resolved
from shoal.release.report.audit_facts import Audit, AuditedColumns
from shoal.release.report.class_facts import ClassFacts
from shoal.table.batches.source import Batches
from shoal.table.frames.table import Table

BOX_BYTES = 1 << 25  # of a box: measured in about 200 MB, and still written in pieces of 100 KB and more
MOST_BOXES = 1 << 10  # so that the pieces of a box stay large; 100 million records have 200 boxes
CROWDED = 4.0  # times the usual number of records: chance makes no such box, only a class that fills it

Asked = tuple[tuple[ConfidentialValues, ConfidentialRule], ...]


def audited_in_parts(
    source: Batches,
    columns: AuditedColumns,
    k: int | None,
    c: float,
    asked: AskedPromises | None,
    taxonomy_of: Mapping[str, Path],
    scratch: Path | None = None,
    progress: Progress = no_progress,
    box_bytes: int = BOX_BYTES,
) -> Audit:
    """The audit of `release/report/audit_facts.py`, in parts."""
    beginning = source.beginning
    columns = columns.with_orders_of(beginning)
    for name in columns.secrets:
        columns.order(beginning, name)
        beginning.codes(name)  # refuses mixed and nested values
    spelled = [name for name in columns.shown if beginning.spelling(name) is not None]
    layout = Layout.of((*columns.shown, *columns.secrets), spelled, source.origin)
    source = source.only(layout.columns)
    counts = counted_together(side_by_side(lambda table: counted_values(layout.frame(table), columns), source.tables()))
    promises = () if asked is None else _promises(counts, asked, columns, beginning, taxonomy_of)
    plan = AuditPlan.of(layout, columns, counts, promises, c)
    with _boxes_in(scratch or Path(gettempdir())) as boxes:
        n_boxes = min(MOST_BOXES, 1 + source.bytes_in_memory // box_bytes)
        for frame, box_of in side_by_side(partial(_boxed, plan=plan, n_boxes=n_boxes), source.tables(progress)):
            boxes.put(frame, box_of)
        boxes.close_boxes()
        usual = sum(boxes.counts.values()) / n_boxes
        work = partial(_measured, boxes=boxes, plan=plan, most=CROWDED * usual)
        return audit_of_parts(_told(side_by_side(work, sorted(boxes.counts)), len(boxes.counts), progress), plan, k)


@contextmanager
def _boxes_in(scratch: Path) -> Iterator[Spill]:
    folder = RunFolder.new(scratch)
    try:
        with Spill(folder.path / "boxes") as boxes:
            yield boxes
    finally:
        folder.remove()


def _boxed(table: Table, plan: AuditPlan, n_boxes: int) -> tuple[pl.DataFrame, IntArray]:
    frame = plan.layout.frame(table)
    return frame, boxes_of(frame, plan, n_boxes)


def _measured(box: int, boxes: Spill, plan: AuditPlan, most: float) -> ClassFacts:
    """The facts of a box. One that a large class has filled is read piece by piece."""
    if boxes.counts[box] > most:
        return class_facts_piecewise(lambda: boxes.take(box), plan)
    return class_facts(pl.concat(boxes.take(box)), plan)


def _told(parts: Iterable[ClassFacts], n_boxes: int, progress: Progress) -> Iterator[ClassFacts]:
    for n_done, part in enumerate(parts, 1):
        progress(n_done, n_boxes)
        yield part


def _promises(
    counts: Counts,
    asked: AskedPromises,
    columns: AuditedColumns,
    beginning: Table,
    taxonomy_of: Mapping[str, Path],
) -> Asked:
    """What is asked for, with the values of the whole table; rules that do not suit a column are refused."""

    def known(name: str) -> ConfidentialValues:
        order = columns.order(beginning, name)
        read = partial(confidential_values, name=name, order=order, taxonomy=taxonomy_of.get(name))
        return KnownValues.of(name, counts[name], beginning.origin, read).values

    values = {name: known(name) for name in asked.columns}
    pairs = ((values[name], resolved(rule, values[name])) for name, rules in asked.rules for rule in rules)
    return ConfidentialPromise(tuple(pairs)).asked
