"""shoal verify: check a quantizer, and count the cells of a table in it."""

from __future__ import annotations

from typing import Annotated

import typer

from shoal.cli import options as of
from shoal.cli.output import compilation_announced, guarded, say_json

NOT_KEPT_EXIT_CODE = 1


@guarded
def verify(
    quantizer: of.QuantizerArgument,
    table: Annotated[
        str | None,
        typer.Argument(metavar="[TABLE]", help="Count its cells too: CSV, TSV or Parquet, of any size."),
    ] = None,
    taxonomies: of.NewTaxonomyOption = None,
    encoding: of.EncodingOption = None,
    delimiter: of.DelimiterOption = None,
    na: of.NaOption = None,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Check a quantizer file: structure, digest, sizes; with a table, whether the promise is kept by its records.

    Exit code 1: the file is damaged, or some cell has fewer than k records of the table.

    Example:  shoal verify quantizer.json newcomers.csv
    """
    from shoal.cli.progress import progress_bar
    from shoal.quantizer.findings import verify as check

    reading = of.Reading(encoding, delimiter, na).arguments()
    with compilation_announced(silent=quiet), progress_bar("Assigning", silent=quiet or as_json) as progress:
        findings = check(
            quantizer,
            table,
            taxonomies=of.by_column(taxonomies, (), "--taxonomy", commas=False),
            progress=progress,
            **reading,
        )
    if as_json:
        say_json(findings.to_dict())
    elif not quiet or not findings.ok:
        typer.echo(findings.to_text(), nl=False)
    if not findings.ok:
        raise typer.Exit(NOT_KEPT_EXIT_CODE)
