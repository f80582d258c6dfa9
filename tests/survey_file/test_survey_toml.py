"""survey.toml as tired organisers write it: everything that is wrong is said, in words, and all at once."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from survey_file_toys import GOOD, HEAD, ISSUER, NOW, QUESTIONS, WISHES, question, refusal, survey_of

from shoal.errors import WrongUse
from shoal.survey.questionnaire.content import Admission
from shoal.survey.questionnaire.survey import Survey
from shoal.survey.questionnaire.toml_values import address_problem

CODES = HEAD.replace('admission = ["tokens", "codes"]', 'admission = ["codes"]') + QUESTIONS


def test_a_good_description_becomes_a_survey(desk: Path) -> None:
    survey = survey_of(desk)
    assert survey.opens == datetime(2026, 12, 1, 7, tzinfo=UTC)
    assert survey.repository == "https://survey.example.org"  # one spelling
    assert survey.admission == (Admission.TOKENS, Admission.CODES)
    assert survey.issuer is not None and survey.issuer.public_key["alg"] == "PS384"
    assert [question.name for question in survey.questions] == ["satisfied", "ways", "spent", "heard"]
    assert survey.questions[1].text == {"en": "How do you get to the park?"}
    assert survey_of(desk, CODES).issuer is None


def changed(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (changed("purpose =", "purpos ="), r"entry 'purpos' that nobody understands\. Did you mean 'purpose'\?"),
        (changed("organiser =", "# organiser ="), "lacks 'organiser'"),
        (changed('"Office of Shoalton"', '" "'), "needs a text for 'organiser'"),
        (changed('"Office of Shoalton"', "7"), "needs a text for 'organiser'"),
        (changed('"Office of Shoalton"', '"\\u0007"'), "control characters"),
        (changed("2026-12-01T08:00:00+01:00", "2026-12-01T08:00:00"), "'opens' without a time zone"),
        (changed("2026-12-01T08:00:00+01:00", "2026-12-01"), "'opens' as a day without a time"),
        (changed("2026-12-01T08:00:00+01:00", "08:00:00"), "'opens' as a time without a day"),
        (changed("2026-12-01T08:00:00+01:00", '"tomorrow"'), "needs a time for 'opens', without quotes"),
        (changed("2026-12-01T08:00:00+01:00", "2026-12-01T08:00:00.5Z"), "more exactly than to the second"),
        (changed("2026-12-01T08:00:00+01:00", "0001-01-01T00:00:00+14:00"), "a year in which no survey is"),
        (changed("2026-12-01T08:00:00+01:00", "9999-12-31T23:59:59-14:00"), "a year in which no survey is"),
        (changed("2026-12-01T08:00:00+01:00", "2026-13-41T08:00:00Z"), "cannot be read in line 7"),
        (changed("2026-12-31T20:00:00+01:00", "2026-11-30T20:00:00Z"), "closes before it opens"),
        (changed("2026-12-31T20:00:00+01:00", "2026-12-01T07:00:00Z"), "closes before it opens, or at the same time"),
        (
            changed("2026-12-31T20:00:00+01:00", "2025-12-31T20:00:00Z").replace("2026-12-01", "2025-12-01"),
            "closed at 2025-12-31T20:00:00Z, which is over",
        ),
        (changed("https://survey.example.org/", "http://survey.example.org"), "'repository' that begins with http:"),
        (changed("https://issuer", "http://issuer"), "'url' that begins with http:"),
        (changed("https://survey.example.org/", "survey.example.org"), "names no server"),
        (changed('["tokens", "codes"]', '["token"]'), "Did you mean 'tokens'"),
        (changed('["tokens", "codes"]', '["anybody", "tokens"]'), "admits anybody, and asks for tokens"),
        (changed('["tokens", "codes"]', '"tokens"'), "needs a list of texts for 'admission'"),
        (changed('["tokens", "codes"]', "[]"), "needs a list of texts for 'admission'"),
        (changed('["tokens", "codes"]', '["codes"]'), "has an .issuer. and does not admit tokens"),
        (HEAD + QUESTIONS, "admits tokens and names nobody who issues them"),
        (HEAD + 'issuer = "https://issuer.example.org"\n' + QUESTIONS, "needs a line .issuer."),
        (changed('"issuer.jwk"', '"answers.pub"'), "answers.pub is not the public key of an issuer"),
        (changed('"issuer.jwk"', '"nowhere.jwk"'), "There is no public key .*nowhere.jwk that can be read"),
        (changed('"answers.pub"', '"survey.pub"'), "survey.pub is not a public key for answers"),
        (changed('"answers.pub"', '"answers.key"'), "answers.key is not a public key for answers"),
        (changed('"specification.json"', '"survey.toml"'), "names a specification that cannot be used"),
        (changed('"specification.json"', '"nowhere.json"'), "There is no file"),
        (changed('["en", "de"]', '["en", "German"]'), "lists 'German' under 'languages'"),
        (changed('["en", "de"]', '["en", "en", "de"]'), "lists something under 'languages' twice"),
        (changed('["en", "de"]', '["en"]'), "has 'title' in 'de', which 'languages' does not list"),
        (changed('{ en = "Trees", de = "Bäume" }', '{ de = "Bäume" }'), "'title' without 'en', the first of"),
        (changed('{ en = "Trees", de = "Bäume" }', '["Trees"]'), "or one for each language"),
        (HEAD + ISSUER, "has no questions"),
        (HEAD + ISSUER + "[questions]\nname = 'a'\n", "has no questions"),
        (
            GOOD + question(name='"Ways"', kind='"single"', text='"a?"', options='["a", "b"]'),
            "2 questions have the name",
        ),
        (
            GOOD + question(name='"größe"', kind='"single"', text='"a?"', options='["a", "b"]'),
            "letters without accents",
        ),
        (GOOD + question(name='"cell"', kind='"single"', text='"a?"', options='["a", "b"]'), "a name that is taken"),
        (GOOD + question(name='"a"', kind='"singel"', text='"a?"'), "Did you mean 'single'"),
        (GOOD + question(name='"a"', kind='"single"', text='"a?"', options='["b"]'), "list of 2 to 200 options"),
        (GOOD + question(name='"a"', kind='"single"', text='"a?"', options='["b", "B"]'), "value of an option twice"),
        (GOOD + question(name='"a"', kind='"single"', text='"a?"', options='["b", 3]'), "an option 2 that is neither"),
        (
            GOOD + question(name='"a"', kind='"single"', text='"a?"', options='["b", { value = "c", text = "b" }]'),
            "text of an option twice",
        ),
        (
            GOOD + question(name='"a"', kind='"multiple"', text='"a?"', options='["b", "c"]', most="3"),
            "whole number from 1 to 2 for 'most'",
        ),
        (GOOD + question(name='"a"', kind='"number"', text='"a?"', least="3", most="3"), "'least' that is not below"),
        (GOOD + question(name='"a"', kind='"number"', text='"a?"', least="0.5", most="3"), "more decimals than"),
        (
            GOOD + question(name='"a"', kind='"number"', text='"a?"', least="nan", most="inf"),
            "needs a number of at most",
        ),
        (
            GOOD + question(name='"a"', kind='"number"', text='"a?"', least='"1"', most="1e300"),
            "needs a number of at most",
        ),
        (GOOD + question(name='"a"', kind='"number"', text='"a?"'), "lacks 'least', 'most'"),
        (
            GOOD + question(name='"a"', kind='"scale"', text='"a?"', **{"from": "5", "to": "1"}),
            "'from' that is not below",
        ),
        (
            GOOD + question(name='"a"', kind='"scale"', text='"a?"', **{"from": "1.0", "to": "5"}),
            "whole number from -100",
        ),
        (
            GOOD + question(name='"a"', kind='"scale"', text='"a?"', options='["b"]', **{"from": "1", "to": "5"}),
            "'options'",
        ),
        (
            GOOD + question(name='"a"', kind='"scale"', text='"a?"', required='"yes"', **{"from": "1", "to": "5"}),
            "true or",
        ),
        (GOOD + WISHES, "asks for free text, which is off. People write names"),
        (changed("{ en =", "{ en "), "cannot be read in line 3"),
        (changed('"Office of Shoalton"', "[" * 5_000 + "]" * 5_000), "too many brackets inside each other"),
        (changed('"Office of Shoalton"', "[" * 300 + "]" * 300), "needs a text for 'organiser'"),
        (changed('"Office of Shoalton"', "1" * 5_000), "cannot be read"),
        (changed('"Office', "„Office"), "cannot be read in line 5"),
        ("", "lacks 'languages', 'title'"),
        ("x" * (1 << 21), "far too large"),
    ],
)
def test_every_mistake_is_said_in_words(desk: Path, text: str, words: str) -> None:
    assert re.search(words, refusal(desk, text))


def test_all_mistakes_are_said_at_once(desk: Path) -> None:
    text = changed("purpose =", "purpos =").replace("+01:00", "").replace("https://issuer", "http://issuer") + WISHES
    said = refusal(desk, text)
    assert said.startswith("No survey can be made of survey.toml. 6 things are wrong. (1) ")
    for part in ("lacks 'purpose'", "'purpos'", "'opens' without", "'closes' without", "http:", "free text"):
        assert part in said


def test_a_file_that_is_no_text_or_not_there_is_refused(desk: Path, tmp_path: Path) -> None:
    (tmp_path / "survey.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(WrongUse, match="not UTF-8"):
        Survey.from_toml(tmp_path / "survey.toml", now=NOW)
    with pytest.raises(WrongUse, match="There is no file"):
        Survey.from_toml(tmp_path / "nowhere.toml", now=NOW)


def test_a_byte_order_mark_is_no_mistake(desk: Path) -> None:
    assert survey_of(desk, f"\ufeff{GOOD}").title["en"] == "Trees"


@pytest.mark.parametrize(
    "address",
    ["https://a.example", "https://a.example:8443/path", "http://localhost:8000", "http://[::1]:1", "http://127.0.0.1"],
)
def test_addresses_of_servers(address: str) -> None:
    assert address_problem(address) is None


@pytest.mark.parametrize(
    "address",
    [
        "",
        "a.example",
        "https://",
        "https://u:p@a.example",
        "https://a.example?x=1",
        "https://a.example/#x",
        "ftp://a.example",
        "http://a.example",
        "http://127.0.0.1.example",
        "https://a b.example",
        "https://[::1",
        "https://a:99999",
        "javascript:1",
    ],
)
def test_what_is_no_address_of_a_server(address: str) -> None:
    assert address_problem(address) is not None


def test_a_tampered_specification_is_refused(desk: Path, tmp_path: Path) -> None:
    for path in desk.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    text = (desk / "specification.json").read_text("utf-8")
    (tmp_path / "specification.json").write_text(text.replace('"share": 0.6', '"share": 0.9'), encoding="utf-8")
    assert "does not have the digest" in refusal(tmp_path, GOOD)
