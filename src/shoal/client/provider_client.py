"""What a device says to a provider: a place that at least k share, a credential, and a question. Never a home."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from shoal.client.client import TIMEOUT_S, error_of
from shoal.credentials.pseudonyms import provider_name
from shoal.errors import needs_extra

with needs_extra("client", "shoal.client", ("httpx",)):
    import httpx


@dataclass(frozen=True)
class Proof:
    """A place, and what shows that at least k share it: the digest of the list, and the credential."""

    latitude: float
    longitude: float
    list: str
    credential: Mapping[str, str]

    def to_dict(self) -> dict[str, Any]:
        """As it is sent."""
        where = {"latitude": self.latitude, "longitude": self.longitude}
        return {**where, "list": self.list, "credential": dict(self.credential)}


@dataclass(frozen=True)
class Sent:
    """What a provider sent: each point nearer to the place than ``complete_to_m`` is among them."""

    points: tuple[Mapping[str, Any], ...]
    complete_to_m: float


class ProviderClient:
    """A connection to a provider. Refusals are `ServiceError`, as those of the anonymiser."""

    def __init__(self, url: str, *, timeout_s: float = TIMEOUT_S) -> None:
        self.name = provider_name(url)
        self._http = httpx.Client(base_url=self.name, timeout=timeout_s)

    def __enter__(self) -> ProviderClient:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def about(self) -> dict[str, Any]:
        """Its name, its anonymiser, and the digest of its list of places."""
        return self._object(self._http.get("/v1/about"))

    def nearest(self, proof: Proof, count: int, margin_m: float = 0.0) -> Sent:
        """The nearest points to the place, and those that are not more than a margin farther than the last of them."""
        body = proof.to_dict() | {"count": count, "margin_m": float(margin_m)}
        return _sent(self._object(self._http.post("/v1/nearest", json=body)))

    def within(self, proof: Proof, radius_m: float) -> Sent:
        """The points within a distance of the place."""
        body = proof.to_dict() | {"radius_m": float(radius_m)}
        return _sent(self._object(self._http.post("/v1/within", json=body)))

    def _object(self, answer: httpx.Response) -> dict[str, Any]:
        if answer.status_code >= httpx.codes.BAD_REQUEST:
            raise error_of(answer)
        found: dict[str, Any] = answer.json()
        return found


def _sent(answer: Mapping[str, Any]) -> Sent:
    return Sent(tuple(answer["points"]), float(answer["complete_to_m"]))
