"""Bearer tokens and client keys: shown or given once, stored as keyed hashes.

A token is 256 random bits, so a fast hash is enough: there is nothing to guess. Client keys can be guessed (customer
numbers), therefore the hash is keyed with a pepper that is stored sealed.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from shoal.service.problems import WrongToken

TOKEN_BYTES = 32
ID_BYTES = 16
PEPPER_BYTES = 32
LONGEST_TOKEN = 256  # characters that are looked at; ours have 43
NOBODY = b"\0" * 32  # compared with when there is no such device, so that the answer takes as long


def new_id() -> str:
    """A random name for a device."""
    return secrets.token_urlsafe(ID_BYTES)


def new_token() -> str:
    """What a device shows to be recognised."""
    return secrets.token_urlsafe(TOKEN_BYTES)


class TokenHasher:
    """Keyed hashes of tokens and client keys."""

    def __init__(self, pepper: bytes) -> None:
        self._pepper = pepper

    def token(self, token: str) -> bytes:
        """The hash of a token."""
        return self._hash(b"token", token)

    def client_key(self, key: str) -> bytes:
        """The hash of a key from an address directory."""
        return self._hash(b"client key", key)

    def idempotency_key(self, key: str) -> bytes:
        """The hash of a key that makes a single sign-up repeatable; never equal to that of a client key."""
        return self._hash(b"idempotency key", key)

    def token_is(self, token: str, stored: bytes) -> bool:
        """Whether this is the token behind the stored hash; takes the same time whatever the answer."""
        return hmac.compare_digest(self.token(token), stored)

    def require(self, token: str, stored: bytes | None) -> None:
        """Refuse a wrong token; None: there is no such device, and the answer takes as long."""
        right = self.token_is(token, NOBODY if stored is None else stored)
        if stored is None or not right:
            raise WrongToken

    def _hash(self, purpose: bytes, text: str) -> bytes:
        return hmac.new(self._pepper, purpose + b"\0" + text.encode("utf-8", "surrogatepass"), hashlib.sha256).digest()
