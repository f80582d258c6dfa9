"""What the answers of a provider lose when it is asked with a spot instead of the home.

Points of interest are invented: each stands within 100 m or so of a random home, so there are more where more people
live. There are two kinds, frequent ones (restaurants) and rare ones (hospitals). The device asks for the nearest few of
its spot and takes the one nearest to its home. How many answers it needs until the truly nearest one is surely among
them follows from the triangle inequality: whatever is nearer to the home than the best answer so far lies within
d(home, spot) + d(home, best answer) of the spot (docs/how-to/provider.md).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.spatial import KDTree

from benchmarks.location.seen import SEED, Seen
from benchmarks.location.town import Town
from shoal.arrays import FloatArray
from shoal.service.geometry.sphere import EARTH_RADIUS_M, metres_between, unit_vectors

NEAR_A_HOME_DEG = 0.001  # about 100 m
# Homes for each point, rounded: New York has about 27,000 restaurants (its Department of Health inspects so many) and
# some 60 hospitals, and the table has 48,895 homes.
KINDS = {"restaurants": 2, "hospitals": 800}


@dataclass(frozen=True)
class Quality:
    """Of one mechanism."""

    name: str
    metres: float  # from home to spot
    still_right: float  # share of people for whom the one nearest to the spot is nearest to the home too
    extra_m: float  # walked more, in the mean, if only the first answer is taken
    answers: float  # needed in the mean until the nearest is surely among them
    answers_p95: float


def offered_in(town: Town, kind: str) -> FloatArray:
    """Points of the unit sphere."""
    rng = np.random.default_rng(SEED)
    near = town.degrees[rng.choice(town.n_people, size=max(5, town.n_people // KINDS[kind]), replace=False)]
    moved = near + rng.normal(0.0, NEAR_A_HOME_DEG, size=near.shape)
    return unit_vectors(moved[:, 0], moved[:, 1])


def quality(town: Town, seen: Seen, offered: FloatArray) -> Quality:
    """Nearest by spot against nearest by home, for everybody."""
    homes = town.points
    spots = unit_vectors(seen.positions[:, 0], seen.positions[:, 1])[seen.spot_of]
    tree = KDTree(offered)
    best_chord, best = tree.query(homes)
    _, first = tree.query(spots)
    best_m, first_m = metres_of(best_chord), metres_between(homes, offered[first])
    away_m = metres_between(homes, spots)
    reach = chord_of(away_m + best_m)  # the truly nearest one is not farther from the spot than this
    needed = tree.query_ball_point(spots, reach * (1 + 1e-12), return_length=True)
    return Quality(
        seen.name,
        float(away_m.mean()),
        float(np.mean(first == best)),
        float((first_m - best_m).mean()),
        float(needed.mean()),
        float(np.quantile(needed, 0.95)),
    )


def metres_of(chord: FloatArray) -> FloatArray:
    """Along the globe."""
    return 2.0 * EARTH_RADIUS_M * np.arcsin(np.clip(chord / 2.0, 0.0, 1.0))


def chord_of(metres: FloatArray) -> FloatArray:
    """Straight through the globe."""
    return 2.0 * np.sin(np.minimum(metres / (2.0 * EARTH_RADIUS_M), np.pi / 2))
