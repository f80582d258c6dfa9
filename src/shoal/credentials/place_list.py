"""The list of places: every place of a generation that at least k share, with its key, signed. One list for everybody.

A JSON Web Signature (RFC 7515, compact) with Ed25519 (RFC 8037), whose header carries the public key of the service. A
provider loads it now and then, and checks credentials with it alone. A device looks its own place up, and tells the
provider the digest of the list: if the anonymiser gave a device a key of its own, to know it by the key, then that
device has another list than the provider, and the digests differ.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING, Any

from shoal.blind_signatures.blind_rsa import BlindPublicKey
from shoal.blind_signatures.key_pairs import KeyPairs
from shoal.blind_signatures.plain_bytes import base64url, bytes_of
from shoal.errors import WrongUse, needs_extra

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

WHAT, FORMAT = "shoal places", 1
ALGORITHM = "EdDSA"  # RFC 8037, section 3.1
MEMBERS = frozenset(("what", "format", "generation", "k", "places"))
PLACE_MEMBERS = frozenset(("latitude", "longitude", "reach_m", "n"))
MOST_LATITUDE, MOST_LONGITUDE = 90.0, 180.0
FARTHEST_M = 20_038_000  # half of the earth's circumference; no reach is longer
PAIRS = KeyPairs("shoal serve", "place", "A credential", "invent devices", "design a new generation", "client")

Place = tuple[float, float]  # latitude and longitude


class NotAPlaceList(WrongUse):
    """This is no list of places of this service."""


@dataclass(frozen=True)
class ListedPlace:
    """A place that at least k share. ``reach_m`` follows from the distances between places alone."""

    latitude: float
    longitude: float
    reach_m: int
    n: str = field(repr=False)  # the modulus of its key, base64url

    @cached_property
    def key(self) -> BlindPublicKey:
        """The key that signs for this place; checked when it is used first."""
        try:
            return PAIRS.from_jwk({"kty": "RSA", "alg": "PS384", "n": self.n, "e": "AQAB"})
        except WrongUse as error:
            raise NotAPlaceList(f"The key of a place is not a sound one. {error}") from None

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as it stands in the list."""
        return {"latitude": self.latitude, "longitude": self.longitude, "reach_m": self.reach_m, "n": self.n}


@dataclass(frozen=True)
class PlaceList:
    """A list whose signature is right. ``digest`` names it: the SHA-256 of what is signed."""

    generation: int
    k: int
    places: Mapping[Place, ListedPlace] = field(repr=False)
    digest: str
    service_key: str

    @classmethod
    def read(cls, signed: str, trusted: str | None = None) -> PlaceList:
        """Check signature and content. ``trusted`` is the service's public key, once it is known."""
        parts = signed.strip().split(".")
        if len(parts) != 3:
            raise NotAPlaceList("This is not a signed list of places.")
        try:
            header, payload, signature = (bytes_of(part, "A part of the list") for part in parts)
            service_key = _service_key(json.loads(header))
            content = json.loads(payload)
        except (ValueError, KeyError, TypeError, RecursionError, WrongUse):
            raise NotAPlaceList("This is not a signed list of places.") from None
        if trusted is not None and trusted != service_key:
            raise NotAPlaceList("The list is signed by another service than the one that is trusted.")
        _require_signature(service_key, f"{parts[0]}.{parts[1]}".encode(), signature)
        places = _places(content)
        return cls(content["generation"], content["k"], places, hashlib.sha256(payload).hexdigest(), service_key)

    def place(self, latitude: float, longitude: float) -> ListedPlace | None:
        """The entry of a place; None if the list has no such place."""
        return self.places.get((latitude, longitude))


def signed_list(generation: int, k: int, places: Sequence[ListedPlace], private: Ed25519PrivateKey) -> str:
    """The list as it is published: sorted, so that it says nothing by its order."""
    listed = sorted(places, key=lambda own: (own.latitude, own.longitude))
    content = {
        "what": WHAT,
        "format": FORMAT,
        "generation": generation,
        "k": k,
        "places": [own.to_dict() for own in listed],
    }
    jwk = {"crv": "Ed25519", "kty": "OKP", "x": base64url(private.public_key().public_bytes_raw())}
    head, body = (base64url(json.dumps(part).encode()) for part in ({"alg": ALGORITHM, "jwk": jwk}, content))
    return f"{head}.{body}.{base64url(private.sign(f'{head}.{body}'.encode()))}"


def _service_key(header: Mapping[str, Any]) -> str:
    """The public key in the header; any other header than ours is refused."""
    jwk = header["jwk"]
    if set(header) != {"alg", "jwk"} or header["alg"] != ALGORITHM:
        raise ValueError
    if set(jwk) != {"crv", "kty", "x"} or (jwk["crv"], jwk["kty"]) != ("Ed25519", "OKP"):
        raise ValueError
    return str(jwk["x"])


def _require_signature(service_key: str, content: bytes, signature: bytes) -> None:
    with needs_extra("client", "A credential", ("cryptography",)):
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes_of(service_key, "The key of the service"))
        key.verify(signature, content)
    except (InvalidSignature, ValueError, WrongUse):
        raise NotAPlaceList("The signature of the list of places is wrong.") from None


def _places(content: Any) -> dict[Place, ListedPlace]:
    """The places by their coordinates. No place and no key may stand in it twice."""
    known = isinstance(content, dict) and set(content) == MEMBERS and content["what"] == WHAT
    if not known or content["format"] != FORMAT or not isinstance(content["places"], list):
        raise NotAPlaceList("This is not a list of places of a version that is known here.")
    if not _is_count(content["generation"]) or not _is_count(content["k"]):
        raise NotAPlaceList("A list of places names its generation and k.")
    listed = [_listed(own) for own in content["places"]]
    places = {(own.latitude, own.longitude): own for own in listed}
    if len(places) < len(listed) or len({own.n for own in listed}) < len(listed):
        raise NotAPlaceList("A place or a key stands twice in the list, so somebody could be known by it.")
    return places


def _listed(own: Any) -> ListedPlace:
    if not isinstance(own, dict) or set(own) != PLACE_MEMBERS or not isinstance(own["n"], str):
        raise NotAPlaceList("A place of the list does not have its four members.")
    for name, most in (("latitude", MOST_LATITUDE), ("longitude", MOST_LONGITUDE)):
        value = own[name]
        if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value) or abs(value) > most:
            raise NotAPlaceList("A place of the list is not on the globe.")
    if (own["reach_m"] != 0 and not _is_count(own["reach_m"])) or own["reach_m"] > FARTHEST_M:
        raise NotAPlaceList("The reach of a place is a whole number of metres.")
    return ListedPlace(float(own["latitude"]), float(own["longitude"]), own["reach_m"], own["n"])


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1
