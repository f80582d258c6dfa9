"""The town of the attack: homes, one person in each.

The directory that an attacker has is the list of all customers with their homes. A real directory has more people in
it, and does not say who is a customer, so real attackers know less.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.data import data_folder
from shoal.arrays import FloatArray
from shoal.service.geometry.sphere import unit_vectors

CENTRES = ((52.52, 13.40, 0.010), (52.45, 13.30, 0.020), (52.57, 13.50, 0.030))  # degrees; invented quarters


@dataclass(frozen=True, eq=False)
class Town:
    """Homes in degrees, and the same as points of the unit sphere."""

    name: str
    degrees: FloatArray

    @property
    def points(self) -> FloatArray:
        """For distances and designs."""
        return unit_vectors(self.degrees[:, 0], self.degrees[:, 1])

    def part(self, most: int) -> Town:
        """Random homes of it, if it has more than so many."""
        if self.n_people <= most:
            return self
        chosen = np.random.default_rng(0).choice(self.n_people, size=most, replace=False)
        return Town(self.name, self.degrees[np.sort(chosen)])

    @property
    def n_people(self) -> int:
        """One in each home."""
        return len(self.degrees)


def new_york() -> Town:
    """48,895 homes of New York (`homes_nyc.csv`)."""
    import polars as pl

    return Town("New York", pl.read_csv(data_folder() / "homes_nyc.csv").to_numpy())


def invented(n_homes: int) -> Town:
    """Three quarters of a town, one denser than the next; the same every time."""
    rng = np.random.default_rng(0)
    quarters = np.array(CENTRES)[np.arange(n_homes) % len(CENTRES)]
    return Town("an invented town", quarters[:, :2] + quarters[:, 2:] * rng.normal(size=(n_homes, 2)))
