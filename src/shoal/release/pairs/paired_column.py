"""One column of the original and of the release, in values that can be compared.

A column of numbers is two arrays of numbers; a range stands at its middle. A column of categories is, for each distinct
released value, the categories of the original that it may stand for, each equally likely. A value that is missing or
suppressed is a category of its own (the last one).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.release.columns import ORDERED_KINDS, TEMPORAL_KINDS, timeline_days
from shoal.release.pairs.generalised import NOTHING, interval_of, members_of
from shoal.table.frames.table import ColumnKind, Table

MOST_CATEGORIES = 1_000  # a column with more of them holds names or codes, and has no distribution worth comparing


@dataclass(frozen=True)
class NumberPair:
    """Numbers before and after, NaN where missing."""

    name: str
    before: FloatArray
    after: FloatArray
    n_ranges: int = 0  # released values that are ranges

    @property
    def varies(self) -> bool:
        """Whether the original has more than one value."""
        return bool(np.nanmin(self.before) < np.nanmax(self.before))


@dataclass(frozen=True)
class CategoryPair:
    """Categories before, and what the released values stand for; the last category is 'missing'."""

    name: str
    categories: tuple[str, ...]  # without the missing one
    before: IntArray  # (records of the original,)
    after: IntArray  # (records of the release,) the position of the released value among the distinct ones
    stands_for: FloatArray  # (distinct released values, categories) shares that sum to 1

    @property
    def n_categories(self) -> int:
        """How many categories there are, with the missing one."""
        return len(self.categories) + 1

    def shares_before(self) -> FloatArray:
        """(categories,) the distribution in the original."""
        return np.bincount(self.before, minlength=self.n_categories) / len(self.before)

    def shares_after(self) -> FloatArray:
        """(categories,) the distribution in the release, sets spread over their members."""
        counts = np.bincount(self.after, minlength=len(self.stands_for))
        return np.asarray(counts @ self.stands_for / len(self.after))


Pair = NumberPair | CategoryPair


@dataclass(frozen=True)
class Unread:
    """A column that cannot be compared, and why."""

    name: str
    why: str


def paired(
    original: Table, released: Table, names: Iterable[str], nominal: Collection[str] = ()
) -> tuple[list[Pair], list[Unread]]:
    """The columns that can be compared, and those that cannot; ``nominal``: numbers that are mere codes."""
    pairs: list[Pair] = []
    unread: list[Unread] = []
    for name in names:
        found = _paired(original, released, name, is_code=name in nominal)
        if isinstance(found, Unread):
            unread.append(found)
        else:
            pairs.append(found)
    return pairs, unread


def halves(pairs: Sequence[Pair], seed: int) -> list[Pair]:
    """The originals against themselves: two random halves as before and after. What differs there differs by chance."""
    n_records = len(pairs[0].before) if pairs else 0
    order = np.random.default_rng(seed).permutation(n_records)
    first, second = np.sort(order[: n_records // 2]), np.sort(order[n_records // 2 :])
    return [
        NumberPair(pair.name, pair.before[first], pair.before[second])
        if isinstance(pair, NumberPair)
        else CategoryPair(
            pair.name, pair.categories, pair.before[first], pair.before[second], np.eye(pair.n_categories)
        )
        for pair in pairs
    ]


def _paired(original: Table, released: Table, name: str, *, is_code: bool) -> Pair | Unread:
    if name not in original.columns or name not in released.columns:
        where = "the original" if name in released.columns else "the release"
        return Unread(name, f"it is not in {where}")
    if ColumnKind.OTHER in (original.kind(name), released.kind(name)):
        return Unread(name, "it holds values of mixed or nested types")
    if original.missing(name).all() or released.missing(name).all():
        return Unread(name, "all its values are missing")
    if original.kind(name) in ORDERED_KINDS and not is_code:
        return _numbers(original, released, name)
    return _categories(original, released, name)


def _numbers(original: Table, released: Table, name: str) -> Pair | Unread:
    before = numbers_of(original, name)
    if before is None:
        return Unread(name, "its moments in time cannot be told apart")
    if (original.kind(name) in TEMPORAL_KINDS) != (released.kind(name) in TEMPORAL_KINDS):
        return Unread(name, "it holds moments in one of the tables and something else in the other")
    if released.kind(name) in ORDERED_KINDS:
        after = numbers_of(released, name)
        return Unread(name, "its moments in time cannot be told apart") if after is None else _pair(name, before, after)
    codes, values = released.codes(name)
    lowest, highest = float(np.nanmin(before)), float(np.nanmax(before))
    middles, n_ranges = np.full(len(values) + 1, np.nan), 0
    for position, value in enumerate(map(str, values)):
        if value.strip() in NOTHING:
            continue
        ends = interval_of(value, lowest, highest)
        if ends is None:
            return Unread(name, "it holds numbers in the original, and texts that are no ranges in the release")
        middles[position] = (ends[0] + ends[1]) / 2
        n_ranges += ends[0] < ends[1]
    return _pair(name, before, middles[codes], n_ranges)


def _pair(name: str, before: FloatArray, after: FloatArray, n_ranges: int = 0) -> Pair | Unread:
    if np.isnan(after).all():
        return Unread(name, "all its values are missing or suppressed in the release")
    return NumberPair(name, before, after, n_ranges)


def numbers_of(table: Table, name: str) -> FloatArray | None:
    """A column of numbers or moments as numbers; None if the unit of the moments cannot be told."""
    if table.kind(name) in (ColumnKind.DATE, ColumnKind.DATETIME):
        return timeline_days(table, name)
    if table.kind(name) is ColumnKind.DURATION:
        return None
    return table.numbers(name)


def _categories(original: Table, released: Table, name: str) -> Pair | Unread:
    codes_before, values = original.codes(name)
    if len(values) > MOST_CATEGORIES:
        return Unread(name, f"it has more than {MOST_CATEGORIES:,} categories")
    categories = [str(value) for value in values]
    position = {category: place for place, category in enumerate(categories)}
    codes_after, released_values = released.codes(name)
    stands_for = _stands_for([str(value) for value in released_values], categories, position)
    if stands_for is None:
        return Unread(name, "the release holds categories that are not in the original, and no sets or cut texts of it")
    return CategoryPair(
        name,
        tuple(categories),
        np.where(codes_before < 0, len(categories), codes_before),
        np.where(codes_after < 0, len(released_values), codes_after),
        stands_for,
    )


def _stands_for(released: Sequence[str], categories: Sequence[str], position: dict[str, int]) -> FloatArray | None:
    """One row for each released value, and a last one for what is missing; None if one of them cannot be read."""
    stands_for = np.zeros((len(released) + 1, len(categories) + 1))
    stands_for[-1, -1] = 1.0
    for row, value in enumerate(released):
        if value.strip() in NOTHING and value not in position:
            stands_for[row, -1] = 1.0
            continue
        members = members_of(value, categories, position)
        if members is None:
            return None
        stands_for[row, members] = 1.0 / len(members)
    return stands_for
