"""What encrypts a private key: a passphrase, or a key that trustees share. The encryption is AES-GCM.

What a key file says in clear (whose key, how it is protected) is authenticated with it, so nobody can exchange it.
"""

from __future__ import annotations

import os
import secrets
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from shoal.errors import ParameterError, Setting, WrongUse
from shoal.passphrases import passphrase_bytes, shown_letters
from shoal.survey.sealing.suite import needs_sealing
from shoal.survey.sealing.trustees import Part, Split, combined

NONCE_BYTES = 12  # of AES-GCM, NIST SP 800-38D section 5.2.1.1
SALT_BYTES = 16  # RFC 8018 section 4.1 asks for at least 8
SCRYPT_N, SCRYPT_R, SCRYPT_P = 2**17, 8, 1  # OWASP Password Storage Cheat Sheet: 128 MiB
SHORTEST_PASSPHRASE = 15  # letters; NIST SP 800-63B-4, section 3.1.1.2, for a password that stands alone
FEWEST_DIFFERENT = 5  # letters: a pattern that repeats after four has at most four; four words by chance have nine
KEY_BYTES = 32  # of AES-256


@dataclass(frozen=True)
class PassphraseProtection:
    """scrypt (RFC 7914) makes the key from a passphrase."""

    KIND: ClassVar[str] = "passphrase"

    salt: bytes
    n: int = SCRYPT_N
    r: int = SCRYPT_R
    p: int = SCRYPT_P

    @classmethod
    def new(cls, passphrase: str) -> PassphraseProtection:
        """A salt of its own; a passphrase that is too short, or hardly more than a repeated letter, is refused."""
        letters = shown_letters(passphrase)
        if len(letters) < SHORTEST_PASSPHRASE or len(set(letters)) < FEWEST_DIFFERENT:
            raise ParameterError(
                Setting("passphrase"),
                f" must have at least {SHORTEST_PASSPHRASE} letters, and {FEWEST_DIFFERENT} different ones. Blanks and "
                "invisible signs do not count.",
                hint="Whoever copies the key file can try as many passphrases as they like. Take four words by chance.",
            )
        return cls(os.urandom(SALT_BYTES))

    def key(self, passphrase: str) -> bytes:
        """The key that the passphrase gives."""
        with needs_sealing():
            from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
        return Scrypt(self.salt, KEY_BYTES, self.n, self.r, self.p).derive(passphrase_bytes(passphrase))

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {"kind": self.KIND, "n": self.n, "r": self.r, "p": self.p, "salt": text_of_bytes(self.salt)}


Protection = PassphraseProtection | Split


@dataclass(frozen=True)
class Unlocked:
    """The content that was protected, None where it could not be opened; and trustees' parts that were altered."""

    content: bytes | None = field(repr=False)
    wrong_parts: tuple[Part, ...] = ()


def protection_from(data: Mapping[str, Any]) -> Protection:
    """What ``to_dict`` described; the schema has been checked."""
    if data["kind"] == Split.KIND:
        return Split(data["split"], data["needed"], data["parts"])
    return PassphraseProtection(b64decode(data["salt"]), data["n"], data["r"], data["p"])


def open_protected(
    protection: Protection, data: Mapping[str, str], told: bytes, *, passphrase: str | None, parts: tuple[Part, ...]
) -> Unlocked:
    """What `encrypted` made of a private key; what is missing, or not needed, is said."""
    if isinstance(protection, PassphraseProtection):
        if parts:
            raise WrongUse("This key is protected by a passphrase. It has no trustees, so leave the parts out.")
        if passphrase is None:
            raise WrongUse("This key is protected by a passphrase.", hint=("Give it with ", Setting("passphrase"), "."))
        return Unlocked(decrypted(data, protection.key(passphrase), told))
    if passphrase is not None:
        raise WrongUse("This key is in the hands of trustees. It has no passphrase, so leave that out.")
    found = combined(protection, parts, lambda key: decrypted(data, key, told) is not None)
    return Unlocked(None if found.key is None else decrypted(data, found.key, told), found.wrong)


def encrypted(content: bytes, key: bytes, told: bytes) -> dict[str, str]:
    """Nonce and ciphertext; ``told`` is authenticated with them."""
    with needs_sealing():
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    nonce = secrets.token_bytes(NONCE_BYTES)
    return {"nonce": text_of_bytes(nonce), "ciphertext": text_of_bytes(AESGCM(key).encrypt(nonce, content, told))}


def decrypted(data: Mapping[str, str], key: bytes, told: bytes) -> bytes | None:
    """The content; None where the key is another one, or anything was changed."""
    with needs_sealing():
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    try:
        return AESGCM(key).decrypt(b64decode(data["nonce"]), b64decode(data["ciphertext"]), told)
    except InvalidTag:
        return None


def text_of_bytes(raw: bytes) -> str:
    """Bytes in base64."""
    return b64encode(raw).decode("ascii")
