"""shoal survey repository: what its operator does on the machine on which it runs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shoal.cli.shared import options as of
from shoal.cli.shared.every_option_once import EveryOptionOnce
from shoal.cli.shared.output import guarded, say_json, say_summary
from shoal.cli.shared.plain_flags import PlainGroup
from shoal.cli.shared.service_extra import needs_service_extra
from shoal.errors import WrongUse

if TYPE_CHECKING:
    from shoal.survey.repository.parts import RepositoryParts

repository = typer.Typer(
    name="repository",
    cls=PlainGroup,
    help="Open and close the repository of a survey, and take the answers from it.",
    no_args_is_help=True,
)
SurveyArgument = Annotated[Path, typer.Argument(metavar="SURVEY", help="The signed survey file.")]


@repository.command("open", cls=EveryOptionOnce)
@guarded
def open_now(survey: SurveyArgument, as_json: of.JsonOption = False, quiet: of.QuietOption = False) -> None:
    """Take answers from now on, before the opening time of the survey."""
    with _parts(survey) as parts:
        stage = parts.answers.open()
    if stage == "closed":
        raise WrongUse("The survey is closed. Closing cannot be undone.")
    _say(stage, as_json=as_json, quiet=quiet)


@repository.command("close", cls=EveryOptionOnce)
@guarded
def close_now(
    survey: SurveyArgument,
    yes: Annotated[bool, typer.Option("--yes", help="Close: it cannot be undone.")] = False,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Take no more answers. This cannot be undone."""
    if not yes:
        raise WrongUse("Closing cannot be undone. Say --yes if you mean it.")
    with _parts(survey) as parts:
        parts.answers.close()
        stage = parts.answers.settle()
    _say(stage, as_json=as_json, quiet=quiet)


@repository.command(cls=EveryOptionOnce)
@guarded
def export(
    survey: SurveyArgument,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The bundle; JSON lines.")],
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Write the bundle of sealed answers for closing. Only after closing.

    You alone can read the file. Take it to the machine that has the key.
    """
    from shoal.table.atomic import atomically

    with _parts(survey) as parts:
        if parts.answers.settle() != "closed":
            raise WrongUse("The survey is not closed yet. Answers are handed out after closing only.")
        lines = parts.answers.bundle()
        with atomically(output, private=True) as draft, draft.open("w", encoding="utf-8") as stream:
            n_answers = sum(1 for line in lines if stream.write(line)) - 1  # the first line is the header
    if as_json:
        say_json({"bundle": str(output), "answers": n_answers})
    elif not quiet:
        say_summary("Bundle", [("file", str(output)), ("answers", str(n_answers)), ("readable by", "you alone")])


@contextmanager
def _parts(survey: Path) -> Iterator[RepositoryParts]:
    with needs_service_extra():
        from shoal.survey.repository.parts import RepositoryParts
        from shoal.survey.repository.settings import PREFIX, repository_settings
    os.environ[f"{PREFIX}SURVEY"] = str(survey)
    parts = RepositoryParts.of(repository_settings(), takes_answers=False)
    try:
        yield parts
    finally:
        parts.database.close()


def _say(stage: str, *, as_json: bool, quiet: bool) -> None:
    if as_json:
        say_json({"stage": str(stage)})
    elif not quiet:
        say_summary("Survey", [("now", str(stage))])
