"""Entrance checks: what a column must hold before anything is computed from it. Every refusal is in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np

from shoal.arrays import BoolArray, FloatArray, IntArray
from shoal.errors import MissingValuesError, Setting, TableError
from shoal.guarantee.persons import check_masses, wrong_masses
from shoal.table.frames.columns import ColumnKind
from shoal.table.frames.table import Table
from shoal.table.roles.roles import MissingPolicy, Roles
from shoal.table.roles.roles_file import worded_for_file
from shoal.table.wording import NAMES_SHOWN, found

STRAY_SHARE = 0.2  # up to this share of values that are no numbers looks like slips; more, like codes

# Thousands apart by one and the same mark (a point, a comma, an apostrophe or a space, be it narrow or unbreakable),
# and an optional decimal part after another mark. Small numbers in the same column have no thousands to set apart.
GROUPED = re.compile(r"^[+-]?[1-9][0-9]{0,2}(?:([.,'’ \u00a0\u202f])[0-9]{3})(?:\1[0-9]{3})*(?:(?!\1)[.,][0-9]+)?$")
DECIMAL_COMMA = re.compile(r"^[+-]?[0-9]+,[0-9]+$")
# A number with a sign or a unit: 89 %, $5, 72 kg. The unit is whatever is left without the digits.
MEASURED = re.compile(r"^([^\d\s+.,-]{0,5})\s?[+-]?[0-9]+(?:[.,][0-9]+)?\s?([^\d\s+.,-]{0,5})$")
SIGNS = re.compile(r"^[%‰$£€¥]|[%‰$£€¥]$")  # whatever else is before a number may make it a code: C50
MEASURED_WORDS = "Numbers, some or all of them with a sign or a unit (%, $, kg), which are read as texts"
UNGROUPED = re.compile(r"^[+-]?[0-9]+(?:\.[0-9]+)?$")


def missing_in(table: Table, columns: Sequence[str]) -> BoolArray:
    """Which records miss at least one of these columns."""
    void = np.zeros(table.n_records, dtype=np.bool_)
    for name in columns:
        void |= table.missing(name)
    return void


def missing_by_policy(table: Table, roles: Roles) -> tuple[BoolArray, BoolArray]:
    """Which records are dropped and which go into cells of their own, after refusing the columns that refuse.

    A record that misses a column to be dropped for is dropped, whatever its other columns say.
    """
    with worded_for_file(roles.file):
        refuse_missing(table, _with_policy(roles, MissingPolicy.REFUSE), roles.file)
    dropped = missing_in(table, _with_policy(roles, MissingPolicy.DROP))
    own_cell = missing_in(table, _with_policy(roles, MissingPolicy.OWN_CELL)) & ~dropped
    return dropped, own_cell


def refuse_missing(table: Table, columns: Sequence[str], roles_file: str | None = None) -> None:
    """Raise when any of these columns has a missing value, and say what to do in the place where roles are given."""
    gaps = {name: void for name in columns if (void := table.missing(name)).any()}
    if not gaps:
        return
    where = f" in {roles_file}, above the first column (or below the role of one column)" if roles_file else ""
    raise MissingValuesError(
        _gaps_in_words(table, gaps),
        parameter="missing",
        column=gaps,
        count=np.count_nonzero(np.any(list(gaps.values()), axis=0)),
        hint=(
            f"Fill the gaps, or say what to do{where}: ",
            Setting("missing", "drop"),
            " leaves such records out, ",
            Setting("missing", "own-cell"),
            " puts them in cells of their own.",
        ),
    )


def _gaps_in_words(table: Table, gaps: Mapping[str, BoolArray]) -> str:
    """Every column with its count and first row; of very many columns the first."""
    counted = [
        f"'{name}'{f' of {table.origin.name}' if len(gaps) == 1 else ''} is missing in "
        f"{found(int(np.count_nonzero(void)), 'record', 'records')}, {table.first_at(void)}"
        for name, void in gaps.items()
    ]
    if len(counted) == 1:
        return f"Quasi-identifier {counted[0]}."
    more = f"; and {len(counted) - NAMES_SHOWN} more" if len(counted) > NAMES_SHOWN else ""
    return (
        f"{len(counted)} quasi-identifiers of {table.origin.name} have gaps: {'; '.join(counted[:NAMES_SHOWN])}{more}."
    )


def constant_columns(table: Table, columns: Sequence[str]) -> tuple[str, ...]:
    """Columns in which every record that has a value has the same one."""
    return tuple(name for name in columns if len(table.codes(name)[1]) <= 1)


def strata_of(table: Table, names: Sequence[str]) -> tuple[IntArray, int]:
    """The stratum of every record (numbered from 0 in sorted order of the values) and how many there are."""
    if not names:
        return np.zeros(table.n_records, dtype=np.int64), min(1, table.n_records)
    stratum_of = np.zeros(table.n_records, dtype=np.int64)
    for name in names:
        refuse_mixed(table, name, "stratum")
        codes, values = table.codes(name)
        void = codes < 0
        if void.any():
            raise MissingValuesError(
                f"Stratum column '{name}' of {table.origin.name} is missing in "
                f"{found(int(void.sum()), 'record', 'records')}, {table.first_at(void)}.",
                column=name,
                count=void.sum(),
                hint="Every record needs a stratum: fill the gaps first.",
            )
        # Renumbering after each column keeps the product of the counts from overflowing.
        _, stratum_of = np.unique(stratum_of * len(values) + codes, return_inverse=True)
    return stratum_of.astype(np.int64), int(stratum_of.max(initial=-1)) + 1


def weights_of(table: Table, name: str) -> FloatArray:
    """Record weights: present, finite and positive, or a refusal."""
    weights = table.numbers(name)
    wrong = ~(weights > 0)  # NaN compares false, so a missing weight is wrong as well
    n_wrong = int(np.count_nonzero(wrong))
    if n_wrong:
        raise TableError(
            f"Weight column '{name}' of {table.origin.name} has {found(n_wrong, 'value', 'values')} missing, zero "
            f"or negative, {table.first_at(wrong)}.",
            column=name,
            count=n_wrong,
            hint="Weights must be positive numbers; remove records that stand for nobody.",
        )
    return weights


def masses_of(table: Table, name: str) -> IntArray:
    """The persons that each record stands for: whole numbers of at least 1, or a refusal."""
    masses = table.numbers(name)
    wrong = wrong_masses(masses)
    n_wrong = int(np.count_nonzero(wrong))
    if n_wrong:
        raise TableError(
            f"Mass column '{name}' of {table.origin.name} counts persons, and "
            f"{found(n_wrong, 'value is', 'values are')} missing, below 1 or no whole number, {table.first_at(wrong)}.",
            column=name,
            count=n_wrong,
            hint="Remove records that stand for nobody, and round estimated numbers of persons down.",
        )
    return check_masses(masses)


def households_of(table: Table, name: str) -> IntArray:
    """A number for the household of each record; a record without one is refused."""
    codes, _ = table.codes(name)
    void = codes < 0
    if void.any():
        raise MissingValuesError(
            f"Household column '{name}' of {table.origin.name} is missing in "
            f"{found(int(void.sum()), 'record', 'records')}, {table.first_at(void)}.",
            column=name,
            count=void.sum(),
            hint="Give everybody who lives alone a household of their own.",
        )
    households: IntArray = np.unique(codes, return_inverse=True)[1].astype(np.int64)
    return households


def require_readable(table: Table, columns: Sequence[str]) -> None:
    """Refuse columns whose values have no common type, before any work is done."""
    for name in columns:
        if table.kind(name) == ColumnKind.OTHER:
            raise TableError(
                f"Column '{name}' of {table.origin.name} holds mixed or nested values, so it cannot be a "
                "quasi-identifier.",
                column=name,
                hint="Convert it to numbers, texts or dates.",
            )
        refuse_mixed(table, name, "quasi-identifier")


def refuse_mixed(table: Table, name: str, role: str) -> None:
    """Refuse a column in which 1 and "1" stand side by side: counted as one value, they would be published as two."""
    if table.mixed(name):
        stray = table.not_numbers(name)
        n_stray = int(np.count_nonzero(stray))
        which = f" ({found(n_stray, 'value is', 'values are')} no number, {table.first_at(stray)})" if n_stray else ""
        raise TableError(
            f"Column '{name}' of {table.origin.name} holds values of several types, such as numbers and "
            f"texts{which}, so it cannot be a {role}.",
            column=name,
            hint="Convert it to one type.",
        )


def refuse_stray_text(table: Table, roles: Roles) -> None:
    """Refuse a quasi-identifier that is nearly all numbers: the few others are slips, and would make it nominal.

    Only columns whose type nobody gave are looked at; a type, an order or a taxonomy says what is meant.
    """
    for name in roles.quasi_identifiers:
        role = roles.of(name)
        if role.type or role.order or role.taxonomy or table.kind(name) != ColumnKind.TEXT:
            continue
        if looks_grouped(table, name):
            raise TableError(
                f"Column '{name}' of {table.origin.name} seems to hold numbers with separators between thousands, "
                "or with a decimal comma in a table where it cannot be distinguished from other commas: they are read "
                "as texts.",
                column=name,
                hint="Write them plainly (12345.5); if these are codes, give the column the type nominal.",
            )
        if looks_measured(table, name):
            raise TableError(
                f"Column '{name}' of {table.origin.name} seems to hold numbers with a sign or a unit (%, $, kg), "
                "which are read as texts here.",
                column=name,
                hint="Write plain numbers in one unit; if these are codes, give the column the type nominal.",
            )
        stray = stray_texts(table, name)
        n_stray = int(np.count_nonzero(stray))
        if n_stray:
            raise TableError(
                f"Column '{name}' of {table.origin.name} holds numbers, except for "
                f"{found(n_stray, 'value', 'values')}, {table.first_at(stray)}.",
                column=name,
                count=n_stray,
                hint=f"Correct or empty {'it' if n_stray == 1 else 'them'}; if these are codes, give the column the "
                "type nominal.",
            )


def stray_texts(table: Table, name: str) -> BoolArray:
    """Where a column of texts that is nearly all numbers holds something else; nowhere in any other column."""
    stray = table.not_numbers(name)
    n_known = int(np.count_nonzero(~table.missing(name)))
    return stray if np.count_nonzero(stray) <= STRAY_SHARE * n_known else np.zeros_like(stray)


def looks_grouped(table: Table, name: str) -> bool:
    """Whether a column of texts holds numbers, some of them written like 12.345,00 or 12 345 or 12,5."""
    if table.kind(name) != ColumnKind.TEXT:
        return False
    codes, values = table.codes(name)
    n_records_of = np.bincount(codes[codes >= 0], minlength=len(values))
    texts = [SIGNS.sub("", str(value).strip()).strip() for value in values]
    grouped = np.array([bool(GROUPED.match(text) or DECIMAL_COMMA.match(text)) for text in texts], dtype=np.bool_)
    numeric = np.array([bool(UNGROUPED.match(text)) for text in texts], dtype=np.bool_) | grouped
    return bool(grouped.any()) and bool(n_records_of[numeric].sum() >= (1 - STRAY_SHARE) * n_records_of.sum())


def looks_measured(table: Table, name: str) -> bool:
    """Whether a column of texts holds numbers with a sign (89 %, $5; also some with and some without), or one unit."""
    if table.kind(name) != ColumnKind.TEXT:
        return False
    codes, values = table.codes(name)
    n_records_of = np.bincount(codes[codes >= 0], minlength=len(values))
    units = [_unit(str(value).strip()) for value in values]
    measured = np.array([unit is not None for unit in units], dtype=np.bool_)
    if n_records_of[measured].sum() < (1 - STRAY_SHARE) * n_records_of.sum():
        return False
    carried = {unit for unit in units if unit}
    has_sign = any(SIGNS.match(unit) for unit in carried)
    return has_sign or (len(carried) == 1 and len(values) > 1 and "" not in units)


def _unit(text: str) -> str | None:
    """What a number carries: a sign on either side, or a unit after it; None if the text is no such number."""
    match = MEASURED.match(text)
    if match is None or (match[1] and match[2]) or (match[1] and not SIGNS.match(match[1])):
        return None
    return match[1] or match[2]


def _with_policy(roles: Roles, policy: MissingPolicy) -> list[str]:
    return [name for name in roles.quasi_identifiers if roles.of(name).missing == policy]
