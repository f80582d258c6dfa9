"""What was done to which column: roles as plain facts. Names and settings only, never values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shoal.table.frames import ColumnKind, Table
from shoal.table.roles import ColumnRole, ColumnType, Role, Roles

# How `encode` reads a quasi-identifier that nobody gave a type; whatever is not listed is nominal.
TYPE_OF_KIND = {
    ColumnKind.NUMBER: ColumnType.NUMERIC,
    ColumnKind.INTEGER: ColumnType.NUMERIC,
    ColumnKind.BOOLEAN: ColumnType.BOOLEAN,
    ColumnKind.DATE: ColumnType.DATE,
    ColumnKind.DATETIME: ColumnType.DATE,
    ColumnKind.DURATION: ColumnType.DATE,
}


def column_facts(original: Table, roles: Roles) -> list[dict[str, Any]]:
    """One entry for every column of the original, in table order."""
    return [_facts_of(original, role) for role in roles.columns]


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
        "type": _encoded_type(original, role).value if perturbed else given,
        "weight": role.weight if perturbed else None,
        "rounding": role.rounding,
        "missing": role.missing.value if perturbed else None,
        "order_given": role.order is not None,
        "taxonomy": role.taxonomy is not None,
        "named": role.named,
    }


def _encoded_type(original: Table, role: ColumnRole) -> ColumnType:
    if role.type is not None:
        return role.type
    if role.taxonomy is not None:
        return ColumnType.TAXONOMY
    if role.order is not None or original.category_order(role.name) is not None:
        return ColumnType.ORDINAL
    return TYPE_OF_KIND.get(original.kind(role.name), ColumnType.NOMINAL)
