"""A first roles file for a table, from looking at its columns; every line says why, and no value is shown.

It is a proposal: only the steward knows what outsiders know about these people.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Mapping
from typing import Any

from shoal.errors import TableError
from shoal.table.frames.columns import TEMPORAL, ColumnKind
from shoal.table.frames.table import Table
from shoal.table.roles.checks import MEASURED_WORDS, looks_grouped, looks_measured, stray_texts
from shoal.table.roles.column_words import meanings_of
from shoal.table.roles.dependence import probably_told
from shoal.table.roles.judgement import Judgement, judge, one_household
from shoal.table.roles.positions import position_types
from shoal.table.roles.roles import ColumnType, Role
from shoal.table.wording import found

# Whole numbers under such a name are codes: 8001 is not larger than 8000, and a mean of codes has no meaning.
CODES = frozenset(["postcode", "code"])
COMMENT_WIDTH = 110  # letters
FEW_CATEGORIES = 50  # a nominal column with more spreads its records so thin that a taxonomy or place is better
PUBLISHED = (Role.CONFIDENTIAL, Role.INSENSITIVE)
PAIRED = Judgement(Role.QUASI_IDENTIFYING, "With its partner it shows where a person is; the pair is one attribute.")
BARE_KEY = re.compile(r"^[A-Za-z0-9_-]+$")  # what TOML allows without quotes


def propose_roles(
    table: Table, name: str | None = None, *, reading: Mapping[str, Any] | None = None, of_records: int | None = None
) -> str:
    """The text of a commented roles.toml for this table, valid against the schema.

    ``of_records``: how many the whole table has, if these are some of them.

    ``reading``: how the text file was asked to be read (encoding, delimiter, na); kept in the file. A file whose first
    row seems to hold a record is refused: its values would stand there as names of columns.
    """
    if table.origin.header_in_doubt:
        raise TableError(
            f"The first row of {table.origin.name} seems to hold a record, not the names of the columns. "
            "Put a row of names first and ask again."
        )
    pairs = position_types(table)
    judged = {column: PAIRED if column in pairs else judge(table, column) for column in table.columns}
    judged = one_household(table, judged)
    told = _told(table, {column: judgement.role for column, judgement in judged.items()})
    entries = []
    for column, judgement in judged.items():
        kind, how = (pairs[column], []) if column in pairs else _type_if_hidden(table, column, judgement.role)
        entries.append(_entry(column, judgement, kind, [*how, *told.get(column, [])]))
    records = f"{table.n_records} records" if of_records is None else f"{table.n_records} of {of_records} records"
    head = [
        f"# Roles for {name or table.origin.name} ({records}), proposed by looking at the columns.",
        "# Read every line: only you know what an outsider may know about these people.",
        "# Roles: identifying (dropped), quasi_identifying (hidden among k), confidential (published as it is, must",
        "# not be attributable), insensitive (published as it is), weight, stratum (cells never cross it),",
        "# household (dropped; k counts households), mass (persons of the record; dropped, and k counts them).",
        "# unjudged = true: no strong reason speaks for this role. Correct the role if need be, then remove that line.",
        "",
        '# Records with a missing quasi-identifier: "refuse" (stop), "drop", or "own-cell".',
        'missing = "refuse"',
        "",
        *_reading(reading or {}),
    ]
    return "\n".join([*head, *entries])


def _reading(reading: Mapping[str, Any]) -> list[str]:
    given = [(key, list(value) if key == "na" else value) for key, value in reading.items() if value]
    if not given:
        return []
    return [
        "# How the file is read, for every command that is given this file.",
        "[reading]",
        *(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in given),
        "",
    ]


def _entry(column: str, judgement: Judgement, kind: ColumnType | None, more: Iterable[str]) -> str:
    key = column if BARE_KEY.match(column) else json.dumps(column, ensure_ascii=False).replace("\x7f", "\\u007f")
    lines = [f"# {line}" for reason in (judgement.why, *more) for line in textwrap.wrap(reason, COMMENT_WIDTH)]
    lines += [f"[columns.{key}]", f'role = "{judgement.role}"']
    if kind is not None:
        lines.append(f'type = "{kind}"')
    if judgement.unjudged:
        lines.append("unjudged = true")
    return "\n".join([*lines, ""])


def _told(table: Table, role_of: dict[str, Role]) -> dict[str, list[str]]:
    """Columns whose value tells a quasi-identifier: hiding that one alone would hide nothing."""
    quasi = [column for column, role in role_of.items() if role == Role.QUASI_IDENTIFYING]
    published = [column for column, role in role_of.items() if role in (*PUBLISHED, Role.QUASI_IDENTIFYING)]
    reasons: dict[str, list[str]] = {}
    for column, other in probably_told(table, published, quasi):
        reason = (
            f"{column} determines {other}: keep one of them, and make the other identifying."
            if role_of[column] == Role.QUASI_IDENTIFYING
            else f"{column} determines {other}: published as it is, it reveals what is hidden. "
            "Make one of them identifying."
        )
        # A comment ends with its line, and TOML allows no control characters in it; a column name may hold either.
        plain = "".join(letter if letter.isprintable() else " " for letter in reason)
        reasons.setdefault(column, []).append(plain)
    return reasons


def _type_if_hidden(table: Table, column: str, role: Role) -> tuple[ColumnType | None, list[str]]:
    """The type of a quasi-identifier; other columns are not encoded, so they have none."""
    return _type_of(table, column) if role == Role.QUASI_IDENTIFYING else (None, [])


def _type_of(table: Table, column: str) -> tuple[ColumnType | None, list[str]]:
    kind = table.kind(column)
    n_distinct = len(table.codes(column)[1])
    if kind == ColumnKind.INTEGER and _is_code(column):
        return ColumnType.NOMINAL, ["Whole numbers that are codes, not quantities.", *_many(n_distinct)]
    if kind == ColumnKind.INTEGER:
        return ColumnType.INTEGER, ["Whole numbers, released as whole numbers."]
    if kind == ColumnKind.NUMBER:
        return ColumnType.NUMERIC, ["Numbers; add `rounding = 0` to release whole ones."]
    if kind in TEMPORAL:
        return (ColumnType.DATE if kind != ColumnKind.DURATION else None), ["Dates or times."]
    if kind == ColumnKind.BOOLEAN:
        return ColumnType.BOOLEAN, ["True or false."]
    if table.category_order(column) is not None:
        return ColumnType.ORDINAL, [f"{n_distinct} categories with an order that the table itself declares."]
    if kind == ColumnKind.TEXT and looks_grouped(table, column):
        return None, ["Numbers with separators between thousands or decimal commas: write them plainly, as 12345.5."]
    if looks_measured(table, column):
        return None, [
            f'{MEASURED_WORDS}: write plain numbers in one unit, or add `type = "nominal"` if they are codes.'
        ]
    stray = stray_texts(table, column)
    if stray.any():
        return ColumnType.NUMERIC, [
            f"Numbers, except for {found(int(stray.sum()), 'value', 'values')}, "
            f"{table.first_at(stray)}: correct or empty them, or say with --na that "
            "they mean missing."
        ]
    why = [f"{n_distinct} categories without an order; if there is one, add `order = [lowest, …]`."]
    # Texts are nominal unless something else is said. The line is left out, so that an order may simply be added.
    return (None if kind == ColumnKind.TEXT else ColumnType.NOMINAL), [*why, *_many(n_distinct)]


def _many(n_distinct: int) -> list[str]:
    if n_distinct <= FEW_CATEGORIES:
        return []
    return ["So many categories are better grouped: give it a `taxonomy` file of value and parent."]


def _is_code(column: str) -> bool:
    meanings = meanings_of(column)
    is_number = "record_number" in meanings.sure and not meanings.with_role(Role.QUASI_IDENTIFYING)
    return is_number or not CODES.isdisjoint(meanings.sure)
