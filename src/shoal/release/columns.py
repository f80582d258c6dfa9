"""Columns of a table as the arrays that the measures work on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.errors import RolesError, Setting
from shoal.release.classes import Classes, classes_of
from shoal.table.frames.table import VOID_INSTANT, ColumnKind, Table

TEMPORAL_KINDS = frozenset({ColumnKind.DATE, ColumnKind.DATETIME, ColumnKind.DURATION})
NUMBER_KINDS = frozenset({ColumnKind.NUMBER, ColumnKind.INTEGER})
ORDERED_KINDS = TEMPORAL_KINDS | NUMBER_KINDS


def classes_by(table: Table, names: Sequence[str]) -> Classes:
    """The equivalence classes of a table by some of its columns.

    Records are alike only if the table shows the same values: a reader who sees 1.5 here and 1.50 there, or NaN here
    and an empty field there, can distinguish them.
    """
    return classes_of([table.faithful_codes(name) for name in names], table.n_records)


def order_of_values(
    table: Table, name: str, given: Sequence[str] | None = None, *, is_code: bool = False
) -> Sequence[str] | bool:
    """The order of a column's values: given, declared by the table, natural (True), or none (False).

    is_code: the values are mere codes, whatever they look like.
    """
    if is_code:
        return False
    order = table.category_order(name) if given is None else given
    return table.kind(name) in ORDERED_KINDS if order is None else [str(value) for value in order]


def value_codes(table: Table, name: str, order: Sequence[str] | None = None) -> IntArray:
    """Values as positions in their order; missing is a separate value after all others."""
    codes, values = table.codes(name)
    position = np.arange(len(values), dtype=np.int64) if order is None else _positions(name, values, order)
    in_order: IntArray = np.append(position, len(values))[codes]  # code −1, missing, reads the last entry
    return in_order


def category_counts(table: Table, name: str) -> dict[str, int]:
    """How often each category occurs, by its name as text; missing values are not counted."""
    codes, values = table.codes(name)
    counts = np.bincount(codes[codes >= 0], minlength=len(values))
    return {str(value): int(count) for value, count in zip(values, counts, strict=True)}


def timeline_days(table: Table, name: str) -> FloatArray | None:
    """Dates and datetimes as days since 1970-01-01, NaN where missing; None when the unit cannot be told."""
    instants = table.instants(name)
    present = instants != VOID_INSTANT
    if not present.any():
        return None
    days = np.where(present, instants, 0).astype(np.float64)
    if table.kind(name) is ColumnKind.DATETIME:
        earliest = int(np.argmin(np.where(present, instants, np.iinfo(np.int64).max)))
        latest = int(np.argmax(instants))
        if instants[earliest] == instants[latest]:
            return None
        # Two records of the column's own type tell how long one unit of its instants lasts.
        _, moments = table.taken(np.array([earliest, latest])).codes(name)
        first, last = moments
        if not (isinstance(first, datetime) and isinstance(last, datetime)):
            return None  # beyond the years that Python's own datetimes know
        days *= (last - first) / timedelta(days=1) / float(instants[latest] - instants[earliest])
    return np.where(present, days, np.nan)


def require_named_columns(
    table: Table, looks: Sequence[str], secrets: Sequence[str] = (), strata: Sequence[str] = ()
) -> None:
    """Refuse names that are no column, or that have two roles."""
    if not looks:
        raise RolesError(
            "No quasi-identifiers were given (",
            Setting("quasi_identifiers"),
            ").",
            hint="Name at least one column by which a person could be recognised.",
        )
    seen: dict[str, str] = {}
    for role, names in (("quasi-identifier", looks), ("confidential", secrets), ("stratum", strata)):
        for name in names:
            if name not in table.columns:
                raise table.unknown_column(name, (*looks, *secrets, *strata), kind=RolesError)
            if name in seen:
                both = f"named twice as {role}" if seen[name] == role else f"both {seen[name]} and {role}"
                raise RolesError(f"Column '{name}' is {both}.", column=name, hint="Give every column one role.")
            seen[name] = role


def _positions(name: str, values: Sequence[object], order: Sequence[str]) -> IntArray:
    position: Mapping[str, int] = {value: rank for rank, value in enumerate(order)}
    unknown = sum(str(value) not in position for value in values)
    if unknown:
        raise RolesError(
            f"The order given for column '{name}' leaves out {unknown} of its {len(values)} values.",
            parameter="orders",
            column=name,
            count=unknown,
            hint="List every value of the column, from lowest to highest.",
        )
    return np.array([position[str(value)] for value in values], dtype=np.int64)
