"""shoal audit: how well any table protects the people in it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoal.cli.shared import options as of
from shoal.cli.shared import words
from shoal.cli.shared.output import guarded, say_json
from shoal.errors import RolesError, Setting

if TYPE_CHECKING:
    from shoal.table.frames.table import Table

NOT_KEPT_EXIT_CODE = 1
PAIR = "Risk and utility"


@guarded
@words.grouped()
def audit(
    *,
    table: of.TableArgument,
    quasi_identifiers: of.QiOption = None,
    confidential: of.AuditedConfidentialOption = None,
    by: of.ByOption = None,
    roles: of.RolesOption = None,
    k: Annotated[
        int | None,
        typer.Option("--k", "-k", help="The k that the table should have. If it does not, the exit code is 1."),
    ] = None,
    orders: Annotated[
        list[str] | None,
        typer.Option(
            "--order",
            metavar="COLUMN=LOW<MID<HIGH",
            rich_help_panel=of.COLUMNS,
            help="The values of an ordinal confidential column, lowest first, in quotes. Repeatable.",
        ),
    ] = None,
    nominal: Annotated[
        list[str] | None,
        typer.Option(
            "--nominal",
            metavar="COLUMNS",
            rich_help_panel=of.COLUMNS,
            help="Confidential columns whose numbers are codes, not amounts.",
        ),
    ] = None,
    earlier: Annotated[
        list[str] | None,
        typer.Option(
            "--earlier",
            metavar="TABLE",
            help="Another released table about the same people: count what somebody learns who has both. Repeatable.",
        ),
    ] = None,
    taxonomies: of.ConfidentialTaxonomyOption = None,
    diversity: of.DiversityOption = None,
    closeness: of.ClosenessOption = None,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="TABLE",
            rich_help_panel=PAIR,
            help="The original. Measures risk and utility; the rows may be in any order.",
        ),
    ] = None,
    control: Annotated[
        str | None,
        typer.Option(
            "--control",
            metavar="TABLE",
            rich_help_panel=PAIR,
            help="People like those of the original who are not in the release. Attacks on them show what anybody "
            "could guess.",
        ),
    ] = None,
    sampling_fraction: of.SamplingFractionOption = None,
    population: Annotated[
        str | None,
        typer.Option(
            "--population",
            metavar="TABLE",
            rich_help_panel=PAIR,
            help="The population, with the quasi-identifiers that the release would give to everybody.",
        ),
    ] = None,
    household: Annotated[
        str | None,
        typer.Option(
            "--household",
            metavar="COLUMN",
            rich_help_panel=of.COLUMNS,
            help="The column that says which records are members of one household, if the table still has it: count "
            "households as well.",
        ),
    ] = None,
    reading: words.Reading,
    memory: of.MemoryOption = None,
    scratch: Annotated[
        str | None,
        typer.Option(
            "--scratch",
            metavar="FOLDER",
            rich_help_panel=of.FILES,
            help="Where records are kept that do not fit into memory, until the audit ends. Default: the folder of the "
            "system for such files.",
        ),
    ] = None,
    report: Annotated[
        list[str] | None,
        typer.Option(
            "--report",
            metavar="FILE",
            rich_help_panel=of.FILES,
            help="Write the audit to this file: .html, .json or .txt. Repeatable.",
        ),
    ] = None,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Measure k, l-diversity, t-closeness and disclosure of any table.

    With its original it also measures risk and utility side by side.

    Example:  shoal audit release.csv --roles roles.toml --k 5

    Example:  shoal audit release.csv --roles roles.toml --against people.csv
    """
    from shoal.cli.shared.progress import progress_bar
    from shoal.guarantee import KAnonymity
    from shoal.journey.audit import AuditTask, opened_to_audit
    from shoal.journey.machine import Machine
    from shoal.release.saving import write_text

    if k is not None:
        KAnonymity(k)
    fraction = words.percentage_in(sampling_fraction, "sampling_fraction")
    if not quasi_identifiers and roles is None:
        raise _without_quasi_identifiers()
    machine = Machine.of(memory, scratch)

    def opened(path: str | None) -> Table | None:
        return None if path is None else reading.beside(roles, path).open(path)

    compared: dict[str, Any] = {
        "sampling_fraction": fraction,
        "household": household,
        "earlier": tuple(earlier or ()),
        "against": against,
        "control": control,
        "population": population,
    }
    spoken = reading.beside(roles, table)
    with (
        progress_bar("Auditing", silent=quiet or as_json) as progress,
        opened_to_audit(table, spoken.arguments(), AuditTask(**compared), machine, progress) as source,
    ):
        given = words.AboutColumns(quasi_identifiers=quasi_identifiers, confidential=confidential, by=by)
        about = given.arguments(source.columns, roles)
        others = [path for path in (against, control, population) if path is not None]
        reports = _checked_paths(report or (), [table, *others, *(earlier or ())])
        task = AuditTask(
            **{name: about[name] for name in ("quasi_identifiers", "confidential", "by") if name in about},
            roles=roles,
            k=k,
            orders=words.orders_by_column(orders, source.columns),
            nominal=words.column_names(nominal, source.columns),
            taxonomies={
                name: Path(path)
                for name, path in words.by_column(taxonomies, source.columns, "taxonomies", commas=False).items()
            },
            diversity=words.rules_by_column(diversity, source.columns, "diversity"),
            closeness=words.rules_by_column(closeness, source.columns, "closeness"),
            **{
                **compared,
                "earlier": tuple(opened(other) for other in earlier or ()),
                "against": opened(against),
                "control": opened(control),
                "population": opened(population),
            },
        )
        found = task.of(source, machine.scratch, progress)
    for path in reports:
        forms = {".html": found.to_html, ".json": found.to_json, ".txt": found.to_text}
        write_text(path, forms[path.suffix.lower()]())
    if as_json:
        say_json(found.to_dict())
    elif not quiet:
        typer.echo(found.to_text(), nl=False)
    if found.kept is False:
        raise typer.Exit(NOT_KEPT_EXIT_CODE)


def _without_quasi_identifiers() -> RolesError:
    return RolesError(
        "No quasi-identifiers were given.",
        parameter="quasi_identifiers",
        hint=(
            "Name the columns that an outsider may know with ",
            Setting("quasi_identifiers"),
            " (",
            Setting("quasi_identifiers", "age,sex"),
            "), or give the roles file of the release with ",
            Setting("roles"),
            ".",
        ),
    )


def _checked_paths(reports: Sequence[str], tables: Sequence[str]) -> list[Path]:
    """Where the audit is written; every path is checked before anything is measured."""
    from shoal.cli.shared.destinations import REPORT_SUFFIXES, require_not_input, require_suffix, require_writable

    paths = [Path(report) for report in reports]
    for path in paths:
        require_suffix(path, REPORT_SUFFIXES, "An audit")
        require_not_input(path, tables)
        require_writable(path)
    return paths
