"""Envelopes: what RFC 9180 says, one size for all, and nothing opens that was sealed for anything else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sealing_toys import BOUND, SECRET, SIZE, SURVEY, TOKEN, private_key

from shoal.errors import WrongUse
from shoal.survey.sealing.envelope import (
    INFO,
    LENGTH_BYTES,
    SECRET_BYTES,
    STEP_BYTES,
    Unsealed,
    envelope_size,
    padded_size,
    seal,
    unseal,
)
from shoal.survey.sealing.suite import OVERHEAD_BYTES, key_of_text, key_text, sealed

VECTOR = json.loads((Path(__file__).parent / "rfc9180.json").read_text("utf-8"))


def test_the_published_vector_opens() -> None:
    """The library's public functions take no additional data, and the vectors of the RFC have some. So this test asks
    the function below them, with the suite that envelopes are sealed with."""
    from cryptography.hazmat.bindings._rust import openssl
    from cryptography.hazmat.primitives.asymmetric import ec

    from shoal.survey.sealing.suite import _suite

    hexes = {name: bytes.fromhex(text) for name, text in VECTOR.items() if name != "about"}
    key = ec.derive_private_key(int.from_bytes(hexes["skRm"], "big"), ec.SECP256R1())
    opened = openssl.hpke._decrypt_with_aad(
        _suite(), hexes["enc"] + hexes["ct"], key, info=hexes["info"], aad=hexes["aad"]
    )
    assert opened == hexes["plaintext"]


@given(st.binary(max_size=100))
def test_what_was_sealed_opens_again(answer: bytes) -> None:
    key = private_key()
    envelope = seal(answer, key.public_key(), secret=SECRET, **BOUND)
    assert len(envelope) == SIZE
    assert unseal(envelope, key, **BOUND) == Unsealed(SECRET, answer)


def test_two_envelopes_of_one_answer_have_nothing_in_common() -> None:
    key = private_key()
    one, two = (seal(b"yes", key.public_key(), secret=SECRET, **BOUND) for _ in range(2))
    assert len(one) == len(two)
    assert sum(a == b for a, b in zip(one[1:], two[1:], strict=True)) < 20  # of 336; 1 in 256 agrees by chance


@pytest.mark.parametrize(
    ("largest", "padded"), [(1, 256), (220, 256), (221, 512), (476, 512), (477, 768), (100_000, 100_096)]
)
def test_sizes_are_multiples_of_a_step(largest: int, padded: int) -> None:
    assert padded_size(largest) == padded
    assert padded % STEP_BYTES == 0 and padded >= largest + LENGTH_BYTES + SECRET_BYTES
    assert envelope_size(largest) == padded + OVERHEAD_BYTES


def test_the_largest_answer_fits_and_one_byte_more_does_not() -> None:
    key, bound = private_key(), {**BOUND, "size": envelope_size(220)}
    envelope = seal(b"x" * 220, key.public_key(), secret=SECRET, **bound)
    assert unseal(envelope, key, **bound).answer == b"x" * 220
    with pytest.raises(WrongUse, match="longer than any answer"):
        seal(b"x" * 221, key.public_key(), secret=SECRET, **bound)


@pytest.mark.parametrize("secret", [b"", SECRET[:-1], SECRET + b"!"])
def test_a_secret_of_another_length_is_refused(secret: bytes) -> None:
    """Otherwise its end could be read as the beginning of the answer."""
    with pytest.raises(WrongUse, match="32 bytes"):
        seal(b"yes", private_key().public_key(), secret=secret, **BOUND)


@pytest.mark.parametrize("other", [{"survey_digest": TOKEN}, {"token_id": SURVEY}])
def test_an_envelope_of_another_survey_or_token_does_not_open(other: dict[str, bytes]) -> None:
    key = private_key()
    envelope = seal(b"yes", key.public_key(), secret=SECRET, **BOUND)
    with pytest.raises(WrongUse, match="does not open"):
        unseal(envelope, key, **{**BOUND, **other})
    with pytest.raises(WrongUse, match="does not open"):
        unseal(envelope, private_key(5), **BOUND)


@pytest.mark.parametrize("position", [0, 1, 40, 64, 65, 200, SIZE - 1])
def test_an_envelope_with_one_bit_changed_does_not_open(position: int) -> None:
    key = private_key()
    envelope = bytearray(seal(b"yes", key.public_key(), secret=SECRET, **BOUND))
    envelope[position] ^= 1
    with pytest.raises(WrongUse, match="does not open"):
        unseal(bytes(envelope), key, **BOUND)


@pytest.mark.parametrize("length", [0, 1, 64, 65, 80, SIZE - 1, SIZE + 1, 10_000])
def test_an_envelope_of_another_size_is_refused_before_it_is_opened(length: int) -> None:
    with pytest.raises(WrongUse, match=f"has {length} bytes; those of this survey have {SIZE}"):
        unseal(bytes(length), private_key(), **BOUND)


@pytest.mark.parametrize(
    "padded",
    [
        SECRET + (3).to_bytes(4, "big") + b"yes" + b"\0" * 216 + b"!",
        SECRET + (221).to_bytes(4, "big") + b"x" * 220,
        b"\xff" * 256,
    ],
)
def test_wrong_padding_is_refused(padded: bytes) -> None:
    """A mark in the padding would tell one respondent from another."""
    key = private_key()
    envelope = sealed(padded, key.public_key(), INFO + SURVEY + TOKEN)
    with pytest.raises(WrongUse, match="not padded"):
        unseal(envelope, key, **BOUND)


def test_what_an_envelope_is_bound_to_has_a_fixed_length() -> None:
    """Otherwise the end of a digest could be read as the beginning of a token."""
    shifted = {**BOUND, "survey_digest": SURVEY + b"x", "token_id": TOKEN[:-1]}
    with pytest.raises(WrongUse, match="32 bytes"):
        seal(b"yes", private_key().public_key(), secret=SECRET, **shifted)


@pytest.mark.parametrize("text", ["", "B" * 87 + "=", "AAAA", "Ä", "BAAA"])
def test_a_text_that_is_no_public_key_is_refused(text: str) -> None:
    with pytest.raises(WrongUse, match="no point of the curve"):
        key_of_text(text)


def test_a_public_key_keeps_its_text() -> None:
    text = key_text(private_key().public_key())
    assert text == key_text(key_of_text(text)) and len(text) == 88 and text[0] == "B"
