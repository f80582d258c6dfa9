"""Ed25519 keys and signatures (RFC 8032): they prove who wrote a specification, or a survey file.

Keys are files in the usual forms, PKCS 8 and SubjectPublicKeyInfo as PEM, so other tools read them too. What is signed
is the digest of the content, with a word before it that says what it is.
"""

from __future__ import annotations

import os
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shoal.errors import WriteError, WrongUse, install_command
from shoal.table.atomic import atomically

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ALGORITHM = "Ed25519"
SPECIFICATION = "shoal specification"  # before the digest stands what was signed, so that no other signature fits
KEY_HEADER = "MCowBQYDK2VwAyEA"  # SubjectPublicKeyInfo of Ed25519 (RFC 8410): 12 bytes before the 32 of the key
PRIVATE_SUFFIX, PUBLIC_SUFFIX = ".key", ".pub"


@dataclass(frozen=True)
class Signature:
    """Public key and signature, both in base64."""

    public_key: str
    value: str

    def to_dict(self) -> dict[str, str]:
        """Plain data."""
        return {"algorithm": ALGORITHM, "public_key": self.public_key, "value": self.value}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Signature:
        """What ``to_dict`` described; the schema has been checked."""
        return cls(data["public_key"], data["value"])

    def fits(self, digest: str, what: str = SPECIFICATION) -> bool:
        """Whether the holder of the key signed this digest, as that of ``what``."""
        ed25519 = _ed25519()
        from cryptography.exceptions import InvalidSignature

        try:
            key = b64decode(self.public_key, validate=True)
            value = b64decode(self.value, validate=True)
            ed25519.Ed25519PublicKey.from_public_bytes(key).verify(value, _message(digest, what))
        except (InvalidSignature, ValueError, Base64Error):
            return False
        return True


def signed(digest: str, key_path: str | Path, what: str = SPECIFICATION) -> Signature:
    """Sign the digest of ``what`` with the private key in a file."""
    private = _private_key(Path(key_path))
    return Signature(_text(private.public_key().public_bytes_raw()), _text(private.sign(_message(digest, what))))


def require_key(path: str | Path) -> None:
    """Refuse a file that nothing can be signed with, before anything has been done that is to be signed."""
    _private_key(Path(path))


def make_keys(stem: str | Path) -> tuple[Path, Path]:
    """A new pair: STEM.key, which its owner alone may read, and STEM.pub, for everybody. Nothing is replaced.

    A stem that is given with one of the two suffixes means the same pair.
    """
    private = _ed25519().Ed25519PrivateKey.generate()
    from cryptography.hazmat.primitives import serialization as form

    bare = bare_stem(str(stem), "survey")
    paths = Path(f"{bare}{PRIVATE_SUFFIX}"), Path(f"{bare}{PUBLIC_SUFFIX}")
    for path in paths:
        if path.exists():
            raise WriteError(
                f"{path} exists already. A key that is written over is lost for good: choose another name."
            )
    secret = private.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption())
    public = private.public_key().public_bytes(form.Encoding.PEM, form.PublicFormat.SubjectPublicKeyInfo)
    write_for_owner(paths[0], secret)
    with atomically(paths[1]) as draft:
        draft.write_bytes(public)
    return paths


def write_for_owner(path: Path, content: bytes) -> None:
    """Write a file that its owner alone may read, whole or not at all."""
    with atomically(path, private=True) as draft:
        draft.write_bytes(content)


def bare_stem(stem: str, example: str) -> str:
    """The stem without the suffix of a key; a name that would leave nothing but suffixes is refused."""
    bare = stem.removesuffix(PRIVATE_SUFFIX).removesuffix(PUBLIC_SUFFIX)
    if not bare.strip() or bare.endswith(("/", os.sep, ".")):
        raise WrongUse(f"The pair of keys needs a name, such as {example}: it becomes {example}.key and {example}.pub.")
    return bare


def public_key(path: str | Path) -> str:
    """The public key of a file, in base64 as it stands in a specification."""
    ed25519 = _ed25519()
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    try:
        key = load_pem_public_key(Path(path).read_bytes())
    except OSError:
        raise WrongUse(f"There is no public key {path} that can be read. Give the .pub file of the designer.") from None
    except ValueError:
        key = None
    if not isinstance(key, ed25519.Ed25519PublicKey):
        raise WrongUse(f"{path} is not a public key of the kind {ALGORITHM}. Give the .pub file of the designer.")
    return _text(key.public_bytes_raw())


def as_in_file(key: str) -> str:
    """A public key as its .pub file shows it, so that a person can compare the two letter by letter."""
    return f"{KEY_HEADER}{key}"  # 12 bytes are 16 letters of base64, so the letters of the key itself do not change


def _private_key(path: Path) -> Ed25519PrivateKey:
    ed25519 = _ed25519()
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(path.read_bytes(), password=None)
    except OSError:
        raise WrongUse(f"There is no private key {path} that can be read. shoal keys makes a pair.") from None
    except (ValueError, TypeError):
        key = None
    if not isinstance(key, ed25519.Ed25519PrivateKey):
        raise WrongUse(f"{path} is not a private key of the kind {ALGORITHM} without a password. shoal keys makes one.")
    found: Ed25519PrivateKey = key
    return found


def _ed25519() -> Any:
    try:
        from cryptography.hazmat.primitives.asymmetric import ed25519
    except ImportError:
        raise WrongUse(
            "Signatures need the package cryptography, which comes with the extra 'survey'. "
            f"Install it: {install_command('survey')}"
        ) from None
    return ed25519


def can_check() -> bool:
    """Whether signatures can be checked here."""
    try:
        _ed25519()
    except WrongUse:
        return False
    return True


def _message(digest: str, what: str) -> bytes:
    return f"{what}\n{digest}".encode("ascii")


def _text(raw: bytes) -> str:
    return b64encode(raw).decode("ascii")
