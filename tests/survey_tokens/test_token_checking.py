"""check_token: what is a token of a survey, and what is not."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from token_toys import OTHER_SURVEY, SURVEY, token_of

from shoal.blind_signatures.blind_rsa import BlindPrivateKey, blind, blind_sign, finalize
from shoal.blind_signatures.plain_bytes import base64url
from shoal.errors import WrongUse
from shoal.survey.tokens.asking import TokenRequest
from shoal.survey.tokens.codes import new_code
from shoal.survey.tokens.issuer_keys import make_issuer_keys, private_key, public_key
from shoal.survey.tokens.secret import code_id, commitment_to, proof_of
from shoal.survey.tokens.survey_digest import digest_bytes
from shoal.survey.tokens.token import PREPARED_BYTES, NotAToken, check_token


def test_a_token_is_checked_with_the_survey_file_alone(key: BlindPrivateKey, key_files: tuple[Path, Path]) -> None:
    token = token_of(key)
    sent = json.loads(json.dumps(token.to_dict()))
    found = check_token(SURVEY, public_key(key_files[1]), sent)
    assert found.id == token.id == hashlib.sha256(token.prepared).hexdigest()
    assert found.is_owned_with(token.secret)
    assert check_token(f"sha256:{SURVEY}", key.public, sent) == found
    assert len(token.prepared) == PREPARED_BYTES == 117


def test_two_tokens_of_one_person_have_two_ids(key: BlindPrivateKey) -> None:
    found = [check_token(SURVEY, key.public, token_of(key).to_dict()) for _ in range(5)]
    assert len({one.id for one in found}) == len({one.commitment for one in found}) == 5


def test_what_others_see_of_a_token_is_not_its_secret(key: BlindPrivateKey) -> None:
    """Story: an envelope under a token was anybody's who had seen the token."""
    token, other = token_of(key), token_of(key)
    found = check_token(SURVEY, key.public, token.to_dict())
    seen = [token.prepared[:32], token.prepared[-32:], bytes.fromhex(token.id), proof_of(token.secret)]
    for guess in (*seen, commitment_to(token.secret), other.secret, token.secret[:-1], token.secret + b"\0", b""):
        assert not found.is_owned_with(guess)
    assert token.secret not in token.prepared + token.signature
    assert base64url(token.secret) not in repr(token) + json.dumps(token.to_dict())
    assert token.prepared[-32:] == found.commitment == commitment_to(proof_of(token.secret))


def test_a_token_of_format_1_is_refused_in_words(key: BlindPrivateKey) -> None:
    prepared = bytes(32) + b"shoal survey token 1\0" + digest_bytes(SURVEY) + bytes(32)
    hidden = blind(key.public, prepared)
    signature = finalize(key.public, prepared, blind_sign(key, hidden.blinded), hidden.inverse)
    with pytest.raises(NotAToken, match="format 1, under which others could answer"):
        check_token(SURVEY, key.public, {"prepared": base64url(prepared), "signature": base64url(signature)})


def test_a_second_signature_of_a_message_is_no_second_token(key: BlindPrivateKey) -> None:
    """PSS has a random salt, so a message has many signatures. With the signature in the id, whoever gets two of them
    could answer twice."""
    request = TokenRequest.of(SURVEY, key.public)
    first = request.token(blind_sign(key, request.blinded)).to_dict()
    again = blind(key.public, request.prepared)
    signature = finalize(key.public, request.prepared, blind_sign(key, again.blinded), again.inverse)
    second = {**first, "signature": base64url(signature)}
    assert second != first
    assert check_token(SURVEY, key.public, second) == check_token(SURVEY, key.public, first)


def test_a_token_counts_in_its_own_survey_only(key: BlindPrivateKey) -> None:
    token = token_of(key, OTHER_SURVEY).to_dict()
    with pytest.raises(NotAToken, match="not for this survey"):
        check_token(SURVEY, key.public, token)


def test_a_token_of_another_issuer_is_none(key: BlindPrivateKey, tmp_path: Path) -> None:
    other = private_key(make_issuer_keys(tmp_path / "other")[0])
    with pytest.raises(NotAToken, match="signature"):
        check_token(SURVEY, key.public, token_of(other).to_dict())


def test_every_changed_byte_is_noticed(key: BlindPrivateKey) -> None:
    token = token_of(key)
    for at in range(0, PREPARED_BYTES, 3):
        changed = bytearray(token.prepared)
        changed[at] ^= 1
        with pytest.raises(NotAToken):
            check_token(SURVEY, key.public, {**token.to_dict(), "prepared": base64url(bytes(changed))})


def test_bad_input_is_refused_in_words(key: BlindPrivateKey) -> None:
    good = token_of(key).to_dict()
    prepared, signature = good["prepared"], good["signature"]
    for bad in (
        {},
        [],
        None,
        "token",
        {"prepared": prepared},
        {**good, "name": "Ada"},
        {**good, "prepared": None},
        {**good, "prepared": 5},
        {**good, "prepared": ""},
        {**good, "prepared": f"{prepared}="},
        {**good, "prepared": f"{prepared} "},
        {**good, "prepared": prepared[:-4]},
        {**good, "prepared": f"{prepared}AAAA"},
        {**good, "prepared": prepared.replace(prepared[0], "é")},
        {**good, "signature": signature[:-4]},
        {**good, "signature": f"{signature}AAAA"},
        {**good, "signature": "+" + signature[1:]},
        {**good, "signature": base64url(bytes(256))},
        {**good, "signature": base64url(key.public.n.to_bytes(256))},
        {"prepared": signature, "signature": prepared},
    ):
        with pytest.raises(NotAToken):
            check_token(SURVEY, key.public, bad)  # type: ignore[arg-type]


def test_a_digest_is_64_small_letters_and_figures() -> None:
    assert digest_bytes(SURVEY) == digest_bytes(f"sha256:{SURVEY}") == bytes.fromhex(SURVEY)
    for wrong in ("", SURVEY[:-1], SURVEY.upper(), f"{SURVEY[:-1]}g", f"sha512:{SURVEY}", f"{SURVEY}00"):
        with pytest.raises(WrongUse):
            digest_bytes(wrong)


def test_the_id_of_a_code_does_not_depend_on_how_it_is_typed() -> None:
    code = new_code()
    plain = code.replace("-", "")
    secret = hashlib.sha256(b"shoal survey code 2\0" + bytes.fromhex(SURVEY) + plain.encode()).digest()
    proof = hashlib.sha256(b"shoal survey proof 1\0" + secret).digest()
    expected = hashlib.sha256(b"shoal survey commitment 1\0" + proof).hexdigest()
    assert code_id(SURVEY, code) == code_id(SURVEY, plain.lower()) == expected
    assert code_id(OTHER_SURVEY, code) != expected
