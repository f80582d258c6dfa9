"""An issuer's pair of keys: NAME.key, which the issuer alone may read, and NAME.jwk, which everybody gets.

The issuer does not see what it signs, so it cannot see for what a signature is used: each use needs a pair of its own.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shoal.blind_signatures.blind_rsa import BlindPrivateKey, BlindPublicKey
from shoal.blind_signatures.plain_bytes import base64url, bytes_of
from shoal.errors import ParameterError, Setting, WriteError, WrongUse, needs_extra
from shoal.passphrases import passphrase_bytes
from shoal.quantizer.files.plain_json import parsed
from shoal.table.atomic import atomically

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, RSAPublicKey

EXPONENT = 65537
SIZES = (2048, 3072, 4096)  # bits; NIST SP 800-57 part 1 (2020), table 2: 2048 bits are 112 bits of security
USUAL_BITS = 2048  # nobody gains from a forged signature once what it admits to is over
ALGORITHM = "PS384"  # RFC 7518, section 3.5: what WebCrypto calls RSA-PSS with SHA-384
PRIVATE_SUFFIX, PUBLIC_SUFFIX = ".key", ".jwk"
MEMBERS = frozenset(("kty", "alg", "n", "e"))
LOCKED = b"BEGIN ENCRYPTED PRIVATE KEY"  # RFC 7468, section 11
OTHERS = 0o077  # rights of everybody but the owner
SMALLEST_FACTOR = 752  # NIST SP 800-89, section 5.3.3: a modulus has no factor below this
SMALL_FACTORS = math.prod(range(3, SMALLEST_FACTOR, 2))


@dataclass(frozen=True)
class KeyPairs:
    """The pairs of one kind of issuer. The fields are words for messages."""

    command: str  # makes a pair: "shoal tokens keys"
    name: str  # of a pair, for an example: "issuer"
    what: str  # is signed: "A token"
    abuse: str  # by whoever has a copy of the private key: "invent tokens"
    renewal: str  # what to do about a copy: "make a new pair for a new survey"
    extra: str  # of the package, which brings cryptography

    def make(self, stem: str | Path, *, bits: int = USUAL_BITS, passphrase: str | None = None) -> tuple[Path, Path]:
        """A new pair: STEM.key for the issuer alone, STEM.jwk for everybody. Nothing is replaced."""
        if bits not in SIZES:
            raise ParameterError(Setting("bits"), f" must be one of {', '.join(map(str, SIZES))}.")
        if passphrase == "":
            raise ParameterError(Setting("passphrase"), " is empty. Choose one, or leave the key without one.")
        paths = self._new_paths(stem)
        with needs_extra(self.extra, self.what, ("cryptography",)):
            from cryptography.hazmat.primitives import serialization as form
            from cryptography.hazmat.primitives.asymmetric import rsa
        private = rsa.generate_private_key(EXPONENT, bits)
        lock: Any = (
            form.NoEncryption() if passphrase is None else form.BestAvailableEncryption(passphrase_bytes(passphrase))
        )
        secret = private.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, lock)
        with atomically(paths[0], private=True) as draft:
            draft.write_bytes(secret)
        with atomically(paths[1]) as draft:
            draft.write_text(f"{json.dumps(jwk_of(_public(private.public_key())), indent=1)}\n", encoding="utf-8")
        return paths

    def private(self, path: str | Path, passphrase: str | None = None) -> BlindPrivateKey:
        """The private key in a file that nobody else can read."""
        with needs_extra(self.extra, self.what, ("cryptography",)):
            from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
            from cryptography.hazmat.primitives.serialization import load_pem_private_key
        content = self._private_content(path)
        try:
            key = load_pem_private_key(content, None if passphrase is None else passphrase_bytes(passphrase))
        except TypeError:
            raise WrongUse(
                f"{path} has a passphrase, and none was given." if passphrase is None else f"{path} has no passphrase."
            ) from None
        except ValueError:
            raise WrongUse(f"{path} is not a private key, or the passphrase is wrong.") from None
        if not isinstance(key, RSAPrivateKey):
            raise WrongUse(f"{path} is not a key of an issuer (RSA). {self.command} makes a pair.")
        return self._checked(key)

    def public(self, path: str | Path) -> BlindPublicKey:
        """The public key in its file."""
        try:
            content = parsed(Path(path).read_text(encoding="utf-8"), Path(path).name)
        except OSError:
            raise WrongUse(
                f"There is no public key {path} that can be read. Give the .jwk file of the issuer."
            ) from None
        except (UnicodeDecodeError, WrongUse):
            content = None
        if not isinstance(content, dict):
            raise WrongUse(f"{path} is not the public key of an issuer. Give the .jwk file of the issuer.")
        return self.from_jwk(content)

    def from_jwk(self, content: Mapping[str, Any]) -> BlindPublicKey:
        """The public key as everybody gets it (JSON Web Key, RFC 7517), checked."""
        with needs_extra(self.extra, self.what, ("cryptography",)):
            from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicNumbers
        if set(content) != MEMBERS or content["kty"] != "RSA" or content["alg"] != ALGORITHM:
            raise WrongUse(
                f"The issuer's public key must be a JSON Web Key of RSA with kty, alg ({ALGORITHM}), n and e."
            )
        n, e = (int.from_bytes(bytes_of(content[name], f"'{name}' of the issuer's key")) for name in ("n", "e"))
        if e != EXPONENT or n.bit_length() not in SIZES or n % 2 == 0:
            raise WrongUse(
                f"The issuer's public key must have the exponent {EXPONENT} and an odd modulus of "
                f"{', '.join(map(str, SIZES))} bits."
            )
        if not is_sound(n):
            raise WrongUse(
                "The issuer's public key is not sound: its modulus is a prime, the power of a prime, or has a small "
                "factor. Everybody could sign in the issuer's place.",
                hint=f"{self.command} makes a pair.",
            )
        if dict(content) != _jwk(n, e):
            raise WrongUse("The issuer's public key is not written in the one way that a key is written.")
        return BlindPublicKey(n, e, RSAPublicNumbers(e, n).public_key())

    def _new_paths(self, stem: str | Path) -> tuple[Path, Path]:
        bare = str(stem).removesuffix(PRIVATE_SUFFIX).removesuffix(PUBLIC_SUFFIX)
        if not bare.strip() or bare.endswith(("/", ".")):
            raise WrongUse(f"The pair of keys needs a name, as in {self.command} {self.name}.")
        paths = Path(f"{bare}{PRIVATE_SUFFIX}"), Path(f"{bare}{PUBLIC_SUFFIX}")
        for path in paths:
            if path.exists():
                raise WriteError(f"{path} exists already. A key that is written over is lost: choose another name.")
        return paths

    def _private_content(self, path: str | Path) -> bytes:
        if Path(path).suffix == PUBLIC_SUFFIX:
            raise WrongUse(f"{path} is the public key. Give the private one, {Path(path).with_suffix(PRIVATE_SUFFIX)}.")
        try:
            content, mode = Path(path).read_bytes(), Path(path).stat().st_mode
        except OSError:
            raise WrongUse(f"There is no key {path} that can be read. {self.command} makes a pair.") from None
        if mode & OTHERS:
            raise WrongUse(
                f"{path} can be read by others than its owner, who could then {self.abuse}. If nobody has copied it, "
                f"say: chmod 600 {path}. If somebody may have, {self.renewal}."
            )
        return content

    def _checked(self, key: RSAPrivateKey) -> BlindPrivateKey:
        public = _public(key.public_key())
        if public.e != EXPONENT or public.n_bits not in SIZES:
            raise WrongUse(f"This RSA key is not one of an issuer. {self.command} makes a pair.")
        numbers = key.private_numbers()
        return BlindPrivateKey(public, numbers.p, numbers.q, numbers.dmp1, numbers.dmq1, numbers.iqmp)


def is_sound(modulus: int) -> bool:
    """Whether a modulus is no power of a prime, and has no small factor (NIST SP 800-89, section 5.3.3).

    If n = pᵏ, then aⁿ ≡ a modulo p for every a, so p divides aⁿ − a (H. Cohen, A Course in Computational Algebraic
    Number Theory, 1993, section 1.7.3). For two large primes and a = 2 that never happens.
    """
    return math.gcd(modulus, SMALL_FACTORS) == 1 and math.gcd(pow(2, modulus, modulus) - 2, modulus) == 1


def has_passphrase(path: str | Path) -> bool:
    """Whether a key file is locked; False where there is none."""
    try:
        return LOCKED in Path(path).read_bytes()
    except OSError:
        return False


def jwk_of(key: BlindPublicKey) -> dict[str, str]:
    """The public key as plain data."""
    return _jwk(key.n, key.e)


def thumbprint(key: BlindPublicKey) -> bytes:
    """What names a key: the SHA-256 of RFC 7638."""
    members = {name: value for name, value in jwk_of(key).items() if name != "alg"}
    return hashlib.sha256(json.dumps(members, sort_keys=True, separators=(",", ":")).encode()).digest()


def _jwk(n: int, e: int) -> dict[str, str]:
    n_text, e_text = (base64url(number.to_bytes((number.bit_length() + 7) // 8)) for number in (n, e))
    return {"kty": "RSA", "alg": ALGORITHM, "n": n_text, "e": e_text}


def _public(key: RSAPublicKey) -> BlindPublicKey:
    numbers = key.public_numbers()
    return BlindPublicKey(numbers.n, numbers.e, key)
