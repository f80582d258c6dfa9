"""Categories of the table that are not in the release: a cell releases one category, so rare ones usually disappear.
If a rare category is released, the release shows a category that few people have, and the report says so, too.

The number of their records is a statistic of the original. It is published only if it reveals no rare category:

- Every such category had at least k records; or at least three had fewer, together at least k. With two, somebody who
  knows one of them can compute the other (the threshold rule of statistical offices: Hundepool et al., Statistical
  Disclosure Control, Wiley 2012, chapter 4).
- The released categories with fewer than k records are none, or hold at least k together. Otherwise they could be
  computed from the share of 'other values' in `marginals.py`.
- The table is large enough for statistics.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from shoal.encode.choice import type_of
from shoal.guarantee.behind_figures import enough_records
from shoal.release.columns import category_counts
from shoal.release.wording import plural
from shoal.table.frames.table import Table
from shoal.table.roles.roles import ColumnType, Roles

# A taxonomy is not among them: there a category is replaced by a wider one that stands for it.
ONE_FOR_ALL = (ColumnType.NOMINAL, ColumnType.BOOLEAN, ColumnType.ORDINAL)
FEWEST_RARE = 3  # of two, each one's holders could compute the other's count
REMEDY = (
    "Each class shows one category for all its records. If the release has to show such categories, group them before "
    "the run or make the column a stratum."
)


@dataclass(frozen=True)
class CategoryFigures:
    """By quasi-identifier and category: how many records have it in the table, and how many in the release."""

    before: Mapping[str, Mapping[str, int]]
    after: Mapping[str, Mapping[str, int]]

    @classmethod
    def of(cls, shown: Table, released: Table, roles: Roles) -> CategoryFigures:
        """Of the quasi-identifiers that show one category for all. ``shown``: the original without the values that the
        release does not show."""
        names = [name for name in roles.quasi_identifiers if type_of(shown, roles.of(name)) in ONE_FOR_ALL]
        before, after = ({name: _held(table, name) for name in names} for table in (shown, released))
        return cls(before, after)

    @classmethod
    def of_all(cls, parts: Iterable[CategoryFigures]) -> CategoryFigures:
        """Of all parts of a table together."""
        before: dict[str, Counter[str]] = {}
        after: dict[str, Counter[str]] = {}
        for part in parts:
            for whole, own in ((before, part.before), (after, part.after)):
                for name, counts in own.items():
                    whole.setdefault(name, Counter()).update(counts)
        return cls(before, after)


NO_CATEGORIES = CategoryFigures({}, {})


def _held(table: Table, name: str) -> dict[str, int]:
    return {category: held for category, held in category_counts(table, name).items() if held}


def vanished_categories(figures: CategoryFigures, k: int, n_effective: int) -> list[str]:
    """One sentence for each quasi-identifier that lost categories; names of columns and counts only.

    n_effective: the effective number of records of the table.
    """
    detail = enough_records(n_effective, k)
    said = []
    for name, before in figures.before.items():
        after = figures.after[name]
        gone = [held for category, held in before.items() if category not in after]
        left = [held for category, held in before.items() if category in after]
        if gone:
            said.append(_sentence(name, gone, tells=detail and may_tell(gone, left, k)))
        if any(held < k for held in left):
            said.append(
                f"The release shows at least one category of '{name}' that fewer than k = {k} records have in the "
                "table. A rare category, such as a profession, may name a person. Group rare categories before the "
                "run, or give the column a taxonomy."
            )
    return said


def may_tell(gone: Collection[int], left: Collection[int], k: int) -> bool:
    """Whether the number of records behind the categories that are gone gives no rare category away."""
    rare_gone = [held for held in gone if held < k]
    rare_left = sum(held for held in left if held < k)
    gone_is_safe = not rare_gone or (len(rare_gone) >= FEWEST_RARE and sum(rare_gone) >= k)
    return gone_is_safe and (rare_left == 0 or rare_left >= k)


def _sentence(name: str, gone: Collection[int], *, tells: bool) -> str:
    if not tells:
        return (
            f"At least one category of '{name}' no longer occurs in the release. The number of records that had it is "
            f"not stated, because they may be few. {REMEDY}"
        )
    records = plural(sum(gone), "record", "records")
    if len(gone) == 1:
        return f"One category of '{name}', held by {records}, no longer occurs in the release. {REMEDY}"
    categories = plural(len(gone), "category", "categories")
    return f"{categories} of '{name}', held by {records} in all, no longer occur in the release. {REMEDY}"
