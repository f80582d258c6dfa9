"""What a provider sees instead of a home. A mechanism gives each person the number of a spot, and spots have positions.

Rounding and hexagons need no third party, but promise no count. Places are those of the service's own designs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from benchmarks.location.town import Town
from shoal.arrays import FloatArray, IntArray
from shoal.service.design.design import DesignRequest, free_design
from shoal.service.generations.made import GenerationDesign
from shoal.service.geometry.sphere import metres_between, unit_vectors

SEED = 1
DECIMALS = 3  # the default rounding of places (SHOAL_SNAP_DECIMALS)


@dataclass(frozen=True)
class Seen:
    """The spot of each person, and where the spots are."""

    name: str
    spot_of: IntArray
    positions: FloatArray  # degrees

    @property
    def sizes(self) -> IntArray:
        """How many people share each spot."""
        return np.bincount(self.spot_of, minlength=len(self.positions))

    @property
    def sharing(self) -> IntArray:
        """For each person, how many share the spot."""
        return self.sizes[self.spot_of]

    def metres(self, town: Town) -> FloatArray:
        """From each home to its spot."""
        spots = unit_vectors(self.positions[:, 0], self.positions[:, 1])
        return metres_between(town.points, spots[self.spot_of])


def exact(town: Town) -> Seen:
    """The home itself."""
    return _of_positions("exact homes", town.degrees)


def rounded(town: Town, decimals: int) -> Seen:
    """Coordinates with fewer decimals."""
    return _of_positions(f"{decimals} decimals", np.round(town.degrees, decimals))


def hexagons(town: Town, resolution: int) -> Seen:
    """The middle of an H3 cell."""
    import h3

    cells = [h3.latlng_to_cell(latitude, longitude, resolution) for latitude, longitude in town.degrees.tolist()]
    middles = {cell: h3.cell_to_latlng(cell) for cell in set(cells)}
    return _of_positions(f"H3 cells, resolution {resolution}", np.array([middles[cell] for cell in cells]))


@cache
def first_design(town: Town, terms: DesignRequest) -> GenerationDesign:
    """Of all homes, without anything before it."""
    return free_design(town.points, terms)


def places(town: Town, k: int, reserve: float = 0.0) -> Seen:
    """The places of a first generation of the service."""
    made = first_design(town, DesignRequest(k, reserve, DECIMALS, SEED))
    where = np.column_stack([made.latitude, made.longitude])
    return Seen(f"places, k = {k}", made.place_of[made.cell_of], where)


def _of_positions(name: str, degrees: FloatArray) -> Seen:
    spots, spot_of = np.unique(degrees, axis=0, return_inverse=True)
    return Seen(name, spot_of.reshape(-1).astype(np.int64), spots)
