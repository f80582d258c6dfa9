"""A private key as bytes, for a server that makes many keys and keeps them sealed in its database."""

from __future__ import annotations

from shoal.blind_signatures.blind_rsa import BlindPrivateKey, BlindPublicKey
from shoal.blind_signatures.key_pairs import EXPONENT, USUAL_BITS
from shoal.errors import WrongUse


def new_key_bytes(bits: int = USUAL_BITS) -> tuple[bytes, BlindPublicKey]:
    """A new private key (PKCS 8, DER), which has to be sealed, and its public key."""
    from cryptography.hazmat.primitives import serialization as form
    from cryptography.hazmat.primitives.asymmetric import rsa

    private = rsa.generate_private_key(EXPONENT, bits)
    content = private.private_bytes(form.Encoding.DER, form.PrivateFormat.PKCS8, form.NoEncryption())
    numbers = private.public_key().public_numbers()
    return content, BlindPublicKey(numbers.n, numbers.e, private.public_key())


def key_of_bytes(content: bytes) -> BlindPrivateKey:
    """The private key. Its numbers are not checked again: they were sealed by the server that made them."""
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
    from cryptography.hazmat.primitives.serialization import load_der_private_key

    key = load_der_private_key(content, None, unsafe_skip_rsa_key_validation=True)
    if not isinstance(key, RSAPrivateKey):
        raise WrongUse("What is stored is not the key of a place. Restore the database from a backup.")
    numbers, public = key.private_numbers(), key.public_key().public_numbers()
    own = BlindPublicKey(public.n, public.e, key.public_key())
    return BlindPrivateKey(own, numbers.p, numbers.q, numbers.dmp1, numbers.dmq1, numbers.iqmp)
