"""A survey, an issuer and a repository for tests and benchmarks. Loopback only.

The issuer signs tokens without blinding them: the signature of RFC 9474 is the same after unblinding.
"""

from __future__ import annotations

import hashlib
import json
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
from cryptography.hazmat.primitives.asymmetric import padding, rsa

from benchmarks.service.running import Server
from shoal.blind_signatures.blind_rsa import SALT_BYTES, BlindPublicKey, prepare
from shoal.blind_signatures.key_pairs import jwk_of
from shoal.blind_signatures.plain_bytes import base64url, bytes_of
from shoal.survey.design.frame import design_frame
from shoal.survey.questionnaire.content import Admission, StatedIssuer
from shoal.survey.questionnaire.kinds import ScaleQuestion
from shoal.survey.questionnaire.survey import Survey
from shoal.survey.sealing.suite import key_text, new_private_key
from shoal.survey.specification.specification import Specification
from shoal.survey.tokens.secret import new_secret, proof_of, secret_of_code
from shoal.survey.tokens.token import Token, token_message

ORGANISER_KEY = "organiser-key-of-the-tests-0123456789"
ORGANISER = {"Authorization": f"Bearer {ORGANISER_KEY}"}
KEY_BITS = 2048
N_QUESTIONS = 20
PSS = padding.PSS(padding.MGF1(hashes.SHA384()), SALT_BYTES)


@cache
def specification(n_members: int = 400, k: int = 3) -> Specification:
    """A specification of people who do not exist."""
    draw = np.random.default_rng(1)
    frame = pl.DataFrame({"age": draw.integers(18, 90, n_members), "income": draw.normal(3000, 700, n_members).round()})
    wishes: dict[str, Any] = {"k": k, "failure": 0.01, "participation": 0.6, "seed": 1, "method": "pcl(rounds=5)"}
    return design_frame(frame, quasi_identifiers=["age", "income"], **wishes).specification


@cache
def answers_key() -> str:
    """The key to which answers would be sealed; nobody keeps its other half."""
    return key_text(new_private_key().public_key())


@dataclass
class TokenMaker:
    """Signs tokens for one survey."""

    key: rsa.RSAPrivateKey = field(default_factory=lambda: rsa.generate_private_key(65537, KEY_BITS))
    digest: str = ""

    @property
    def public_key(self) -> dict[str, str]:
        public = self.key.public_key()
        numbers = public.public_numbers()
        return jwk_of(BlindPublicKey(numbers.n, numbers.e, public))

    def token(self) -> Token:
        """A token that nobody has yet."""
        secret = new_secret()
        prepared = prepare(token_message(self.digest, secret))
        return Token(prepared, self.key.sign(prepared, PSS, hashes.SHA384()), secret)


def token_id(token: dict[str, str]) -> bytes:
    """The id that the repository files a token under."""
    return hashlib.sha256(bytes_of(token["prepared"], "A token")).digest()


def survey_of(
    issuer: TokenMaker,
    opens: datetime | None = None,
    closes: datetime | None = None,
    admission: tuple[Admission, ...] = (Admission.TOKENS,),
    title: str = "A survey of people who do not exist",
) -> Survey:
    """A survey; the issuer learns its digest. Open now, for a year, if nothing else is said."""
    now = datetime.now(UTC).replace(microsecond=0)
    steps = [
        ScaleQuestion(f"q{number}", {"en": f"How satisfied are you with tree {number}?"})
        for number in range(N_QUESTIONS)
    ]
    made = Survey(
        specification=specification(),
        title={"en": title},
        purpose={"en": "To try the repository."},
        organiser="Nobody",
        contact="nobody@example.org",
        languages=("en",),
        opens=opens or now - timedelta(days=1),
        closes=closes or now + timedelta(days=365),
        repository="https://survey.example.org/",
        admission=admission,
        issuer=StatedIssuer("https://issuer.example.org", issuer.public_key) if Admission.TOKENS in admission else None,
        answers_key=answers_key(),
        free_text=False,
        questions=tuple(steps),
    )
    issuer.digest = made.hex_digest
    return made


def write_survey(folder: Path, issuer: TokenMaker, **about: Any) -> Path:
    """Its file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "survey.json"
    survey_of(issuer, **about).save(path)
    return path


@cache
def envelope_bytes() -> int:
    """The size of all envelopes here."""
    return survey_of(TokenMaker()).envelope_size


def envelope(size: int | None = None) -> str:
    """Bytes that look like a sealed answer."""
    return base64url(secrets.token_bytes(envelope_bytes() if size is None else size))


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


@dataclass
class Issuer(Server):
    """`shoal tokens serve` in a process of its own."""

    key: Path = Path("issuer.key")
    invitations: Path = Path("issuer.db")

    @property
    def words(self) -> list[str]:
        """What `shoal` is told."""
        return ["tokens", "serve", "--key", str(self.key), "--list", str(self.invitations)]


def submission(token: Token, sealed: str) -> dict[str, Any]:
    """The body of a submission."""
    return {"token": token.to_dict(), "proof": base64url(proof_of(token.secret)), "envelope": sealed}


def submission_with_card(digest: str, code: str, sealed: str) -> dict[str, Any]:
    """The same with a code in the place of a token."""
    return {"proof": base64url(proof_of(secret_of_code(digest, code))), "envelope": sealed}


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
