"""Who is named from the log of a provider: two attacks, carried out guess by guess.

M. Gruteser and D. Grunwald (Anonymous usage of location-based services through spatial and temporal cloaking, MobiSys
2003) name them. *Restricted space identification*: the attacker looks up in a directory who lives at the reported
position. *Observation identification*: the attacker sees a person at home ask for something, and looks for an entry of
that minute with the person's spot; whoever is found is followed by pseudonym from then on.

The attacker is a strong one: the directory says who is a customer and where everybody lives, and the attacker knows
which spot each home is given, also those of the service.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.location.seen import SEED, Seen
from shoal.release.intervals import wilson_interval


@dataclass(frozen=True)
class Named:
    """The share of people that is named rightly by one guess each, with its 95 % interval; and named for certain."""

    right: float
    low: float
    high: float
    certain: float
    fewest: int

    def worded(self) -> str:
        """For a table."""
        return f"{100 * self.right:.2f} % ({100 * self.low:.2f} to {100 * self.high:.2f})"


def from_directory(seen: Seen) -> Named:
    """Restricted space identification: for every entry of the log, a guess among those who live there."""
    rng = np.random.default_rng(SEED)
    order = np.argsort(seen.spot_of, kind="stable")
    starts = np.concatenate([[0], np.cumsum(seen.sizes)])[seen.spot_of]
    guess = order[starts + (rng.random(len(seen.spot_of)) * seen.sharing).astype(np.int64)]
    right = float(np.mean(guess == np.arange(len(guess))))
    return _named(right, seen.sharing)


def by_observation(seen: Seen, n_others: int, n_targets: int) -> Named:
    """Observation identification: a person is seen asking, while so many others of the town ask within that minute."""
    rng = np.random.default_rng(SEED)
    n_people = len(seen.spot_of)
    targets = rng.choice(n_people, size=min(n_targets, n_people), replace=False)
    candidates = np.empty(len(targets), dtype=np.int64)
    for number, target in enumerate(targets):
        others = rng.choice(n_people - 1, size=min(n_others, n_people - 1), replace=False)
        others += others >= target
        candidates[number] = 1 + np.count_nonzero(seen.spot_of[others] == seen.spot_of[target])
    right = float(np.mean(rng.random(len(targets)) * candidates < 1.0))
    return _named(right, candidates)


def _named(right: float, candidates: np.ndarray) -> Named:
    low, high = wilson_interval(right, len(candidates))
    return Named(right, low, high, float(np.mean(candidates == 1)), int(candidates.min()))
