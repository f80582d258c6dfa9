"""Costs inside the dual optimal face, so that no record sits on a border by rounding.

The costs that hold an optimal assignment form a polyhedron: whatever keeps every record content. Shortest paths end in
a corner of it, where the last records that moved are exactly on a border, and rounding would decide on which side they
are found next time. `loosened` gives every border a small margin at least: a cell in which a record has less than that
to spare becomes cheaper by what is missing, then those to which it has become a threat, and so on along the chains of
tight borders (`kernels/transport/dual_margins.py`). `swept` then moves cells towards the middle of
the interval that the others leave them. All may move at once: each uses at most a part of the slack it shares with a
neighbour, so that two that move towards each other meet in the middle.

Identical points that exact sizes forced into different cells lie on the border between them at any optimal costs. Such
cells move together; telling those records apart again is impossible for any rule that sees nothing but the point.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.partition.control import n_threads
from shoal.partition.transport.candidates import Rivals, gather
from shoal.partition.transport.power_diagram import PowerDiagram
from shoal.partition.transport.scales import cell_scales

MARGINS = (1e-5, 1e-7, 1e-9)  # in scales of a cell: what every border gets, at best; where that cannot be …
NARROWER = 0.01  # … so much less …
LEAST_MARGIN = 0.9e-9  # … until the least
SHORT = 0.5  # of the margin: less than this missing is no reason to move
CONTENT_PASSES = 50  # along chains of cells that become cheaper one after the other
SWEEPS = 30
LIMIT = 0.05  # in scales of a cell: farther than a sweep may move a cost in all, unseen rivals might matter
DAMPING = 0.5  # two cells that share a slack both move: together they go to its middle, not through it
ROOM = 64  # rivals of a record that may be near enough to matter
# Margins before scattering, and how far it may move a cost, in scales of a cell. Two cells that part by twice the first
# limit meet no rival that was not looked at.
SCATTERED = ((0.2, 0.45), (0.05, 0.45), (0.01, 0.1), (1e-4, 0.02), (1e-7, 1e-3))
SCATTER_SWEEPS = 20  # after these, a border lies anywhere in its gap, also if it began at one end
SCATTER_PART = 0.45  # of its leeway that a cell may use in a sweep: two that share a slack leave a tenth of it


def centred_costs(
    points: FloatArray,
    sites: FloatArray,
    costs: FloatArray,
    cell_of: IntArray,
    *,
    weights: FloatArray | None = None,
    scale: FloatArray,
    threads: int = 1,
    tree: Any = None,
) -> FloatArray:
    """Costs that hold the same cells with a margin. Rivals farther than the ``scale`` of a cell are not looked at.

    ``tree`` is the records' search tree, if there is one.
    """
    from shoal.kernels.neighbours.free_records import free_records

    rivals = gather(
        free_records(points) if tree is None else tree, points, sites, costs,
        weights=weights, cell_of=cell_of, reach=scale, room=min(len(sites), ROOM), threads=threads,
    )  # fmt: skip
    together = _inseparable(points, cell_of, len(sites))
    choice = _own_entries(rivals, cell_of)
    for margin in MARGINS:  # beside far smaller cells the widest may lead to rivals that were not looked at
        loose = loosened(rivals, choice, costs, scale, together, margin)
        if loose is None:
            continue
        for better in (swept(rivals, choice, loose, LIMIT * scale, SWEEPS, together), loose):
            if holds(points, PowerDiagram(sites, better), cell_of, weights):
                return better
    return costs


def loosened(
    rivals: Rivals, choice: IntArray, costs: FloatArray, scale: FloatArray, together: IntArray, margin: float
) -> FloatArray | None:
    """Costs with a margin at every border, narrower where it has to be; None if there are none."""
    from shoal.kernels.transport.dual_margins import loosen

    n_cells = len(costs)
    smallest = np.full(n_cells, np.inf)
    np.minimum.at(smallest, together, scale)
    wanted = np.where(np.isfinite(smallest), margin * smallest, 0.0)  # cells that follow another want nothing
    owner = np.repeat(together[rivals.cell[choice]], np.diff(rivals.start))
    seen = together[rivals.cell]
    pair = np.unique((seen * n_cells + owner)[seen != owner])
    loose: FloatArray = costs.copy()
    done = loosen(
        rivals.start, rivals.cell, rivals.distance, choice, together,
        *_listed(together[rivals.cell[choice]], n_cells), *_listed(together, n_cells),
        np.searchsorted(pair, np.arange(n_cells + 1) * n_cells), pair % n_cells,
        SHORT, NARROWER, LEAST_MARGIN / margin * wanted, wanted, loose,
    )  # fmt: skip
    return loose - float(loose.mean()) if done else None


def _listed(group_of: IntArray, n_groups: int) -> tuple[IntArray, IntArray]:
    """The members of each group, one group after the other, and where each begins."""
    start = np.concatenate([[0], np.cumsum(np.bincount(group_of, minlength=n_groups))])
    return start, np.argsort(group_of, kind="stable")


def contented(rivals: Rivals, choice: IntArray, costs: FloatArray) -> FloatArray:
    """Costs at which every record is content with its cell, if a few passes find them; else ``costs``.

    A cluster of cells that had no rivals outside may be too cheap or too dear as a whole. Then a cell has to become
    cheaper, those to which it becomes a threat too, and so on; when that does not end, cells have to trade records.
    """
    from shoal.kernels.transport.borders import leeway

    n_cells = len(costs)
    lowest, highest = np.empty(n_cells), np.empty(n_cells)
    cheaper = costs.copy()
    for _ in range(CONTENT_PASSES):
        leeway(rivals.start, rivals.cell, rivals.distance, choice, np.arange(n_cells), cheaper, lowest, highest)
        if not (highest < 0.0).any():
            return cheaper
        cheaper += np.minimum(highest, 0.0)
    return costs


def swept(
    rivals: Rivals,
    choice: IntArray,
    costs: FloatArray,
    limit: FloatArray,
    sweeps: int,
    together: IntArray | None = None,
) -> FloatArray:
    """Costs after so many sweeps, each of which moves every cell towards the middle of its interval.

    ``choice`` is the entry of each torn record's own cell; no cost moves farther than ``limit``; cells with the same
    number in ``together`` move as one.
    """
    from shoal.kernels.transport.borders import leeway

    n_cells = len(costs)
    together = np.arange(n_cells) if together is None else together
    least = np.full(n_cells, np.inf)
    np.minimum.at(least, together, limit)  # cells that move together go no farther than the most cautious of them
    least = np.where(np.isfinite(least), least, 0.0)
    lowest, highest, moved = np.empty(n_cells), np.empty(n_cells), np.zeros(n_cells)
    centred = costs.copy()
    for _ in range(sweeps):
        leeway(rivals.start, rivals.cell, rivals.distance, choice, together, centred, lowest, highest)
        step = DAMPING * 0.5 * (np.clip(lowest, -4.0 * least, 0.0) + np.clip(highest, 0.0, 4.0 * least))
        step = np.clip(moved + step, -least, least) - moved
        moved += step
        centred += step[together]
    return centred - float(centred.mean())


def scattered_costs(
    points: FloatArray, sites: FloatArray, costs: FloatArray, cell_of: IntArray, weights: FloatArray | None = None
) -> FloatArray | None:
    """Costs that hold the same cells, drawn by lot from all that do; None if these costs do not hold them.

    Costs are published. The middle between two cells is the middle between two records, so whoever is one of them could
    compute the other; and the corner of the polyhedron, where shortest paths end, is a record itself. A border that was
    drawn by lot says no more than that nobody stands on it. The lot depends on all points, so that nobody who knows
    fewer can draw it again, and the same points have the same costs.
    """
    from shoal.kernels.neighbours.free_records import free_records

    if not holds(points, PowerDiagram(sites, costs), cell_of, weights):
        return None
    scale = cell_scales(sites, points, weights)
    rivals = gather(
        free_records(points), points, sites, costs,
        weights=weights, cell_of=cell_of, reach=scale, room=min(len(sites), ROOM), threads=n_threads(),
    )  # fmt: skip
    choice, together = _own_entries(rivals, cell_of), _inseparable(points, cell_of, len(sites))
    key = hashlib.sha256(points.tobytes() + sites.tobytes() + cell_of.tobytes()).digest()
    for (
        margin,
        limit,
    ) in SCATTERED:  # a wide margin first: one cell alone cannot leave a corner in which all of them are
        loose = loosened(rivals, choice, costs, scale, together, margin)
        rng = np.random.default_rng(int.from_bytes(key))
        drawn = _scattered(rivals, choice, costs if loose is None else loose, limit * scale, together, rng)
        if holds(points, PowerDiagram(sites, drawn), cell_of, weights):
            return drawn
    return None


def _scattered(
    rivals: Rivals, choice: IntArray, costs: FloatArray, limit: FloatArray, together: IntArray, rng: np.random.Generator
) -> FloatArray:
    """Every sweep moves each cell to a place drawn from the part of its interval that it may use."""
    from shoal.kernels.transport.borders import leeway

    n_cells = len(costs)
    least = np.full(n_cells, np.inf)
    np.minimum.at(least, together, limit)
    least = np.where(np.isfinite(least), least, 0.0)
    lowest, highest, moved = np.empty(n_cells), np.empty(n_cells), np.zeros(n_cells)
    drawn = costs.copy()
    for _ in range(SCATTER_SWEEPS):
        leeway(rivals.start, rivals.cell, rivals.distance, choice, together, drawn, lowest, highest)
        low = np.maximum(SCATTER_PART * np.minimum(lowest, 0.0), -least - moved)
        high = np.minimum(SCATTER_PART * np.maximum(highest, 0.0), least - moved)
        step = rng.uniform(low, np.maximum(low, high))
        moved += step
        drawn += step[together]
    return drawn - float(drawn.mean())


def holds(points: FloatArray, diagram: PowerDiagram, cell_of: IntArray, weights: FloatArray | None = None) -> bool:
    """Whether the diagram gives back these cells, identical points apart."""
    return moved_records(points, cell_of, diagram.assign(points, weights)) is not None


def is_firm(
    points: FloatArray,
    diagram: PowerDiagram,
    cell_of: IntArray,
    least: FloatArray,
    *,
    weights: FloatArray | None = None,
    threads: int = 1,
    tree: Any,
) -> bool:
    """Whether no record owes its cell to luck: to one that holds no identical record it would have to pay more by the
    ``least`` of its best cell.
    """
    rivals = gather(
        tree, points, diagram.sites, diagram.costs,
        weights=weights, cell_of=None, reach=least, room=min(diagram.n_cells, ROOM), threads=threads,
    )  # fmt: skip
    record = np.repeat(rivals.record, np.diff(rivals.start))
    other = rivals.cell != cell_of[record]
    return _excused(points, cell_of, record[other], rivals.cell[other])


def moved_records(points: FloatArray, cell_of: IntArray, assigned: IntArray) -> int | None:
    """How many records are assigned elsewhere because an identical one stands there; None if any has no such excuse."""
    moved = np.flatnonzero(assigned != cell_of)
    return len(moved) if _excused(points, cell_of, moved, assigned[moved]) else None


def _excused(points: FloatArray, cell_of: IntArray, records: IntArray, cells: IntArray) -> bool:
    """Whether each of these records has an identical one in the cell beside it in ``cells``."""
    if len(records) == 0:
        return True
    first = _first_alike(points)
    n_cells = int(max(cell_of.max(), cells.max())) + 1
    held = np.unique(first * n_cells + cell_of)  # which cells have a record at which place
    return bool(np.isin(first[records] * n_cells + cells, held).all())


def _own_entries(rivals: Rivals, cell_of: IntArray) -> IntArray:
    """The entry of each torn record that is its present cell; `gather` put it there."""
    owner = np.repeat(np.arange(len(rivals.record)), np.diff(rivals.start))
    own = np.flatnonzero(rivals.cell == cell_of[rivals.record][owner])
    choice = np.empty(len(rivals.record), dtype=np.int64)
    choice[owner[own]] = own
    return choice


def _first_alike(points: FloatArray) -> IntArray:
    """For each record the first record with the same point."""
    order = np.lexsort(points.T)
    ordered = points[order]
    new = np.ones(len(points), dtype=bool)
    new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    group = np.cumsum(new) - 1
    lowest = np.full(group[-1] + 1, len(points), dtype=np.int64)
    np.minimum.at(lowest, group, order)
    first = np.empty(len(points), dtype=np.int64)
    first[order] = lowest[group]
    return first


def _inseparable(points: FloatArray, cell_of: IntArray, n_cells: int) -> IntArray:
    """Cells that share identical points have the same number: that of one of them."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    first = _first_alike(points)
    split = np.flatnonzero(cell_of != cell_of[first])
    ties = (np.ones(len(split)), (cell_of[split], cell_of[first[split]]))
    _, group = connected_components(coo_array(ties, shape=(n_cells, n_cells)), directed=False)
    head = np.full(n_cells, n_cells, dtype=np.int64)
    np.minimum.at(head, group, np.arange(n_cells))
    return head[group]
