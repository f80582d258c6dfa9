"""Uniqueness on all published columns: which records are unique although the promise is kept?

The promise is about quasi-identifiers and strata. Confidential, insensitive and weight columns stand beside them
unchanged, so nearly every release of several such columns has records that are unique on all columns together. That
alone is no failure: somebody has to know the confidential values to make use of it. It is told as *information*. It
becomes a *warning* in two cases:

- The unchanged columns alone, without any quasi-identifier, single out at least `FOUND_SHARE` of the records. A column
  in which most records have a value of their own does so by itself: it is a join key. (Record weights are left out
  here: they have a warning of their own.)
- Nobody judged some of the unchanged columns, and with them at least one record is unique. Then nobody can say that
  outsiders do not know these columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np

from shoal.arrays import IntArray
from shoal.release.column_facts import told_names
from shoal.release.wording import count, plural
from shoal.table.frames.table import Table
from shoal.table.roles.judgement import USUAL_K, is_join_key
from shoal.table.roles.roles import Roles
from shoal.table.wording import listed

# Of the records found for certain by the unchanged columns alone: as many as k-anonymity with the usual k lets somebody
# find by guessing who knows all quasi-identifiers (1 in k). It does not depend on the k of the run: a larger k changes
# nothing in the unchanged columns, and must not make their warning more frequent.
FOUND_SHARE = 1 / USUAL_K
REMEDY = (
    "k does not protect against that. Round or group the values before the release, make the column quasi-identifying, "
    "or make it identifying (it is dropped)."
)


Codes = Mapping[str, IntArray]  # the faithful codes of columns


class Tier(StrEnum):
    """How loudly it has to be said."""

    NONE = "none"
    INFORMATION = "information"
    WARNING = "warning"


@dataclass(frozen=True)
class PublishedColumns:
    """The columns of a release by what protects them. ``knowable``: unchanged ones whose values somebody may know."""

    columns: tuple[str, ...]
    covered: tuple[str, ...]  # by the promise
    unchanged: tuple[str, ...]
    unjudged: tuple[str, ...]
    knowable: tuple[str, ...]

    @classmethod
    def of(cls, columns: Sequence[str], roles: Roles) -> PublishedColumns:
        """By their roles."""
        covered = (*roles.quasi_identifiers, *roles.stratum)
        unchanged = tuple(name for name in columns if name not in covered)
        unjudged = tuple(name for name in unchanged if roles.of(name).unjudged or not roles.of(name).named)
        knowable = tuple(name for name in unchanged if name != roles.weight)  # nobody knows a person's sample weight
        return cls(tuple(columns), covered, unchanged, unjudged, knowable)


@dataclass(frozen=True)
class ClassUniqueness:
    """Records that are unique, or like few others, on columns with which a class is whole: counted class by class."""

    n_records: int
    n_unique: int
    n_below_k: int
    n_unique_unjudged: int

    @classmethod
    def of(cls, codes: Codes, published: PublishedColumns, n_records: int, k: int) -> ClassUniqueness:
        """Of records in whole classes."""
        everything = _class_sizes(codes, published.columns)
        unjudged = [*published.covered, *published.unjudged] if published.unjudged else []
        return cls(
            n_records,
            int((everything == 1).sum()),
            int(everything[everything < k].sum()),
            n_unique_on(codes, unjudged),
        )

    @classmethod
    def of_all(cls, parts: Iterable[ClassUniqueness]) -> ClassUniqueness:
        """Of all classes."""
        known = list(parts)
        return cls(
            sum(part.n_records for part in known),
            sum(part.n_unique for part in known),
            sum(part.n_below_k for part in known),
            sum(part.n_unique_unjudged for part in known),
        )


@dataclass(frozen=True)
class UnchangedUniqueness:
    """Records that columns which are published unchanged single out, whatever their class."""

    n_unique: int
    join_keys: tuple[str, ...]
    together: tuple[str, ...]
    n_unique_together: int
    about: str = ""  # before figures that were counted on drawn values

    @classmethod
    def of(cls, codes: Codes, published: PublishedColumns) -> UnchangedUniqueness:
        """Of all records."""
        join_keys = tuple(name for name in published.knowable if is_join_key(codes[name]))
        together = tuple(_finding_together(codes, [name for name in published.knowable if name not in join_keys]))
        return cls(n_unique_on(codes, published.unchanged), join_keys, together, n_unique_on(codes, together))


def uniqueness_of(released: Table, original: Table, roles: Roles, k: int) -> dict[str, Any]:
    """Counts on the released table, over all its columns; names and counts only.

    ``original`` is asked for nothing but how its columns may be called.
    """
    codes = {name: released.faithful_codes(name) for name in released.columns}
    published = PublishedColumns.of(released.columns, roles)
    classes = ClassUniqueness.of(codes, published, released.n_records, k)
    return uniqueness_facts(classes, UnchangedUniqueness.of(codes, published), published, original, roles, k)


def uniqueness_facts(
    classes: ClassUniqueness,
    unchanged: UnchangedUniqueness,
    published: PublishedColumns,
    original: Table,
    roles: Roles,
    k: int,
) -> dict[str, Any]:
    """What a report says about it."""
    facts = {
        "n_records": classes.n_records,
        "n_columns": len(published.columns),
        "n_unique": classes.n_unique,
        "n_below_k": classes.n_below_k,
        "unchanged": told_names(original, roles, published.unchanged),
        "n_unique_unchanged": unchanged.n_unique,
        "join_keys": told_names(original, roles, unchanged.join_keys),
        "together": told_names(original, roles, unchanged.together),
        "n_unique_together": unchanged.n_unique_together,
        "unjudged": told_names(original, roles, published.unjudged),
        "n_unique_unjudged": classes.n_unique_unjudged,
        **({"about": ["n_unique_unchanged", "n_unique_together"]} if unchanged.about else {}),
    }
    warnings = _warnings(facts, unchanged.about)
    tier = Tier.WARNING if warnings else Tier.INFORMATION if facts["n_below_k"] else Tier.NONE
    return {**facts, "tier": tier.value, "text": _text(facts, tier, k), "warnings": warnings}


def _class_sizes(codes: Codes, columns: Sequence[str]) -> IntArray:
    """How many records share each combination of values, without listing the records, which takes longer."""
    import polars as pl

    narrow = {str(place): codes[name].astype(np.uint32) for place, name in enumerate(columns)}  # half the memory
    frame = pl.DataFrame(narrow)
    return frame.group_by(frame.columns).agg(pl.len())["len"].to_numpy().astype(np.int64)


def n_unique_on(codes: Codes, columns: Sequence[str]) -> int:
    """Records with a combination of values that no other one has."""
    return int((_class_sizes(codes, columns) == 1).sum()) if columns else 0


def _finding_together(codes: Codes, columns: Sequence[str]) -> list[str]:
    """The columns with most values, as many as single out `FOUND_SHARE` of the records; none if all do not."""
    by_values = sorted(columns, key=lambda name: -int(codes[name].max(initial=0)))
    for n_columns in range(1, len(by_values) + 1):
        if n_unique_on(codes, by_values[:n_columns]) >= FOUND_SHARE * len(codes[by_values[0]]):
            return by_values[:n_columns]
    return []


def _text(facts: dict[str, Any], tier: Tier, k: int) -> str:
    """The sentence beside the verdict."""
    if tier is Tier.NONE:
        return f"On all published columns together, every record is like at least {count(k - 1)} others."
    said = f"On all published columns together, {_of_all(facts, 'n_unique')} are unique"
    others = facts["n_below_k"] - facts["n_unique"]
    said += f", and {count(others)} more are like fewer than {count(k - 1)} others." if others else "."
    if tier is Tier.INFORMATION:
        return (
            f"{said} The promise covers the quasi-identifiers. To distinguish such a record from the others of its "
            f"class, somebody has to know the person's values of columns that are published unchanged "
            f"({listed(facts['unchanged'])})."
        )
    return f"{said} The promise covers the quasi-identifiers only, and that is not enough here: see the warnings."


def _warnings(facts: dict[str, Any], about: str) -> list[str]:
    """What makes records unique, what that means, and what to do."""
    said = []
    keys, together = facts["join_keys"], facts["together"]
    if keys:
        so = "this column is a join key" if len(keys) == 1 else "each of these columns is a join key"
        said.append(
            f"Most records have a value of their own in {listed(keys)}, published unchanged: {so}. Anybody who knows "
            f"the value of a person finds the record and reads everything else in it. {REMEDY}"
        )
    if together:
        n_unique = _of_all(facts, "n_unique_together")
        said.append(
            f"{about.capitalize()}{n_unique} are unique on {listed(together)} alone, published unchanged. "
            f"Anybody who knows {'this value' if len(together) == 1 else 'these values'} of a person finds the record "
            f"and reads everything else in it. {REMEDY}"
        )
    if facts["n_unique_unjudged"]:
        said.append(
            f"Nobody has judged {listed(facts['unjudged'])}. Together with the quasi-identifiers, "
            f"{_of_all(facts, 'n_unique_unjudged')} are unique on it. Decide of each column: if an outsider can know "
            "it, make it quasi-identifying; if not, say that it is confidential or insensitive."
        )
    return said


def _of_all(facts: dict[str, Any], key: str) -> str:
    return f"{count(facts[key])} of {plural(facts['n_records'], 'record', 'records')}"
