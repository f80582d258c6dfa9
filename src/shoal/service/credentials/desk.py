"""The desk: blinded messages of a device become blind signatures with the key of the place that it has now.

The desk sees who asks and how many; the messages are numbers that look random. A message that was signed for this
device in this generation is signed again when it is sent again, because answers get lost.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select

from shoal.blind_signatures.blind_rsa import BlindPrivateKey, blind_sign, number_of
from shoal.blind_signatures.key_pairs import thumbprint
from shoal.blind_signatures.sealed_keys import key_of_bytes
from shoal.errors import WrongUse
from shoal.service.credentials.place_keys import bound_key
from shoal.service.devices.tokens import TokenHasher
from shoal.service.generations.guard import handed_out, placement_query
from shoal.service.problems import Cancelled, CredentialsUsed, KeysNotReady, OtherPlace
from shoal.service.store.database import Database
from shoal.service.store.models import device, issued, place, place_key
from shoal.service.store.vault import Vault
from shoal.web.problems import Conflict, InvalidRequest

PURPOSE = b"shoal blinded 1\0"
KEY_OF_ONE = (
    placement_query()
    .add_columns(place.c.place, place_key.c.sealed)
    .outerjoin(place_key, (place_key.c.generation_id == place.c.generation_id) & (place_key.c.place == place.c.place))
    .where(device.c.id == bindparam("own"))
)


class CredentialDesk:
    """Signs for devices. ``most`` is how many messages of a device are signed in one generation; 0: none at all."""

    def __init__(self, database: Database, vault: Vault, hasher: TokenHasher, most: int) -> None:
        self._database = database
        self._vault = vault
        self._hasher = hasher
        self.most = most

    def sign(self, device_id: str, token: str, key_name: bytes, blinded: Sequence[bytes]) -> list[bytes]:
        """A blind signature for each message. ``key_name`` is the thumbprint of the key that the device expects.

        What was counted and not answered is signed when it is asked for again: nothing is lost by a crash in between.
        """
        with self._database.write() as connection:
            found = connection.execute(KEY_OF_ONE, {"own": device_id}).one_or_none()
            self._hasher.require(token, None if found is None else found.token_hash)
            if found is None or not found.active:
                raise Cancelled
            key = self._key(found, key_name)
            for own in blinded:
                _require_message(key, own)
            self._count(connection, device_id, found.generation_id, [_hash(key_name, own) for own in blinded])
        return [blind_sign(key, own) for own in blinded]

    def _key(self, found: Row[Any], key_name: bytes) -> BlindPrivateKey:
        """The key of the place that at least k share now, if it is the one that is expected."""
        if handed_out(found).waiting:
            raise Conflict("The device has no place now, so there is nothing to certify.", hint="Ask again later.")
        if found.sealed is None:
            raise KeysNotReady
        key = key_of_bytes(self._vault.open(bytes(found.sealed), bound_key(found.generation_id, found.place)))
        if not hmac.compare_digest(thumbprint(key.public), key_name):
            raise OtherPlace
        return key

    def _count(self, connection: Connection, device_id: str, generation_id: int, hashes: list[bytes]) -> None:
        known = set(
            connection.execute(
                select(issued.c.request).where(issued.c.device_id == device_id, issued.c.generation_id == generation_id)
            ).scalars()
        )
        fresh = set(hashes) - {bytes(own) for own in known}
        if len(known) + len(fresh) > self.most:
            raise CredentialsUsed(self.most)
        if fresh:
            connection.execute(
                insert(issued),
                [{"device_id": device_id, "generation_id": generation_id, "request": own} for own in sorted(fresh)],
            )


def _require_message(key: BlindPrivateKey, blinded: bytes) -> None:
    try:
        number_of(key.public, blinded)
    except WrongUse as error:
        raise InvalidRequest(str(error), parameters=["blinded"]) from None


def _hash(key_name: bytes, blinded: bytes) -> bytes:
    return hashlib.sha256(PURPOSE + key_name + blinded).digest()
