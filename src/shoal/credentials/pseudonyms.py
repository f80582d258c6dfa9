"""A device's name for one provider, at one place of one generation: made on the device, of a secret that stays there.

The key of a place is new in each generation, and new after a merge. So the pseudonym is a new one whenever the place
is, and nobody without the secret can tell that two of them belong together (HMAC is a pseudo-random function:
M. Bellare, New Proofs for NMAC and HMAC, Crypto 2006).
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from urllib.parse import urlsplit

from shoal.blind_signatures.blind_rsa import BlindPublicKey
from shoal.blind_signatures.key_pairs import thumbprint
from shoal.errors import WrongUse

PURPOSE = b"shoal pseudonym 1\0"
SECRET_BYTES = 32
PSEUDONYM_BYTES = hashlib.sha256().digest_size
USUAL_PORTS = {"http": 80, "https": 443}
HOST = re.compile(r"[a-z0-9.-]+|\[[0-9a-f:]+\]")


def new_secret() -> bytes:
    """The secret of a device."""
    return secrets.token_bytes(SECRET_BYTES)


def provider_name(url: str) -> str:
    """A provider is named by its origin, as browsers write it (RFC 6454): https://host, with an unusual port."""
    problem = WrongUse("A provider is named by its address, such as https://provider.example.")
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        raise problem from None
    host = (parts.hostname or "").lower()
    host = f"[{host}]" if ":" in host else host
    if parts.scheme.lower() not in USUAL_PORTS or not HOST.fullmatch(host):
        raise problem
    if parts.path.strip("/") or parts.query or parts.fragment or parts.username or parts.password:
        raise problem
    scheme = parts.scheme.lower()
    return f"{scheme}://{host}" + ("" if port in (None, USUAL_PORTS[scheme]) else f":{port}")


def provider_digest(name: str) -> bytes:
    """What stands for the provider in messages: always as long."""
    return hashlib.sha256(name.encode()).digest()


def pseudonym(secret: bytes, place_key: BlindPublicKey, name: str) -> bytes:
    """The pseudonym for this provider at the place with this key."""
    if len(secret) != SECRET_BYTES:
        raise WrongUse(f"The secret of a device has {SECRET_BYTES} bytes.")
    return hmac.new(secret, PURPOSE + thumbprint(place_key) + provider_digest(name), hashlib.sha256).digest()
