"""A finished token: what stands in the place of a name, and the one function that checks it.

The id of a token is the SHA-256 of its prepared message. The signature is not part of it: the issuer could make a
second signature of the same message, and that must not become a second token. The message commits to a secret, which
nobody sees but whoever made the token and, inside a sealed answer, whoever closes the survey (`secret.py`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from shoal.blind_signatures.blind_rsa import RANDOMIZER_BYTES, BlindPublicKey, verify
from shoal.blind_signatures.plain_bytes import base64url, bytes_of
from shoal.errors import WrongUse
from shoal.survey.tokens.secret import commitment_to, proof_of
from shoal.survey.tokens.survey_digest import DIGEST_BYTES, digest_bytes

TOKEN_PREFIX = b"shoal survey token 2\0"  # so that a signature under a token is under nothing else
FIRST_PREFIX = b"shoal survey token 1\0"  # of tokens without a secret
COMMITMENT_BYTES = 32  # of SHA-256
PREPARED_BYTES = RANDOMIZER_BYTES + len(TOKEN_PREFIX) + DIGEST_BYTES + COMMITMENT_BYTES
MEMBERS = frozenset(("prepared", "signature"))


class NotAToken(WrongUse):
    """This is no token of this survey."""


@dataclass(frozen=True)
class Token:
    """A prepared message with the issuer's signature, and the secret of whoever made it."""

    prepared: bytes = field(repr=False)
    signature: bytes = field(repr=False)
    secret: bytes = field(repr=False)

    @property
    def id(self) -> str:
        """What names it: 64 signs."""
        return _id(self.prepared)

    def to_dict(self) -> dict[str, str]:
        """Plain data, as it is sent: without the secret."""
        return {"prepared": base64url(self.prepared), "signature": base64url(self.signature)}


@dataclass(frozen=True)
class Admitted:
    """A token or code that is good for a survey: what names it, and what its owner committed to."""

    id: str  # 64 signs
    commitment: bytes = field(repr=False)

    @property
    def has_card(self) -> bool:
        """Whether it is a code: its id is the commitment itself."""
        return bytes.fromhex(self.id) == self.commitment

    def is_owned_with(self, secret: bytes) -> bool:
        """Whether whoever knows this secret made the token, or has the card."""
        return commitment_to(proof_of(secret)) == self.commitment


def token_message(survey_digest: str, secret: bytes) -> bytes:
    """What a respondent has signed: it names the survey, and commits to a secret."""
    return TOKEN_PREFIX + digest_bytes(survey_digest) + commitment_to(proof_of(secret))


def check_token(survey_digest: str, issuer_public_key: BlindPublicKey, token: Mapping[str, Any]) -> Admitted:
    """The token's id and commitment, if the issuer signed it for this survey; else `NotAToken`.

    Two tokens with one id are one token: its second answer takes the place of the first, or is refused.
    """
    prepared, signature = _read(token)
    message, start = prepared[RANDOMIZER_BYTES:], TOKEN_PREFIX + digest_bytes(survey_digest)
    if message.startswith(FIRST_PREFIX):
        raise NotAToken("The token has format 1, under which others could answer. Use the Shoal that made the survey.")
    if len(prepared) != PREPARED_BYTES or not message.startswith(start):
        raise NotAToken("The token is not for this survey.")
    if not verify(issuer_public_key, prepared, signature):
        raise NotAToken("The token does not carry the signature of this survey's issuer.")
    return Admitted(_id(prepared), message[len(start) :])


def _id(prepared: bytes) -> str:
    return hashlib.sha256(prepared).hexdigest()


def _read(token: Mapping[str, Any]) -> tuple[bytes, bytes]:
    if not isinstance(token, Mapping) or set(token) != MEMBERS:
        raise NotAToken("A token has two members, prepared and signature.")
    try:
        prepared, signature = (bytes_of(token[name], f"'{name}' of a token") for name in ("prepared", "signature"))
    except WrongUse as error:
        raise NotAToken(str(error)) from None
    return prepared, signature
