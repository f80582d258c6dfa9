"""A first roles file for a table, from looking at its columns; every line says why, and no value is shown.

It is a proposal: who knows what about whom is known to the steward, not to the data.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

import numpy as np

from shoal.errors import TableError
from shoal.table.checks import looks_grouped, stray_texts
from shoal.table.columns import TEMPORAL, ColumnKind
from shoal.table.dependence import determined
from shoal.table.frames import Table
from shoal.table.identifying import looks_identifying, name_words
from shoal.table.roles import ColumnType, Role
from shoal.table.wording import first_row, found

# Words that name what outsiders commonly know of a person (cf. the eighteen identifiers of the US HIPAA Safe
# Harbor list and the key variables of Hundepool et al., Statistical Disclosure Control, 2012, chapter 3).
KNOWN_OUTSIDE = frozenset(
    [
        "age",
        "birth",
        "born",
        "birthday",
        "dob",
        "birthdate",
        "year",
        "sex",
        "gender",
        "race",
        "ethnicity",
        "nationality",
        "citizenship",
        "country",
        "region",
        "state",
        "county",
        "province",
        "district",
        "city",
        "town",
        "village",
        "place",
        "municipality",
        "zip",
        "zipcode",
        "postcode",
        "postal",
        "plz",
        "marital",
        "married",
        "family",
        "household",
        "children",
        "education",
        "school",
        "degree",
        "occupation",
        "job",
        "profession",
        "employer",
        "sector",
        "industry",
        "workclass",
        "hours",
        "height",
        "language",
        "religion",
        "income",
        "salary",
        "wage",
        "earnings",
        "lat",
        "latitude",
        "lon",
        "lng",
        "long",
        "longitude",
        "native",
        "relationship",
        "tenure",
    ]
)
CONFIDENTIAL_WORDS = frozenset(
    [
        "diagnosis",
        "disease",
        "illness",
        "condition",
        "health",
        "hiv",
        "blood",
        "pressure",
        "cholesterol",
        "glucose",
        "medication",
        "drug",
        "treatment",
        "therapy",
        "symptom",
        "test",
        "result",
        "score",
        "grade",
        "debt",
        "loan",
        "credit",
        "balance",
        "crime",
        "conviction",
        "vote",
        "party",
        "opinion",
        "satisfaction",
        "sick",
        "disability",
        "depression",
        "smoker",
        "smoking",
        "alcohol",
    ]
)
WEIGHT_NAMES = frozenset(
    ["weight", "weights", "wgt", "fnlwgt", "pweight", "sampleweight", "surveyweight", "designweight"]
)
LATITUDE_NAMES, LONGITUDE_NAMES = ("lat", "latitude"), ("lon", "lng", "long", "longitude")
LATITUDE_LIMIT, LONGITUDE_LIMIT = 90.0, 180.0
# Whole numbers under such a name are codes: 8001 is no more than 8000, and their mean is nobody's place.
CODE_WORDS = frozenset(["zip", "zipcode", "postcode", "postal", "plz", "code", "codes"])
BIRTH_WORDS = frozenset(["birth", "born", "birthday", "birthdate", "dob"])
FEW_CATEGORIES = 50  # a nominal column with more spreads its records so thin that a taxonomy or place is better
PUBLISHED = (Role.CONFIDENTIAL, Role.INSENSITIVE)
BARE_KEY = re.compile(r"^[A-Za-z0-9_-]+$")  # what TOML lets stand without quotes


def propose_roles(table: Table, name: str | None = None) -> str:
    """The text of a commented roles.toml for this table, valid against the schema.

    A file whose first row seems to hold a record is refused: its values would stand there as names of columns.
    """
    if table.origin.header_in_doubt:
        raise TableError(
            f"The first row of {table.origin.name} seems to hold a record, not the names of the columns. "
            "Put a row of names first and ask again."
        )
    pairs = _positions(table)
    judged = {column: _judged(table, column, pairs) for column in table.columns}
    told = _told(table, {column: role for column, (role, _, _) in judged.items()})
    entries = [
        _entry(column, role, kind, [*why, *told.get(column, [])]) for column, (role, kind, why) in judged.items()
    ]
    head = [
        f"# Roles for {name or table.origin.name} ({table.n_records} records), proposed by looking at the columns.",
        "# Read every line: only you know what an outsider may know about these people.",
        "# Roles: identifying (dropped), quasi_identifying (hidden among k), confidential (published as it is, must",
        "# not be attributable), insensitive (published as it is), weight, stratum (cells never cross it).",
        "",
        '# Records with a missing quasi-identifier: "refuse" (stop), "drop", or "own-cell".',
        'missing = "refuse"',
        "",
    ]
    return "\n".join([*head, *entries])


def _entry(column: str, role: Role, kind: ColumnType | None, why: Iterable[str]) -> str:
    key = column if BARE_KEY.match(column) else json.dumps(column, ensure_ascii=False).replace("\x7f", "\\u007f")
    lines = [f"# {reason}" for reason in why]
    lines += [f"[columns.{key}]", f'role = "{role}"']
    if kind is not None:
        lines.append(f'type = "{kind}"')
    return "\n".join([*lines, ""])


def _told(table: Table, role_of: dict[str, Role]) -> dict[str, list[str]]:
    """Columns whose value tells a quasi-identifier: hiding that one alone would hide nothing."""
    quasi = [column for column, role in role_of.items() if role == Role.QUASI_IDENTIFYING]
    published = [column for column, role in role_of.items() if role in (*PUBLISHED, Role.QUASI_IDENTIFYING)]
    reasons: dict[str, list[str]] = {}
    by_name = [
        (birth, age)
        for birth in quasi
        if table.kind(birth) in TEMPORAL and not BIRTH_WORDS.isdisjoint(name_words(birth))
        for age in quasi
        if age != birth and "age" in name_words(age)
    ]  # dates of birth hardly repeat, so that counting alone would prove nothing
    for column, other in dict.fromkeys([*by_name, *determined(table, published, quasi)]):
        reason = (
            f"{column} tells {other}: keep one of them, and make the other identifying."
            if role_of[column] == Role.QUASI_IDENTIFYING
            else f"{column} tells {other}: published as it is, it undoes its hiding. Make one of them identifying."
        )
        # A comment ends with its line, and TOML allows no control characters in it; a column name may hold either.
        plain = "".join(letter if letter.isprintable() else " " for letter in reason)
        reasons.setdefault(column, []).append(plain)
    return reasons


def _judged(table: Table, column: str, pairs: dict[str, ColumnType]) -> tuple[Role, ColumnType | None, list[str]]:
    words = set(name_words(column))
    if column in pairs:
        return (
            Role.QUASI_IDENTIFYING,
            pairs[column],
            ["With its partner it tells where a person is; the pair is one attribute."],
        )
    if table.kind(column) == ColumnKind.OTHER:
        return (
            Role.IDENTIFYING,
            None,
            ["Mixed or nested values cannot be judged, so it is dropped unless you say otherwise."],
        )
    if "".join(name_words(column)) in WEIGHT_NAMES and _positive(table, column):
        return Role.WEIGHT, None, ["Its name says that it counts the people a record stands for."]
    reason = looks_identifying(table, column)
    if reason is not None and not words & (KNOWN_OUTSIDE | CONFIDENTIAL_WORDS):
        return Role.IDENTIFYING, None, [f"{reason[0].upper()}{reason[1:]}."]
    if words & CONFIDENTIAL_WORDS:
        return Role.CONFIDENTIAL, None, ["Its name says that a person would not want it known."]
    if words & KNOWN_OUTSIDE:
        kind, why = _type_of(table, column)
        return Role.QUASI_IDENTIFYING, kind, ["Outsiders often know this about a person.", *why]
    return (
        Role.CONFIDENTIAL,
        None,
        [f"Nothing tells what it is ({_kind_words(table, column)}); confidential until you judge it."],
    )


def _type_of(table: Table, column: str) -> tuple[ColumnType | None, list[str]]:
    kind = table.kind(column)
    n_distinct = len(table.codes(column)[1])
    if kind == ColumnKind.INTEGER and not CODE_WORDS.isdisjoint(name_words(column)):
        return ColumnType.NOMINAL, ["Whole numbers that are codes, not quantities.", *_many(n_distinct)]
    if kind == ColumnKind.INTEGER:
        return ColumnType.INTEGER, ["Whole numbers, released as whole numbers."]
    if kind == ColumnKind.NUMBER:
        return ColumnType.NUMERIC, ["Numbers; add `rounding = 0` to release whole ones."]
    if kind in TEMPORAL:
        return (ColumnType.DATE if kind != ColumnKind.DURATION else None), ["Dates or times."]
    if kind == ColumnKind.BOOLEAN:
        return ColumnType.BOOLEAN, ["True or false."]
    if table.category_order(column) is not None:
        return ColumnType.ORDINAL, [f"{n_distinct} categories with an order that the table itself declares."]
    if kind == ColumnKind.TEXT and looks_grouped(table, column):
        return None, ["Numbers with separators between thousands or decimal commas: write them plainly, as 12345.5."]
    stray = stray_texts(table, column)
    if stray.any():
        return ColumnType.NUMERIC, [
            f"Numbers, except for {found(int(stray.sum()), 'value', 'values')}, the first in "
            f"{first_row(stray, header=table.origin.has_header_row)}: correct or empty them, or say with --na that "
            "they mean missing."
        ]
    why = [f"{n_distinct} categories without an order; if there is one, make it ordinal and add `order = [lowest, …]`."]
    return ColumnType.NOMINAL, [*why, *_many(n_distinct)]


def _many(n_distinct: int) -> list[str]:
    if n_distinct <= FEW_CATEGORIES:
        return []
    return ["So many categories are better grouped: give it a `taxonomy` file of value and parent."]


def _kind_words(table: Table, column: str) -> str:
    stray = int(stray_texts(table, column).sum())
    if stray:
        return f"numbers, except for {found(stray, 'value', 'values')}"
    return f"{table.kind(column).value}, {len(table.codes(column)[1])} distinct values"


def _positive(table: Table, column: str) -> bool:
    if table.kind(column) not in (ColumnKind.INTEGER, ColumnKind.NUMBER):
        return False
    values = table.codes(column)[1]
    return bool(values) and not table.missing(column).any() and float(str(values[0])) > 0


def _positions(table: Table) -> dict[str, ColumnType]:
    """Latitude and longitude columns whose names match but for that word, and whose values can be degrees."""
    found: dict[str, ColumnType] = {}
    longitudes = {stem: name for name in table.columns if (stem := _stem(name, LONGITUDE_NAMES)) is not None}
    for name in table.columns:
        partner = longitudes.get(_stem(name, LATITUDE_NAMES) or ("",))
        if partner and _within(table, name, LATITUDE_LIMIT) and _within(table, partner, LONGITUDE_LIMIT):
            found |= {name: ColumnType.LATITUDE, partner: ColumnType.LONGITUDE}
    return found


def _stem(name: str, words: Iterable[str]) -> tuple[str, ...] | None:
    """The other words of a name that has one of `words` in it, with a mark where it stood."""
    parts = name_words(name)
    if not set(parts) & set(words):
        return None
    return tuple("*" if part in words else part for part in parts)


def _within(table: Table, name: str, limit: float) -> bool:
    if table.kind(name) not in (ColumnKind.NUMBER, ColumnKind.INTEGER):
        return False
    values = np.array([float(str(value)) for value in table.codes(name)[1]])
    return bool(len(values)) and bool(np.all(np.abs(values) <= limit))
