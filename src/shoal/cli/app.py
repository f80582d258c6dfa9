"""The commands of `shoal`, and the options that come before any command."""

from __future__ import annotations

from typing import Annotated

import typer

from shoal import __version__
from shoal.cli.quantizer.allocate import allocate
from shoal.cli.quantizer.apply import apply
from shoal.cli.quantizer.fit import fit
from shoal.cli.quantizer.inspect import inspect
from shoal.cli.quantizer.verify import verify
from shoal.cli.release.anonymize import anonymize
from shoal.cli.release.audit import audit
from shoal.cli.release.compare import compare
from shoal.cli.release.demo import demo
from shoal.cli.release.replay import replay
from shoal.cli.release.risk import risk
from shoal.cli.release.roles import roles
from shoal.cli.release.warm import warm
from shoal.cli.service.db import db
from shoal.cli.service.device import device
from shoal.cli.service.provider import provider
from shoal.cli.service.serve import serve
from shoal.cli.shared.every_option_once import EveryOptionOnce
from shoal.cli.shared.plain_flags import PlainGroup
from shoal.cli.survey.collect import collect
from shoal.cli.survey.design import design
from shoal.cli.survey.form import form
from shoal.cli.survey.issue import issue
from shoal.cli.survey.keys import keys
from shoal.cli.survey.online.group import survey
from shoal.cli.survey.participation import participation
from shoal.cli.survey.tokens import tokens

# Pretty tracebacks print local variables, and those hold people's data.
app = typer.Typer(
    name="shoal",
    cls=PlainGroup,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for _command in (
    anonymize,
    compare,
    audit,
    risk,
    roles,
    replay,
    fit,
    apply,
    inspect,
    verify,
    design,
    form,
    issue,
    collect,
    keys,
    allocate,
    demo,
    warm,
):
    app.command(cls=EveryOptionOnce)(_command)
app.command(cls=EveryOptionOnce)(serve)
app.command(cls=EveryOptionOnce)(provider)
app.add_typer(survey)
app.add_typer(participation)
app.add_typer(db)
app.add_typer(device)
app.add_typer(tokens)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"shoal {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def shoal(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001 - its callback does the work
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    """Publish personal data so that at least k records look alike, and prove it.

    Start with your own table:

      shoal roles people.csv -o roles.toml

      shoal anonymize people.csv --k 5 --roles roles.toml -o release/

    Or try it first with people who do not exist:  shoal demo

    Exit codes: 0 success. 1 the promise is not kept. 2 wrong use, and nothing
    was written. 70 a bug in Shoal. 130 you interrupted it (Ctrl-C) before
    there was a result, or before a comparison was complete. 141 the reader of
    the output has gone (| head). 143 it was ended by SIGTERM, 129 by SIGHUP.

    With --json, an error is also printed as one JSON object.
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), nl=False)
