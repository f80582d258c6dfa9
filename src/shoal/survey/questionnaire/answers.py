"""Answers: their one canonical form, and whether they fit the questions.

An answer is JSON in canonical spelling (RFC 8785) with three keys: ``answers`` (by the name of the question; a question
that was not answered is left out), ``cell`` (its number) and ``specification`` (the digest). Anything that is spelled
otherwise is refused, so nobody can mark an answer by the way in which it is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from shoal.errors import WrongUse
from shoal.quantizer.files.plain_json import parsed
from shoal.survey.questionnaire.content import SurveyContent
from shoal.survey.shared.canonical import canonical_bytes
from shoal.table.wording import said_together

KEYS = {"answers", "cell", "specification"}


@dataclass(frozen=True)
class SurveyAnswer:
    """What one respondent sends: a cell, and answers by the name of their question."""

    cell: int = field(repr=False)
    answers: Mapping[str, Any] = field(repr=False)


def check_answers(survey: SurveyContent, answers: Any) -> None:
    """Refuse answers that do not fit the questions. All problems are said at once, and no answer is repeated."""
    problems = answer_problems(survey, answers)
    if problems:
        raise WrongUse(*said_together(problems), count=len(problems))


def answer_problems(survey: SurveyContent, answers: Any) -> list[str]:
    """What is wrong with answers, one sentence each. Names of questions appear; nothing of the answers does."""
    if not isinstance(answers, Mapping):
        return ["The answers are not listed by the names of their questions."]
    asked = survey.question_of
    n_unknown = sum(name not in asked for name in answers)
    problems = [f"{n_unknown} of the answers are to questions that were not asked."] if n_unknown else []
    for name, question in asked.items():
        if name in answers:
            wrong = question.problem(answers[name])
            if wrong is not None:
                problems.append(f"The answer to '{name}' {wrong}.")
        elif question.required:
            problems.append(f"The question '{name}' needs an answer.")
    return problems


def written_answer(survey: SurveyContent, answer: SurveyAnswer) -> bytes:
    """The canonical form, after all checks: what goes into an envelope."""
    check_answers(survey, answer.answers)
    _require_cell(survey, answer.cell)
    document = {"answers": answer.answers, "cell": answer.cell, "specification": survey.specification.digest}
    return canonical_bytes(document)


def read_answer(survey: SurveyContent, content: bytes) -> SurveyAnswer:
    """The answer in an opened envelope, or an error that says nothing of what it holds."""
    document = _document(content)
    if not isinstance(document, dict) or set(document) != KEYS or _spelled(document) != content:
        raise WrongUse("The content is no answer in its canonical form.")
    if document["specification"] != survey.specification.digest:
        raise WrongUse("The answer is to another specification.")
    _require_cell(survey, document["cell"])
    check_answers(survey, document["answers"])
    return SurveyAnswer(document["cell"], document["answers"])


def _document(content: bytes) -> Any:
    try:
        return parsed(content.decode("utf-8"), "The content")
    except UnicodeDecodeError:
        return None
    except WrongUse:
        return None


def _spelled(document: Any) -> bytes | None:
    try:
        return canonical_bytes(document)
    except WrongUse:  # a number or a text that no canonical form has
        return None


def _require_cell(survey: SurveyContent, cell: Any) -> None:
    if isinstance(cell, bool) or not isinstance(cell, int) or not 0 <= cell < survey.specification.n_cells:
        raise WrongUse("The answer names a cell that does not exist.")
