"""What the columns that are published unchanged reveal, also about the quasi-identifiers."""

from __future__ import annotations

from shoal.errors import RolesError, Setting, TableError
from shoal.table.frames.columns import ColumnKind
from shoal.table.frames.table import Table
from shoal.table.roles.dependence import determined, repetitions
from shoal.table.roles.identifying import FEWEST_RECORDS, NEARLY_ALL, can_name_a_record
from shoal.table.roles.roles import ColumnType, Roles
from shoal.table.roles.value_figures import FiguresOfTable, PartFigures, ValueFigures
from shoal.table.wording import listed

PAIRS_SHOWN = 8  # more pairs than this make a message unreadable


def refuse_doubtful_header(table: Table, roles: Roles) -> None:
    """Refuse a file whose first row looks like a record: as names of columns it would be published word for word."""
    if table.origin.header_in_doubt and roles.unnamed:
        raise TableError(
            f"The first row of {table.origin.name} seems to hold a record, not the names of the columns; it would be "
            "published as it is. Put a row of names first. If these are the names, give every column a role."
        )


def refuse_telling_columns(
    table: Table, roles: Roles, figures: PartFigures | None = None, *, cells_exist: bool = False
) -> None:
    """Refuse a column without a role that determines a quasi-identifier: it would publish the original value.

    Where cells exist already, no other column can become a quasi-identifier. figures: of the whole table, if this one
    is a part of it.
    """
    or_protected = "" if cells_exist else " make it a quasi-identifier,"
    for column, told in determined(table, roles.unnamed, roles.quasi_identifiers, figures):
        raise RolesError(
            f"{table.called(column)} has no role and would be published as it is, but its value determines the "
            f"quasi-identifier '{told}'.",
            column=table.nameable(column),
            hint=(
                "Put it in ",
                Setting("identifiers"),
                f" (it is dropped),{or_protected} or put it in ",
                Setting("confidential"),
                " or ",
                Setting("insensitive"),
                " if that may really be known.",
            ),
        )


def refuse_rare_values(table: Table, roles: Roles, k: int, figures: PartFigures | None = None) -> None:
    """Refuse an insensitive column in which nearly every value occurs in fewer than k records, as household numbers do.

    Somebody who knows such a value has fewer than k records to choose from, whatever the quasi-identifiers hide. Of the
    columns without a role, measurements are allowed: they are usually distinct, and the report warns of them.
    """
    whole: ValueFigures = FiguresOfTable(table) if figures is None else figures
    if whole.n_records < max(k, FEWEST_RECORDS):  # fewer than k records are refused for that
        return
    _refuse_rare_categories(table, roles, k, whole)
    for name in roles.insensitive:
        if not roles.of(name).named and not can_name_a_record(table, name, whole):
            continue
        n_rare = whole.n_shared_by_few(name, k)
        if n_rare >= NEARLY_ALL * whole.n_records:
            said = "is called insensitive" if roles.of(name).named else "has no role and would be published as it is"
            raise RolesError(
                f"{table.called(name)} of {table.origin.name} {said}, but {whole.about}{n_rare:,} of "
                f"{whole.n_records:,} records have a value in it that fewer than k = {k} records have, as in numbers "
                "of households: anybody who knows the value has found the record or its household.",
                column=table.nameable(name),
                count=n_rare,
                hint=(
                    "Put it in ",
                    Setting("identifiers"),
                    " (it is dropped), make it a quasi-identifier, or round or group its values. If no outsider can "
                    "know it, put it in ",
                    Setting("confidential"),
                    ".",
                ),
            )


def _refuse_rare_categories(table: Table, roles: Roles, k: int, whole: ValueFigures) -> None:
    """Refuse a nominal quasi-identifier in which nearly every category is rare, as in a column of names.

    A class shows the most frequent category of its records. Where all are rare, that is the value of one of them.
    """
    for name in roles.quasi_identifiers:
        column = roles.of(name)
        has_order = column.order is not None or table.category_order(name) is not None
        if table.kind(name) != ColumnKind.TEXT or has_order or column.type not in (None, ColumnType.NOMINAL):
            continue
        n_rare = whole.n_shared_by_few(name, k)
        if n_rare >= NEARLY_ALL * whole.n_records:
            raise RolesError(
                f"{table.called(name)} of {table.origin.name} is a quasi-identifier with categories, but "
                f"{whole.about}{n_rare:,} of {whole.n_records:,} records have a category that fewer than k = {k} "
                "records have. A class would show the category of one person for all, which identifies a person.",
                column=table.nameable(name),
                count=n_rare,
                hint=(
                    "Put the column in ",
                    Setting("identifiers"),
                    " (it is dropped), group its categories, or give it a taxonomy.",
                ),
            )


def repeated_quasi_identifiers(table: Table, roles: Roles) -> list[str]:
    """A warning if quasi-identifiers repeat each other: that adds loss and no protection."""
    pairs = repetitions(table, roles.quasi_identifiers)
    if not pairs:
        return []
    told = ", ".join(f"'{one}' determines '{other}'" for one, other in pairs[:PAIRS_SHOWN])
    more = f" and {len(pairs) - PAIRS_SHOWN} more" if len(pairs) > PAIRS_SHOWN else ""
    return [
        f"Quasi-identifiers repeat each other: {told}{more}. The same fact is then hidden twice, and the loss grows. "
        "Keep one column of each pair, and make the other identifying (it is dropped)."
    ]


def disclosures(table: Table, roles: Roles, figures: PartFigures | None = None) -> list[str]:
    """Warnings with names and counts: columns that tell a quasi-identifier, records that are unique as published.

    figures: of the whole table, if this one is a part of it.
    """
    whole: ValueFigures = FiguresOfTable(table) if figures is None else figures
    weight = () if roles.weight is None else (roles.weight,)
    said = [
        f"'{column}' is published as it is and determines the quasi-identifier '{told}'."
        for column, told in determined(
            table, (*roles.confidential, *roles.insensitive, *weight), roles.quasi_identifiers, figures
        )
    ]
    for name in weight:
        said.append(
            f"The record weights in '{name}' are published unchanged; {whole.about}{whole.n_unique(weight):,} "
            f"of {whole.n_records:,} records have a weight that nobody else has."
        )
    plain = (*roles.insensitive, *weight)
    n_unique = whole.n_unique(plain) if plain else 0
    if n_unique and len(plain) > len(weight):
        said.append(
            f"{_capital(whole.about)}{n_unique:,} of {whole.n_records:,} records are unique on the columns that are "
            f"neither quasi-identifiers nor confidential and are published as they are ({listed(plain)}): anybody "
            "who knows these of a person knows the record."
        )
    return said


def _capital(about: str) -> str:
    """At the beginning of a sentence."""
    return about[:1].upper() + about[1:]
