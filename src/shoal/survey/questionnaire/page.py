"""The respondents' page of a survey in one file, for whoever takes it from another place than the repository."""

from __future__ import annotations

from pathlib import Path

from shoal.errors import WriteError, WrongUse
from shoal.survey.questionnaire.content import Admission, SurveyContent
from shoal.survey.questionnaire.file import text_of_survey
from shoal.survey.shared.addresses import origin_of
from shoal.survey.shared.one_file_page import one_file_page
from shoal.table.atomic import atomically

SUFFIXES = (".html", ".htm")


def survey_page(survey: SurveyContent) -> str:
    """The page with the survey in it. It may reach the repository and the issuer, and nobody else."""
    if Admission.ANYBODY in survey.admission:
        raise WrongUse("This survey admits anybody, and the page sends answers with a token or code only.")
    addresses = [survey.repository, *([] if survey.issuer is None else [survey.issuer.url])]
    return one_file_page("respondent.html", text_of_survey(survey), [origin_of(address) for address in addresses])


def write_survey_page(path: str | Path, survey: SurveyContent) -> None:
    """Write the page, whole or not at all."""
    target = Path(path)
    if target.suffix.lower() not in SUFFIXES:
        raise WriteError(f"The page for respondents is written as .html; {target.name} is not.")
    text = survey_page(survey)
    with atomically(target) as draft:
        draft.write_text(text, encoding="utf-8")
