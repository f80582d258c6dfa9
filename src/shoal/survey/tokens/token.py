"""A finished token: what stands in the place of a name, and the one function that checks it.

The id of a token is the SHA-256 of its prepared message. The signature is not part of it: the issuer could make a
second signature of the same message, and that must not become a second token.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from shoal.blind_signatures.blind_rsa import RANDOMIZER_BYTES, BlindPublicKey, verify
from shoal.blind_signatures.plain_bytes import base64url, bytes_of
from shoal.errors import WrongUse
from shoal.survey.tokens.codes import read_code
from shoal.survey.tokens.survey_digest import DIGEST_BYTES, digest_bytes

TOKEN_PREFIX = b"shoal survey token 1\0"  # so that a signature under a token is under nothing else
CODE_PREFIX = b"shoal survey code 1\0"
NONCE_BYTES = 32
PREPARED_BYTES = RANDOMIZER_BYTES + len(TOKEN_PREFIX) + DIGEST_BYTES + NONCE_BYTES
MEMBERS = frozenset(("prepared", "signature"))


class NotAToken(WrongUse):
    """This is no token of this survey."""


@dataclass(frozen=True)
class Token:
    """A prepared message with the issuer's signature."""

    prepared: bytes = field(repr=False)
    signature: bytes = field(repr=False)

    def to_dict(self) -> dict[str, str]:
        """Plain data, as it is sent."""
        return {"prepared": base64url(self.prepared), "signature": base64url(self.signature)}


def token_message(survey_digest: str, nonce: bytes) -> bytes:
    """What a respondent has signed: it names the survey, and is different for each respondent."""
    return TOKEN_PREFIX + digest_bytes(survey_digest) + nonce


def check_token(survey_digest: str, issuer_public_key: BlindPublicKey, token: Mapping[str, Any]) -> str:
    """The id of a token (64 signs), if the issuer signed it for this survey; else `NotAToken`.

    Two tokens with one id are one token: its second answer takes the place of the first, or is refused.
    """
    found = _read(token)
    start = TOKEN_PREFIX + digest_bytes(survey_digest)
    if len(found.prepared) != PREPARED_BYTES or not found.prepared[RANDOMIZER_BYTES:].startswith(start):
        raise NotAToken("The token is not for this survey.")
    if not verify(issuer_public_key, found.prepared, found.signature):
        raise NotAToken("The token does not carry the signature of this survey's issuer.")
    return hashlib.sha256(found.prepared).hexdigest()


def code_id(survey_digest: str, code: str) -> str:
    """The id of a printed code, which takes the place of a token's id."""
    return hashlib.sha256(CODE_PREFIX + digest_bytes(survey_digest) + read_code(code).encode("ascii")).hexdigest()


def _read(token: Mapping[str, Any]) -> Token:
    if not isinstance(token, Mapping) or set(token) != MEMBERS:
        raise NotAToken("A token has two members, prepared and signature.")
    try:
        prepared, signature = (bytes_of(token[name], f"'{name}' of a token") for name in ("prepared", "signature"))
    except WrongUse as error:
        raise NotAToken(str(error)) from None
    return Token(prepared, signature)
