"""A survey, an issuer and a repository for tests and benchmarks. Loopback only.

The issuer signs tokens without blinding them: the signature of RFC 9474 is the same after unblinding.
"""

from __future__ import annotations

import hashlib
import json
import random
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import polars as pl
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from benchmarks.service.running import Server
from shoal.survey.design.frame import design_frame
from shoal.survey.repository.token_check import CODE_TAG, PSS, TOKEN_TAG, text_of
from shoal.survey.shared.canonical import digest_of

ORGANISER_KEY = "organiser-key-of-the-tests-0123456789"
ORGANISER = {"Authorization": f"Bearer {ORGANISER_KEY}"}
ENVELOPE_BYTES = 1024 + 65 + 16  # padded answer, encapsulated key, tag
KEY_BITS = 2048


@cache
def specification(n_members: int = 400) -> dict[str, Any]:
    """A specification of people who do not exist."""
    draw = np.random.default_rng(1)
    frame = pl.DataFrame({"age": draw.integers(18, 90, n_members), "income": draw.normal(3000, 700, n_members).round()})
    made = design_frame(
        frame, k=3, failure=0.01, participation=0.6, quasi_identifiers=["age", "income"], seed=1, method="pcl(rounds=5)"
    )
    design = made.specification
    return {**design.to_document(), "digest": design.digest, "signature": None}


@dataclass
class Issuer:
    """Signs tokens for one survey, and hands out paper codes."""

    key: rsa.RSAPrivateKey = field(default_factory=lambda: rsa.generate_private_key(65537, KEY_BITS))
    digest: str = ""

    @property
    def public_key(self) -> str:
        return self.key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()

    def token(self) -> dict[str, str]:
        """A token that nobody has yet."""
        message = TOKEN_TAG + bytes.fromhex(self.digest) + secrets.token_bytes(32)
        prepared = secrets.token_bytes(32) + message
        signature = self.key.sign(prepared, PSS, hashes.SHA384())
        return {"prepared": text_of(prepared), "signature": text_of(signature)}

    def code_id(self, code: str) -> str:
        """What is registered of a paper code."""
        return hashlib.sha256(CODE_TAG + bytes.fromhex(self.digest) + code.encode()).hexdigest()


def token_id(token: dict[str, str]) -> bytes:
    """The id that the repository files a token under."""
    from shoal.survey.repository.token_check import bytes_of

    return hashlib.sha256(bytes_of(token["prepared"]) or b"").digest()


def envelope(draw: random.Random | None = None, size: int = ENVELOPE_BYTES) -> str:
    """Bytes that look like a sealed answer."""
    return text_of(secrets.token_bytes(size) if draw is None else draw.randbytes(size))


def write_survey(
    folder: Path, issuer: Issuer, *, opens: datetime | None = None, closes: datetime | None = None, invited: int = 400
) -> Path:
    """A survey file; the issuer learns its digest. Open now, for a year, if nothing else is said."""
    now = datetime.now(UTC).replace(microsecond=0)
    document: dict[str, Any] = {
        "kind": "shoal survey",
        "version": 1,
        "title": "A survey of people who do not exist",
        "specification": specification(),
        "opens": (opens or now - timedelta(days=1)).isoformat(),
        "closes": (closes or now + timedelta(days=365)).isoformat(),
        "envelope_size": ENVELOPE_BYTES,
        "invited": invited,
        "issuer": {"url": None, "public_key": issuer.public_key},
        "signature": None,
    }
    issuer.digest = digest_of(document).removeprefix("sha256:")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "survey.json"
    path.write_text(json.dumps(document), "utf-8")
    return path


@dataclass
class Repository(Server):
    """`shoal survey serve` in a process of its own."""

    survey: Path = Path("survey.json")
    codes: Path | None = None

    @property
    def words(self) -> list[str]:
        """What `shoal` is told."""
        return ["survey", "serve", str(self.survey), "--upgrade", *(["--codes", str(self.codes)] if self.codes else [])]

    @property
    def environment(self) -> dict[str, str]:
        own = super().environment
        own |= {"SHOAL_REPOSITORY_FOLDER": str(self.folder), "SHOAL_REPOSITORY_ORGANISER_KEY": ORGANISER_KEY}
        own |= {} if self.url is None else {"SHOAL_REPOSITORY_DATABASE_URL": self.url}
        return own | self.settings


def submission(token: dict[str, str], sealed: str) -> dict[str, Any]:
    """The body of a submission."""
    return {"token": token, "envelope": sealed}


def bundle(base: str, digest: str) -> list[dict[str, Any]]:
    """Close the survey and take the bundle: the header, then the answers."""
    with httpx.Client(base_url=f"{base}/surveys/{digest}", headers=ORGANISER, timeout=120) as http:
        http.post("/closing").raise_for_status()
        answer = http.get("/bundle")
        answer.raise_for_status()
    return [json.loads(line) for line in answer.text.splitlines()]


def ids_in(rows: Iterable[dict[str, Any]]) -> list[bytes]:
    """The token ids of a bundle, in its order."""
    return [token_id(row["token"]) for row in rows]
