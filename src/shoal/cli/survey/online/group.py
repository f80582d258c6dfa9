"""shoal survey: a survey whose respondents anonymise themselves, online."""

from __future__ import annotations

import typer

from shoal.cli.shared.every_option_once import EveryOptionOnce
from shoal.cli.shared.plain_flags import PlainGroup
from shoal.cli.survey.online.answer_keys import keys
from shoal.cli.survey.online.check import check
from shoal.cli.survey.online.close import close
from shoal.cli.survey.online.new import new
from shoal.cli.survey.online.repository import repository
from shoal.cli.survey.online.serve import serve

survey = typer.Typer(
    name="survey",
    cls=PlainGroup,
    help="Ask people online, in answers that no server can read: keys, survey file, repository of sealed answers.",
    no_args_is_help=True,
)
for _command in (keys, new, check, serve, close):
    survey.command(cls=EveryOptionOnce)(_command)
survey.add_typer(repository)
