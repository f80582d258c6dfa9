"""A first roles file for a table, from looking at its columns; every line says why, and no value is shown.

It is a proposal: who knows what about whom is known to the steward, not to the data.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

import numpy as np

from shoal.table.columns import TEMPORAL, ColumnKind
from shoal.table.frames import Table
from shoal.table.identifying import looks_identifying, name_words
from shoal.table.roles import ColumnType, Role

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
FEW_CATEGORIES = 50  # a nominal column with more spreads its records so thin that a taxonomy or place is better
BARE_KEY = re.compile(r"^[A-Za-z0-9_-]+$")  # what TOML lets stand without quotes


def propose_roles(table: Table, name: str | None = None) -> str:
    """The text of a commented roles.toml for this table, valid against the schema."""
    pairs = _positions(table)
    entries = [_entry(table, column, pairs) for column in table.columns]
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


def _entry(table: Table, column: str, pairs: dict[str, ColumnType]) -> str:
    role, kind, why = _judged(table, column, pairs)
    key = column if BARE_KEY.match(column) else json.dumps(column, ensure_ascii=False).replace("\x7f", "\\u007f")
    lines = [f"# {reason}" for reason in why]
    lines += [f"[columns.{key}]", f'role = "{role}"']
    if kind is not None:
        lines.append(f'type = "{kind}"')
    return "\n".join([*lines, ""])


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
    why = [f"{n_distinct} categories without an order; if there is one, make it ordinal and add `order = [lowest, …]`."]
    if n_distinct > FEW_CATEGORIES:
        why.append("So many categories are better grouped: give it a `taxonomy` file of value and parent.")
    return ColumnType.NOMINAL, why


def _kind_words(table: Table, column: str) -> str:
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
