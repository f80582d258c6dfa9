"""Tables in and out: frames and files become a `Table`, its columns get `Roles`, bad input is refused.

In comes a pandas, polars or pyarrow table or a file; out goes the same kind, with every column that nobody
replaced kept as it was. Open `frames/table.py` first, then `cli/release/roles.py`; `frames/columns.py` reads one
column, `files/formats.py` chooses a format, `roles/checks.py` stands at the entrance. Before a release,
`frames/trimming.py` removes what stands beside the values and `frames/faithful.py` tells apart whatever a reader can.
No message ever shows a record's value: `foreign_errors.py` ends other libraries' errors. `roles/proposal.py` writes a
first roles file: `roles/judgement.py` says what a column probably is, by its values and by the words in
`column_words.toml`.
"""

from __future__ import annotations

from shoal.table.atomic import atomically
from shoal.table.frames.columns import VOID_INSTANT, ColumnKind
from shoal.table.frames.table import Origin, Table
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
    complete_roles,
    roles_from_arguments,
)
from shoal.table.roles.roles_file import read_roles, roles_from_file, roles_schema

__all__ = [
    "VOID_INSTANT",
    "ColumnKind",
    "ColumnRole",
    "ColumnType",
    "MissingPolicy",
    "Origin",
    "Role",
    "Roles",
    "Table",
    "atomically",
    "complete_roles",
    "constant_columns",
    "missing_by_policy",
    "missing_in",
    "propose_roles",
    "read_roles",
    "refuse_missing",
    "require_readable",
    "roles_from_arguments",
    "roles_from_file",
    "roles_schema",
    "strata_of",
    "synthetic_people",
    "weights_of",
]
