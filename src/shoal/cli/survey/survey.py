"""shoal survey: surveys that are answered online."""

from __future__ import annotations

import typer

from shoal.cli.shared.every_option_once import EveryOptionOnce
from shoal.cli.shared.plain_flags import PlainGroup
from shoal.cli.survey.repository import repository
from shoal.cli.survey.serve import serve

survey = typer.Typer(
    name="survey",
    cls=PlainGroup,
    help="Ask people online, so that nobody has to be trusted with their answers.",
    no_args_is_help=True,
)
survey.command(cls=EveryOptionOnce)(serve)
survey.add_typer(repository)
