"""The secret of whoever has a token or a card, and what others see of it: nobody else can seal an answer that counts.

    secret      32 random bytes, or made of the code on a card. It is in the sealed answer, and nowhere else
    proof       SHA-256 of the secret. The repository sees it with each answer, and does not store it
    commitment  SHA-256 of the proof. It is in the token that the issuer signs; of a card it is the id

Each step covers the words of its prefix, so that no value of one kind is a value of another. Closing opens the answer,
takes both steps from the secret in it, and compares.
"""

from __future__ import annotations

import hashlib
import secrets

from shoal.survey.tokens.codes import read_code
from shoal.survey.tokens.survey_digest import digest_bytes

SECRET_BYTES = 32  # as many as SHA-256 gives
PROOF_PREFIX = b"shoal survey proof 1\0"
COMMITMENT_PREFIX = b"shoal survey commitment 1\0"
CODE_PREFIX = b"shoal survey code 2\0"


def new_secret() -> bytes:
    """For a token: drawn on the respondent's device."""
    return secrets.token_bytes(SECRET_BYTES)


def secret_of_code(survey_digest: str, code: str) -> bytes:
    """For a card: whoever types the code again, on whatever device, has the same secret. Other surveys have others."""
    return hashlib.sha256(CODE_PREFIX + digest_bytes(survey_digest) + read_code(code).encode("ascii")).digest()


def proof_of(secret: bytes) -> bytes:
    """What the sender of an answer shows to the repository."""
    return hashlib.sha256(PROOF_PREFIX + secret).digest()


def commitment_to(proof: bytes) -> bytes:
    """What everybody may see."""
    return hashlib.sha256(COMMITMENT_PREFIX + proof).digest()


def code_id(survey_digest: str, code: str) -> str:
    """The id of a printed code (64 signs), which takes the place of a token's id. Nobody can answer with an id."""
    return commitment_to(proof_of(secret_of_code(survey_digest, code))).hex()
