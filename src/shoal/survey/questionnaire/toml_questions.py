"""The questions of an organiser's file: [[questions]], each with a name, a kind and a text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from shoal.survey.questionnaire.kinds import (
    KINDS,
    MOST_DECIMALS,
    TAKEN,
    AnswerOption,
    ChoiceQuestion,
    MultipleChoiceQuestion,
    NumericQuestion,
    ScaleQuestion,
    SurveyQuestion,
    TextQuestion,
    Texts,
    decimals_of,
    repeated_options,
)
from shoal.survey.questionnaire.toml_values import Entries
from shoal.table.wording import did_you_mean, listed

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,59}")
MOST_QUESTIONS, MOST_OPTIONS, LONGEST_VALUE = 500, 200, 100  # as in survey.schema.json
FEWEST_OPTIONS = 2
LARGEST_STEP = 100  # of a scale
MOST_CHARACTERS, USUAL_CHARACTERS = 2000, 500
FREE_TEXT = (
    "asks for free text, which is off. People write names, places and events that identify them, and they can be known "
    "by how they write: k does not protect against that. Offer options, or ask for a number. If it has to be free "
    "text, write free_text = true at the top of the file; respondents will be told."
)


def questions_of(
    given: Any, languages: tuple[str, ...], problems: list[str], *, free_text: bool
) -> tuple[SurveyQuestion, ...]:
    """All questions that can be read; what is wrong is noted."""
    if not isinstance(given, list) or not given or not all(isinstance(entry, dict) for entry in given):
        problems.append("The file has no questions. Begin each one with a line [[questions]].")
        return ()
    if len(given) > MOST_QUESTIONS:
        problems.append(f"The file has {len(given)} questions; {MOST_QUESTIONS} are possible.")
        return ()
    read = [
        _question(number, dict(entry), languages, problems, free_text=free_text)
        for number, entry in enumerate(given, start=1)
    ]
    questions = tuple(question for question in read if question is not None)
    counts = Counter(question.name.casefold() for question in questions if question.name)
    for name, count in counts.items():
        if count > 1:
            problems.append(f"{count} questions have the name '{name}' (capitals make no difference). Rename them.")
    return questions


def _question(
    number: int, values: dict[str, Any], languages: tuple[str, ...], problems: list[str], *, free_text: bool
) -> SurveyQuestion | None:
    called = values.get("name")
    where = f"Question {number} ('{called}')" if isinstance(called, str) and called else f"Question {number}"
    entries = Entries(where, values, problems, languages)
    name = _name(entries)
    kind = entries.text("kind")
    common: dict[str, Any] = {"name": name, "text": entries.texts("text"), "required": entries.flag("required")}
    common["different_from"] = _reasons(entries)
    common["not_identifying"] = entries.text("not_identifying", needed=False)
    if kind not in KINDS:
        if kind:
            near = did_you_mean(kind, KINDS) or f" It can be {listed(list(KINDS))}."
            entries.say(f"has the kind '{kind}', which does not exist.{near}")
        return None  # its other entries depend on the kind
    made = _READERS[kind](entries, common)
    if kind == TextQuestion.KIND and not free_text:
        entries.say(FREE_TEXT)
    entries.finish()
    return made


def _name(entries: Entries) -> str:
    name = entries.text("name")
    if name and NAME.fullmatch(name) is None:
        entries.say("needs a name of letters without accents, digits and _, such as rooms_2: it becomes a column.")
    elif name.casefold() in TAKEN:
        entries.say(f"has a name that is taken: {listed(TAKEN)} are columns already.")
    return name


def _reasons(entries: Entries) -> dict[str, str]:
    """The columns that a question seems to repeat, each with a reason."""
    value = entries.take("different_from", needed=False)
    if value is None:
        return {}
    if not isinstance(value, Mapping) or not all(isinstance(why, str) and why.strip() for why in value.values()):
        entries.say('needs a reason for each column under different_from: { age = "this is the age of the flat" }.')
        return {}
    return {column: why.strip() for column, why in value.items()}


def _choice(entries: Entries, common: Mapping[str, Any]) -> SurveyQuestion:
    return ChoiceQuestion(**common, options=_options(entries))


def _multiple(entries: Entries, common: Mapping[str, Any]) -> SurveyQuestion:
    options = _options(entries)
    most = entries.whole("most", 1, max(1, len(options)), default=len(options))
    return MultipleChoiceQuestion(**common, options=options, most=most or 1)


def _options(entries: Entries) -> tuple[AnswerOption, ...]:
    given = entries.take("options")
    if given is None:
        return ()
    if not isinstance(given, list) or not FEWEST_OPTIONS <= len(given) <= MOST_OPTIONS:
        entries.say(f"needs a list of {FEWEST_OPTIONS} to {MOST_OPTIONS} options.")
        return ()
    options = [option for position, value in enumerate(given, 1) if (option := _option(entries, position, value))]
    repeated = repeated_options(options)
    if repeated:
        entries.say(f"has {repeated} twice, or two that read alike.")
    return tuple(options)


def _option(entries: Entries, position: int, given: Any) -> AnswerOption | None:
    values = {"value": given, "text": given} if isinstance(given, str) else given
    if not isinstance(values, dict):
        entries.say(f'has an option {position} that is neither a text nor {{ value = "bus", text = "By bus" }}.')
        return None
    own = Entries(f"{entries.where}, option {position},", dict(values), entries.problems, entries.languages)
    value, text = own.text("value"), own.texts("text")
    own.finish()
    if len(value) > LONGEST_VALUE or "\n" in value:
        own.say(f"has a value with more than {LONGEST_VALUE} letters, or with several lines.")
    return AnswerOption(value, text) if value else None


def _number(entries: Entries, common: Mapping[str, Any]) -> SurveyQuestion:
    least, most = entries.number("least"), entries.number("most")
    decimals = entries.whole("decimals", 0, MOST_DECIMALS, default=0) or 0
    unit: Texts = entries.texts("unit", needed=False)
    if least is not None and most is not None:
        if least >= most:
            entries.say("has a 'least' that is not below its 'most'.")
        if max(decimals_of(least), decimals_of(most)) > decimals:
            entries.say("has a 'least' or 'most' with more decimals than 'decimals' says (0, if it is left out).")
    return NumericQuestion(**common, least=least or 0, most=most or 0, decimals=decimals, unit=unit)


def _scale(entries: Entries, common: Mapping[str, Any]) -> SurveyQuestion:
    first = entries.whole("from", -LARGEST_STEP, LARGEST_STEP)
    last = entries.whole("to", -LARGEST_STEP, LARGEST_STEP)
    if first is not None and last is not None and first >= last:
        entries.say("has a 'from' that is not below its 'to'.")
    words = [entries.texts(f"{end}_text", needed=False) for end in ("from", "to")]
    return ScaleQuestion(**common, first=first or 0, last=last or 0, first_text=words[0], last_text=words[1])


def _text(entries: Entries, common: Mapping[str, Any]) -> SurveyQuestion:
    most = entries.whole("most_characters", 1, MOST_CHARACTERS, default=USUAL_CHARACTERS)
    return TextQuestion(**common, most_characters=most or 1)


_READERS = {
    ChoiceQuestion.KIND: _choice,
    MultipleChoiceQuestion.KIND: _multiple,
    NumericQuestion.KIND: _number,
    ScaleQuestion.KIND: _scale,
    TextQuestion.KIND: _text,
}
