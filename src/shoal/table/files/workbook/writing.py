"""Writing a workbook of Excel (.xlsx): one new sheet, nothing in it but the names and the values.

Every cell is written with its type, so that a text that begins with = is a text and 08001 keeps its zero. What a
workbook cannot hold exactly is refused in words.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl

from shoal.errors import WriteError
from shoal.table.files.columnar import as_polars
from shoal.table.files.delimited import column_text
from shoal.table.files.text_file import Dialect
from shoal.table.files.text_types import PLAIN, spelled
from shoal.table.files.workbook.reading import LARGEST_WHOLE, imported
from shoal.table.frames.table import Table
from shoal.table.wording import found

# "Excel specifications and limits", support.microsoft.com
MOST_ROWS, MOST_COLUMNS, LONGEST_TEXT = 1_048_576, 16_384, 32_767
EARLIEST = dt.date(1900, 1, 1)
SHEET = "release"
CREATED = dt.datetime(1980, 1, 1)  # the earliest that an archive can note; the same release gives the same bytes
OPTIONS = {
    "in_memory": True,  # no copies of the records among the temporary files
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}
DAY, MOMENT, CLOCK, SPAN = "yyyy-mm-dd", "yyyy-mm-dd hh:mm:ss", "hh:mm:ss", "[h]:mm:ss"

Put = Callable[[int, int, Any], object]


def write(table: Table, draft: Path) -> None:
    """Write the table to `draft`."""
    frame = as_polars(table)
    if frame.height >= MOST_ROWS or frame.width > MOST_COLUMNS:
        raise WriteError(
            f"The table has {frame.height:,} records and {frame.width:,} columns, and a sheet holds at most "
            f"{MOST_ROWS - 1:,} records and {MOST_COLUMNS:,} columns. Write .csv or .parquet."
        )
    _require_short(pl.Series(frame.columns), "A column name")
    with draft.open("wb") as stream:
        workbook = imported("xlsxwriter", draft).Workbook(stream, OPTIONS)
        workbook.set_properties({"created": CREATED})
        sheet = workbook.add_worksheet(SHEET)
        for column, name in enumerate(frame.columns):
            sheet.write_string(0, column, name)
            values, put = _prepared(table, frame[name], workbook, sheet)
            for row, value in enumerate(values.to_list(), start=1):
                if value is not None:
                    put(row, column, value)
        workbook.close()


def _prepared(table: Table, values: pl.Series, workbook: Any, sheet: Any) -> tuple[pl.Series, Put]:
    """The values as the sheet takes them, and what writes one of them."""
    dtype = values.dtype
    if dtype == pl.Boolean:
        return values, sheet.write_boolean
    if dtype.is_numeric():
        return _checked_numbers(values), _formatted(sheet.write_number, workbook, _number_format(table, values.name))
    if dtype == pl.Date or (isinstance(dtype, pl.Datetime) and dtype.time_zone is None):
        _require_in_calendar(values)
        moments = values if dtype == pl.Date else values.dt.cast_time_unit("us")
        return moments, _formatted(sheet.write_datetime, workbook, DAY if dtype == pl.Date else MOMENT)
    if dtype == pl.Time:
        return values, _formatted(sheet.write_datetime, workbook, CLOCK)
    if isinstance(dtype, pl.Duration) and not bool((values < dt.timedelta()).any()):
        return values.dt.cast_time_unit("us"), _formatted(sheet.write_datetime, workbook, SPAN)
    text = _texts(table, values)
    _require_short(text, f"Column '{values.name}'")
    return text, sheet.write_string


def _formatted(put: Callable[..., object], workbook: Any, number_format: str) -> Put:
    style = workbook.add_format({"num_format": number_format})
    return lambda row, column, value: put(row, column, value, style)


def _number_format(table: Table, name: str) -> str:
    """As a number is, with the sign that its column had in a text file: 89%."""
    dialect = table.origin.metadata.get("dialect")
    form = dialect.form(name) if isinstance(dialect, Dialect) else None
    if form is None or not (form.before or form.after):
        return "General"
    quoted = [f'"{sign}"' if sign else "" for sign in (form.before, form.after)]
    return f"{quoted[0]}General{quoted[1]}"


def _texts(table: Table, values: pl.Series) -> pl.Series:
    if values.dtype in (pl.Categorical, pl.Enum):
        values = values.cast(pl.String)
    if values.dtype == pl.String:
        return values.set(values == "", None)
    if values.dtype.is_temporal():  # with a time zone, or before zero: no cell has such a type
        return spelled(values, PLAIN).set(values.is_null(), None)
    return column_text(table, values)


def _checked_numbers(values: pl.Series) -> pl.Series:
    numbers = values.fill_nan(None) if values.dtype.is_float() else values
    if numbers.dtype.is_float() and bool(numbers.is_infinite().any()):
        raise WriteError(
            f"Column '{values.name}' holds infinite numbers, which no workbook can hold.",
            column=values.name,
            hint="Write .csv.",
        )
    if numbers.dtype.is_integer():
        n_long = int(((numbers > LARGEST_WHOLE) | (numbers < -LARGEST_WHOLE)).sum() or 0)
        if n_long:
            raise WriteError(
                f"Column '{values.name}' holds {found(n_long, 'whole number', 'whole numbers')} beyond 2^53, which "
                "a workbook cannot hold exactly.",
                column=values.name,
                count=n_long,
                hint="Write .csv or .parquet.",
            )
    return numbers.cast(pl.Float64) if numbers.dtype == pl.Decimal else numbers


def _require_in_calendar(values: pl.Series) -> None:
    n_early = int((values.cast(pl.Date) < EARLIEST).sum() or 0)
    if n_early:
        raise WriteError(
            f"Column '{values.name}' holds {found(n_early, 'date', 'dates')} before 1900, which a workbook cannot "
            "hold.",
            column=values.name,
            count=n_early,
            hint="Write .csv or .parquet.",
        )


def _require_short(texts: pl.Series, where: str) -> None:
    n_long = int((texts.str.len_chars() > LONGEST_TEXT).sum() or 0)
    if n_long:
        raise WriteError(
            f"{where} holds {found(n_long, 'text', 'texts')} of more than {LONGEST_TEXT:,} letters, which a cell "
            "of a workbook cannot hold.",
            count=n_long,
            hint="Write .csv or .parquet.",
        )
