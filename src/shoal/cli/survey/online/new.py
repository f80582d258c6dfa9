"""shoal survey new: survey.toml and the files that it names become one signed survey file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoal.cli.shared import options as of
from shoal.cli.shared.output import guarded, say_json, say_summary, say_warnings

if TYPE_CHECKING:
    from shoal.survey.questionnaire.survey import Survey


@guarded
def new(
    description: Annotated[str, typer.Argument(metavar="SURVEY.TOML", help="The description of the survey.")],
    output: Annotated[
        str, of.valued("--output", "-o", value="FILE", panel=of.FILES, help="The survey file to write (.json).")
    ],
    sign: Annotated[
        str,
        of.valued("--sign", value="FILE", panel=of.FILES, help="Sign with this private key. shoal keys makes one."),
    ],
    page: Annotated[
        str | None,
        of.valued("--page", value="FILE", panel=of.FILES, help="Also write the respondents' page in one file (.html)."),
    ] = None,
    overwrite: Annotated[
        bool, typer.Option("--force", rich_help_panel=of.FILES, help="Replace files that exist.")
    ] = False,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Make the survey file: what is asked, by whom, when and with which keys.

    Everything that is wrong with the description is said at once. Questions
    that repeat or tell what the cells hide are refused.

    Answers belong to exactly this file: whoever changes a letter of it gets
    another survey. So do not replace it once anybody has answered.

    Example:  shoal survey new survey.toml --sign survey.key -o survey.json
    """
    from shoal.cli.shared.destinations import require_absent, require_not_input, require_suffix, require_writable
    from shoal.survey.questionnaire.page import SUFFIXES, write_survey_page
    from shoal.survey.questionnaire.survey import Survey
    from shoal.survey.specification.signing import require_key

    target = Path(output)
    require_suffix(target, (".json",), "A survey file")
    if page is not None:
        require_suffix(Path(page), SUFFIXES, "The page for respondents")
    for written in (target, *([] if page is None else [Path(page)])):
        require_not_input(written, [description, sign])
        require_writable(written)
        if not overwrite:
            require_absent(written)
    require_key(sign)
    made = Survey.from_toml(description).signed_with(sign)
    if page is not None:
        write_survey_page(page, made)
    made.save(target)
    facts, warnings = _facts(made, output), _warnings(made)
    if as_json:
        say_json({**facts, "warnings": warnings})
    elif not quiet:
        say_summary("The survey file is made.", [(name.replace("_", " "), str(value)) for name, value in facts.items()])
        say_warnings(warnings)


def _facts(survey: Survey, output: str) -> dict[str, Any]:
    from shoal.survey.questionnaire.content import time_text

    return {
        "file": output,
        "digest": survey.digest,
        "opens": time_text(survey.opens),
        "closes": time_text(survey.closes),
        "questions": len(survey.questions),
        "cells": survey.specification.n_cells,
        "envelope_size": survey.envelope_size,
    }


def _warnings(survey: Survey) -> list[str]:
    """What an organiser may not have meant."""
    from shoal.survey.questionnaire.content import Admission
    from shoal.survey.questionnaire.toml_values import same_server, untranslated
    from shoal.survey.shared.question_wording import unasked_words
    from shoal.table.wording import found

    texts = [survey.title, survey.purpose, *(text for question in survey.questions for text in question.texts)]
    told = [
        f"{found(count, 'text is', 'texts are')} not there in '{language}': respondents read '{survey.languages[0]}'."
        for language, count in untranslated(survey.languages, texts).items()
    ]
    if Admission.ANYBODY in survey.admission:
        told.append("Anybody can answer, as often as they like. Nobody can then say how many people k answers are.")
    if survey.issuer is not None and same_server(survey.issuer.url, survey.repository):
        told.append(
            "Issuer and repository are on one server. Whoever runs both sees when a token is asked for and used."
        )
    if survey.free_text:
        told.append(
            "Respondents may write free text. It identifies people; read all of it before anything is published."
        )
    return told + unasked_words(survey.specification.columns, survey.specification.questions)
