"""shoal roles: a first roles file for a table."""

from __future__ import annotations

import shlex
import tomllib
from pathlib import Path
from typing import Annotated

import typer

from shoal.cli.shared import options as of
from shoal.cli.shared import words
from shoal.cli.shared.output import guarded, say_json, say_note


@guarded
@words.grouped()
def roles(
    *,
    table: of.TableArgument,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write the proposal to this file (.toml). Default: print it."
        ),
    ] = None,
    overwrite: Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")] = False,
    reading: words.Reading,
    memory: of.MemoryOption = None,
    scratch: Annotated[
        str | None,
        typer.Option(
            "--scratch",
            metavar="FOLDER",
            rich_help_panel=of.FILES,
            help="Where a text file that does not fit into memory is kept meanwhile. Default: the folder of the "
            "system for such files.",
        ),
    ] = None,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Propose a roles file for a table. Read it and correct it.

    Shoal looks at the names and values of the columns and explains each
    proposal in a comment. Only you know what outsiders can find out. Of a table
    that does not fit into memory it looks at some records, and says so.

    Example:  shoal roles people.csv -o roles.toml
    """
    from shoal.cli.shared.destinations import require_absent, require_not_input, require_suffix, require_writable
    from shoal.journey.machine import Machine
    from shoal.journey.opened import looked_at
    from shoal.release.saving import write_text
    from shoal.table.roles.proposal import propose_roles

    machine = Machine.of(memory, scratch)
    if output is not None:
        target = Path(output)
        require_suffix(target, (".toml",), "A proposal")
        require_not_input(target, [table])
        if not overwrite:
            require_absent(target)
        require_writable(target)
    source, n_records = looked_at(table, reading.arguments(), machine)
    sampled = {} if source.n_records == n_records else {"sample": {"records": source.n_records, "of": n_records}}
    proposal = propose_roles(source, reading=reading.arguments(), of_records=n_records if sampled else None)
    content = tomllib.loads(proposal)
    if output is not None:
        write_text(output, proposal)
    if sampled and not (as_json or quiet):
        say_note(f"Looked at {source.n_records:,} of {n_records:,} records, spread over the table.")
    if as_json:
        say_json({**content, **sampled, "files": [] if output is None else [output]})
    elif output is None:
        typer.echo(proposal, nl=False)
    elif not quiet:
        say_note(_what_now(table, output, [name for name, said in content["columns"].items() if "unjudged" in said]))


def _what_now(table: str, output: str, unjudged: list[str]) -> str:
    """What the steward does next, with a command that works as it is printed once the lines are judged."""
    from shoal.table.wording import listed

    said = f"{output} holds a proposal. Read every line and correct it."
    if unjudged:
        which = "it" if len(unjudged) == 1 else "them"
        said += (
            f" No strong reason speaks for the role of {listed(unjudged)}: judge {which}, and remove the line "
            "unjudged = true."
        )
    return f"{said} Then:\n{shlex.join(['shoal', 'anonymize', table, '--k', '5', '--roles', output, '-o', 'release/'])}"
