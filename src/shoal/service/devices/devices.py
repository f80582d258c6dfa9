"""What devices can ask for: sign up, the present location, move house, cancel. One transaction each.

What is acknowledged is on the disk; what is not acknowledged did not happen, or happened completely.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sqlalchemy import Connection, delete, insert, select, update

from shoal.service.devices.moves import MoveLimit
from shoal.service.devices.tokens import TokenHasher, new_id, new_token
from shoal.service.devices.vouchers import VoucherDesk
from shoal.service.generations import guard
from shoal.service.generations.guard import PLACEMENT_OF_ONE, Placement, handed_out, placement_query
from shoal.service.generations.joining import Joining
from shoal.service.problems import Cancelled
from shoal.service.store.database import Database
from shoal.service.store.models import device, issued, membership, service
from shoal.service.store.vault import Vault
from shoal.web.problems import Conflict

LOOKED_UP_AT_ONCE = 500  # keys in one SELECT, well below the limits of both databases


@dataclass(frozen=True)
class Home:
    """An exact location, and the client key of an address directory if there is one."""

    latitude: float
    longitude: float
    key: str | None = None


@dataclass(frozen=True)
class SignedUp:
    """The outcome of one sign-up. ``status``: new, known, reissued, differs or cancelled. A token is shown once."""

    id: str
    token: str | None
    status: str
    placement: Placement


class Devices:
    """The devices behind a database."""

    def __init__(
        self,
        database: Database,
        vault: Vault,
        hasher: TokenHasher,
        joining: Joining,
        move_limit: MoveLimit,
        vouchers: VoucherDesk,
    ) -> None:
        self._database = database
        self._vault = vault
        self._hasher = hasher
        self._joining = joining
        self._move_limit = move_limit
        self._vouchers = vouchers

    def location(self, device_id: str, token: str) -> Placement:
        """The place that this device may have now: check and answer use the same snapshot."""
        found = self._database.ask(lambda c: c.execute(PLACEMENT_OF_ONE, {"own": device_id}).one_or_none())
        self._hasher.require(token, None if found is None else found.token_hash)
        if found is None or not found.active:
            raise Cancelled
        return handed_out(found)

    def sign_up(
        self, home: Home, idempotency_key: str | None = None, voucher: Mapping[str, Any] | None = None
    ) -> SignedUp:
        """One device. Repeated with the same idempotency key and home, it is the same device with a new token."""
        named = self._vouchers.checked(voucher)
        hashed = None if idempotency_key is None else self._hasher.idempotency_key(idempotency_key)
        with self._database.write() as connection:
            (outcome,) = self._sign_up(connection, [home], [hashed], reissue=True, vouched=named is not None)
            if named is not None and outcome.status == "new":
                self._vouchers.take(connection, named)
        if outcome.status in ("differs", "cancelled"):
            raise Conflict("This Idempotency-Key was used for another sign-up. Make a new random one for each device.")
        return outcome

    def sign_up_many(self, homes: Sequence[Home], *, reissue: bool = False) -> list[SignedUp]:
        """All of them or none. A key that is known is not signed up again; ``reissue`` gives it a new token.

        The operator vouches for a directory, so its devices count at once.
        """
        hashed = [None if home.key is None else self._hasher.client_key(home.key) for home in homes]
        with self._database.write() as connection:
            return self._sign_up(connection, homes, hashed, reissue=reissue, vouched=True)

    def move(self, device_id: str, token: str, home: Home) -> Placement:
        """Another home, at most so often a day; generations that are not current forget the device's cell.

        The same home again changes nothing and is not counted: a client repeats a request whose answer was lost.
        """
        sealed = self._vault.seal_home(home.latitude, home.longitude, device_id)
        with self._database.write() as connection:
            known = self._require_active(connection, device_id, token)
            if self._vault.open_home(known, device_id) == (home.latitude, home.longitude):
                return self._placement(connection, device_id)
            refusal = self._move_limit.count(connection, device_id)
            if refusal is None:
                return self._moved(connection, device_id, home, sealed)
        raise refusal

    def cancel(self, device_id: str, token: str) -> None:
        """The exact location and all that says where the device was are deleted. Repeating it changes nothing."""
        with self._database.write() as connection:
            try:
                self._require_active(connection, device_id, token)
            except Cancelled:
                return
            current, old_cell = self._whereabouts(connection, device_id)
            gone = {"exact": None, "moves": 0, "counts_from": None}
            connection.execute(update(device).where(device.c.id == device_id).values(gone))
            connection.execute(delete(membership).where(membership.c.device_id == device_id))
            connection.execute(delete(issued).where(issued.c.device_id == device_id))
            if current is not None and old_cell is not None:
                guard.count_out(connection, current, old_cell)

    # --- steps

    def _moved(self, connection: Connection, device_id: str, home: Home, sealed: bytes) -> Placement:
        """Without a voucher a device is on probation again: known devices can gather around a home as new ones can."""
        current, old_cell = self._whereabouts(connection, device_id)
        vouched = connection.execute(select(device.c.vouched).where(device.c.id == device_id)).scalar_one()
        connection.execute(
            update(device)
            .where(device.c.id == device_id)
            .values(exact=sealed, counts_from=self._joining.counts_from(vouched=vouched))
        )
        connection.execute(delete(membership).where(membership.c.device_id == device_id))
        if current is not None:
            self._joining.join(connection, current, [device_id], [(home.latitude, home.longitude)])
            if old_cell is not None:
                guard.count_out(connection, current, old_cell)
        return self._placement(connection, device_id)

    def _require_active(self, connection: Connection, device_id: str, token: str) -> bytes:
        """The sealed home."""
        found = connection.execute(
            select(device.c.token_hash, device.c.exact).where(device.c.id == device_id)
        ).one_or_none()
        self._hasher.require(token, None if found is None else found.token_hash)
        if found is None or found.exact is None:
            raise Cancelled
        return bytes(found.exact)

    def _whereabouts(self, connection: Connection, device_id: str) -> tuple[int | None, int | None]:
        """The current generation, and the cell in it where the device counts."""
        current = connection.execute(select(service.c.current)).scalar_one()
        if current is None:
            return None, None
        return current, connection.execute(
            select(membership.c.cell)
            .join(device, device.c.id == membership.c.device_id)
            .where(membership.c.device_id == device_id, membership.c.generation_id == current)
            .where(membership.c.joined, guard.COUNTS)
        ).scalar_one_or_none()

    def _placement(self, connection: Connection, device_id: str) -> Placement:
        return handed_out(connection.execute(PLACEMENT_OF_ONE, {"own": device_id}).one())

    def _sign_up(
        self,
        connection: Connection,
        homes: Sequence[Home],
        hashed: Sequence[bytes | None],
        *,
        reissue: bool,
        vouched: bool,
    ) -> list[SignedUp]:
        known = self._known(connection, [own for own in hashed if own is not None])
        fresh = [number for number, own in enumerate(hashed) if own is None or own not in known]
        ids = {number: new_id() for number in fresh}
        tokens = {number: new_token() for number in fresh}
        self._store(connection, homes, hashed, ids, tokens, vouched=vouched)
        placements = self._placements(connection, list(ids.values()))
        outcomes = []
        for number, (home, own) in enumerate(zip(homes, hashed, strict=True)):
            if number in ids:
                outcomes.append(SignedUp(ids[number], tokens[number], "new", placements[ids[number]]))
            else:
                outcomes.append(self._again(connection, home, known[own or b""], reissue=reissue))
        return outcomes

    def _store(
        self,
        connection: Connection,
        homes: Sequence[Home],
        hashed: Sequence[bytes | None],
        ids: dict[int, str],
        tokens: dict[int, str],
        *,
        vouched: bool,
    ) -> None:
        if not ids:
            return
        counts_from = self._joining.counts_from(vouched=vouched)
        rows = [
            {
                "id": own,
                "token_hash": self._hasher.token(tokens[number]),
                "key_hash": hashed[number],
                "exact": self._vault.seal_home(homes[number].latitude, homes[number].longitude, own),
                "vouched": vouched,
                "counts_from": counts_from,
            }
            for number, own in ids.items()
        ]
        connection.execute(insert(device), rows)
        current = connection.execute(select(service.c.current)).scalar_one()
        if current is not None:
            degrees = [(homes[number].latitude, homes[number].longitude) for number in ids]
            self._joining.join(connection, current, list(ids.values()), degrees)

    def _placements(self, connection: Connection, ids: list[str]) -> dict[str, Placement]:
        """The answer for each of these devices; nothing while there is no generation."""
        if connection.execute(select(service.c.current)).scalar_one() is None:
            return dict.fromkeys(ids, guard.WAITING)
        found: dict[str, Placement] = {}
        for start in range(0, len(ids), LOOKED_UP_AT_ONCE):
            query = placement_query().add_columns(device.c.id)
            part = ids[start : start + LOOKED_UP_AT_ONCE]
            for row in connection.execute(query.where(device.c.id.in_(part))):
                found[row.id] = handed_out(row)
        return found

    def _known(self, connection: Connection, hashed: Sequence[bytes]) -> dict[bytes, tuple[str, bytes | None]]:
        """id and sealed home of the keys that have been used before."""
        known: dict[bytes, tuple[str, bytes | None]] = {}
        for start in range(0, len(hashed), LOOKED_UP_AT_ONCE):
            part = hashed[start : start + LOOKED_UP_AT_ONCE]
            rows = connection.execute(
                select(device.c.key_hash, device.c.id, device.c.exact).where(device.c.key_hash.in_(part))
            )
            known |= {bytes(key): (own, exact) for key, own, exact in rows}
        return known

    def _again(self, connection: Connection, home: Home, known: tuple[str, bytes | None], *, reissue: bool) -> SignedUp:
        """A key that was used before: nobody is signed up twice, moved silently, or brought back after cancelling."""
        device_id, sealed = known
        if sealed is None:
            return SignedUp(device_id, None, "cancelled", guard.WAITING)
        if not np.array_equal(self._vault.open_home(sealed, device_id), (home.latitude, home.longitude)):
            return SignedUp(device_id, None, "differs", guard.WAITING)
        token = new_token() if reissue else None
        if token is not None:
            connection.execute(
                update(device).where(device.c.id == device_id).values(token_hash=self._hasher.token(token))
            )
        status = "known" if token is None else "reissued"
        return SignedUp(device_id, token, status, self._placement(connection, device_id))
