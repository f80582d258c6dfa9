"""Bytes as text: base64url without padding (RFC 4648, section 5), one spelling for each value."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error

from shoal.errors import WrongUse

DIGEST_BYTES = 32  # of SHA-256
DIGEST_PREFIX = "sha256:"


def base64url(content: bytes) -> str:
    """The text."""
    return urlsafe_b64encode(content).decode("ascii").rstrip("=")


def bytes_of(text: object, what: str) -> bytes:
    """The bytes; a second spelling of the same bytes is refused, so that nothing has two."""
    problem = WrongUse(f"{what} must be a text in base64url without padding.")
    if not isinstance(text, str) or not text.isascii():
        raise problem
    try:
        content = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (ValueError, Base64Error):
        raise problem from None
    if base64url(content) != text:
        raise problem
    return content


def digest_bytes(survey_digest: str) -> bytes:
    """The digest of a survey file: 64 signs 0 to 9 and a to f, with or without sha256: before them."""
    text = survey_digest.removeprefix(DIGEST_PREFIX)
    if len(text) != 2 * DIGEST_BYTES or any(sign not in "0123456789abcdef" for sign in text):
        raise WrongUse("The digest of a survey has 64 signs, 0 to 9 and a to f.")
    return bytes.fromhex(text)
