"""Questions that repeat or tell what the cells hide are refused, and so are those that ask who somebody is."""

from __future__ import annotations

from pathlib import Path

import pytest
from survey_file_toys import GOOD, question, refusal, specification, survey_of
from survey_toys import designed, frame, taxonomy_file

from shoal.survey.questionnaire.kinds import (
    AnswerOption,
    ChoiceQuestion,
    NumericQuestion,
    ScaleQuestion,
    SurveyQuestion,
)
from shoal.survey.questionnaire.repeats import repeats

HIDDEN = ("age", "income", "sex", "town", "region")
SCALE = {"kind": '"scale"', "from": "1", "to": "9"}


def asking(*texts: str, name: str = "q", options: tuple[str, ...] = ()) -> SurveyQuestion:
    text = dict(zip(("en", "de", "es"), texts, strict=False))
    if not options:
        return ScaleQuestion(name, text)
    return ChoiceQuestion(name, text, options=tuple(AnswerOption(value, {"en": value}) for value in options))


def told(asked: SurveyQuestion) -> set[str]:
    return {finding.column for finding in repeats([asked], specification())}


def test_the_cells_hide_what_these_tests_suppose() -> None:
    assert set(specification().columns) == set(HIDDEN)


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("How old are you?", "age"),
        ("Which age group are you in?", "age"),
        ("When were you born?", "age"),
        ("Since when are you retired since?", "age"),
        ("Wie alt sind Sie?", "age"),
        ("In welchem Jahr sind Sie geboren?", "age"),
        ("¿Cuántos años tiene usted?", "age"),
        ("Quants anys té?", "age"),
        ("What do you earn in a month?", "income"),
        ("Wie hoch ist Ihr Nettoeinkommen?", "income"),
        ("¿Cuál es su sueldo?", "income"),
        ("What is your net pay in a year, in euros?", "income"),
        ("Are you a woman or a man?", "sex"),
        ("Sind Sie eine Frau oder ein Mann?", "sex"),
        ("Which town are you from?", "town"),
        ("Where do you live?", "town"),
        ("¿Cuál es su código postal?", "town"),
        ("In which region is your flat?", "region"),
    ],
)
def test_the_same_thing_in_other_words_and_languages_is_found(text: str, column: str) -> None:
    assert column in told(asking(text))
    assert column in told(asking("Do you agree?", text))  # in a second language only


@pytest.mark.parametrize("name", ["age", "Age", "AGE", "in_come", "inCome"])
def test_the_name_of_a_column_has_no_excuse(name: str) -> None:
    asked = ScaleQuestion(name, {"en": "Do you like trees?"}, different_from={"age": "no", "income": "no"})
    (finding,) = repeats([asked], specification())
    assert not finding.excusable and "same name" in finding.words


def test_a_name_with_the_words_of_a_column_needs_a_reason() -> None:
    assert told(asking("Do you like trees?", name="age_of_tree")) == {"age"}
    assert told(asking("Do you like trees?", name="usage")) == set()


@pytest.mark.parametrize(
    ("options", "column"),
    [
        (("female", "male"), "sex"),
        (("Male", "FEMALE", "other"), "sex"),
        (("Bern", "Ávila", "elsewhere"), "town"),
        (("Bern", "Avila", "Basel", "Chur"), "town"),
        (("North", "South"), "region"),
    ],
)
def test_options_that_are_categories_of_a_column_are_found(options: tuple[str, ...], column: str) -> None:
    assert told(asking("Which one is it?", options=options)) == {column}


@pytest.mark.parametrize("options", [("yes", "no"), ("Bern", "Basel"), ("other", "north"), ("often", "never")])
def test_options_that_only_look_alike_by_chance_are_not(options: tuple[str, ...]) -> None:
    assert told(asking("Which one is it?", options=options)) == set()


@pytest.mark.parametrize(
    "text",
    [
        "What is your name?",
        "Please give your telephone number.",
        "Wie heißen Sie?",
        "Ihre Adresse?",
        "¿Cuál es su correo electrónico?",
        "Quin és el seu telèfon?",
        "Sign here.",
        "What is your customer number?",
    ],
)
def test_questions_that_ask_who_somebody_is_are_found(text: str) -> None:
    assert "" in told(asking(text))


@pytest.mark.parametrize(
    "text",
    [
        "How satisfied are you with the park?",
        "Wie zufrieden sind Sie mit dem Bus?",
        "¿Con qué frecuencia visita el parque?",
        "Did you hear of this survey before?",
        "How much do you trust the council?",
        "How many trees are in your street? Count those that give shade.",
    ],
)
def test_usual_questions_raise_no_alarm(text: str) -> None:
    assert told(asking(text)) == set()


def test_categories_of_a_taxonomy_are_found(tmp_path: Path) -> None:
    """Story: only closed lists were compared, so the jobs that a taxonomy holds could be asked for again."""
    taxonomies = {"job": taxonomy_file(tmp_path)}
    jobs = designed(quasi_identifiers=["age", "job"], taxonomies=taxonomies).specification
    asked = asking("Which one is it?", options=("Cook", "baker", "something else"))
    assert [finding.column for finding in repeats([asked], jobs)] == ["job"]


def test_names_that_only_say_how_something_is_written_are_not_alike() -> None:
    coded = designed(frame().rename({"age": "house_code"}), quasi_identifiers=["house_code", "sex"]).specification
    assert repeats([asking("Do you like trees?", name="tree_code")], coded) == []


def test_a_reason_lets_a_false_alarm_pass_and_is_part_of_the_file(desk: Path) -> None:
    text = '"Which age do you think the oldest tree has?"'
    alarm = GOOD + question(name='"tree"', text=text, **SCALE)
    said = refusal(desk, alarm)
    assert "'tree' seems to tell 'age', which the cells hide" in said and 'different_from = { age = "…" }' in said
    reason = "This is the age of a tree."
    survey = survey_of(desk, alarm + f'different_from = {{ age = "{reason}" }}\n')
    assert survey.to_document()["questions"][-1]["different_from"] == {"age": reason}
    check = {check.name: check for check in survey.verify().checks}["questions"]
    assert check.open and "why it does not ask" in check.words


def test_a_reason_against_identifying(desk: Path) -> None:
    alarm = GOOD + question(name='"named"', text='"Should a tree bear your name?"', **SCALE)
    assert 'not_identifying = "…"' in refusal(desk, alarm)
    survey = survey_of(desk, alarm + 'not_identifying = "It is about trees."\n')
    assert survey.questions[-1].not_identifying == "It is about trees."


def test_reasons_that_excuse_nothing_are_refused(desk: Path) -> None:
    quiet = GOOD + question(name='"liked"', text='"Do you like trees?"', **SCALE)
    assert "does not seem to tell: 'age'" in refusal(desk, quiet + 'different_from = { age = "trees" }\n')
    assert "does not seem to tell: 'aeg'" in refusal(desk, quiet + 'different_from = { aeg = "trees" }\n')
    assert "Leave not_identifying out" in refusal(desk, quiet + 'not_identifying = "trees"\n')
    assert "a reason for each column" in refusal(desk, quiet + 'different_from = { age = " " }\n')
    assert "a reason for each column" in refusal(desk, quiet + 'different_from = "age"\n')


def test_the_same_name_is_refused_whatever_the_reason(desk: Path) -> None:
    text = question(name='"Income"', text='"Do you like trees?"', different_from='{ income = "trees" }', **SCALE)
    said = refusal(desk, GOOD + text)
    assert "same name; rename it" in said and "different_from" not in said


@pytest.mark.parametrize(
    "options",
    [
        ("18-29", "30-49", "50-90"),
        ("under 30", "30 – 59", "60 and older"),
        ("bis 29 Jahre", "30 bis 59 Jahre", "60+"),
        ("18—29", "30—49", "50—90", "no answer"),
    ],
)
def test_classes_of_a_column_of_numbers_are_found(options: tuple[str, ...]) -> None:
    """Story: 'Which group are you in?' with the options 18-29, 30-49 and 50-90 passed."""
    assert told(asking("Which group are you in?", options=options)) == {"age"}


@pytest.mark.parametrize(
    "options",
    [
        ("0-2", "3-5", "6-9", "10 or more"),  # far less than ages
        ("never", "1 or 2 times", "often", "always", "I do not know"),
        ("Bus 18 goes to the town hall every day", "Bus 90 goes to the railway station at night", "none"),
        ("100 to 300 km", "301 to 900 km"),
    ],
)
def test_other_numbers_in_options_are_not(options: tuple[str, ...]) -> None:
    assert told(asking("How often?", options=options)) == set()


def test_incomes_by_thousands_are_found() -> None:
    options = ("1.000 bis 2.000 €", "2.001 bis 3.500 €", "3.501 bis 6.000 €")
    assert told(asking("Welche Gruppe?", options=options)) == {"income"}


def test_units_and_ends_of_scales_are_read() -> None:
    spoken = NumericQuestion("q", {"en": "And you?"}, least=0, most=99, unit={"en": "years old"})
    assert {finding.column for finding in repeats([spoken], specification())} == {"age"}
    ends = ScaleQuestion("q", {"en": "Where are you?"}, first_text={"en": "female"}, last_text={"en": "male"})
    assert {finding.column for finding in repeats([ends], specification())} == {"sex"}


@pytest.mark.parametrize("text", ["How \u043eld are you?", "H\u03bfw old \u0430re y\u03bfu?", "\uff28ow old are you?"])
def test_letters_of_other_alphabets_do_not_hide_a_question(text: str) -> None:
    """Story: one Cyrillic letter in 'old', and the question was another one."""
    assert told(asking(text)) == {"age"}
    assert told(asking("Which one?", options=("fem\u0430le", "m\u0430le"))) == {"sex"}
