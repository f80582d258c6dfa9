"""The stages of the journey: points → cells → released values → count → report → manifest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from shoal import __version__
from shoal.arrays import BoolArray, FloatArray, IntArray
from shoal.encode.encoded import Encoded
from shoal.encode.encoding import Encoding
from shoal.encode.gaps import points_with_gaps, release_with_gaps
from shoal.errors import WrongUse
from shoal.guarantee import ClassPromise
from shoal.guarantee.behind_figures import n_behind
from shoal.guarantee.releases.several_releases import JointAnonymity
from shoal.journey.along_streets import at_crossings
from shoal.journey.coinciding import kept_as_classes
from shoal.journey.earlier import LinkedPeople, compared, entered, in_input_rows, repaired
from shoal.journey.formation import FormedCells, formed
from shoal.journey.run import Run, Settings
from shoal.partition.partition import Partition
from shoal.partition.problem import Progress, no_progress
from shoal.quantizer.design import DesignTable
from shoal.quantizer.disclosures import rare_categories
from shoal.quantizer.intake.intake import Intake
from shoal.quantizer.quantizer import Quantizer, quantizer_of
from shoal.release.classes import require_classes_kept
from shoal.release.column_facts import told_names
from shoal.release.columns import classes_by
from shoal.release.confidential.asked import RULES
from shoal.release.confidential.counting import CountedPromise
from shoal.release.manifest import build_manifest, order_generator, salted_digest
from shoal.release.release import Release
from shoal.release.report.certificate import TableBound, bound_of_table
from shoal.release.report.evidence import Evidence
from shoal.release.report.report import build_report
from shoal.release.report.run_warnings import RunFigures, run_warnings
from shoal.release.risk.dominated_values import Dominance, dominated_values, refuse_dominated
from shoal.release.utility.vanished import CategoryFigures, vanished_categories
from shoal.table.blocks import Blocks
from shoal.table.formulas import formula_counts, formula_warnings, quoted
from shoal.table.frames.table import Table
from shoal.table.roles.disclosures import disclosures, repeated_quasi_identifiers
from shoal.table.roles.roles import Roles

QUANTIZER_COUNTS_RECORDS = "A quantizer counts records, so there is none of cells in which k counts persons."
QUANTIZER_KNOWS_NO_HOUSEHOLDS = (
    "A quantizer assigns each record by itself, so the members of a household would not stay together, and there is "
    "none of cells in which k counts households."
)
NO_BOUND = "There is no bound for ways along streets."
QUANTIZER_IS_STRAIGHT = "A quantizer measures in straight lines, so there is none of cells along streets."
QUANTIZER_KNOWS_NO_SECRETS = (
    "A quantizer assigns records by their quasi-identifiers alone, so its cells would not keep a promise about "
    "confidential values, and there is none of cells that were formed with one."
)


def refuse_quantizer(roles: Roles, settings: Settings) -> None:
    """Refuse a quantizer of cells that it could not keep the promise of."""
    if roles.mass is not None:
        raise WrongUse(QUANTIZER_COUNTS_RECORDS, parameter="mass")
    if roles.household is not None:
        raise WrongUse(QUANTIZER_KNOWS_NO_HOUSEHOLDS, parameter="household")
    if settings.graph is not None:
        raise WrongUse(QUANTIZER_IS_STRAIGHT, parameter="distance")
    if settings.confidential:
        raise WrongUse(QUANTIZER_KNOWS_NO_SECRETS, parameter=sorted(RULES), column=settings.confidential.columns)


def travel(original: Table, run: Run, progress: Progress = no_progress) -> Release:
    """The journey itself."""
    settings = run.settings
    encoded, linked = entered(original, run)
    if settings.graph is not None:
        encoded = at_crossings(encoded, settings.graph, run.roles, from_file=settings.graph_path is not None)
    encoded, cells = formed(encoded, run, progress)
    free, cells = cells, kept_as_classes(encoded, hiding(encoded, cells, linked, run, progress), run.roles)
    values = _released(original, encoded, cells, run, linked)
    design = partial(_quantizer, encoded, cells.partition, run)
    # With cell costs at hand a quantizer is one assignment of the points; without, it waits until it is asked for.
    quantizer = None if cells.partition.costs is None or cells.confidential is not None else design()
    evidence = _evidence(original, encoded, cells, values, run, quantizer)
    if linked is not None:
        evidence = replace(evidence, earlier=compared(original, encoded, free.partition, values.class_of, linked, run))
    report = build_report(evidence)
    manifest = build_manifest(
        origin=original.origin,
        n_records=original.n_records,
        n_released=values.released.n_records,
        roles=run.roles,
        settings=settings.plain(),
        reading=run.reading,
        salt=run.salt,
        methods_used=cells.methods_used,
        formings=cells.formings,
        report=report,
        earlier=() if settings.past is None else settings.past.files(),
    )
    if settings.graph_path is not None:
        manifest["graph_path"] = str(Path(settings.graph_path).resolve())
    return Release(
        values.released,
        _by_input_row(evidence.partition, encoded.blocks, original),
        report,
        manifest,
        values.promise,
        values.counted,
        design if quantizer is None else partial(_made, quantizer),
        run.roles,
        in_input_rows(values.class_of, encoded.blocks.kept, original.n_records),
        values.confidential,
        values.further,
    )


def hiding(
    encoded: Encoded, cells: FormedCells, linked: LinkedPeople | None, run: Run, progress: Progress
) -> FormedCells:
    """The cells, or others that protect against earlier releases as well."""
    if linked is None:
        return cells
    return repaired(encoded, cells, linked.joint.of(encoded.blocks.kept), run, progress)


@dataclass(frozen=True)
class Values:
    """The released values, counted, and what was noticed on the way."""

    anonymous: Table  # all columns, in the order of the records that were kept
    shown: Table  # the original without the values that the release does not show
    released: Table  # as it is published
    counted: tuple[str, ...]  # the columns by which classes are counted
    dominance: Dominance
    formulas: Mapping[str, int]
    raw_digest: str  # of the original
    promise: ClassPromise  # for the released records, in their order
    confidential: CountedPromise | None  # the same
    class_of: IntArray  # of the records that were kept
    further: tuple[JointAnonymity, ...]  # what else is promised, for the released records in their order


def _released(original: Table, encoded: Encoded, cells: FormedCells, run: Run, linked: LinkedPeople | None) -> Values:
    roles, settings, blocks, partition = run.roles, run.settings, encoded.blocks, cells.partition
    anonymous = release_with_gaps(encoded.encoding, encoded.kept, partition.cell_of, partition.centroids, blocks.void)
    counted = (*roles.quasi_identifiers, *roles.stratum)
    # All statements about the original are about this table: a removed value is not in it.
    shown = encoded.kept.voided(blocks.void) if blocks.void else encoded.kept
    classes = classes_by(anonymous, counted)
    dominance = dominated_values(
        encoded.encoding,
        shown,
        encoded.points,
        classes,
        weights=encoded.weights,
        share=settings.dominance,
    )
    if settings.dominance is not None:
        refuse_dominated(dominance)
    raw_digest = original.digest()
    released, promise = anonymous.dropped(roles.dropped).respelled(roles.stratum), encoded.promise
    joint = None if linked is None else linked.joint.of(blocks.kept)
    secret = CountedPromise.of(cells.confidential)
    if not settings.keep_order:
        generator = order_generator(settings.plain(), roles, raw_digest, released.digest())
        order = generator.permutation(released.n_records)
        released, promise = released.taken(order), promise.of(order)
        joint = None if joint is None else joint.of(order)
        secret = None if secret is None else secret.taken(order)
    formulas = formula_counts(released)
    released = (quoted(released) if settings.quote_formulas else released).trimmed()
    shown_classes = classes_by(released, counted)
    require_classes_kept(promise, shown_classes, "the released table")
    if secret is not None:
        secret.require_kept(shown_classes, "the released table")
    further = () if joint is None else (joint,)
    for other in further:
        other.require_kept(shown_classes.class_of, "the released table")
    return Values(
        anonymous,
        shown,
        released,
        counted,
        dominance,
        formulas,
        raw_digest,
        promise,
        secret,
        classes.class_of,
        further,
    )


def _evidence(
    original: Table, encoded: Encoded, cells: FormedCells, values: Values, run: Run, quantizer: Quantizer | None
) -> Evidence:
    """Everything that the report is made from. Losses are measured in exact units, so points are converted to these."""
    settings, blocks, weights = run.settings, encoded.blocks, encoded.weights
    units = encoded.units()
    points = units.points(encoded.points, blocks.void)
    partition = cells.partition.measured_on(points, weights)
    bound = _bound(points, encoded, cells, settings)  # before there are more points, because it needs memory
    released_points = points_with_gaps(encoded.encoding, values.anonymous, blocks.void, encoded.centre)
    return Evidence(
        promise=values.promise,
        original=values.shown,
        n_records_in=original.n_records,
        released=values.released,
        roles=run.roles,
        points=points,
        released_points=units.points(released_points, blocks.void),
        drawn_points=released_points if partition.history else None,  # what has no history is not drawn
        partition=partition,
        slices=encoded.encoding.slices,
        settings={**settings.plain(), "shoal": __version__},
        digests={"input": salted_digest(values.raw_digest, run.salt), "release": values.released.digest()},
        warnings=_warnings(original, encoded, partition, values, run),
        stratum_of=blocks.stratum_of if run.roles.stratum else None,
        weights=weights,
        seed=settings.seed,
        quantizer=quantizer,
        ways=cells.ways,
        bound=bound,
        void=_by_attribute(encoded.encoding, blocks.void),
        pooled=blocks.pooled,
        dominance=values.dominance.to_dict(),
        n_blocks=blocks.n_blocks,
        confidential=values.confidential,
        suppressed=None if cells.suppressed is None else cells.suppressed.to_dict(),
    )


def _bound(points: FloatArray, encoded: Encoded, cells: FormedCells, settings: Settings) -> TableBound:
    if cells.ways is not None:
        return TableBound(absent=NO_BOUND)
    return bound_of_table(
        points,
        encoded.blocks.block_of,
        encoded.promise.least_size,
        weights=encoded.weights,
        confidential=cells.confidential,
        certify_s=settings.certify_s,
        cells_s=cells.seconds,
    )


def _warnings(original: Table, encoded: Encoded, partition: Partition, values: Values, run: Run) -> list[str]:
    roles, settings, shown = run.roles, run.settings, values.shown
    k = settings.promise.k
    secret_is_asked = values.confidential is not None
    figures = RunFigures.of(original, shown, roles, encoded.blocks, partition)
    everybody = np.ones(shown.n_records, dtype=np.bool_)
    return [
        *run_warnings(
            figures,
            told_names(original, roles, roles.unnamed),
            too_few=encoded.promise.too_few,
            keep_order=settings.keep_order,
            along_streets=settings.graph is not None,
            promises_values=secret_is_asked,
        ),
        *vanished_categories(
            CategoryFigures.of(shown, values.anonymous, roles), k, n_behind(everybody, encoded.weights)
        ),
        *([values.dominance.words()] if values.dominance.dominated else []),
        *repeated_quasi_identifiers(shown, roles),
        *disclosures(shown, roles),
        *formula_warnings(values.released.columns, values.formulas, were_quoted=settings.quote_formulas),
    ]


def _quantizer(encoded: Encoded, partition: Partition, run: Run) -> Quantizer:
    """The compact model of the cells, with everything that is needed to read later tables."""
    blocks, kept, weights, encoding, centre, points, _ = encoded
    refuse_quantizer(run.roles, run.settings)
    intake = Intake.of(kept, run.roles, encoding, centre)
    table = DesignTable(
        intake,
        intake.block_keys_of(kept, blocks.block_of, blocks.void),
        blocks.block_of,
        rare_categories(encoding, kept, run.roles, run.settings.promise.k, blocks.void),
    )
    return quantizer_of(points, partition, run.settings.promise, seed=run.settings.seed, weights=weights, table=table)


def _made(quantizer: Quantizer) -> Quantizer:
    return quantizer


def _by_input_row(partition: Partition, blocks: Blocks, original: Table) -> Partition:
    """The partition with ``cell_of`` following the rows that came in, −1 where a record was dropped."""
    return replace(partition, cell_of=in_input_rows(partition.cell_of, blocks.kept, original.n_records))


def _by_attribute(encoding: Encoding, void: Mapping[str, BoolArray]) -> dict[str, BoolArray]:
    """Where each attribute is released as missing; the two columns of a position are missing together."""
    first_column = zip(encoding.slices, (attribute.columns[0] for attribute in encoding.attributes), strict=True)
    return {name: void[column] for name, column in first_column if column in void}
