"""shoal anonymize: from a file to a release."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoal.cli.shared import options as of
from shoal.cli.shared import words
from shoal.cli.shared.output import compilation_announced, guarded, say_json, say_summary, say_warnings

if TYPE_CHECKING:
    from shoal.journey.run import Settings
    from shoal.release.saving import SavedRelease
    from shoal.table.roles.roles import Roles


@guarded
@words.grouped(*words.ABOUT_COLUMNS)
def anonymize(
    *,
    table: of.TableArgument,
    k: Annotated[
        int, typer.Option("--k", "-k", help="At least k records share their quasi-identifiers. The smallest k is 2.")
    ],
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE|FOLDER/",
            rich_help_panel=of.FILES,
            help="Where to write the released table. The suffix chooses the format. A folder (it exists, or its "
            "name ends with a slash) gets the table and the report; the manifest goes beside it, to private-FOLDER/.",
        ),
    ],
    about: words.AboutColumns,
    roles: of.RolesOption = None,
    accept_proposal: Annotated[
        bool,
        typer.Option(
            "--accept-proposal",
            rich_help_panel=of.COLUMNS,
            help="Take the lines of the roles file that are marked unjudged as they were proposed.",
        ),
    ] = False,
    method: Annotated[
        str,
        typer.Option(
            "--method",
            help="The method that forms the cells: auto, best, pcl, mdav or another one. docs/reference/python.md "
            "lists all names and settings. Put a name with a star or parentheses in quotes: 'mdav*'.",
        ),
    ] = "auto",
    distance: Annotated[
        str | None,
        of.valued(
            "--distance",
            value="NAME",
            panel=of.DISTANCE,
            help="Form cells by PCL in this distance: euclidean, manhattan, great-circle or taxonomy.",
        ),
    ] = None,
    graph: of.GraphOption = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", help="The seed of all random choices. Default: a random seed, kept in the manifest."),
    ] = None,
    budget_s: Annotated[
        float | None, typer.Option("--budget-s", help="Seconds to spend on the search, for methods that use a budget.")
    ] = None,
    certify_s: of.CertifyOption = None,
    dominance: of.DominanceOption = None,
    fewest_records: of.FewestRecordsOption = None,
    earlier: of.EarlierOption = None,
    person: of.PersonOption = None,
    changes: of.ChangesOption = None,
    diversity: of.DiversityOption = None,
    closeness: of.ClosenessOption = None,
    missing_confidential: of.MissingConfidentialOption = "value",
    suppress: of.SuppressOption = None,
    keep_order: Annotated[
        bool,
        typer.Option(
            "--keep-order",
            help="Do not shuffle the records. Anyone who knows their order can then tell who is who.",
        ),
    ] = False,
    reading: words.Reading,
    block_records: of.BlockRecordsOption = None,
    memory: of.MemoryOption = None,
    scratch: of.ScratchOption = None,
    engine: of.EngineOption = None,
    spark_url: of.SparkUrlOption = None,
    resume: of.ResumeOption = False,
    quote_formulas: of.QuoteFormulasOption = False,
    reports: Annotated[
        list[str] | None,
        typer.Option(
            "--report",
            metavar="FILE",
            rich_help_panel=of.FILES,
            help="Write the report to this file: .html, .json or .txt. Repeatable.",
        ),
    ] = None,
    manifest: Annotated[
        str | None,
        typer.Option(
            "--manifest",
            metavar="FILE",
            rich_help_panel=of.FILES,
            help="Write the manifest to this file (.json). shoal replay needs it. Do not publish it.",
        ),
    ] = None,
    quantizer: Annotated[
        str | None,
        typer.Option(
            "--quantizer",
            metavar="FILE",
            rich_help_panel=of.FILES,
            help="Write the cells to this file (.json or .shoalq), so that shoal apply can use them for new records.",
        ),
    ] = None,
    disclose: of.DiscloseOption = False,
    overwrite: Annotated[
        bool,
        typer.Option("--force", rich_help_panel=of.FILES, help="Replace an earlier release in the output folder."),
    ] = False,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Anonymise a table: each record shares its quasi-identifiers with at least k − 1 others.

    Example:  shoal anonymize people.csv --k 5 --roles roles.toml -o release/
    """
    started = perf_counter()
    from shoal.cli.release.cluster import Cluster
    from shoal.cli.shared.destinations import plan, require_outside, scratch_beside
    from shoal.cli.shared.progress import progress_bar
    from shoal.journey import entrance
    from shoal.journey.machine import Machine
    from shoal.journey.opened import InMemory, opened
    from shoal.journey.past import check_changes, earlier_releases_of
    from shoal.journey.repeating import past_of
    from shoal.journey.run import Settings
    from shoal.release.manifest import found_manifest

    settings = Settings.checked(
        k=k,
        method=method,
        seed=seed,
        budget_s=budget_s,
        certify_s=certify_s,
        dominance=words.percentage_in(dominance, "dominance"),
        keep_order=keep_order,
        quote_formulas=quote_formulas,
        fewest_records=fewest_records,
        suppress=words.percentage_in(suppress, "suppress"),
        distance=distance,
        block_records=block_records,
    )
    named = earlier_releases_of(earlier or ())
    can_leave_out = check_changes(person, changes, is_asked=bool(named))
    words.require_quasi_identifiers(about.quasi_identifiers, roles, table)
    about.refuse_beside(roles)
    reading = reading.beside(roles, table)
    if graph is not None:
        settings = _along_streets(settings, graph, reading)
    silent = quiet or as_json
    cluster = Cluster.of(
        engine, spark_url, scratch, output, resume=resume, memory=memory, quantizer=quantizer, read=reading.arguments()
    )
    with (
        opened(
            table,
            reading.arguments(),
            Machine.of(memory, scratch or scratch_beside(output)),
            block_records,
            resume=resume,
        )
        if cluster is None
        else cluster.opened(table)
    ) as source:
        remarks = source.remarks
        say_warnings([] if silent else remarks)
        columns = source.beginning.columns
        settings = settings.promising(
            words.rules_by_column(diversity, columns, "diversity"),
            words.rules_by_column(closeness, columns, "closeness"),
            missing_confidential,
        )
        arguments = about.arguments(columns, roles)
        if manifest is not None:
            require_outside(manifest, output)
        destinations = plan(
            output,
            source=Path(table),
            reports=reports or (),
            manifest=manifest,
            quantizer=quantizer,
            disclose=disclose,
            overwrite=overwrite,
            inputs=[
                *map(found_manifest, earlier or ()),
                *(path for path in (roles, graph) if path is not None),
                *arguments.get("taxonomies", {}).values(),
            ],
            suffix=source.suffix,
        )
        source.require_writable(destinations.table)
        with destinations.held(), compilation_announced(silent=quiet):
            with progress_bar("Forming cells", silent=silent) as progress:
                column_roles = entrance.roles_of(
                    source.beginning, roles, arguments, accept_proposal=accept_proposal, asked=settings.confidential
                )
                if quantizer is not None:
                    _refuse_quantizer(column_roles, settings, in_memory=isinstance(source, InMemory))
                wanted = _with_diagram(settings) if quantizer is not None else settings
                wanted = wanted.after(past_of(named, person, can_leave_out))
                with _streets_by_their_file(graph):
                    release = entrance.release_of(source, column_roles, wanted, reading.arguments(), progress)
            written = destinations.write(release)
    facts = summary_facts(release, written, perf_counter() - started, private=destinations.private)
    if as_json:
        say_json({**facts, "warnings": [*remarks, *facts["warnings"]]})
    elif not quiet:
        say_release(facts)


def _along_streets(settings: Settings, path: str, reading: words.Reading) -> Settings:
    """The same run along the streets of a file."""
    from shoal.cli.shared.streets import graph_of

    streets = graph_of(path, reading)
    with _streets_by_their_file(path):
        return settings.along(streets, path)


@contextmanager
def _streets_by_their_file(path: str | None) -> Iterator[None]:
    """Errors about the distance name the option that was given for it."""
    from shoal.errors import ShoalError

    try:
        yield
    except ShoalError as fault:
        if path is None:
            raise
        raise fault.renamed({"distance": "graph"}) from None


def _refuse_quantizer(roles: Roles, settings: Settings, *, in_memory: bool) -> None:
    """Refuse a quantizer that could not keep what is promised of the cells, before they are formed."""
    from shoal.errors import ParameterError, Setting, WrongUse
    from shoal.journey.out_of_core.stored import NO_QUANTIZER
    from shoal.journey.stages import refuse_quantizer

    try:
        if not in_memory:
            raise WrongUse(NO_QUANTIZER)
        refuse_quantizer(roles, settings.for_roles(roles))
    except WrongUse as error:
        if error.hint or isinstance(error, ParameterError):
            raise
        raise ParameterError(
            *error.problem, parameter="quantizer", hint=("Leave ", Setting("quantizer"), " out.")
        ) from None


def _with_diagram(settings: Settings) -> Settings:
    """The same, but a search ends with the diagram that makes a quantizer small."""
    from shoal.partition.search.auto import Auto
    from shoal.partition.search.best import Best

    (method,) = settings.methods
    if isinstance(method, (Auto, Best)) and method.diagram is None:
        return settings.by(replace(method, diagram=True))
    return settings


def summary_facts(
    release: SavedRelease, written: Iterable[Path], seconds: float, *, private: Iterable[Path]
) -> dict[str, Any]:
    """What a run came to; no value of a record is in it. ``private``: the written files not to be published."""
    facts = release.report.facts
    promise = facts["promise"]
    return {
        "shoal": release.manifest["shoal"],
        "k": promise["k"],
        "counts_persons": promise["counts_persons"],
        "fewest_records": promise["fewest_records"],
        "kept": promise["kept"],
        "confidential": promise["confidential"],
        "smallest_class": promise["smallest_class"],
        "records": release.manifest["input"]["n_records"],
        "released": promise["n_records"],
        "cells": promise["n_cells"],
        "classes": promise["n_classes"],
        "along_streets": "graph" in facts["settings"],
        **({"households": promise["households"]} if "households" in promise else {}),
        **({"suppressed": facts["suppressed"]} if facts["suppressed"] else {}),
        "loss": facts["loss"]["overall"],
        "loss_is_rough": facts["loss"]["rough"],
        "uniqueness": facts["uniqueness"],
        "certificate": facts["certificate"],
        **({"earlier": facts["earlier"]} if "earlier" in facts else {}),
        "date": facts["date"],
        "method": promise["method"],
        "outcome": promise["outcome"],
        "seed": release.manifest["settings"]["seed"],
        "seconds": round(seconds, 3),
        "files": [str(path) for path in written],
        "private_files": [str(path) for path in private],
        "warnings": facts["warnings"],
    }


def say_release(facts: Mapping[str, Any]) -> None:
    """The same for a reader."""
    from shoal.release.confidential.wording import promises_short
    from shoal.release.pages.households import households_title
    from shoal.release.pages.several_releases import short_several_releases
    from shoal.release.pages.verdict import but_unique
    from shoal.release.utility.suppressed import suppressed_short
    from shoal.release.wording import cells_short, loss_decimals, method_name, percent, short_certificate

    decimals = loss_decimals({"rough": facts["loss_is_rough"]})
    left_out = facts["records"] - facts["released"]
    unique = facts["uniqueness"]
    title = f"Every record shares its quasi-identifiers with at least {facts['fewest_records'] - 1} others."
    if "households" in facts:
        title = households_title(facts["k"])
    if facts["counts_persons"]:
        title += (
            f" They stand for at least {facts['k']} persons, none of them for more than 1/{facts['fewest_records']}."
        )
    if unique["tier"] == "warning":  # the promise alone would look like safety
        title += f" {but_unique(unique)}"
    say_summary(
        title,
        [
            ("records", f"{facts['released']:,}" + (f" ({left_out:,} left out)" if left_out else "")),
            *([("left out", suppressed_short(facts["suppressed"]))] if "suppressed" in facts else []),
            ("cells", cells_short(facts["cells"], facts["classes"], along_streets=facts["along_streets"])),
            ("smallest class", f"{facts['smallest_class']:,}, counted on the file that was written"),
            *([("confidential", promises_short(facts["confidential"]))] if facts["confidential"] else []),
            ("all columns", unique["text"]),
            *([("earlier releases", short_several_releases(facts["earlier"]))] if "earlier" in facts else []),
            ("loss", f"{percent(facts['loss'], decimals)} of the variance"),
            ("distance to optimum", short_certificate(facts["certificate"])),
            ("method", method_name(facts["method"])),
            ("seconds", f"{facts['seconds']:.1f}"),
            ("written", "\n".join(path for path in facts["files"] if path not in facts["private_files"])),
            *([("for you alone", "\n".join(facts["private_files"]))] if facts["private_files"] else []),
        ],
    )
    say_warnings(facts["warnings"])
