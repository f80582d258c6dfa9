"""An audit of a table that is read in parts: the figures of the audit in memory, to the last bit."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal.errors import ParameterError, RolesError, TableError
from shoal.journey.audit import AuditTask
from shoal.journey.out_of_core import audited
from shoal.table.batches.source import open_batches
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
}
FIELDS = ["1", "1.5", "1.50", "01", "NA", "", "a", '"b,c"', "2020-01-01", "true"]
CLOSE = ["close(0.2, ground=equal)", "delta(1)", "beta(1)", "beta(1, enhanced=False)"]
DIVERSE = ["distinct(2)", "entropy(1.5)", "recursive(c=2, l=2)", "largest(0.5)"]


def in_parts(path: Path, task: AuditTask, most_records: int, box_bytes: int) -> shoal.Audit:
    """The audit in batches of so many records and boxes of so many bytes."""
    with TemporaryDirectory() as scratch:
        with open_batches(path, scratch=Path(scratch), most_records=most_records) as source:
            columns, described, taxonomies, _ = task._columns(source.beginning)
            asked = task._asked(taxonomies, described)
            return audited.audited_in_parts(source, columns, task.k, task.c, asked, taxonomies, box_bytes=box_bytes)
