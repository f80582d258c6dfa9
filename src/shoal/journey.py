"""The whole journey of a table: in with roles and a promise, out as a counted release.

table → roles → blocks (strata, missing values) → points → cells → released values → count → report
"""

from __future__ import annotations

import secrets
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hmac import compare_digest
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from shoal import __version__
from shoal.arrays import BoolArray, FloatArray
from shoal.encode.encoding import Encoding
from shoal.encode.gaps import fit_with_gaps, points_with_gaps, release_with_gaps, void_place
from shoal.encode.naming import refuse_naming_columns
from shoal.encode.units import Units
from shoal.errors import ParameterError, RolesError, ShoalWarning, WrongUse
from shoal.guarantee import KAnonymity
from shoal.partition.checks import check_budget, check_seed
from shoal.partition.dominance import refuse_dominance
from shoal.partition.method_text import describe
from shoal.partition.methods import find_method
from shoal.partition.partition import Partition
from shoal.partition.problem import Partitioner, Progress, no_progress
from shoal.partition.strata import microaggregate_blocks
from shoal.quantizer.design import DesignTable
from shoal.quantizer.disclosures import rare_categories
from shoal.quantizer.intake.intake import Intake
from shoal.quantizer.quantizer import Quantizer, quantizer_of
from shoal.quantizer.warm_start import begun_anew
from shoal.release.columns import classes_by
from shoal.release.manifest import (
    beside,
    build_manifest,
    order_generator,
    read_manifest,
    roles_of_manifest,
    salted_digest,
)
from shoal.release.pages.verdict import but_unique, is_doubtful
from shoal.release.release import Release
from shoal.release.report.certificate import bound_of_table, check_certify
from shoal.release.report.report import build_report
from shoal.release.report.run_warnings import run_warnings
from shoal.release.risk.dominated_values import check_dominance, dominated_values, refuse_dominated
from shoal.release.utility.vanished import vanished_categories
from shoal.table.blocks import Blocks, split_into_blocks
from shoal.table.formulas import formula_counts, formula_warnings, quoted
from shoal.table.frames.table import Table
from shoal.table.roles.checks import refuse_stray_text, require_readable, weights_of
from shoal.table.roles.disclosures import (
    disclosures,
    refuse_doubtful_header,
    refuse_rare_values,
    refuse_telling_columns,
    repeated_quasi_identifiers,
)
from shoal.table.roles.roles import Decimals, MissingPolicy, Names, Roles, complete_roles, roles_from_arguments
from shoal.table.roles.roles_file import reading_for, refuse_unjudged, roles_from_file
from shoal.table.sources import table_of

SEED_BITS = 63  # of a seed drawn by ourselves: fits every reader of the manifest
SALT_BYTES = 16


def anonymize(
    table: Any,
    *,
    k: int,
    quasi_identifiers: Names = None,
    identifiers: Names = (),
    confidential: Names = (),
    insensitive: Names = (),
    roles: str | Path | None = None,
    weight: str | None = None,
    by: Names = (),
    types: Mapping[str, str] | None = None,
    orders: Mapping[str, Sequence[str]] | None = None,
    taxonomies: Mapping[str, str | Path] | None = None,
    attribute_weights: Mapping[str, float] | None = None,
    rounding: Mapping[str, Decimals] | None = None,
    missing: str | Mapping[str, str] = MissingPolicy.REFUSE,
    accept_proposal: bool = False,
    method: str | Partitioner = "auto",
    seed: int | None = None,
    budget_s: float | None = None,
    certify_s: float | None = None,
    dominance: float | None = None,
    keep_order: bool = False,
    encoding: str | None = None,
    delimiter: str | None = None,
    na: Names = (),
    sheet: str | int | None = None,
    quote_formulas: bool = False,
    progress: Progress = no_progress,
) -> Release:
    """Anonymise a table so that every record shares its quasi-identifiers with at least k − 1 others.

    Parameters
    ----------
    table : pandas, polars or pyarrow table, or the path of a file; the same kind comes back.
    k : the fewest records that may share their quasi-identifiers, at least 2.
    quasi_identifiers : columns an outsider may know about a person; perturbed.
    identifiers : columns that name a person; dropped.
    confidential : columns that must not be attributable to anybody; kept, and their risk is reported.
    insensitive : columns that are kept and harmless. Columns nobody names are kept too and listed in the report,
        unless they look identifying, which is refused.
    roles : a roles file (TOML or YAML) instead of the arguments above and those below down to ``missing``.
    weight : column of record weights, for centroids and distortion (never for the count).
    by : strata; no cell crosses one.
    types, orders, taxonomies, attribute_weights, rounding : details of quasi-identifiers, by column name. Without a
        rounding, released numbers have as many decimals as the column has; 'none' releases means with all their digits.
    missing : 'refuse', 'drop' or 'own-cell', for all quasi-identifiers or by column name.
    accept_proposal : take the columns of the roles file that are marked ``unjudged`` as they were proposed; without
        it a file with such marks is refused.
    method : a method name such as 'mdav', 'vmdav(gain=1.1)', or a settings object.
    seed : of everything random (the cells, the order of the records); drawn and noted in the manifest when not given.
    budget_s : seconds to spend, for methods that can use a budget.
    certify_s : seconds to spend, after the cells are formed, on a bound that no cells can go below: the report then
        says more sharply how far from the optimum they can be. Without it the report has a quick, cautious bound.
        An interrupt (Ctrl-C) meanwhile ends the bound, not the run.
    dominance : a share such as 0.10. A release is then refused if in some class a member could estimate the value that
        stands out to within that share (the p %-rule of statistical offices). Without it such classes are counted, at
        10 %, and the report warns.
    keep_order : leave the records in their order. Whoever knows the order then knows the records: mind that.
    encoding, delimiter : of text files, when they cannot be recognised; or in the roles file, under ``reading``.
    na : how a text file or a workbook writes a missing value, beside the empty field, such as '?'.
    sheet : of a workbook (.xlsx) with several sheets: the name of one, or its number from 1.
    quote_formulas : put an apostrophe before texts that a spreadsheet program would run as formulas (=, +, -, @).
    progress : called with (records done, records in all).
    """
    promise = KAnonymity(k)
    if not isinstance(keep_order, (bool, np.bool_)):
        raise ParameterError("keep_order must be True or False.")
    if not isinstance(quote_formulas, (bool, np.bool_)):
        raise ParameterError("quote_formulas must be True or False.")
    partitioner = find_method(method)
    check_budget(partitioner, budget_s)
    check_certify(certify_s)
    check_dominance(dominance)
    check_seed(seed)
    reading = reading_for(table, roles, encoding=encoding, delimiter=delimiter, na=na, sheet=sheet)
    original = table_of(table, **reading)
    given = {
        "quasi_identifiers": quasi_identifiers,
        "identifiers": identifiers,
        "confidential": confidential,
        "insensitive": insensitive,
        "weight": weight,
        "by": by,
        "types": types,
        "orders": orders,
        "taxonomies": taxonomies,
        "attribute_weights": attribute_weights,
        "rounding": rounding,
        "missing": missing,
    }
    column_roles = _roles(original, roles, given, accept_proposal=accept_proposal)
    refuse_rare_values(original, column_roles, promise.k)
    run = Run(
        promise=promise,
        roles=column_roles,
        methods=(partitioner,),
        method_asked=describe(partitioner),
        seed=secrets.randbits(SEED_BITS) if seed is None else int(seed),
        budget_s=budget_s,
        certify_s=None if certify_s is None else float(certify_s),
        dominance=None if dominance is None else float(dominance),
        keep_order=bool(keep_order),
        reading={**reading, "na": list(reading["na"])},
        salt=secrets.token_hex(SALT_BYTES),
        quote_formulas=bool(quote_formulas),
    )
    release = travel(original, run, progress)
    if is_doubtful(release.report.facts):
        unique = but_unique(release.report.facts["uniqueness"])
        warnings.warn(f"The promise is kept. {unique} They are in release.report.", ShoalWarning, stacklevel=2)
    return release


@dataclass(frozen=True)
class Run:
    """A checked request: everything that decides what the release will be."""

    promise: KAnonymity
    roles: Roles
    methods: tuple[Partitioner, ...]  # one for all blocks, or one for each
    method_asked: str
    seed: int
    budget_s: float | None
    certify_s: float | None
    dominance: float | None
    keep_order: bool
    reading: Mapping[str, Any]  # how the text file was asked to be read
    salt: str  # of the input's digest
    quote_formulas: bool = False

    def settings(self) -> dict[str, Any]:
        """Plain data for report and manifest."""
        return {
            "k": self.promise.k,
            "method": self.method_asked,
            "seed": self.seed,
            "budget_s": self.budget_s,
            "certify_s": self.certify_s,
            "dominance": self.dominance,
            "keep_order": self.keep_order,
            "quote_formulas": self.quote_formulas,
        }


class Encoded(NamedTuple):
    """A table on its way: the records that are kept, and where they stand as points."""

    blocks: Blocks
    kept: Table
    weights: FloatArray | None
    encoding: Encoding
    centre: FloatArray  # where the coordinates of a missing value are put
    points: FloatArray

    def units(self) -> Units:
        """The units that losses of these records are told in."""
        return Units.of(self.encoding, self.points, self.blocks.void, self.weights)


def encoded_points(original: Table, roles: Roles, promise: KAnonymity, *, may_leave_out: bool = False) -> Encoded:
    """The first half of the journey: refuse what cannot be done, split into blocks, turn columns into points.

    may_leave_out: whether records that fit into no block of k are left out; if not, they are refused.
    """
    promise.require_feasible(original.n_records, original.origin.name)
    require_readable(original, roles.quasi_identifiers)
    refuse_doubtful_header(original, roles)
    refuse_telling_columns(original, roles)
    refuse_stray_text(original, roles)
    refuse_naming_columns(original, roles)
    blocks = split_into_blocks(original, roles, promise, may_leave_out=may_leave_out)
    kept = original if blocks.n_dropped == 0 else original.taken(blocks.kept)
    weights = None if roles.weight is None else weights_of(kept, roles.weight)
    encoding = fit_with_gaps(kept, roles, blocks.void, weights)
    centre = void_place(encoding)
    points = points_with_gaps(encoding, kept, blocks.void, centre)
    return Encoded(blocks, kept, weights, encoding, centre, points)


def travel(original: Table, run: Run, progress: Progress = no_progress) -> Release:
    """The journey itself."""
    roles, promise = run.roles, run.promise
    encoded = encoded_points(original, roles, promise, may_leave_out=True)
    blocks, kept, weights, encoding, centre, points = encoded
    n_blocks = int(blocks.block_of.max()) + 1
    if len(run.methods) not in (1, n_blocks):  # of a manifest: every other run names one
        raise WrongUse(f"{len(run.methods)} methods are named for {n_blocks} blocks of records. Name one for each.")
    began = perf_counter()
    partition, methods_used = microaggregate_blocks(
        points,
        blocks.block_of,
        promise.k,
        methods=[begun_anew(method, kept, points, n_blocks) for method in run.methods],
        seed=run.seed,
        budget_s=run.budget_s,
        weights=weights,
        progress=progress,
    )
    cells_s = perf_counter() - began
    if weights is not None:
        refuse_dominance(partition, weights)
    anonymous = release_with_gaps(encoding, kept, partition.cell_of, partition.centroids, blocks.void)
    counted = (*roles.quasi_identifiers, *roles.stratum)
    # Whatever is said about the original is said about this table: a removed value is not in it.
    shown = kept.voided(blocks.void) if blocks.void else kept
    dominance = dominated_values(
        encoding, shown, points, classes_by(anonymous, counted), weights=weights, share=run.dominance
    )
    if run.dominance is not None:
        refuse_dominated(dominance)
    raw_digest = original.digest()
    released = anonymous.dropped(roles.identifiers).respelled(roles.stratum)
    if not run.keep_order:
        shuffled = order_generator(run.settings(), roles, raw_digest, released.digest()).permutation(released.n_records)
        released = released.taken(shuffled)
    formulas = formula_counts(released)
    if run.quote_formulas:
        released = quoted(released)
    released = released.trimmed()
    promise.require_kept(classes_by(released, counted).sizes, "the released table")
    design = partial(_quantizer, encoded, partition, run)
    # With cell costs at hand a quantizer is one assignment of the points; without, it waits until it is asked for.
    quantizer = None if partition.costs is None else design()
    units, released_points = encoded.units(), points_with_gaps(encoding, anonymous, blocks.void, centre)
    exact_points = units.points(points, blocks.void)
    partition = partition.measured_on(exact_points, weights)
    report = build_report(
        k=promise.k,
        promise=promise.describe(),
        original=shown,
        n_records_in=original.n_records,
        released=released,
        roles=roles,
        points=exact_points,
        released_points=units.points(released_points, blocks.void),
        drawn_points=released_points,
        partition=partition,
        slices=encoding.slices,
        settings={**run.settings(), "shoal": __version__},
        digests={"input": salted_digest(raw_digest, run.salt), "release": released.digest()},
        warnings=[
            *run_warnings(original, shown, roles, blocks, partition, k=promise.k, keep_order=run.keep_order),
            *vanished_categories(shown, anonymous, roles, promise.k, weights),
            *([dominance.words()] if dominance.dominated else []),
            *repeated_quasi_identifiers(shown, roles),
            *disclosures(shown, roles),
            *formula_warnings(released.columns, formulas, were_quoted=run.quote_formulas),
        ],
        stratum_of=blocks.stratum_of if roles.stratum else None,
        weights=weights,
        seed=run.seed,
        quantizer=quantizer,
        bound=bound_of_table(
            exact_points, blocks.block_of, promise.k, weights=weights, certify_s=run.certify_s, cells_s=cells_s
        ),
        void=_by_attribute(encoding, blocks.void),
        pooled=blocks.pooled,
        dominance=dominance.to_dict(),
    )
    manifest = build_manifest(
        original=original,
        released=released,
        roles=roles,
        settings=run.settings(),
        reading=run.reading,
        salt=run.salt,
        methods_used=methods_used,
        report=report,
    )
    return Release(
        released,
        _by_input_row(partition, blocks, original),
        report,
        manifest,
        promise,
        counted,
        design if quantizer is None else partial(_made, quantizer),
    )


def _quantizer(encoded: Encoded, partition: Partition, run: Run) -> Quantizer:
    """The compact model of the cells, with everything that a table to come has to go through."""
    blocks, kept, weights, encoding, centre, points = encoded
    intake = Intake.of(kept, run.roles, encoding, centre)
    return quantizer_of(
        points,
        partition,
        k=run.promise.k,
        seed=run.seed,
        weights=weights,
        table=DesignTable(
            intake,
            intake.block_keys_of(kept, blocks.block_of, blocks.void),
            blocks.block_of,
            rare_categories(encoding, kept, run.roles, run.promise.k, blocks.void),
        ),
    )


def _made(quantizer: Quantizer) -> Quantizer:
    return quantizer


def repeat(manifest_path: str | Path, *, table: Any = None, progress: Progress = no_progress) -> tuple[Release, bool]:
    """Repeat the run of a manifest on the same table; returns the release and whether it is identical.

    ``table`` is needed when the table came from memory or its file has moved. A table with other content is refused.
    """
    manifest = read_manifest(manifest_path)
    described, settings = manifest["input"], manifest["settings"]
    check_seed(settings["seed"])
    if table is None and described["path"] is None:
        raise WrongUse("The table of this run came from memory. Give it again: the manifest holds no data.")
    source = beside(described["path"], Path(manifest_path)) if table is None else table
    reading = described["reading"] if isinstance(source, (str, Path)) else {}
    original = table_of(source, **reading)
    if not compare_digest(salted_digest(original.digest(), described["salt"]), described["digest"]):
        raise WrongUse(
            f"{original.origin.name} is not the table of this run: its content has another digest. "
            "Find the table as it was then; a changed one cannot repeat the run."
        )
    run = Run(
        promise=KAnonymity(settings["k"]),
        roles=complete_roles(original, roles_of_manifest(manifest, Path(manifest_path))),
        methods=tuple(find_method(used) for used in manifest["methods_used"]),
        method_asked=settings["method"],
        seed=settings["seed"],
        budget_s=None,  # the methods that the budget led to are run to their ends instead
        certify_s=None,  # a bound takes time and changes nothing in the release
        dominance=settings.get("dominance"),  # manifests of earlier versions do not have it
        keep_order=settings["keep_order"],
        reading=described["reading"],
        salt=described["salt"],
        quote_formulas=settings.get("quote_formulas", False),
    )
    release = travel(original, run, progress)
    return release, release.manifest["release_digest"] == manifest["release_digest"]


def _roles(original: Table, roles_file: str | Path | None, given: Mapping[str, Any], *, accept_proposal: bool) -> Roles:
    """Roles from the file or from the arguments, never from both."""
    if roles_file is None:
        if accept_proposal:
            raise RolesError("accept_proposal=True is about a roles file, and none was given. Leave it out.")
        return roles_from_arguments(original, **given)
    doubled = [name for name, value in given.items() if value and value != MissingPolicy.REFUSE]
    if doubled:
        raise RolesError(
            f"A roles file was given, and {', '.join(doubled)} beside it. Say everything in the file, or nothing."
        )
    column_roles = roles_from_file(original, roles_file)
    if not accept_proposal:
        refuse_unjudged(column_roles, roles_file)
    return column_roles


def _by_input_row(partition: Partition, blocks: Blocks, original: Table) -> Partition:
    """The partition with ``cell_of`` following the rows that came in, −1 where a record was dropped."""
    cell_of = np.full(original.n_records, -1, dtype=np.int64)
    cell_of[blocks.kept] = partition.cell_of
    return replace(partition, cell_of=cell_of)


def _by_attribute(encoding: Encoding, void: Mapping[str, BoolArray]) -> dict[str, BoolArray]:
    """Where each attribute is released as missing; the two columns of a position are missing together."""
    first_column = zip(encoding.slices, (attribute.columns[0] for attribute in encoding.attributes), strict=True)
    return {name: void[column] for name, column in first_column if column in void}
