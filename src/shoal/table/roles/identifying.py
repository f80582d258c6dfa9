"""Whether a column looks identifying: by its name, or because its values hardly repeat."""

from __future__ import annotations

from functools import cache

from shoal.table.frames.columns import ColumnKind
from shoal.table.frames.table import Table
from shoal.table.roles.column_words import meanings_of, name_words, words_of
from shoal.table.roles.value_figures import FiguresOfTable, ValueFigures, distinct_share, shared_by_few

__all__ = ["can_name_a_record", "distinct_share", "looks_identifying", "name_words", "personal_names", "shared_by_few"]

PERSONAL_MEANINGS = ("name", "contact", "address", "official_number", "network", "birth_date")

NEARLY_ALL = 0.95  # share of distinct values from which a column names its record
MOSTLY = 0.5  # the same, when the name of the column points that way too
FEWEST_RECORDS = 20  # in a smaller table honest columns are distinct by chance


@cache
def personal_names() -> frozenset[str]:
    """English words that point at one person, to be found in questions."""
    return frozenset(word for meaning in PERSONAL_MEANINGS for word in words_of(meaning, "en"))


def looks_identifying(table: Table, name: str, figures: ValueFigures | None = None) -> str | None:
    """Why the column looks identifying, or None. The name counts whatever type the values have.

    figures: of the whole table, if this one is a part of it. Of its beginning alone nobody can say how often values
    repeat.
    """
    whole = FiguresOfTable(table) if figures is None else figures
    meanings = meanings_of(name)
    if meanings.identifies or "birth_date" in meanings.sure:
        return "its name says that it identifies a person"
    share = 0.0 if table.origin.is_beginning else whole.distinct_share(name)
    if share >= MOSTLY and meanings.identifies_if_distinct:
        return "its name and its many distinct values say that it may identify a person"
    if table.kind(name) == ColumnKind.OTHER:
        return "its values are mixed or nested, so that nobody can say what they reveal"
    if share >= NEARLY_ALL and whole.n_records >= FEWEST_RECORDS and can_name_a_record(table, name, whole):
        return "its value is different in (nearly) every record, so it can identify a person"
    return None


def can_name_a_record(table: Table, name: str, figures: ValueFigures | None = None) -> bool:
    """Measurements are distinct by nature; texts, dates and whole numbers, floats or not, need not be."""
    kind = table.kind(name)
    if kind == ColumnKind.NUMBER:  # statistical files hold every number as a float
        return table.all_whole(name) if figures is None else figures.all_whole(name)
    return kind in (ColumnKind.TEXT, ColumnKind.INTEGER, ColumnKind.DATE, ColumnKind.DATETIME)
