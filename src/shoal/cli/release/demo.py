"""shoal demo: people who do not exist, anonymised, with everything explained."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from shoal.cli.release.anonymize import say_release, summary_facts
from shoal.cli.shared import options as of
from shoal.cli.shared.output import compilation_announced, guarded, say_json, stdout_console
from shoal.errors import Setting, WrongUse

if TYPE_CHECKING:
    from shoal.release.release import Release
    from shoal.table.frames.table import Table

MARK = "# Roles of the made-up people of `shoal demo`."
ROLES = f"""{MARK}
# identifying: dropped. quasi_identifying: hidden among k. confidential: published as it is.
# `shoal roles people.csv` proposes such a file for any table.

[columns.name]
role = "identifying"

# The date says more than the age, and the town and postcode more than the released position: they go.
[columns.birth_date]
role = "identifying"
[columns.town]
role = "identifying"
[columns.postcode]
role = "identifying"

[columns.age]
role = "quasi_identifying"
type = "integer"
[columns.sex]
role = "quasi_identifying"
type = "nominal"
[columns.marital_status]
role = "quasi_identifying"
type = "nominal"
[columns.education]
role = "quasi_identifying"
order = ["primary", "secondary", "vocational", "bachelor", "master", "doctorate"]
[columns.latitude]
role = "quasi_identifying"
type = "latitude"
[columns.longitude]
role = "quasi_identifying"
type = "longitude"
[columns.weekly_hours]
role = "quasi_identifying"
type = "integer"
[columns.income]
role = "quasi_identifying"
type = "integer"
rounding = -2

[columns.diagnosis]
role = "confidential"
[columns.satisfaction]
role = "confidential"
[columns.smoker]
role = "confidential"
"""
OWN_NAMES = ("people.csv", "roles.toml", "release.csv", "report.html", "report.json", "remedy.txt", "remedy.html")
REMEDY, REMEDY_REPORT = OWN_NAMES[-2:]  # a second release of the same people is not written: two can be intersected
MANIFEST = "private/manifest.json"  # inside: this folder holds the original as well, so nobody publishes it as it is
SHOWN = ("age", "sex", "education", "income")
MEANS_SHOWN = ("age", "income")  # released as the mean of the cell


@guarded
def demo(
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FOLDER", help="The folder to write to.")
    ] = "shoal-demo",
    records: Annotated[int, typer.Option("--records", "-n", help="The number of people to make up.")] = 1000,
    k: Annotated[int, typer.Option("--k", "-k", help="At least k people share their quasi-identifiers.")] = 5,
    seed: Annotated[
        int, typer.Option("--seed", help="The seed of all random choices. Another seed makes up other people.")
    ] = 0,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Make up a table of people, anonymise it and explain the result."""
    started = perf_counter()
    from shoal.cli.shared.destinations import plan
    from shoal.cli.shared.progress import progress_bar
    from shoal.journey.entrance import roles_of
    from shoal.journey.opened import InMemory, checked_run
    from shoal.journey.run import Settings
    from shoal.release.saving import write_text
    from shoal.table.atomic import make_private_folder
    from shoal.table.files.writing import write_table
    from shoal.table.people import synthetic_people
    from shoal.table.roles.roles_file import reading_for
    from shoal.table.sources import table_of

    settings = Settings.checked(k=k, seed=seed)
    people = synthetic_people(records, seed)
    folder = Path(output)
    _require_own(folder)
    source, roles = folder / OWN_NAMES[0], folder / OWN_NAMES[1]
    make_private_folder((folder / MANIFEST).parent)
    destinations = plan(f"{output}/", source=source, manifest=str(folder / MANIFEST), inputs=[roles], overwrite=True)
    with destinations.held():
        write_text(roles, ROLES)
        write_table(table_of(people), source)
        reading = reading_for(source, roles)
        original = table_of(source, **reading)
        people_of_file = InMemory(original)
        with compilation_announced(silent=quiet), progress_bar("Forming cells", silent=quiet or as_json) as progress:
            column_roles = roles_of(original, roles, {}, accept_proposal=False)
            release = people_of_file.run(checked_run(people_of_file, column_roles, settings, reading), progress)
            asked = _single_valued(release)
            wanted = settings.promising(dict.fromkeys(asked, 2), None, "value")
            again = checked_run(people_of_file, column_roles, wanted, reading)
            remedied = people_of_file.run(again, progress) if asked else None
        written = [source, roles, *destinations.write(release)]
        lines = [] if remedied is None else _remedy_lines(release, remedied, asked)
        written += _written_remedy(folder, remedied, lines)
    facts = summary_facts(release, written, perf_counter() - started, private=destinations.private)
    if as_json:
        say_json({**facts, "remedy": lines})
    elif not quiet:
        _say_cell(original, release)
        say_release(facts)
        _say_remedy(lines)
        _say_how(folder, k)


def _written_remedy(folder: Path, remedied: Release | None, lines: list[str]) -> list[Path]:
    """What the promise costs, and its report. Nothing of an earlier demonstration stays."""
    from shoal.release.saving import write_text

    paths = [folder / REMEDY, folder / REMEDY_REPORT]
    if remedied is None:
        for path in paths:
            path.unlink(missing_ok=True)
        return []
    write_text(paths[0], "\n".join(lines) + "\n")
    remedied.write_report(paths[1])
    return paths


def _single_valued(release: Release) -> list[str]:
    """The confidential columns of which some class has a single value."""
    return [
        attribute["name"]
        for attribute in release.report.facts["privacy"]["confidential"]
        if attribute["n_single_classes"] and attribute["n_values"] > 1
    ]


def _remedy_lines(before: Release, after: Release, asked: list[str]) -> list[str]:
    """The same table without and with the promise: what it brings, and what it costs; a line each."""
    options = " ".join(f"--diversity {name}=2" for name in asked)
    return [
        f"Without a promise about confidential values: {_in_a_line(before, asked)}",
        f"With {options}: {_in_a_line(after, asked)}",
    ]


def _in_a_line(release: Release, names: list[str]) -> str:
    from shoal.release.wording import loss_decimals, percent
    from shoal.table.wording import listed

    facts = release.report.facts
    single = {one["name"]: one["share_single_classes"] for one in facts["privacy"]["confidential"]}
    told = [f"{percent(single[name])} of '{name}'" for name in names if single[name]]
    shared = f"no class in which all share one value of {listed(names)}"
    if told:
        shared = f"classes in which all share one value: {', '.join(told)}"
    lost = percent(facts["loss"]["overall"], loss_decimals(facts["loss"]))
    return f"loss {lost} of the variance, {facts['promise']['n_classes']:,} classes; {shared}."


def _say_remedy(lines: list[str]) -> None:
    from rich.text import Text

    if lines:
        stdout_console().print(Text("\n".join([*lines, ""])), soft_wrap=True)


def _require_own(folder: Path) -> None:
    """Refuse a folder in which files of somebody else would be replaced."""
    taken = [name for name in OWN_NAMES if (folder / name).exists()]
    roles = folder / OWN_NAMES[1]
    is_own = roles.is_file() and roles.read_text("utf-8", errors="replace").startswith(MARK)
    if taken and not is_own:
        raise WrongUse(
            f"{folder} holds {', '.join(taken)} already, not from a demonstration.",
            parameter="output",
            hint=("Give another folder with ", Setting("output"), "."),
        )


def _say_cell(original: Table, release: Release) -> None:
    """One cell before and after. These people do not exist, so for once records may be shown."""
    import numpy as np
    from rich import box
    from rich.table import Table as ScreenTable

    cell = int(np.argmin(np.abs(release.partition.centroids).sum(axis=1)))  # a cell of ordinary people
    rows = np.flatnonzero(release.partition.cell_of == cell)
    before = original.native().select(SHOWN)[rows.tolist()]
    # The released records are in another order; theirs is the one whose values are the means of these.
    gap = np.zeros(original.n_records)
    for name in MEANS_SHOWN:
        gap += np.abs(release.table[name].to_numpy() - before[name].to_numpy().mean())
    after = release.table.select(SHOWN)[int(np.argmin(gap))]
    screen = ScreenTable(box=box.SIMPLE_HEAD)
    for name in ("", *SHOWN):
        screen.add_column(name, justify="right" if name in MEANS_SHOWN else "left")
    for row in before.iter_rows():
        screen.add_row("before", *map(str, row), style="dim")
    screen.add_row(f"after, all {len(rows)}", *map(str, after.row(0)), style="bold")
    console = stdout_console()
    console.print(f"\n{original.n_records:,} people were made up; nobody here exists. These {len(rows)} share a cell:")
    console.print(screen)


def _say_how(folder: Path, k: int) -> None:
    from rich.text import Text

    lines = [
        f"Open {folder / 'report.html'} to see what was promised, what it cost and what is not promised.",
        "",
        "Go on from here (with a table of your own: its name instead of people.csv):",
        *_activation(),
        f"  cd {shlex.quote(str(folder))}",
        "  shoal roles people.csv -o my-roles.toml        # proposes the role of each column; read it and correct it",
        f"  shoal anonymize people.csv --k {k} --roles roles.toml -o release/",
        f"  shoal audit release/release.csv --roles roles.toml --k {k}",
        "  shoal audit release/release.csv --roles roles.toml --against people.csv   # risk and utility, side by side",
        "  shoal replay private-release/manifest.json     # repeats the run and compares the results",
        f"  shoal anonymize people.csv --k {k} --roles roles.toml --diversity smoker=2 -o diverse/  # instead",
    ]
    stdout_console().print(Text("\n".join(lines)), soft_wrap=True)


def _activation() -> list[str]:
    """What a shell needs to find this very program, if it does not."""
    script = Path(sys.prefix) / "bin" / "activate"
    if shutil.which("shoal") is not None or not script.is_file():
        return []
    return [f"  . {shlex.quote(os.path.relpath(script))}"]
