"""Roles: what each column is to an attacker, and how a quasi-identifier becomes a point.

`roles/roles_arguments.py` takes them from a call, `roles/roles_file.py` from a file; both end in `complete_roles`,
which checks them against the table and gives every column that nobody named a role of its own.
"""

from __future__ import annotations

import math
import numbers
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from functools import cached_property
from pathlib import Path

from shoal.errors import RolesError, Setting, in_a_row
from shoal.table.frames.columns import ColumnKind
from shoal.table.frames.table import Table
from shoal.table.roles.identifying import looks_identifying
from shoal.table.roles.value_figures import ValueFigures
from shoal.table.wording import listed, said_together

MOST_DECIMALS = 15  # a double has no more
UNROUNDED = "none"  # a rounding: release the mean with all its digits
Decimals = int | str  # a number of them, or UNROUNDED


class Role(StrEnum):
    """What a column is to an attacker; `sensitive` is accepted as another word for confidential."""

    IDENTIFYING = "identifying"
    QUASI_IDENTIFYING = "quasi_identifying"
    CONFIDENTIAL = "confidential"
    INSENSITIVE = "insensitive"
    WEIGHT = "weight"
    MASS = "mass"
    HOUSEHOLD = "household"
    STRATUM = "stratum"

    @classmethod
    def _missing_(cls, value: object) -> Role | None:
        return cls.CONFIDENTIAL if value == "sensitive" else None


class ColumnType(StrEnum):
    """How a quasi-identifier becomes coordinates."""

    NUMERIC = "numeric"
    INTEGER = "integer"
    DATE = "date"
    BOOLEAN = "boolean"
    ORDINAL = "ordinal"
    NOMINAL = "nominal"
    TAXONOMY = "taxonomy"
    LATITUDE = "latitude"
    LONGITUDE = "longitude"


CATEGORY_TYPES = (ColumnType.NOMINAL, ColumnType.ORDINAL, ColumnType.TAXONOMY)
ROUNDED_TYPES = (None, ColumnType.NUMERIC, ColumnType.INTEGER, ColumnType.LATITUDE, ColumnType.LONGITUDE)


class MissingPolicy(StrEnum):
    """What happens to records whose quasi-identifier is missing."""

    REFUSE = "refuse"
    DROP = "drop"
    OWN_CELL = "own-cell"


class HouseholdMembers(StrEnum):
    """Whether the members of a household share a cell."""

    TOGETHER = "together"
    COUNTED = "counted"  # they may be in different cells, and each cell counts households


@dataclass(frozen=True)
class ColumnRole:
    """One column's role.

    What stands between `role` and `named` concerns quasi-identifiers. Type, order and taxonomy also say how the values
    of a confidential column are compared.
    """

    name: str
    role: Role
    type: ColumnType | None = None  # None: from the data
    order: tuple[str, ...] | None = None  # lowest first, for ordinal columns
    taxonomy: Path | None = None  # a CSV of value and parent
    weight: float = 1.0  # how much the attribute counts in the distance
    rounding: Decimals | None = None  # decimals of released numbers; None: those of the column; UNROUNDED: all
    missing: MissingPolicy = MissingPolicy.REFUSE
    named: bool = True  # False: nobody named the column, so it is published as it is
    unjudged: bool = False  # True: proposed, and nobody has judged it yet
    diversity: tuple[int | float | str, ...] = ()  # what the roles file promises of a confidential column, as written
    closeness: tuple[int | float | str, ...] = ()
    members: HouseholdMembers | None = None  # of the column of households; None: together

    @property
    def is_unordered(self) -> bool:
        """Whether its type says that the values have no order, whatever they look like."""
        return self.type in (ColumnType.NOMINAL, ColumnType.TAXONOMY)

    def __post_init__(self) -> None:
        """Plain numbers and texts, whatever library they come from: roles are written down in the manifest."""
        weight: object = self.weight
        rounding: object = self.rounding
        if isinstance(weight, (numbers.Real, Decimal)):
            object.__setattr__(self, "weight", float(weight))
        if not isinstance(rounding, bool) and isinstance(rounding, numbers.Integral):
            object.__setattr__(self, "rounding", int(rounding))
        if self.order is not None:
            object.__setattr__(self, "order", tuple(str(value) for value in self.order))


@dataclass(frozen=True)
class Roles:
    """The role of every column, in table order; `quasi_identifiers` in the order they were given."""

    columns: tuple[ColumnRole, ...]
    quasi_identifiers: tuple[str, ...]
    file: str | None = None  # the name of the file they come from, for messages that say where to change them

    @property
    def identifiers(self) -> tuple[str, ...]:
        """Columns that are dropped."""
        return self.with_role(Role.IDENTIFYING)

    @property
    def confidential(self) -> tuple[str, ...]:
        """Columns that are published unchanged, and whose values must not be linked to a person."""
        return self.with_role(Role.CONFIDENTIAL)

    @property
    def insensitive(self) -> tuple[str, ...]:
        """Columns that are published unchanged."""
        return self.with_role(Role.INSENSITIVE)

    @property
    def unnamed(self) -> tuple[str, ...]:
        """Columns that are published unchanged although nobody named them."""
        return tuple(column.name for column in self.columns if not column.named)

    @property
    def unjudged(self) -> tuple[str, ...]:
        """Columns whose role was proposed without a strong reason and that nobody has judged."""
        return tuple(column.name for column in self.columns if column.unjudged)

    @property
    def weight(self) -> str | None:
        """The column of record weights."""
        return next(iter(self.with_role(Role.WEIGHT)), None)

    @property
    def mass(self) -> str | None:
        """The column with the persons that each record stands for; it is dropped, and k counts them."""
        return next(iter(self.with_role(Role.MASS)), None)

    @property
    def household(self) -> str | None:
        """The column that says which records are of one household; it is dropped, and k counts households."""
        return next(iter(self.with_role(Role.HOUSEHOLD)), None)

    @property
    def household_members(self) -> HouseholdMembers:
        """Whether the members of a household share a cell."""
        asked = None if self.household is None else self.of(self.household).members
        return HouseholdMembers.TOGETHER if asked is None else asked

    @property
    def dropped(self) -> tuple[str, ...]:
        """Columns that no release has."""
        return (*self.identifiers, *self.with_role(Role.MASS), *self.with_role(Role.HOUSEHOLD))

    @property
    def stratum(self) -> tuple[str, ...]:
        """The columns that define strata: a cell holds records of one stratum only."""
        return self.with_role(Role.STRATUM)

    @property
    def positions(self) -> tuple[tuple[str, str], ...]:
        """Pairs of a latitude and a longitude column: the first of each, the second of each, …"""
        latitudes = self._with_type(ColumnType.LATITUDE)
        return tuple(zip(latitudes, self._with_type(ColumnType.LONGITUDE), strict=True))

    def with_role(self, role: Role) -> tuple[str, ...]:
        """The names of the columns in this role."""
        return tuple(column.name for column in self.columns if column.role == role)

    def of(self, name: str) -> ColumnRole:
        """The role of one column."""
        if name not in self._by_name:
            raise RolesError(
                f"Column '{name}' has no role: it is not in the table that these roles are for.", column=name
            )
        return self._by_name[name]

    @cached_property
    def _by_name(self) -> dict[str, ColumnRole]:
        return {column.name: column for column in self.columns}

    def _with_type(self, wanted: ColumnType) -> tuple[str, ...]:
        return tuple(name for name in self.quasi_identifiers if self.of(name).type == wanted)


Names = str | Iterable[str] | None


def complete_roles(table: Table, given: Sequence[ColumnRole]) -> Roles:
    """Check the given roles against the table and add the columns that nobody named."""
    _check_columns(table, given)
    qi = tuple(column.name for column in given if column.role == Role.QUASI_IDENTIFYING)
    if not qi:
        raise RolesError(
            "No quasi-identifiers were given (",
            Setting("quasi_identifiers"),
            "), so there is nothing to anonymise.",
            hint="Name the columns that an outsider may know about a person (age, place, occupation, …).",
        )
    _check_counts(given)
    by_name = {column.name: column for column in given}
    if len(by_name) < len(given):
        names = [column.name for column in given]
        raise RolesError(
            f"{listed(_repeated(names))} is given more than one role.",
            column=_repeated(names),
            hint="Give each column one role.",
        )
    columns = tuple(by_name.get(name) or _unnamed(table, name) for name in table.columns)
    return Roles(columns, qi)


def _check_columns(table: Table, given: Sequence[ColumnRole]) -> None:
    """Check each column by itself, and say of all at once what is wrong."""
    everything = [column.name for column in given]
    problems: list[RolesError] = []
    for column in given:
        try:
            require_column(table, column.name, everything)
            _check_details(table, column)
        except RolesError as error:
            problems.append(error)
    if len(problems) == 1:
        raise problems[0]
    if problems:
        wrong = said_together(in_a_row((error.problem, error.hint), " ") for error in problems)
        raise RolesError(*wrong, column=[name for error in problems for name in error.columns], count=len(problems))


def _repeated(names: Sequence[str]) -> list[str]:
    return sorted(name for name, count in Counter(names).items() if count > 1)


def require_column(table: Table, name: str, named: Iterable[str] = (), parameter: str | None = None) -> None:
    """Refuse a name that is no column; `parameter`: where it was given."""
    if not isinstance(name, str):
        raise RolesError(
            f"A column is named by its text, found {type(name).__name__}.",
            parameter=parameter,
            hint="Give column names as texts.",
        )
    if name not in table.columns:
        raise table.unknown_column(name, named, parameter=parameter, kind=RolesError)


def _check_details(table: Table, column: ColumnRole) -> None:
    _check_order(table, column)
    _check_taxonomy(column)
    if isinstance(column.weight, bool) or not (math.isfinite(column.weight) and column.weight > 0):
        raise RolesError(
            f"The weight of column '{column.name}' (",
            Setting("attribute_weights"),
            ") must be a positive number.",
            column=column.name,
            hint="Leave it out for 1.",
        )
    _check_rounding(column)


def _check_order(table: Table, column: ColumnRole) -> None:
    if column.order is not None and column.type != ColumnType.ORDINAL:
        raise RolesError(
            f"Column '{column.name}' has an order (",
            Setting("orders"),
            f"), but its type is {column.type}.",
            column=column.name,
            hint="Make it ordinal, or leave the type or the order out.",
        )
    if column.order is not None and (len(column.order) < 2 or len(set(column.order)) < len(column.order)):
        raise RolesError(
            f"The order of column '{column.name}' (",
            Setting("orders"),
            ") needs at least two values, each named once.",
            column=column.name,
        )
    if column.type == ColumnType.ORDINAL and column.order is None and _has_no_order(table, column.name):
        raise RolesError(
            f"Column '{column.name}' is ordinal, but its order is not known (",
            Setting("orders"),
            ").",
            column=column.name,
            hint="List its values, lowest first.",
        )


def _has_no_order(table: Table, name: str) -> bool:
    return table.kind(name) == ColumnKind.TEXT and table.category_order(name) is None


def _check_taxonomy(column: ColumnRole) -> None:
    if column.taxonomy is not None and column.type != ColumnType.TAXONOMY:
        raise RolesError(
            f"Column '{column.name}' has a taxonomy (",
            Setting("taxonomies"),
            "), but its type (",
            Setting("types"),
            f") is {column.type}.",
            column=column.name,
            hint="Give it the type taxonomy.",
        )
    if column.type == ColumnType.TAXONOMY and column.taxonomy is None:
        raise RolesError(
            f"Column '{column.name}' has the type taxonomy, but no file (",
            Setting("taxonomies"),
            ").",
            column=column.name,
            hint="Name its CSV of values and parents.",
        )


def _check_rounding(column: ColumnRole) -> None:
    if column.rounding is None:
        return
    decimals = column.rounding if type(column.rounding) is int else None
    if column.rounding != UNROUNDED and (decimals is None or abs(decimals) > MOST_DECIMALS):
        raise RolesError(
            "The ",
            Setting("rounding"),
            f" of column '{column.name}' must be a whole number of decimals between −{MOST_DECIMALS} and "
            f"{MOST_DECIMALS} (negative for tens, hundreds, …), or '{UNROUNDED}' for the mean with all its digits.",
            column=column.name,
            hint="Without a rounding, released numbers have as many decimals as the column had.",
        )
    if column.type not in ROUNDED_TYPES:
        raise RolesError(
            f"Column '{column.name}' has the type {column.type}, which is never rounded.",
            parameter="rounding",
            column=column.name,
            hint=("Drop the rounding (", Setting("rounding"), ")."),
        )
    if column.type == ColumnType.INTEGER and (decimals is None or decimals > 0):
        raise RolesError(
            f"Column '{column.name}' is an integer: its ",
            Setting("rounding"),
            " must be 0 or negative.",
            column=column.name,
        )


def _check_counts(given: Sequence[ColumnRole]) -> None:
    counted = {column.role: column.name for column in given if column.role in (Role.MASS, Role.HOUSEHOLD)}
    if len(counted) > 1:
        raise RolesError(
            "k counts either the persons of a column of masses (",
            Setting("mass"),
            ") or households (",
            Setting("household"),
            "), not both.",
            column=list(counted.values()),
            hint="Name masses if each record is a household, and households if each record is a member of one.",
        )
    for role in (Role.WEIGHT, Role.MASS, Role.HOUSEHOLD):
        several = [column.name for column in given if column.role == role]
        if len(several) > 1:
            raise RolesError(
                f"Columns {listed(several)} are all named as the ",
                Setting(role.value),
                f". A record has one {role.value}.",
                column=several,
            )
    latitudes = [column.name for column in given if column.type == ColumnType.LATITUDE]
    longitudes = [column.name for column in given if column.type == ColumnType.LONGITUDE]
    if len(latitudes) != len(longitudes):
        lonely, partner = ("longitude", "latitude") if len(longitudes) > len(latitudes) else ("latitude", "longitude")
        raise RolesError(
            f"There are {len(latitudes)} latitude and {len(longitudes)} longitude columns. A {lonely} needs its "
            f"{partner}.",
            column=(*latitudes, *longitudes),
            hint="Give both, or make it numeric.",
        )


def refuse_identifying(table: Table, roles: Roles, figures: ValueFigures) -> None:
    """Refuse a column without a role that identifies a person, now that the whole table is known."""
    for name in roles.unnamed:
        _unnamed(table, name, figures)


def _unnamed(table: Table, name: str, figures: ValueFigures | None = None) -> ColumnRole:
    reason = looks_identifying(table, name, figures)
    if reason is not None:
        raise RolesError(
            f"{table.called(name)} of {table.origin.name} has no role and would be published as it is, but {reason}.",
            column=table.nameable(name),
            hint=(
                "Put it in ",
                Setting("identifiers"),
                " (it is dropped), or in ",
                Setting("confidential"),
                " or ",
                Setting("insensitive"),
                " if it may really be published.",
            ),
        )
    return replace(ColumnRole(name, Role.INSENSITIVE), named=False)
