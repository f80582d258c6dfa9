"""The promise of a design whose members do not answer independently, computed again from what its file states."""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray
from shoal.errors import ShoalError
from shoal.guarantee.parameters import largest_acceptable
from shoal.quantizer.findings import Check
from shoal.survey.participation.answering import Answering, is_fewest
from shoal.survey.shared.scheme import Dependence, Scheme
from shoal.table.wording import found

SAME_FAILURE = 1e-8  # two computations of one failure agree to this share, unless nearly all of it cancels; see below
SAME_DIFFERENCE = 1e-14  # in an interval a failure has a difference of two probabilities in it, right to this


def dependent_checks(scheme: Scheme, dependence: Dependence) -> list[Check]:
    """n_min, the counts and the failures, computed again as far as the file allows."""
    checks = [] if scheme.n_min is None else [_n_min(scheme, dependence)]
    if dependence.in_cells is None:
        return [*checks, _frame(scheme, scheme.failures), _not_told()]
    try:
        failures = failures_again(scheme.k, dependence)
    except ShoalError as error:
        return [*checks, Check("frame", False, str(error))]
    as_stated = bool(np.allclose(failures, scheme.failures, rtol=SAME_FAILURE, atol=SAME_DIFFERENCE))
    words = f"The failure of each cell was computed again. The largest is {failures.max():.3g}."
    kept = _frame(scheme, failures)
    stated = Check(
        "failure", as_stated and kept.ok, words if as_stated else "The file states wrong failures of its cells."
    )
    return [*checks, kept, stated]


def failures_again(k: int, dependence: Dependence) -> FloatArray:
    """The failure of each cell, from the households in it."""
    if dependence.in_cells is None:
        raise TypeError("Failures are computed from households, and the design does not tell them.")
    kinds = list(zip(dependence.answering, dependence.in_cells, strict=True))
    failure_of = {kind: kind[0].cell(np.array(kind[1]), k).failure for kind in dict.fromkeys(kinds)}
    return np.array([failure_of[kind] for kind in kinds])


def _n_min(scheme: Scheme, dependence: Dependence) -> Check:
    stated_of: dict[tuple[Answering, int], None] = {}
    if scheme.n_min is not None:
        stated_of = dict.fromkeys(zip(dependence.answering, scheme.n_min.tolist(), strict=True))
    sound = all(is_fewest(n_min, answering, scheme.k, scheme.failure) for answering, n_min in stated_of)
    told = ", ".join(str(size) for size in dict.fromkeys(n_min for _, n_min in stated_of))
    words = (
        f"A cell needs {told} members of the frame. This was computed again from k = {scheme.k}, the failure "
        f"{scheme.failure:g} and what the file says about who answers."
    )
    return Check("n_min", sound, words if sound else "The file states a wrong n_min.")


def _frame(scheme: Scheme, failures: FloatArray) -> Check:
    fewest = np.full(scheme.n_cells, scheme.k) if scheme.n_min is None else scheme.n_min
    kept = (scheme.frame_counts >= fewest) & (failures <= largest_acceptable(scheme.failure))
    n_wrong = int((~kept).sum())
    return Check(
        "frame",
        n_wrong == 0,
        f"Each of the {scheme.n_cells} cells has enough members of the frame. The smallest has "
        f"{scheme.frame_counts.min()}."
        if n_wrong == 0
        else f"{found(n_wrong, 'cell has', 'cells have')} too few members of the frame for the promise, or a larger "
        "failure than promised.",
    )


def _not_told() -> Check:
    return Check(
        "failure",
        True,
        "The stated failures cannot be computed again: the file does not tell who lives together, because that would "
        "tell of a few people. So they are as true as the count of the frame.",
        open=True,
    )
