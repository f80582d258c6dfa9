"""shoal risk: which records are easy to find, for the steward alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from shoal.cli.shared import options as of
from shoal.cli.shared import words
from shoal.cli.shared.output import guarded, say_json, say_note


@guarded
@words.grouped()
def risk(
    *,
    table: of.TableArgument,
    quasi_identifiers: of.QiOption = None,
    by: of.ByOption = None,
    weight: Annotated[
        str | None,
        typer.Option(
            "--weight",
            metavar="COLUMN",
            rich_help_panel=of.COLUMNS,
            help="The column of sampling weights: how many people of the population each record stands for.",
        ),
    ] = None,
    roles: of.RolesOption = None,
    sampling_fraction: of.SamplingFractionOption = None,
    most_columns: Annotated[
        int | None,
        typer.Option(
            "--most-columns",
            metavar="M",
            help="Look for records that are unique on sets of up to M columns. Default: 3.",
        ),
    ] = None,
    reading: words.Reading,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            rich_help_panel=of.FILES,
            help="Write a row of figures for each record to this file. Only you can read it. Do not publish it.",
        ),
    ] = None,
    overwrite: Annotated[
        bool, typer.Option("--force", rich_help_panel=of.FILES, help="Replace the output file if it exists.")
    ] = False,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Estimate how easily each record of a table can be found, before a release.

    For you alone: the figures single out the records that are easiest to
    find. They are never part of a release.

    Example:  shoal risk people.csv --roles roles.toml -o private-risk.csv
    """
    from shoal.cli.shared.destinations import require_absent, require_not_input, require_table_format, require_writable
    from shoal.release.record_risk import record_risk, refuse_release_folder, summary_text

    fraction = words.percentage_in(sampling_fraction, "sampling_fraction")
    if output is not None:
        require_table_format(Path(output))
        require_not_input(Path(output), [table, *([roles] if roles is not None else [])])
        refuse_release_folder(Path(output))
        require_writable(Path(output))
        if not overwrite:
            require_absent(Path(output))
    words.require_quasi_identifiers(quasi_identifiers, roles, table)
    source = reading.beside(roles, table).open(table)
    found = record_risk(
        source,
        quasi_identifiers=words.column_names(quasi_identifiers, source.columns),
        by=words.column_names(by, source.columns),
        roles=roles,
        weight=weight,
        sampling_fraction=fraction,
        most_columns=most_columns,
    )
    if output is not None:
        found.save(output)
    facts = {**found.summary(), "private_files": [] if output is None else [output]}
    if as_json:
        say_json(facts)
    elif not quiet:
        typer.echo(summary_text(facts), nl=False)
        if output is not None:
            say_note(f"{output} is for you alone: only its owner can read it. It is no release: do not publish it.")
