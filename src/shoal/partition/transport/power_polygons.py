"""The cells of a plane power diagram as polygons, clipped to a box.

A cell is the box cut by one half-plane for every other cell: with y = x − site_q and g = site_r − site_q, cell q keeps
2 g·y ≤ ‖g‖² + cost_r − cost_q. Nearly all cuts are idle, so each cell is first cut by its nearest sites; then the
diagram assigns the corners. The difference between the prices of q and r is linear over the polygon, so a cell that
cuts it has a lower price at some corner: when every corner belongs to q, or to a cell that has already cut it, the
polygon is done. Cost: a handful of rounds, each O(m) cuts and one search of the diagram for O(m) corners.
"""

from __future__ import annotations

import numpy as np
from scipy.spatial import KDTree

from shoal.arrays import FloatArray, IntArray
from shoal.errors import ParameterError
from shoal.partition.transport.power_diagram import PowerDiagram

N_NEAREST = 12  # a plane cell has six neighbours on average (Euler), seldom more than twelve
Polygon = list[tuple[float, float]]


def power_polygons(diagram: PowerDiagram, lower: FloatArray, upper: FloatArray) -> list[FloatArray]:
    """One (corners, 2) array per cell, counter-clockwise; a hidden cell, or one outside the box, has no corners.

    ``lower`` and ``upper`` are the box's corners. Of cells with the same site, the cheapest has the whole area, ties to
    the lower, as in ``PowerDiagram.assign``.
    """
    _check(diagram, lower, upper)
    cuts = _Cuts(diagram, lower, upper)
    seen = _seen_cells(diagram)
    _, near = KDTree(diagram.sites[seen]).query(diagram.sites[seen], k=range(1, min(N_NEAREST + 1, len(seen)) + 1))
    for cell, others in zip(seen.tolist(), seen[near].tolist(), strict=True):
        for other in others:
            cuts.cut(cell, other)
    unfinished = seen.tolist()
    while unfinished:
        unfinished = _cut_by_owners(cuts, unfinished)
    return [_as_array(polygon, site) for polygon, site in zip(cuts.polygons, diagram.sites, strict=True)]


class _Cuts:
    """Polygons that are cut down to the cells, relative to their own sites so that large coordinates lose no digits."""

    def __init__(self, diagram: PowerDiagram, lower: FloatArray, upper: FloatArray) -> None:
        self.diagram = diagram
        self.polygons: list[Polygon] = [[] for _ in range(diagram.n_cells)]
        self.cut_by: list[set[int]] = [{cell} for cell in range(diagram.n_cells)]
        self._sites: list[tuple[float, float]] = [(x, y) for x, y in diagram.sites.tolist()]
        self._costs: list[float] = diagram.costs.tolist()
        (left, bottom), (right, top) = lower.tolist(), upper.tolist()
        for cell in _seen_cells(diagram).tolist():
            x, y = self._sites[cell]
            self.polygons[cell] = [
                (left - x, bottom - y),
                (right - x, bottom - y),
                (right - x, top - y),
                (left - x, top - y),
            ]

    def cut(self, cell: int, other: int) -> bool:
        """Cut a cell's polygon by another cell; False if that was done before."""
        if other in self.cut_by[cell]:
            return False
        self.cut_by[cell].add(other)
        (x, y), (other_x, other_y) = self._sites[cell], self._sites[other]
        across, up = other_x - x, other_y - y
        limit = 0.5 * (across * across + up * up + self._costs[other] - self._costs[cell])
        self.polygons[cell] = _clipped(self.polygons[cell], across, up, limit)
        return True


def _cut_by_owners(cuts: _Cuts, unfinished: list[int]) -> list[int]:
    """Find the cells that the corners of these cells belong to, and cut by those; returns the cells that were cut."""
    unfinished = [cell for cell in unfinished if cuts.polygons[cell]]
    if not unfinished:
        return []
    corners = np.vstack([_as_array(cuts.polygons[cell], cuts.diagram.sites[cell]) for cell in unfinished])
    owners = iter(cuts.diagram.assign(corners).tolist())
    cut_anew = []
    for cell in unfinished:
        own = [next(owners) for _ in cuts.polygons[cell]]
        n_new = sum(cuts.cut(cell, owner) for owner in own)
        if n_new:
            cut_anew.append(cell)
    return cut_anew


def _clipped(polygon: Polygon, across: float, up: float, limit: float) -> Polygon:
    """The part of a convex polygon where across·x + up·y ≤ limit."""
    excess = [across * x + up * y - limit for x, y in polygon]
    if not excess or max(excess) <= 0.0:
        return polygon
    if min(excess) >= 0.0:  # at most a corner or an edge would be left
        return []
    kept: Polygon = []
    before, before_excess = polygon[-1], excess[-1]
    for corner, corner_excess in zip(polygon, excess, strict=True):
        if (corner_excess > 0.0) != (before_excess > 0.0):
            share = before_excess / (before_excess - corner_excess)
            x, y = before[0] + share * (corner[0] - before[0]), before[1] + share * (corner[1] - before[1])
            kept.append((x, y))
        if corner_excess <= 0.0:
            kept.append(corner)
        before, before_excess = corner, corner_excess
    return kept


def _seen_cells(diagram: PowerDiagram) -> IntArray:
    """The cells that are not hidden by another one with the same site."""
    by_cost = np.lexsort((np.arange(diagram.n_cells), diagram.costs))
    _, first = np.unique(diagram.sites[by_cost], axis=0, return_index=True)
    return np.sort(by_cost[first])


def _as_array(polygon: Polygon, site: FloatArray) -> FloatArray:
    return np.array(polygon, dtype=np.float64).reshape(-1, 2) + site


def _check(diagram: PowerDiagram, lower: FloatArray, upper: FloatArray) -> None:
    if diagram.sites.ndim != 2 or diagram.sites.shape[1] != 2:
        raise ParameterError(
            f"polygons need sites in a plane; these have {diagram.sites.shape[-1]} coordinates. "
            "Give the diagram of two columns."
        )
    corners = np.vstack([lower, upper])
    if corners.shape != (2, 2) or not np.isfinite(corners).all() or not (corners[0] < corners[1]).all():
        raise ParameterError(
            "the box needs two finite corners, the lower one below the upper one in both coordinates.",
            parameter=("lower", "upper"),
            hint="Give lower=[x, y] and upper=[x, y].",
        )
