"""A closed survey: its release, what is said of it, and the note that it was closed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from shoal.survey.closing.opening import Refusal
from shoal.survey.collection.facts import AboutSurvey
from shoal.survey.collection.releasing import Collected
from shoal.survey.questionnaire.content import time_text
from shoal.survey.questionnaire.survey import Survey


@dataclass(frozen=True)
class ClosingNumbers:
    """What was in the bundle, and how many people could have answered."""

    n_entries: int
    n_answers: int  # that count
    refused: Mapping[Refusal, int]
    invited: int | None = None
    asked: int | None = None  # the issuer for a token


@dataclass(frozen=True)
class ClosedSurvey:
    """What a closing came to. Nothing of it says how many answers a withheld cell had."""

    collected: Collected = field(repr=False)
    numbers: ClosingNumbers
    note: Path  # where closings are noted
    noted: str = field(repr=False)  # what it will hold

    def save(self, folder: str | Path, *, sign: str | Path | None = None) -> dict[str, Path]:
        """Write the files of the release (`collection/saving.py`), and note the closing.

        Whoever pulls the plug meanwhile can close again with the same answers, and with no others.
        """
        paths = self.collected.save(folder, sign=sign, notes={self.note: self.noted})
        return {**paths, "note": self.note}


def about_closed(survey: Survey, numbers: ClosingNumbers, bundle: str, settings: Mapping[str, Any]) -> AboutSurvey:
    """What the report and the manifest say beside the answers; ``bundle``: the digest of the file."""
    said = {
        "title": survey.title[survey.languages[0]],
        "organiser": survey.organiser,
        "opens": time_text(survey.opens),
        "closes": time_text(survey.closes),
        "questions": [question.name for question in survey.questions],
    }
    counts = {
        "invited": numbers.invited,
        "asked": numbers.asked,
        "entries": numbers.n_entries,
        "answers": numbers.n_answers,
    }
    return AboutSurvey(
        digests={"survey": survey.digest, "specification": survey.specification.digest},
        said=said,
        refused={str(why): count for why, count in numbers.refused.items()},
        source="bundle",
        settings=settings,
        numbers=counts,
        source_digests={"bundle": f"sha256:{bundle}"},
        invited=numbers.invited,
    )
