"""The globe: homes as points on the unit sphere, centroids as directions, distances in metres."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray
from shoal.encode.attributes import location

EARTH_RADIUS_M = 6_371_008.8  # mean radius R1 of the IUGG (Moritz 2000)
LATITUDE, LONGITUDE = "latitude", "longitude"

# Points on the sphere itself: no centring, no scaling, longitudes from −180 to 180.
GLOBE = location.Location((LATITUDE, LONGITUDE), 1.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 1.0, False, (None, None))


def unit_vectors(latitude: npt.ArrayLike, longitude: npt.ArrayLike) -> FloatArray:
    """(n, 3) points of the unit sphere."""
    return location.unit_vectors(
        *(np.atleast_1d(np.asarray(degrees, dtype=np.float64)) for degrees in (latitude, longitude))
    )


def released_places(vectors: FloatArray, decimals: int | None) -> tuple[FloatArray, FloatArray]:
    """Latitude and longitude of the directions of (n, 3) vectors, rounded (``decimals``) if asked.

    The longitude of a pole is 0 and the antimeridian is 180, so that one place has one name and can be counted by it.
    """
    decoded = replace(GLOBE, decimals=(decimals, decimals)).decode(vectors)
    latitude, longitude = (np.asarray(decoded[name], dtype=np.float64) for name in (LATITUDE, LONGITUDE))
    return latitude + 0.0, np.where(np.abs(latitude) == 90.0, 0.0, longitude) + 0.0  # + 0.0: no minus zero


def metres_between(points: FloatArray, others: FloatArray) -> FloatArray:
    """Great-circle distances between pairs of points of the unit sphere."""
    chord = np.sqrt(((points - others) ** 2).sum(axis=1))
    metres: FloatArray = 2.0 * EARTH_RADIUS_M * np.arcsin(np.clip(chord / 2.0, 0.0, 1.0))
    return metres
