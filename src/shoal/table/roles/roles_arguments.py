"""Roles from the arguments of a call, checked against the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from shoal.errors import RolesError, Setting
from shoal.table.foreign_errors import attempt
from shoal.table.frames.table import Table
from shoal.table.roles.roles import (
    CATEGORY_TYPES,
    ColumnRole,
    ColumnType,
    Decimals,
    HouseholdMembers,
    MissingPolicy,
    Names,
    Role,
    Roles,
    complete_roles,
    require_column,
)
from shoal.table.wording import did_you_mean

Choice = TypeVar("Choice", Role, ColumnType, MissingPolicy, HouseholdMembers)


def roles_from_arguments(
    table: Table,
    *,
    quasi_identifiers: Names,
    identifiers: Names = (),
    confidential: Names = (),
    insensitive: Names = (),
    weight: str | None = None,
    mass: str | None = None,
    household: str | None = None,
    household_members: str | None = None,
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
        ("mass", Role.MASS, names_of(mass)),
        ("household", Role.HOUSEHOLD, names_of(household)),
        ("by", Role.STRATUM, names_of(by)),
    )
    _refuse_repetition(table, named)
    qi, secrets = named[0][2], named[2][2]
    details = _details(table, qi, secrets, types, orders, taxonomies, attribute_weights, rounding, missing)
    details.update(_of_households(names_of(household), household_members))
    given = [ColumnRole(name, role, **details.get(name, {})) for _, role, names in named for name in names]
    return complete_roles(table, given)


def names_of(names: Names) -> tuple[str, ...]:
    """One name, several or none as a tuple."""
    if names is None:
        return ()
    return (names,) if isinstance(names, str) else tuple(names)


def _of_households(named: tuple[str, ...], members: str | None) -> dict[str, dict[str, Any]]:
    """What was said about the members of households."""
    if members is None:
        return {}
    if not named:
        raise RolesError(
            Setting("household_members"),
            " is about households, and no column was named for them (",
            Setting("household"),
            ").",
            hint="Name the column, or leave this out.",
        )
    choice = parse_choice(HouseholdMembers, members, "way to treat members", named[0], "household_members")
    return {name: {"members": choice} for name in named}


def _refuse_repetition(table: Table, named: Sequence[tuple[str, Role, tuple[str, ...]]]) -> None:
    first_use: dict[str, str] = {}
    everything = [name for _, _, names in named for name in names]
    for argument, _, names in named:
        for name in names:
            require_column(table, name, everything, argument)
            if first_use.get(name) == argument:
                raise RolesError(
                    f"Column '{name}' is named twice in ", Setting(argument), ".", column=name, hint="Name it once."
                )
            if name in first_use:
                raise RolesError(
                    f"Column '{name}' is named both in ",
                    Setting(first_use[name]),
                    " and in ",
                    Setting(argument),
                    ". A column has one role: remove it from one of them.",
                    column=name,
                )
            first_use[name] = argument


def _details(
    table: Table,
    qi: tuple[str, ...],
    secrets: tuple[str, ...],
    types: Mapping[str, str] | None,
    orders: Mapping[str, Sequence[str]] | None,
    taxonomies: Mapping[str, str | Path] | None,
    attribute_weights: Mapping[str, float] | None,
    rounding: Mapping[str, Decimals] | None,
    missing: str | Mapping[str, str],
) -> dict[str, dict[str, Any]]:
    """What was said about each quasi-identifier, and how values of confidential columns are compared.

    A detail of another column would be ignored: refuse it.
    """
    policies = missing if isinstance(missing, Mapping) else dict.fromkeys(qi, missing)
    given: dict[tuple[str, str], Mapping[str, Any]] = {
        ("type", "types"): types or {},
        ("order", "orders"): orders or {},
        ("taxonomy", "taxonomies"): taxonomies or {},
        ("weight", "attribute_weights"): attribute_weights or {},
        ("rounding", "rounding"): rounding or {},
        ("missing", "missing"): policies,
    }
    details: dict[str, dict[str, Any]] = {name: {} for name in (*qi, *secrets)}
    for (what, parameter), by_column in given.items():
        for name, value in by_column.items():
            require_column(table, name, qi, parameter)
            if name not in qi and not _compares(what, value, name in secrets):
                raise RolesError(
                    f"A {what} (",
                    Setting(parameter),
                    f") is given for column '{name}', which is no quasi-identifier, so it would have no effect.",
                    column=name,
                    hint=("Add the column to ", Setting("quasi_identifiers"), f", or leave its {what} out."),
                )
            details[name][what] = _parsed(what, value, name)
    for detail in details.values():  # an order or a taxonomy says the type
        implied = ColumnType.ORDINAL if "order" in detail else ColumnType.TAXONOMY if "taxonomy" in detail else None
        if implied is not None:
            detail.setdefault("type", implied)
    return details


def _compares(what: str, value: Any, is_secret: bool) -> bool:
    """Whether a detail says how the values of a confidential column are compared."""
    return is_secret and (what in ("order", "taxonomy") or (what == "type" and str(value) in CATEGORY_TYPES))


def _parsed(what: str, value: Any, column: str) -> Any:
    if what == "type":
        return parse_choice(ColumnType, value, "type", column, "types")
    if what == "missing":
        return parse_choice(MissingPolicy, value, "policy for missing values", column, "missing")
    if what == "order":
        return tuple(value)
    return Path(value) if what == "taxonomy" else value


def parse_choice(choices: type[Choice], word: object, what: str, column: str, parameter: str) -> Choice:
    """A word as a member of one of the enumerations above, or a RolesError that names the choices."""
    known = [str(choice) for choice in choices]
    return attempt(
        lambda: choices(str(word)),
        lambda _: RolesError(
            f"'{word}' is no {what} for column '{column}' (",
            Setting(parameter),
            f").{did_you_mean(str(word), known)} The choices are {listed_all(known)}.",
            column=column,
        ),
    )


def listed_all(names: Iterable[str]) -> str:
    """Every name, in quotes."""
    return ", ".join(f"'{name}'" for name in names)
