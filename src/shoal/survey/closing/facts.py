"""What the report of a closed survey says to everybody, and what the manifest says to its organiser alone.

The report has no figure from which the answers of a withheld cell could be counted: no number of all answers, and no
number of cells that failed. The specification is public, so everybody sees which cells the release lacks; they do not
see which of these had answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from shoal import __version__
from shoal.survey.closing.opening import Refusal
from shoal.survey.collection.releasing import Collected
from shoal.survey.collection.respondents import counted_words
from shoal.survey.questionnaire.content import time_text
from shoal.survey.questionnaire.survey import Survey

if TYPE_CHECKING:
    from shoal.survey.closing.closed import ClosedSurvey

REPORT_WHAT, MANIFEST_WHAT = "shoal survey report", "shoal survey manifest"
FORMAT = 1  # of the first release


@dataclass(frozen=True)
class ClosingNumbers:
    """What was in the bundle, and how many people could have answered."""

    n_entries: int
    n_answers: int  # that count
    refused: Mapping[Refusal, int]
    invited: int | None = None
    asked: int | None = None  # the issuer for a token


def report_facts(
    survey: Survey, collected: Collected, numbers: ClosingNumbers, release: str, digest: str
) -> dict[str, Any]:
    """The report of a release with this name and digest. There is no time in it: the same answers give the same one."""
    attained = collected.attained
    n_lacking = attained.n_cells - attained.n_cells_released
    return {
        "what": REPORT_WHAT,
        "format": FORMAT,
        "shoal": __version__,
        "survey": {
            "digest": survey.digest,
            "title": survey.title[survey.languages[0]],
            "organiser": survey.organiser,
            "opens": time_text(survey.opens),
            "closes": time_text(survey.closes),
            "questions": [question.name for question in survey.questions],
        },
        "specification": survey.specification.digest,
        "release": {"file": release, "digest": digest},
        "k": collected.k,
        "smallest_class": attained.smallest_class,
        "n_released": attained.n_released,
        "cells": {"designed": attained.n_cells, "released": attained.n_cells_released, "lacking": n_lacking},
        "failure": {
            "designed": attained.designed_failure,
            "expected_failed": attained.expected_failed,
            "failed_at_most": n_lacking,
            "attained_at_most": n_lacking / attained.n_cells,
        },
        "participation": {
            "n_frame": attained.n_frame,
            "invited": numbers.invited,
            "designed": attained.designed_participation,
            "released_share": attained.n_released / attained.n_frame,
        },
        "refused": {str(why): count for why, count in numbers.refused.items()},
        "people_told_apart_by": str(collected.counted_by),
        "words": counted_words(collected.counted_by, collected.k),
        "promises": [count.to_dict() for count in collected.promises],
        "confidential": [asdict(attribute) for attribute in collected.privacy.confidential],
    }


def manifest_facts(closed: ClosedSurvey, files: Mapping[str, str]) -> dict[str, Any]:
    """For the organiser alone: what to keep so that the closing can be checked, and totals, but nothing by cell."""
    attained, numbers = closed.collected.attained, closed.numbers
    return {
        "what": MANIFEST_WHAT,
        "format": FORMAT,
        "shoal": __version__,
        "survey": closed.survey.digest,
        "bundle": f"sha256:{closed.bundle}",
        "settings": closed.settings,
        "numbers": {
            "invited": numbers.invited,
            "asked": numbers.asked,
            "entries": numbers.n_entries,
            "answers": numbers.n_answers,
            "refused": {str(why): count for why, count in numbers.refused.items()},
        },
        "attained": {
            **asdict(attained),
            "attained_failure": attained.attained_failure,
            "attained_participation": attained.attained_participation,
            "n_cells_withheld": attained.n_cells_withheld,
        },
        "warnings": list(closed.collected.warnings),
        "files": dict(files),
    }
