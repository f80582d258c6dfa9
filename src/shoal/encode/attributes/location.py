"""Location attribute: a latitude/longitude pair as a point on the unit sphere; released as the centroid's
direction.

The three coordinates are those of the point (x towards 0°N 0°E, y towards 0°N 90°E, z towards the north
pole), minus a coarse mean, divided by a common coarse scale for which their variances add up to about 1. Their distance
is the chord through the sphere, in which the antimeridian and the poles are places like any other.

Released is the direction of the cell's centroid as seen from the centre of the sphere. If the records of a
cell cancel out (antipodes) it has no direction; that of the coarse mean of ALL fitted records is released
then, and 0°N 0°E if it has none either, as in every table that spans the globe. Neither is looked up in a
record. At a pole the longitude is 0; the antimeridian is 180. Longitudes may run from −180 to 180 or from 0
to 360; the release uses the convention of the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from shoal.arrays import FloatArray
from shoal.encode.arithmetic.angles import sine_and_cosine
from shoal.encode.arithmetic.coarse import coarse_origin
from shoal.encode.arithmetic.standard import coarse_spread, rounded, two_step_mean
from shoal.encode.attributes.attribute import Attribute, Values, refuse_values
from shoal.table.frames.table import Table

MOST_LATITUDE = 90.0
HALF_TURN = 180.0
FULL_TURN = 360.0

# A ten-thousandth of a millimetre on the ground (1e-12 degrees): below anything measurable, above rounding
# noise.
TIDY_DECIMALS = 12

# A mean of unit vectors is known to about 1e-15; shorter than this, its direction is noise.
NO_DIRECTION = 1e-12

# Closer to a pole than this (degrees), the longitude is noise.
AT_POLE = 1e-9


@dataclass(frozen=True)
class Location(Attribute):
    """``columns`` are latitude and longitude; ``centre`` is the coarse mean of the unit vectors, ``centre_offset`` is 0
    (in files of version 0.1 the rest of an exact mean).
    """

    KIND: ClassVar[str] = "location"

    centre: tuple[float, float, float]
    centre_offset: tuple[float, float, float]
    scale: float
    full_turn: bool
    decimals: tuple[int | None, int | None]

    @classmethod
    def fit(
        cls,
        table: Table,
        columns: tuple[str, str],
        *,
        weight: float,
        decimals: tuple[int | None, int | None],
        weights: FloatArray | None,
    ) -> Location:
        """Coarse mean vector and total spread; the spread is that of what is left, so a single town keeps its
        digits.
        """
        vectors = _vectors(table, columns)
        if (vectors.min(axis=0) == vectors.max(axis=0)).all():
            centre, scale = vectors[0], 1.0
        else:
            means = np.array([two_step_mean(vectors[:, axis], weights) for axis in range(3)])
            scale = coarse_spread((vectors - means[:, 0]) - means[:, 1], weights)
            centre = np.array([coarse_origin(mean, scale) for mean in means[:, 0].tolist()])
        longitude = table.numbers(columns[1])
        full_turn = bool((longitude > HALF_TURN).any())
        if full_turn:
            mixed = "below 0 beside longitudes above 180"
            refuse_values(table, columns[1], longitude < 0.0, mixed, "Use either −180..180 or 0..360.")
        x, y, z = centre.tolist()
        return cls(columns, weight, (x, y, z), (0.0, 0.0, 0.0), scale, full_turn, decimals)

    @property
    def n_coordinates(self) -> int:
        """Three."""
        return 3

    def fill(self, table: Table, out: FloatArray) -> None:
        """Centred and scaled unit vectors."""
        vectors = _vectors(table, (self.columns[0], self.columns[1]))
        out[:] = ((vectors - np.array(self.centre)) - np.array(self.centre_offset)) / self.scale

    def on_sphere(self, coordinates: FloatArray) -> FloatArray:
        """Coordinates, without the attribute's weight, as points of the unit sphere."""
        vectors = np.array(self.centre) + (np.array(self.centre_offset) + self.scale * coordinates)
        length = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.asarray(vectors / np.where(length > NO_DIRECTION, length, 1.0))

    def decode(self, centroids: FloatArray) -> dict[str, Values]:
        """The direction of the centroid, tidied and rounded."""
        middle = np.array(self.centre) + np.array(self.centre_offset)
        if np.linalg.norm(middle) < NO_DIRECTION:
            middle = np.array([1.0, 0.0, 0.0])
        vectors = np.array(self.centre) + (np.array(self.centre_offset) + self.scale * centroids)
        vectors[np.linalg.norm(vectors, axis=1) < NO_DIRECTION] = middle
        x, y, z = vectors.T
        latitude = np.degrees(np.arctan2(z, np.hypot(x, y)))
        longitude = np.degrees(np.arctan2(y, x))
        longitude[np.abs(latitude) > MOST_LATITUDE - AT_POLE] = 0.0
        if self.full_turn:
            longitude = np.where(longitude < 0.0, longitude + FULL_TURN, longitude)
        latitude, longitude = rounded(latitude, TIDY_DECIMALS), rounded(longitude, TIDY_DECIMALS)
        if self.decimals[0] is not None:
            latitude = np.clip(rounded(latitude, self.decimals[0]), -MOST_LATITUDE, MOST_LATITUDE)
        if self.decimals[1] is not None:
            longitude = rounded(longitude, self.decimals[1])
        return {self.columns[0]: latitude, self.columns[1]: self._once_round(longitude)}

    def _once_round(self, longitude: FloatArray) -> FloatArray:
        """One name for the seam of the map, and nothing beyond it after coarse rounding."""
        if self.full_turn:
            return np.where(longitude >= FULL_TURN, longitude - FULL_TURN, longitude)
        longitude = np.where(longitude <= -HALF_TURN, longitude + FULL_TURN, longitude)
        return np.where(longitude > HALF_TURN, longitude - FULL_TURN, longitude)


def _vectors(table: Table, columns: tuple[str, str]) -> FloatArray:
    latitude, longitude = table.numbers(columns[0]), table.numbers(columns[1])
    swapped = "Correct them, or swap the columns if latitude and longitude are exchanged."
    refuse_values(table, columns[0], np.abs(latitude) > MOST_LATITUDE, "outside −90..90 degrees", swapped)
    off = (longitude < -HALF_TURN) | (longitude > FULL_TURN)
    refuse_values(table, columns[1], off, "outside −180..180 (or 0..360) degrees", swapped)
    return unit_vectors(latitude, longitude)


def unit_vectors(latitude: FloatArray, longitude: FloatArray) -> FloatArray:
    """Degrees as (n, 3) points of the unit sphere."""
    (sine_up, cosine_up), (sine_turn, cosine_turn) = sine_and_cosine(latitude), sine_and_cosine(longitude)
    return np.column_stack((cosine_up * cosine_turn, cosine_up * sine_turn, sine_up))
