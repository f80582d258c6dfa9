"""The first row of a text table: the column names, or words about why it cannot be.

A file without a header row has a record there, so these messages never repeat a name: its position stands for it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

import polars as pl

from shoal.errors import Setting, TableError, Words
from shoal.table.files.text_types import MISSING_WORDS
from shoal.table.frames.column_names import refuse_patterns
from shoal.table.wording import DELIMITER_WORDS, LIKELY_DELIMITERS

ROWS_SAMPLED = 20  # rows looked at to guess the delimiter


def checked_header(path: Path, head: str, separator: str, *, delimiter_given: bool) -> list[str]:
    """The column names, or words about what is wrong with them. What may be a value is never repeated."""
    names = first_rows(head, separator, 1)[0]
    if len(names) == 1 and not delimiter_given:
        raise _one_column(path, head, separator)
    require_names(names, path.name)
    return names


def require_names(names: Sequence[str], where: str) -> None:
    """Refuse a first row that cannot hold the column names, by the positions of what is wrong."""
    if any(_is_number(name) for name in names):
        raise TableError(
            f"The first row of {where} holds numbers where column names are expected. Put a row of column names first."
        )
    blank = [position + 1 for position, name in enumerate(names) if not name.strip()]
    if blank:
        raise TableError(
            f"Column {blank[0]} of {where} has no name. Give every column a name in the first row "
            f"(pandas writes such a column for its index: save with index=False)."
        )
    refuse_patterns(names, where)
    refuse_repeated(names, where)


def no_records(path: Path) -> TableError:
    """The error for a file that ends after its first row."""
    return TableError(f"{path.name} has column names but no records. Give a table with at least one row.")


def refuse_repeated(names: Sequence[str], where: str) -> None:
    """Refuse names that stand twice. The name is not shown: without a header row it is a value of the first record."""
    first: dict[str, int] = {}
    for position, name in enumerate(names):
        if name in first:
            raise TableError(
                f"Columns {first[name] + 1} and {position + 1} of {where} have the same name. Rename one of them. If "
                "the first row is a record, put a row of column names before it."
            )
        first[name] = position


def unproven(dtypes: Iterable[pl.DataType]) -> bool:
    """Whether nothing shows that the first row holds names: every column is text, as a name is.

    Above a column of numbers, dates or truth values a name cannot be a value of that column, so the row is a header.
    """
    return all(dtype == pl.String for dtype in dtypes)


def looks_like_data(names: Sequence[str], texts: pl.DataFrame) -> bool:
    """Whether the first row may be a record: a name has the shape of a value, or recurs among its own column."""
    return any(_has_shape_of_value(name) or bool((texts[name] == name).any()) for name in names)


def likely_delimiter(head: str, separator: str) -> str | None:
    """The delimiter that splits the first rows into the same number of columns, more than one."""
    best, most = None, 1
    for candidate in LIKELY_DELIMITERS:
        if candidate == separator:
            continue
        widths = {len(row) for row in first_rows(head, candidate, ROWS_SAMPLED) if row}
        if len(widths) == 1 and max(widths) > most:
            best, most = candidate, max(widths)
    return best


def first_rows(head: str, separator: str, n_rows: int) -> list[list[str]]:
    """The first rows of a text that are not empty; one empty field when there are none."""
    reader = csv.reader(io.StringIO(head, newline=""), delimiter=separator)
    rows: list[list[str]] = []
    try:
        for row in reader:
            if row:
                rows.append(row)
            if len(rows) == n_rows:
                break
    except csv.Error:  # a field beyond the csv module's limit: whatever was read so far is enough to look at
        pass
    return rows or [[""]]


def delimiter_word(delimiter: str) -> str:
    """“a comma”."""
    return DELIMITER_WORDS.get(delimiter, f"'{delimiter}'")


def visible(delimiter: str) -> str:
    """A tab as it is typed."""
    return "\\t" if delimiter == "\t" else delimiter


def say_delimiter(likely: str) -> Words:
    """The hint to name the delimiter."""
    return Words(("Say so: ", Setting("delimiter", likely), "."))


def _one_column(path: Path, head: str, separator: str) -> TableError:
    likely = likely_delimiter(head, separator)
    if likely is not None:
        return TableError(
            f"{path.name} has one column when {delimiter_word(separator)} separates columns, but "
            f"{delimiter_word(likely)} ('{visible(likely)}') seems to separate them.",
            parameter="delimiter",
            hint=say_delimiter(likely),
        )
    return TableError(
        f"{path.name} has a single column, so the delimiter may be wrong.",
        parameter="delimiter",
        hint=(
            "Say which character separates the columns (",
            Setting("delimiter"),
            f"); if there is truly one column, say '{visible(separator)}'.",
        ),
    )


def _is_number(name: str) -> bool:
    try:
        float(name)
    except ValueError:
        return False
    return True


def _has_shape_of_value(name: str) -> bool:
    """Digits without a letter (dates, telephone numbers, codes), a time stamp, a mail address, a word for "missing"."""
    if name.strip() in MISSING_WORDS:
        return True
    has_digit = any(letter.isdigit() for letter in name)
    return "@" in name or (has_digit and not any(letter.isalpha() for letter in name.replace("T", "").replace("Z", "")))
