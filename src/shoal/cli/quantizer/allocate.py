"""shoal allocate: every record to one of several centres, each with its share of the work."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoal.cli.shared import options as of
from shoal.cli.shared import words
from shoal.cli.shared.output import compilation_announced, guarded, say_json, say_summary, say_warnings
from shoal.errors import ParameterError, Setting, WrongUse

if TYPE_CHECKING:
    from shoal.cli.quantizer.allocation_distances import AskedDistance
    from shoal.cli.quantizer.allocation_files import AllocationFiles
    from shoal.table.frames.table import Table

SQUARED = "squared-euclidean"
PUBLISHED_MAP = (
    "The map reveals that no record is exactly on a border. Borders are drawn at random between the records, so they "
    "reveal nothing else about single ones; but where few records live, think before you publish it."
)
OTHERWISE = (
    "The rule assigns {:,} of the {:,} records to another centre than the allocation does: they are as near to two "
    "centres, and the shares divided them."
)


@guarded
@words.grouped()
def allocate(
    *,
    records: Annotated[str, typer.Argument(metavar="RECORDS", help="The table of people or things to allocate.")],
    centers: Annotated[str, typer.Argument(metavar="CENTERS", help="The table of centres.")],
    columns: Annotated[
        list[str] | None,
        of.valued(
            "--columns",
            value="COLUMNS",
            panel=of.COLUMNS,
            help="Numeric columns that both tables have. They give the distance. Not with --matrix; with --graph x and "
            "y by default.",
        ),
    ] = None,
    output: Annotated[
        str,
        of.written_to("Where to write the table of records, centres and distances."),
    ],
    distance: Annotated[
        str | None,
        of.valued(
            "--distance",
            value="NAME",
            panel=of.DISTANCE,
            help="One of squared-euclidean, euclidean, manhattan, cosine and great-circle. Default: great-circle if "
            "the columns are a latitude and a longitude, otherwise squared-euclidean.",
        ),
    ] = None,
    matrix: of.MatrixOption = None,
    graph: of.GraphOption = None,
    share: Annotated[
        str | None,
        of.valued(
            "--share",
            value="COLUMN",
            panel=of.COLUMNS,
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
        of.valued(
            "--workload",
            value="COLUMN",
            panel=of.COLUMNS,
            help="The column of RECORDS with the work for each. Shares are then met to within one record.",
        ),
    ] = None,
    identifier: Annotated[
        str | None,
        of.valued(
            "--id",
            value="COLUMN",
            panel=of.COLUMNS,
            help="The column of RECORDS with their names. Default: row numbers.",
        ),
    ] = None,
    center_identifier: Annotated[
        str | None,
        of.valued(
            "--center-id",
            value="COLUMN",
            panel=of.COLUMNS,
            help="The column of CENTERS with their names. Default: row numbers.",
        ),
    ] = None,
    standardise: Annotated[
        bool,
        typer.Option(
            "--standardise",
            rich_help_panel=of.DISTANCE,
            help="Divide every column by its standard deviation among the records, rounded. Default: use the columns "
            "as given.",
        ),
    ] = False,
    save: Annotated[
        str | None,
        of.valued(
            "--save",
            value="FILE",
            panel=of.FILES,
            help="Where to write the rule (.json) by which shoal apply finds the centre of later records.",
        ),
    ] = None,
    coverage: Annotated[
        str | None,
        of.valued(
            "--coverage", value="FILE", panel=of.FILES, help="Where to write the region of each centre (.geojson)."
        ),
    ] = None,
    crs: Annotated[
        str | None,
        of.valued(
            "--crs",
            value="NAME",
            panel=of.FILES,
            help="The coordinate system of projected columns, for --coverage, such as EPSG:2263.",
        ),
    ] = None,
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

    The total distance is as small as possible. This does not anonymise: the
    output contains the centre of every single record.

    Example:  shoal allocate patients.csv hospitals.csv --share beds
    --normalise --columns latitude,longitude -o allocation.csv
    """
    from shoal.cli.quantizer.allocation_distances import AskedDistance
    from shoal.cli.quantizer.allocation_files import AllocationFiles

    if normalise and share is None:
        raise ParameterError(
            Setting("normalise"), " is about the shares, and ", Setting("share"), " names no column of them."
        )
    asked = AskedDistance(columns, distance, matrix, graph, standardise)
    asked.require_consistent()
    files = AllocationFiles(output, save, coverage, crs)
    files.check([records, centers, matrix, graph])
    people = reading.open(records)
    center_table = _centers(
        centers, replace(reading, delimiter=center_delimiter or reading.delimiter, sheet=center_sheet)
    )
    words.require_columns(people, workload=workload, identifier=identifier)
    words.require_columns(center_table, share=share, center_identifier=center_identifier)
    facts = _allocated(
        asked,
        files,
        people,
        center_table,
        roles={"share": share, "normalise": normalise, "workload": workload},
        names=(identifier, center_identifier),
        reading=reading,
        quote_formulas=quote_formulas,
        silent=quiet or as_json,
    )
    if as_json:
        say_json(facts)
    elif not quiet:
        _say(facts)


def _allocated(
    asked: AskedDistance,
    files: AllocationFiles,
    people: Table,
    center_table: Table,
    *,
    roles: dict[str, Any],
    names: tuple[str | None, str | None],
    reading: words.Reading,
    quote_formulas: bool,
    silent: bool,
) -> dict[str, Any]:
    """Allocate and write; what became of it."""
    started = perf_counter()
    from shoal.cli.quantizer import allocated_tables as tables
    from shoal.cli.quantizer.allocation_distances import measured_by
    from shoal.table.formulas import formula_counts, formula_warnings, quoted

    identifier, center_identifier = names
    workload = roles["workload"]
    if files.want_rule or asked.matrix is not None:
        tables.require_different_names(center_table, center_identifier)
    measured = measured_by(
        asked, people, center_table, identifier=identifier, center_identifier=center_identifier, reading=reading
    )
    files.require_possible(measured, workload)
    task = tables.AllocationTask.of(measured, people, center_table, **roles)
    with compilation_announced(silent=silent):
        allocation = task.solved()
        rule = allocation.rule(center_table, center_identifier, workload) if files.want_rule else None
    allocated = allocation.table(people, identifier, center_table, center_identifier)
    formulas = formula_counts(allocated)
    files.write(quoted(allocated) if quote_formulas else allocated, rule, measured.points)
    otherwise = 0 if rule is None else allocation.assigned_otherwise(rule)
    total = "total_distance" if measured.distance.name != SQUARED else "total_squared_distance"
    return {
        "records": people.n_records,
        "columns": list(measured.columns),
        "distance": measured.distance.name,
        "distance_because": measured.why,
        "unit": measured.unit,
        "standardised": asked.standardise,
        total: allocation.partition.sse,
        "centers": allocation.by_center(center_table, center_identifier),
        **({} if rule is None else {"rule": rule.digest, "assigned_otherwise": otherwise}),
        "seconds": round(perf_counter() - started, 3),
        "files": files.paths,
        "warnings": [
            tables.NOT_ANONYMOUS,
            *([] if files.coverage is None else [PUBLISHED_MAP]),
            *([OTHERWISE.format(otherwise, people.n_records)] if otherwise else []),
            *formula_warnings(allocated.columns, formulas, were_quoted=quote_formulas),
        ],
    }


def _centers(path: str, reading: words.Reading) -> Table:
    try:
        return reading.open(path)
    except WrongUse as fault:
        raise fault.renamed({"delimiter": "center_delimiter", "sheet": "center_sheet"}) from None


def _unit_of_mean(facts: dict[str, Any]) -> str:
    """What a mean distance is counted in; it is not squared, also where squares were minimised."""
    if facts["unit"] is not None:
        return f" {facts['unit']}"
    if facts["standardised"]:
        return " standard deviations"
    if facts["distance"] in ("matrix", "graph"):
        return f", in the unit of the {facts['distance']}"
    if facts["distance"] == "cosine":
        return ""  # it has no unit
    return ", in the unit of the columns"


def _say(facts: dict[str, Any]) -> None:
    unit = "" if facts["unit"] is None else f", in {facts['unit']}"
    scale = ", columns divided by their standard deviation" if facts["standardised"] else ""
    of_what = _unit_of_mean(facts)
    rows = [
        ("records", f"{facts['records']:,}"),
        ("distance", f"{facts['distance']}{unit}{scale} ({facts['distance_because']})"),
    ]
    for row in facts["centers"]:
        mean = "" if row["mean_distance"] is None else f", mean distance {row['mean_distance']:.4g}{of_what}"
        work = f", workload {row['workload']:.6g}" if "workload" in row else ""
        asked = f"{100 * row['share_got']:.2f} %, asked were {100 * row['share']:.2f} %"
        rows.append((f"center {row['center']}", f"{row['records']:,} records{work}: {asked}{mean}"))
    rows += [("seconds", f"{facts['seconds']:.1f}"), ("written", ", ".join(facts["files"]))]
    squared = "squared " if "total_squared_distance" in facts else ""
    say_summary(f"Every centre has its share, at the least total {squared}distance.", rows)
    say_warnings(facts["warnings"])
