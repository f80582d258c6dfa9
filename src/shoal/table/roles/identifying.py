"""Whether a column looks identifying: by its name, or because its values hardly repeat."""

from __future__ import annotations

from functools import cache

import numpy as np

from shoal.arrays import IntArray
from shoal.table.frames.columns import ColumnKind
from shoal.table.frames.table import Table
from shoal.table.roles.column_words import meanings_of, name_words, words_of

__all__ = ["can_name_a_record", "distinct_share", "looks_identifying", "name_words", "personal_names", "shared_by_few"]

PERSONAL_MEANINGS = ("name", "contact", "address", "official_number", "network", "birth_date")

NEARLY_ALL = 0.95  # share of distinct values from which a column names its record
MOSTLY = 0.5  # the same, when the name of the column points that way too
FEWEST_RECORDS = 20  # in a smaller table honest columns are distinct by chance


@cache
def personal_names() -> frozenset[str]:
    """English words that point at one person, to be found in questions."""
    return frozenset(word for meaning in PERSONAL_MEANINGS for word in words_of(meaning, "en"))


def distinct_share(table: Table, name: str) -> float:
    """Distinct values per record that has one (0 for an empty column)."""
    known = ~table.missing(name)
    n_known = int(known.sum())
    return len(np.unique(table.faithful_codes(name)[known])) / n_known if n_known else 0.0


def shared_by_few(codes: IntArray, k: int) -> int:
    """How many records have a value (given as faithful codes) that fewer than k records have."""
    n_records_of = np.bincount(codes)
    return int(n_records_of[n_records_of < k].sum())


def looks_identifying(table: Table, name: str) -> str | None:
    """Why the column looks identifying, or None. The name counts whatever type the values have."""
    meanings = meanings_of(name)
    if meanings.identifies or "birth_date" in meanings.sure:
        return "its name says that it identifies a person"
    share = distinct_share(table, name)
    if share >= MOSTLY and meanings.identifies_if_distinct:
        return "its name and its many distinct values say that it may identify a person"
    if table.kind(name) == ColumnKind.OTHER:
        return "its values are mixed or nested, so that nobody can say what they reveal"
    if share >= NEARLY_ALL and table.n_records >= FEWEST_RECORDS and can_name_a_record(table, name):
        return "its value is different in (nearly) every record, so it can identify a person"
    return None


def can_name_a_record(table: Table, name: str) -> bool:
    """Measurements are distinct by nature; texts, dates and whole numbers, floats or not, need not be."""
    kind = table.kind(name)
    if kind == ColumnKind.NUMBER:  # statistical files hold every number as a float
        return table.all_whole(name)
    return kind in (ColumnKind.TEXT, ColumnKind.INTEGER, ColumnKind.DATE, ColumnKind.DATETIME)
