"""Texts that a spreadsheet program takes for formulas, and what to do about them.

A text file has no types. A spreadsheet program that opens one runs every field that begins with = + - @, a tab or a
line end as a formula, and a formula can send the sheet to somebody else or start programs. OWASP ("CSV Injection",
owasp.org/www-community/attacks/CSV_Injection) lists these characters, and advises an apostrophe before such a text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from shoal.errors import TableError
from shoal.table.frames.columns import NUMBER_PATTERN, ColumnKind
from shoal.table.frames.table import Table
from shoal.table.wording import found

# A sign and something after it; also the wide forms of the signs, which some programs read as the plain ones. A number
# with its sign is no formula, and neither is a sign alone ("-" often means "nothing").
FORMULA = r"(?s)^[=+\-@\t\r\n\u{ff1d}\u{ff0b}\u{ff0d}\u{ff20}]."
APOSTROPHE = "'"


def formula_counts(table: Table) -> dict[str, int]:
    """How many texts of each column would be run as formulas; columns without any are left out."""
    counts = {name: int(_is_formula(texts).sum()) for name, texts in _texts(table).items()}
    return {name: count for name, count in counts.items() if count}


def quoted(table: Table) -> Table:
    """The table with an apostrophe before every text that would be run as a formula. A name like that is refused."""
    named = formula_names(table.columns)
    if named:
        raise TableError(
            f"The {found(len(named), 'name of column', 'names of columns')} {', '.join(map(str, named))} of "
            f"{table.where} would be run as a formula by a spreadsheet program: it begins with =, +, - or @.",
            count=len(named),
            hint="Rename it.",
        )
    return table.replaced(
        {
            name: pl.select(pl.when(formula).then(pl.lit(APOSTROPHE) + texts).otherwise(texts)).to_series()
            for name, texts in _texts(table).items()
            if (formula := _is_formula(texts)).any()
        }
    )


def formula_warnings(columns: Sequence[str], counts: Mapping[str, int], *, were_quoted: bool = False) -> list[str]:
    """What the steward should know; names of columns and counts only."""
    said = []
    listed = ", ".join(f"{name} ({found(count, 'text', 'texts')})" for name, count in counts.items())
    if counts and were_quoted:
        said.append(f"An apostrophe stands before texts that a spreadsheet program would run as formulas: {listed}.")
    elif counts:
        said.append(
            f"Texts begin with =, +, -, @, a tab or a line end: {listed}. A spreadsheet program that opens the table "
            "as CSV runs them as formulas. Correct them, or have an apostrophe put before them (quote_formulas=True, "
            "--quote-formulas)."
        )
    named = formula_names(columns)
    if named:
        said.append(
            f"The names of columns {', '.join(map(str, named))} begin with =, +, - or @: a spreadsheet program that "
            "opens the table as CSV runs them as formulas. Rename them."
        )
    return said


def formula_names(columns: Sequence[str]) -> list[int]:
    """The positions, from 1, of columns whose names would be run as formulas."""
    return [
        position + 1 for position, name in enumerate(_is_formula(pl.Series(columns, dtype=pl.String)).to_list()) if name
    ]


def _texts(table: Table) -> dict[str, pl.Series]:
    """The columns of text, as they will be written."""
    return {
        name: table.texts(name)
        for name in table.columns
        if table.kind(name) == ColumnKind.TEXT and not table.mixed(name)
    }


def _is_formula(texts: pl.Series) -> pl.Series:
    return (texts.str.contains(FORMULA) & ~texts.str.contains(NUMBER_PATTERN)).fill_null(False)
