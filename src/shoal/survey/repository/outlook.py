"""Totals against the design: what the organiser may know before closing. From totals alone, never from a cell."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from shoal.guarantee.binomial import failing_terms
from shoal.survey.collection.dependent_attained import as_few_together
from shoal.survey.shared.chances.few_answers import as_few_answered, mean_share
from shoal.survey.shared.scheme import Scheme


@dataclass(frozen=True)
class Outlook:
    """If nobody else answered. ``as_few``: at most so probable, by design, are so few answers, or fewer."""

    expected: float  # answers, by design
    as_few: float
    failing_cells: float  # with some answers, but fewer than k
    answers_withheld: float  # in these
    designed_failing_cells: float


def outlook(scheme: Scheme, n_answers: int, invited: int) -> Outlook:
    """What so many answers mean, as if all members had become more or less likely to answer by the same factor."""
    share = mean_share(scheme)
    expected = invited * share
    factor = n_answers / expected if expected > 0 else 0.0
    failing, withheld = 0.0, 0.0
    if n_answers > 0:
        cells = np.column_stack([scheme.frame_counts, np.minimum(1.0, scheme.shares * factor)])
        kinds, counts = np.unique(cells, axis=0, return_counts=True)
        for (members, own), count in zip(kinds.tolist(), counts.tolist(), strict=True):
            terms = failing_terms(int(members), scheme.k, own)
            failing += count * terms.failure
            withheld += count * terms.expected_unprotected
    together = scheme.dependence
    as_few = as_few_answered(n_answers, invited, share) if together is None else as_few_together(n_answers, together)
    return Outlook(expected, as_few, failing, withheld, float(scheme.failures.sum()))
