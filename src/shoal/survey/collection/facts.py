"""What the report of a survey says to everybody, and what the manifest says to its organiser alone.

The report has no figure from which the answers of a withheld cell could be counted: no number of all answers, and no
number of cells that failed. The specification is public, so everybody sees which cells the release lacks; they do not
see which of these had answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from shoal import __version__
from shoal.survey.collection.respondents import counted_words

if TYPE_CHECKING:
    from shoal.survey.collection.releasing import Collected

REPORT_WHAT, MANIFEST_WHAT = "shoal survey report", "shoal survey manifest"
FORMAT = 1  # of the first release
DEFAULT_SUFFIX = ".csv"  # what most people can open


@dataclass(frozen=True)
class AboutSurvey:
    """What is known of a survey beside its answers."""

    digests: Mapping[str, str]  # of what the release belongs to: survey, specification
    said: Mapping[str, Any]  # what the survey says of itself
    refused: Mapping[str, int]  # answers that did not count, by reason
    source: str  # of these: 'bundle' or 'answers'
    settings: Mapping[str, Any]
    numbers: Mapping[str, Any] = field(default_factory=dict)  # for the manifest alone
    source_digests: Mapping[str, str] = field(default_factory=dict)  # for the manifest alone
    invited: int | None = None
    suffix: str = DEFAULT_SUFFIX  # of the released table


def report_facts(about: AboutSurvey, collected: Collected, release: str, digest: str) -> dict[str, Any]:
    """The report of a release with this name and digest. There is no time in it: the same answers give the same one."""
    attained = collected.attained
    few_at_most = attained.n_cells_lacking + attained.n_cells_joined
    return {
        "what": REPORT_WHAT,
        "format": FORMAT,
        "shoal": __version__,
        **about.digests,
        "about": dict(about.said),
        "release": {"file": release, "digest": digest},
        "k": collected.k,
        "smallest_class": attained.smallest_class,
        "n_released": attained.n_released,
        "cells": {
            "designed": attained.n_cells,
            "released": attained.n_cells_released,
            "joined": attained.n_cells_joined,
            "lacking": attained.n_cells_lacking,
        },
        "joined": collected.joined,
        "failure": {
            "designed": attained.designed_failure,
            "expected_failed": attained.expected_failed,
            "failed_at_most": few_at_most,
            "attained_at_most": few_at_most / attained.n_cells,
        },
        "participation": {
            "n_frame": attained.n_frame,
            "invited": about.invited,
            "designed": attained.designed_participation,
            "released_share": attained.n_released / attained.n_frame,
        },
        "source": about.source,
        "refused": dict(about.refused),
        "people_told_apart_by": str(collected.counted_by),
        "words": counted_words(collected.counted_by, collected.k),
        "promises": [count.to_dict() for count in collected.promises],
        "confidential": [asdict(attribute) for attribute in collected.privacy.confidential],
    }


def manifest_facts(about: AboutSurvey, collected: Collected, files: Mapping[str, str]) -> dict[str, Any]:
    """For the organiser alone: what to keep so that the release can be checked, and totals, but nothing by cell."""
    return {
        "what": MANIFEST_WHAT,
        "format": FORMAT,
        "shoal": __version__,
        **about.digests,
        **about.source_digests,
        "settings": dict(about.settings),
        "numbers": {**about.numbers, "refused": dict(about.refused)},
        "attained": attained_facts(collected),
        "warnings": list(collected.warnings),
        "files": dict(files),
    }


def attained_facts(collected: Collected) -> dict[str, Any]:
    """Totals of everything that counted, withheld answers included. Not for publication."""
    attained = collected.attained
    return {
        **asdict(attained),
        "attained_failure": attained.attained_failure,
        "attained_participation": attained.attained_participation,
        "n_cells_withheld": attained.n_cells_withheld,
    }
