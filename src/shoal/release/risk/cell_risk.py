"""The risk of cells as one number, to compare methods and k before anything is released.

It is the larger of two shares, each the success of an attacker who knows all quasi-identifiers of a person in the
table:

* about the record: picking one of the records of the cell is right in (number of cells)/n of all cases (marketer
  risk);
* about a confidential value: guessing the most frequent value of the cell, compared with guessing the most frequent
  value of all. With counts n_cv of value v in cell c the gain is (Σ_c max_v n_cv − max_v Σ_c n_cv)/n. Numbers are
  guessed in ranges, as in `inference.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from shoal.arrays import IntArray
from shoal.release.classes import Classes
from shoal.release.columns import ORDERED_KINDS, TEMPORAL_KINDS
from shoal.release.risk.inference import guessed_number
from shoal.release.risk.value_counts import ValueCounts, counts_of_table
from shoal.table.frames.columns import ColumnKind
from shoal.table.frames.table import Table

THE_RECORD = "the record"


@dataclass(frozen=True)
class CellRisk:
    """The largest risk, and what it is about: the record, or a confidential column."""

    value: float
    about: str


def cell_risk(classes: Classes, secrets: Mapping[str, IntArray]) -> CellRisk:
    """The risk of these cells; ``secrets`` are the confidential values of the records as codes from 0."""
    risks = {THE_RECORD: classes.n_classes / classes.n_records}
    risks |= {name: guessing_gain(counts_of_table(classes, codes)) for name, codes in secrets.items()}
    about = max(risks, key=lambda name: risks[name])
    return CellRisk(float(risks[about]), about)


def guessing_gain(counts: ValueCounts) -> float:
    """What the most frequent value of each class gains over the most frequent value of all."""
    most_in_class = np.zeros(counts.n_classes, dtype=np.int64)
    np.maximum.at(most_in_class, counts.class_of, counts.count)
    return float((most_in_class.sum() - counts.value_totals.max()) / counts.n_records)


def secret_codes(table: Table, name: str, *, nominal: bool = False) -> IntArray:
    """A confidential column as codes from 0: its categories, or ranges of numbers; missing is a value of its own."""
    kind = table.kind(name)
    if not nominal and kind in ORDERED_KINDS and kind not in TEMPORAL_KINDS and not table.missing(name).all():
        values = table.numbers(name)
        guessed = guessed_number(values, values)
        if guessed is not None:
            return guessed.class_of
    if kind is ColumnKind.OTHER:
        return table.faithful_codes(name)
    codes, values_there = table.codes(name)
    return np.where(codes < 0, len(values_there), codes).astype(np.int64)
