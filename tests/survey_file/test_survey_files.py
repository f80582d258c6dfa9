"""The survey file: read again as it was written, and refused as soon as anything in it was changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from sealing_toys import SECRET, TOKEN_ID, private_key
from survey_file_toys import GOOD, specification, survey_of

from shoal.blind_signatures.blind_rsa import blind_sign
from shoal.errors import WriteError, WrongUse
from shoal.survey.questionnaire.answers import SurveyAnswer
from shoal.survey.questionnaire.file import SURVEY_FILE, text_of_survey
from shoal.survey.questionnaire.survey import Survey
from shoal.survey.sealing.key_files import read_answer_key
from shoal.survey.shared.canonical import digest_of
from shoal.survey.specification.signing import Signature, make_keys
from shoal.survey.tokens.asking import TokenRequest
from shoal.survey.tokens.issuer_keys import key_from_jwk
from shoal.survey.tokens.issuer_keys import private_key as issuer_key
from shoal.survey.tokens.secret import commitment_to, proof_of
from shoal.survey.tokens.token import Admitted, check_token


@pytest.fixture
def document(survey: Survey) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(text_of_survey(survey))
    return made


def test_a_file_is_read_as_it_was_written(survey: Survey, tmp_path: Path) -> None:
    survey.save(tmp_path / "survey.json")
    again = Survey.load(tmp_path / "survey.json")
    assert again.digest == survey.digest and text_of_survey(again) == text_of_survey(survey)
    assert again.questions == survey.questions and again.issuer == survey.issuer
    assert again.specification.digest == specification().digest
    assert survey.hex_digest == survey.digest_bytes.hex() and len(survey.digest_bytes) == 32
    with pytest.raises(WriteError, match=r"written as \.json"):
        survey.save(tmp_path / "survey.toml")


def test_an_answer_travels_from_the_file_to_the_key(survey: Survey, desk: Path, tmp_path: Path) -> None:
    survey.save(tmp_path / "survey.json")
    answer = SurveyAnswer(2, {"satisfied": 3, "spent": -0.25})
    envelope = Survey.load(tmp_path / "survey.json").seal(answer, TOKEN_ID, SECRET)
    owner = Admitted(TOKEN_ID, commitment_to(proof_of(SECRET)))
    assert survey.unseal(envelope, owner, read_answer_key(desk / "answers.key")) == answer
    with pytest.raises(WrongUse, match="does not open"):
        survey.unseal(envelope, owner, private_key())
    with pytest.raises(WrongUse, match="Somebody else"):
        survey.unseal(envelope, Admitted(TOKEN_ID, bytes(32)), read_answer_key(desk / "answers.key"))


def test_a_token_an_envelope_and_the_key_work_together(survey: Survey, desk: Path) -> None:
    """From the survey file alone: the issuer's key and the digest for a token, its id for an envelope."""
    assert survey.issuer is not None
    key = key_from_jwk(survey.issuer.public_key)
    request = TokenRequest.of(survey.digest, key)
    token = request.token(blind_sign(issuer_key(desk / "issuer.key"), request.blinded))
    owner = check_token(survey.hex_digest, key, token.to_dict())
    assert owner == check_token(survey.digest, key, token.to_dict())
    answer = SurveyAnswer(1, {"satisfied": 2})
    envelope = survey.seal(answer, token.id, token.secret)
    assert survey.unseal(envelope, owner, read_answer_key(desk / "answers.key")) == answer


def test_the_published_schema_accepts_it_and_the_digest_is_that_of_the_document(document: dict[str, Any]) -> None:
    SURVEY_FILE.require_structure(document, "It")
    assert document["digest"] == digest_of(document)
    assert document["envelope_size"] % 256 == 81


def test_any_change_changes_the_digest(document: dict[str, Any]) -> None:
    def leaves(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        return [each for key, part in parts for each in leaves(part, (*way, key))] or [way]

    ways = [way for way in leaves(document) if way[0] not in ("digest", "signature")]
    assert len(ways) > 300
    for way in ways[::7]:
        changed = deepcopy(document)
        inner: Any = changed
        for key in way[:-1]:
            inner = inner[key]
        inner[way[-1]] = "Zyxwina"
        assert digest_of(changed) != document["digest"], way
        with pytest.raises(WrongUse):
            Survey.from_document(changed)


def put(*way: Any, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        inner: Any = document
        for key in way[:-1]:
            inner = inner[key]
        inner[way[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (put("format", value=3), "newer version"),
        (put("format", value=1), "by an earlier version"),
        (put("what", value="shoal specification"), "is not a survey file"),
        (put("more", value=1), "schema"),
        (put("questions", 0, "more", value=1), "schema"),
        (put("questions", 0, "kind", value="number"), "schema"),
        (put("repository", value="http://survey.example.org"), "schema"),
        (put("repository", value="https://a@b.example"), "schema"),
        (put("answers_key", "suite", value="DHKEM(X25519, HKDF-SHA256)"), "schema"),
        (put("envelope_size", value=1361), "size of its envelopes"),
        (put("closes", value="2026-12-01T07:00:00Z"), "closes before it opens"),
        (put("closes", value="2026-13-01T07:00:00Z"), "a time that does not exist"),
        (put("issuer", "public_key", "n", value="A" * 342), "none that tokens can be signed with"),
        (put("issuer", "public_key", "e", value="Aw"), "schema"),
        (put("issuer", value=None), "admits tokens without an issuer"),
        (put("admission", value=["anybody", "tokens"]), "admits anybody, and asks"),
        (put("free_text", value=False), "asks for free text and says that it does not"),
        (put("questions", 1, "name", value="Satisfied"), "Two questions have one name"),
        (put("questions", 1, "most", value=9), "options twice"),
        (put("questions", 1, "options", 0, "value", value="car"), "options twice"),
        (put("questions", 0, "to", value=1), "a range without an answer"),
        (put("questions", 2, "least", value=5000), "a range without an answer"),
        (put("questions", 1, "name", value="Cell"), "a name that is taken"),
        (put("title", "en", value="Trees\u202e"), "signs that nobody sees"),
        (put("organiser", value="Office\u200b"), "signs that nobody sees"),
        (put("questions", 0, "to_text", "de", value="sehr\u3164"), "signs that nobody sees"),
        (put("questions", 1, "options", 0, "value", value="bus\u2800"), "signs that nobody sees"),
        (put("questions", 1, "options", 0, "text", "en", value="\u0421\u0430r"), "read alike"),
        (put("languages", value=["en"]), "in a language that it does not list"),
        (put("languages", value=["de", "en"]), "not there in its first language"),
        (put("specification", "title", value="Other cells"), "does not have the digest"),
        (put("specification", value={}), "is not a specification"),
    ],
)
def test_a_file_that_is_signed_anew_but_not_sound_is_refused(
    document: dict[str, Any], change: Callable[[dict[str, Any]], None], words: str
) -> None:
    """Whoever changes a file can compute its digest again. What does not fit together is then found all the same."""
    change(document)
    with pytest.raises(WrongUse, match=words):
        Survey.from_document({**document, "digest": digest_of(document)})


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"what": "shoal survey"', '{"what": 1, "what": 1}', '{"a": NaN}'])
def test_what_is_no_survey_file_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "survey.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(WrongUse):
        Survey.load(path)
    path.write_bytes(b"\xff")
    with pytest.raises(WrongUse, match="UTF-8"):
        Survey.load(path)
    with pytest.raises(WrongUse, match="There is no file"):
        Survey.load(tmp_path / "nowhere.json")


def checks_of(survey: Survey, **how: Any) -> dict[str, Any]:
    return {check.name: check for check in survey.verify(**how).checks}


def test_the_checks_of_a_respondent(survey: Survey, desk: Path, tmp_path: Path) -> None:
    given = checks_of(survey, public_key=desk / "survey.pub")
    assert all(check.ok for check in given.values()) and not given["signature"].open
    assert {"structure", "digest", "answers key", "questions", "n_min", "frame", "failure"} <= set(given)
    assert checks_of(survey)["signature"].open
    make_keys(tmp_path / "other")
    assert not checks_of(survey, public_key=tmp_path / "other.pub")["signature"].ok
    assert checks_of(survey_of(desk, GOOD))["signature"].open


def test_the_signature_of_a_specification_is_none_of_a_survey(survey: Survey, desk: Path) -> None:
    """Otherwise whoever has a signed specification with a chosen digest could pass it off as a survey."""
    from dataclasses import replace

    from shoal.survey.specification.signing import signed

    other = replace(survey, signature=signed(survey.digest, desk / "survey.key"))
    assert not checks_of(other)["signature"].ok
    forged = replace(survey, signature=Signature(survey.signature.public_key, survey.signature.value[::-1]))  # type: ignore[union-attr]
    assert not checks_of(forged)["signature"].ok


def test_a_survey_that_admits_anybody_fails_its_check(survey: Survey) -> None:
    """Story: k answers of one person passed every check of a respondent."""
    from dataclasses import replace

    from shoal.survey.questionnaire.content import Admission

    open_to_all = replace(survey, admission=(Admission.ANYBODY,), issuer=None)
    check = checks_of(open_to_all)["admission"]
    assert not check.ok and "how many people k answers are" in check.words
    assert checks_of(survey)["admission"].ok
