"""What comes out of a blind signature: a prepared message, and the signature of whoever did not see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from shoal.blind_signatures.blind_rsa import RANDOMIZER_BYTES, BlindPublicKey, verify
from shoal.blind_signatures.plain_bytes import base64url, bytes_of
from shoal.errors import WrongUse

MEMBERS = frozenset(("prepared", "signature"))


@dataclass(frozen=True)
class SignedMessage:
    """As it is sent and checked."""

    prepared: bytes = field(repr=False)
    signature: bytes = field(repr=False)

    @property
    def message(self) -> bytes:
        """What was signed, without the random beginning."""
        return self.prepared[RANDOMIZER_BYTES:]

    def is_signed_by(self, key: BlindPublicKey) -> bool:
        """Whether this key signed it."""
        return verify(key, self.prepared, self.signature)

    def to_dict(self) -> dict[str, str]:
        """Plain data."""
        return {"prepared": base64url(self.prepared), "signature": base64url(self.signature)}

    @classmethod
    def from_dict(cls, content: Mapping[str, Any], what: str) -> SignedMessage:
        """What was sent; ``what`` it should be is said in a refusal: "a credential"."""
        if not isinstance(content, Mapping) or set(content) != MEMBERS:
            raise WrongUse(f"{what.capitalize()} has two members, prepared and signature.")
        return cls(*(bytes_of(content[name], f"'{name}' of {what}") for name in ("prepared", "signature")))
