"""How unusual the answers of a survey are, by a design whose members depend on each other.

The share of a survey is one draw for all cells. So what is known of it from an earlier survey is cut into slices, and
each slice is judged by itself. Strata are taken to be wrong in the same direction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from math import exp

import numpy as np

from shoal.arrays import FloatArray
from shoal.survey.participation.answering import Answering, levels_of
from shoal.survey.participation.shares import Between, Earlier, Known
from shoal.survey.shared.scheme import Dependence, Scheme

N_SLICES = 64  # of equal probability, for the failed cells
HALVINGS = 30  # slices for the few answers: ½ to 1, ¼ to ½, …; the lowest, with probability 2^-30, counts as certain
LEAST_SHARE = 1e-300  # a share is above 0
STEEPEST = 50.0  # exponents beyond it tell nobody from few: e^-50 of an answer

Cells = Counter[tuple[Answering, tuple[int, ...]]]  # cells of one kind, and how many there are


def as_few_together(n_answers: int, dependence: Dependence) -> float:
    """At most: the probability of so few answers, or fewer (H. Chernoff's bound). 1 where the design does not tell.

    The lower a share is, the more probable are few answers. So a slice has at most the probability of its low end.
    """
    cells = _whole_households(dependence)
    if cells is None and dependence.in_cells is None:
        return 1.0
    cells = cells or Counter(zip(dependence.answering, dependence.in_cells or (), strict=True))
    edges = _edges(dependence)
    total = 0.0 if len(edges) == 1 else float(edges[0])  # below the lowest edge everything may happen
    masses = np.diff(np.append(edges, 1.0)) if len(edges) > 1 else np.ones(1)
    for edge, mass in zip(edges.tolist(), masses.tolist(), strict=True):
        total += mass * _chernoff(n_answers, _at(cells, edge))
    return min(1.0, total)


def as_many_failed(n_failed: int, scheme: Scheme, tail: Callable[[FloatArray, int], float]) -> float:
    """The probability of at least so many failed cells; ``tail``: the same for cells of given failures."""
    dependence = scheme.dependence
    if dependence is None or dependence.in_cells is None or len(_edges(dependence)) == 1:
        return tail(scheme.failures, n_failed)
    kinds = list(zip(dependence.answering, dependence.in_cells, strict=True))
    chances = []
    for middle in (np.arange(N_SLICES) + 0.5) / N_SLICES:
        failure_of = {
            (model, households): _at_quantile(model, float(middle)).cell(np.array(households), scheme.k).failure
            for model, households in dict.fromkeys(kinds)
        }
        chances.append(tail(np.array([failure_of[kind] for kind in kinds]), n_failed))
    return float(np.mean(chances))


def _whole_households(dependence: Dependence) -> Cells | None:
    """The frame as one cell, where all have one share and cells no levels: households may be in several cells."""
    first = dependence.answering[0]
    if dependence.in_frame is None or first.overdispersion > 0.0 or len(set(dependence.answering)) > 1:
        return None
    return Counter({(first, dependence.in_frame): 1})


def _edges(dependence: Dependence) -> FloatArray:
    """Probabilities at which shares are cut; one where they are known, or in an interval."""
    if not any(isinstance(answering.share, Earlier) for answering in dependence.answering):
        return np.zeros(1)
    return 0.5 ** np.arange(HALVINGS, 0, -0.5)


def _at(cells: Cells, probability: float) -> Cells:
    """The same cells, every share as low as this quantile of what is known of it, an interval at its low end."""
    return Counter(
        {(_at_quantile(answering, probability), households): count for (answering, households), count in cells.items()}
    )


def _at_quantile(answering: Answering, probability: float) -> Answering:
    from scipy.special import betaincinv

    share = answering.share
    if isinstance(share, Earlier):
        return replace(answering, share=Known(max(float(betaincinv(*share.beta, probability)), LEAST_SHARE)))
    return replace(answering, share=Known(share.low)) if isinstance(share, Between) else answering


def _chernoff(n_answers: int, cells: Cells) -> float:
    """The least e^(t·x)·E[e^(−t·K)] over t ≥ 0."""
    from scipy.optimize import minimize_scalar

    def exponent(steepness: float) -> float:
        logs = (count * _log_mean(answering, households, steepness) for (answering, households), count in cells.items())
        return steepness * n_answers + sum(logs)

    best = minimize_scalar(exponent, bounds=(0.0, STEEPEST), method="bounded")
    return exp(min(0.0, float(best.fun)))


def _log_mean(answering: Answering, households: tuple[int, ...], steepness: float) -> float:
    """ln E[e^(−t·K)] for the answers K of one cell."""
    n_members = sum((at + 1) * count for at, count in enumerate(households))
    levels, weights = levels_of(answering.share, answering.overdispersion, n_members)
    if answering.people:
        households, levels = (answering.people,), levels * min(1.0, n_members / answering.people)
    alone = -levels * -np.expm1(-steepness)  # E[e^(−t)] − 1 of a single member, which may be tiny
    log_mean = households[0] * np.log1p(alone)
    for at, count in enumerate(households[1:], start=2):
        as_one = -levels * -np.expm1(-steepness * at)
        on_their_own = np.expm1(at * np.log1p(alone))
        log_mean = log_mean + count * np.log1p(answering.together * as_one + (1.0 - answering.together) * on_their_own)
    most = float(log_mean.max())
    return most + float(np.log(weights @ np.exp(log_mean - most)))
