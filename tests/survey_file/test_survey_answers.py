"""Answers: one canonical form, and no envelope is too small for any of them."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sealing_toys import SECRET, TOKEN_ID

from shoal.errors import WrongUse
from shoal.quantizer.files.plain_json import MOST_LEVELS, parsed
from shoal.survey.questionnaire.answers import (
    SurveyAnswer,
    answer_problems,
    check_answers,
    read_answer,
    written_answer,
)
from shoal.survey.questionnaire.kinds import (
    BYTES_OF_A_CHARACTER,
    CONTROLS,
    AnswerOption,
    ChoiceQuestion,
    MultipleChoiceQuestion,
    NumericQuestion,
    ScaleQuestion,
    SurveyQuestion,
    TextQuestion,
    decimals_of,
)
from shoal.survey.questionnaire.survey import Survey
from shoal.survey.shared.canonical import canonical_bytes

TEXT = {"en": "?"}
FULL = {"satisfied": 4, "ways": ["bus", "foot"], "spent": 12.5, "heard": "„perhaps“ ☂", "wishes": "Shade\nand 🌳"}


def asked(survey: Survey, name: str) -> SurveyQuestion:
    return survey.question_of[name]


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        *(("satisfied", step) for step in (1, 5)),
        *(("ways", chosen) for chosen in (["bus"], ["bus", "bicycle", "car"])),
        *(("spent", number) for number in (-5, 5000, 0, 0.01, 4999.99, -4.25, 12.0)),
        ("heard", "yes"),
        *(("wishes", text) for text in ("x" * 20, "🌳" * 20, "a\nb", '"\\')),
    ],
)
def test_answers_that_fit(survey: Survey, name: str, answer: Any) -> None:
    assert asked(survey, name).problem(answer) is None


@pytest.mark.parametrize(
    ("name", "answer", "words"),
    [
        *(("satisfied", wrong, "not between 1 and 5") for wrong in (0, 6, -1, 10**30)),
        *(("satisfied", wrong, "no whole number") for wrong in (True, 4.0, "4", None, [4])),
        *(("ways", wrong, "no list of options") for wrong in ("bus", None, [1], {"bus": True}, 3)),
        ("ways", [], "chooses nothing"),
        ("ways", ["train"], "none of the options"),
        *(("ways", wrong, "in the order of the question") for wrong in (["foot", "bus"], ["bus", "bus"])),
        ("ways", ["bus", "bicycle", "foot", "car"], "more than 3 options"),
        *(("spent", wrong, "no number") for wrong in ("12", None, True, [1])),
        *(("spent", wrong, "not between -5 and 5000") for wrong in (-5.01, 5000.01, 1e300, math.nan, math.inf)),
        *(("spent", wrong, "more decimals") for wrong in (0.001, 1e-9, 4999.999)),
        *(("heard", wrong, "none of the options") for wrong in ("Yes", "", None, 1, ["yes"])),
        *(("wishes", wrong, "is empty") for wrong in ("", "  \n ")),
        ("wishes", "x" * 21, "more than 20 characters"),
        *(("wishes", f"a{sign}", "control characters") for sign in ("\t", "\r", "\0", "\x7f", "\x85")),
        ("wishes", "\ud800", "half a character"),
        ("wishes", 5, "no text"),
    ],
)
def test_answers_that_do_not_fit_are_named_without_what_they_say(
    survey: Survey, name: str, answer: Any, words: str
) -> None:
    problem = asked(survey, name).problem(answer)
    assert problem is not None and words in problem
    given = {**FULL, name: answer}
    with pytest.raises(WrongUse, match=f"The answer to '{name}' ") as refused:
        check_answers(survey, given)
    if isinstance(answer, str) and len(answer) > 5:
        assert answer not in str(refused.value)


def test_all_problems_are_said_at_once(survey: Survey) -> None:
    wrong = {"spent": "Zyxwina", "heard": "Quux", "Zyxwina": 1}
    problems = answer_problems(survey, wrong)
    assert len(problems) == 4 and not any("Zyxwina" in problem or "Quux" in problem for problem in problems)
    assert "The question 'satisfied' needs an answer." in problems
    assert answer_problems(survey, [1]) == ["The answers are not listed by the names of their questions."]
    assert answer_problems(survey, {"satisfied": 1}) == []


def test_the_canonical_form_is_read_again(survey: Survey) -> None:
    content = written_answer(survey, SurveyAnswer(3, FULL))
    assert content.startswith(b'{"answers":{"heard":"') and content.endswith(
        f'"cell":3,"specification":"{survey.specification.digest}"}}'.encode()
    )
    assert read_answer(survey, content) == SurveyAnswer(3, FULL)
    assert "Shade" not in repr(read_answer(survey, content)) and "3" not in repr(read_answer(survey, content))


def test_another_spelling_is_refused(survey: Survey) -> None:
    """Story: spaces, the order of keys or 4.0 instead of 4 would let somebody mark an answer, and find it again."""
    content = written_answer(survey, SurveyAnswer(3, {"satisfied": 4})).decode()
    digest = survey.specification.digest
    for other in (
        content.replace(":", ": ", 1),
        content.replace(":4", ":4.0"),
        content.replace(":4", ":4e0"),
        content.replace("satisfied", "\\u0073atisfied"),
        f'{{"cell":3,"answers":{{"satisfied":4}},"specification":"{digest}"}}',
        content.replace('"cell":3', '"cell":3,"cell":3'),
        content[:-1] + ',"more":1}',
        content + "\n",
        content[:-1],
        "[]",
        "",
        "[" * 100_000,
        content.replace(":4", ":NaN"),
    ):
        with pytest.raises(WrongUse, match="canonical form"):
            read_answer(survey, other.encode())
    with pytest.raises(WrongUse, match="canonical form"):
        read_answer(survey, b"\xff")


@pytest.mark.parametrize("levels", [65, 331, 900])
def test_brackets_inside_brackets_are_refused(survey: Survey, levels: int) -> None:
    """Story: one respondent sealed an answer with 331 brackets inside each other. Nobody could open the survey any
    more, because the code that spells the answer calls itself for each level, until Python gives up."""
    deep = "[" * levels + "]" * levels
    content = f'{{"answers":{deep},"cell":0,"specification":"{survey.specification.digest}"}}'
    with pytest.raises(WrongUse, match="canonical form"):
        read_answer(survey, content.encode())


def test_as_many_levels_as_allowed_are_read() -> None:
    fits = "[" * MOST_LEVELS + "]" * MOST_LEVELS
    assert canonical_bytes(parsed(fits, "it")) == fits.encode()
    with pytest.raises(WrongUse, match="64 brackets inside each other"):
        parsed(f'{{"a":{fits}}}', "it")


def test_wrong_cells_and_specifications_are_refused(survey: Survey) -> None:
    n_cells = survey.specification.n_cells
    for cell in (-1, n_cells, True, "3", None, 2.5):
        document = {"answers": {"satisfied": 4}, "cell": cell, "specification": survey.specification.digest}
        with pytest.raises(WrongUse, match="a cell that does not exist"):
            read_answer(survey, canonical_bytes(document))
    document = {"answers": {"satisfied": 4}, "cell": 0, "specification": f"sha256:{'0' * 64}"}
    with pytest.raises(WrongUse, match="another specification"):
        read_answer(survey, canonical_bytes(document))
    with pytest.raises(WrongUse, match="a cell that does not exist"):
        survey.seal(SurveyAnswer(n_cells, {"satisfied": 4}), TOKEN_ID, SECRET)


def test_the_largest_answer_has_the_size_that_the_survey_says(survey: Survey) -> None:
    largest = {
        "satisfied": 5,
        "ways": ["bicycle", "foot", "car"],
        "spent": 4999.99,
        "heard": "„perhaps“ ☂",
        "wishes": "🌳" * 20,
    }
    content = written_answer(survey, SurveyAnswer(survey.specification.n_cells - 1, largest))
    slack = 1 + 1  # -5 needs a sign, and 5000 a digit more; 'bus' is as long as 'car'
    assert survey.largest_answer - slack <= len(content) <= survey.largest_answer
    assert len(survey.seal(SurveyAnswer(0, {"satisfied": 1}), TOKEN_ID, SECRET)) == survey.envelope_size
    assert len(survey.seal(SurveyAnswer(0, largest), TOKEN_ID, SECRET)) == survey.envelope_size


names = st.text("abcxyz", min_size=1, max_size=5)
values = st.lists(
    st.text(min_size=1, max_size=6).filter(lambda text: not CONTROLS & set(text)), min_size=2, unique=True
)
whole = st.integers(-(10**9), 10**9)


@settings(max_examples=300)
@given(st.data())
def test_no_accepted_answer_is_larger_than_the_largest(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(["single", "multiple", "number", "scale", "text"]))
    question: SurveyQuestion
    answer: Any
    if kind in ("single", "multiple"):
        options = tuple(AnswerOption(value, TEXT) for value in data.draw(values))
        chosen = data.draw(st.lists(st.sampled_from(options), min_size=1, unique_by=lambda option: option.value))
        answer = [option.value for option in options if option in chosen]
        question = MultipleChoiceQuestion("q", TEXT, options=options, most=len(chosen))
        if kind == "single":
            question, answer = ChoiceQuestion("q", TEXT, options=options), answer[0]
    elif kind == "number":
        least, most = sorted(data.draw(st.lists(whole, min_size=2, max_size=2, unique=True)))
        decimals = data.draw(st.integers(0, 6))
        question = NumericQuestion("q", TEXT, least=least, most=most, decimals=decimals)
        answer = data.draw(st.integers(least * 10**decimals, most * 10**decimals)) / 10**decimals
    elif kind == "scale":
        first, last = sorted(data.draw(st.lists(st.integers(-100, 100), min_size=2, max_size=2, unique=True)))
        question = ScaleQuestion("q", TEXT, first=first, last=last)
        answer = data.draw(st.integers(first, last))
    else:
        answer = data.draw(st.text(min_size=1, max_size=20))
        question = TextQuestion("q", TEXT, most_characters=20)
    if question.problem(answer) is None:
        assert len(canonical_bytes(answer)) <= question.largest()
    else:
        assert kind == "text"


def test_no_character_needs_more_bytes_than_are_counted() -> None:
    for code in (*range(0x20, 0x7F), *range(0xA0, 0xD800, 7), 0xFFFF, 0x10000, 0x10FFFF, 0x2028, 0x2029, 0x0A):
        assert len(canonical_bytes(chr(code))) - 2 <= BYTES_OF_A_CHARACTER


@pytest.mark.parametrize(
    ("number", "decimals"), [(5, 0), (5.0, 0), (0.5, 1), (1e-6, 6), (1e-7, 7), (123.25, 2), (1e9, 0)]
)
def test_decimals_are_those_of_the_canonical_spelling(number: float, decimals: int) -> None:
    assert decimals_of(number) == decimals
