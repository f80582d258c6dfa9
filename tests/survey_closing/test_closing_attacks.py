"""A repository, an issuer or a respondent that cheats: nothing of it counts, and no message repeats a value."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.survey.running import TokenMaker
from benchmarks.survey.sealed_answers import SealedSurvey
from shoal.blind_signatures.plain_bytes import base64url, bytes_of
from shoal.errors import TableError, WrongUse
from shoal.survey.closing.closed import ClosedSurvey
from shoal.survey.closing.closing import AnswersKey, close_survey
from shoal.survey.closing.opening import Refusal
from shoal.survey.questionnaire.content import Admission
from shoal.survey.sealing.envelope import seal
from shoal.survey.sealing.suite import key_of_text, new_private_key
from shoal.survey.shared.canonical import canonical_bytes
from shoal.survey.tokens.paper import PaperCodes
from shoal.survey.tokens.secret import code_id, proof_of, secret_of_code

COUNTS = (5, 4, 2, 3)


def closed(own: SealedSurvey, bundle: Path, **options: Any) -> ClosedSurvey:
    return close_survey(own.survey, bundle, AnswersKey(own.key, own.key_path), **options)


def refused(own: SealedSurvey, *cheats: dict[str, Any]) -> dict[Refusal, int]:
    """What is refused of honest answers with these entries among them; the honest ones must all count."""
    made = closed(own, own.bundle([*own.entries(COUNTS), *cheats]))
    assert made.numbers.n_answers == sum(COUNTS)
    return dict(made.numbers.refused)


def sealed_as(own: SealedSurvey, content: Any) -> dict[str, Any]:
    """An entry whose envelope holds anything at all."""
    token, survey = own.issuer.token(), own.survey
    raw = content if isinstance(content, bytes) else canonical_bytes(content)
    bound: Any = {"survey_digest": survey.digest_bytes, "token_id": bytes.fromhex(token.id)}
    key = key_of_text(survey.answers_key)
    envelope = seal(raw, key, secret=token.secret, size=survey.envelope_size, **bound)
    return {"token": token.to_dict(), "envelope": base64url(envelope)}


def test_swapped_envelopes_do_not_open(sealed: SealedSurvey) -> None:
    one, other = sealed.entry(2), sealed.entry(2)
    one["envelope"], other["envelope"] = other["envelope"], one["envelope"]
    assert refused(sealed, one, other) == {Refusal.NOT_OPENED: 2}


def test_a_token_that_comes_twice_counts_not_even_once(sealed: SealedSurvey) -> None:
    """The repository kept the first answer of somebody who changed it: nobody can say which is the last."""
    token = sealed.issuer.token()
    assert refused(sealed, sealed.entry(2, token), sealed.entry(2, token)) == {Refusal.AGAIN: 2}
    same = sealed.entry(2)
    assert refused(sealed, same, dict(same)) == {Refusal.AGAIN: 2}


def test_tokens_that_the_issuer_did_not_sign_do_not_count(sealed: SealedSurvey) -> None:
    stranger = TokenMaker(digest=sealed.survey.hex_digest)
    elsewhere = TokenMaker(key=sealed.issuer.key, digest="0" * 64)
    cheats = [sealed.entry(2, stranger.token()), sealed.entry(2, elsewhere.token())]
    assert refused(sealed, *cheats) == {Refusal.NOT_ADMITTED: 2}


def test_a_second_signature_makes_no_second_token(sealed: SealedSurvey) -> None:
    token = sealed.issuer.token()
    padding = replace(token, signature=token.signature[:-3] + bytes(3))
    assert refused(sealed, sealed.entry(2, padding)) == {Refusal.NOT_ADMITTED: 1}


def test_what_is_no_entry_is_counted_and_does_not_stop_the_others(sealed: SealedSurvey) -> None:
    good = sealed.entry(2)
    cheats: list[Any] = [
        {**good, "more": 1},
        {"token": good["token"]},
        {**good, "envelope": 7},
        {**good, "envelope": good["envelope"] + "="},
        {**good, "token": "text"},
        {**good, "token": {"prepared": 1, "signature": None}},
    ]
    for cheat in cheats:
        assert refused(sealed, cheat) == {Refusal.NO_ENTRY: 1}, cheat
    for cheat in [{**good, "token": {}}, {"code_id": "AAAA", "envelope": good["envelope"]}]:
        assert refused(sealed, cheat) == {Refusal.NOT_ADMITTED: 1}, cheat
    short = base64url(bytes_of(good["envelope"], "An envelope")[:-1])
    assert refused(sealed, {**good, "envelope": short}) == {Refusal.NOT_OPENED: 1}


def test_contents_that_do_not_fit_the_survey_do_not_count(sealed: SealedSurvey) -> None:
    n_cells, digest = sealed.survey.specification.n_cells, sealed.survey.specification.digest
    good = {"answers": {"opinion": "yes"}, "cell": 0, "specification": digest}
    bad: list[Any] = [
        {**good, "cell": n_cells},
        {**good, "cell": -1},
        {**good, "cell": True},
        {**good, "answers": {}},
        {**good, "answers": {"opinion": "Zyxwina"}},
        {**good, "answers": {"opinion": "yes", "spent": 10_000_000}},
        {**good, "answers": {"opinion": "yes", "ways": ["foot", "bus"]}},
        {**good, "specification": "sha256:" + "0" * 64},
        {**good, "more": 1},
        b" " + canonical_bytes(good),
        b"\xff",
    ]
    assert refused(sealed, *(sealed_as(sealed, content) for content in bad)) == {Refusal.NO_ANSWER: len(bad)}


def test_a_bundle_that_is_not_whole_is_refused_as_a_whole(sealed: SealedSurvey) -> None:
    entries = sealed.entries(COUNTS)
    bundle = sealed.bundle(entries)
    lines = bundle.read_text("utf-8").splitlines(keepends=True)
    cases = {
        "".join(lines[:-1]): "is not whole",
        "".join([*lines, lines[-1]]): "is not whole",
        "".join(lines)[:-1]: "cut off",
        "".join(lines)[:-9]: "cut off",
        "".join([lines[0], "{\n", *lines[2:]]): "line 2 is not JSON",
        "".join([lines[0], "[" * 100_000 + "\n", *lines[2:]]): "too long",
        "".join([lines[0], "[" * 3000 + "\n", *lines[2:]]): "line 2 is not JSON",
        "".join([lines[0], lines[1][:-2] + " " * 100_000 + "}\n", *lines[2:]]): "too long",
        "": "not JSON",
        "[]\n": "not a bundle",
        json.dumps({**json.loads(lines[0]), "version": 1}) + "\n": "Use the Shoal that made",
        json.dumps({**json.loads(lines[0]), "answers": True}) + "\n": "does not say",
    }
    for text, why in cases.items():
        bundle.write_text(text, encoding="utf-8")
        with pytest.raises(WrongUse, match=why):
            closed(sealed, bundle)
    with pytest.raises(WrongUse, match="can be read"):
        closed(sealed, sealed.folder / "nowhere.jsonl")


def test_the_bundle_of_another_survey_and_the_key_of_another_are_refused(sealed: SealedSurvey) -> None:
    bundle = sealed.bundle(sealed.entries(COUNTS), survey="0" * 64)
    with pytest.raises(WrongUse, match="another survey"):
        closed(sealed, bundle)
    with pytest.raises(WrongUse, match="names another key"):
        close_survey(sealed.survey, bundle, AnswersKey(new_private_key(), sealed.key_path))


def test_more_answers_than_people_are_refused(sealed: SealedSurvey) -> None:
    """An issuer that signs tokens for itself can fill the cell of one person."""
    bundle = sealed.bundle(sealed.entries(COUNTS))
    for limit in ("invited", "asked"):
        with pytest.raises(WrongUse, match="made tokens or codes"):
            closed(sealed, bundle, **{limit: sum(COUNTS) - 1})
    assert closed(sealed, bundle, invited=sum(COUNTS), asked=sum(COUNTS)).numbers.invited == sum(COUNTS)


def test_more_invitations_than_people_are_refused(tmp_path: Path) -> None:
    """Story: an organiser made the invitations twice, and one person's two answers both counted."""
    own = SealedSurvey(tmp_path, n_members=40)
    bundle = own.bundle(own.entries((3, 4)))
    with pytest.raises(WrongUse, match="somebody has two invitations"):
        closed(own, bundle, invited=80)
    with pytest.raises(WrongUse, match="One of the numbers is wrong"):
        closed(own, bundle, invited=10, asked=12)
    assert closed(own, bundle, invited=40, asked=12).numbers.n_answers == 7


def test_more_answers_than_members_of_the_frame_are_refused(tmp_path: Path) -> None:
    """Whatever is said of invitations, and also where single cells with too many answers may be withheld."""
    own = SealedSurvey(tmp_path, n_members=40)
    members = own.survey.specification.frame_counts
    bundle = own.bundle(own.entries([int(members[0]) + 1, *(int(count) for count in members[1:])]))
    with pytest.raises(WrongUse, match="the frame has 40 members"):
        closed(own, bundle, overfull="withhold")


def test_tokens_and_codes_together_are_for_as_many_people_as_there_are(tmp_path: Path) -> None:
    """Story: a person with an invitation and a card answers twice, and no number showed it."""
    own = SealedSurvey(tmp_path, n_members=40, admission=(Admission.TOKENS, Admission.CODES))
    codes = PaperCodes.made(10, own.survey.hex_digest)
    ids, digest = codes.write(tmp_path / "codes")["code-ids.json"], own.survey.hex_digest
    cards = [
        {
            "code_id": code_id(digest, code),
            "envelope": base64url(own.survey.seal(_answer(), code_id(digest, code), secret_of_code(digest, code))),
        }
        for code in codes.codes[:3]
    ]
    bundle = own.bundle([*own.entries((3, 4)), *cards])
    with pytest.raises(WrongUse, match="can answer twice"):
        closed(own, bundle, codes=ids, asked=31)
    with pytest.raises(WrongUse, match="7 valid answers"):  # the three with cards need no token
        closed(own, bundle, codes=ids, asked=6)
    assert closed(own, bundle, codes=ids, asked=7).numbers.n_answers == 10
    (tmp_path / "more").mkdir()
    more = PaperCodes.made(41, digest).write(tmp_path / "more")["code-ids.json"]
    with pytest.raises(WrongUse, match="41 codes, and 40 people may be asked"):
        closed(own, bundle, codes=more)


def test_a_cell_with_more_answers_than_members_is_refused_or_withheld(sealed: SealedSurvey) -> None:
    members = int(sealed.survey.specification.frame_counts[0])
    bundle = sealed.bundle([*sealed.entries((members + 1, 4))])
    with pytest.raises(TableError, match="more answers than members"):
        closed(sealed, bundle)
    made = closed(sealed, bundle, overfull="withhold")
    assert made.collected.attained.n_cells_overfull == 1 and made.collected.attained.n_released == 4


def test_printed_codes_count_once_each_however_they_are_typed(tmp_path: Path) -> None:
    own = SealedSurvey(tmp_path, admission=(Admission.CODES,))
    codes = PaperCodes.made(5, own.survey.hex_digest)
    ids = codes.write(tmp_path / "codes")["code-ids.json"]
    digest = own.survey.hex_digest

    def entry(code: str, secret: bytes | None = None) -> dict[str, Any]:
        named = code_id(digest, code)
        sealed_one = own.survey.seal(_answer(), named, secret_of_code(digest, code) if secret is None else secret)
        return {"code_id": named, "envelope": base64url(sealed_one)}

    stranger = PaperCodes.made(1, digest).codes[0]
    good = [entry(code) for code in codes.codes[:3]]
    typed = entry(codes.codes[3].lower())
    proof = proof_of(secret_of_code(digest, codes.codes[4]))  # all that the repository gets of a card
    made = closed(own, own.bundle([*good, typed, entry(stranger), entry(codes.codes[4], proof)]), codes=ids)
    assert made.numbers.n_answers == 4
    assert made.numbers.refused == {Refusal.NOT_ADMITTED: 1, Refusal.NOT_THE_OWNER: 1}
    with pytest.raises(WrongUse, match="no list of them"):
        closed(own, own.bundle(good))


def _answer() -> Any:
    from shoal.survey.questionnaire.answers import SurveyAnswer

    return SurveyAnswer(0, {"opinion": "no"})


def test_a_survey_of_anybody_is_not_closed(tmp_path: Path) -> None:
    own = SealedSurvey(tmp_path, admission=(Admission.ANYBODY,))
    with pytest.raises(WrongUse, match="admits anybody"):
        closed(own, own.bundle([]))
