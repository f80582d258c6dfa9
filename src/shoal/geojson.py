"""Rings on the globe as GeoJSON geometries (RFC 7946): split at the antimeridian, closed over the poles."""

from __future__ import annotations

from typing import Any

import numpy as np

from shoal.arrays import FloatArray

DECIMALS = 5  # about a metre; the borders of cells are no more certain than that
HALF_TURN, FULL_TURN, POLE = 180.0, 360.0, 90.0
Corners = list[tuple[float, float]]


def globe_geometry(latitude: FloatArray, longitude: FloatArray) -> dict[str, Any] | None:
    """A Polygon of a counter-clockwise ring, or a MultiPolygon if the antimeridian cuts it; None if it has no area."""
    if len(latitude) < 3:
        return None
    corners = _unrolled(latitude, longitude)
    first = int(np.floor((min(turn for turn, _ in corners) + HALF_TURN) / FULL_TURN))
    last = int(np.ceil((max(turn for turn, _ in corners) + HALF_TURN) / FULL_TURN))
    parts = []
    for shift in range(first, max(last, first + 1)):
        west = shift * FULL_TURN - HALF_TURN
        part = _between_meridians(corners, west, west + FULL_TURN)
        shifted = [(round(turn - shift * FULL_TURN, DECIMALS), round(up, DECIMALS)) for turn, up in part]
        closed = _closed(shifted)
        if closed:
            parts.append([closed])
    if not parts:
        return None
    if len(parts) == 1:
        return {"type": "Polygon", "coordinates": parts[0]}
    return {"type": "MultiPolygon", "coordinates": parts}


def _unrolled(latitude: FloatArray, longitude: FloatArray) -> Corners:
    """Longitudes without jumps. A ring that goes round a pole is led along the edge of the map over that pole."""
    steps = np.diff(longitude, append=longitude[:1])
    steps = steps - FULL_TURN * np.round(steps / FULL_TURN)
    unrolled = longitude[0] + np.concatenate([[0.0], np.cumsum(steps[:-1])])
    corners: Corners = [(float(turn), float(up)) for turn, up in zip(unrolled, latitude, strict=True)]
    round_trip = float(steps.sum())
    if abs(round_trip) > HALF_TURN:  # counter-clockwise: eastwards has the north pole on the left, inside
        pole = POLE if round_trip > 0 else -POLE
        start, end = corners[0], (corners[0][0] + round_trip, corners[0][1])
        corners = [*corners, end, (end[0], pole), (start[0], pole)]
    return corners


def _between_meridians(corners: Corners, west: float, east: float) -> Corners:
    """The part of a polygon between two meridians."""
    return _cut(_cut(corners, west, 1.0), east, -1.0)


def _cut(corners: Corners, meridian: float, side: float) -> Corners:
    """The part of a polygon on one side of a meridian (1: east of it, −1: west of it)."""
    kept: Corners = []
    for number, (turn, up) in enumerate(corners):
        before_turn, before_up = corners[number - 1]
        inside, before_inside = side * (turn - meridian) >= 0.0, side * (before_turn - meridian) >= 0.0
        if inside != before_inside:
            share = (meridian - before_turn) / (turn - before_turn)
            kept.append((meridian, before_up + share * (up - before_up)))
        if inside:
            kept.append((turn, up))
    return kept


def _closed(corners: Corners) -> list[list[float]]:
    """A linear ring: repeated corners left out, the first one again at the end; empty if nothing is enclosed."""
    ring: list[list[float]] = []
    for turn, up in corners:
        if not ring or ring[-1] != [turn + 0.0, up + 0.0]:
            ring.append([turn + 0.0, up + 0.0])
    if len(ring) > 1 and ring[0] == ring[-1]:
        ring.pop()
    doubled_area = sum(
        one[0] * other[1] - other[0] * one[1] for one, other in zip(ring, [*ring[1:], *ring[:1]], strict=True)
    )
    if len(ring) < 3 or doubled_area == 0.0:
        return []
    return [*ring, ring[0]]
