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
from shoal.release.intervals import wilson_interval
from shoal.release.pairs.nearest import nearest_of

SAMPLE_SIZE = 2_000  # an interval of about ±1 percentage point at a success rate of 1/10


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
        found[here] = searched[nearest_of(points[attacked[here]], distinct[searched])]
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
