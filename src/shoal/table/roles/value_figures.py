"""Figures about the values of columns, by which roles are judged: of a table at hand, or of one that is read in parts.

A sample of records shows each value less often than the whole table does, so a column of postcodes looks like one of
names there. Therefore the checks ask for figures of the whole table, which `journey/passes/values/value_times.py` has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from shoal.arrays import IntArray
from shoal.table.frames.table import Table


class ValueFigures(Protocol):
    """What is known of the values of a whole table. ``about``: "about " if figures are estimates, else nothing."""

    @property
    def n_records(self) -> int: ...

    @property
    def about(self) -> str: ...

    def distinct_share(self, name: str) -> float:
        """Different values per record that has one (0 for an empty column)."""
        ...

    def n_shared_by_few(self, name: str, k: int) -> int:
        """Records with a value that fewer than k records have."""
        ...

    def n_unique(self, names: Sequence[str]) -> int:
        """Records with a combination of values that no other record has."""
        ...

    def all_whole(self, name: str) -> bool:
        """Whether a column of numbers holds whole ones only."""
        ...


class PartFigures(ValueFigures, Protocol):
    """The same about a table of which only a part is at hand."""

    def n_distinct(self, name: str) -> int:
        """Different values; a missing one is a value of its own."""
        ...

    def can_fix(self, one: str, other: str) -> bool:
        """Whether a column may fix another one, where the part looks so."""
        ...


@dataclass(frozen=True)
class FiguresOfTable:
    """The figures of a table at hand."""

    table: Table
    about: str = ""

    @property
    def n_records(self) -> int:
        """All of the table."""
        return self.table.n_records

    def distinct_share(self, name: str) -> float:
        """Counted."""
        return distinct_share(self.table, name)

    def n_shared_by_few(self, name: str, k: int) -> int:
        """Counted."""
        return shared_by_few(self.table.faithful_codes(name), k)

    def n_unique(self, names: Sequence[str]) -> int:
        """Counted."""
        class_of = np.zeros(self.table.n_records, dtype=np.int64)
        for name in names:
            codes = self.table.faithful_codes(name)
            # Renumbering after each column keeps the product of the counts from overflowing.
            _, class_of = np.unique(class_of * (codes.max(initial=0) + 1) + codes, return_inverse=True)
        return int(np.count_nonzero(np.bincount(class_of) == 1))

    def all_whole(self, name: str) -> bool:
        """Looked at."""
        return self.table.all_whole(name)


def distinct_share(table: Table, name: str) -> float:
    """Distinct values per record that has one (0 for an empty column)."""
    known = ~table.missing(name)
    n_known = int(known.sum())
    return len(np.unique(table.faithful_codes(name)[known])) / n_known if n_known else 0.0


def shared_by_few(codes: IntArray, k: int) -> int:
    """How many records have a value (given as faithful codes) that fewer than k records have."""
    n_records_of = np.bincount(codes)
    return int(n_records_of[n_records_of < k].sum())
