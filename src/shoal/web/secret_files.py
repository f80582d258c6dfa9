"""Secrets of a server: from the environment, else from a file for its owner alone, which is made when there is none."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import stat
from pathlib import Path

from pydantic import SecretStr

from shoal.errors import WrongUse

SHORTEST_SECRET = 16  # characters; 16 random letters and digits are 95 bits, beyond guessing
MUST_BE_LONG = f"must hold at least {SHORTEST_SECRET} ASCII letters and digits that nobody can guess"
SECRET_BYTES = 32
ONLY_ITS_OWNER = 0o600


def same_secret(given: str, secret: str) -> bool:
    """Compare an operator's key in constant time."""
    mine = hashlib.sha256(secret.encode()).digest()
    return hmac.compare_digest(hashlib.sha256(given.encode("utf-8", "surrogatepass")).digest(), mine)


def secret_of(given: SecretStr | None, path: Path, variable: str) -> str:
    """The secret from the environment, else from its file, which is created when there is none."""
    if given is not None:
        text = given.get_secret_value().strip()
        _require_long(text, variable)
        return text
    if not path.exists():
        _create_secret(path)
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise WrongUse(f"{path} can be read by others than its owner. Say chmod 600 {path}, or set {variable} instead.")
    text = path.read_text(encoding="ascii", errors="replace").strip()
    _require_long(text, str(path))
    return text


def new_secret() -> str:
    """Letters and digits that nobody can guess."""
    return secrets.token_urlsafe(SECRET_BYTES)


def _create_secret(path: Path) -> None:
    """Create the file with its permissions, never first and its permissions later. Of two processes one wins."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f".{secrets.token_hex(6)}-{path.name}")
    descriptor = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, ONLY_ITS_OWNER)
    try:
        os.write(descriptor, f"{new_secret()}\n".encode("ascii"))
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    try:
        os.link(draft, path)  # fails if the other process was first; its secret is read then
    except FileExistsError:
        pass
    finally:
        draft.unlink()


def long_enough(text: str) -> bool:
    """Whether there is a key in it, and each of them is long enough."""
    keys = text.replace(",", " ").split()
    return text.isascii() and bool(keys) and all(len(key) >= SHORTEST_SECRET for key in keys)


def _require_long(text: str, where: str) -> None:
    if not long_enough(text):
        raise WrongUse(
            f"{where} {MUST_BE_LONG}. "
            "Remove it to have one made, or make one with: python -c 'import secrets; print(secrets.token_urlsafe())'."
        )
