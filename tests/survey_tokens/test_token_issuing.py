"""The issuer: one token for each invitation, and nothing in its file that tells when, in which order, or for whom."""

from __future__ import annotations

import random
import sqlite3
import threading
from pathlib import Path

import polars as pl
import pytest
from token_toys import SURVEY

from shoal.blind_signatures.blind_rsa import BlindPrivateKey, blind_sign
from shoal.errors import WrongUse
from shoal.survey.tokens.asking import TokenRequest
from shoal.survey.tokens.codes import CodeError, new_code, new_codes
from shoal.survey.tokens.invitations import InvitationCounts, Invitations, NotInvited, invitation_hash
from shoal.survey.tokens.inviting import invited
from shoal.survey.tokens.issuer import AskedBefore, Issuer
from shoal.survey.tokens.issuer_keys import make_issuer_keys, private_key
from shoal.survey.tokens.token import check_token


def test_an_invitation_becomes_a_token(issuer: Issuer) -> None:
    code, unused = new_codes(2)
    issuer.invitations.add([code, unused])
    public = issuer.key.public
    request = TokenRequest.of(SURVEY, public)
    token = request.token(issuer.sign(code.lower(), request.blinded))
    assert check_token(SURVEY, public, token.to_dict())
    assert issuer.invitations.counts() == InvitationCounts(n_invited=2, n_asked=1)


def test_a_lost_answer_is_given_again_and_a_second_token_is_not(issuer: Issuer) -> None:
    code = new_code()
    issuer.invitations.add([code])
    request, other = (TokenRequest.of(SURVEY, issuer.key.public) for _ in range(2))
    answer = issuer.sign(code, request.blinded)
    assert issuer.sign(code, request.blinded) == answer
    with pytest.raises(AskedBefore):
        issuer.sign(code, other.blinded)
    assert issuer.sign(code, request.blinded) == answer
    assert issuer.invitations.counts().n_asked == 1


def test_who_is_not_invited_gets_nothing(issuer: Issuer) -> None:
    issuer.invitations.add([new_code()])
    blinded = TokenRequest.of(SURVEY, issuer.key.public).blinded
    with pytest.raises(NotInvited):
        issuer.sign(new_code(), blinded)
    with pytest.raises(CodeError):
        issuer.sign("7K2M", blinded)
    assert issuer.invitations.counts().n_asked == 0


def test_a_bad_message_does_not_use_up_an_invitation(issuer: Issuer) -> None:
    code = new_code()
    issuer.invitations.add([code])
    for bad in (b"", bytes(256), b"\xff" * 256):
        with pytest.raises(WrongUse):
            issuer.sign(code, bad)
    assert issuer.invitations.counts().n_asked == 0


def test_two_requests_at_once_get_one_token(issuer: Issuer) -> None:
    """Whoever clicks twice, in two windows, must not get two tokens."""
    code = new_code()
    issuer.invitations.add([code])
    answers: list[bytes | None] = []
    start = threading.Barrier(6)

    def ask() -> None:
        request = TokenRequest.of(SURVEY, issuer.key.public)
        start.wait()
        try:
            answers.append(issuer.sign(code, request.blinded))
        except AskedBefore:
            answers.append(None)

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 6
    assert sum(answer is not None for answer in answers) == 1


def test_the_file_does_not_say_in_which_order_people_came(key: BlindPrivateKey, tmp_path: Path) -> None:
    """An issuer and a repository that compare their orders could link tokens to people. In a usual table each answer
    lengthens its row, which moves it to a new page: the pages then show the order of the answers."""
    codes = new_codes(120)
    first = Invitations.created(tmp_path / "a.db", key.public)
    first.add(codes)
    (tmp_path / "b.db").write_bytes((tmp_path / "a.db").read_bytes())
    second = Invitations(tmp_path / "b.db", key.public)
    answers = {code: blind_sign(key, TokenRequest.of(SURVEY, key.public).blinded) for code in codes[:40]}
    for invitations, order in ((first, list(answers)), (second, random.Random(1).sample(list(answers), len(answers)))):
        for code in order:
            invitations.record(invitation_hash(key.public, code), answers[code])
    assert (tmp_path / "a.db").read_bytes() == (tmp_path / "b.db").read_bytes()
    beside = [path for path in tmp_path.iterdir() if path.suffix != ".db"]
    assert all(path.stat().st_size == 0 for path in beside)


def test_the_file_holds_no_name_and_no_code(issuer: Issuer, tmp_path: Path) -> None:
    people = pl.DataFrame({"name": ["Ada Lovelace", "Emmy Noether"], "email": ["ada@example.org", "emmy@example.org"]})
    letters = invited(people, link="https://survey.example/answer")
    codes = letters["invitation"].to_list()
    issuer.invitations.add(codes)
    issuer.sign(codes[0], TokenRequest.of(SURVEY, issuer.key.public).blinded)
    content = (tmp_path / "issuer.db").read_bytes()
    for secret in (*codes, *(code.replace("-", "") for code in codes), "Ada", "Lovelace", "example.org"):
        assert secret.encode() not in content
    assert (tmp_path / "issuer.db").stat().st_mode & 0o777 == 0o600
    tables = sqlite3.connect(tmp_path / "issuer.db").execute("SELECT sql FROM sqlite_schema").fetchall()
    assert not any(word in str(tables).lower() for word in ("time", "date", "address", "rowid)"))


def test_letters_have_the_people_in_their_order_with_a_link() -> None:
    people = pl.DataFrame({"name": ["A", "B"], "zip": ["01067", "08001"]})
    letters = invited(people, link="https://survey.example/answer")
    assert letters.columns == ["name", "zip", "invitation", "link"]
    assert letters.select("name", "zip").equals(people)
    assert letters["link"][0] == f"https://survey.example/answer#invitation={letters['invitation'][0]}"
    assert letters["invitation"].n_unique() == 2


def test_lists_that_would_invite_wrongly_are_refused() -> None:
    people = pl.DataFrame({"name": ["A", "A"]})
    for frame, link, words in (
        (people, None, "repeats another"),
        (people.head(0), None, "no rows"),
        (people.head(1).with_columns(invitation=pl.lit("x")), None, "already"),
        (people.head(1).with_columns(link=pl.lit("x")), "https://a.example/", "already"),
        (people.head(1), "survey.example", "https"),
        (people.head(1), "https://a.example/#x", "without a #"),
    ):
        with pytest.raises(WrongUse, match=words):
            invited(frame, link)


def test_later_invitations_are_added_and_none_is_lost(issuer: Issuer) -> None:
    first, second = new_codes(2)
    issuer.invitations.add([first])
    request = TokenRequest.of(SURVEY, issuer.key.public)
    answer = issuer.sign(first, request.blinded)
    issuer.invitations.add([second])
    assert issuer.sign(first, request.blinded) == answer
    assert issuer.invitations.counts() == InvitationCounts(2, 1)


def test_a_list_is_used_with_its_own_key_only(issuer: Issuer, tmp_path: Path) -> None:
    other = private_key(make_issuer_keys(tmp_path / "other")[0]).public
    with pytest.raises(WrongUse, match="another key"):
        Invitations(tmp_path / "issuer.db", other)
    (tmp_path / "text.db").write_text("no database, but long enough to look at\n" * 50)
    with pytest.raises(WrongUse, match="not a list"):
        Invitations(tmp_path / "text.db", issuer.key.public)
    with pytest.raises(WrongUse, match="There is no list"):
        Invitations(tmp_path / "none.db", issuer.key.public)
    with pytest.raises(OSError, match="exists already"):
        Invitations.created(tmp_path / "issuer.db", issuer.key.public)
