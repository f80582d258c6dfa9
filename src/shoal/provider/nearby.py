"""The nearest points of interest, and those within a distance: great circles, by a tree (scikit-learn's BallTree)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi

import numpy as np

from shoal.provider.points import PointOfInterest

EARTH_RADIUS_M = 6_371_008.8  # mean radius R1 of the IUGG (Moritz 2000), as the anonymiser and the device have it
SLACK_M = 1e-3  # a point at the distance itself belongs to it, whatever the last bits of sines and products are
FARTHEST_M = EARTH_RADIUS_M * pi


@dataclass(frozen=True)
class Found:
    """Points by their distance from the place. Each point nearer than ``complete_to_m`` is among them."""

    points: tuple[tuple[PointOfInterest, float], ...]
    complete_to_m: float


class Nearby:
    """Searches all points. ``most`` is how many are handed out at once."""

    def __init__(self, points: Sequence[PointOfInterest], most: int) -> None:
        from sklearn.neighbors import BallTree  # a command that only reads help starts sooner without it

        self._points = points
        self._most = most
        self._tree = BallTree(np.radians([(own.latitude, own.longitude) for own in points]), metric="haversine")

    def __len__(self) -> int:
        return len(self._points)

    def nearest(self, latitude: float, longitude: float, count: int, margin_m: float) -> Found:
        """The nearest ``count``, and whatever is not more than ``margin_m`` farther than the last of them."""
        count = min(count, len(self._points))
        angles, _ = self._tree.query(_here(latitude, longitude), k=count)
        return self.within(latitude, longitude, float(angles[0, -1]) * EARTH_RADIUS_M + margin_m)

    def within(self, latitude: float, longitude: float, radius_m: float) -> Found:
        """All points within a distance, or the nearest of them if there are too many."""
        radius_m = min(radius_m, FARTHEST_M)
        angle = (radius_m + SLACK_M) / EARTH_RADIUS_M
        found, angles = self._tree.query_radius(
            _here(latitude, longitude), angle, return_distance=True, sort_results=True
        )
        metres = angles[0] * EARTH_RADIUS_M
        points = tuple(
            (self._points[number], float(own)) for number, own in zip(found[0].tolist(), metres, strict=True)
        )
        if len(points) <= self._most:
            return Found(points, FARTHEST_M if len(points) == len(self._points) else radius_m)
        return Found(points[: self._most], points[self._most][1])


def _here(latitude: float, longitude: float) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    return np.radians(np.array([[latitude, longitude]], dtype=np.float64))
