"""Dependence: if an unchanged column determines a quasi-identifier, it undoes the protection of that one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.table.frames.columns import TEMPORAL, ColumnKind
from shoal.table.frames.table import Table
from shoal.table.roles.column_words import meanings_of
from shoal.table.roles.value_figures import PartFigures

LARGEST_DISTINCT_SHARE = 0.5  # a column with more distinct values than this tells every other one by chance
TOLD_SHARE = 0.95  # of what there is to tell; a few slips in the data do not make a copy harmless
SAME_ORDER = 0.995  # rank correlation from which one number is a copy, a rescaling or an equivalent of another
LARGEST_SAMPLE = 5_000  # records; enough to see that one column repeats another, and quick for any table
MOST_COMPARED = 100  # columns; ten thousand pairs take some seconds
BIRTH = frozenset(["birth_date", "birth_year"])
PLACES = frozenset(["place", "postcode"])
ORDERED = (ColumnKind.NUMBER, ColumnKind.INTEGER, ColumnKind.DATE, ColumnKind.DATETIME)


def determined(
    table: Table, by: Sequence[str], columns: Sequence[str], figures: PartFigures | None = None
) -> list[tuple[str, str]]:
    """Pairs (a column of ``by``, a column of ``columns``) where the value of the first fixes that of the second.

    Few distinct values: nearly all records with one value of the first share one value of the second. Many: both are
    numbers or dates and in the same order, or in the opposite one. figures: of the whole table, if this one is a part.
    """
    codes = {name: table.faithful_codes(name) for name in dict.fromkeys((*by, *columns))}
    n_distinct = {name: int(values.max(initial=-1)) + 1 for name, values in codes.items()}
    if figures is None:
        repeats = {name: n_distinct[name] <= LARGEST_DISTINCT_SHARE * table.n_records for name in by}
    else:
        repeats = {name: figures.n_distinct(name) <= LARGEST_DISTINCT_SHARE * figures.n_records for name in by}
    return [
        (one, other)
        for one in by
        for other in columns
        if one != other
        and n_distinct[other] > 1
        and (
            _fixes(codes[one], codes[other], n_distinct[other]) and (figures is None or figures.can_fix(one, other))
            if repeats[one]
            else _same_order(table, one, other)
        )
    ]


def told_by_name(table: Table, columns: Sequence[str]) -> list[tuple[str, str]]:
    """Pairs of which the names say that the first tells the second: a date of birth the age, a position the town.

    Dates of birth and positions hardly repeat, so that counting alone would prove nothing.
    """
    said = {name: meanings_of(name).sure for name in columns}
    tells_age = [name for name in columns if said[name] & BIRTH and table.kind(name) in TEMPORAL]
    tells_place = [name for name in columns if "latitude" in said[name]]
    return [(birth, age) for birth in tells_age for age in columns if "age" in said[age]] + [
        (position, place) for position in tells_place for place in columns if not said[place].isdisjoint(PLACES)
    ]


def probably_told(table: Table, by: Sequence[str], columns: Sequence[str]) -> list[tuple[str, str]]:
    """What `told_by_name` says and `determined` finds in a sample, for advice: quick whatever the size of the table.

    Beyond `MOST_COMPARED` columns the pairs are too many to be counted, and nobody would read them: names only.
    """
    by_name = told_by_name(table, [name for name in columns if name in by])
    if len(by) > MOST_COMPARED:
        return by_name
    n_sampled = min(table.n_records, LARGEST_SAMPLE)
    rows = np.linspace(0, table.n_records - 1, n_sampled).astype(np.int64)
    sample = table if n_sampled == table.n_records else table.taken(rows)
    return list(dict.fromkeys([*by_name, *determined(sample, by, columns)]))


def repetitions(table: Table, columns: Sequence[str]) -> list[tuple[str, str]]:
    """Pairs of these columns where the first tells the second; a pair that tells each other is named once."""
    pairs: dict[tuple[str, str], None] = {}
    for one, other in probably_told(table, columns, columns):
        if (other, one) not in pairs:
            pairs[one, other] = None
    return list(pairs)


def _fixes(one: IntArray, other: IntArray, n_other: int) -> bool:
    """Whether guessing ``other`` from ``one`` leaves hardly any of the errors that guessing it blindly makes."""
    pairs, counts = np.unique(one * n_other + other, return_counts=True)
    right = np.zeros(int(one.max()) + 1, dtype=np.int64)
    np.maximum.at(right, pairs // n_other, counts)
    n_blind = len(other) - int(np.bincount(other).max())
    return len(other) - int(right.sum()) <= (1 - TOLD_SHARE) * n_blind


def _same_order(table: Table, one: str, other: str) -> bool:
    """Whether two columns of numbers or dates rank the records alike."""
    if table.kind(one) not in ORDERED or table.kind(other) not in ORDERED:
        return False
    known = ~(table.missing(one) | table.missing(other))
    ranks = [np.unique(_ordered(table, name)[known], return_inverse=True)[1] for name in (one, other)]
    if min(rank.max(initial=0) for rank in ranks) == 0:
        return False
    return bool(abs(np.corrcoef(ranks[0], ranks[1])[0, 1]) >= SAME_ORDER)


def _ordered(table: Table, name: str) -> FloatArray | IntArray:
    is_moment = table.kind(name) in (ColumnKind.DATE, ColumnKind.DATETIME)
    return table.instants(name) if is_moment else table.numbers(name)
