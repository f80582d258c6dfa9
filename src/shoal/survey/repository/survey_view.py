"""What the repository needs to know of a survey: nothing of its questions."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import ceil
from pathlib import Path

from shoal.errors import WrongUse
from shoal.survey.questionnaire.content import Admission
from shoal.survey.questionnaire.survey import Survey
from shoal.survey.shared.chances.few_answers import mean_share
from shoal.survey.shared.scheme import Scheme
from shoal.survey.specification.scheme import scheme_of_specification

STEPS_OF_TOTALS = 20  # of what is expected by design: fine enough to decide whether to remind people


@dataclass(frozen=True)
class SurveyView:
    """A survey file that was read and checked, and its bytes."""

    survey: Survey = field(repr=False)
    content: bytes = field(repr=False)

    @property
    def digest(self) -> str:
        """The 64 hexadecimal digits that name the survey."""
        return self.survey.hex_digest

    @property
    def title(self) -> str:
        """In the first language of the survey."""
        return self.survey.title[self.survey.languages[0]]

    @property
    def envelope_size(self) -> int:
        """The bytes of every envelope."""
        return self.survey.envelope_size

    @cached_property
    def scheme(self) -> Scheme:
        """Cells, their members and how likely these are to answer."""
        return scheme_of_specification(self.survey.specification)

    @property
    def invited(self) -> int:
        """Members of the frame."""
        return int(self.scheme.frame_counts.sum())

    @property
    def total_step(self) -> int:
        """How many more must have answered before another total is told, see `totals.py`."""
        return max(self.scheme.k, ceil(self.invited * mean_share(self.scheme) / STEPS_OF_TOTALS))

    @property
    def opens_at(self) -> float:
        """Seconds since 1970."""
        return self.survey.opens.timestamp()

    @property
    def closes_at(self) -> float:
        """Seconds since 1970."""
        return self.survey.closes.timestamp()


def view_of(path: Path) -> SurveyView:
    """Read a survey file; an error says what is wrong with it."""
    survey = Survey.load(path)
    if Admission.ANYBODY in survey.admission:
        raise WrongUse(
            "This survey admits anybody. A repository takes one answer for each token or code, so that k answers are "
            "k people.",
            hint="Make a survey file that admits tokens or codes.",
        )
    return SurveyView(survey, path.read_bytes())
