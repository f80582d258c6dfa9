"""The content of a survey file: what is asked, by whom, when and with which keys, as plain data with one digest.

The digest names the survey everywhere: in tokens, in envelopes and in the address at the repository.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from functools import cached_property
from typing import Any

from shoal.survey.questionnaire.kinds import SurveyQuestion, Texts
from shoal.survey.questionnaire.question_files import question_to_dict
from shoal.survey.sealing.envelope import envelope_size
from shoal.survey.sealing.suite import SUITE
from shoal.survey.shared.canonical import canonical_bytes, digest_of
from shoal.survey.specification.signing import Signature
from shoal.survey.specification.specification import Specification
from shoal.survey.tokens.survey_digest import DIGEST_PREFIX, digest_bytes

WHAT = "shoal survey"
FORMAT = 2  # 1: envelopes held no secret, so others could answer under a token


class Admission(StrEnum):
    """What an answer needs so that it counts."""

    TOKENS = "tokens"  # a token that the issuer signed blindly
    CODES = "codes"  # a printed code
    ANYBODY = "anybody"  # nothing: then nobody knows how many people k answers are


@dataclass(frozen=True)
class StatedIssuer:
    """Who signs tokens: address, and RSA public key (JSON Web Key)."""

    url: str
    public_key: Mapping[str, str]

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {"url": self.url, "public_key": dict(self.public_key)}


@dataclass(frozen=True, eq=False)
class SurveyContent:
    """What a survey file says. Times are in UTC, to the second."""

    specification: Specification = field(repr=False)
    title: Texts
    purpose: Texts
    organiser: str
    contact: str
    languages: tuple[str, ...]
    opens: datetime
    closes: datetime
    repository: str
    admission: tuple[Admission, ...]
    issuer: StatedIssuer | None
    answers_key: str
    free_text: bool
    questions: tuple[SurveyQuestion, ...] = field(repr=False)
    signature: Signature | None = field(default=None, repr=False)

    @cached_property
    def largest_answer(self) -> int:
        """The bytes of the largest possible answer in its canonical spelling."""
        empty = {"answers": {}, "cell": self.specification.n_cells - 1, "specification": self.specification.digest}
        entries = [len(canonical_bytes(question.name)) + 1 + question.largest() for question in self.questions]
        return len(canonical_bytes(empty)) + sum(entries) + max(0, len(entries) - 1)

    @property
    def envelope_size(self) -> int:
        """The bytes of every envelope of this survey."""
        return envelope_size(self.largest_answer)

    def to_document(self) -> dict[str, Any]:
        """Everything that a file holds but digest and signature."""
        specification = self.specification
        return {
            "what": WHAT,
            "format": FORMAT,
            "title": dict(self.title),
            "purpose": dict(self.purpose),
            "organiser": self.organiser,
            "contact": self.contact,
            "languages": list(self.languages),
            "opens": time_text(self.opens),
            "closes": time_text(self.closes),
            "repository": self.repository,
            "admission": [str(way) for way in self.admission],
            "issuer": None if self.issuer is None else self.issuer.to_dict(),
            "answers_key": {"suite": SUITE, "public_key": self.answers_key},
            "envelope_size": self.envelope_size,
            "free_text": self.free_text,
            "questions": [question_to_dict(question) for question in self.questions],
            "specification": {
                **specification.to_document(),
                "digest": specification.digest,
                "signature": None if specification.signature is None else specification.signature.to_dict(),
            },
        }

    @cached_property
    def digest(self) -> str:
        """sha256 of everything but the signature, as the file states it."""
        return digest_of(self.to_document())

    @property
    def digest_bytes(self) -> bytes:
        """The 32 bytes of the digest: what tokens and envelopes are bound to."""
        return digest_bytes(self.digest)

    @property
    def hex_digest(self) -> str:
        """The 64 hexadecimal digits of the digest: the name of the survey in addresses."""
        return self.digest.removeprefix(DIGEST_PREFIX)

    @cached_property
    def question_of(self) -> Mapping[str, SurveyQuestion]:
        """Questions by name."""
        return {question.name: question for question in self.questions}


def time_text(time: datetime) -> str:
    """A time as RFC 3339 writes it, in UTC, to the second."""
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def time_of_text(text: str) -> datetime:
    """The time that `time_text` wrote."""
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
