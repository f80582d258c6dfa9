"""A credential: a pseudonym for one provider, signed with the key of a place. A provider checks it alone.

What is signed is, in bytes: 32 random ones (RFC 9474, section 4.1), the prefix, the SHA-256 of the provider's name, and
the pseudonym. Which place and generation it is for is said by the key that fits (`place_list.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from shoal.blind_signatures.blind_rsa import RANDOMIZER_BYTES, BlindPublicKey, verify
from shoal.blind_signatures.plain_bytes import base64url, bytes_of
from shoal.credentials.pseudonyms import PSEUDONYM_BYTES, provider_digest
from shoal.errors import WrongUse

CREDENTIAL_PREFIX = b"shoal credential 1\0"  # so that a signature under a credential is under nothing else
MEMBERS = frozenset(("prepared", "signature"))


class NotACredential(WrongUse):
    """This is no credential for this provider at this place."""


@dataclass(frozen=True)
class Credential:
    """A prepared message with the signature of a place's key."""

    prepared: bytes = field(repr=False)
    signature: bytes = field(repr=False)

    def to_dict(self) -> dict[str, str]:
        """Plain data, as it is sent."""
        return {"prepared": base64url(self.prepared), "signature": base64url(self.signature)}

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> Credential:
        """What was sent."""
        if not isinstance(content, Mapping) or set(content) != MEMBERS:
            raise NotACredential("A credential has two members, prepared and signature.")
        try:
            return cls(*(bytes_of(content[name], f"'{name}' of a credential") for name in ("prepared", "signature")))
        except WrongUse as error:
            raise NotACredential(str(error)) from None


def credential_message(name: str, pseudonym: bytes) -> bytes:
    """What a device has signed: for whom, and under which pseudonym."""
    return CREDENTIAL_PREFIX + provider_digest(name) + pseudonym


def check_credential(place_key: BlindPublicKey, name: str, content: Mapping[str, Any]) -> str:
    """The pseudonym (base64url), if this key signed it for the provider of this name; else `NotACredential`."""
    found = Credential.from_dict(content)
    start, end = found.prepared[:-PSEUDONYM_BYTES], found.prepared[-PSEUDONYM_BYTES:]
    if len(start) < RANDOMIZER_BYTES or start[RANDOMIZER_BYTES:] != credential_message(name, b""):
        raise NotACredential("The credential is not for this provider.")
    if not verify(place_key, found.prepared, found.signature):
        raise NotACredential("The credential does not carry the signature of this place.")
    return base64url(end)
