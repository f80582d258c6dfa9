"""Envelopes: one answer each, all of one size, bound to a survey and to a token.

Before it is sealed, an answer is padded: four bytes with its length, the answer, zeros. So the size of an envelope says
nothing about the answer. ``info`` binds an envelope to the survey file and to the token, so it can be opened neither as
an answer to another survey nor as that of another person.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shoal.errors import WrongUse
from shoal.survey.sealing.suite import OVERHEAD_BYTES, sealed, unsealed

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey, EllipticCurvePublicKey

INFO = b"shoal survey answer 1\0"  # so that no other use of the key gives the same info
DIGEST_BYTES = TOKEN_ID_BYTES = 32  # of SHA-256
LENGTH_BYTES = 4
STEP_BYTES = 256  # sizes are multiples of this, so that a small change of a survey does not show


def padded_size(largest_answer: int) -> int:
    """The bytes to which the answers of a survey are padded."""
    return -(-(LENGTH_BYTES + largest_answer) // STEP_BYTES) * STEP_BYTES


def envelope_size(largest_answer: int) -> int:
    """The bytes of an envelope of a survey whose largest answer has so many bytes."""
    return padded_size(largest_answer) + OVERHEAD_BYTES


def seal(
    answer: bytes, public_key: EllipticCurvePublicKey, *, survey_digest: bytes, token_id: bytes, size: int
) -> bytes:
    """The envelope with an answer; ``size`` is that of the survey's envelopes."""
    room = size - OVERHEAD_BYTES - LENGTH_BYTES
    if len(answer) > room:
        raise WrongUse(f"The answer is longer than any answer to this survey: {len(answer)} bytes, not {room}.")
    padded = len(answer).to_bytes(LENGTH_BYTES, "big") + answer + bytes(room - len(answer))
    return sealed(padded, public_key, _info(survey_digest, token_id))


def unseal(
    envelope: bytes, private_key: EllipticCurvePrivateKey, *, survey_digest: bytes, token_id: bytes, size: int
) -> bytes:
    """The answer in an envelope. What is wrong with an envelope is said without a word of its content."""
    if len(envelope) != size:
        raise WrongUse(f"The envelope has {len(envelope)} bytes; those of this survey have {size}.")
    padded = unsealed(envelope, private_key, _info(survey_digest, token_id))
    if padded is None:
        raise WrongUse(
            "The envelope does not open: it was sealed for another key, another survey or another token, or it was "
            "changed."
        )
    length = int.from_bytes(padded[:LENGTH_BYTES], "big")
    answer, padding = padded[LENGTH_BYTES : LENGTH_BYTES + length], padded[LENGTH_BYTES + length :]
    if len(answer) != length or any(padding):
        raise WrongUse("The envelope opens, but its content is not padded as answers are.")
    return answer


def _info(survey_digest: bytes, token_id: bytes) -> bytes:
    if len(survey_digest) != DIGEST_BYTES or len(token_id) != TOKEN_ID_BYTES:
        raise WrongUse(f"The digest of a survey has {DIGEST_BYTES} bytes, and the id of a token {TOKEN_ID_BYTES}.")
    return INFO + survey_digest + token_id
