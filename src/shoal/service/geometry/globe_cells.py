"""The cells of a power diagram on the globe as rings of corners, for the map.

Cell q is where 2x·(s_r − s_q) ≤ ‖s_r‖² − ‖s_q‖² + c_r − c_q for every other cell r: the part of the sphere inside a
convex polyhedron, bounded by arcs of small circles. The globe is cut by one such half-space after another, as a
polygon would be; along a cut the border follows the circle, with a corner at least every two degrees. Nearly all cuts
are idle, so the nearest sites cut first, and the diagram is then asked who owns the corners. Everything is clipped to a
cap around all centroids: beyond the outermost cells there is nobody, and a cell that reaches round the globe shows
nothing. Of a cell that surrounds another one (which takes very few cells, spread over the whole globe) one border is
left out.

The outlines depend on the rule, which is places and costs, and on nothing else, so they show no home and no exact mean.
"""

from __future__ import annotations

from math import atan2, ceil, cos, hypot, pi, sin, sqrt

import numpy as np
from scipy.spatial import KDTree

from shoal.arrays import FloatArray
from shoal.partition.transport.power_diagram import PowerDiagram

Vector = tuple[float, float, float]
Ring = list[Vector]

N_NEAREST = 12  # a cell has six neighbours on average, seldom more than twelve
MOST_ROUNDS = 12  # of asking who owns the corners; the first two or three settle nearly everything
STEP = 2.0 * pi / 180.0  # a corner at least every two degrees along an arc
CAP_MARGIN = 1.3  # the clipping cap, in radii of all centroids; room for the outer halves of the outermost cells
SMALLEST_CAP = 2e-4  # radians, about a kilometre
INSIDE = 1e-12  # what rounding leaves of a corner that lies on a border


def globe_cells(rule: PowerDiagram) -> list[FloatArray]:
    """One (corners, 3) array of unit vectors per cell, counter-clockwise from outside; hidden cells have no corners."""
    centres = rule.sites / np.maximum(np.linalg.norm(rule.sites, axis=1, keepdims=True), INSIDE)
    cuts = _GlobeCuts(rule, centres)
    count = min(N_NEAREST + 1, rule.n_cells)
    _, near = KDTree(rule.sites).query(rule.sites, k=range(1, count + 1))
    for number, others in enumerate(np.asarray(near).tolist()):
        for other in others:
            cuts.cut(number, other)
    unsure = list(range(rule.n_cells))
    for _ in range(MOST_ROUNDS):
        unsure = _cut_by_owners(cuts, unsure)
        if not unsure:
            break
    return [np.array(ring or [], dtype=np.float64).reshape(-1, 3) for ring in cuts.rings]


class _GlobeCuts:
    """Rings on their way to the outlines of the cells; None is the whole globe."""

    def __init__(self, rule: PowerDiagram, centres: FloatArray) -> None:
        self.rule = rule
        self.centres: list[Vector] = [(x, y, z) for x, y, z in centres.tolist()]
        middle, radius = _cap(centres)
        opposite = (-middle[0], -middle[1], -middle[2])
        self.rings: list[Ring | None] = [
            _circle(opposite, -cos(radius)) if radius < pi else None for _ in range(rule.n_cells)
        ]
        self.cut_by: list[set[int]] = [{number} for number in range(rule.n_cells)]

    def cut(self, number: int, other: int) -> bool:
        """Cut a ring by another cell; False if that was done before, or changes nothing (it may later)."""
        if other in self.cut_by[number]:
            return False
        mine, theirs = self.rule.sites[number], self.rule.sites[other]
        x, y, z = (2.0 * (theirs - mine)).tolist()
        limit = float((theirs - mine) @ (theirs + mine) + self.rule.costs[other] - self.rule.costs[number])
        before = self.rings[number]
        self.rings[number] = _clipped(before, (x, y, z), limit, self.centres[number])
        now = self.rings[number]
        if now is before:
            return False
        if before and now and not set(before) & set(now):  # a new border inside the old one: all others may cut it
            self.cut_by[number] = {number}
        self.cut_by[number].add(other)
        return True


def _cut_by_owners(cuts: _GlobeCuts, unsure: list[int]) -> list[int]:
    """Find the owners of the corners of these rings and cut by them; returns the cells that were cut."""
    rings = {number: ring for number in unsure if (ring := cuts.rings[number])}
    if not rings:
        return []
    corners = np.array([corner for ring in rings.values() for corner in ring], dtype=np.float64)
    owners = iter(cuts.rule.assign(corners, threads=1).tolist())
    cut_anew = []
    for number, ring in rings.items():
        own = [next(owners) for _ in ring]
        if sum(cuts.cut(number, owner) for owner in own):
            cut_anew.append(number)
    return cut_anew


def _cap(centres: FloatArray) -> tuple[Vector, float]:
    """The cap that holds all centroids, with a margin; π (no clipping) when it would be half the globe or more."""
    middle = centres.mean(axis=0)
    length = float(np.linalg.norm(middle))
    if length < INSIDE:
        return (0.0, 0.0, 1.0), pi
    middle = middle / length
    farthest = float(np.arccos(np.clip(centres @ middle, -1.0, 1.0)).max())
    radius = CAP_MARGIN * farthest + SMALLEST_CAP
    x, y, z = middle.tolist()
    return (x, y, z), radius if radius < pi / 2 else pi


def _circle(axis: Vector, height: float) -> Ring:
    """The circle at this height above the equator of an axis, clockwise about it: the axis lies outside."""
    first, second = _frame(axis)
    radius = sqrt(max(0.0, 1.0 - height * height))
    n_corners = ceil(2.0 * pi / STEP)
    return [_on_circle(axis, first, second, height, radius, -2.0 * pi * i / n_corners) for i in range(n_corners)]


def _clipped(ring: Ring | None, across: Vector, limit: float, centre: Vector) -> Ring | None:
    """The part of a ring's inside where across·x ≤ limit; the border follows the circle across·x = limit."""
    length = sqrt(_dot(across, across))
    if length < INSIDE * INSIDE:  # two cells with one site: the cheaper has all
        return ring if limit >= 0.0 else []
    axis = (across[0] / length, across[1] / length, across[2] / length)
    height = limit / length
    if ring is None:
        return None if height >= 1.0 else _circle(axis, height) if height > -1.0 else []
    excess = [_dot(axis, corner) - height for corner in ring]
    if not ring or max(excess) <= INSIDE:
        return ring
    if min(excess) >= -INSIDE:  # all of the border is cut off; what is kept lies inside it, or there is nothing
        return _circle(axis, height) if _dot(axis, centre) < height else []
    return _cut_ring(ring, excess, axis, height, centre)


def _cut_ring(ring: Ring, excess: list[float], axis: Vector, height: float, centre: Vector) -> Ring:
    """Leave out the corners with an excess, and follow the circle from each exit to the entry that comes next on it.

    A circle that cuts a ring several times may leave several pieces; the one with the centre in it is kept.
    """
    chains = _kept_chains(ring, excess)
    enters = [_angle(chain[0], axis) for chain in chains]
    pieces: list[Ring] = []
    unused = set(range(len(chains)))
    while unused:
        first = number = min(unused)
        piece: Ring = []
        while number in unused:
            unused.remove(number)
            piece += chains[number]
            leaves = _angle(chains[number][-1], axis)
            number = min([first, *unused], key=lambda other: (leaves - enters[other]) % (2.0 * pi))
            piece += _arc(piece[-1], chains[number][0], axis, height)
        pieces.append(piece)
    return max(pieces, key=lambda piece: (_holds(piece, centre), len(piece)))


def _holds(ring: Ring, centre: Vector) -> bool:
    """Whether a ring goes round a point: the angles at which its sides are seen from there add up to a turn."""
    turns = 0.0
    for start, end in zip(ring, ring[1:] + ring[:1], strict=True):
        turn = _angle(end, centre) - _angle(start, centre)
        turns += turn - 2.0 * pi * round(turn / (2.0 * pi))
    return turns > pi


def _kept_chains(ring: Ring, excess: list[float]) -> list[Ring]:
    """The parts of a ring without excess, each from its entry to its exit."""
    begin = next(i for i, own in enumerate(excess) if own <= 0.0 < excess[i - 1])  # so the last corner has an excess
    chains: list[Ring] = []
    before, before_excess = ring[begin - 1], excess[begin - 1]
    for corner, corner_excess in zip(ring[begin:] + ring[:begin], excess[begin:] + excess[:begin], strict=True):
        if (corner_excess > 0.0) != (before_excess > 0.0):
            crossing = _between(before, corner, before_excess / (before_excess - corner_excess))
            if corner_excess > 0.0:
                chains[-1].append(crossing)
            else:
                chains.append([crossing])
        if corner_excess <= 0.0:
            chains[-1].append(corner)
        before, before_excess = corner, corner_excess
    return chains


def _angle(point: Vector, axis: Vector) -> float:
    """Where a point stands around an axis."""
    first, second = _frame(axis)
    return atan2(_dot(point, second), _dot(point, first))


def _between(start: Vector, end: Vector, share: float) -> Vector:
    x, y, z = (a + share * (b - a) for a, b in zip(start, end, strict=True))
    length = sqrt(x * x + y * y + z * z)
    return (x / length, y / length, z / length)


def _arc(start: Vector, end: Vector, axis: Vector, height: float) -> Ring:
    """Corners between two points of a circle, clockwise about its axis (the inside is on the left)."""
    first, second = _frame(axis)
    radius = sqrt(max(0.0, 1.0 - height * height))
    from_angle = _angle(start, axis)
    turn = (from_angle - _angle(end, axis)) % (2.0 * pi)
    n_parts = ceil(turn * max(radius, INSIDE) / STEP)
    return [
        _on_circle(axis, first, second, height, radius, from_angle - turn * part / n_parts)
        for part in range(1, n_parts)
    ]


def _on_circle(axis: Vector, first: Vector, second: Vector, height: float, radius: float, angle: float) -> Vector:
    across, up = radius * cos(angle), radius * sin(angle)
    return (
        height * axis[0] + across * first[0] + up * second[0],
        height * axis[1] + across * first[1] + up * second[1],
        height * axis[2] + across * first[2] + up * second[2],
    )


def _frame(axis: Vector) -> tuple[Vector, Vector]:
    """Two directions that make a right-handed frame with the axis."""
    x, y, z = axis
    flat = hypot(x, y)
    first = (-y / flat, x / flat, 0.0) if flat > INSIDE else (1.0, 0.0, 0.0)
    second = (
        y * first[2] - z * first[1],
        z * first[0] - x * first[2],
        x * first[1] - y * first[0],
    )
    return first, second


def _dot(one: Vector, other: Vector) -> float:
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
