"""Hybrid public key encryption (HPKE, RFC 9180) in base mode, with the algorithms that every browser has itself.

KEM: DHKEM(P-256, HKDF-SHA256). KDF: HKDF-SHA256. AEAD: AES-256-GCM. Every envelope has an ephemeral key of its own.
What an envelope is bound to goes into ``info``, as section 8.1 of the RFC advises for single messages.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from shoal.errors import WrongUse, needs_extra

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey, EllipticCurvePublicKey

SUITE = "DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM"
ENCAPSULATED_BYTES = 65  # Nenc of DHKEM(P-256, HKDF-SHA256), RFC 9180 section 7.1
TAG_BYTES = 16  # Nt of AES-256-GCM, RFC 9180 section 7.3
OVERHEAD_BYTES = ENCAPSULATED_BYTES + TAG_BYTES


def needs_sealing() -> AbstractContextManager[None]:
    """Turn a missing package of the extra into advice."""
    return needs_extra("survey", "Sealing answers", ("cryptography", "Crypto"))


def require_sealing() -> None:
    """Refuse to begin without the package that everything here stands on."""
    with needs_sealing():
        import cryptography  # noqa: F401 - whether it is there


def sealed(content: bytes, public_key: EllipticCurvePublicKey, info: bytes) -> bytes:
    """Encapsulated key and ciphertext."""
    made: bytes = _suite().encrypt(content, public_key, info)
    return made


def unsealed(envelope: bytes, private_key: EllipticCurvePrivateKey, info: bytes) -> bytes | None:
    """The content; None where this key, or what the envelope was bound to, does not fit."""
    suite = _suite()
    from cryptography.exceptions import InvalidTag

    try:
        content: bytes = suite.decrypt(envelope, private_key, info)
    except (InvalidTag, ValueError):  # ValueError: no point of the curve
        return None
    return content


def new_private_key() -> EllipticCurvePrivateKey:
    """A key pair."""
    with needs_sealing():
        from cryptography.hazmat.primitives.asymmetric import ec
    return ec.generate_private_key(ec.SECP256R1())


def key_text(public_key: EllipticCurvePublicKey) -> str:
    """A public key as survey files hold it: its 65 bytes (an uncompressed point, as HPKE writes it), in base64."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return b64encode(public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)).decode("ascii")


def key_of_text(text: str) -> EllipticCurvePublicKey:
    """The public key that `key_text` wrote; a text that is no point of the curve is refused."""
    with needs_sealing():
        from cryptography.hazmat.primitives.asymmetric import ec
    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), b64decode(text, validate=True))
    except (ValueError, Base64Error):
        wrong = WrongUse("The key for the answers is no point of the curve P-256.")
    raise wrong


def _suite() -> Any:
    with needs_sealing():
        from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite
    return Suite(KEM.P256, KDF.HKDF_SHA256, AEAD.AES_256_GCM)
