"""Passphrases: the bytes of one do not depend on the keyboard on which it was typed."""

from __future__ import annotations

import unicodedata


def composed(passphrase: str) -> str:
    """A passphrase as it counts: some systems type ü as one character, others as u and two dots (NFC: RFC 8265)."""
    return unicodedata.normalize("NFC", passphrase)


def passphrase_bytes(passphrase: str) -> bytes:
    """What a key is made of."""
    return composed(passphrase).encode("utf-8")
