"""shoal allocate: every record to one of several centres, each with its share of the work."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import typer

from shoal.cli import options as of
from shoal.cli.output import compilation_announced, guarded, say_json, say_summary, say_warnings
from shoal.errors import MissingValuesError, ParameterError, RolesError, TableError

if TYPE_CHECKING:
    from shoal.partition.partition import FloatArray, Partition
    from shoal.table.frames import Table

OUTPUT_COLUMNS = ("record", "center", "distance")
NOT_ANONYMOUS = (
    "The output says where each single record goes: it is no anonymisation, so keep it among those concerned."
)


@guarded
def allocate(
    records: Annotated[str, typer.Argument(metavar="RECORDS", help="Who or what is allocated: one row each.")],
    centers: Annotated[str, typer.Argument(metavar="CENTERS", help="Where to: one row for each centre.")],
    columns: Annotated[
        list[str],
        typer.Option(
            "--columns", metavar="COLUMNS", rich_help_panel=of.COLUMNS, help="Numeric columns that both tables have."
        ),
    ],
    output: Annotated[
        str,
        typer.Option("--output", "-o", metavar="FILE", rich_help_panel=of.FILES, help="Record, centre and distance."),
    ],
    share: Annotated[
        str | None,
        typer.Option(
            "--share", metavar="COLUMN", rich_help_panel=of.COLUMNS, help="Of CENTERS: its share; equal unless given."
        ),
    ] = None,
    normalise: Annotated[
        bool,
        typer.Option(
            "--normalise",
            rich_help_panel=of.COLUMNS,
            help="Divide the shares by their sum: for capacities, beds, hours.",
        ),
    ] = False,
    workload: Annotated[
        str | None,
        typer.Option(
            "--workload",
            metavar="COLUMN",
            rich_help_panel=of.COLUMNS,
            help="Of RECORDS: how much work each is. Shares are then met within one record.",
        ),
    ] = None,
    identifier: Annotated[
        str | None,
        typer.Option(
            "--id", metavar="COLUMN", rich_help_panel=of.COLUMNS, help="Of RECORDS: names them in the output."
        ),
    ] = None,
    center_identifier: Annotated[
        str | None,
        typer.Option(
            "--center-id", metavar="COLUMN", rich_help_panel=of.COLUMNS, help="Of CENTERS: names them in the output."
        ),
    ] = None,
    standardise: Annotated[
        bool,
        typer.Option(
            "--standardise",
            rich_help_panel=of.COLUMNS,
            help="Divide every column by its standard deviation among the records. Used as given otherwise.",
        ),
    ] = False,
    encoding: of.EncodingOption = None,
    delimiter: of.DelimiterOption = None,
    na: of.NaOption = None,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Allocate records to fixed centres: every centre gets its share, at the least total squared distance.

    This is no anonymisation: the output says where each single record goes. Records are named by --id, centres by
    --center-id, and by row number otherwise.

    Example:  shoal allocate patients.csv hospitals.csv --columns x,y --share beds --normalise -o allocation.csv
    """
    started = perf_counter()
    from shoal.cli.destinations import require_not_input, require_table_format, require_writable
    from shoal.partition import allocation

    target = Path(output)
    require_table_format(target)
    require_not_input(target, [records, centers])
    require_writable(target)
    reading = of.Reading(encoding, delimiter, na)
    people, places = reading.open(records), reading.open(centers)
    names = _columns(columns, people, places)
    of.require_columns(people, [name for name in (workload, identifier) if name])
    of.require_columns(places, [name for name in (share, center_identifier) if name])
    if normalise and share is None:
        raise ParameterError("--normalise is about the shares, and --share names no column of them.")
    points, sites = _numbers(people, names), _numbers(places, names)
    spread = _spread(points, names) if standardise else np.ones(len(names))
    with compilation_announced(silent=quiet or as_json):
        allocated = allocation.allocate(
            points / spread,
            sites / spread,
            None if share is None else _shares(places, share, normalise=normalise),
            workloads=None if workload is None else _positive(people, workload),
        )
    distance = np.sqrt((((points - sites[allocated.cell_of]) / spread) ** 2).sum(axis=1))
    _write(target, people, places, identifier, center_identifier, allocated, distance)
    shares = np.full(len(sites), 1 / len(sites)) if share is None else _shares(places, share, normalise=normalise)
    work = np.ones(len(points)) if workload is None else _positive(people, workload)
    facts: dict[str, Any] = {
        "records": len(points),
        "columns": list(names),
        "standardised": standardise,
        "total_squared_distance": allocated.sse,
        "centers": _by_center(allocated, distance, shares / shares.sum(), work, workload is not None),
        "seconds": round(perf_counter() - started, 3),
        "files": [output],
        "warnings": [NOT_ANONYMOUS],
    }
    if as_json:
        say_json(facts)
    elif not quiet:
        _say(facts)


def _columns(given: list[str], people: Table, places: Table) -> tuple[str, ...]:
    names = of.column_names(given, people.columns)
    if not names:
        raise RolesError("--columns names no column. Give the numeric columns that both tables have.")
    if len(set(names)) < len(names):
        raise RolesError("--columns names a column twice. Name each once.")
    of.require_columns(people, names)
    of.require_columns(places, names)
    return names


def _column(table: Table, name: str) -> FloatArray:
    values = table.numbers(name)
    missing = np.flatnonzero(np.isnan(values))
    if len(missing):
        raise MissingValuesError(
            f"Column '{name}' of {table.where} has no value in {len(missing)} of {len(values)} rows, the first in row "
            f"{missing[0] + 1}. Fill them in or leave those rows out."
        )
    return values


def _numbers(table: Table, names: tuple[str, ...]) -> FloatArray:
    if table.n_records == 0:
        raise TableError(f"{table.where} has no rows. There is nothing to allocate.")
    return np.column_stack([_column(table, name) for name in names])


def _positive(table: Table, name: str) -> FloatArray:
    values = _column(table, name)
    wrong = np.flatnonzero(values <= 0)
    if len(wrong):
        raise TableError(
            f"Column '{name}' of {table.where} must be positive; {len(wrong)} rows are not, the first is row "
            f"{wrong[0] + 1}. Leave out records that are no work."
        )
    return values


def _shares(table: Table, name: str, *, normalise: bool) -> FloatArray:
    from shoal.partition.sizes import SHARES_SUM_TO_ONE

    values = _column(table, name)
    if (values < 0).any() or not values.any():
        raise TableError(f"Column '{name}' of {table.where} has negative shares, or none above 0.")
    total = float(values.sum())
    if not normalise and abs(total - 1.0) > SHARES_SUM_TO_ONE:
        raise TableError(
            f"The shares in column '{name}' of {table.where} sum to {total:.6g}, not to 1. With --normalise they are "
            "divided by their sum."
        )
    return values / total


def _spread(points: FloatArray, names: tuple[str, ...]) -> FloatArray:
    spread: FloatArray = points.std(axis=0)
    for name, deviation in zip(names, spread, strict=True):
        if deviation == 0.0:
            raise TableError(
                f"Column '{name}' is the same for all records, so it cannot be standardised. Leave it out."
            )
    return spread


def _write(
    target: Path,
    people: Table,
    places: Table,
    identifier: str | None,
    center_identifier: str | None,
    allocated: Partition,
    distance: FloatArray,
) -> None:
    import polars as pl

    from shoal.table.frames import Table

    def called(table: Table, name: str | None) -> pl.Series:
        """The values of a column as they are spelled, or row numbers."""
        if name is None:
            return pl.Series(np.arange(1, table.n_records + 1))
        spelled = table.spelling(name)
        return table.native()[name] if spelled is None else spelled

    record_name, center_name, distance_name = OUTPUT_COLUMNS
    frame = pl.DataFrame(
        {
            record_name: called(people, identifier),
            center_name: called(places, center_identifier).gather(allocated.cell_of),
            distance_name: distance,
        }
    )
    Table.of(frame).write(target)


def _by_center(
    allocated: Partition, distance: FloatArray, shares: FloatArray, work: FloatArray, with_work: bool
) -> list[dict[str, Any]]:
    n_centers = len(shares)
    got = np.bincount(allocated.cell_of, weights=work, minlength=n_centers)
    far = np.bincount(allocated.cell_of, weights=distance, minlength=n_centers)
    rows = []
    for center, size in enumerate(allocated.sizes.tolist()):
        row = {
            "center": center + 1,
            "share": float(shares[center]),
            "records": size,
            "share_got": float(got[center] / work.sum()),
            "mean_distance": float(far[center] / size) if size else None,
        }
        rows.append({**row, "workload": float(got[center])} if with_work else row)
    return rows


def _say(facts: dict[str, Any]) -> None:
    scale = "columns divided by their standard deviation" if facts["standardised"] else "columns as given"
    rows = [("records", f"{facts['records']:,}"), ("distance", f"Euclidean, {scale}")]
    for row in facts["centers"]:
        mean = "" if row["mean_distance"] is None else f", mean distance {row['mean_distance']:.4g}"
        work = f", workload {row['workload']:.6g}" if "workload" in row else ""
        rows.append(
            (
                f"center {row['center']}",
                f"{row['records']:,} records{work}: {100 * row['share_got']:.2f} % of {100 * row['share']:.2f} % asked{mean}",
            )
        )
    rows += [("seconds", f"{facts['seconds']:.1f}"), ("written", facts["files"][0])]
    say_summary("Every centre has its share, at the least total squared distance.", rows)
    say_warnings(facts["warnings"])
