"""The list of places of the current generation, signed: what everybody may fetch, and what providers check with.

It holds no more than places, which are handed out anyway, and their keys. It is a function of the database, so that all
servers sign the same list, and it is published only while every place in it has its key.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np
from sqlalchemy import Connection, Row, func, select, update

from shoal.credentials.place_list import ListedPlace, PlaceList, signed_list
from shoal.service.credentials.place_keys import current_generation
from shoal.service.geometry.coarse import spacing_m
from shoal.service.problems import KeysNotReady
from shoal.service.store.database import Database
from shoal.service.store.models import generation, place, place_key, service
from shoal.service.store.vault import Vault

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

LIST_KEY = "key of the list of places"  # what the sealed key is bound to
REACH = 1.0  # spacings: 99.8 % of 48,895 homes are so near to their place (benchmarks/results/service_reach.md)

State = tuple[int | None, int | None, int, int]


@dataclass(frozen=True)
class PublishedList:
    """A list as it is sent, and the digest that names it."""

    signed: str
    digest: str


class PublishedPlaces:
    """The list, made again when places or keys have changed."""

    def __init__(self, database: Database, vault: Vault) -> None:
        self._database = database
        self._vault = vault
        self._lock = threading.Lock()
        self._kept: tuple[State, PublishedList] | None = None

    def list(self) -> PublishedList:
        """The present list; `KeysNotReady` while there is none."""
        with self._database.snapshot() as connection:
            state = _state(connection)
            with self._lock:
                if self._kept is not None and self._kept[0] == state:
                    return self._kept[1]
            current, _, n_keys, n_places = state
            if current is None or n_places == 0 or n_keys < n_places:
                raise KeysNotReady
            k, listed = _listed(connection, current)
        signed = signed_list(current, k, listed, self._signing_key())
        made = PublishedList(signed, PlaceList.read(signed).digest)
        with self._lock:
            self._kept = (state, made)
        return made

    def _signing_key(self) -> Ed25519PrivateKey:
        """The key of the service, which is made when it is used first."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        sealed = self._database.ask(lambda c: c.execute(select(service.c.list_key)).scalar_one())
        if sealed is None:
            with self._database.write() as connection:
                sealed = connection.execute(select(service.c.list_key)).scalar_one()
                if sealed is None:
                    sealed = self._vault.seal(Ed25519PrivateKey.generate().private_bytes_raw(), LIST_KEY)
                    connection.execute(update(service).values(list_key=sealed))
        return Ed25519PrivateKey.from_private_bytes(self._vault.open(bytes(sealed), LIST_KEY))


def _state(connection: Connection) -> State:
    """What the list depends on: a place that changes loses its key, and the next key has a higher number."""
    current = current_generation(connection)
    here = _shared_places(current).with_only_columns(func.max(place_key.c.id), func.count(place_key.c.id), func.count())
    newest, n_keys, n_places = connection.execute(here).one()
    return current, newest, n_keys, n_places


def _listed(connection: Connection, current: int) -> tuple[int, list[ListedPlace]]:
    k = connection.execute(select(generation.c.k).where(generation.c.id == current)).scalar_one()
    rows = connection.execute(
        _shared_places(current).with_only_columns(place.c.latitude, place.c.longitude, place_key.c.modulus)
    ).all()
    return k, [
        ListedPlace(row.latitude, row.longitude, reach, row.modulus)
        for row, reach in zip(rows, _reaches(rows), strict=True)
    ]


def _shared_places(current: int | None) -> Any:
    """Places that at least k share now, with their keys."""
    return (
        select(place)
        .join(generation, generation.c.id == place.c.generation_id)
        .outerjoin(
            place_key, (place_key.c.generation_id == place.c.generation_id) & (place_key.c.place == place.c.place)
        )
        .where(place.c.generation_id == current, place.c.active >= generation.c.k)
    )


def _reaches(rows: list[Row[Any]] | Any) -> list[int]:
    latitude = np.array([row.latitude for row in rows], dtype=np.float64)
    longitude = np.array([row.longitude for row in rows], dtype=np.float64)
    return [ceil(REACH * metres) for metres in spacing_m(latitude, longitude).tolist()]
