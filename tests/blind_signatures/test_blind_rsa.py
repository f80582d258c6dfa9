"""RFC 9474: all vectors of its appendix A, and input that must be refused."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicNumbers

from shoal.blind_signatures import blind_rsa
from shoal.blind_signatures.blind_rsa import BlindPrivateKey, BlindPublicKey, SigningFault
from shoal.errors import WrongUse

RFC: dict[str, Any] = json.loads((Path(__file__).parent / "vectors" / "rfc9474.json").read_text("utf-8"))
VECTORS: list[dict[str, str]] = RFC["vectors"]


def key_of_the_rfc() -> BlindPrivateKey:
    p, q, n, e = (int(RFC["key"][name], 16) for name in "pqne")
    assert p * q == n
    d = pow(e, -1, (p - 1) * (q - 1))
    public = BlindPublicKey(n, e, RSAPublicNumbers(e, n).public_key())
    return BlindPrivateKey(public, p, q, d % (p - 1), d % (q - 1), pow(q, -1, p))


RFC_KEY = key_of_the_rfc()


def prepared_of(vector: dict[str, str]) -> bytes:
    return bytes.fromhex(vector["msg_prefix"] + vector["msg"])


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["section"])
def test_every_step_gives_the_bytes_of_the_rfc(vector: dict[str, str]) -> None:
    factor = pow(int(vector["inv"], 16), -1, RFC_KEY.public.n)
    hidden = blind_rsa.blinded_with(RFC_KEY.public, prepared_of(vector), bytes.fromhex(vector["salt"]), factor)
    assert hidden.blinded.hex() == vector["blinded_msg"]
    assert hidden.inverse.hex() == vector["inv"]
    answer = blind_rsa.blind_sign(RFC_KEY, hidden.blinded)
    assert answer.hex() == vector["blind_sig"]
    s = int.from_bytes(answer) * int(vector["inv"], 16) % RFC_KEY.public.n
    assert s.to_bytes(RFC_KEY.public.n_bytes).hex() == vector["sig"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["section"])
def test_only_signatures_with_the_full_salt_are_taken(vector: dict[str, str]) -> None:
    """The RFC has variants with an empty salt. One variant is used here, and a signature of another one is none."""
    signature = bytes.fromhex(vector["sig"])
    assert blind_rsa.verify(RFC_KEY.public, prepared_of(vector), signature) is bool(vector["salt"])


def test_the_last_step_gives_the_signature_of_the_rfc() -> None:
    vector = VECTORS[0]
    answer, inverse = bytes.fromhex(vector["blind_sig"]), bytes.fromhex(vector["inv"])
    assert blind_rsa.finalize(RFC_KEY.public, prepared_of(vector), answer, inverse).hex() == vector["sig"]


def test_a_message_is_hidden_differently_each_time(key: BlindPrivateKey) -> None:
    first, second = (blind_rsa.blind(key.public, b"the same") for _ in range(2))
    assert first.blinded != second.blinded
    assert first.inverse != second.inverse


@pytest.mark.parametrize("wrong", ["zero", "n", "beyond", "a multiple of p", "short", "long", "empty"])
def test_what_is_no_blinded_message_is_not_signed(key: BlindPrivateKey, wrong: str) -> None:
    n, n_bytes = key.public.n, key.public.n_bytes
    blinded = {
        "zero": bytes(n_bytes),
        "n": n.to_bytes(n_bytes),
        "beyond": b"\xff" * n_bytes,
        "a multiple of p": (key.p * 5).to_bytes(n_bytes),
        "short": b"\x01" * (n_bytes - 1),
        "long": b"\x00" + b"\x01" * n_bytes,
        "empty": b"",
    }[wrong]
    with pytest.raises(WrongUse, match="no blinded message"):
        blind_rsa.blind_sign(key, blinded)


def test_a_wrong_root_is_never_handed_out(key: BlindPrivateKey) -> None:
    """A root that is right for one factor and wrong for the other reveals both factors to whoever gets it."""
    faulty = replace(key, d_p=key.d_p ^ 4)
    hidden = blind_rsa.blind(key.public, b"message")
    with pytest.raises(SigningFault):
        blind_rsa.blind_sign(faulty, hidden.blinded)


@pytest.mark.parametrize("change", ["one bit", "short", "the blinded message itself", "for another message"])
def test_a_wrong_answer_of_the_issuer_is_noticed(key: BlindPrivateKey, change: str) -> None:
    prepared = blind_rsa.prepare(b"message")
    hidden = blind_rsa.blind(key.public, prepared)
    answer = blind_rsa.blind_sign(key, hidden.blinded)
    wrong = {
        "one bit": answer[:-1] + bytes([answer[-1] ^ 1]),
        "short": answer[1:],
        "the blinded message itself": hidden.blinded,
        "for another message": blind_rsa.blind_sign(key, blind_rsa.blind(key.public, prepared).blinded),
    }[change]
    with pytest.raises(WrongUse, match="issuer's answer"):
        blind_rsa.finalize(key.public, prepared, wrong, hidden.inverse)
    assert blind_rsa.finalize(key.public, prepared, answer, hidden.inverse)


def test_one_signature_has_one_spelling(key: BlindPrivateKey) -> None:
    """s + n has the same e-th power as s. Taking it would give a token a second spelling."""
    prepared = blind_rsa.prepare(b"message")
    hidden = blind_rsa.blind(key.public, prepared)
    signature = blind_rsa.finalize(key.public, prepared, blind_rsa.blind_sign(key, hidden.blinded), hidden.inverse)
    n_bytes = key.public.n_bytes
    assert blind_rsa.verify(key.public, prepared, signature)
    for other in (
        b"\x00" + signature,
        signature[:-1],
        (int.from_bytes(signature) + key.public.n).to_bytes(n_bytes + 1),
        (key.public.n - int.from_bytes(signature)).to_bytes(n_bytes),
        bytes(n_bytes),
        (1).to_bytes(n_bytes),
        b"",
    ):
        assert not blind_rsa.verify(key.public, prepared, other)


def test_a_key_with_a_known_factor_in_the_message_is_not_used(key: BlindPrivateKey) -> None:
    with pytest.raises(WrongUse, match="not a sound one"):
        blind_rsa.blinded_with(key.public, b"message", bytes(48), key.p)


def test_a_key_that_is_too_short_is_refused() -> None:
    with pytest.raises(WrongUse, match="too short"):
        blind_rsa.encoded(b"message", 512, bytes(48))
