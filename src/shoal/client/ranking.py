"""Answers about the place, ordered by the distance from the home. It happens on the device: the home is not sent.

Let h be the home, p the place, and let the provider have sent every point nearer to p than c. A point u that was not
sent has d(p, u) ≥ c, hence d(h, u) ≥ c − d(p, h). So the n nearest points to h are surely among those that were sent if
the n-th of these is not farther from h than c − d(p, h). docs/methods/nearest-answers.md says which margin makes it so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import asin, cos, radians, sin, sqrt
from typing import Any

EARTH_RADIUS_M = 6_371_008.8  # mean radius R1 of the IUGG (Moritz 2000), as the anonymiser and the provider have it

Spot = tuple[float, float]  # latitude and longitude


@dataclass(frozen=True)
class NearPoint:
    """A point of interest, and its distance from the home."""

    name: str
    latitude: float
    longitude: float
    metres: float
    properties: Mapping[str, Any] = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class Ranking:
    """The nearest points to the home. ``sure``: no point that was not sent is nearer than any of them."""

    points: tuple[NearPoint, ...]
    sure: bool
    n_sent: int


def metres_between(one: Spot, other: Spot) -> float:
    """The great-circle distance (haversine)."""
    up_1, across_1, up_2, across_2 = map(radians, (*one, *other))
    half_chord = sin((up_2 - up_1) / 2) ** 2 + cos(up_1) * cos(up_2) * sin((across_2 - across_1) / 2) ** 2
    return 2.0 * EARTH_RADIUS_M * asin(min(1.0, sqrt(half_chord)))


def ranked(home: Spot, place: Spot, sent: Sequence[Mapping[str, Any]], complete_to_m: float, count: int) -> Ranking:
    """The ``count`` nearest to the home of what a provider sent about the place."""
    points = sorted(
        (
            NearPoint(
                own["name"],
                own["latitude"],
                own["longitude"],
                metres_between(home, (own["latitude"], own["longitude"])),
                own.get("properties", {}),
            )
            for own in sent
        ),
        key=lambda own: own.metres,
    )[:count]
    sure = bool(points) and points[-1].metres <= complete_to_m - metres_between(place, home)
    return Ranking(tuple(points), sure, len(sent))
