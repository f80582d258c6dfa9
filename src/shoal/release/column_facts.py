"""What was done to which column: roles as plain facts. Names and settings only, never values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shoal.encode.choice import type_of
from shoal.table.frames.table import Table
from shoal.table.roles.roles import ColumnRole, Role, Roles

AT_CROSSINGS = "crossing"  # the type of both coordinates of a position along streets


def column_facts(original: Table, roles: Roles, *, along_streets: bool = False) -> list[dict[str, Any]]:
    """One entry for every column of the original, in table order."""
    facts = [_facts_of(original, role) for role in roles.columns]
    positions = roles.quasi_identifiers if along_streets else ()
    return [one | {"type": AT_CROSSINGS} if one["name"] in positions else one for one in facts]


def told_names(original: Table, roles: Roles, names: Sequence[str]) -> list[str]:
    """Column names as a report may show them.

    A file without a header row has a record's values for names: there a column that nobody named is called by its
    position.
    """
    return [_told(original, roles.of(name)) for name in names]


def _told(original: Table, role: ColumnRole) -> str:
    if original.origin.header_in_doubt and not role.named:
        return f"column {original.columns.index(role.name) + 1}"
    return role.name


def _facts_of(original: Table, role: ColumnRole) -> dict[str, Any]:
    perturbed = role.role is Role.QUASI_IDENTIFYING
    given = None if role.type is None else role.type.value
    return {
        "name": _told(original, role),
        "role": role.role.value,
        "type": type_of(original, role).value if perturbed else given,
        "weight": role.weight if perturbed else None,
        "rounding": role.rounding,
        "missing": role.missing.value if perturbed else None,
        "order_given": role.order is not None,
        "taxonomy": role.taxonomy is not None,
        "named": role.named,
        **({} if role.members is None else {"members": role.members.value}),
    }
