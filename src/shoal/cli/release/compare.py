"""shoal compare: loss, risk and time of several methods for several k, and the bound. Never writes a release."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoal.cli.release.comparison.front import Recommendation, recommended
from shoal.cli.release.comparison.promise_sets import name_of, require_different, sets_in
from shoal.cli.release.comparison.runs import (
    Comparison,
    Contender,
    LeastLoss,
    compared,
    contenders,
    takes_budget,
)
from shoal.cli.release.comparison.screen import say_comparison
from shoal.cli.shared import options as of
from shoal.cli.shared import words
from shoal.cli.shared.output import compilation_announced, guarded, say_json
from shoal.errors import ParameterError, Setting, needs_extra

if TYPE_CHECKING:
    from shoal.partition.problem import Partitioner
    from shoal.release.confidential.asked import AskedPromises
    from shoal.table.frames.table import Table
    from shoal.table.roles.roles import Roles

PLOT_SUFFIXES = (".png", ".svg", ".pdf")
DEFAULT_METHODS = "mdav,mdav*,vmdav,pcl,auto,best"
ALL_METHODS = "all"
# a choice among the others; one coordinate only; k = 2 only; minutes
NOT_AMONG_ALL = ("auto", "optimal-1d", "matching", "noisy-pcl")
DEFAULT_BUDGETS_S = (1.0, 5.0)  # two, so that the table shows what more time buys
INCOMPLETE = "The comparison is not complete: it shows the runs until then, and marks a run that was cut short."


@guarded
@words.grouped(
    "quasi_identifiers",
    "confidential",
    "by",
    "weight",
    "mass",
    "household",
    "household_members",
    "types",
    "orders",
    "taxonomies",
    "attribute_weights",
    "missing",
)
def compare(
    *,
    table: of.TableArgument,
    k: Annotated[
        str, typer.Option("--k", "-k", metavar="K,K,…", help="One k, or several with commas between them.")
    ] = "3,5,10",
    method: Annotated[
        str,
        typer.Option(
            "--method",
            metavar="METHOD,…",
            help="Methods with commas between them, settings in parentheses. 'all' means every method except auto, "
            "optimal-1d, matching and noisy-pcl.",
        ),
    ] = DEFAULT_METHODS,
    budget_s: Annotated[
        str | None,
        typer.Option(
            "--budget",
            metavar="SECONDS,…",
            help="Seconds for methods that use a budget. Each of them runs once with each budget. Default: 1,5.",
        ),
    ] = None,
    certify_s: of.CertifyOption = None,
    diversity: of.DiversityOption = None,
    closeness: of.ClosenessOption = None,
    missing_confidential: of.MissingConfidentialOption = "value",
    also: Annotated[
        list[str] | None,
        typer.Option(
            "--also",
            metavar="PROMISES",
            help="Compare with other promises about confidential values too: 'none', or a set such as 'diversity "
            "diagnosis=3; closeness income=0.2'. Repeatable.",
        ),
    ] = None,
    most_risk: Annotated[
        str | None,
        typer.Option(
            "--most-risk",
            metavar="PERCENT",
            help="Recommend the least loss with at most this risk, such as 10%. Default: the knee of risk and loss.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="The seed of all random choices.")] = 0,
    about: words.AboutColumns,
    roles: of.RolesOption = None,
    reading: words.Reading,
    outputs: Annotated[
        list[str] | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            rich_help_panel=of.FILES,
            help="Write the results as a table: .csv, .tex (LaTeX with booktabs) or .json. Repeatable.",
        ),
    ] = None,
    plot: Annotated[
        str | None,
        typer.Option(
            "--plot",
            metavar="FILE",
            rich_help_panel=of.FILES,
            help="Draw loss against time, with a panel for each k, as .png, .svg or .pdf.",
        ),
    ] = None,
    plot_k: Annotated[
        str | None,
        typer.Option(
            "--plot-k",
            metavar="FILE",
            rich_help_panel=of.FILES,
            help="Draw loss against k, with a line for each method, as .png, .svg or .pdf.",
        ),
    ] = None,
    plot_risk: Annotated[
        str | None,
        typer.Option(
            "--plot-risk",
            metavar="FILE",
            rich_help_panel=of.FILES,
            help="Draw loss against risk, with the front and the recommended run, as .png, .svg or .pdf.",
        ),
    ] = None,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Compare the loss, the risk and the time of several methods for several k.

    Nothing is released. The loss is the loss of the cells. shoal anonymize
    shows the loss of the released values: it is the same or more, because of
    rounding and of the one category that each cell gets.

    All methods are compiled before the clock starts, so neither the times nor
    the budgets contain compiling.

    Example:  shoal compare people.csv --qi age,sex,income --k 3,5
    --method mdav,best --budget 1,10 -o results.tex --plot-k loss.pdf
    """
    from shoal.partition.checks import check_seed
    from shoal.release.confidential.asked import AskedPromises
    from shoal.release.report.certificate import check_certify

    wanted_ks = whole_numbers(k)
    check_certify(certify_s)
    check_seed(seed)
    wanted = _methods(method)
    seconds = _budgets(budget_s, wanted.values())
    limit = words.percentage_in(most_risk, "most_risk")
    _check_most_risk(limit)
    plots = {"time": plot, "k": plot_k, "risk": plot_risk}
    drawn = {against: path for against, path in plots.items() if path is not None}
    _check_places(table, outputs or [], list(drawn.values()), roles)
    words.require_quasi_identifiers(about.quasi_identifiers, roles, table)
    source = reading.beside(roles, table).open(table)
    asked = AskedPromises.of(
        words.rules_by_column(diversity, source.columns, "diversity"),
        words.rules_by_column(closeness, source.columns, "closeness"),
        missing_confidential,
    )
    others = sets_in(also, source.columns, missing_confidential)
    reduced, column_roles = _only_what_counts(source, about, roles, [asked, *others])
    sets = [asked.for_roles(column_roles), *others]
    require_different(sets)
    for other in others:
        other.require_confidential(column_roles)
    entered = contenders(wanted, seconds)
    with compilation_announced(silent=quiet):
        results, bounds, interrupt = _all(
            reduced, column_roles, sets, wanted_ks, entered, seed=seed, certify_s=certify_s, silent=quiet or as_json
        )
    files = [*(outputs or []), *drawn.values()]
    advice = recommended(results, limit)
    said = sets[0].plain() if not others else {"promises": [{"name": name_of(each), **each.plain()} for each in sets]}
    facts = {**_facts(source, column_roles, advice, bounds, files), **said, "complete": interrupt is None}
    _write(advice.runs, bounds, facts, outputs or [])
    _draw(advice.runs, bounds, source.origin.name, drawn)
    if as_json:
        say_json(facts)
    elif not quiet:
        say_comparison(advice, bounds, sets, files, with_confidential=bool(column_roles.confidential))
    if interrupt is not None:
        interrupt.add_note(INCOMPLETE)
        raise interrupt


def whole_numbers(text: str) -> list[int]:
    """3,5,10 as checked numbers, ascending, each once."""
    from shoal.guarantee import KAnonymity

    try:
        return sorted({KAnonymity(int(part)).k for part in text.split(",")})
    except ValueError as error:
        if isinstance(error, ParameterError):
            raise
        raise ParameterError(
            Setting("k"), f" must be whole numbers with commas between them, found '{text}'."
        ) from None


def split_methods(text: str) -> list[str]:
    """Method names, split at the commas outside parentheses."""
    names = words.split_outside(text)
    if not names:
        raise ParameterError(Setting("method"), " names no method.", hint="Give at least one, such as mdav.")
    return names


def _methods(text: str) -> dict[str, Partitioner]:
    """The methods by the words that asked for them, each once."""
    from shoal.partition.methods import METHODS, find_method

    names = split_methods(text)
    if names == [ALL_METHODS]:
        names = [name for name in METHODS if name not in NOT_AMONG_ALL]
    found: dict[Partitioner, str] = {}
    for name in names:
        found.setdefault(find_method(name), name)
    return {name: method for method, name in found.items()}


def _budgets(text: str | None, methods: Iterable[Partitioner]) -> Sequence[float]:
    """Seconds, each once; refused if no method could use them."""
    if text is None:
        return DEFAULT_BUDGETS_S
    if not any(takes_budget(method) for method in methods):
        raise ParameterError(
            Setting("budget_s"), " is for methods that can use one, such as best or pcl; none of these methods can."
        )
    try:
        seconds = sorted({float(part) for part in text.split(",")})
    except ValueError:
        seconds = []
    if not seconds or not 0 < seconds[0] <= seconds[-1] < float("inf"):
        raise ParameterError(
            Setting("budget_s"), f" must be positive numbers with commas between them, found '{text}'."
        )
    return seconds


def _check_places(table: str, outputs: Sequence[str], plots: Sequence[str], roles: str | None) -> None:
    """Refuse paths that cannot be written, before the work."""
    from shoal.cli.release.comparison.tables import SUFFIXES
    from shoal.cli.shared.destinations import require_not_input, require_suffix, require_writable

    if plots:
        with needs_extra("plots", "A plot", ("matplotlib",)):
            import matplotlib  # noqa: F401 - missed before the work, not after it
    for paths, suffixes, what in ((outputs, SUFFIXES, "A comparison"), (plots, PLOT_SUFFIXES, "A plot")):
        for path in paths:
            require_suffix(Path(path), suffixes, what)
    for position, path in enumerate((*outputs, *plots)):
        require_not_input(Path(path), [table, *([roles] if roles is not None else [])])
        require_writable(Path(path))
        if path in (*outputs, *plots)[:position]:
            raise ParameterError(f"{path} would be written twice. Give each output a name of its own.")


def _check_most_risk(limit: float | None) -> None:
    if limit is not None and not 0 < limit <= 1:
        raise ParameterError(Setting("most_risk"), " must be above 0 % and at most 100 %.")


def _only_what_counts(
    source: Table, about: words.AboutColumns, roles_file: str | None, sets: Sequence[AskedPromises]
) -> tuple[Table, Roles]:
    """The table with the columns that decide the cells, and their roles.

    Nothing is published here, so a column without a role needs none.
    """
    from shoal.table.roles.roles import require_column
    from shoal.table.roles.roles_arguments import names_of, roles_from_arguments
    from shoal.table.roles.roles_file import roles_from_file

    if roles_file is not None:
        about.arguments(source.columns, roles_file)
        return source, roles_from_file(source, roles_file)
    given = about.arguments(source.columns, None)
    for asked in sets:
        for name in asked.columns:
            require_column(source, name, source.columns, asked.door_of(name))
        given = asked.named_confidential(given)
    deciding = ("quasi_identifiers", "by", "weight", "mass", "household", "confidential")
    words.require_columns(source, **{parameter: given[parameter] for parameter in deciding})
    names = [name for parameter in deciding for name in names_of(given[parameter])]
    reduced = source.dropped(name for name in source.columns if name not in names)
    return reduced, roles_from_arguments(reduced, **given)


def _all(
    table: Table,
    roles: Roles,
    sets: Sequence[AskedPromises],
    ks: Sequence[int],
    entered: Sequence[Contender],
    *,
    seed: int,
    certify_s: float | None,
    silent: bool,
) -> tuple[list[Comparison], list[LeastLoss], KeyboardInterrupt | None]:
    """All runs and bounds; after an interrupt those that were made, and the interrupt."""
    from shoal.cli.shared.progress import progress_bar

    results: list[Comparison] = []
    bounds: list[LeastLoss] = []
    with progress_bar("Comparing", silent=silent) as progress:
        try:
            named = [(name_of(asked) if len(sets) > 1 else "", asked) for asked in sets]
            for runs, least in compared(table, roles, ks, entered, sets=named, seed=seed, certify_s=certify_s):
                results += runs
                bounds.append(least)
                progress(len(bounds), len(ks) * len(sets))
        except KeyboardInterrupt as interrupt:
            if not results:
                raise
            return results, bounds, interrupt
    return results, bounds, None


def _write(
    results: Sequence[Comparison], bounds: Sequence[LeastLoss], facts: dict[str, Any], outputs: Sequence[str]
) -> None:
    if outputs:
        from shoal.cli.release.comparison.tables import write_results

        for path in outputs:
            write_results(Path(path), results, bounds, facts)


def _draw(
    results: Sequence[Comparison], bounds: Sequence[LeastLoss], table_name: str, plots: Mapping[str, str]
) -> None:
    """The pictures that were asked for, by what the loss is drawn against."""
    from shoal.cli.release.comparison.loss_plot import write_loss_plot
    from shoal.cli.release.comparison.pareto_plot import write_pareto_plot, write_risk_plot

    for against, path in plots.items():
        if against == "time":
            write_pareto_plot(Path(path), results, bounds, table_name)
        elif against == "risk":
            write_risk_plot(Path(path), results, table_name)
        else:
            write_loss_plot(Path(path), results, table_name)


def _facts(
    table: Table, roles: Roles, advice: Recommendation, bounds: Sequence[LeastLoss], files: Sequence[str]
) -> dict[str, Any]:
    return {
        "table": table.origin.name,
        "records": table.n_records,
        "quasi_identifiers": list(roles.quasi_identifiers),
        "results": [asdict(result) for result in advice.runs],
        "recommendation": {
            "rule": advice.rule,
            "setting": None if advice.run is None else advice.run.setting,
        },
        "bounds": [asdict(bound) for bound in bounds],
        "files": list(files),
    }
