"""Rounding of figures in a published design, where people are not equally likely to answer.

A cell's mean probability of answering, to the last digit, tells one member's own when the others' is known; so does its
failure. Both are rounded, and on the safe side: the mean not above, the failure not below the true one.
"""

from __future__ import annotations

from math import ceil, floor, log10

from shoal.guarantee.behind_figures import enough_records
from shoal.release.utility.loss import round_loss

SHARE_STEP = 0.05  # of a mean probability of answering; below it, one digit that counts
ROUGH_DECIMALS = 2  # of a loss of few people
ROUNDING = 1e-9  # share by which a number may miss its own digits


def rounded_share(mean: float) -> float:
    """The mean, rounded down to a twentieth, or to one digit when it is smaller than that."""
    step = share_step(mean)
    return float(f"{floor(mean / step * (1.0 + ROUNDING)) * step:.15g}")


def share_step(share: float) -> float:
    """How far apart the shares are that may be told around here; the true mean lies less than this above the told."""
    return SHARE_STEP if share * (1.0 + ROUNDING) >= SHARE_STEP else 10.0 ** floor(log10(share * (1.0 + ROUNDING)))


def rounded_failure(failure: float, acceptable: float) -> float:
    """The failure, rounded up to one digit, but not beyond what is promised; at most twice what it is."""
    if failure <= 0.0:
        return 0.0
    step = 10.0 ** floor(log10(failure))
    up = float(f"{ceil(failure / step * (1.0 - ROUNDING)) * step:.15g}")
    return min(up, acceptable) if failure <= acceptable else up


def rounded_loss(loss: float, n_records: int, k: int) -> float:
    """A loss as a report tells it: with all its digits it would be an equation for the people behind it."""
    return round_loss(loss) if enough_records(n_records, k) else round(loss, ROUGH_DECIMALS)
