"""Totals against the design: what the organiser may know before closing. From totals alone, never from a cell."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from shoal.guarantee.binomial import failing_terms
from shoal.survey.collection.dependent_attained import as_few_together
from shoal.survey.participation.answering import Answering
from shoal.survey.participation.shares import Known
from shoal.survey.shared.chances.few_answers import as_few_answered, mean_share
from shoal.survey.shared.scheme import Dependence, Scheme

REMEMBERED = 4096  # kinds of cells: a page and a scrape of metrics ask for the same again and again


@dataclass(frozen=True)
class Predicted:
    """Cells with some answers, but fewer than k, and the answers in these."""

    failing_cells: float
    answers_withheld: float


@dataclass(frozen=True)
class Outlook:
    """If nobody else answered. ``as_few``: at most so probable, by design, are so few answers, or fewer.

    ``predicted``: None where the design does not tell who decides together.
    """

    expected: float  # answers, by design
    as_few: float
    predicted: Predicted | None
    designed_failing_cells: float


def outlook(scheme: Scheme, n_answers: int) -> Outlook:
    """What so many answers mean, as if all members had become more or less likely to answer by the same factor."""
    share, n_frame = mean_share(scheme), int(scheme.frame_counts.sum())
    expected = n_frame * share
    shares = np.minimum(1.0, scheme.shares * (n_answers / expected))
    together = scheme.dependence
    as_few = as_few_answered(n_answers, n_frame, share) if together is None else as_few_together(n_answers, together)
    if n_answers == 0:
        predicted: Predicted | None = Predicted(0.0, 0.0)
    elif together is None:
        predicted = _independent(scheme, shares.tolist())
    else:
        predicted = _dependent(scheme, together, shares.tolist())
    return Outlook(expected, as_few, predicted, float(scheme.failures.sum()))


def _independent(scheme: Scheme, shares: list[float]) -> Predicted:
    failing, withheld = 0.0, 0.0
    kinds = Counter(zip(scheme.frame_counts.tolist(), shares, strict=True))
    for (members, share), count in kinds.items():
        terms = failing_terms(members, scheme.k, share)
        failing += count * terms.failure
        withheld += count * terms.expected_unprotected
    return Predicted(failing, withheld)


def _dependent(scheme: Scheme, together: Dependence, shares: list[float]) -> Predicted | None:
    """As in the design: members of a household decide together, cells have levels of their own.

    The total tells the share of the survey, so what was known of it before, or the interval, counts no more.
    """
    if together.in_cells is None:
        return None
    models = [
        replace(answering, share=Known(share)) for answering, share in zip(together.answering, shares, strict=True)
    ]
    failing, withheld = 0.0, 0.0
    for (model, households), count in Counter(zip(models, together.in_cells, strict=True)).items():
        few, answers = _few_in_cell(model, households, scheme.k)
        failing += count * few
        withheld += count * answers
    return Predicted(failing, withheld)


@lru_cache(maxsize=REMEMBERED)
def _few_in_cell(model: Answering, households: tuple[int, ...], k: int) -> tuple[float, float]:
    """P(some, but fewer than k answer), and how many answers are expected to be withheld."""
    below = model.cell(np.array(households), k).below
    return float(below[1:].sum()), float(below @ np.arange(len(below)))
