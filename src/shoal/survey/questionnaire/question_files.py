"""A question as plain data, in the words of the file, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoal.survey.questionnaire.kinds import (
    KINDS,
    AnswerOption,
    ChoiceQuestion,
    MultipleChoiceQuestion,
    NumericQuestion,
    ScaleQuestion,
    SurveyQuestion,
    TextQuestion,
)

# What the fields of a kind are called in a file, in addition to those of every question.
IN_FILE: dict[type[SurveyQuestion], dict[str, str]] = {
    ChoiceQuestion: {"options": "options"},
    MultipleChoiceQuestion: {"options": "options", "most": "most"},
    NumericQuestion: {"least": "least", "most": "most", "decimals": "decimals", "unit": "unit"},
    ScaleQuestion: {"first": "from", "last": "to", "first_text": "from_text", "last_text": "to_text"},
    TextQuestion: {"most_characters": "most_characters"},
}
OF_ALL = ("name", "text", "required")
OVERRIDES = ("different_from", "not_identifying")


def question_to_dict(question: SurveyQuestion) -> dict[str, Any]:
    """Plain data; empty texts and overrides are left out."""
    data: dict[str, Any] = {"name": question.name, "kind": question.KIND, "text": dict(question.text)}
    data["required"] = question.required
    for attribute, key in IN_FILE[type(question)].items():
        value = getattr(question, attribute)
        if attribute == "options":
            value = [{"value": option.value, "text": dict(option.text)} for option in value]
        elif isinstance(value, Mapping):
            value = dict(value)
        if value not in ({}, ""):
            data[key] = value
    for name in OVERRIDES:
        if getattr(question, name):
            given = getattr(question, name)
            data[name] = dict(given) if isinstance(given, Mapping) else given
    return data


def question_from_dict(data: Mapping[str, Any]) -> SurveyQuestion:
    """What `question_to_dict` described; the schema has been checked."""
    kind = KINDS[data["kind"]]
    fields = {attribute: data[key] for attribute, key in IN_FILE[kind].items() if key in data}
    if "options" in fields:
        fields["options"] = tuple(AnswerOption(option["value"], option["text"]) for option in fields["options"])
    for name in (*OF_ALL, *OVERRIDES):
        if name in data:
            fields[name] = data[name]
    return kind(**fields)
