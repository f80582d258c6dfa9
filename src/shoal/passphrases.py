"""Passphrases: the bytes of one do not depend on the keyboard on which it was typed."""

from __future__ import annotations

import unicodedata

INVISIBLE = ("C", "Z")  # first letters of Unicode's categories: controls and formats, separators


def composed(passphrase: str) -> str:
    """A passphrase as it counts: some systems type ü as one character, others as u and two dots (NFC: RFC 8265)."""
    return unicodedata.normalize("NFC", passphrase)


def shown_letters(passphrase: str) -> str:
    """What somebody who guesses has to guess: without blanks and signs that no screen shows."""
    return "".join(letter for letter in composed(passphrase) if unicodedata.category(letter)[0] not in INVISIBLE)


def passphrase_bytes(passphrase: str) -> bytes:
    """What a key is made of."""
    return composed(passphrase).encode("utf-8")
