"""How unusual it is, by design, that so few answer."""

from __future__ import annotations

import numpy as np

from shoal.survey.shared.scheme import Scheme


def mean_share(scheme: Scheme) -> float:
    """How likely a member of the frame is to answer, by design."""
    return float(np.average(scheme.shares, weights=scheme.frame_counts))


def as_few_answered(n_answers: int, n_frame: int, share: float) -> float:
    """The most that the probability of so few answers, or fewer, can be when this share is expected in the mean.

    W. Hoeffding (On the distribution of the number of successes in independent trials, 1956): of all members with this
    mean, equal ones most probably give so few answers, if these are at least one below what is expected.
    """
    from scipy.special import bdtr

    return float(bdtr(n_answers, n_frame, share)) if n_answers <= n_frame * share - 1 else 1.0
