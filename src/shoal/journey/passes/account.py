"""The account of a release: its report and its manifest, from sums over all records and from a sample of whole classes.

Records, classes, their sizes and the losses are those of the whole release. Everything else that a report tells is
measured on the sample. It holds whole classes, which were drawn by what they show, so a figure about classes is as it
would be in the whole release, up to chance. The report says which figures these are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from shoal import __version__
from shoal.encode.gaps import points_with_gaps, void_place
from shoal.encode.units import Units
from shoal.errors import PromiseNotKept
from shoal.guarantee.behind_figures import LARGEST_PART, enough_records
from shoal.journey.passes.auditing import AuditPlan, audit_of_parts, class_facts
from shoal.journey.passes.census import Census
from shoal.journey.passes.counted.household_risks import drawn_households, told_households
from shoal.journey.passes.counted.households import HouseholdFacts
from shoal.journey.passes.counted.what_counts import BESIDE, WhatCounts
from shoal.journey.passes.forming import CELL
from shoal.journey.passes.layout import Layout
from shoal.journey.passes.leaving.group import CameIn
from shoal.journey.passes.plan import BlockPlan, LocatedRecords
from shoal.journey.passes.releasing import BEFORE, AttributeSums, Sums, released_layout
from shoal.journey.passes.row_keys import TableContent
from shoal.journey.passes.telling.left_over import staying_times, staying_values
from shoal.journey.passes.telling.standing_out import StandingOut
from shoal.journey.passes.telling.unique import PartUniqueness, UniquePlan
from shoal.journey.passes.telling.warnings import whole_warnings
from shoal.journey.passes.values.value_times import value_share
from shoal.journey.passes.values.whole_figures import WholeFigures
from shoal.journey.run import Run
from shoal.partition.partition import Partition
from shoal.release.columns import classes_by
from shoal.release.confidential.counting import CountedPromise
from shoal.release.manifest import build_manifest, salted_digest
from shoal.release.report.certificate import TableBound
from shoal.release.report.class_facts import ClassFacts
from shoal.release.report.evidence import Evidence, Whole
from shoal.release.report.facts import audited_columns
from shoal.release.report.report import Report, build_report
from shoal.release.risk.dominated_values import refuse_dominated
from shoal.release.utility.loss import AttributeLoss, ReleaseLoss
from shoal.table.formulas import formula_warnings
from shoal.table.frames.table import Table
from shoal.table.roles.disclosures import disclosures, repeated_quasi_identifiers

NO_BOUND = "The table was worked on in parts, and a bound would need all of its records at once."


class PartFacts(NamedTuple):
    """About some records of the release that hold whole classes."""

    content: TableContent
    classes: ClassFacts
    n_broken: int  # classes that do not keep the promise, where k counts no records
    unique: PartUniqueness | None
    households: pl.DataFrame | None  # see `counted/household_risks.py`


@dataclass(frozen=True)
class GatheredFacts:
    """What the passes found. ``evidence``: block after block; ``parts`` in whatever order."""

    census: Census
    sums: Sums
    evidence: pl.DataFrame
    parts: Sequence[PartFacts]
    dominated: Sequence[Mapping[str, int]]  # by attribute, in how many classes of a part one value stands out
    came_in: CameIn
    households: HouseholdFacts | None = None  # if members of households stay together


def audit_plan(counted: Census, plan: BlockPlan) -> AuditPlan:
    """What is measured on the classes of the release."""
    columns = audited_columns(plan.roles)
    values = staying_values(counted, plan.groups, plan.layout, plan.roles)
    known = replace(columns, secrets=[name for name in columns.secrets if name in values])
    asked = () if plan.promised is None else plan.promised.asked
    return AuditPlan.of(released_layout(plan), known, values, asked)


def part_facts(
    frame: pl.DataFrame, counting: AuditPlan, what: WhatCounts, unique: UniquePlan | None = None
) -> PartFacts:
    """What whole classes say, and the content of their records."""
    n_broken, households = 0, None
    if what.beside and BESIDE in frame.columns:
        beside = frame[BESIDE].to_numpy()
        class_of = classes_by(counting.layout.table(frame), counting.columns.shown).class_of
        n_broken = int(np.count_nonzero(what.promise_beside(beside).broken(class_of)))
        if unique is not None and what.household is not None:
            households = drawn_households(beside, class_of, unique.share)
    content = TableContent.of(frame, counting.layout.travelling)
    found = None if unique is None else unique.of_part(frame)
    return PartFacts(content, class_facts(frame, counting), n_broken, found, households)


def require_all(content: TableContent, sums: Sums) -> None:
    """Raise unless the records that were counted are as many as were released."""
    if content.n_records != sums.n_records:
        raise PromiseNotKept(
            f"{content.n_records:,} of {sums.n_records:,} released records were counted.",
            count=abs(content.n_records - sums.n_records),
            hint="Nothing may be published from this.",
        )


def account_of(
    gathered: GatheredFacts, counting: AuditPlan, plan: BlockPlan, run: Run, engine: str
) -> tuple[Report, dict[str, Any]]:
    """Report and manifest."""
    settings, counted, layout = run.settings, gathered.census, counting.layout
    told = {**settings.plain(), "block_records": plan.block_records, "engine": engine}  # as used, if nobody asked
    whole = _whole(gathered, counting, plan)
    content = reduce(TableContent.and_also, (part.content for part in gathered.parts))
    require_all(content, gathered.sums)
    digests = {"input": salted_digest(gathered.came_in.digest, run.salt), "release": content.digest}
    standing = StandingOut.of(counted, gathered.sums, plan, settings.dominance)
    dominance = standing.told(gathered.dominated, whole.sizes.n_classes)
    if settings.dominance is not None:
        refuse_dominated(dominance)
    evidence = _evidence(gathered, plan, layout, {**told, "shoal": __version__}, digests, whole)
    formulas = formula_warnings(layout.columns, gathered.sums.formulas, were_quoted=settings.quote_formulas)
    warnings = [
        *whole_warnings(counted, gathered.came_in, gathered.sums, dominance, plan),
        *evidence.warnings,
        *formulas,
    ]
    evidence = replace(evidence, warnings=warnings, dominance=dominance.to_dict())
    report = build_report(evidence)
    manifest = build_manifest(
        origin=layout.origin,
        n_records=gathered.came_in.n_records,
        n_released=whole.sizes.n_records,
        roles=run.roles,
        settings=told,
        reading=run.reading,
        salt=run.salt,
        methods_used=[plan.way.describe()],
        formings=(),
        report=report,
    )
    return report, manifest


def _evidence(
    gathered: GatheredFacts,
    plan: BlockPlan,
    shown_layout: Layout,
    settings: Mapping[str, Any],
    digests: Mapping[str, str],
    whole: Whole,
) -> Evidence:
    """What the report of the sample is made from."""
    sample = gathered.evidence
    before = plan.layout.table(
        sample.select(BEFORE + name for name in plan.layout.travelling).rename(lambda name: name.removeprefix(BEFORE))
    )
    located = plan.located(plan.layout.frame(before))
    shown = before.voided(located.void) if located.void else before
    after = shown_layout.table(sample.select(shown_layout.travelling))
    promise = None if plan.promised is None else plan.promised.promise(sample)
    figures = _figures(gathered.census, plan, shown)
    unique = UniquePlan.of(gathered.census, plan)
    found = [part.unique for part in gathered.parts if part.unique is not None]
    households = [part.households for part in gathered.parts if part.households is not None]
    whole = replace(
        whole,
        uniqueness=unique.told(found, shown, plan.roles),
        households=told_households(households, unique.share, gathered.households, plan.what) if households else None,
    )
    return Evidence(
        promise=plan.what.promise(before.native(), plan.layout),
        original=shown,
        released=after,
        roles=plan.roles,
        **_points(located, after, sample, plan),
        slices=plan.encoding.slices,
        settings=settings,
        digests=digests,
        warnings=[*repeated_quasi_identifiers(shown, plan.roles), *disclosures(shown, plan.roles, figures)],
        stratum_of=located.group_of if plan.roles.stratum else None,
        weights=located.weights,
        seed=plan.seed,
        bound=TableBound(absent=NO_BOUND),
        pooled=located.pooled,
        n_blocks=len(plan.groups.counts),
        confidential=CountedPromise.of(promise),
        whole=whole,
        suppressed=None if gathered.came_in.suppressed is None else gathered.came_in.suppressed.to_dict(),
    )


def _figures(counted: Census, plan: BlockPlan, shown: Table) -> WholeFigures:
    """About the values of the records that stay."""
    staying = staying_times(counted, plan.groups, plan.layout, plan.roles, plan.seed)
    share = value_share(counted.n_records)
    return WholeFigures(sum(plan.groups.counts), share, {**counted.times, **staying}, counted.pairs, shown)


def _points(located: LocatedRecords, after: Table, sample: pl.DataFrame, plan: BlockPlan) -> dict[str, Any]:
    """Points in exact units, before and after, and the cells."""
    encoding = plan.encoding
    units = Units.of(encoding, located.points, located.void, located.weights)
    points = units.points(located.points, located.void)
    released = points_with_gaps(encoding, after, located.void, void_place(encoding))
    cell_of = np.unique(sample[CELL].to_numpy(), return_inverse=True)[1]
    by_attribute = zip(encoding.slices, (attribute.columns[0] for attribute in encoding.attributes), strict=True)
    return {
        "points": points,
        "released_points": units.points(released, located.void),
        "drawn_points": released,
        "partition": Partition.from_cells(points, cell_of, method=plan.way.describe(), weights=located.weights),
        "void": {name: located.void[column] for name, column in by_attribute if column in located.void},
    }


def _loss(sums: Sums, plan: BlockPlan) -> tuple[ReleaseLoss, float, list[str]]:
    """The loss of the released values, that of the cells, and attributes whose loss few records make, or one."""
    lost, cells, untold = {}, [], []
    total = 0.0
    for attribute, (name, part) in zip(plan.encoding.attributes, sums.attributes.items(), strict=True):
        sse, sse_cells, sst = _in_exact_units(part, attribute.weight)
        removed = sst * part.mass_removed / part.mass if part.mass else 0.0
        lost[name] = sse + removed, sst + removed
        cells.append(sse_cells)
        total += sst + removed
        one_makes_most = part.lost > 0.0 and part.largest_lost > LARGEST_PART * part.lost
        if one_makes_most or not enough_records(part.n_behind, plan.k):
            untold.append(name)
    attributes = {
        name: AttributeLoss(sse / sst if sst > 0 else 0.0, sse / total if total > 0 else 0.0)
        for name, (sse, sst) in lost.items()
    }
    overall = sum(part.part_of_total for part in attributes.values())
    return ReleaseLoss(overall, attributes), sum(cells) / total if total > 0 else 0.0, untold


def _in_exact_units(part: AttributeSums, weight: float) -> tuple[float, float, float]:
    """SSE of the release and of the cells, and SST, where SST is the weight of the attribute times its mass."""
    if part.mass == 0.0:
        return 0.0, 0.0, 0.0
    variance = sum(
        max(0.0, squares / part.mass - (total / part.mass) ** 2)
        for squares, total, low, high in zip(part.squares, part.sums, part.lowest, part.highest, strict=True)
        if low < high
    )
    if variance == 0.0:
        return 0.0, 0.0, 0.0
    factor = weight / variance
    return factor * part.lost, factor * part.lost_to_centroids, weight * part.mass


def _whole(gathered: GatheredFacts, counting: AuditPlan, plan: BlockPlan) -> Whole:
    """What is known of the whole release."""
    sums = gathered.sums
    classes = [part.classes for part in gathered.parts]
    privacy = audit_of_parts(classes, counting, plan.what.least_size)
    lost, cells_loss, untold = _loss(sums, plan)
    return Whole(
        n_records_in=gathered.came_in.n_records,
        n_pooled=sums.n_pooled,
        n_cells=sums.n_cells,
        sizes=ClassFacts.merged(classes).sizes,
        n_broken=sum(part.n_broken for part in gathered.parts),
        loss=lost,
        cells_loss=cells_loss,
        untold=untold,
        privacy=privacy,
        uniqueness={},
        promises=privacy.promises,
    )
