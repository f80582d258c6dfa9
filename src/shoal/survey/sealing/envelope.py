"""Envelopes: one answer each, all of one size, bound to a survey and to a token.

What is sealed: the secret of whoever has the token (32 bytes), the length of the answer (four), the answer, and zeros.
The secret shows that nobody else sealed it. The zeros make all envelopes one size, which says nothing about the
answer. ``info`` binds an envelope to the survey file and to the token, so it can be opened neither as an answer to
another survey nor as that of another person.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from shoal.errors import WrongUse
from shoal.survey.sealing.suite import OVERHEAD_BYTES, sealed, unsealed

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey, EllipticCurvePublicKey

INFO = b"shoal survey answer 2\0"  # so that no other use of the key gives the same info
DIGEST_BYTES = TOKEN_ID_BYTES = 32  # of SHA-256
SECRET_BYTES = 32
LENGTH_BYTES = 4
STEP_BYTES = 256  # sizes are multiples of this, so that a small change of a survey does not show


@dataclass(frozen=True)
class Unsealed:
    """What was sealed. The secret is to be compared with the token or code that the envelope came with."""

    secret: bytes = field(repr=False)
    answer: bytes = field(repr=False)


def padded_size(largest_answer: int) -> int:
    """The bytes that are sealed for each answer of a survey."""
    return -(-(SECRET_BYTES + LENGTH_BYTES + largest_answer) // STEP_BYTES) * STEP_BYTES


def envelope_size(largest_answer: int) -> int:
    """The bytes of an envelope of a survey whose largest answer has so many bytes."""
    return padded_size(largest_answer) + OVERHEAD_BYTES


def seal(
    answer: bytes,
    public_key: EllipticCurvePublicKey,
    *,
    secret: bytes,
    survey_digest: bytes,
    token_id: bytes,
    size: int,
) -> bytes:
    """The envelope with an answer; ``size`` is that of the survey's envelopes."""
    room = size - OVERHEAD_BYTES - SECRET_BYTES - LENGTH_BYTES
    if len(secret) != SECRET_BYTES:
        raise WrongUse(f"The secret of a token or code has {SECRET_BYTES} bytes.")
    if len(answer) > room:
        raise WrongUse(f"The answer is longer than any answer to this survey: {len(answer)} bytes, not {room}.")
    padded = len(answer).to_bytes(LENGTH_BYTES, "big") + answer + bytes(room - len(answer))
    return sealed(secret + padded, public_key, _info(survey_digest, token_id))


def unseal(
    envelope: bytes, private_key: EllipticCurvePrivateKey, *, survey_digest: bytes, token_id: bytes, size: int
) -> Unsealed:
    """What is in an envelope. What is wrong with an envelope is said without a word of its content."""
    if len(envelope) != size:
        raise WrongUse(f"The envelope has {len(envelope)} bytes; those of this survey have {size}.")
    content = unsealed(envelope, private_key, _info(survey_digest, token_id))
    if content is None:
        raise WrongUse(
            "The envelope does not open: it was sealed for another key, another survey or another token, or it was "
            "changed."
        )
    secret, padded = content[:SECRET_BYTES], content[SECRET_BYTES:]
    length = int.from_bytes(padded[:LENGTH_BYTES], "big")
    answer, padding = padded[LENGTH_BYTES : LENGTH_BYTES + length], padded[LENGTH_BYTES + length :]
    if len(answer) != length or any(padding):
        raise WrongUse("The envelope opens, but its content is not padded as answers are.")
    return Unsealed(secret, answer)


def _info(survey_digest: bytes, token_id: bytes) -> bytes:
    if len(survey_digest) != DIGEST_BYTES or len(token_id) != TOKEN_ID_BYTES:
        raise WrongUse(f"The digest of a survey has {DIGEST_BYTES} bytes, and the id of a token {TOKEN_ID_BYTES}.")
    return INFO + survey_digest + token_id
