"""Gather everything a report says into one plain dictionary.

No record's values enter it (see `utility/marginals.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

import numpy as np

from shoal.arrays import BoolArray, FloatArray
from shoal.guarantee import PersonAnonymity
from shoal.guarantee.behind_figures import enough_records, n_behind, one_makes_most
from shoal.partition.search.auto import RULE
from shoal.quantizer.quantizer import Quantizer
from shoal.release.classes import Classes, ClassSizes, classes_of_points
from shoal.release.column_facts import column_facts, told_names
from shoal.release.columns import classes_by
from shoal.release.confidential.wording import limits_of, one_class_warning, remedy
from shoal.release.pages.households import household_sentences, one_class_of_households
from shoal.release.pages.several_releases import several_releases_warnings
from shoal.release.report.audit_facts import Audit, AuditedColumns, audited
from shoal.release.report.certificate import certificate_facts
from shoal.release.report.evidence import Evidence, Whole
from shoal.release.report.households import household_facts
from shoal.release.report.several_releases import several_releases_facts
from shoal.release.risk.linkage import link_records
from shoal.release.risk.uniqueness import uniqueness_of
from shoal.release.utility.loss import ReleaseLoss, loss_of_release, one_record_makes_the_loss, round_loss
from shoal.release.utility.statistics import (
    correlation_facts,
    marginal_facts,
    moments_told,
    numeric_names,
    statistics_facts,
)
from shoal.release.wording import interrupted_warning, not_promised, single_value_warning
from shoal.table.formulas import APOSTROPHE
from shoal.table.frames.table import Table
from shoal.table.roles.roles import HouseholdMembers, Roles

REPORT_SCHEMA_VERSION = 1
LARGEST_SINGLE_SIZES = 24  # up to this many different class sizes each gets its own bar
SIZE_BINS = 16
POINTS_DRAWN = 3_000  # more circles than this only blacken the picture
PICTURE_DECIMALS = 1  # of a picture 100 wide: a point's place is shown no finer than the eye sees
WAY_DIGITS = 3  # of a mean way: an exact mean would be an equation for the records
ROUGH_DECIMALS = 2  # of a loss that is stated in whole percents
NAMED_ON_AXIS = 2  # attributes that the label of an axis names: more do not fit below a picture
LEAST_ON_AXIS = 0.1  # part of an axis below which an attribute is not worth its name there


def gather_facts(of: Evidence) -> dict[str, Any]:
    """All facts of a report."""
    original, released, roles, partition, k = of.original, of.released, of.roles, of.partition, of.promise.k
    classes = classes_by(released, [*roles.quasi_identifiers, *roles.stratum])
    point_classes = classes_of_points(of.released_points, of.stratum_of)
    privacy = (
        audit_release(released, roles, of.promise.least_size, quoted=bool(of.settings.get("quote_formulas")))
        if of.whole is None
        else of.whole.privacy
    )
    everybody = np.ones(original.n_records, dtype=np.bool_)
    shown = enough_records(n_behind(everybody, of.weights), k)
    untold = _untold(of, everybody)
    told = moments_told(original, released, roles, k, untold) if shown else []
    numbers = numeric_names(original, released, roles)
    lost = (
        loss_of_release(of.points, of.released_points, of.slices, of.weights, of.void, of.pooled)
        if of.whole is None
        else of.whole.loss
    )
    cells_loss = partition.loss if of.whole is None else of.whole.cells_loss
    uniqueness = (
        uniqueness_of(released, original, roles, of.promise.least_size)
        if of.whole is None
        else dict(of.whole.uniqueness)
    )
    loss = _loss_facts(lost, cells_loss, untold, detail=shown)
    earlier = several_releases_facts(of.earlier, partial(_told, rough=loss["rough"]))
    facts: dict[str, Any] = {
        "schema_version": REPORT_SCHEMA_VERSION,
        "date": of.date,
        "promise": _promise_facts(of, classes),
        "uniqueness": uniqueness,
        "table": _table_facts(of),
        "columns": column_facts(original, roles, along_streets=of.ways is not None),
        "loss": {**loss, **_way_facts(of, shown=shown)},
        "certificate": certificate_facts(partition, of.bound, detail=shown, dominated=bool(untold)),
        "detail_shown": shown,
        "weighted_by": roles.weight,  # the statistics and correlations, not the marginals
        # Named by attribute: of a numeric column without moments, and of any attribute without a loss of its own.
        "withheld": [*untold, *(name for name in numbers if name not in {*told, *untold})] if shown else [],
        "statistics": statistics_facts(original, released, roles, told),
        "correlations": correlation_facts(original, released, roles, k, told),
        "marginals": marginal_facts(original, released, roles, k) if shown else [],
        "picture": _picture(of.released_points, point_classes, of.slices),
        "privacy": privacy.to_dict(),
        "linkage": _linkage_facts(of, point_classes, classes.n_classes),
        "dominance": None if of.dominance is None else dict(of.dominance),
        **({} if earlier is None else {"earlier": earlier}),
        "suppressed": None if of.suppressed is None else dict(of.suppressed),
        "published_as_is": _published_as_is(original, released, roles),
        "strata": list(roles.stratum),
        "quantizer": None if of.quantizer is None else _quantizer_facts(of.quantizer),
        "settings": dict(of.settings),
        "digests": dict(of.digests),
        "warnings": [
            *interrupted_warning(partition.outcome),
            *uniqueness.pop("warnings"),
            *of.warnings,
            *several_releases_warnings(earlier, _table_facts(of)["n_records_in"]),
            *_privacy_warnings(privacy, roles),
        ],
    }
    secret = facts["promise"]["confidential"]
    enough = original.n_records >= 2 * of.promise.least_size
    n_cells = partition.n_cells if of.whole is None else of.whole.n_cells
    facts["warnings"] += one_class_warning(secret, n_cells, of.n_blocks, enough)
    if roles.household is not None:
        facts["warnings"] += one_class_of_households(n_cells, of.n_blocks, enough=enough)
    facts["not_promised"] = [
        *household_sentences(facts["promise"]),
        *not_promised(facts),
        *limits_of(
            secret,
            counts_persons=facts["promise"]["counts_persons"],
            is_weighted=roles.weight is not None,
            beside_households=roles.household is not None,
        ),
    ]
    return facts


def _untold(of: Evidence, everybody: BoolArray) -> list[str]:
    """Attributes without a loss of their own: it is an equation for few records, or for one that makes most of it."""
    if of.whole is not None:
        return list(of.whole.untold)
    return [
        name
        for name, part in of.slices.items()
        if not enough_records(n_behind(~of.void[name] if name in of.void else everybody, of.weights), of.promise.k)
        or one_record_makes_the_loss(of.points[:, part], of.released_points[:, part], of.weights)
    ]


def _table_facts(of: Evidence) -> dict[str, Any]:
    if of.whole is not None:
        return {
            "name": of.original.origin.name,
            "n_records_in": of.whole.n_records_in,
            "n_records_out": of.whole.sizes.n_records,
            "n_pooled": of.whole.n_pooled,
            "n_sampled": of.released.n_records,
        }
    return {
        "name": of.original.origin.name,
        "n_records_in": of.original.n_records if of.n_records_in is None else of.n_records_in,
        "n_records_out": of.released.n_records,
        "n_pooled": 0 if of.pooled is None else int(np.count_nonzero(of.pooled)),
    }


def _linkage_facts(of: Evidence, classes: Classes, n_classes: int) -> dict[str, Any]:
    linkage = link_records(
        of.points, of.released_points, classes, n_classes=n_classes, stratum_of=of.stratum_of, seed=of.seed
    ).to_dict()
    n_released = of.released.n_records if of.whole is None else of.whole.sizes.n_records
    return linkage if n_released == of.released.n_records else {**linkage, "n_released": n_released}


def _published_as_is(original: Table, released: Table, roles: Roles) -> list[str]:
    accounted_for = {*roles.quasi_identifiers, *roles.confidential, *roles.stratum}
    return told_names(original, roles, [name for name in released.columns if name not in accounted_for])


def _quantizer_facts(quantizer: Quantizer) -> dict[str, Any]:
    return {
        "kind": quantizer.kind,
        "n_cells": quantizer.n_cells,
        "bytes": quantizer.n_bytes,
        "table_bytes": quantizer.origin.table_bytes,
        "forced_apart": quantizer.forced_apart,
        "discloses": list(quantizer.discloses),
    }


def audit_release(released: Table, roles: Roles, k: int, *, quoted: bool = False) -> Audit:
    """The privacy half, counted on the released table itself.

    quoted: texts that a spreadsheet would run as formulas have an apostrophe before them there, and not in an order.
    """
    return audited(released, audited_columns(roles, quoted=quoted), k)


def audited_columns(roles: Roles, *, quoted: bool = False) -> AuditedColumns:
    """What is measured of a release with these roles."""
    described = {name: roles.of(name) for name in roles.confidential}
    return AuditedColumns(
        roles.quasi_identifiers,
        roles.confidential,
        roles.stratum,
        order_of={
            name: [text for value in role.order for text in ((value, f"{APOSTROPHE}{value}") if quoted else (value,))]
            for name, role in described.items()
            if role.order
        },
        codes=[name for name, role in described.items() if role.is_unordered],
    )


def _privacy_warnings(privacy: Audit, roles: Roles) -> list[str]:
    """Where members of households are in different classes no promise can be asked for, so none is advised."""
    has_remedy = roles.household_members is HouseholdMembers.TOGETHER
    return [
        single_value_warning(asdict(attribute)) + (f" {remedy(attribute.name)}" if has_remedy else "")
        for attribute in privacy.confidential
        if attribute.distinct_l == 1 and attribute.n_values > 1
    ]


def _promise_facts(of: Evidence, classes: Classes) -> dict[str, Any]:
    promise, partition, whole = of.promise, of.partition, of.whole
    sizes = classes.size_counts if whole is None else whole.sizes
    if whole is None:
        secret = [] if of.confidential is None else [counted.to_dict() for counted in of.confidential.counts(classes)]
    else:
        secret = [dict(counted) for counted in whole.promises]
    if whole is None:
        is_kept = not promise.broken(classes.class_of).any()
    else:
        is_kept = whole.n_broken == 0 and int(sizes.sizes[0]) >= promise.least_size
    return {
        "text": promise.describe(),
        "k": promise.k,
        "fewest_records": promise.least_size,
        "counts_persons": isinstance(promise, PersonAnonymity),
        **(household_facts(promise, classes) if whole is None else _households_of(whole)),
        "kept": bool(is_kept) and all(counted["kept"] for counted in secret),
        "confidential": secret,
        "smallest_class": int(sizes.sizes[0]),
        "largest_class": int(sizes.sizes[-1]),
        "mean_class": sizes.n_records / sizes.n_classes,
        "n_records": sizes.n_records,
        "n_classes": sizes.n_classes,
        "n_cells": len(partition.sizes) if whole is None else whole.n_cells,
        "sizes": size_histogram(sizes),
        "method": partition.method,
        "method_rule": RULE if partition.method.startswith("auto: ") else None,
        "outcome": partition.outcome.value,
        "outcome_advice": partition.outcome.advice,
    }


def _households_of(whole: Whole) -> dict[str, Any]:
    return {} if whole.households is None else {"households": dict(whole.households)}


def size_histogram(of: ClassSizes) -> list[dict[str, Any]]:
    """How many classes have which size; wide ranges are binned."""
    distinct, counts = of.sizes, of.counts
    if len(distinct) <= LARGEST_SINGLE_SIZES:
        return [
            {"label": str(size), "from": int(size), "to": int(size), "classes": int(count)}
            for size, count in zip(distinct, counts, strict=True)
        ]
    # Equal ratios: sizes of many orders of magnitude stay visible in one picture.
    borders = np.unique(np.geomspace(distinct[0], distinct[-1] + 1, SIZE_BINS + 1).astype(np.int64))
    borders[-1] = distinct[-1] + 1
    histogram, _ = np.histogram(distinct, bins=borders, weights=counts)
    return [
        {
            "label": str(low) if high - low == 1 else f"{low}–{high - 1}",
            "from": int(low),
            "to": int(high - 1),
            "classes": int(count),
        }
        for low, high, count in zip(borders[:-1], borders[1:], histogram, strict=True)
    ]


def _loss_facts(lost: ReleaseLoss, cells_loss: float, untold: Sequence[str], *, detail: bool) -> dict[str, Any]:
    # If the loss of an attribute must not be published, the exact total loss would reveal it, so that is rounded.
    rough = not detail or bool(untold)
    return {
        "overall": _told(lost.overall, rough=rough),  # of the released values, after rounding and decoding
        "cells": _told(cells_loss, rough=rough),  # of the centroids, before it: what the partitioner achieved
        "rough": rough,  # in whole percents
        "attributes": [
            {
                "name": name,
                "loss_share": round_loss(part.loss_share),
                "part_of_total": round_loss(part.part_of_total),
            }
            for name, part in lost.attributes.items()
            if name not in untold
        ]
        if detail
        else [],
    }


def _told(share: float, *, rough: bool) -> float:
    return round(share, ROUGH_DECIMALS) if rough else round_loss(share)


def _way_facts(of: Evidence, *, shown: bool) -> dict[str, float]:
    """Along streets, the mean way to the released crossing; not where it depends on few records or mostly on one."""
    if of.ways is None or not shown or one_makes_most(of.ways if of.weights is None else of.ways * of.weights):
        return {}
    return {"mean_way": float(f"{np.average(of.ways, weights=of.weights):.{WAY_DIGITS}g}")}


def _picture(released_points: FloatArray, classes: Classes, slices: Mapping[str, slice]) -> dict[str, Any]:
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
        "axes": [_named_on(axes[:, axis], slices) if total > 0 else [] for axis in order],
        "n_points": len(place),
        "n_drawn": len(drawn),
        "points": [[*map(float, scaled[point]), int(classes.sizes[point])] for point in drawn],
    }


def _named_on(axis: FloatArray, slices: Mapping[str, slice]) -> list[str]:
    """The attributes that make up most of a direction, the largest part first."""
    part_of = {name: float((axis[part] ** 2).sum()) for name, part in slices.items()}
    largest = sorted(part_of, key=lambda name: -part_of[name])[:NAMED_ON_AXIS]
    return [name for name in largest if part_of[name] >= LEAST_ON_AXIS]
