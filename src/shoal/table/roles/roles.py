"""Roles: what each column is to an attacker, and how a quasi-identifier becomes a point.

`roles_from_arguments` takes them from a call, `roles/roles_file.py` from a file; both end in `complete_roles`,
which checks them against the table and gives every column that nobody named a role of its own.
"""

from __future__ import annotations

import math
import numbers
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from shoal.errors import RolesError
from shoal.table.foreign_errors import attempt
from shoal.table.frames.columns import ColumnKind
from shoal.table.frames.table import Table
from shoal.table.roles.identifying import looks_identifying
from shoal.table.wording import did_you_mean, listed, said_together

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


ROUNDED_TYPES = (None, ColumnType.NUMERIC, ColumnType.INTEGER, ColumnType.LATITUDE, ColumnType.LONGITUDE)


class MissingPolicy(StrEnum):
    """What happens to records whose quasi-identifier is missing."""

    REFUSE = "refuse"
    DROP = "drop"
    OWN_CELL = "own-cell"


@dataclass(frozen=True)
class ColumnRole:
    """One column's role. What stands between `role` and `named` concerns quasi-identifiers only."""

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
            raise RolesError(f"Column '{name}' has no role: it is not in the table that these roles are for.")
        return self._by_name[name]

    @cached_property
    def _by_name(self) -> dict[str, ColumnRole]:
        return {column.name: column for column in self.columns}

    def _with_type(self, wanted: ColumnType) -> tuple[str, ...]:
        return tuple(name for name in self.quasi_identifiers if self.of(name).type == wanted)


Names = str | Iterable[str] | None


def roles_from_arguments(
    table: Table,
    *,
    quasi_identifiers: Names,
    identifiers: Names = (),
    confidential: Names = (),
    insensitive: Names = (),
    weight: str | None = None,
    by: Names = (),
    types: Mapping[str, str] | None = None,
    orders: Mapping[str, Sequence[str]] | None = None,
    taxonomies: Mapping[str, str | Path] | None = None,
    attribute_weights: Mapping[str, float] | None = None,
    rounding: Mapping[str, Decimals] | None = None,
    missing: str | Mapping[str, str] = MissingPolicy.REFUSE,
) -> Roles:
    """Roles from the arguments of a call. The details (types, orders, …) are given by column name."""
    named = (
        ("quasi_identifiers", Role.QUASI_IDENTIFYING, names_of(quasi_identifiers)),
        ("identifiers", Role.IDENTIFYING, names_of(identifiers)),
        ("confidential", Role.CONFIDENTIAL, names_of(confidential)),
        ("insensitive", Role.INSENSITIVE, names_of(insensitive)),
        ("weight", Role.WEIGHT, names_of(weight)),
        ("by", Role.STRATUM, names_of(by)),
    )
    _refuse_repetition(table, named)
    qi = named[0][2]
    details = _details(table, qi, types, orders, taxonomies, attribute_weights, rounding, missing)
    given = [ColumnRole(name, role, **details.get(name, {})) for _, role, names in named for name in names]
    return complete_roles(table, given)


def complete_roles(table: Table, given: Sequence[ColumnRole]) -> Roles:
    """Check the given roles against the table and add the columns that nobody named."""
    _check_columns(table, given)
    qi = tuple(column.name for column in given if column.role == Role.QUASI_IDENTIFYING)
    if not qi:
        raise RolesError(
            "No quasi-identifiers were given, so there is nothing to anonymise. Name the columns that an "
            "outsider may know about a person (age, place, occupation, …)."
        )
    _check_counts(given)
    by_name = {column.name: column for column in given}
    if len(by_name) < len(given):
        names = [column.name for column in given]
        raise RolesError(f"{listed(_repeated(names))} is given more than one role. Give each column one role.")
    columns = tuple(by_name.get(name) or _unnamed(table, name) for name in table.columns)
    return Roles(columns, qi)


def _check_columns(table: Table, given: Sequence[ColumnRole]) -> None:
    """Check each column by itself, and say of all at once what is wrong."""
    everything = [column.name for column in given]
    problems: list[str] = []
    for column in given:
        try:
            _require_column(table, column.name, everything)
            _check_details(table, column)
        except RolesError as error:
            problems.append(str(error))
    if problems:
        raise RolesError(said_together(problems))


def parse_choice(choices: type[Choice], word: object, what: str, column: str) -> Choice:
    """A word as a member of one of the enumerations above, or a RolesError that names the choices."""
    known = [str(choice) for choice in choices]
    return attempt(
        lambda: choices(str(word)),
        lambda _: RolesError(
            f"'{word}' is no {what} for column '{column}'.{did_you_mean(str(word), known)} The choices are "
            f"{listed_all(known)}."
        ),
    )


Choice = TypeVar("Choice", Role, ColumnType, MissingPolicy)


def listed_all(names: Iterable[str]) -> str:
    """Every name, in quotes."""
    return ", ".join(f"'{name}'" for name in names)


def names_of(names: Names) -> tuple[str, ...]:
    """One name, several or none as a tuple."""
    if names is None:
        return ()
    return (names,) if isinstance(names, str) else tuple(names)


def _repeated(names: Sequence[str]) -> list[str]:
    return sorted(name for name, count in Counter(names).items() if count > 1)


def _refuse_repetition(table: Table, named: Sequence[tuple[str, Role, tuple[str, ...]]]) -> None:
    first_use: dict[str, str] = {}
    everything = [name for _, _, names in named for name in names]
    for argument, _, names in named:
        for name in names:
            _require_column(table, name, everything)
            if first_use.get(name) == argument:
                raise RolesError(f"Column '{name}' is named twice in {argument}. Name it once.")
            if name in first_use:
                raise RolesError(
                    f"Column '{name}' is named both in {first_use[name]} and in {argument}. A column has one "
                    f"role: remove it from one of them."
                )
            first_use[name] = argument


def _require_column(table: Table, name: str, named: Iterable[str] = ()) -> None:
    if not isinstance(name, str):
        raise RolesError(f"A column is named by its text, found {type(name).__name__}. Give column names as texts.")
    if name not in table.columns:
        raise RolesError(table.unknown_column(name, named))


def _details(
    table: Table,
    qi: tuple[str, ...],
    types: Mapping[str, str] | None,
    orders: Mapping[str, Sequence[str]] | None,
    taxonomies: Mapping[str, str | Path] | None,
    attribute_weights: Mapping[str, float] | None,
    rounding: Mapping[str, Decimals] | None,
    missing: str | Mapping[str, str],
) -> dict[str, dict[str, Any]]:
    """What was said about each quasi-identifier. A detail of another column would be ignored: refuse it."""
    policies = missing if isinstance(missing, Mapping) else dict.fromkeys(qi, missing)
    given: dict[str, Mapping[str, Any]] = {
        "type": types or {},
        "order": orders or {},
        "taxonomy": taxonomies or {},
        "weight": attribute_weights or {},
        "rounding": rounding or {},
        "missing": policies,
    }
    details: dict[str, dict[str, Any]] = {name: {} for name in qi}
    for what, by_column in given.items():
        for name, value in by_column.items():
            _require_column(table, name, qi)
            if name not in details:
                raise RolesError(
                    f"A {what} is given for column '{name}', which is no quasi-identifier, so it would have "
                    f"no effect. Add the column to quasi_identifiers, or leave its {what} out."
                )
            details[name][what] = _parsed(what, value, name)
    for detail in details.values():  # an order or a taxonomy says the type
        implied = ColumnType.ORDINAL if "order" in detail else ColumnType.TAXONOMY if "taxonomy" in detail else None
        if implied is not None:
            detail.setdefault("type", implied)
    return details


def _parsed(what: str, value: Any, column: str) -> Any:
    if what == "type":
        return parse_choice(ColumnType, value, "type", column)
    if what == "missing":
        return parse_choice(MissingPolicy, value, "policy for missing values", column)
    if what == "order":
        return tuple(value)
    return Path(value) if what == "taxonomy" else value


def _check_details(table: Table, column: ColumnRole) -> None:
    where = f"Column '{column.name}'"
    if (column.order is not None) and column.type != ColumnType.ORDINAL:
        raise RolesError(
            f"{where} has an order, but its type is {column.type}. Make it ordinal, or leave the type or the order out."
        )
    if column.order is not None and (len(column.order) < 2 or len(set(column.order)) < len(column.order)):
        raise RolesError(f"The order of column '{column.name}' needs at least two values, each named once.")
    if column.taxonomy is not None and column.type != ColumnType.TAXONOMY:
        raise RolesError(f"{where} has a taxonomy, but its type is {column.type}. Give it the type taxonomy.")
    if column.type == ColumnType.TAXONOMY and column.taxonomy is None:
        raise RolesError(f"{where} has the type taxonomy, but no file. Name its CSV of values and parents.")
    if column.type == ColumnType.ORDINAL and column.order is None and _has_no_order(table, column.name):
        raise RolesError(f"{where} is ordinal, but its order is not known. List its values, lowest first.")
    if isinstance(column.weight, bool) or not (math.isfinite(column.weight) and column.weight > 0):
        raise RolesError(f"The weight of column '{column.name}' must be a positive number. Leave it out for 1.")
    _check_rounding(column)


def _has_no_order(table: Table, name: str) -> bool:
    return table.kind(name) == ColumnKind.TEXT and table.category_order(name) is None


def _check_rounding(column: ColumnRole) -> None:
    if column.rounding is None:
        return
    decimals = column.rounding if type(column.rounding) is int else None
    if column.rounding != UNROUNDED and (decimals is None or abs(decimals) > MOST_DECIMALS):
        raise RolesError(
            f"The rounding of column '{column.name}' must be a whole number of decimals between "
            f"−{MOST_DECIMALS} and {MOST_DECIMALS} (negative for tens, hundreds, …), or '{UNROUNDED}' for the mean "
            "with all its digits. Without a rounding, released numbers have as many decimals as the column had."
        )
    if column.type not in ROUNDED_TYPES:
        raise RolesError(
            f"Column '{column.name}' has the type {column.type}, which is never rounded. Drop the rounding."
        )
    if column.type == ColumnType.INTEGER and (decimals is None or decimals > 0):
        raise RolesError(f"Column '{column.name}' is an integer: its rounding must be 0 or negative.")


def _check_counts(given: Sequence[ColumnRole]) -> None:
    weights = [column.name for column in given if column.role == Role.WEIGHT]
    if len(weights) > 1:
        raise RolesError(f"Columns {listed(weights)} are all named as the weight. A record has one weight.")
    latitudes = [column.name for column in given if column.type == ColumnType.LATITUDE]
    longitudes = [column.name for column in given if column.type == ColumnType.LONGITUDE]
    if len(latitudes) != len(longitudes):
        lonely, partner = ("longitude", "latitude") if len(longitudes) > len(latitudes) else ("latitude", "longitude")
        raise RolesError(
            f"There are {len(latitudes)} latitude and {len(longitudes)} longitude columns. A {lonely} needs "
            f"its {partner}: give both, or make it numeric."
        )


def _unnamed(table: Table, name: str) -> ColumnRole:
    reason = looks_identifying(table, name)
    if reason is not None:
        raise RolesError(
            f"{table.called(name)} of {table.origin.name} has no role and would be published as it is, but "
            f"{reason}. Put it in identifiers (it is dropped), or in confidential or insensitive if it may "
            f"really be published."
        )
    return replace(ColumnRole(name, Role.INSENSITIVE), named=False)
