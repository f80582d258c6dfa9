"""Groups: records that may share a cell, told apart by what a record itself shows.

The name of a group is the values of the strata and which quasi-identifiers are missing. Names with their counts are all
that is needed to decide which groups are pooled, refused or left out. So the decision is made once, on a small table
that has a few records of every group (`counted/tallies.py`), by the code that decides it in memory (`table/blocks.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl

from shoal.arrays import BoolArray, IntArray
from shoal.errors import MissingValuesError, Setting
from shoal.guarantee import ClassPromise
from shoal.journey.passes.counted.tallies import GroupName
from shoal.journey.passes.layout import Layout, changed_meanwhile
from shoal.table.blocks import split_into_blocks
from shoal.table.frames.table import Table
from shoal.table.roles.checks import missing_in
from shoal.table.roles.roles import MissingPolicy, Roles
from shoal.table.wording import found

Rows = Callable[[Sequence[GroupName]], tuple[IntArray, ClassPromise]]


@dataclass(frozen=True)
class Group:
    """A group of records that may share cells. ``void``: the quasi-identifiers that are released as missing."""

    number: int
    stratum: int
    void: tuple[bool, ...]
    pooled: bool


@dataclass(frozen=True)
class Groups:
    """The group of each name, None for records that are left out; and how many records each group has."""

    of_name: Mapping[GroupName, Group | None]
    counts: tuple[int, ...]
    n_without_value: int  # left out, because a quasi-identifier with the policy 'drop' is missing
    n_left_over: int  # left out, because even the pool of their stratum has fewer than k records
    n_set_apart: int  # of records that miss a quasi-identifier and are not pooled

    def of(self, table: Table, roles: Roles) -> tuple[IntArray, BoolArray, BoolArray]:
        """The group of every record, −1 where it is left out; (columns, records) what is void; who is pooled."""
        name_of, names = named_groups(table, roles)
        if any(name not in self.of_name for name in names):
            raise changed_meanwhile()
        groups = [self.of_name[name] for name in names]
        n_columns = len(roles.quasi_identifiers)
        number = np.array([-1 if group is None else group.number for group in groups], dtype=np.int64)
        void = np.array([(False,) * n_columns if group is None else group.void for group in groups], dtype=np.bool_)
        pooled = np.array([group is not None and group.pooled for group in groups], dtype=np.bool_)
        return number[name_of], void.reshape(len(groups), n_columns)[name_of].T, pooled[name_of]


def named_groups(table: Table, roles: Roles) -> tuple[IntArray, list[GroupName]]:
    """A number for the group of every record of a batch, and the names of these groups."""
    voids = missing_together(table, roles)
    strata = [table.codes(name) for name in roles.stratum]
    columns = {f"{at}": pl.Series(column) for at, column in enumerate([*(codes for codes, _ in strata), *voids])}
    if not columns:
        return np.zeros(table.n_records, dtype=np.int64), [((), ())]
    frame = pl.DataFrame(columns)
    distinct = frame.unique(maintain_order=True).with_row_index("name")
    name_of = frame.join(distinct, on=list(columns), how="left", maintain_order="left")["name"].to_numpy()
    names: list[GroupName] = []
    for row in distinct.select(list(columns)).iter_rows():
        values = tuple(
            None if code < 0 else known[code] for code, (_, known) in zip(row[: len(strata)], strata, strict=True)
        )
        names.append((values, tuple(map(bool, row[len(strata) :]))))
    return name_of.astype(np.int64), names


def decided(
    counts: Mapping[GroupName, int], rows: Rows, witnesses: pl.DataFrame, layout: Layout, roles: Roles
) -> Groups:
    """Which group each name becomes; what cannot be kept is refused in the words of the journey in memory.

    rows: for these names in their order, a few rows that stand for their records, and the promise about them.
    witnesses: at least one value of every quasi-identifier that occurs anywhere.
    """
    _refuse_missing(counts, layout, roles)
    names = in_order(counts)
    name_of, promise = rows(names)
    few = _records_of(names, name_of, witnesses, layout, roles)
    blocks = split_into_blocks(few, roles, promise, may_leave_out=True)
    pooled, number, stratum, void = {}, {}, {}, {}
    for at, row in enumerate(blocks.kept.tolist()):
        place = int(name_of[row])
        number[place], stratum[place] = int(blocks.block_of[at]), int(blocks.stratum_of[at])
        pooled[place] = bool(blocks.pooled[at])
        void[place] = tuple(
            bool(blocks.void[column][at]) if column in blocks.void else False for column in roles.quasi_identifiers
        )
    of_name = {
        name: Group(number[at], stratum[at], void[at], pooled[at]) if at in number else None
        for at, name in enumerate(names)
    }
    sizes = Counter[int]()
    for name, group in of_name.items():
        if group is not None:
            sizes[group.number] += counts[name]
    dropping = [roles.of(name).missing is MissingPolicy.DROP for name in roles.quasi_identifiers]
    n_left = Counter[bool]()
    for name, group in of_name.items():
        if group is None:
            n_left[any(is_void and drops for is_void, drops in zip(name[1], dropping, strict=True))] += counts[name]
    return Groups(
        of_name,
        tuple(sizes[group] for group in range(blocks.n_blocks)),
        n_without_value=n_left[True],
        n_left_over=n_left[False],
        n_set_apart=sum(
            counts[name] for name, group in of_name.items() if group and any(group.void) and not group.pooled
        ),
    )


def in_order(names: Iterable[GroupName]) -> list[GroupName]:
    """The names in an order that does not depend on who found which."""
    return sorted(names, key=_sortable)


def missing_together(table: Table, roles: Roles) -> list[BoolArray]:
    """Where each quasi-identifier is missing; half a position is no position, so a pair is missing together."""
    pair_of = {name: pair for pair in roles.positions for name in pair}
    return [missing_in(table, pair_of.get(name, (name,))) for name in roles.quasi_identifiers]


def _refuse_missing(counts: Mapping[GroupName, int], layout: Layout, roles: Roles) -> None:
    """The counts are those of the whole table, which the small one does not have."""
    for at, column in enumerate(roles.stratum):
        n_without = sum(count for (values, _), count in counts.items() if values[at] is None)
        if n_without:
            raise MissingValuesError(
                f"Stratum column '{column}' of {layout.origin.name} is missing in "
                f"{found(n_without, 'record', 'records')}.",
                column=column,
                count=n_without,
                hint="Every record needs a stratum: fill the gaps first.",
            )
    n_void = Counter[str]()
    for (_, void), count in counts.items():
        n_void.update({name: count for name, is_void in zip(roles.quasi_identifiers, void, strict=True) if is_void})
    refused = [name for name in n_void if roles.of(name).missing is MissingPolicy.REFUSE]
    if refused:
        where = f" of {layout.origin.name}"
        said = "; ".join(
            f"'{name}'{where} is missing in {found(n_void[name], 'record', 'records')}" for name in refused
        )
        raise MissingValuesError(
            f"Quasi-identifier{'s' if len(refused) > 1 else ''} {said}.",
            parameter="missing",
            column=refused,
            count=max(n_void[name] for name in refused),
            hint=(
                "Fill the gaps, or say what to do: ",
                Setting("missing", "drop"),
                " leaves such records out, ",
                Setting("missing", "own-cell"),
                " puts them in cells of their own.",
            ),
        )


def _records_of(
    names: Sequence[GroupName], name_of: IntArray, witnesses: pl.DataFrame, layout: Layout, roles: Roles
) -> Table:
    """So many records of each group as were asked for, with some value wherever one is there."""
    schema = witnesses.schema
    columns = []
    for at, column in enumerate(roles.stratum):
        values = pl.Series(column, [name[0][at] for name in names], dtype=schema[column], strict=False)
        columns.append(values.gather(name_of))
    for at, column in enumerate(roles.quasi_identifiers):
        some = witnesses[column].drop_nulls().head(1)
        void = np.array([name[1][at] for name in names], dtype=np.bool_)[name_of]
        filled = (
            some.new_from_index(0, len(name_of))
            if len(some)
            else pl.Series([None] * len(name_of), dtype=schema[column])
        )
        columns.append(filled.alias(column).set(pl.Series(void), None))
    return Table(nw.from_native(pl.DataFrame(columns), eager_only=True), layout.origin)


def _sortable(name: GroupName) -> tuple[Any, ...]:
    values, void = name
    return (*((value is None, value if value is not None else 0) for value in values), void)
