"""shoal compare: loss of several methods for several k, as a table and as a plot. Never writes a release."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoal.cli import options as of
from shoal.cli.output import compilation_announced, guarded, say_json, stdout_console
from shoal.errors import ParameterError

if TYPE_CHECKING:
    from shoal.partition.problem import Partitioner
    from shoal.table.frames import Table
    from shoal.table.roles import Roles

PLOT_SUFFIXES = (".png", ".svg", ".pdf")
WARM_UP_RECORDS = 64  # enough for every kernel of a method to be called
WARM_UP_K = 3
CELLS_ONLY = (
    "This is the loss of the cells. shoal anonymize shows the loss of the released values, after rounding and modes."
)


@dataclass(frozen=True)
class Comparison:
    """One method at one k."""

    method: str  # as it was asked for
    made_by: str  # what made the cells, for methods that choose
    k: int
    loss: float
    seconds: float
    n_cells: int
    smallest_cell: int
    largest_cell: int


@guarded
def compare(
    table: of.TableArgument,
    ks: Annotated[str, typer.Option("--k", "-k", metavar="K,K,…", help="One or several k.")] = "3,5,10",
    methods: Annotated[
        str, typer.Option("--method", metavar="METHOD,…", help="Methods, with settings in parentheses.")
    ] = "mdav,vmdav,mdav*",
    qi: of.QiOption = None,
    by: of.ByOption = None,
    weight: of.WeightOption = None,
    roles: of.RolesOption = None,
    types: of.TypeOption = None,
    orders: of.OrderOption = None,
    taxonomies: of.TaxonomyOption = None,
    attribute_weights: of.AttributeWeightOption = None,
    missing: of.MissingOption = None,
    encoding: of.EncodingOption = None,
    delimiter: of.DelimiterOption = None,
    na: of.NaOption = None,
    plot: Annotated[
        str | None,
        typer.Option("--plot", metavar="FILE", rich_help_panel=of.FILES, help="Loss against k as .png, .svg or .pdf."),
    ] = None,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Compare the loss of several methods for several k. Nothing is released.

    The loss is that of the cells. shoal anonymize and its report show the loss of the released values, which also
    counts rounding and the categories that a cell has in common: the same or more.

    Example:  shoal compare people.csv --qi age,sex,income --k 3,5,10 --method 'mdav,vmdav(gain=0.2),mdav*'
    """
    from shoal.partition.entrance import find_method

    wanted_ks = whole_numbers(ks)
    partitioners = list(dict.fromkeys(find_method(name) for name in split_methods(methods)))
    if plot is not None:
        _check_plot(Path(plot), table)
    of.require_quasi_identifiers(qi, roles, table)
    source = of.Reading(encoding, delimiter, na).open(table)
    about_columns = of.AboutColumns(
        qi=qi,
        by=by,
        weight=weight,
        types=types,
        orders=orders,
        taxonomies=taxonomies,
        attribute_weights=attribute_weights,
        missing=missing,
    )
    reduced, column_roles = _only_what_counts(source, about_columns, roles)
    with compilation_announced(silent=quiet):
        results = _all(reduced, column_roles, wanted_ks, partitioners, silent=quiet or as_json)
    if plot is not None:
        from shoal.cli.loss_plot import write_loss_plot

        write_loss_plot(Path(plot), results, source.origin.name)
    if as_json:
        say_json(_facts(source, column_roles, results, plot))
    elif not quiet:
        _say(results, plot)


def whole_numbers(text: str) -> list[int]:
    """3,5,10 as checked numbers, ascending, each once."""
    from shoal.guarantee import KAnonymity

    try:
        return sorted({KAnonymity(int(part)).k for part in text.split(",")})
    except ValueError as error:
        if isinstance(error, ParameterError):
            raise
        raise ParameterError(f"--k must be whole numbers with commas between them, found '{text}'.") from None


def split_methods(text: str) -> list[str]:
    """Method names, split at the commas outside parentheses."""
    depth, marked = 0, []
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        marked.append("\n" if letter == "," and depth <= 0 else letter)
    names = [part.strip() for part in "".join(marked).split("\n") if part.strip()]
    if not names:
        raise ParameterError("--method names no method. Give at least one, such as mdav.")
    return names


def _check_plot(plot: Path, table: str) -> None:
    from shoal.cli.destinations import require_not_input, require_suffix, require_writable

    require_suffix(plot, PLOT_SUFFIXES, "A plot")
    require_not_input(plot, [table])
    require_writable(plot)


def _only_what_counts(source: Table, about: of.AboutColumns, roles_file: str | None) -> tuple[Table, Roles]:
    """The table with the columns that decide the cells, and their roles.

    Nothing is published here, so a column without a role needs none.
    """
    from shoal.table.roles import roles_from_arguments
    from shoal.table.roles_file import roles_from_file

    if roles_file is not None:
        about.arguments(source.columns, roles_file)
        return source, roles_from_file(source, roles_file)
    given = about.arguments(source.columns, None)
    names = [*given["quasi_identifiers"], *given["by"], *([given["weight"]] if given["weight"] else [])]
    of.require_columns(source, names)
    reduced = source.dropped(name for name in source.columns if name not in names)
    return reduced, roles_from_arguments(reduced, **given)


def _all(
    table: Table, roles: Roles, ks: Sequence[int], methods: Sequence[Partitioner], *, silent: bool
) -> list[Comparison]:
    from shoal.cli.progress import progress_bar
    from shoal.partition.auto import describe

    results: list[Comparison] = []
    n_runs = len(ks) * len(methods)
    with progress_bar("Comparing", silent=silent) as progress:
        for result in _runs(table, roles, ks, methods):
            results.append(result)
            progress(len(results), n_runs)
    rank = {describe(method): place for place, method in enumerate(methods)}
    return sorted(results, key=lambda result: (rank[result.method], result.k))


def _runs(table: Table, roles: Roles, ks: Sequence[int], methods: Sequence[Partitioner]) -> Iterator[Comparison]:
    from shoal.guarantee import KAnonymity
    from shoal.journey import encoded_points
    from shoal.partition.auto import describe
    from shoal.partition.blocks import microaggregate_blocks

    KAnonymity(max(ks)).require_feasible(table.n_records, table.origin.name)
    for k in ks:
        encoded = encoded_points(table, roles, KAnonymity(k))
        blocks, weights, points = encoded.blocks, encoded.weights, encoded.points
        for method in methods:
            if k == ks[0]:
                _warm_up(method, points.shape[1])
            started = perf_counter()
            partition, _ = microaggregate_blocks(points, blocks.block_of, k, methods=(method,), weights=weights)
            yield Comparison(
                method=describe(method),
                made_by=partition.method,
                k=k,
                loss=partition.loss,
                seconds=perf_counter() - started,
                n_cells=partition.n_cells,
                smallest_cell=int(partition.sizes.min()),
                largest_cell=int(partition.sizes.max()),
            )


def _warm_up(method: Partitioner, n_coordinates: int) -> None:
    """Load or compile the kernels, so that the first row of the table is not charged for it."""
    import numpy as np

    from shoal.partition.entrance import microaggregate

    points = np.random.default_rng(0).normal(size=(WARM_UP_RECORDS, n_coordinates))
    microaggregate(points, WARM_UP_K, method=method)


def _facts(table: Table, roles: Roles, results: Sequence[Comparison], plot: str | None) -> dict[str, Any]:
    return {
        "table": table.origin.name,
        "records": table.n_records,
        "quasi_identifiers": list(roles.quasi_identifiers),
        "results": [asdict(result) for result in results],
        "files": [] if plot is None else [plot],
    }


def _say(results: Sequence[Comparison], plot: str | None) -> None:
    from rich import box
    from rich.table import Table as ScreenTable
    from rich.text import Text

    least = {k: min(result.loss for result in results if result.k == k) for k in {result.k for result in results}}
    screen = ScreenTable(
        box=box.SIMPLE_HEAD,
    )
    for heading in ("method", "k", "loss", "s", "cells", "min", "max", ""):
        screen.add_column(heading, justify="left" if heading == "method" else "right", no_wrap=heading != "method")
    for place, result in enumerate(results):
        is_least = result.loss == least[result.k]
        screen.add_row(
            Text(result.made_by if result.made_by.startswith("auto") else result.method),
            str(result.k),
            Text(f"{100 * result.loss:.4f} %", style="bold" if is_least else ""),
            f"{result.seconds:.2f}",
            f"{result.n_cells:,}",
            str(result.smallest_cell),
            str(result.largest_cell),
            "least" if is_least else "",
            end_section=place + 1 < len(results) and results[place + 1].method != result.method,
        )
    stdout_console().print(screen)
    stdout_console().print(Text(CELLS_ONLY, style="dim"))
    if plot is not None:
        stdout_console().print(Text(f"Written: {plot}"), soft_wrap=True)
