"""Workbooks of Excel (.xlsx), through python-calamine and XlsxWriter (the extra `excel`).

A cell has a type of its own: a text stays a text (08001), a number is a number, a date a date. Of a formula its last
value is read; what a workbook holds beside the values (formats, links, comments, other sheets) is left behind.
Writing makes a new workbook with one sheet, in which every text is a text and no formula.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import narwhals as nw
import polars as pl

from shoal.errors import ParameterError, Setting, TableError, install_command
from shoal.table.files.headers import looks_like_data, no_records, require_names, unproven
from shoal.table.files.text_types import MISSING_WORDS, PLAIN, spelled
from shoal.table.files.workbook.limits import refuse_hostile
from shoal.table.foreign_errors import attempt
from shoal.table.frames.table import Origin, Table
from shoal.table.wording import found

INSTALL = f"Install the extra 'excel': {install_command('excel')}"
EMPTY = ""  # what the reader gives for an empty cell, and for one that holds an error such as #DIV/0!
LARGEST_WHOLE = 2**53  # numbers of a workbook are floats; beyond this they skip whole numbers

Cell = str | float | bool | dt.date | dt.datetime | dt.time | dt.timedelta


def read(
    path: Path,
    *,
    sheet: str | int | None = None,
    na: Sequence[str] = (),
    header_is_known: bool = False,
    literally: bool = False,
) -> Table:
    """Read one sheet of a workbook: names in the first row, a record in every other.

    `sheet`: its name, or its number from 1; needed if there are several. `na`: spellings that mean "missing".
    `header_is_known`: the file was written by us. `literally`: every cell as its text, and only an empty one missing.
    """
    calamine = imported("python_calamine", path)
    refuse_hostile(path)
    rows = attempt(lambda: _rows(calamine, path, sheet), lambda error: _unreadable(path, error))
    names = _names(path, rows, header_is_known=header_is_known)
    records = _records(path, rows, len(names))
    cells = [[row[column] for row in records] for column in range(len(names))]
    if literally:
        texts = [
            pl.Series(name, [None if cell == EMPTY else _spelled(cell) for cell in column], dtype=pl.String)
            for name, column in zip(names, cells, strict=True)
        ]
        return Table(nw.from_native(pl.DataFrame(texts), eager_only=True), Origin("file", path, "xlsx"))
    frame = pl.DataFrame([_series(name, column, na) for name, column in zip(names, cells, strict=True)])
    texts_seen = pl.DataFrame([spelled(column, PLAIN).alias(column.name) for column in frame.get_columns()])
    doubts = {
        "header_in_doubt": not header_is_known and looks_like_data(names, texts_seen),
        "header_unproven": not header_is_known and unproven(frame.dtypes),
    }
    return Table(nw.from_native(frame, eager_only=True), Origin("file", path, "xlsx", doubts))


def imported(module: str, path: Path) -> Any:
    """A library of the extra `excel`, or words about how to get it."""
    from importlib import import_module

    package = {"python_calamine": "python-calamine", "xlsxwriter": "XlsxWriter"}[module]
    return attempt(
        lambda: import_module(module),
        lambda _: TableError(f"{path.suffix} files need {package}, which is not installed. {INSTALL}"),
        caught=(ImportError,),
    )


def require_writable(path: Path) -> None:
    """Refuse early what cannot be written at all; what is written is read back, so both libraries are needed."""
    imported("python_calamine", path)
    imported("xlsxwriter", path)


def _unreadable(path: Path, error: BaseException) -> TableError:
    return TableError(
        f"{path.name} cannot be read as a workbook ({type(error).__name__}). It may be damaged or protected by a "
        "password, or its suffix may be wrong."
    )


# --- reading


def _rows(calamine: Any, path: Path, sheet: str | int | None) -> list[list[Cell]]:
    """The cells of the chosen sheet, from A1 on."""
    with calamine.CalamineWorkbook.from_path(str(path)) as workbook:
        chosen = workbook.get_sheet_by_name(_sheet_name(workbook, calamine, path, sheet))
        if chosen.merged_cell_ranges:
            raise TableError(
                f"{found(len(chosen.merged_cell_ranges), 'range of cells is', 'ranges of cells are')} merged in "
                f"the sheet of {path.name}: only the first cell of each has a value.",
                count=len(chosen.merged_cell_ranges),
                hint="Unmerge them and fill every cell.",
            )
        rows: list[list[Cell]] = chosen.to_python(skip_empty_area=False)
        return rows


def _sheet_name(workbook: Any, calamine: Any, path: Path, sheet: str | int | None) -> str:
    """The name of the sheet to read. Names of sheets may be names of people, so no message shows them."""
    tables = [
        facts.name
        for facts in workbook.sheets_metadata
        if facts.typ == calamine.SheetTypeEnum.WorkSheet and facts.visible == calamine.SheetVisibleEnum.Visible
    ]
    every = [str(name) for name in workbook.sheet_names]
    if sheet is None:
        if len(tables) != 1:
            raise TableError(
                f"{path.name} has {found(len(tables), 'visible sheet', 'visible sheets')}.",
                parameter="sheet",
                count=len(tables),
                hint=("Say which one holds the table, by its name or its number from 1 (", Setting("sheet"), ")."),
            )
        return str(tables[0])
    if isinstance(sheet, str) and sheet in every:
        return sheet
    number = str(sheet).strip()
    if number.isascii() and number.isdigit() and 0 < int(number[:9]) <= len(every):
        return every[int(number[:9]) - 1]
    raise ParameterError(
        f"{path.name} has no ",
        Setting("sheet"),
        f" '{sheet}'. It has {found(len(every), 'sheet', 'sheets')}.",
        count=len(every),
        hint="Give the name of one, or its number from 1.",
    )


def _names(path: Path, rows: list[list[Cell]], *, header_is_known: bool) -> list[str]:
    """The column names in the first row; empty columns at its end are none."""
    if not any(cell != EMPTY for row in rows for cell in row):
        raise TableError(f"The sheet of {path.name} is empty. A table needs a row of column names and a record.")
    first = list(rows[0])
    while first and first[-1] == EMPTY and not any(row[len(first) - 1] != EMPTY for row in rows):
        first.pop()
    if not any(cell != EMPTY for cell in first):
        raise TableError(
            f"The first row of the sheet of {path.name} is empty. Put the column names into row 1, from A on."
        )
    names = [cell if isinstance(cell, str) else _spelled(cell) for cell in first]
    if not header_is_known:
        if not all(isinstance(cell, str) for cell in first):
            raise TableError(
                f"The first row of {path.name} holds numbers or dates where column names are expected. Put a row of "
                "column names first."
            )
        require_names(names, path.name)
    return names


def _records(path: Path, rows: list[list[Cell]], width: int) -> list[list[Cell]]:
    """The rows below the names, without empty ones at the end. An empty one between them is no record."""
    records = rows[1:]
    while records and all(cell == EMPTY for cell in records[-1]):
        records.pop()
    if not records:
        raise no_records(path)
    for index, row in enumerate(records):
        if width > 1 and all(cell == EMPTY for cell in row):
            raise TableError(
                f"Row {index + 2} of the sheet of {path.name} is empty, and others follow below it. Delete empty rows; "
                "if the sheet holds two tables, put each into a sheet of its own."
            )
    return records


def _series(name: str, cells: list[Cell], na: Sequence[str]) -> pl.Series:
    """A column with the type that its cells have in common; text if they have none."""
    void = {EMPTY, *na}
    known: list[Any] = [None if _spelled(cell).strip() in void else cell for cell in cells]
    words = {cell.strip() for cell in known if isinstance(cell, str)}
    kinds = {_kind(cell) for cell in known if cell is not None and not isinstance(cell, str)}
    if words and (not kinds or not words <= set(MISSING_WORDS)):
        return pl.Series(name, [None if cell is None else _spelled(cell) for cell in known], dtype=pl.String)
    plain = [None if isinstance(cell, str) else cell for cell in known]  # words for "missing" among numbers
    if not kinds:
        return pl.Series(name, plain, dtype=pl.String)
    if len(kinds) == 1:
        return BUILDERS[kinds.pop()](name, plain)
    if kinds == {dt.date, dt.datetime}:  # the reader gives a time at midnight as a date
        return pl.Series(name, [_moment(cell) for cell in plain], dtype=pl.Datetime("us"))
    return pl.Series(name, [None if cell is None else _spelled(cell) for cell in known], dtype=pl.String)


def _kind(cell: Cell) -> type:
    return float if isinstance(cell, int) and not isinstance(cell, bool) else type(cell)


def _numbers(name: str, cells: list[Any]) -> pl.Series:
    whole = all(cell is None or (float(cell).is_integer() and abs(cell) <= LARGEST_WHOLE) for cell in cells)
    if whole:
        return pl.Series(name, [None if cell is None else int(cell) for cell in cells], dtype=pl.Int64)
    return pl.Series(name, cells, dtype=pl.Float64)


def _moment(cell: Any) -> dt.datetime | None:
    if cell is None or isinstance(cell, dt.datetime):
        return cell
    return dt.datetime.combine(cell, dt.time())


def _of(dtype: Any) -> Callable[[str, list[Any]], pl.Series]:
    return lambda name, cells: pl.Series(name, cells, dtype=dtype)


BUILDERS: dict[type, Callable[[str, list[Any]], pl.Series]] = {
    float: _numbers,
    bool: _of(pl.Boolean),
    dt.date: _of(pl.Date),
    dt.datetime: _of(pl.Datetime("us")),
    dt.time: _of(pl.Time),
    dt.timedelta: _of(pl.Duration("us")),
}


def _spelled(cell: Cell) -> str:
    """The text of a cell, as a spreadsheet shows a number without a format."""
    if isinstance(cell, bool):
        return str(cell).upper()
    if isinstance(cell, float) and cell.is_integer() and abs(cell) <= LARGEST_WHOLE:
        return str(int(cell))
    return cell.isoformat(" ") if isinstance(cell, dt.datetime) else str(cell)
