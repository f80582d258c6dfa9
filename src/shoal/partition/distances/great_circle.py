"""Great-circle distance: metres between positions on the globe; the representative is the geometric median there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from shoal.arrays import BoolArray, FloatArray, IntArray
from shoal.errors import ParameterError, Setting
from shoal.partition.distances.geometric_median import geometric_medians
from shoal.partition.transport.distance import Distance

EARTH_RADIUS_M = 6_371_008.8  # mean radius of the Earth (H. Moritz, Geodetic Reference System 1980)
NORTH = 90.0
EAST = 180.0
MAPS = 20  # a map differs from the next by the curvature inside the cell; a city needs two or three
SAME = 1e-12  # of the radius: a few micrometres
LATITUDE_FIRST = "Give the latitude first, then the longitude; projected coordinates go with 'euclidean'."
NO_DIRECTION = 1e-9  # a sum of directions this short may be rounding


def no_positions(points: FloatArray) -> BoolArray:
    """Which points are no latitude and longitude in degrees."""
    wrong: BoolArray = (np.abs(points[:, 0]) > NORTH) | (points[:, 1] < -EAST) | (points[:, 1] > 2.0 * EAST)
    return wrong


@dataclass(frozen=True)
class GreatCircle(Distance):
    """Metres along the sphere between points (latitude, longitude) in degrees.

    The sphere differs from the ellipsoid by up to 0.6 %, in the same way for neighbours, so hardly any record would go
    elsewhere.
    """

    name: ClassVar[str] = "great-circle"
    is_smooth: ClassVar[bool] = True

    def embedded(self, points: FloatArray) -> FloatArray:
        """Points of the unit sphere; latitudes are between −90 and 90 and longitudes between −180 and 360."""
        if points.shape[1] != 2:
            raise ParameterError(
                "The ",
                Setting("distance", "great-circle"),
                f" needs two coordinates, latitude and longitude in degrees; found {points.shape[1]}.",
            )
        wrong = no_positions(points)
        if wrong.any():
            raise ParameterError(
                Setting("points"),
                f" holds {int(wrong.sum())} records that are no latitude and longitude in degrees, the first in row "
                f"{int(np.argmax(wrong)) + 1}.",
                count=wrong.sum(),
                hint=LATITUDE_FIRST,
            )
        return on_sphere(points)

    def original(self, sites: FloatArray) -> FloatArray:
        """Latitude and longitude in degrees."""
        return degrees_of(sites)

    def brought_back(self, points: FloatArray) -> FloatArray:
        """Onto the sphere again."""
        return np.asarray(points / np.sqrt((points**2).sum(axis=1))[:, None])

    def between(self, points: FloatArray, sites: FloatArray) -> FloatArray:
        """All pairs, from the chord through the sphere: exact for short distances too."""
        from scipy.spatial.distance import cdist

        return arc_of(np.asarray(cdist(points, sites)))

    def to_own(self, points: FloatArray, sites: FloatArray, cell_of: IntArray) -> FloatArray:
        """Row by row."""
        away = points - sites[cell_of]
        return arc_of(np.sqrt(np.einsum("ij,ij->i", away, away)))

    def representatives(
        self,
        points: FloatArray,
        cell_of: IntArray,
        n_cells: int,
        weights: FloatArray | None = None,
        sites: FloatArray | None = None,
    ) -> FloatArray:
        """The geometric median in a map of each cell that shows directions and distances from its middle as they are.

        Such a map (azimuthal equidistant) is exact from its middle, so its median is the middle once it no longer
        moves: the map is drawn anew around each median until none moves.
        """
        middle = _mean_directions(points, cell_of, n_cells, weights)
        present = self.not_worse(points, cell_of, weights, middle, sites)
        for _ in range(MAPS):
            flat = _map_around(points, present[cell_of])
            medians = geometric_medians(flat, cell_of, n_cells, weights, np.zeros((n_cells, 2)))
            moved = self.not_worse(points, cell_of, weights, _from_map(medians, present), present)
            if np.abs(moved - present).max(initial=0.0) <= SAME:
                return moved
            present = moved
        return present


def on_sphere(positions: FloatArray) -> FloatArray:
    """Latitude and longitude in degrees as points of the unit sphere."""
    latitude, longitude = np.radians(positions[:, 0]), np.radians(positions[:, 1])
    return np.column_stack(
        [np.cos(latitude) * np.cos(longitude), np.cos(latitude) * np.sin(longitude), np.sin(latitude)]
    )


def arc_of(chord: FloatArray) -> FloatArray:
    """Metres on the globe between points of the unit sphere that are so far apart."""
    return np.asarray(2.0 * EARTH_RADIUS_M * np.arcsin(np.clip(chord / 2.0, 0.0, 1.0)))


def degrees_of(directions: FloatArray) -> FloatArray:
    """Latitude and longitude of directions."""
    x, y, z = directions.T
    return np.column_stack([np.degrees(np.arctan2(z, np.hypot(x, y))), np.degrees(np.arctan2(y, x))])


def _mean_directions(points: FloatArray, cell_of: IntArray, n_cells: int, weights: FloatArray | None) -> FloatArray:
    """The directions of the sums; the first record's where they cancel out, and the north pole for an empty cell."""
    weight = np.ones(len(points)) if weights is None else weights
    sums = np.column_stack(
        [np.bincount(cell_of, weights=weight * points[:, axis], minlength=n_cells) for axis in range(3)]
    )
    without = ~(np.sqrt((sums**2).sum(axis=1)) > NO_DIRECTION)
    if without.any():
        replacement = np.tile([0.0, 0.0, 1.0], (n_cells, 1))
        replacement[cell_of[::-1]] = points[::-1]
        sums[without] = replacement[without]
    return np.asarray(sums / np.sqrt((sums**2).sum(axis=1))[:, None])


def touching_axes(middle: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Two perpendicular directions in the plane that touches the sphere at each middle."""
    helper = np.where(np.abs(middle[:, 2:3]) < 0.9, [[0.0, 0.0, 1.0]], [[1.0, 0.0, 0.0]])  # any that is not parallel
    first = np.cross(helper, middle)
    first /= np.sqrt((first**2).sum(axis=1))[:, None]
    return first, np.cross(middle, first)


def _map_around(points: FloatArray, middle: FloatArray) -> FloatArray:
    """A flat map around the middle of each point's cell, in radians: direction and distance from there are true."""
    first, second = touching_axes(middle)
    x, y = (np.einsum("ij,ij->i", points, axis) for axis in (first, second))
    sine, cosine = np.hypot(x, y), np.einsum("ij,ij->i", points, middle)
    stretch = np.where(sine > 0.0, np.arctan2(sine, cosine) / np.where(sine > 0.0, sine, 1.0), 1.0)
    return np.column_stack([stretch * x, stretch * y])


def _from_map(flat: FloatArray, middle: FloatArray) -> FloatArray:
    """Back from the map to the sphere."""
    first, second = touching_axes(middle)
    arc = np.hypot(flat[:, 0], flat[:, 1])[:, None]
    sine = np.where(arc > 0.0, np.sin(arc) / np.where(arc > 0.0, arc, 1.0), 1.0)
    found = np.cos(arc) * middle + sine * (flat[:, :1] * first + flat[:, 1:] * second)
    return np.asarray(found / np.sqrt((found**2).sum(axis=1))[:, None])
