"""Cells that keep what earlier releases promise: nobody is found by comparing the releases.

The people of an earlier class are kept together, and newcomers get cells of their own: then two classes have a whole
earlier class in common, or nobody. An earlier class of 2k people or more may be divided. Where a class lost some of its
people, or some of them changed, cells are merged until the ones who went cannot be told from the others
(`guarantee/releases/several_releases.py`): of all cells nearby the one is joined that hides most for its cost, which is
the distortion that the union adds (J. H. Ward, Journal of the American Statistical Association 58, 1963). A cell for
which no cell nearby hides anything looks further away.

Cost: the two calls of the method, and rounds in which every cell that has to be merged judges NEAR unions, all at once;
most rounds halve the number of these cells.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from shoal.arrays import BoolArray, FloatArray, IntArray, numbered
from shoal.guarantee.releases.several_releases import JointAnonymity
from shoal.partition.neighbours import nearest_points

# Partners that are judged for a cell, among those with something to hide. With 4, 8, 12, 24 and 64 of them, the
# twelve runs of benchmarks/several_releases.py that merge where people went lose 4.66, 4.54, 4.50, 5.15 and 5.59 %.
NEAR = 12

Form = Callable[[IntArray, IntArray], IntArray]  # records and a group for each of them → the cell of each


def joint_cells(
    points: FloatArray,
    block_of: IntArray,
    joint: JointAnonymity,
    form: Form,
    weights: FloatArray | None = None,
) -> IntArray:
    """Cells inside the blocks that keep the promise, if one cell for each block keeps it.

    ``form`` makes cells of at least k inside each group of some records.
    """
    cell_of = _divided(earlier_cells(block_of, joint), joint, form)
    return _merged(points, cell_of, block_of, joint, np.ones(len(points)) if weights is None else weights)


def earlier_cells(block_of: IntArray, joint: JointAnonymity) -> IntArray:
    """People who are kept together, and the newcomers, in one cell for each block."""
    return numbered(joint.kept_together, block_of)


def _divided(cell_of: IntArray, joint: JointAnonymity, form: Form) -> IntArray:
    """Cells of at least 2k people of steady origins become several, and those of newcomers are formed."""
    divided = cell_of.copy()
    is_large = np.bincount(cell_of)[cell_of] >= 2 * joint.k
    for asked in (np.flatnonzero(is_large & joint.divisible), np.flatnonzero(joint.is_new)):
        if len(asked):
            divided[asked] = form(asked, numbered(divided[asked])) + divided.max() + 1
    return numbered(divided)


def _merged(
    points: FloatArray, cell_of: IntArray, block_of: IntArray, joint: JointAnonymity, weight: FloatArray
) -> IntArray:
    while True:
        cells = _Cells.of(points, cell_of, block_of, joint, weight)
        pairs = _pairs(cells, joint)
        if not len(pairs):
            return cell_of
        head = np.arange(len(cells.size))
        head[pairs[:, 1]] = pairs[:, 0]
        cell_of = numbered(head[cell_of])


@dataclass(frozen=True)
class _Cells:
    """Cells, and what each misses to the promise; one that is too small for any promise misses members."""

    cell_of: IntArray
    block: IntArray
    size: IntArray
    weight: FloatArray
    centroid: FloatArray
    missing: IntArray
    telling: BoolArray

    @classmethod
    def of(
        cls, points: FloatArray, cell_of: IntArray, block_of: IntArray, joint: JointAnonymity, weight: FloatArray
    ) -> _Cells:
        size, mass = np.bincount(cell_of), np.bincount(cell_of, weights=weight).astype(np.float64)
        block = np.empty(len(size), dtype=np.int64)
        block[cell_of] = block_of
        sums = [np.bincount(cell_of, weights=weight * column) for column in points.T]
        missing = joint.missing(cell_of) + np.maximum(0, joint.k - size)
        centroid = np.ascontiguousarray(np.column_stack(sums) / mass[:, None])
        return cls(cell_of, block, size, mass, centroid, missing, joint.telling(cell_of))


def _pairs(cells: _Cells, joint: JointAnonymity) -> IntArray:
    """(pairs, 2) cells to be joined in one round; a cell is in one pair at most. None: all cells keep the promise.

    A union that hides nothing yet is a step towards one that does: it comes last, the cheapest first, and only if no
    cell of the block hides anything.
    """
    found = []
    short = np.flatnonzero(cells.missing)
    near = NEAR
    while len(short):
        judged, is_last = _judged(cells, joint, short, near)
        found.append(judged)
        stuck = np.setdiff1d(short, judged.one[judged.hidden > 0])
        short, near = np.setdiff1d(stuck, is_last), 4 * near
    if not found:
        return np.empty((0, 2), dtype=np.int64)
    one = np.concatenate([judged.one for judged in found])
    other, hidden = (np.concatenate([getattr(judged, what) for judged in found]) for what in ("other", "hidden"))
    cost = np.concatenate([judged.cost for judged in found])
    rank = np.where(hidden > 0, cost / np.maximum(1, hidden), cost)
    order = np.lexsort((other, rank, hidden <= 0, one, -cells.missing[one]))
    return _disjoint(one[order], other[order], hidden[order] > 0)


def _disjoint(one: IntArray, other: IntArray, hides: BoolArray) -> IntArray:
    """The first pair of each cell whose two cells are free; if any union hides something, none that hides nothing."""
    taken: set[int] = set()
    pairs = []
    for a, b, is_hiding in zip(one.tolist(), other.tolist(), hides.tolist(), strict=True):
        if a not in taken and b not in taken and (is_hiding or not hides.any()):
            taken |= {a, b}
            pairs.append((a, b))
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)


@dataclass(frozen=True)
class _Judged:
    """Unions of cells that fall short with others: how much each hides, and the distortion that it adds."""

    one: IntArray
    other: IntArray
    hidden: IntArray
    cost: FloatArray


def _judged(cells: _Cells, joint: JointAnonymity, short: IntArray, near: int) -> tuple[_Judged, IntArray]:
    """The unions of these cells with cells around, and those of them for which there are no others."""
    pairs, is_last = _around(cells, short, near)
    together = cells.missing[pairs].sum(axis=1)
    size = cells.size[pairs].sum(axis=1)
    hidden = together - joint.missing_in_unions(cells.cell_of, pairs) - np.maximum(0, joint.k - size)
    apart = ((cells.centroid[pairs[:, 0]] - cells.centroid[pairs[:, 1]]) ** 2).sum(axis=1)
    mass = cells.weight[pairs]
    return _Judged(pairs[:, 0], pairs[:, 1], hidden, mass.prod(axis=1) / mass.sum(axis=1) * apart), is_last


def _around(cells: _Cells, short: IntArray, near: int) -> tuple[IntArray, IntArray]:
    """Each of these cells with the nearest ones of its block with something to hide, or any if there are none."""
    pairs, last = [np.empty((0, 2), dtype=np.int64)], [short[:0]]
    for block in np.unique(cells.block[short]).tolist():
        inside = np.flatnonzero(cells.block == block)
        asking = short[cells.block[short] == block]
        telling = inside[(cells.missing[inside] > 0) | cells.telling[inside]]
        targets = telling if len(telling) > 1 else inside
        count = min(near + 1, len(targets))
        nearest, _ = nearest_points(np.ascontiguousarray(cells.centroid[targets]), cells.centroid[asking], count)
        found = np.column_stack([np.repeat(asking, count), targets[nearest].ravel()])
        pairs.append(found[found[:, 0] != found[:, 1]])
        if count == len(targets):
            last.append(asking)
    return np.concatenate(pairs), np.concatenate(last)
