"""shoal allocate: every record to one of several centres, each with its share of the work."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoal.cli.shared import options as of
from shoal.cli.shared import words
from shoal.cli.shared.output import compilation_announced, guarded, say_json, say_summary, say_warnings
from shoal.errors import ParameterError, Setting, WrongUse

if TYPE_CHECKING:
    from shoal.table.frames.table import Table

NOT_ANONYMOUS = (
    "The output says where each single record goes: it is no anonymisation, so keep it among those concerned."
)


@guarded
@words.grouped()
def allocate(
    *,
    records: Annotated[str, typer.Argument(metavar="RECORDS", help="The table of people or things to allocate.")],
    centers: Annotated[str, typer.Argument(metavar="CENTERS", help="The table of centres.")],
    columns: Annotated[
        list[str],
        typer.Option(
            "--columns",
            metavar="COLUMNS",
            rich_help_panel=of.COLUMNS,
            help="Numeric columns that both tables have. They give the distance.",
        ),
    ],
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            rich_help_panel=of.FILES,
            help="Where to write the table of records, centres and distances.",
        ),
    ],
    share: Annotated[
        str | None,
        typer.Option(
            "--share",
            metavar="COLUMN",
            rich_help_panel=of.COLUMNS,
            help="The column of CENTERS with the share of each centre. Default: equal shares.",
        ),
    ] = None,
    normalise: Annotated[
        bool,
        typer.Option(
            "--normalise",
            rich_help_panel=of.COLUMNS,
            help="Divide the shares by their sum, for example if they are beds or hours.",
        ),
    ] = False,
    workload: Annotated[
        str | None,
        typer.Option(
            "--workload",
            metavar="COLUMN",
            rich_help_panel=of.COLUMNS,
            help="The column of RECORDS with the work for each. Shares are then met to within one record.",
        ),
    ] = None,
    identifier: Annotated[
        str | None,
        typer.Option(
            "--id",
            metavar="COLUMN",
            rich_help_panel=of.COLUMNS,
            help="The column of RECORDS with their names. Default: row numbers.",
        ),
    ] = None,
    center_identifier: Annotated[
        str | None,
        typer.Option(
            "--center-id",
            metavar="COLUMN",
            rich_help_panel=of.COLUMNS,
            help="The column of CENTERS with their names. Default: row numbers.",
        ),
    ] = None,
    standardise: Annotated[
        bool,
        typer.Option(
            "--standardise",
            rich_help_panel=of.COLUMNS,
            help="Divide every column by its standard deviation among the records. Default: use the columns as given.",
        ),
    ] = False,
    reading: words.Reading,
    center_delimiter: Annotated[
        str | None,
        typer.Option(
            "--center-delimiter",
            rich_help_panel=of.FILES,
            help="The delimiter of CENTERS, if it is not that of RECORDS: one character, or \\t for a tab.",
        ),
    ] = None,
    center_sheet: Annotated[
        str | None,
        typer.Option("--center-sheet", rich_help_panel=of.FILES, help="The sheet of CENTERS, if that is a workbook."),
    ] = None,
    quote_formulas: of.QuoteFormulasOption = False,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Allocate records to fixed centres, so that each centre gets its share.

    The total squared distance is as small as possible. This does not
    anonymise: the output contains the centre of every single record.

    Example:  shoal allocate patients.csv hospitals.csv --columns x,y
    --share beds --normalise -o allocation.csv
    """
    started = perf_counter()
    from shoal.cli.quantizer import allocated_tables as tables
    from shoal.cli.shared.destinations import require_not_input, require_table_format, require_writable
    from shoal.table.files.writing import write_table
    from shoal.table.formulas import formula_counts, formula_warnings, quoted

    target = Path(output)
    require_table_format(target)
    require_not_input(target, [records, centers])
    require_writable(target)
    if normalise and share is None:
        raise ParameterError(
            Setting("normalise"), " is about the shares, and ", Setting("share"), " names no column of them."
        )
    people = reading.open(records)
    center_table = _centers(
        centers, replace(reading, delimiter=center_delimiter or reading.delimiter, sheet=center_sheet)
    )
    words.require_columns(people, workload=workload, identifier=identifier)
    words.require_columns(center_table, share=share, center_identifier=center_identifier)
    task = tables.AllocationTask.of(
        people,
        center_table,
        tables.common_columns(columns, people, center_table),
        share=share,
        normalise=normalise,
        workload=workload,
        standardise=standardise,
    )
    with compilation_announced(silent=quiet or as_json):
        allocation = task.solved()
    allocated = allocation.table(people, identifier, center_table, center_identifier)
    formulas = formula_counts(allocated)
    write_table(quoted(allocated) if quote_formulas else allocated, target)
    facts: dict[str, Any] = {
        "records": people.n_records,
        "columns": list(task.columns),
        "standardised": standardise,
        "total_squared_distance": allocation.partition.sse,
        "centers": allocation.by_center(center_table, center_identifier),
        "seconds": round(perf_counter() - started, 3),
        "files": [output],
        "warnings": [
            NOT_ANONYMOUS,
            *formula_warnings(allocated.columns, formulas, were_quoted=quote_formulas),
        ],
    }
    if as_json:
        say_json(facts)
    elif not quiet:
        _say(facts)


def _centers(path: str, reading: words.Reading) -> Table:
    try:
        return reading.open(path)
    except WrongUse as fault:
        raise fault.renamed({"delimiter": "center_delimiter", "sheet": "center_sheet"}) from None


def _say(facts: dict[str, Any]) -> None:
    scale = "columns divided by their standard deviation" if facts["standardised"] else "columns as given"
    rows = [("records", f"{facts['records']:,}"), ("distance", f"Euclidean, {scale}")]
    for row in facts["centers"]:
        mean = "" if row["mean_distance"] is None else f", mean distance {row['mean_distance']:.4g}"
        work = f", workload {row['workload']:.6g}" if "workload" in row else ""
        asked = f"{100 * row['share_got']:.2f} %, asked were {100 * row['share']:.2f} %"
        rows.append((f"center {row['center']}", f"{row['records']:,} records{work}: {asked}{mean}"))
    rows += [("seconds", f"{facts['seconds']:.1f}"), ("written", facts["files"][0])]
    say_summary("Every centre has its share, at the least total squared distance.", rows)
    say_warnings(facts["warnings"])
