"""Answers as a table: one column for each question, with the name of the question."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from shoal.survey.questionnaire.answers import SurveyAnswer
from shoal.survey.questionnaire.kinds import (
    MultipleChoiceQuestion,
    NumericQuestion,
    ScaleQuestion,
    SurveyQuestion,
)
from shoal.survey.questionnaire.survey import Survey
from shoal.survey.shared.canonical import canonical_bytes


def answer_table(survey: Survey, answers: Sequence[SurveyAnswer]) -> pl.DataFrame:
    """A question that was not answered is a missing value. Several chosen options are a list in JSON."""
    return pl.DataFrame([_column(question, answers) for question in survey.questions])


def _column(question: SurveyQuestion, answers: Sequence[SurveyAnswer]) -> pl.Series:
    given = [answer.answers.get(question.name) for answer in answers]
    if isinstance(question, ScaleQuestion):
        return pl.Series(question.name, given, dtype=pl.Int64())
    if isinstance(question, NumericQuestion):
        whole = question.decimals == 0
        numbers = [None if value is None else (int(value) if whole else float(value)) for value in given]
        return pl.Series(question.name, numbers, dtype=pl.Int64() if whole else pl.Float64())
    if isinstance(question, MultipleChoiceQuestion):
        given = [None if chosen is None else canonical_bytes(chosen).decode("utf-8") for chosen in given]
    return pl.Series(question.name, given, dtype=pl.String())
