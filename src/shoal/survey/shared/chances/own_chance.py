"""r̄′: what a promise is worth to somebody who takes part.

The failure of a cell is its chance to get a few answers. Somebody who answers is more often in a cell with many answers
than in one with few: each answer counts its own cell. So r̄′ = E[K; 0 < K < k]/E[K], and all of its parts depend on how
members answer. It is the mean over those of the cell who answer; where members of households decide together, somebody
who lives alone has a larger chance than somebody with a large family. In an interval it is that of the worst member.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from shoal.arrays import BoolArray, FloatArray
from shoal.survey.participation.answering import Answering
from shoal.survey.participation.shares import Between, Known
from shoal.survey.shared.scheme import Scheme


@dataclass(frozen=True)
class OwnChances:
    """Of each cell. ``is_bound``: it is at most this, because the design does not tell all that it follows from."""

    chances: FloatArray = field(repr=False)
    is_bound: BoolArray = field(repr=False)


def own_chances(scheme: Scheme) -> OwnChances:
    """The probability that fewer than k of a cell answer, for somebody in it who does."""
    if scheme.dependence is not None:
        answering, households = scheme.dependence.answering, scheme.dependence.in_cells
    else:
        answering = tuple(Answering(Known(float(share))) for share in scheme.shares)
        households = None if scheme.n_min is None else tuple((int(count),) for count in scheme.frame_counts)
    if households is None:
        bounds = np.array([_bound(scheme, cell, answering[cell]) for cell in range(scheme.n_cells)])
        return OwnChances(bounds, np.ones(scheme.n_cells, dtype=np.bool_))
    kinds = list(zip(answering, households, strict=True))
    chance_of = {kind: kind[0].own_chance(np.array(kind[1]), scheme.k) for kind in dict.fromkeys(kinds)}
    return OwnChances(np.array([chance_of[kind] for kind in kinds]), np.zeros(scheme.n_cells, dtype=np.bool_))


def _bound(scheme: Scheme, cell: int, answering: Answering) -> float:
    """E[K; 0 < K < k] is at most (k − 1)·failure. Of the worst member in an interval: failure/P(this one answers)."""
    share, failure = answering.share, float(scheme.failures[cell])
    if isinstance(share, Between):
        return min(1.0, failure / share.low)
    return min(1.0, (scheme.k - 1) * failure / (float(scheme.frame_counts[cell]) * share.expected))
