"""Tables in and out: frames and files become a `Table`, its columns get `Roles`, bad input is refused.

Input: a pandas, polars or pyarrow table, or a file. Output: the same kind; columns that are not replaced stay
unchanged. No message ever shows a value of a record.

Open `sources.py` first, then `frames/table.py`. Each module imports only modules below it:

    sources.py           the entry point: `table_of` makes a `Table` of a frame or a file
    blocks.py            records that may share a cell, by stratum and by missing values
    formulas.py          texts that a spreadsheet program would run as formulas
    roles/               what each column is to an attacker: given, proposed, checked
    batches/             tables of any size, batch by batch, with the types that they would have in memory
    files/               reading and writing: text tables, workbooks, Parquet, SPSS, Stata, SAS
    frames/              what a table is, and how one column is read and changed
    folder_lock.py       one run at a time in one output folder
    atomic.py            writing so that a crash leaves the old file or the new one
    foreign_errors.py    replaces errors of other libraries, because they quote values
    wording.py arrow.py plain_values.py people.py    shared words; pyarrow; what a parsed file may hold; made-up people

The names below are loaded when first used, so that one module of this folder does not load all of them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

_HOME = {
    "VOID_INSTANT": "shoal.table.frames.columns",
    "ColumnKind": "shoal.table.frames.columns",
    "ColumnRole": "shoal.table.roles.roles",
    "ColumnType": "shoal.table.roles.roles",
    "MissingPolicy": "shoal.table.roles.roles",
    "Role": "shoal.table.roles.roles",
    "Roles": "shoal.table.roles.roles",
    "Table": "shoal.table.frames.table",
    "atomically": "shoal.table.atomic",
    "constant_columns": "shoal.table.roles.checks",
    "missing_by_policy": "shoal.table.roles.checks",
    "missing_in": "shoal.table.roles.checks",
    "propose_roles": "shoal.table.roles.proposal",
    "read_back": "shoal.table.files.reading",
    "read_roles": "shoal.table.roles.roles_file",
    "refuse_missing": "shoal.table.roles.checks",
    "require_readable": "shoal.table.roles.checks",
    "roles_from_arguments": "shoal.table.roles.roles_arguments",
    "roles_from_file": "shoal.table.roles.roles_file",
    "roles_schema": "shoal.table.roles.roles_file",
    "strata_of": "shoal.table.roles.checks",
    "synthetic_people": "shoal.table.people",
    "table_of": "shoal.table.sources",
    "weights_of": "shoal.table.roles.checks",
    "write_table": "shoal.table.files.writing",
}

__all__ = [
    "VOID_INSTANT",
    "ColumnKind",
    "ColumnRole",
    "ColumnType",
    "MissingPolicy",
    "Role",
    "Roles",
    "Table",
    "atomically",
    "constant_columns",
    "missing_by_policy",
    "missing_in",
    "propose_roles",
    "read_back",
    "read_roles",
    "refuse_missing",
    "require_readable",
    "roles_from_arguments",
    "roles_from_file",
    "roles_schema",
    "strata_of",
    "synthetic_people",
    "table_of",
    "weights_of",
    "write_table",
]

if TYPE_CHECKING:
    from shoal.table.atomic import atomically
    from shoal.table.files.reading import read_back
    from shoal.table.files.writing import write_table
    from shoal.table.frames.columns import VOID_INSTANT, ColumnKind
    from shoal.table.frames.table import Table
    from shoal.table.people import synthetic_people
    from shoal.table.roles.checks import (
        constant_columns,
        missing_by_policy,
        missing_in,
        refuse_missing,
        require_readable,
        strata_of,
        weights_of,
    )
    from shoal.table.roles.proposal import propose_roles
    from shoal.table.roles.roles import (
        ColumnRole,
        ColumnType,
        MissingPolicy,
        Role,
        Roles,
    )
    from shoal.table.roles.roles_arguments import roles_from_arguments
    from shoal.table.roles.roles_file import read_roles, roles_from_file, roles_schema
    from shoal.table.sources import table_of


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'shoal.table' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
