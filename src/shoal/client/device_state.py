"""What a device remembers: who it is, where it lives, its secret, its providers, and what it got for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from shoal.blind_signatures.plain_bytes import base64url, bytes_of
from shoal.client.client import Device, Place
from shoal.client.provider_client import Proof
from shoal.client.ranking import Spot
from shoal.credentials.pseudonyms import new_secret


@dataclass(frozen=True)
class Proofs:
    """Credentials for providers, all of one key: that of a place of a generation.

    ``reach_m`` and ``list`` (its digest) are those of the list of places that was read last, and ``key`` is the
    thumbprint of the key in it. A merged place may have the coordinates of before; it never has the key of before.
    """

    generation: int
    latitude: float
    longitude: float
    reach_m: int
    list: str
    key: str
    credentials: Mapping[str, Mapping[str, str]] = field(default_factory=dict, repr=False)  # by provider

    def is_for(self, place: Place) -> bool:
        """Whether this is the place of the device."""
        told = place.generation, place.latitude, place.longitude
        return told == (self.generation, self.latitude, self.longitude)

    def of(self, provider: str) -> Proof | None:
        """What is shown to a provider."""
        credential = self.credentials.get(provider)
        return None if credential is None else Proof(self.latitude, self.longitude, self.list, credential)


@dataclass(frozen=True)
class DeviceState:
    """Everything, as plain data in a file of the device. The home and the secret leave it for nobody."""

    url: str
    device: Device
    home: Spot
    secret: bytes = field(default_factory=new_secret, repr=False)
    place: Place | None = None
    providers: tuple[str, ...] = ()
    service_key: str | None = None  # of the first list of places that was read; later ones must have it too
    proofs: Proofs | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "url": self.url,
            "id": self.device.id,
            "token": self.device.token,
            "home": list(self.home),
            "secret": base64url(self.secret),
            "place": None if self.place is None else vars(self.place),
            "providers": list(self.providers),
            "service_key": self.service_key,
            "proofs": None if self.proofs is None else vars(self.proofs),
        }

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> DeviceState:
        """From plain data; KeyError, TypeError or ValueError if it is none of a device."""
        latitude, longitude = content["home"]
        return cls(
            url=str(content["url"]),
            device=Device(str(content["id"]), str(content["token"])),
            home=(float(latitude), float(longitude)),
            secret=bytes_of(content["secret"], "'secret'"),
            place=None if content["place"] is None else Place(**content["place"]),
            providers=tuple(map(str, content["providers"])),
            service_key=content["service_key"],
            proofs=None if content["proofs"] is None else Proofs(**content["proofs"]),
        )
