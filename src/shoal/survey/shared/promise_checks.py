"""The promise of a design, computed again from what its file states: n_min, the counts and the failures of cells."""

from __future__ import annotations

from typing import Any

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.guarantee import ProbabilisticAnonymity, effective_anonymity
from shoal.guarantee.parameters import largest_acceptable
from shoal.quantizer.findings import Check
from shoal.survey.shared.dependence_checks import dependent_checks
from shoal.survey.shared.rounding import share_step
from shoal.survey.shared.scheme import Scheme
from shoal.table.wording import found

SAME_FAILURE = 1e-8  # two computations of one failure agree to this share


def promise_checks(scheme: Scheme) -> list[Check]:
    """n_min, the counts and the failures, computed again as far as the file allows."""
    if scheme.dependence is not None:
        return dependent_checks(scheme, scheme.dependence)
    if scheme.n_min is None:
        return _uneven(scheme)
    if scheme.failure == 0.0:
        return [_everybody(scheme)]
    return _even(scheme, scheme.n_min)


def scheme_facts(scheme: Scheme) -> dict[str, Any]:
    """The promise and the cells of a design in numbers."""
    return {
        "k": scheme.k,
        "failure": scheme.failure,
        "n_min": [] if scheme.n_min is None else list(dict.fromkeys(scheme.n_min.tolist())),
        "n_cells": scheme.n_cells,
        "frame_records": int(scheme.frame_counts.sum()),
        "smallest_cell": int(scheme.frame_counts.min()),
        "largest_failure": float(scheme.failures.max()),
        "digest": scheme.digest,
    }


def _everybody(scheme: Scheme) -> Check:
    """Where everybody is supposed to answer, a count is all there is to check."""
    kept = bool((scheme.frame_counts >= scheme.k).all() and (scheme.shares == 1.0).all() and not scheme.failures.any())
    words = f"The smallest has {scheme.frame_counts.min()} people of the frame, and k = {scheme.k}."
    return Check("frame", kept, f"There are {scheme.n_cells} boxes. {words}")


def _even(scheme: Scheme, stated_of: IntArray) -> list[Check]:
    shares, counts = scheme.shares, scheme.frame_counts
    told = dict.fromkeys(shares.tolist())  # in the order of the cells
    needed = {share: effective_anonymity(scheme.k, share, scheme.failure).n_min for share in told}
    needed_of = np.array([needed[share] for share in shares])
    same = np.array_equal(needed_of, stated_of)
    all_needed = ", ".join(str(size) for size in dict.fromkeys(needed.values()))
    n_min = Check(
        "n_min",
        same,
        f"A cell needs {all_needed} members of the frame. This was computed again from k = {scheme.k}, the failure "
        f"{scheme.failure:g} and the participation."
        if same
        else f"The file states a wrong n_min. Its promise needs {all_needed}.",
    )
    failures = _failures(scheme)
    kept = (counts >= needed_of) & (failures <= largest_acceptable(scheme.failure))
    n_small = int((~kept).sum())
    frame = Check(
        "frame",
        bool(kept.all()),
        f"Each of the {scheme.n_cells} cells has enough members of the frame. The smallest has {counts.min()}."
        if kept.all()
        else f"{found(n_small, 'cell has', 'cells have')} too few members of the frame for the promise. The "
        f"smallest has {counts.min()}.",
    )
    as_stated = bool(np.allclose(failures, scheme.failures, rtol=SAME_FAILURE, atol=0.0))
    words = f"The failure of each cell was computed again. The largest is {failures.max():.3g}."
    failure = Check(
        "failure",
        as_stated and bool(kept.all()),
        words if as_stated else "The file states wrong failures of its cells.",
    )
    return [n_min, frame, failure]


def _failures(scheme: Scheme) -> FloatArray:
    """The failure of each cell, from its count and the one share of its members."""
    failures = np.empty(scheme.n_cells)
    for share in np.unique(scheme.shares):
        cells = np.flatnonzero(scheme.shares == share)
        promise = ProbabilisticAnonymity(scheme.k, scheme.failure, float(share))
        failures[cells] = promise.cell_failures(np.repeat(np.arange(len(cells)), scheme.frame_counts[cells]))
    return failures


def _uneven(scheme: Scheme) -> list[Check]:
    """Members' own shares are not in the file; what it states can be held against what is possible."""
    counts = scheme.frame_counts
    kept = (counts >= scheme.k) & (scheme.failures <= largest_acceptable(scheme.failure))
    possible = all(
        is_possible(float(stated), int(count), float(mean), scheme.k)
        for stated, count, mean in zip(scheme.failures, counts, scheme.shares, strict=True)
    )
    return [
        Check(
            "frame",
            bool(kept.all()),
            f"Each of the {scheme.n_cells} cells states a failure of at most {scheme.failure:g}, and has at least "
            f"k = {scheme.k} members."
            if kept.all()
            else f"{found(int((~kept).sum()), 'cell states', 'cells state')} a larger failure than promised, or have "
            "fewer than k members of the frame.",
        ),
        Check(
            "failure",
            possible,
            "The stated failures are possible for the counts and the mean participation of the cells. Both are rounded."
            if possible
            else "Some stated failures are impossible for cells of that size and mean participation.",
        ),
    ]


def is_possible(stated: float, count: int, share: float, k: int) -> bool:
    """Whether any members with a mean share from this one to the next that can be told can have this failure.

    W. Hoeffding (On the distribution of the number of successes in independent trials, 1956): of all cells with this
    count and mean, the one with equal shares has the most probable shortfall, P(answers < k), if k answers are expected
    at all; and the least probable one if no more than k − 1 are. Nobody answers with at most the probability that
    equal shares give. So in the second case equal shares also have the least failure, which rises and falls once with
    the share. A stated failure is rounded up to one digit: to less than twice what it is.
    """
    # compiled code is loaded only when something is counted
    from shoal.kernels.participation.poisson_binomial import active_counts

    below_k = active_counts(np.full(count, share), k)
    if count * share >= k:
        return stated / 2.0 <= float(below_k.sum()) * (1.0 + SAME_FAILURE)
    most = min(1.0, share + share_step(share))
    if count * most > k - 1:
        return True
    least = min(float(below_k[1:].sum()), float(active_counts(np.full(count, most), k)[1:].sum()))
    return stated >= least * (1.0 - SAME_FAILURE)
