"""The survey file as the repository reads it: what it needs, and nothing of the questions."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from shoal.errors import WrongUse
from shoal.survey.shared.canonical import digest_of
from shoal.survey.shared.scheme import Scheme
from shoal.survey.specification.content import SpecificationContent
from shoal.survey.specification.file import specification_from
from shoal.survey.specification.scheme import scheme_of_specification

KIND = "shoal survey"


@dataclass(frozen=True)
class PlainSurvey:
    """A survey file, as far as the repository needs it."""

    digest: str
    title: str
    opens: datetime
    closes: datetime
    envelope_size: int
    invited: int
    issuer_key: str | None  # PEM; None: paper codes only
    scheme: Scheme = field(repr=False)
    content: bytes = field(repr=False)


def read_survey(path: Path) -> PlainSurvey:
    """Read a survey file; an error says what is wrong with it."""
    try:
        content = path.read_bytes()
        document = json.loads(content)
    except OSError:
        raise WrongUse(f"There is no survey file {path} that can be read.") from None
    except ValueError:
        document = None
    if not isinstance(document, dict) or document.get("kind") != KIND:
        raise WrongUse(f"{path.name} is not a survey file. Give the file that shoal survey new wrote.")
    try:
        return _survey_from(document, content, path.name)
    except (KeyError, TypeError, ValueError):
        raise WrongUse(f"{path.name} is damaged. Give the file that shoal survey new wrote.") from None


def _survey_from(document: dict[str, Any], content: bytes, where: str) -> PlainSurvey:
    scheme = scheme_of_specification(specification_from(document["specification"], where, SpecificationContent))
    issuer = document.get("issuer")
    opens, closes = _moment(document["opens"]), _moment(document["closes"])
    if not opens < closes or int(document["envelope_size"]) < 1:
        raise ValueError
    return PlainSurvey(
        digest=digest_of(document).removeprefix("sha256:"),
        title=str(document.get("title") or document.get("purpose") or ""),
        opens=opens,
        closes=closes,
        envelope_size=int(document["envelope_size"]),
        invited=int(document.get("invited") or scheme.frame_counts.sum()),
        issuer_key=None if issuer is None else str(issuer["public_key"]),
        scheme=scheme,
        content=content,
    )


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError
    return moment.astimezone(UTC)
