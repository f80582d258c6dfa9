"""A voucher: "this is one of our customers", signed without being seen, and shown once, when a device signs up.

Whoever knows the customers (a shop, an employer, a town) signs one voucher for each of them, with the issuer of `shoal
tokens`: it hands out blind signatures for invitations, and does not see what it signs. So the anonymiser learns that
a device belongs to a customer, not to which; and the issuer does not learn who signed up. What is signed says nothing
but what it is: 32 random bytes (RFC 9474, section 4.1) make each one different, and the key says for which service.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from shoal.blind_signatures.blind_rsa import BlindPublicKey, blind, finalize, prepare
from shoal.blind_signatures.key_pairs import KeyPairs
from shoal.blind_signatures.signed_message import SignedMessage
from shoal.errors import WrongUse

VOUCHER_MESSAGE = b"shoal voucher 1\0"  # so that a signature under a voucher is under nothing else


_PAIRS = KeyPairs(
    command="shoal tokens keys",
    name="customers",
    what="A voucher",
    abuse="invent vouchers",
    renewal="make a new pair, and give all customers new invitations",
    extra="client",
)


class NotAVoucher(WrongUse):
    """This is no voucher for this service."""


@dataclass(frozen=True)
class VoucherRequest:
    """What is sent to the issuer (``blinded``), and what the customer keeps until the answer is there."""

    key: BlindPublicKey
    blinded: bytes
    prepared: bytes = field(repr=False)
    inverse: bytes = field(repr=False)

    @classmethod
    def of(cls, issuer_public_key: BlindPublicKey) -> VoucherRequest:
        """A new one. The key must be the one that everybody gets: a key for one customer would name the voucher."""
        prepared = prepare(VOUCHER_MESSAGE)
        hidden = blind(issuer_public_key, prepared)
        return cls(issuer_public_key, hidden.blinded, prepared, hidden.inverse)

    def voucher(self, blind_signature: bytes) -> SignedMessage:
        """The voucher, if the issuer signed what was asked."""
        return SignedMessage(self.prepared, finalize(self.key, self.prepared, blind_signature, self.inverse))


def voucher_key(path: Path) -> BlindPublicKey:
    """The issuer's public key from its file (NAME.jwk)."""
    return _PAIRS.public(path)


def check_voucher(issuer_public_key: BlindPublicKey, content: Mapping[str, Any]) -> bytes:
    """What names the voucher, so that it is taken once, if the issuer signed it; else `NotAVoucher`."""
    try:
        found = SignedMessage.from_dict(content, "a voucher")
    except WrongUse as error:
        raise NotAVoucher(str(error)) from None
    if found.message != VOUCHER_MESSAGE or not found.is_signed_by(issuer_public_key):
        raise NotAVoucher("This is no voucher of the issuer that this service knows.")
    return hashlib.sha256(found.prepared).digest()
