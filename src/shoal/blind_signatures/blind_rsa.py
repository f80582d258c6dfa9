"""RSA blind signatures: RSABSSA-SHA384-PSS-Randomized of RFC 9474, with the names of its steps.

The device multiplies the encoded message by a secret power rᵉ, the issuer takes the e-th root of the product, and
the device divides it by r. What the issuer saw is a random number: for each token there is exactly one r that leads
to it. The result is an ordinary RSA-PSS signature (RFC 8017), which `cryptography` checks.

No library for Python has these signatures, and none gives access to the bare RSA operation, so it is computed here. How
long that takes is different each time, by chance: the message is multiplied by a random power, and each exponent is
lengthened by a random multiple of the order (P. Kocher, Timing attacks on implementations of Diffie-Hellman, RSA, DSS,
and other systems, 1996, section 10). Nobody can measure it more often than the issuer signs. A root that was
computed wrongly would reveal the key (D. Boneh, R. DeMillo, R. Lipton, On the importance of checking cryptographic
protocols for faults, 1997), so each one is checked before it leaves.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, field
from math import gcd
from typing import TYPE_CHECKING

from shoal.errors import ShoalError, WrongUse

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey

HASH_BYTES = hashlib.sha384().digest_size
SALT_BYTES = 48  # RFC 9474, section 5: as long as the hash
RANDOMIZER_BYTES = 32  # RFC 9474, section 4.1
PADDING_1 = bytes(8)  # RFC 8017, section 9.1.1, step 5
TRAILER = b"\xbc"  # RFC 8017, section 9.1.1, step 12
LENGTHENED_BITS = 64  # of the random multiple in an exponent: no two of 2³² exponents are alike by chance


class SigningFault(ShoalError):
    """The machine computed a wrong root. Nothing was signed."""


@dataclass(frozen=True)
class BlindPublicKey:
    """Modulus and exponent, and the same key for `cryptography`."""

    n: int
    e: int
    checker: RSAPublicKey = field(repr=False, compare=False)

    @property
    def n_bits(self) -> int:
        """The length of the modulus."""
        return self.n.bit_length()

    @property
    def n_bytes(self) -> int:
        """The length of every blinded message and every signature."""
        return (self.n_bits + 7) // 8


@dataclass(frozen=True)
class BlindPrivateKey:
    """The factors, and the exponents for each of them."""

    public: BlindPublicKey
    p: int = field(repr=False)
    q: int = field(repr=False)
    d_p: int = field(repr=False)
    d_q: int = field(repr=False)
    q_inverse: int = field(repr=False)


@dataclass(frozen=True)
class Blinding:
    """What the issuer gets, and what the device keeps until the answer is there."""

    blinded: bytes
    inverse: bytes = field(repr=False)


def prepare(message: bytes) -> bytes:
    """The message with 32 random bytes before it: a message that nobody can guess stays hidden from any key."""
    return secrets.token_bytes(RANDOMIZER_BYTES) + message


def blind(key: BlindPublicKey, prepared: bytes) -> Blinding:
    """Hide a prepared message from the issuer."""
    return blinded_with(key, prepared, secrets.token_bytes(SALT_BYTES), random_unit(key.n))


def blinded_with(key: BlindPublicKey, prepared: bytes, salt: bytes, factor: int) -> Blinding:
    """The same with the random numbers given, which the vectors of the RFC need."""
    m = int.from_bytes(encoded(prepared, key.n_bits, salt))
    if gcd(m, key.n) != 1 or gcd(factor, key.n) != 1:
        raise WrongUse("This message cannot be hidden with the issuer's key. The key is not a sound one.")
    z = m * pow(factor, key.e, key.n) % key.n
    return Blinding(z.to_bytes(key.n_bytes), pow(factor, -1, key.n).to_bytes(key.n_bytes))


def blind_sign(key: BlindPrivateKey, blinded: bytes) -> bytes:
    """The issuer's step: the e-th root of a number that says nothing."""
    public = key.public
    m = number_of(public, blinded)
    root = _private_power(key, m)
    if pow(root, public.e, public.n) != m:
        raise SigningFault("The machine computed a wrong signature, which was not handed out. Check its memory.")
    return root.to_bytes(public.n_bytes)


def is_root_of(key: BlindPublicKey, blind_signature: bytes, blinded: bytes) -> bool:
    """Whether this blind signature was made for this blinded message."""
    return pow(int.from_bytes(blind_signature), key.e, key.n) == number_of(key, blinded)


def finalize(key: BlindPublicKey, prepared: bytes, blind_signature: bytes, inverse: bytes) -> bytes:
    """The device's last step: the signature of the prepared message. A wrong answer of the issuer is refused."""
    if len(blind_signature) != key.n_bytes or len(inverse) != key.n_bytes:
        raise WrongUse("The issuer's answer does not have the length of a signature. Ask again.")
    s = int.from_bytes(blind_signature) * int.from_bytes(inverse) % key.n
    signature = s.to_bytes(key.n_bytes)
    if not verify(key, prepared, signature):
        raise WrongUse("The issuer's answer is no signature of what was asked. Ask again, or report it.")
    return signature


def verify(key: BlindPublicKey, prepared: bytes, signature: bytes) -> bool:
    """Whether this is the issuer's signature of a prepared message (RSASSA-PSS-VERIFY of RFC 8017)."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.padding import MGF1, PSS
    from cryptography.hazmat.primitives.hashes import SHA384

    if len(signature) != key.n_bytes or int.from_bytes(signature) >= key.n:
        return False
    try:
        key.checker.verify(signature, prepared, PSS(MGF1(SHA384()), SALT_BYTES), SHA384())
    except (InvalidSignature, ValueError):
        return False
    return True


def encoded(message: bytes, n_bits: int, salt: bytes) -> bytes:
    """EMSA-PSS-ENCODE of RFC 8017, section 9.1.1, with SHA-384, for a modulus of so many bits."""
    em_bits = n_bits - 1
    em_bytes = (em_bits + 7) // 8
    n_zeros = em_bytes - len(salt) - HASH_BYTES - 2
    if n_zeros < 0:
        raise WrongUse("The issuer's key is too short for SHA-384 and its salt.")
    h = hashlib.sha384(PADDING_1 + hashlib.sha384(message).digest() + salt).digest()
    block = bytes(n_zeros) + b"\x01" + salt
    masked = bytearray(plain ^ mask for plain, mask in zip(block, _mask(h, len(block)), strict=True))
    masked[0] &= 0xFF >> (8 * em_bytes - em_bits)
    return bytes(masked) + h + TRAILER


def random_unit(n: int) -> int:
    """A random number from 1 to n − 1 that has an inverse, all with the same probability."""
    while True:
        drawn = 1 + secrets.randbelow(n - 1)
        if gcd(drawn, n) == 1:
            return drawn


def number_of(key: BlindPublicKey, blinded: bytes) -> int:
    """The number of a blinded message; refused if it has another length, is out of range or has no inverse."""
    m = int.from_bytes(blinded)
    if len(blinded) != key.n_bytes or m >= key.n or gcd(m, key.n) != 1:
        raise WrongUse("This is no blinded message for this issuer's key.")
    return m


def _private_power(key: BlindPrivateKey, m: int) -> int:
    """The root by the Chinese remainder theorem, of a message and with exponents that are random each time."""
    n, e = key.public.n, key.public.e
    mask = random_unit(n)
    hidden = m * pow(mask, e, n) % n
    root_p = pow(hidden % key.p, _lengthened(key.d_p, key.p), key.p)
    root_q = pow(hidden % key.q, _lengthened(key.d_q, key.q), key.q)
    root = root_q + key.q * ((root_p - root_q) * key.q_inverse % key.p)
    return root * pow(mask, -1, n) % n


def _lengthened(exponent: int, prime: int) -> int:
    return exponent + secrets.randbits(LENGTHENED_BITS) * (prime - 1)


def _mask(seed: bytes, length: int) -> bytes:
    """MGF1 of RFC 8017, appendix B.2.1, with SHA-384."""
    n_blocks = -(-length // HASH_BYTES)
    return b"".join(hashlib.sha384(seed + count.to_bytes(4)).digest() for count in range(n_blocks))[:length]
