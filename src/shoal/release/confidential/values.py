"""Confidential columns as promises see them: the only place where a column becomes `ConfidentialValues`.

Values are read as the measures of an audit read them (`release/columns.py`): numbers, dates and texts with a declared
or given order are ordered, texts and truth values are not, and numbers that are called nominal are mere codes. A
missing value is a value of its own after the largest one. In a taxonomy it stands alone below the root.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.encode.attributes.attribute import known_codes, refuse_values
from shoal.encode.attributes.tree import TaxonomyTree, read_tree
from shoal.errors import InfeasiblePromise, MissingValuesError, ParameterError, Setting, TableError
from shoal.guarantee.confidential import (
    Closeness,
    ConfidentialPromise,
    ConfidentialRule,
    ConfidentialValues,
    GroundDistance,
    PromiseBesideHouseholds,
)
from shoal.kernels.confidential.judge import ROUNDING
from shoal.release.columns import NUMBER_KINDS, order_of_values, value_codes
from shoal.release.confidential.asked import AskedPromises, MissingConfidential
from shoal.table.blocks import Blocks
from shoal.table.frames.columns import ColumnKind
from shoal.table.frames.table import Table
from shoal.table.roles.checks import households_of, refuse_mixed
from shoal.table.roles.roles import HouseholdMembers, Roles
from shoal.table.wording import found, listed

Reading = tuple[Sequence[str] | bool, Path | None]  # the order of the values, and the taxonomy of a column


def promise_of(table: Table, roles: Roles, asked: AskedPromises) -> ConfidentialPromise | None:
    """The promise about all records of this table; None if nothing was asked for."""
    if not asked:
        return None
    promise = _paired({name: values_in_roles(table, roles, name, asked.missing) for name in asked.columns}, asked)
    if roles.household is None:
        return promise
    if roles.household_members is HouseholdMembers.COUNTED:
        raise ParameterError(
            f"No promise about {listed(asked.columns)} protects households whose members may be in different classes (",
            Setting("household_members", HouseholdMembers.COUNTED.value),
            "): a value that they share is in each of these classes, and often no other value is.",
            parameter=asked.door_of(asked.columns[0]),
            column=asked.columns,
            hint="Keep households together, or leave the promise out.",
        )
    return PromiseBesideHouseholds(promise.asked, households_of(table, roles.household))


def pairs_of(table: Table, asked: AskedPromises, reading: Mapping[str, Reading]) -> ConfidentialPromise:
    """The promise about a table without roles: ``reading`` has the order and the taxonomy of each column."""
    return _paired({name: confidential_values(table, name, *reading[name]) for name in asked.columns}, asked)


def _paired(columns: Mapping[str, ConfidentialValues], asked: AskedPromises) -> ConfidentialPromise:
    return ConfidentialPromise(
        tuple((columns[name], resolved(rule, columns[name])) for name, rules in asked.rules for rule in rules)
    )


def require_possible(promise: ConfidentialPromise | None, blocks: Blocks, roles: Roles) -> None:
    """Refuse what the whole table does not keep, and what not even all records of some block keep together.

    Which blocks these are is not said: a stratum is named by its values.
    """
    if promise is None:
        return
    if isinstance(promise, PromiseBesideHouseholds):
        _refuse_divided_households(promise, blocks, roles)
    promise.require_feasible()
    missed = promise.shortfalls(blocks.block_of) > ROUNDING
    for (values, rule), cannot in zip(promise.asked, missed.T, strict=True):
        n_blocks = int(np.count_nonzero(cannot))
        if n_blocks:
            raise InfeasiblePromise(
                f"{n_blocks:,} of {blocks.n_blocks:,} {_blocks_in_words(blocks, roles)} cannot keep this promise, not "
                f"even with all their records in one cell: {promise.said(values, rule)}",
                parameter="by" if roles.stratum else "missing",
                column=(values.name, *roles.stratum),
                count=n_blocks,
                hint="Ask for less, merge strata, or fill the gaps."
                if blocks.void and roles.stratum
                else "Ask for less, or merge strata."
                if roles.stratum
                else "Ask for less, or fill the gaps.",
            )


def _refuse_divided_households(promise: PromiseBesideHouseholds, blocks: Blocks, roles: Roles) -> None:
    """A value that members share is in the classes of all of them, and often no other value is."""
    pairs = np.unique(np.column_stack([promise.household_of, blocks.block_of]), axis=0)
    n_divided = int(np.count_nonzero(np.bincount(pairs[:, 0]) > 1))
    if n_divided:
        columns = list(dict.fromkeys(values.name for values, _ in promise.asked))
        raise InfeasiblePromise(
            f"The members of {found(n_divided, 'household', 'households')} are in several "
            f"{_blocks_in_words(blocks, roles)}, so in different classes. A value of {listed(columns)} that they share "
            "is in each of these classes, and often no other value is: no promise about it would protect them.",
            parameter="by" if roles.stratum else "missing",
            column=(*columns, *roles.stratum),
            count=n_divided,
            hint="Give such households one stratum, drop or fill what is missing, or leave the promise out.",
        )


def _blocks_in_words(blocks: Blocks, roles: Roles) -> str:
    strata = f"strata of {listed(roles.stratum)}" if roles.stratum else "groups of records"
    return f"{strata}, divided by which quasi-identifiers are missing," if blocks.void else strata


def require_orders(table: Table, roles: Roles) -> None:
    """Refuse an order of a confidential column that lacks some of its values, before any work is done."""
    for name in roles.confidential:
        order = roles.of(name).order
        if order is not None:
            value_codes(table, name, order)


def values_in_roles(table: Table, roles: Roles, name: str, missing: MissingConfidential) -> ConfidentialValues:
    """A column as its role describes it."""
    role = roles.of(name)
    order = order_of_values(table, name, role.order, is_code=role.is_unordered)
    if missing is MissingConfidential.REFUSE:
        void = table.missing(name)
        refuse_missing_values(name, table.origin.name, int(np.count_nonzero(void)), f", {table.first_at(void)}")
    values = confidential_values(table, name, order, role.taxonomy)
    if len(values.totals) == 1:
        raise InfeasiblePromise(
            f"All records have the same value in column '{name}', so no cells can leave anybody in doubt about it.",
            parameter="diversity",
            column=name,
            hint="Leave the promise out, and ask whether the column should be published.",
        )
    return values


def confidential_values(
    table: Table, name: str, order: Sequence[str] | bool, taxonomy: Path | None = None
) -> ConfidentialValues:
    """A column of the whole table; ``order`` as `order_of_values` gives it."""
    if table.kind(name) is ColumnKind.OTHER:
        raise TableError(
            f"Column '{name}' of {table.origin.name} holds mixed or nested values, so nothing can be promised of it.",
            column=name,
            hint="Give each record one number, text, truth value or date there.",
        )
    refuse_mixed(table, name, "column with a promise")
    codes = value_codes(table, name, None if isinstance(order, bool) else order)
    return ConfidentialValues.counted(
        name,
        codes,
        is_ordered=order is not False,
        numbers=_numbers(table, name) if order is True else None,
        ancestors=None if taxonomy is None else _ancestors(table, name, read_tree(taxonomy)),
    )


def _numbers(table: Table, name: str) -> FloatArray | None:
    """(values + 1,) the numbers themselves, then what a missing one counts as: apart from all others."""
    if table.kind(name) not in NUMBER_KINDS:
        return None
    return np.append(np.asarray(table.codes(name)[1], dtype=np.float64), np.inf)


def _ancestors(table: Table, name: str, tree: TaxonomyTree) -> IntArray:
    """(values + 1, height) the nodes from each value up to below the root, then those of a missing value.

    A value that is less deep than others stands for itself on the levels below it too.
    """
    node_of = known_codes(table, name, {node: index for index, node in enumerate(tree.nodes)})
    wrong = (node_of < 0) & ~table.missing(name)
    refuse_values(table, name, wrong, "outside its taxonomy", "Add the missing values to the taxonomy.")
    codes, values = table.codes(name)
    node_of_value = np.zeros(len(values), dtype=np.int64)
    node_of_value[codes[codes >= 0]] = node_of[codes >= 0]
    ways = [_way_up(tree, int(node)) for node in node_of_value]
    height = max(1, *map(len, ways)) if ways else 1
    missing = len(tree.nodes)  # a node of its own
    rows = [[way[0] if way else 0] * (height - len(way)) + way for way in ways]
    return np.array([*rows, [missing] * height], dtype=np.int64)


def _way_up(tree: TaxonomyTree, node: int) -> list[int]:
    """The node and all above it, without the root."""
    way = []
    while tree.parent[node] >= 0:
        way.append(node)
        node = tree.parent[node]
    return way


def resolved(rule: ConfidentialRule, values: ConfidentialValues) -> ConfidentialRule:
    """Closeness of a column with a taxonomy is measured along it, unless something else is asked for."""
    if isinstance(rule, Closeness) and rule.ground is None and values.ancestors is not None:
        return replace(rule, ground=GroundDistance.HIERARCHICAL)
    return rule


def refuse_missing_values(name: str, where: str, n_missing: int, at: str = "") -> None:
    """Refuse a column with a promise that so many records miss."""
    if n_missing:
        raise MissingValuesError(
            f"Column '{name}' of {where} has a promise and is missing in {found(n_missing, 'record', 'records')}{at}.",
            parameter="missing_confidential",
            column=name,
            count=n_missing,
            hint=(
                "Fill the gaps or leave these records out; ",
                Setting("missing_confidential", "value"),
                " counts a missing value as a value of its own.",
            ),
        )
