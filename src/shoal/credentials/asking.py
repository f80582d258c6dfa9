"""The device's side: a credential is asked for without being shown, and finished from the anonymiser's answer.

The device's page does the same in JavaScript (`service/device_page/credentials.js`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from shoal.blind_signatures.blind_rsa import BlindPublicKey, blind, finalize, prepare
from shoal.blind_signatures.signed_message import SignedMessage
from shoal.credentials.credential import credential_message
from shoal.credentials.pseudonyms import pseudonym


@dataclass(frozen=True)
class CredentialRequest:
    """What is sent (``blinded``), and what the device keeps until the answer is there."""

    key: BlindPublicKey
    blinded: bytes
    prepared: bytes = field(repr=False)
    inverse: bytes = field(repr=False)

    @classmethod
    def of(cls, place_key: BlindPublicKey, provider: str, secret: bytes) -> CredentialRequest:
        """For the device with this secret. The key must be that of its place in the list that everybody sees."""
        prepared = prepare(credential_message(provider, pseudonym(secret, place_key, provider)))
        hidden = blind(place_key, prepared)
        return cls(place_key, hidden.blinded, prepared, hidden.inverse)

    def credential(self, blind_signature: bytes) -> SignedMessage:
        """The credential, if the anonymiser signed what was asked."""
        return SignedMessage(self.prepared, finalize(self.key, self.prepared, blind_signature, self.inverse))
