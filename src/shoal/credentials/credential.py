"""A credential: a pseudonym for one provider, signed with the key of a place. A provider checks it alone.

What is signed is, in bytes: 32 random ones (RFC 9474, section 4.1), the prefix, the SHA-256 of the provider's name, and
the pseudonym. Which place and generation it is for is said by the key that fits (`place_list.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoal.blind_signatures.blind_rsa import BlindPublicKey
from shoal.blind_signatures.plain_bytes import base64url
from shoal.blind_signatures.signed_message import SignedMessage
from shoal.credentials.pseudonyms import PSEUDONYM_BYTES, provider_digest
from shoal.errors import WrongUse

CREDENTIAL_PREFIX = b"shoal credential 1\0"  # so that a signature under a credential is under nothing else


class NotACredential(WrongUse):
    """This is no credential for this provider at this place."""


def credential_message(name: str, pseudonym: bytes) -> bytes:
    """What a device has signed: for whom, and under which pseudonym."""
    return CREDENTIAL_PREFIX + provider_digest(name) + pseudonym


def check_credential(place_key: BlindPublicKey, name: str, content: Mapping[str, Any]) -> str:
    """The pseudonym (base64url), if this key signed it for the provider of this name; else `NotACredential`."""
    try:
        found = SignedMessage.from_dict(content, "a credential")
    except WrongUse as error:
        raise NotACredential(str(error)) from None
    start = credential_message(name, b"")
    if len(found.message) != len(start) + PSEUDONYM_BYTES or not found.message.startswith(start):
        raise NotACredential("The credential is not for this provider.")
    if not found.is_signed_by(place_key):
        raise NotACredential("The credential does not carry the signature of this place.")
    return base64url(found.message[len(start) :])
