"""The pair of keys for the answers, as files: NAME.pub for the survey file, NAME.key for the day of closing.

NAME.pub is a public key in the usual form (SubjectPublicKeyInfo as PEM). NAME.key is JSON, readable by its owner alone.
It holds the private key (PKCS 8) plain, or encrypted with what `protection.py` makes. Nothing is ever written over.
"""

from __future__ import annotations

import stat
from base64 import b64decode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from shoal.errors import WriteError, WrongUse
from shoal.survey.sealing.protection import (
    PassphraseProtection,
    Protection,
    Unlocked,
    encrypted,
    open_protected,
    protection_from,
    text_of_bytes,
)
from shoal.survey.sealing.suite import key_of_text, key_text, needs_sealing, new_private_key
from shoal.survey.sealing.trustees import Part, Split, new_parts, part_numbers
from shoal.survey.shared.canonical import canonical_bytes
from shoal.survey.shared.design_files import FileKind
from shoal.survey.shared.key_texts import json_of_file, pretty
from shoal.survey.specification.signing import bare_stem, write_for_owner
from shoal.table.atomic import atomically

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey, EllipticCurvePublicKey

PRIVATE_SUFFIX, PUBLIC_SUFFIX = ".key", ".pub"
KEY_FILE = FileKind(
    "shoal answers key",
    "a key for answers",
    1,
    "answers-key.schema.json",
    "Give the .key file that shoal survey keys wrote.",
)
FOR_OTHERS = stat.S_IRWXG | stat.S_IRWXO  # rights of anybody but the owner
IN_CLEAR = ("what", "format", "survey", "public_key", "protection")  # and authenticated with the ciphertext


class KeyPaths(NamedTuple):
    """The files of a new pair."""

    private: Path
    public: Path
    parts: tuple[Path, ...]


def make_answer_keys(
    stem: str | Path, *, survey: str = "", passphrase: str | None = None, trustees: tuple[int, int] | None = None
) -> KeyPaths:
    """A new pair, and a part for each trustee. ``trustees``: how many are needed, of how many.

    ``survey`` is the name that the parts bear; by default that of the pair.
    """
    if passphrase is not None and trustees is not None:
        raise WrongUse("A key is protected by a passphrase or by trustees, not by both.")
    bare = bare_stem(str(stem), "answers")
    named = survey.strip() or Path(bare).name
    split = None if trustees is None else Split.new(*trustees)
    paths = KeyPaths(
        Path(f"{bare}{PRIVATE_SUFFIX}"),
        Path(f"{bare}{PUBLIC_SUFFIX}"),
        () if split is None else tuple(_part_path(bare, number + 1, split) for number in range(split.parts)),
    )
    _refuse_existing([paths.private, paths.public, *paths.parts])
    private = new_private_key()
    public = key_text(private.public_key())
    protection: Protection | None = split
    key = b""
    parts: list[Part] = []
    if split is not None:
        key, parts = new_parts(split, survey=named, public_key=public)
    elif passphrase is not None:
        protection = PassphraseProtection.new(passphrase)
        key = protection.key(passphrase)
    write_for_owner(paths.private, _text_of_key(private, named, protection, key).encode("utf-8"))
    for path, part in zip(paths.parts, parts, strict=True):
        write_for_owner(path, part.to_text().encode("utf-8"))
    with atomically(paths.public) as draft:
        draft.write_bytes(_pem(private.public_key()))
    return paths


@dataclass(frozen=True)
class OpenedKey:
    """A private key, and what its owner should know about the files that it came from."""

    private: EllipticCurvePrivateKey = field(repr=False)
    warnings: tuple[str, ...] = ()


def read_answer_key(
    path: str | Path, *, passphrase: str | None = None, parts: Sequence[Part] = ()
) -> EllipticCurvePrivateKey:
    """The private key of a file, opened with its passphrase or with the parts of its trustees."""
    return open_answer_key(path, passphrase=passphrase, parts=parts).private


def open_answer_key(path: str | Path, *, passphrase: str | None = None, parts: Sequence[Part] = ()) -> OpenedKey:
    """The same, with what is wrong about the files although they open."""
    source = Path(path)
    document = json_of_file(source, "key for answers")
    KEY_FILE.require_structure(document, source.name)
    is_plain = document["protection"] is None
    if is_plain and (passphrase is not None or parts):
        raise WrongUse(f"{source.name} is not protected: leave passphrase and parts out.")
    opened = Unlocked(b64decode(document["private_key"])) if is_plain else _opened(document, passphrase, tuple(parts))
    if opened.content is None:
        what = "The passphrase is wrong" if passphrase is not None else "The parts do not give the key of this file"
        raise WrongUse(f"{what}, or {source.name} was changed.")
    private = _private_key(opened.content)
    if private is None or key_text(private.public_key()) != document["public_key"]:
        raise WrongUse(f"{source.name} does not hold the private key that it says. Get the file again.")
    warnings = [_altered(opened.wrong_parts)] if opened.wrong_parts else []
    if is_plain and source.stat().st_mode & FOR_OTHERS:
        warnings.append(
            f"{source.name} is not protected, and others on this machine may read it. Whoever read it can open all "
            "answers. Allow its owner alone to read it (chmod 600)."
        )
    return OpenedKey(private, tuple(warnings))


def _altered(parts: Sequence[Part]) -> str:
    is_what = "is not what the trustee was" if len(parts) == 1 else "are not what the trustees were"
    return f"{part_numbers(parts)} {is_what} given: the others opened the key without. Find out who altered it."


def public_key_of_file(path: str | Path) -> EllipticCurvePublicKey:
    """The public key in a .pub file."""
    with needs_sealing():
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.serialization import load_pem_public_key
    try:
        key: Any = load_pem_public_key(Path(path).read_bytes())
    except OSError:
        raise WrongUse(f"There is no public key {path} that can be read. shoal survey keys makes a pair.") from None
    except ValueError:
        key = None
    if not isinstance(key, ec.EllipticCurvePublicKey) or not isinstance(key.curve, ec.SECP256R1):
        raise WrongUse(f"{path} is not a public key for answers (P-256). Give the .pub file of shoal survey keys.")
    return key_of_text(key_text(key))


def _text_of_key(private: EllipticCurvePrivateKey, survey: str, protection: Protection | None, key: bytes) -> str:
    from cryptography.hazmat.primitives import serialization as form

    secret = private.private_bytes(form.Encoding.DER, form.PrivateFormat.PKCS8, form.NoEncryption())
    document: dict[str, Any] = {
        "what": KEY_FILE.what,
        "format": KEY_FILE.newest,
        "survey": survey,
        "public_key": key_text(private.public_key()),
        "protection": None if protection is None else protection.to_dict(),
    }
    if protection is None:
        return pretty({**document, "private_key": text_of_bytes(secret)})
    return pretty({**document, **encrypted(secret, key, _in_clear(document))})


def _opened(document: Mapping[str, Any], passphrase: str | None, parts: tuple[Part, ...]) -> Unlocked:
    """The PKCS 8 of a protected key file."""
    protection = protection_from(document["protection"])
    return open_protected(protection, document, _in_clear(document), passphrase=passphrase, parts=parts)


def _private_key(content: bytes) -> EllipticCurvePrivateKey | None:
    with needs_sealing():
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.serialization import load_der_private_key
    try:
        key: Any = load_der_private_key(content, password=None)
    except (ValueError, TypeError):
        return None
    return key if isinstance(key, ec.EllipticCurvePrivateKey) and isinstance(key.curve, ec.SECP256R1) else None


def _in_clear(document: Mapping[str, Any]) -> bytes:
    return canonical_bytes({name: document[name] for name in IN_CLEAR})


def _pem(public_key: EllipticCurvePublicKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    made: bytes = public_key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    return made


def _part_path(bare: str, number: int, split: Split) -> Path:
    return Path(f"{bare}.part-{number}-of-{split.parts}.json")


def _refuse_existing(paths: Sequence[Path]) -> None:
    for path in paths:
        if path.exists() or path.is_symlink():
            raise WriteError(
                f"{path} exists already. A key that is written over is lost for good: choose another name."
            )
