"""People in common: which records of two tables are about the same person, and what both tables publish unchanged."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

import numpy as np

from shoal.arrays import BoolArray, IntArray
from shoal.errors import MissingValuesError, Setting, TableError
from shoal.table.frames.columns import ColumnKind
from shoal.table.frames.table import Table
from shoal.table.wording import first_row, found

LARGEST_WHOLE = 2.0**53  # whole numbers beyond are not exact as floats


def numbered_people(tables: Sequence[Table], person: str) -> tuple[list[IntArray], int]:
    """For each table the number of the person of each record, the same in all tables; and how many people there are."""
    number_of: dict[object, int] = {}
    numbers = []
    all_names = [_names(table, person) for table in tables]
    for earlier in all_names[:-1]:
        _refuse_other_spelling(earlier, all_names[-1], person)
    for names in all_names:
        numbers.append(np.array([number_of.setdefault(name, len(number_of)) for name in names], dtype=np.int64))
    return numbers, len(number_of)


def _refuse_other_spelling(earlier: Sequence[str], newer: Sequence[str], person: str) -> None:
    """Refuse names that are the same but for blanks, case or leading zeros, as spreadsheets change them."""
    known, folded = set(earlier), {_folded(name) for name in earlier}
    if len(folded) < len(known) or len({_folded(name) for name in newer}) < len(newer):
        return  # here such names are different people
    count = sum(name not in known and _folded(name) in folded for name in newer)
    if count:
        raise TableError(
            Setting("person"),
            f": column '{person}' names {found(count, 'person', 'people')} in the two tables alike but for blanks, "
            "case or leading zeros. They would count as people who went and others who came.",
            column=person,
            count=count,
            hint="Write the names in the same way in all tables.",
        )


def _folded(name: str) -> str:
    return "".join(name.split()).casefold().lstrip("0")


def values_in_common(asked: Sequence[tuple[Table, Sequence[str]]]) -> list[dict[str, IntArray]]:
    """For columns of tables a number for the value of each record, the same for equal values in whatever column.

    Columns that cannot be compared (mixed or nested values) have only values of their own.
    """
    number_of: dict[object, int] = {}
    numbered_columns = []
    for table, names in asked:
        columns = {}
        for name in names:
            if table.kind(name) is ColumnKind.OTHER:
                columns[name] = len(number_of) + np.arange(table.n_records, dtype=np.int64)
                number_of |= {object(): len(number_of) + row for row in range(table.n_records)}
                continue
            codes, values = table.codes(name)
            numbers = [number_of.setdefault(compared(value), len(number_of)) for value in values]
            numbers.append(number_of.setdefault(None, len(number_of)))  # code −1, missing, reads the last entry
            columns[name] = np.array(numbers, dtype=np.int64)[codes]
        numbered_columns.append(columns)
    return numbered_columns


def traces(tables: Sequence[Table], columns: Sequence[str]) -> list[IntArray]:
    """A number for the values of each record in these columns; equal in all tables where all values are equal.

    A column that cannot be compared (mixed or nested values) makes every record different from all others.
    """
    ends = np.cumsum([table.n_records for table in tables])
    trace = np.zeros(int(ends[-1]), dtype=np.int64)
    for name in columns:
        codes = _joint_codes(tables, name)
        trace = np.unique(trace * (int(codes.max(initial=0)) + 1) + codes, return_inverse=True)[1].astype(np.int64)
    return np.split(trace, ends[:-1])


def compared(value: object) -> str:
    """A value as it is compared between tables: 1 and 1.0 are one value, and so are a date and its text."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer() and abs(value) < LARGEST_WHOLE:
        return str(int(value))
    if isinstance(value, (date, datetime)):
        return value.isoformat()
    return str(value)


def _names(table: Table, person: str) -> list[str]:
    """What names the person of each record; refused if it does not name every one, or one twice."""
    if person not in table.columns:
        raise table.unknown_column(person, parameter="person")
    if table.kind(person) is ColumnKind.OTHER:
        raise TableError(
            f"Column '{person}' of {table.origin.name} holds mixed or nested values, so it cannot tell people apart.",
            parameter="person",
            column=person,
            hint="Convert it to numbers or texts.",
        )
    codes, values = table.codes(person)
    _refuse(table, person, codes < 0, "is missing in", MissingValuesError)
    texts = [compared(value) for value in values]
    number_of = {text: number for number, text in enumerate(dict.fromkeys(texts))}
    number = np.array([number_of[text] for text in texts], dtype=np.int64)[codes]
    again = np.ones(len(number), dtype=np.bool_)
    again[np.unique(number, return_index=True)[1]] = False
    _refuse(table, person, again, "names a person who has another record already in", TableError)
    return [texts[code] for code in codes]


def _refuse(table: Table, person: str, wrong: BoolArray, what: str, kind: type[TableError]) -> None:
    count = int(np.count_nonzero(wrong))
    if count:
        raise kind(
            Setting("person"),
            f": column '{person}' of {table.origin.name} {what} {found(count, 'record', 'records')}, the first in "
            f"{first_row(wrong, header=table.origin.has_header_row)}.",
            column=person,
            count=count,
            hint="Name a column that has one value for each person, the same in all releases.",
        )


def _joint_codes(tables: Sequence[Table], name: str) -> IntArray:
    if any(table.kind(name) is ColumnKind.OTHER for table in tables):
        return np.arange(sum(table.n_records for table in tables), dtype=np.int64)
    number_of: dict[object, int] = {}
    parts = []
    for table in tables:
        codes, values = table.codes(name)
        numbers = [number_of.setdefault(compared(value), len(number_of) + 1) for value in values]
        parts.append(np.array([*numbers, 0], dtype=np.int64)[codes])  # code −1, missing, reads the last entry
    return np.concatenate(parts)
