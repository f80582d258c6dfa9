"""A record-linkage attack on the release, carried out rather than estimated.

The attacker knows the original quasi-identifiers of a person exactly, looks for the nearest released point,
and points at one of the records that carry it. The link is right with probability 1/size when the nearest
point is that of the person's own class, and with probability 0 otherwise. This is the strongest distance-
based attacker: nobody knows more about the quasi-identifiers than their true values.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.release.classes import Classes

SAMPLE_SIZE = 2_000  # an interval of about ±1 percentage point at a success rate of 1/10
LARGEST_TREE_DIMENSION = 8  # beyond it a tree visits so many points that matrix products are faster
BLOCK_ENTRIES = 4_000_000  # distances held at a time: 32 MB
NORMAL_QUANTILE_95 = 1.959963984540054  # two-sided 95 % quantile of the standard normal


@dataclass(frozen=True)
class Linkage:
    """What the attack achieved. Shares are of the attacked records."""

    n_attacked: int
    n_records: int
    found_class: float  # share whose nearest released point is their own
    success: float  # expected share of correct links
    success_low: float
    success_high: float
    baseline: float  # pointing at a released record blindly: 1/n_records
    ceiling: float  # an attacker who knows the right class: the mean of 1/size, at most 1/k

    @property
    def times_baseline(self) -> float:
        """How many times better than blind guessing."""
        return self.success / self.baseline

    def to_dict(self) -> dict[str, Any]:
        """Plain facts."""
        return {**asdict(self), "times_baseline": self.times_baseline}


def link_records(
    points: FloatArray,
    released_points: FloatArray,
    classes: Classes,
    *,
    n_classes: int | None = None,
    stratum_of: IntArray | None = None,
    sample_size: int = SAMPLE_SIZE,
    seed: int = 0,
) -> Linkage:
    """Attack a release.

    points, released_points: the records before and after. classes: which of them share their released point
    (`classes_of_points`). n_classes: of the released table, where it tells more apart than the points do (a missing
    value stands at a mean). With strata, which are released as they are, the attacker searches the right one only.
    """
    n_records = len(points)
    attacked = np.arange(n_records)
    if n_records > sample_size:
        attacked = np.sort(np.random.default_rng(seed).choice(n_records, sample_size, replace=False))
    stratum = np.zeros(n_records, dtype=np.int64) if stratum_of is None else stratum_of
    standing_for = classes.first_records()
    distinct = released_points[standing_for]
    found = np.zeros(len(attacked), dtype=np.int64)
    for this in np.unique(stratum[attacked]):
        here = stratum[attacked] == this
        searched = np.flatnonzero(stratum[standing_for] == this)
        found[here] = searched[_nearest(points[attacked[here]], distinct[searched])]
    own = classes.class_of[attacked]
    hit = found == own
    success = float(np.mean(np.where(hit, 1.0 / classes.sizes[own], 0.0)))
    low, high = wilson_interval(success, len(attacked))
    return Linkage(
        n_attacked=len(attacked),
        n_records=n_records,
        found_class=float(hit.mean()),
        success=success,
        success_low=low,
        success_high=high,
        baseline=1.0 / n_records,
        ceiling=(classes.n_classes if n_classes is None else n_classes) / n_records,
    )


def wilson_interval(share: float, n_trials: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share out of n trials.

    Each trial here contributes a probability between 0 and 1 instead of a 0 or a 1. It then varies less than
    a 0/1 outcome of the same mean, so the interval covers at least as often as it says.
    """
    z_squared = NORMAL_QUANTILE_95**2
    centre = share + z_squared / (2 * n_trials)
    half = NORMAL_QUANTILE_95 * np.sqrt(share * (1 - share) / n_trials + z_squared / (4 * n_trials**2))
    scale = 1 + z_squared / n_trials
    return max(float((centre - half) / scale), 0.0), min(float((centre + half) / scale), 1.0)


def _nearest(points: FloatArray, candidates: FloatArray) -> IntArray:
    """The nearest candidate of each point."""
    if points.shape[1] <= LARGEST_TREE_DIMENSION:
        from scipy.spatial import cKDTree

        _, nearest = cKDTree(candidates).query(points, k=1)
        return np.asarray(nearest, dtype=np.int64)
    # ‖x − c‖² without its part ‖x‖², which is the same for every c; about the mean, to keep the digits.
    origin = candidates.mean(axis=0)
    centred = candidates - origin
    lengths = (centred**2).sum(axis=1)
    block = max(1, BLOCK_ENTRIES // len(candidates))
    nearest = np.empty(len(points), dtype=np.int64)
    for begin in range(0, len(points), block):
        asked = slice(begin, begin + block)
        distances = (-2 * (points[asked] - origin)) @ centred.T
        distances += lengths
        nearest[asked] = np.argmin(distances, axis=1)
    return nearest
