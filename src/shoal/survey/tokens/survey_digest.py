"""The digest of a survey file, which tokens, codes and envelopes contain."""

from __future__ import annotations

from shoal.errors import WrongUse

DIGEST_BYTES = 32  # of SHA-256
DIGEST_PREFIX = "sha256:"


def digest_bytes(survey_digest: str) -> bytes:
    """The bytes of a digest: 64 signs 0 to 9 and a to f, with or without sha256: before them."""
    text = survey_digest.removeprefix(DIGEST_PREFIX)
    if len(text) != 2 * DIGEST_BYTES or any(sign not in "0123456789abcdef" for sign in text):
        raise WrongUse("The digest of a survey has 64 signs, 0 to 9 and a to f.")
    return bytes.fromhex(text)
