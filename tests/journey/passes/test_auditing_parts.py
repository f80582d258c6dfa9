"""An audit in parts, part by part the same as of the whole table in memory, to the last bit."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import numpy as np
import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.journey.audit import audit
from shoal.journey.passes.auditing import (
    AuditPlan,
    audit_of_parts,
    boxes_of,
    class_facts,
    counted_together,
    counted_values,
)
from shoal.journey.passes.layout import Layout
from shoal.release.report.audit_facts import Audit, AuditedColumns
from shoal.table.sources import table_of

LEVELS = ["low", "mid", "high"]
POOLS: dict[str, tuple[Any, list[Any]]] = {
    "whole": (pl.Int32, [-1, 0, 1, 2, None]),
    "float": (pl.Float64, [0.0, -0.0, 1.5, float("nan"), float("inf"), None]),
    "text": (pl.String, ["a", "b", "", "ä", None]),
    "truth": (pl.Boolean, [True, False, None]),
    "day": (pl.Date, [date(2020, 1, 1), date(2021, 5, 6), None]),
    "level": (pl.Enum(LEVELS), [*LEVELS, None]),
    "category": (pl.Categorical, ["x", "y", None]),
    "decimal": (pl.Decimal(10, 2), [Decimal("1.50"), Decimal("2.25"), None]),
    "nothing": (pl.Null, [None]),
}


@st.composite
def frames(draw: st.DrawFn) -> pl.DataFrame:
    """Looks and secrets of any kinds."""
    n_rows = draw(st.integers(1, 25))
    columns = []
    for name in ("look 1", "look 2", "secret 1", "secret 2"):
        dtype, pool = POOLS[draw(st.sampled_from(sorted(POOLS)))]
        values = draw(st.lists(st.sampled_from(pool), min_size=n_rows, max_size=n_rows))
        columns.append(pl.Series(name, values, dtype=dtype))
    return pl.DataFrame(columns)


def in_parts(frame: pl.DataFrame, columns: AuditedColumns, lot: np.random.Generator, k: int | None = None) -> Audit:
    """The audit of a frame in batches of any size, sorted into any number of boxes."""
    table = table_of(frame)
    layout = Layout.of(frame.columns, (), table.origin)
    rows = np.sort(lot.integers(0, frame.height, size=int(lot.integers(0, 4))))
    batches = [frame[start:end] for start, end in zip([0, *rows], [*rows, frame.height], strict=True) if end > start]
    travelling = [layout.frame(table_of(batch)) for batch in batches]
    named = columns.with_orders_of(table)
    plan = AuditPlan.of(layout, named, counted_together(counted_values(part, named) for part in travelling))
    together = pl.concat([travelling[at] for at in lot.permutation(len(travelling))])
    box_of = boxes_of(together, plan, int(lot.integers(1, 6)))
    boxes = [together.filter(pl.Series(box_of == box)) for box in lot.permutation(np.unique(box_of))]
    return audit_of_parts([class_facts(box, plan) for box in boxes], plan, k)


@settings(deadline=None)
@given(frames(), st.integers(0, 2**32 - 1))
def test_parts_have_the_facts_of_the_whole(frame: pl.DataFrame, seed: int):
    looks, secrets = ["look 1", "look 2"], ["secret 1", "secret 2"]
    found = in_parts(frame, AuditedColumns(looks, secrets), np.random.default_rng(seed), 2)
    assert found == audit(frame, quasi_identifiers=looks, confidential=secrets, k=2)
