"""Quasi-identifiers that no cell can be formed by, because their value names the record."""

from __future__ import annotations

from shoal.encode.choice import type_of
from shoal.errors import RolesError
from shoal.table.frames.table import Table
from shoal.table.roles.identifying import FEWEST_RECORDS, NEARLY_ALL
from shoal.table.roles.roles import ColumnRole, ColumnType, Roles
from shoal.table.roles.value_figures import FiguresOfTable, ValueFigures


def refuse_naming_columns(table: Table, roles: Roles, figures: ValueFigures | None = None) -> None:
    """Refuse categories of which (nearly) every record has its own, unless somebody gave their order or taxonomy.

    What would be released for a cell is the category that most of its records have; here it would be that of one of
    them, and so would every list of categories in what is published. figures: of the whole table, if this one is a
    part of it.
    """
    whole = FiguresOfTable(table) if figures is None else figures
    for name in roles.quasi_identifiers:
        known = int((~table.missing(name)).sum())  # of a sample: more than so many, in any case
        if known < FEWEST_RECORDS or not _is_open_category(table, roles.of(name)):
            continue
        if whole.distinct_share(name) >= NEARLY_ALL:
            raise RolesError(
                f"{table.called(name)} of {table.origin.name} has another category for (nearly) every record, so "
                "it identifies a person, and no cell can be formed from it.",
                column=table.nameable(name),
                hint="Make it an identifier (it is dropped), give it a taxonomy or an order, or a type if it holds "
                "numbers or dates.",
            )


def _is_open_category(table: Table, role: ColumnRole) -> bool:
    """Whether its categories are those that the records happen to have; an order of the container's is no more."""
    kind = type_of(table, role)
    return kind is ColumnType.NOMINAL or (kind is ColumnType.ORDINAL and role.order is None)
