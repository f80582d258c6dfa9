"""A survey with every kind of question, as its organiser writes it."""

from __future__ import annotations

import functools
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from survey_toys import designed

from shoal.errors import WrongUse
from shoal.survey.questionnaire.survey import Survey
from shoal.survey.sealing.key_files import make_answer_keys
from shoal.survey.specification.signing import make_keys
from shoal.survey.specification.specification import Specification
from shoal.survey.tokens.issuer_keys import make_issuer_keys

NOW = datetime(2026, 11, 1, tzinfo=UTC)
HEAD = """
languages = ["en", "de"]
title = { en = "Trees", de = "Bäume" }
purpose = "Where the town should plant trees."
organiser = "Office of Shoalton"
contact = "survey@example.org"
opens = 2026-12-01T08:00:00+01:00
closes = 2026-12-31T20:00:00+01:00
repository = "https://survey.example.org/"
admission = ["tokens", "codes"]
specification = "specification.json"
answers_key = "answers.pub"
"""
ISSUER = """
[issuer]
url = "https://issuer.example.org"
public_key = "issuer.jwk"
"""
QUESTIONS = """
[[questions]]
name = "satisfied"
kind = "scale"
text = { en = "How satisfied are you with the park?", de = "Wie zufrieden sind Sie mit dem Park?" }
from = 1
to = 5
from_text = { en = "not at all", de = "gar nicht" }
to_text = { en = "very", de = "sehr" }
required = true

[[questions]]
name = "ways"
kind = "multiple"
text = "How do you get to the park?"
options = ["bus", "bicycle", { value = "foot", text = { en = "on foot", de = "zu Fuß" } }, "car"]
most = 3

[[questions]]
name = "spent"
kind = "number"
text = "How much did you spend on plants?"
least = -5
most = 5000
decimals = 2
unit = "euros"

[[questions]]
name = "heard"
kind = "single"
text = "Did you hear of this before?"
options = ["yes", "no", "„perhaps“ ☂"]
"""
WISHES = """
[[questions]]
name = "wishes"
kind = "text"
text = "What do you wish for?"
most_characters = 20
"""
GOOD = HEAD + ISSUER + QUESTIONS


@functools.cache
def specification() -> Specification:
    """Cells of age, income, sex and town, in two regions."""
    return designed(
        quasi_identifiers=["age", "income", "sex", "town"],
        by=["region"],
        questions={"income": "What is your net pay, in euros?", "town": "In which town do you live?"},
        title="Cells of the survey",
    ).specification


def prepared(folder: Path) -> Path:
    """Everything that the description of the survey names."""
    folder.mkdir(exist_ok=True)
    specification().save(folder / "specification.json")
    make_answer_keys(folder / "answers")
    make_keys(folder / "survey")
    make_issuer_keys(folder / "issuer")
    return folder


def survey_of(folder: Path, text: str = GOOD) -> Survey:
    path = folder / "survey.toml"
    path.write_text(text, encoding="utf-8")
    return Survey.from_toml(path, now=NOW)


def refusal(folder: Path, text: str) -> str:
    """Why a description is refused."""
    try:
        survey_of(folder, text)
    except WrongUse as error:
        return str(error)
    raise AssertionError("The description was accepted.")


def question(**entries: Any) -> str:
    """One more question; values as TOML writes them."""
    return "\n[[questions]]\n" + "".join(f"{name} = {value}\n" for name, value in entries.items())
