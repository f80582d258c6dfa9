"""The issuer's list: hashes of invitation codes, and for each whether it was used and which blind signature it got.

It holds no name and no code: the file with names and codes is the organiser's, for the letters. It holds no time and no
order either. Rows are sorted by the hash of a random code. Each row has its final size from the beginning, filled with
random bytes until its signature is there, so nothing in the file moves when somebody asks: two lists to which the same
people came in another order are the same file, byte for byte. The journal of SQLite is emptied after each change.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from shoal.blind_signatures.blind_rsa import BlindPublicKey
from shoal.blind_signatures.key_pairs import thumbprint
from shoal.errors import WriteError, WrongUse
from shoal.survey.tokens.codes import read_code
from shoal.table.atomic import OWNER_ONLY, refuse_link

INVITATION_PREFIX = b"shoal invitation 1\0"
FORMAT = 1  # of the first release; SQLite's user_version
WAIT_S = 10.0  # for another process that writes; a change takes milliseconds
SCHEMA = (
    "CREATE TABLE issuer (thumbprint BLOB PRIMARY KEY) WITHOUT ROWID",
    "CREATE TABLE invitation (code_hash BLOB PRIMARY KEY, asked INTEGER NOT NULL, blind_signature BLOB NOT NULL) "
    "WITHOUT ROWID",
)
PRAGMAS = ("journal_mode=TRUNCATE", "synchronous=FULL", "secure_delete=ON")  # no log of writes is left behind


class NotInvited(WrongUse):
    """No invitation has this code."""


@dataclass(frozen=True)
class InvitationCounts:
    """How many there are, and how many were used. Publish both: more tokens than these cannot be honest."""

    n_invited: int
    n_asked: int


def invitation_hash(key: BlindPublicKey, code: str) -> bytes:
    """What is stored of a code. It covers the key: the list of one survey is of no use in another."""
    return hashlib.sha256(INVITATION_PREFIX + thumbprint(key) + read_code(code).encode("ascii")).digest()


class Invitations:
    """The list in a file that its owner alone can read."""

    def __init__(self, path: str | Path, key: BlindPublicKey) -> None:
        self._path, self._key = Path(path), key
        if not self._path.is_file():
            raise WrongUse(f"There is no list of invitations {path}. shoal tokens invite makes one.")
        try:
            with self._opened() as connection:
                version = connection.execute("PRAGMA user_version").fetchone()[0]
                names = [row[0] for row in connection.execute("SELECT thumbprint FROM issuer")] if version else []
        except sqlite3.DatabaseError:
            raise WrongUse(f"{path} is not a list of invitations, or is damaged.") from None
        if version != FORMAT:
            raise WrongUse(f"{path} has another format number than {FORMAT}. Use the Shoal that made it.")
        if names != [thumbprint(key)]:
            raise WrongUse(f"The invitations in {path} belong to another key. Every survey has its own.")

    @classmethod
    def created(cls, path: str | Path, key: BlindPublicKey) -> Invitations:
        """A new and empty list."""
        refuse_link(path)
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))
        except FileExistsError:
            raise WriteError(f"{path} exists already.") from None
        except OSError as error:
            raise WriteError(f"The list of invitations {path} cannot be written. Choose another name.") from error
        with closing(sqlite3.connect(path, isolation_level=None)) as connection, _transaction(connection):
            for statement in SCHEMA:
                connection.execute(statement)
            connection.execute("INSERT INTO issuer VALUES (?)", (thumbprint(key),))
            connection.execute(f"PRAGMA user_version={FORMAT}")
        return cls(path, key)

    def add(self, codes: Sequence[str]) -> None:
        """New invitations, all or none. The codes themselves are not stored."""
        hashes = sorted(invitation_hash(self._key, code) for code in codes)
        rows = [(each, secrets.token_bytes(self._key.n_bytes)) for each in hashes]
        with self._opened() as connection, _transaction(connection):
            connection.executemany("INSERT INTO invitation VALUES (?, 0, ?)", rows)

    def signature_of(self, code_hash: bytes) -> bytes | None:
        """The blind signature that an invitation got; None if nobody has asked with it."""
        with self._opened() as connection:
            return _signature(connection, code_hash)

    def record(self, code_hash: bytes, blind_signature: bytes) -> bytes:
        """Note the signature of an invitation, and return what is noted: the first one, if two came at once."""
        with self._opened() as connection, _transaction(connection):
            first = _signature(connection, code_hash)
            if first is not None:
                return first
            connection.execute(
                "UPDATE invitation SET asked = 1, blind_signature = ? WHERE code_hash = ?", (blind_signature, code_hash)
            )
        return blind_signature

    def counts(self) -> InvitationCounts:
        """Two numbers."""
        with self._opened() as connection:
            n_invited, n_asked = connection.execute(
                "SELECT count(*), coalesce(sum(asked), 0) FROM invitation"
            ).fetchone()
        return InvitationCounts(n_invited, n_asked)

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._path, timeout=WAIT_S, isolation_level=None)) as connection:
            for pragma in PRAGMAS:
                connection.execute(f"PRAGMA {pragma}")
            yield connection


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _signature(connection: sqlite3.Connection, code_hash: bytes) -> bytes | None:
    row = connection.execute(
        "SELECT asked, blind_signature FROM invitation WHERE code_hash = ?", (code_hash,)
    ).fetchone()
    if row is None:
        raise NotInvited("There is no invitation with this code. Compare it with your letter.")
    return bytes(row[1]) if row[0] else None
