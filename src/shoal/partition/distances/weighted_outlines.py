"""Outlines of the regions of centres, in the plane or on the globe, for distances that are not squared.

The region of centre q is where d(x, s_q) + c_q is least: an additively weighted Voronoi diagram, whose borders are arcs
of hyperbolas. It is star-shaped about its site: for y on the shortest way from s_q to a point x of the region,

    d(y, s_q) + c_q = d(x, s_q) − d(x, y) + c_q ≤ d(x, s_r) − d(x, y) + c_r ≤ d(y, s_r) + c_r.

So the outline is one length for each bearing from the site, the shortest of the lengths at which the other centres
become as cheap. With k = c_q − c_r, the border with r is where d(x, s_r) = t + k at length t, and that has a closed
form for each bearing a (a unit vector):

    plane   t = (‖g‖² − k²) / (2 (a·g + k)),  g = s_r − s_q
    globe   tan t = (cos k − cos δ) / (sin k + a·s_r),  δ the angle between s_q and s_r, a perpendicular to s_q

A site that another centre serves at a lower price has no region. Between two bearings the outline is looked at in
several places; where it is farther than the tolerance from the straight line between the corners, they are halved.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from shoal.arrays import BoolArray, FloatArray
from shoal.partition.distances.great_circle import EARTH_RADIUS_M, arc_of, degrees_of, on_sphere, touching_axes

N_BEARINGS = 90  # to begin with
LOOKS = 7  # between two bearings: to begin with every half degree, narrower than the sharpest corners of a map
MOST_HALVINGS = 30  # of a bearing: then it is smaller than rounding
METRES_PER_DEGREE = np.pi / 180.0 * EARTH_RADIUS_M
FULL_TURN = 2.0 * np.pi


def plane_outlines(
    sites: FloatArray, costs: FloatArray, lower: FloatArray, upper: FloatArray, tolerance: float
) -> list[FloatArray]:
    """(corners, 2) for each site, counter-clockwise, within a box that holds all sites; none without a region."""
    return [_traced(_PlaneView(sites, costs, cell, lower, upper), tolerance) for cell in range(len(sites))]


def globe_outlines(positions: FloatArray, costs: FloatArray, radius_m: float, tolerance_m: float) -> list[FloatArray]:
    """Latitudes and longitudes (corners, 2) for each position, counter-clockwise, within so many metres of the middle.

    The middle is that of the positions. The circle holds them all, and is smaller than half of the globe.
    """
    sites = on_sphere(positions)
    middle = middle_of(sites)
    return [_traced(_GlobeView(sites, costs, cell, middle, radius_m), tolerance_m) for cell in range(len(sites))]


def middle_of(sites: FloatArray) -> FloatArray:
    """The mean direction of points of the unit sphere."""
    mean = sites.mean(axis=0)
    return np.asarray(mean / np.sqrt((mean**2).sum()))


class _View(ABC):
    """What is seen from one site: how far its region reaches in each direction."""

    hidden: bool
    corner_bearings: FloatArray = np.empty(0)

    @abstractmethod
    def outline(self, bearings: FloatArray) -> FloatArray:
        """The corners (bearings, 2) at these bearings."""

    @abstractmethod
    def off(self, corners: FloatArray, begin: FloatArray, end: FloatArray) -> FloatArray:
        """How far corners are from the straight lines between two others each."""


class _PlaneView(_View):
    def __init__(self, sites: FloatArray, costs: FloatArray, cell: int, lower: FloatArray, upper: FloatArray) -> None:
        apart, more = sites - sites[cell], costs[cell] - costs
        length = np.hypot(apart[:, 0], apart[:, 1])
        self.site, self.hidden = sites[cell], _is_hidden(length, more, cell)
        matters = np.abs(more) < length
        self._apart, self._more, self._length = apart[matters], more[matters], length[matters]
        self._room = upper - self.site, self.site - lower  # towards the upper and the lower walls
        walls = np.array([[x, y] for x in (lower[0], upper[0]) for y in (lower[1], upper[1])]) - self.site
        self.corner_bearings = np.arctan2(walls[:, 1], walls[:, 0]) % FULL_TURN

    def outline(self, bearings: FloatArray) -> FloatArray:
        ways = np.column_stack([np.cos(bearings), np.sin(bearings)])
        with np.errstate(divide="ignore", invalid="ignore"):
            walls = np.where(ways > 0.0, self._room[0] / ways, np.where(ways < 0.0, -self._room[1] / ways, np.inf))
        reach = walls.min(axis=1)
        if len(self._apart):
            pull = ways @ self._apart.T + self._more
            square = (self._length - self._more) * (self._length + self._more)
            border = np.where(pull > 0.0, square / np.where(pull > 0.0, 2.0 * pull, 1.0), np.inf)
            reach = np.minimum(reach, border.min(axis=1))
        return np.asarray(self.site + reach[:, None] * ways)

    def off(self, corners: FloatArray, begin: FloatArray, end: FloatArray) -> FloatArray:
        return _off_line(corners - begin, end - begin)


class _GlobeView(_View):
    def __init__(self, sites: FloatArray, costs: FloatArray, cell: int, middle: FloatArray, radius_m: float) -> None:
        angle = arc_of(np.sqrt(((sites - sites[cell]) ** 2).sum(axis=1))) / EARTH_RADIUS_M
        more = (costs[cell] - costs) / EARTH_RADIUS_M
        self.site, self.hidden = sites[cell], _is_hidden(angle, more, cell)
        matters = np.abs(more) < angle
        self._sites, self._more, self._angle = sites[matters], more[matters], angle[matters]
        self._middle, self._radius = middle, radius_m / EARTH_RADIUS_M
        self._axes = np.vstack(touching_axes(sites[cell : cell + 1]))

    def outline(self, bearings: FloatArray) -> FloatArray:
        ways = np.column_stack([np.cos(bearings), np.sin(bearings)]) @ self._axes
        along, up = ways @ self._middle, float(self.site @ self._middle)
        turn = np.clip(np.cos(self._radius) / np.hypot(along, up), -1.0, 1.0)
        reach = np.arctan2(along, up) + np.arccos(turn)  # to the edge of the circle around the middle
        if len(self._sites):
            rise = 2.0 * np.sin((self._angle + self._more) / 2.0) * np.sin((self._angle - self._more) / 2.0)
            border = np.arctan2(rise, np.sin(self._more) + ways @ self._sites.T)
            reach = np.minimum(reach, border.min(axis=1))
        reach = np.maximum(reach, 0.0)[:, None]
        return degrees_of(np.cos(reach) * self.site + np.sin(reach) * ways)

    def off(self, corners: FloatArray, begin: FloatArray, end: FloatArray) -> FloatArray:
        """In metres; lines are straight in latitude and longitude, as GeoJSON draws them."""
        east = METRES_PER_DEGREE * np.cos(np.radians(corners[:, 0]))

        def flat(places: FloatArray) -> FloatArray:
            turn = (places[:, 1] - begin[:, 1] + 180.0) % 360.0 - 180.0
            return np.column_stack([turn * east, METRES_PER_DEGREE * (places[:, 0] - begin[:, 0])])

        return _off_line(flat(corners), flat(end))


def _traced(view: _View, tolerance: float) -> FloatArray:
    """All corners of an outline; bearings are halved where it is farther than the tolerance from a straight line."""
    if view.hidden:
        return np.empty((0, 2))
    bearings = np.unique(np.concatenate([np.arange(N_BEARINGS) * (FULL_TURN / N_BEARINGS), view.corner_bearings]))
    corners = view.outline(bearings)
    open_after: BoolArray = np.ones(len(bearings), dtype=bool)  # whether what follows a bearing may still bend
    shares = np.arange(1, LOOKS + 1) / (LOOKS + 1)
    for _ in range(MOST_HALVINGS):
        begin = np.flatnonzero(open_after)
        if not len(begin):
            break
        end = (begin + 1) % len(bearings)
        width = (bearings[end] - bearings[begin]) % FULL_TURN
        between = view.outline((bearings[begin, None] + width[:, None] * shares).ravel())
        off = view.off(between, np.repeat(corners[begin], LOOKS, axis=0), np.repeat(corners[end], LOOKS, axis=0))
        bent = off.reshape(-1, LOOKS).max(axis=1) > tolerance
        open_after[begin] = bent
        at = begin[bent] + 1
        bearings = np.insert(bearings, at, bearings[begin[bent]] + width[bent] / 2.0)
        corners = np.insert(corners, at, between.reshape(-1, LOOKS, 2)[bent, LOOKS // 2], axis=0)
        open_after = np.insert(open_after, at, True)
    return corners


def _is_hidden(length: FloatArray, more: FloatArray, cell: int) -> bool:
    """Whether another centre is as cheap at this site; of centres alike, the first has the region."""
    first = np.arange(len(length)) < cell
    return bool(np.any((more > length) | ((more == length) & ((length > 0.0) | first))))


def _off_line(points: FloatArray, ends: FloatArray) -> FloatArray:
    """How far points are from the straight lines from the origin to these ends."""
    square = (ends**2).sum(axis=1)
    share = np.clip((points * ends).sum(axis=1) / np.where(square > 0.0, square, 1.0), 0.0, 1.0)
    away = points - share[:, None] * ends
    return np.asarray(np.hypot(away[:, 0], away[:, 1]))
