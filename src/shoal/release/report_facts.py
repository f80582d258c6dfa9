"""Gather everything a report says into one plain dictionary.

No record's values enter it (see `marginals.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
import numpy.typing as npt

from shoal.partition.auto import RULE
from shoal.partition.partition import Partition
from shoal.quantizer.quantizer import Quantizer
from shoal.release.audit import Audit, audit
from shoal.release.classes import Classes, IntArray, classes_of_points
from shoal.release.column_facts import column_facts, told_names
from shoal.release.columns import (
    ORDERED_KINDS,
    TEMPORAL_KINDS,
    category_counts,
    classes_by,
    timeline_days,
)
from shoal.release.linkage import link_records
from shoal.release.loss import (
    correlations,
    detail_allowed,
    effective_count,
    loss_of_release,
    moments,
    round_loss,
)
from shoal.release.marginals import Marginal, category_marginal, numeric_marginal, timeline_marginal
from shoal.release.report_certificate import TableBound, certificate_facts
from shoal.release.uniqueness import uniqueness_facts
from shoal.release.wording import not_promised, single_value_warning
from shoal.table.frames import ColumnKind, Table
from shoal.table.roles import ColumnType, Roles

FloatArray = npt.NDArray[np.float64]

CATEGORY_TYPES = (ColumnType.NOMINAL, ColumnType.ORDINAL, ColumnType.TAXONOMY)

REPORT_SCHEMA_VERSION = 1
LARGEST_SINGLE_SIZES = 24  # up to this many different class sizes each gets its own bar
SIZE_BINS = 16
POINTS_DRAWN = 3_000  # more circles than this only blacken the picture
PICTURE_DECIMALS = 1  # of a picture 100 wide: a point's place is shown no finer than the eye sees
CORRELATION_DECIMALS = 3
ROUGH_DECIMALS = 2
LARGEST_CORRELATED = 40  # a larger matrix cannot be read
WORTH_MENTIONING = 0.0005  # a change of a correlation below this rounds to nothing


def gather_facts(
    *,
    k: int,
    promise: str,
    original: Table,
    released: Table,
    roles: Roles,
    points: FloatArray,
    released_points: FloatArray,
    partition: Partition,
    slices: Mapping[str, slice],
    settings: Mapping[str, Any],
    digests: Mapping[str, str],
    warnings: Sequence[str],
    weights: FloatArray | None,
    stratum_of: IntArray | None,
    seed: int,
    n_records_in: int,
    quantizer: Quantizer | None,
    bound: TableBound | None,
) -> dict[str, Any]:
    """All facts of a report; see `report.build_report` for the arguments."""
    looks, strata = roles.quasi_identifiers, roles.stratum
    classes = classes_by(released, [*looks, *strata])
    point_classes = classes_of_points(released_points, stratum_of)
    privacy = audit_release(released, roles, k)
    n_behind = original.n_records if weights is None else min(original.n_records, effective_count(weights))
    shown = detail_allowed(n_behind, k)
    uniqueness = uniqueness_facts(released, original, roles, k)
    facts: dict[str, Any] = {
        "schema_version": REPORT_SCHEMA_VERSION,
        "promise": _promise_facts(k, promise, classes, partition),
        "uniqueness": uniqueness,
        "table": {
            "name": original.origin.name,
            "n_records_in": n_records_in,
            "n_records_out": released.n_records,
        },
        "columns": column_facts(original, roles),
        "loss": _loss_facts(points, released_points, partition, slices, weights, detail=shown),
        "certificate": certificate_facts(partition, bound, detail=shown),
        "detail_shown": shown,
        "weighted_by": roles.weight,  # the statistics and correlations, not the marginals
        "statistics": _statistics(original, released, roles, k) if shown else [],
        "correlations": _correlation_facts(original, released, roles, k) if shown else None,
        "marginals": _marginal_facts(original, released, roles, k) if shown else [],
        "picture": _picture(released_points, point_classes),
        "privacy": privacy.to_dict(),
        "linkage": link_records(
            points, released_points, point_classes, n_classes=classes.n_classes, stratum_of=stratum_of, seed=seed
        ).to_dict(),
        "published_as_is": told_names(
            original,
            roles,
            [name for name in released.columns if name not in {*looks, *roles.confidential, *strata}],
        ),
        "strata": list(strata),
        "quantizer": None if quantizer is None else _quantizer_facts(quantizer),
        "settings": dict(settings),
        "digests": dict(digests),
        "warnings": [*uniqueness.pop("warnings"), *warnings, *_privacy_warnings(privacy)],
    }
    facts["not_promised"] = not_promised(facts)
    return facts


def _quantizer_facts(quantizer: Quantizer) -> dict[str, Any]:
    return {
        "kind": quantizer.kind,
        "n_cells": quantizer.n_cells,
        "bytes": quantizer.n_bytes,
        "table_bytes": quantizer.origin.table_bytes,
        "forced_apart": quantizer.forced_apart,
        "discloses": list(quantizer.discloses),
    }


def audit_release(released: Table, roles: Roles, k: int) -> Audit:
    """The privacy half, counted on the released table itself."""
    described = {name: roles.of(name) for name in roles.confidential}
    return audit(
        released,
        quasi_identifiers=roles.quasi_identifiers,
        confidential=roles.confidential,
        by=roles.stratum,
        k=k,
        orders={name: role.order for name, role in described.items() if role.order},
        nominal=[name for name, role in described.items() if not role.order and role.type in CATEGORY_TYPES],
    )


def _privacy_warnings(privacy: Audit) -> list[str]:
    return [
        single_value_warning(asdict(attribute))
        for attribute in privacy.confidential
        if attribute.distinct_l == 1 and attribute.n_values > 1
    ]


def _promise_facts(k: int, promise: str, classes: Classes, partition: Partition) -> dict[str, Any]:
    return {
        "text": promise,
        "k": k,
        "kept": classes.k >= k,
        "smallest_class": classes.k,
        "largest_class": int(classes.sizes.max()),
        "mean_class": classes.n_records / classes.n_classes,
        "n_records": classes.n_records,
        "n_classes": classes.n_classes,
        "n_cells": len(partition.sizes),
        "sizes": size_histogram(classes.sizes),
        "method": partition.method,
        "method_rule": RULE if partition.method.startswith("auto: ") else None,
        "outcome": partition.outcome.value,
        "outcome_advice": partition.outcome.advice,
    }


def size_histogram(sizes: IntArray) -> list[dict[str, Any]]:
    """How many classes have which size; wide ranges are binned."""
    distinct, counts = np.unique(sizes, return_counts=True)
    if len(distinct) <= LARGEST_SINGLE_SIZES:
        return [
            {"label": str(size), "from": int(size), "to": int(size), "classes": int(count)}
            for size, count in zip(distinct, counts, strict=True)
        ]
    # Equal ratios: sizes of many orders of magnitude stay visible in one picture.
    borders = np.unique(np.geomspace(distinct[0], distinct[-1] + 1, SIZE_BINS + 1).astype(np.int64))
    borders[-1] = distinct[-1] + 1
    histogram, _ = np.histogram(sizes, bins=borders)
    return [
        {
            "label": str(low) if high - low == 1 else f"{low}–{high - 1}",
            "from": int(low),
            "to": int(high - 1),
            "classes": int(count),
        }
        for low, high, count in zip(borders[:-1], borders[1:], histogram, strict=True)
    ]


def _loss_facts(
    points: FloatArray,
    released_points: FloatArray,
    partition: Partition,
    slices: Mapping[str, slice],
    weights: FloatArray | None,
    *,
    detail: bool,
) -> dict[str, Any]:
    lost = loss_of_release(points, released_points, slices, weights)

    def told(share: float) -> float:
        # In a tiny table the exact loss is an equation for the records, so it is told roughly.
        return round_loss(share) if detail else round(share, ROUGH_DECIMALS)

    return {
        "overall": told(lost.overall),  # of the released values, after rounding and decoding
        "cells": told(partition.loss),  # of the centroids, before it: what the partitioner achieved
        "attributes": [
            {
                "name": name,
                "loss_share": round_loss(part.loss_share),
                "part_of_total": round_loss(part.part_of_total),
            }
            for name, part in lost.attributes.items()
        ]
        if detail
        else [],
    }


def _is_numeric(table: Table, name: str, roles: Roles) -> bool:
    kind = table.kind(name)
    numeric_kind = kind in ORDERED_KINDS and kind not in TEMPORAL_KINDS
    return numeric_kind and roles.of(name).type not in CATEGORY_TYPES


def _numeric_names(original: Table, released: Table, roles: Roles) -> list[str]:
    return [
        name
        for name in roles.quasi_identifiers
        if _is_numeric(original, name, roles) and _is_numeric(released, name, roles)
    ]


def _statistics(original: Table, released: Table, roles: Roles, k: int) -> list[dict[str, Any]]:
    rows = []
    weights_before, weights_after = _weights(original, roles), _weights(released, roles)
    for name in _numeric_names(original, released, roles):
        before, after = original.numbers(name), released.numbers(name)
        if detail_allowed(_n_behind(~np.isnan(before), weights_before), k):
            rows.append({"name": name, **asdict(moments(before, after, weights_before, weights_after))})
    return rows


def _weights(table: Table, roles: Roles) -> FloatArray | None:
    return None if roles.weight is None else table.numbers(roles.weight)


def _n_behind(present: npt.NDArray[np.bool_], weights: FloatArray | None) -> int:
    """How many records carry a statistic."""
    return int(np.count_nonzero(present)) if weights is None else effective_count(weights[present])


def _correlation_facts(original: Table, released: Table, roles: Roles, k: int) -> dict[str, Any] | None:
    names = _numeric_names(original, released, roles)[:LARGEST_CORRELATED]
    if len(names) < 2:
        return None
    columns = [original.numbers(name) for name in names]
    weights = _weights(original, roles)
    complete = ~np.isnan(np.column_stack(columns)).any(axis=1)
    if not detail_allowed(_n_behind(np.asarray(complete), weights), k):
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


def _marginal_facts(original: Table, released: Table, roles: Roles, k: int) -> list[dict[str, Any]]:
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


def _picture(released_points: FloatArray, classes: Classes) -> dict[str, Any]:
    """The distinct released points on their two principal axes, in a square of side 100. Never a record's own."""
    distinct = released_points[classes.first_records()]
    share = classes.sizes / classes.n_records
    centred = distinct - share @ distinct
    variances, axes = np.linalg.eigh((centred * share[:, None]).T @ centred)
    order = np.argsort(variances)[::-1][:2]
    place = centred @ axes[:, order]
    if place.shape[1] == 1:
        place = np.column_stack([place, np.zeros(len(place))])
    total = float(np.clip(variances, 0, None).sum())
    drawn = np.arange(len(place))
    if len(drawn) > POINTS_DRAWN:  # evenly spaced in the order of size: the spread of sizes is kept
        drawn = np.argsort(classes.sizes, kind="stable")[np.linspace(0, len(drawn) - 1, POINTS_DRAWN).astype(np.int64)]
    low, high = place.min(axis=0), place.max(axis=0)
    extent = float((high - low).max()) or 1.0  # one scale for both axes: distances stay comparable
    scaled = np.round(50 + 100 * (place - (low + high) / 2) / extent, PICTURE_DECIMALS)
    return {
        "shown_share": [float(max(variances[axis], 0.0)) / total if total > 0 else 0.0 for axis in order],
        "n_points": len(place),
        "n_drawn": len(drawn),
        "points": [[*map(float, scaled[point]), int(classes.sizes[point])] for point in drawn],
    }
