"""The whole journey of a table: in with roles and a promise, out as a counted release.

table → roles → blocks (strata, missing values) → points → cells → released values → count → report
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hmac import compare_digest
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from shoal import __version__
from shoal.encode.encoding import Encoding
from shoal.encode.gaps import centre_with_gaps, fit_with_gaps, points_with_gaps, release_with_gaps
from shoal.encode.naming import refuse_naming_columns
from shoal.errors import ParameterError, RolesError, WrongUse
from shoal.guarantee import KAnonymity
from shoal.partition.blocks import microaggregate_blocks
from shoal.partition.dominance import refuse_dominance
from shoal.partition.entrance import check_budget, check_seed, find_method
from shoal.partition.method_text import describe
from shoal.partition.partition import FloatArray, Partition
from shoal.partition.problem import Partitioner, Progress, no_progress
from shoal.quantizer.disclosures import rare_categories
from shoal.quantizer.intake import Intake
from shoal.quantizer.quantizer import Quantizer, quantizer_of
from shoal.quantizer.warm_start import begun_anew
from shoal.release.column_facts import told_names
from shoal.release.columns import classes_by
from shoal.release.manifest import (
    beside,
    build_manifest,
    order_generator,
    read_manifest,
    roles_of_manifest,
    salted_digest,
)
from shoal.release.release import Release
from shoal.release.report import build_report
from shoal.release.report_certificate import bound_of_table, check_certify
from shoal.table.blocks import Blocks, split_into_blocks
from shoal.table.checks import constant_columns, refuse_stray_text, require_readable, weights_of
from shoal.table.disclosures import (
    disclosures,
    refuse_doubtful_header,
    refuse_rare_values,
    refuse_telling_columns,
    repeated_quasi_identifiers,
)
from shoal.table.frames import Table
from shoal.table.roles import MissingPolicy, Names, Roles, complete_roles, roles_from_arguments
from shoal.table.roles_file import reading_for, refuse_unjudged, roles_from_file

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
    rounding: Mapping[str, int] | None = None,
    missing: str | Mapping[str, str] = MissingPolicy.REFUSE,
    accept_proposal: bool = False,
    method: str | Partitioner = "auto",
    seed: int | None = None,
    budget_s: float | None = None,
    certify_s: float | None = None,
    keep_order: bool = False,
    encoding: str | None = None,
    delimiter: str | None = None,
    na: Names = (),
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
    types, orders, taxonomies, attribute_weights, rounding : details of quasi-identifiers, by column name.
    missing : 'refuse', 'drop' or 'own-cell', for all quasi-identifiers or by column name.
    accept_proposal : take the columns of the roles file that are marked ``unjudged`` as they were proposed; without
        it a file with such marks is refused.
    method : a method name such as 'mdav', 'vmdav(gain=1.1)', or a settings object.
    seed : of everything random (the cells, the order of the records); drawn and noted in the manifest when not given.
    budget_s : seconds to spend, for methods that can use a budget.
    certify_s : seconds to spend, after the cells are formed, on a bound that no cells can go below: the report then
        says more sharply how far from the optimum they can be. Without it the report has a quick, cautious bound.
        An interrupt (Ctrl-C) meanwhile ends the bound, not the run.
    keep_order : leave the records in their order. Whoever knows the order then knows the records: mind that.
    encoding, delimiter : of text files, when they cannot be recognised; or in the roles file, under ``reading``.
    na : how a text file writes a missing value, beside the empty field, such as '?'.
    progress : called with (records done, records in all).
    """
    promise = KAnonymity(k)
    if not isinstance(keep_order, (bool, np.bool_)):
        raise ParameterError("keep_order must be True or False.")
    partitioner = find_method(method)
    check_budget(partitioner, budget_s)
    check_certify(certify_s)
    check_seed(seed)
    reading = reading_for(table, roles, {"encoding": encoding, "delimiter": delimiter, "na": na})
    original = Table.of(table, **reading)
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
        keep_order=bool(keep_order),
        reading={**reading, "na": list(reading["na"])},
        salt=secrets.token_hex(SALT_BYTES),
    )
    return travel(original, run, progress)


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
    keep_order: bool
    reading: Mapping[str, Any]  # how the text file was asked to be read
    salt: str  # of the input's digest

    def settings(self) -> dict[str, Any]:
        """Plain data for report and manifest."""
        return {
            "k": self.promise.k,
            "method": self.method_asked,
            "seed": self.seed,
            "budget_s": self.budget_s,
            "certify_s": self.certify_s,
            "keep_order": self.keep_order,
        }


class Encoded(NamedTuple):
    """A table on its way: the records that are kept, and where they stand as points."""

    blocks: Blocks
    kept: Table
    weights: FloatArray | None
    encoding: Encoding
    centre: FloatArray  # where the coordinates of a missing value are put
    points: FloatArray


def encoded_points(original: Table, roles: Roles, promise: KAnonymity) -> Encoded:
    """The first half of the journey: refuse what cannot be done, split into blocks, turn columns into points."""
    promise.require_feasible(original.n_records, original.origin.name)
    require_readable(original, roles.quasi_identifiers)
    refuse_doubtful_header(original, roles)
    refuse_telling_columns(original, roles)
    refuse_stray_text(original, roles)
    refuse_naming_columns(original, roles)
    blocks = split_into_blocks(original, roles, promise)
    kept = original if blocks.n_dropped == 0 else original.taken(blocks.kept)
    weights = None if roles.weight is None else weights_of(kept, roles.weight)
    encoding = fit_with_gaps(kept, roles, blocks.void, weights)
    centre = centre_with_gaps(encoding, kept, blocks.void, weights)
    points = points_with_gaps(encoding, kept, blocks.void, centre)
    return Encoded(blocks, kept, weights, encoding, centre, points)


def travel(original: Table, run: Run, progress: Progress = no_progress) -> Release:
    """The journey itself."""
    roles, promise = run.roles, run.promise
    blocks, kept, weights, encoding, centre, points = encoded_points(original, roles, promise)
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
    raw_digest = original.digest()
    released = anonymous.dropped(roles.identifiers).respelled(roles.stratum)
    if not run.keep_order:
        shuffled = order_generator(run.settings(), roles, raw_digest, released.digest()).permutation(released.n_records)
        released = released.taken(shuffled)
    released = released.trimmed()
    counted = (*roles.quasi_identifiers, *roles.stratum)
    promise.require_kept(classes_by(released, counted).sizes, "the released table")
    design = partial(_quantizer, Encoded(blocks, kept, weights, encoding, centre, points), partition, run)
    # With cell costs at hand a quantizer is one assignment of the points; without, it waits until it is asked for.
    quantizer = None if partition.costs is None else design()
    report = build_report(
        k=promise.k,
        promise=promise.describe(),
        original=kept,
        n_records_in=original.n_records,
        released=released,
        roles=roles,
        points=points_with_gaps(encoding, kept, blocks.missing, centre) if blocks.n_pooled else points,
        released_points=points_with_gaps(encoding, anonymous, blocks.void, centre),
        partition=partition,
        slices=encoding.slices,
        settings={**run.settings(), "shoal": __version__},
        digests={"input": salted_digest(raw_digest, run.salt), "release": released.digest()},
        warnings=[
            *_warnings(original, run, blocks, partition),
            *repeated_quasi_identifiers(kept, roles),
            *disclosures(kept, roles),
        ],
        stratum_of=blocks.stratum_of if roles.stratum else None,
        weights=weights,
        seed=run.seed,
        quantizer=quantizer,
        bound=bound_of_table(
            points, blocks.block_of, promise.k, weights=weights, certify_s=run.certify_s, cells_s=cells_s
        ),
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
        intake=intake,
        places=intake.places_of(kept, blocks.block_of, blocks.void),
        block_of=blocks.block_of,
        rare=rare_categories(encoding, kept, run.roles, run.promise.k, blocks.void),
        weights=weights,
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
    original = Table.of(source, **reading)
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
        keep_order=settings["keep_order"],
        reading=described["reading"],
        salt=described["salt"],
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


def _cells_alike(partition: Partition, blocks: Blocks) -> int:
    """How many cells stand where another one of their block does."""
    block_of_cell = np.empty(partition.n_cells)
    block_of_cell[partition.cell_of] = blocks.block_of
    return partition.n_cells - len(np.unique(np.column_stack([block_of_cell, partition.centroids]), axis=0))


def _warnings(original: Table, run: Run, blocks: Blocks, partition: Partition) -> list[str]:
    """What the steward should know before publishing; names and counts only."""
    roles = run.roles
    said = []
    if roles.unnamed:
        unnamed = told_names(original, roles, roles.unnamed)
        said.append(f"Published unchanged although nobody gave them a role: {', '.join(unnamed)}.")
    if blocks.n_dropped:
        said.append(f"{blocks.n_dropped} of {original.n_records} records were dropped: a quasi-identifier was missing.")
    if blocks.n_set_apart:
        said.append(f"{blocks.n_set_apart} records with missing quasi-identifiers stand in cells of their own.")
    if blocks.n_pooled:
        said.append(
            f"{blocks.n_pooled} records had all quasi-identifiers removed: too few others missed the same ones."
        )
    constant = constant_columns(original, roles.quasi_identifiers)
    if constant:
        said.append(f"Constant, so they neither tell nor hide anything: {', '.join(constant)}.")
    n_alike = _cells_alike(partition, blocks)
    if n_alike and partition.sst > 0.0:
        said.append(
            f"{n_alike} of {partition.n_cells} cells have the centroid of another one, because identical records fill "
            "several: they are released as one larger class."
        )
    if partition.sst == 0.0:
        said.append("All records have the same quasi-identifiers; nothing had to be changed.")
    if run.keep_order:
        said.append("The records are in their original order; whoever knows that order knows who is who.")
    return said
