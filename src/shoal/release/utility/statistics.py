"""Statistics of the original and of the release: means, deviations, correlations, distributions.

The original comes without the values that the release does not show (`Table.voided`), so every figure "before" is over
exactly the values that are there "after". So their difference reveals no removed value.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict
from typing import Any

import numpy as np

from shoal.arrays import FloatArray
from shoal.guarantee.behind_figures import enough_records, may_tell_moments, n_behind
from shoal.release.columns import ORDERED_KINDS, TEMPORAL_KINDS, category_counts, timeline_days
from shoal.release.utility.loss import correlations, moments
from shoal.release.utility.marginals import Marginal, category_marginal, numeric_marginal, timeline_marginal
from shoal.table.frames.table import ColumnKind, Table
from shoal.table.roles.roles import CATEGORY_TYPES, Roles

CORRELATION_DECIMALS = 3
LARGEST_CORRELATED = 40  # a larger matrix cannot be read
WORTH_MENTIONING = 0.0005  # a change of a correlation below this rounds to nothing


def numeric_names(original: Table, released: Table, roles: Roles) -> list[str]:
    """The quasi-identifiers that are numbers before and after."""
    return [
        name
        for name in roles.quasi_identifiers
        if _is_numeric(original, name, roles) and _is_numeric(released, name, roles)
    ]


def moments_told(original: Table, released: Table, roles: Roles, k: int, withheld: Collection[str]) -> list[str]:
    """Of these, the ones whose moments may be told."""
    weights = _weights(original, roles)
    return [
        name
        for name in numeric_names(original, released, roles)
        if name not in withheld and may_tell_moments(original.numbers(name), weights, k)
    ]


def statistics_facts(original: Table, released: Table, roles: Roles, names: list[str]) -> list[dict[str, Any]]:
    """Mean and deviation of these columns, before and after."""
    weights_before, weights_after = _weights(original, roles), _weights(released, roles)
    return [
        {
            "name": name,
            **asdict(moments(original.numbers(name), released.numbers(name), weights_before, weights_after)),
        }
        for name in names
    ]


def correlation_facts(
    original: Table, released: Table, roles: Roles, k: int, names: list[str]
) -> dict[str, Any] | None:
    """Correlations of these columns, before and after; None where there is nothing to compare."""
    names = names[:LARGEST_CORRELATED]
    if len(names) < 2:
        return None
    columns = [original.numbers(name) for name in names]
    weights = _weights(original, roles)
    complete = np.asarray(~np.isnan(np.column_stack(columns)).any(axis=1))
    if not enough_records(n_behind(complete, weights), k):
        return None
    released_columns = [released.numbers(name) for name in names]
    before = np.round(correlations(columns, weights), CORRELATION_DECIMALS)
    after = np.round(correlations(released_columns, _weights(released, roles)), CORRELATION_DECIMALS)
    row, column = divmod(int(np.argmax(np.abs(after - before))), len(names))
    largest = None
    if abs(after[row, column] - before[row, column]) > WORTH_MENTIONING:
        largest = {
            "attributes": [names[row], names[column]],
            "before": float(before[row, column]),
            "after": float(after[row, column]),
        }
    return {
        "names": names,
        "before": before.tolist(),
        "after": after.tolist(),
        "largest_change": largest,
    }


def marginal_facts(original: Table, released: Table, roles: Roles, k: int) -> list[dict[str, Any]]:
    """The distribution of each quasi-identifier, before and after."""
    facts = []
    for name in roles.quasi_identifiers:
        marginal = _marginal(original, released, roles, name, k)
        if marginal is not None:
            facts.append({"name": name, **marginal.to_dict()})
    return facts


def _marginal(original: Table, released: Table, roles: Roles, name: str, k: int) -> Marginal | None:
    if ColumnKind.OTHER in (original.kind(name), released.kind(name)):
        return None
    kinds = {original.kind(name), released.kind(name)}
    if _is_numeric(original, name, roles) and _is_numeric(released, name, roles):
        whole = kinds == {ColumnKind.INTEGER}
        return numeric_marginal(original.numbers(name), released.numbers(name), k, whole=whole)
    if kinds <= {ColumnKind.DATE, ColumnKind.DATETIME}:
        before, after = timeline_days(original, name), timeline_days(released, name)
        return None if before is None or after is None else timeline_marginal(before, after, k)
    if ColumnKind.DURATION in kinds:
        return None
    order = roles.of(name).order
    return category_marginal(category_counts(original, name), category_counts(released, name), k, order)


def _is_numeric(table: Table, name: str, roles: Roles) -> bool:
    kind = table.kind(name)
    numeric_kind = kind in ORDERED_KINDS and kind not in TEMPORAL_KINDS
    return numeric_kind and roles.of(name).type not in CATEGORY_TYPES


def _weights(table: Table, roles: Roles) -> FloatArray | None:
    return None if roles.weight is None else table.numbers(roles.weight)
