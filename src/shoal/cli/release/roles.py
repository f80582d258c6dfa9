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
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Propose a roles file for a table. Read it and correct it.

    Shoal looks at the names and values of the columns and explains each
    proposal in a comment. Only you know what outsiders can find out.

    Example:  shoal roles people.csv -o roles.toml
    """
    from shoal.cli.shared.destinations import require_absent, require_not_input, require_suffix, require_writable
    from shoal.release.saving import write_text
    from shoal.table.roles.proposal import propose_roles

    source = reading.open(table)
    if output is not None:
        target = Path(output)
        require_suffix(target, (".toml",), "A proposal")
        require_not_input(target, [table])
        if not overwrite:
            require_absent(target)
        require_writable(target)
    proposal = propose_roles(source, reading=reading.arguments())
    content = tomllib.loads(proposal)
    if output is not None:
        write_text(output, proposal)
    if as_json:
        say_json({**content, "files": [] if output is None else [output]})
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
