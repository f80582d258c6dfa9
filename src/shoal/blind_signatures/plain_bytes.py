"""Bytes as text: base64url without padding (RFC 4648, section 5), one spelling for each value."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error

from shoal.errors import WrongUse


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
