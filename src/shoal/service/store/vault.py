"""The vault: exact coordinates are sealed before they are stored, and opened only to assign or to design.

AES-256-GCM with a random nonce. The id of the device is bound to the seal, so that one device's location cannot be put
into another one's row; rule and outlines of a design are bound to their generation. Several keys can be given: the
first seals, all of them open. A key is replaced by putting the new one first, resealing (`shoal db reseal`), and taking
the old one away.

| bytes | what |
|---|---|
| 4 | beginning of SHA-256 of the key's name: which key |
| 12 | nonce |
| … | sealed content with its 16-byte tag |
"""

from __future__ import annotations

import hashlib
import os
import struct
from collections.abc import Sequence

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from shoal.errors import WrongUse

KEY_BYTES = 32
NONCE_BYTES = 12
NAME_BYTES = 4
PURPOSE = b"shoal service vault 1"
COORDINATES = struct.Struct("<dd")


class Vault:
    """Seals and opens with the keys it was given."""

    def __init__(self, keys: Sequence[str]) -> None:
        if not keys:
            raise WrongUse("The vault has no key. Set SHOAL_KEY or SHOAL_KEY_FILE.")
        ciphers = [_cipher(key) for key in keys]
        self._by_name = dict(ciphers)
        self._name, self._cipher = ciphers[0]

    def seal(self, content: bytes, bound_to: str) -> bytes:
        """Encrypt; decrypting needs the same ``bound_to``."""
        nonce = os.urandom(NONCE_BYTES)
        return self._name + nonce + self._cipher.encrypt(nonce, content, bound_to.encode())

    def open(self, sealed: bytes, bound_to: str) -> bytes:
        """Decrypt, or say what is wrong: the key is missing, or the content is not what was sealed."""
        cipher = self._by_name.get(sealed[:NAME_BYTES])
        if cipher is None:
            raise WrongUse(
                "What is stored was sealed with a key that is not among those given. "
                "Give the old key after the new one in SHOAL_KEY or the key file."
            )
        body = NAME_BYTES + NONCE_BYTES
        try:
            return cipher.decrypt(sealed[NAME_BYTES:body], sealed[body:], bound_to.encode())
        except InvalidTag:
            raise WrongUse("What is stored has been changed since it was sealed. Restore it from a backup.") from None

    def needs_resealing(self, sealed: bytes) -> bool:
        """Whether another key than the first sealed this."""
        return sealed[:NAME_BYTES] != self._name

    def resealed(self, sealed: bytes, bound_to: str) -> bytes:
        """The same content, sealed with the first key."""
        return self.seal(self.open(sealed, bound_to), bound_to)

    def seal_home(self, latitude: float, longitude: float, device_id: str) -> bytes:
        """Encrypt a home location for the row of its device."""
        return self.seal(COORDINATES.pack(latitude, longitude), device_id)

    def open_home(self, sealed: bytes, device_id: str) -> tuple[float, float]:
        """Latitude and longitude of a home."""
        latitude, longitude = COORDINATES.unpack(self.open(sealed, device_id))
        return latitude, longitude


def _cipher(key: str) -> tuple[bytes, AESGCM]:
    """The name of a key and the cipher made of it. The name is derived, so it tells nothing about the key."""
    material = HKDF(SHA256(), KEY_BYTES + NAME_BYTES, salt=None, info=PURPOSE).derive(key.encode())
    return hashlib.sha256(material[KEY_BYTES:]).digest()[:NAME_BYTES], AESGCM(material[:KEY_BYTES])
