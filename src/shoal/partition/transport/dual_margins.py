"""Costs inside the dual optimal face, so that no record is on a border by rounding.

The costs that keep an optimal assignment form a polyhedron: every record is in a cell of least price. Shortest paths
end in a corner of it, where the last records that moved are exactly on a border, and rounding would decide to which
side they are assigned next time. `costs_with_margins` gives every border at least a small margin: a cell in which a
record has a smaller slack becomes cheaper by what is missing, then the cells whose slack is now too small, and so on
along the chains of tight borders (Bellman–Ford relaxation, `kernels/transport/dual_margins.py`). `centred_by_sweeps`
then moves the cost of each cell towards the middle of its interval. All costs may move at once: each uses at most a
part of the slack that it shares with a neighbour, so that two that move towards each other meet in the middle.

Identical points that exact sizes forced into different cells lie on the border between them at any optimal costs. The
costs of such cells move together. No rule that sees only the point can assign these records to their different cells.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.partition.control import n_threads
from shoal.partition.transport.candidates import Candidates, gather
from shoal.partition.transport.distance import Distance
from shoal.partition.transport.power_diagram import PowerDiagram
from shoal.partition.transport.squared_euclidean import SQUARED_EUCLIDEAN

MARGINS = (1e-5, 1e-7, 1e-9)  # in scales of a cell: tried in this order; where a margin is impossible …
NARROWER = 0.01  # … it is narrowed by this factor …
LEAST_MARGIN = 0.9e-9  # … down to the least
SHORT = 0.5  # of the margin: if no more is missing, the cost stays
FEASIBILITY_PASSES = 50  # along chains of cells that become cheaper one after the other
SWEEPS = 30
LIMIT = 0.05  # in scales of a cell: if sweeps moved a cost farther in all, cells that are no candidates might matter
DAMPING = 0.5  # two cells that share a slack both move: together they go to its middle
ROOM = 64  # candidates of a record that may be near enough to matter
# Margins before scattering, and how far it may move a cost, in scales of a cell. If two
# costs move apart by twice the first limit, all cells that matter are still candidates.
SCATTERED = ((0.2, 0.45), (0.05, 0.45), (0.01, 0.1), (1e-4, 0.02), (1e-7, 1e-3))
SCATTER_SWEEPS = 20  # after these, a border may be anywhere in its gap, also if it began at one end
SCATTER_PART = 0.45  # of its interval that a cost may use in a sweep: two that share a slack leave a tenth of it


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
    measure: Distance = SQUARED_EUCLIDEAN,
) -> FloatArray:
    """Costs that keep the same cells with a margin. Cells farther than the ``scale`` of a cell are no candidates.

    ``tree`` is the records' search tree, if there is one.
    """
    candidates = measure.gather(
        points, sites, costs,
        weights=weights, cell_of=cell_of, reach=scale, room=min(len(sites), ROOM), threads=threads, tree=tree,
    )  # fmt: skip
    together = _inseparable(points, cell_of, len(sites))
    choice = _own_entries(candidates, cell_of)
    for margin in MARGINS:  # next to far smaller cells the widest may reach cells that are no candidates
        with_margins = costs_with_margins(candidates, choice, costs, scale, together, margin)
        if with_margins is None:
            continue
        for better in (
            centred_by_sweeps(candidates, choice, with_margins, LIMIT * scale, SWEEPS, together),
            with_margins,
        ):
            if moved_records(points, cell_of, measure.best_cells(points, sites, better, weights, threads)) is not None:
                return better
    return costs


def costs_with_margins(
    candidates: Candidates, choice: IntArray, costs: FloatArray, scale: FloatArray, together: IntArray, margin: float
) -> FloatArray | None:
    """Costs with a margin at every border, narrower where it has to be; None if there are none."""
    from shoal.kernels.transport.dual_margins import enforce_margins

    n_cells = len(costs)
    smallest = np.full(n_cells, np.inf)
    np.minimum.at(smallest, together, scale)
    wanted = np.where(
        np.isfinite(smallest), margin * smallest, 0.0
    )  # cells that move with another have no margin of their own
    owner = np.repeat(together[candidates.cell[choice]], np.diff(candidates.start))
    seen = together[candidates.cell]
    pair = np.unique((seen * n_cells + owner)[seen != owner])
    with_margins: FloatArray = costs.copy()
    done = enforce_margins(
        candidates.start, candidates.cell, candidates.distance, choice, together,
        *_listed(together[candidates.cell[choice]], n_cells), *_listed(together, n_cells),
        np.searchsorted(pair, np.arange(n_cells + 1) * n_cells), pair % n_cells,
        SHORT, NARROWER, LEAST_MARGIN / margin * wanted, wanted, with_margins,
    )  # fmt: skip
    return with_margins - float(with_margins.mean()) if done else None


def _listed(group_of: IntArray, n_groups: int) -> tuple[IntArray, IntArray]:
    """The members of each group, one group after the other, and where each begins."""
    start = np.concatenate([[0], np.cumsum(np.bincount(group_of, minlength=n_groups))])
    return start, np.argsort(group_of, kind="stable")


def feasible_costs(candidates: Candidates, choice: IntArray, costs: FloatArray) -> FloatArray:
    """Costs at which every record is in a cell of least price, if a few passes find them; else ``costs``.

    A cluster of cells that had no candidates outside may be too cheap or too dear as a whole. Then a cell has to become
    cheaper, then those that lose records to it, and so on (Bellman–Ford passes over all cells). If a few passes are not
    enough, records have to move.
    """
    from shoal.kernels.transport.borders import cost_intervals

    n_cells = len(costs)
    lowest, highest = np.empty(n_cells), np.empty(n_cells)
    cheaper = costs.copy()
    for _ in range(FEASIBILITY_PASSES):
        cost_intervals(
            candidates.start, candidates.cell, candidates.distance, choice, np.arange(n_cells), cheaper, lowest, highest
        )
        if not (highest < 0.0).any():
            return cheaper
        cheaper += np.minimum(highest, 0.0)
    return costs


def centred_by_sweeps(
    candidates: Candidates,
    choice: IntArray,
    costs: FloatArray,
    limit: FloatArray,
    sweeps: int,
    together: IntArray | None = None,
) -> FloatArray:
    """Costs after so many sweeps, each of which moves every cost towards the middle of its interval.

    ``choice`` is the entry of each contested record's own cell; no cost moves farther than ``limit``; costs of cells
    with the same number in ``together`` move together.
    """
    from shoal.kernels.transport.borders import cost_intervals

    n_cells = len(costs)
    together = np.arange(n_cells) if together is None else together
    least = np.full(n_cells, np.inf)
    np.minimum.at(least, together, limit)  # cells that move together have the least of their limits
    least = np.where(np.isfinite(least), least, 0.0)
    lowest, highest, moved = np.empty(n_cells), np.empty(n_cells), np.zeros(n_cells)
    centred = costs.copy()
    for _ in range(sweeps):
        cost_intervals(
            candidates.start, candidates.cell, candidates.distance, choice, together, centred, lowest, highest
        )
        step = DAMPING * 0.5 * (np.clip(lowest, -4.0 * least, 0.0) + np.clip(highest, 0.0, 4.0 * least))
        step = np.clip(moved + step, -least, least) - moved
        moved += step
        centred += step[together]
    return centred - float(centred.mean())


def scattered_costs(
    points: FloatArray,
    sites: FloatArray,
    costs: FloatArray,
    cell_of: IntArray,
    weights: FloatArray | None = None,
    measure: Distance = SQUARED_EUCLIDEAN,
) -> FloatArray | None:
    """Costs that keep the same cells, drawn at random from all that do; None if these costs do not keep them.

    Costs are published. A border in the middle of its gap is half way between two records, so that one of them could
    compute the other. At a corner of the polyhedron, where shortest paths end, a border goes through a record. A border
    that is drawn at random reveals only that no record is on it. The random numbers depend on all points: an attacker
    who does not know all of them cannot draw them again, and the same points always have the same costs.
    """
    threads = n_threads()

    def keeps(tried: FloatArray) -> bool:
        best = measure.best_cells(points, sites, tried, weights, threads)
        return moved_records(points, cell_of, best) is not None

    if not keeps(costs):
        return None
    scale = measure.scales(sites, points, weights)
    candidates = measure.gather(
        points, sites, costs,
        weights=weights, cell_of=cell_of, reach=scale, room=min(len(sites), ROOM), threads=threads,
    )  # fmt: skip
    choice, together = _own_entries(candidates, cell_of), _inseparable(points, cell_of, len(sites))
    key = hashlib.sha256(points.tobytes() + sites.tobytes() + cell_of.tobytes())
    if measure is not SQUARED_EUCLIDEAN:  # points may only be numbers of rows: then the distances are the secret
        key.update(measure.to_own(points, sites, cell_of).tobytes())
    for margin, limit in SCATTERED:  # a wide margin first: no single cost can move away from a corner
        with_margins = costs_with_margins(candidates, choice, costs, scale, together, margin)
        rng = np.random.default_rng(int.from_bytes(key.digest()))
        drawn = _scattered(
            candidates, choice, costs if with_margins is None else with_margins, limit * scale, together, rng
        )
        if keeps(drawn):
            return drawn
    return None


def _scattered(
    candidates: Candidates,
    choice: IntArray,
    costs: FloatArray,
    limit: FloatArray,
    together: IntArray,
    rng: np.random.Generator,
) -> FloatArray:
    """Every sweep moves each cost to a random position in the part of its interval that it may use."""
    from shoal.kernels.transport.borders import cost_intervals

    n_cells = len(costs)
    least = np.full(n_cells, np.inf)
    np.minimum.at(least, together, limit)
    least = np.where(np.isfinite(least), least, 0.0)
    lowest, highest, moved = np.empty(n_cells), np.empty(n_cells), np.zeros(n_cells)
    drawn = costs.copy()
    for _ in range(SCATTER_SWEEPS):
        cost_intervals(candidates.start, candidates.cell, candidates.distance, choice, together, drawn, lowest, highest)
        low = np.maximum(SCATTER_PART * np.minimum(lowest, 0.0), -least - moved)
        high = np.minimum(SCATTER_PART * np.maximum(highest, 0.0), least - moved)
        step = rng.uniform(low, np.maximum(low, high))
        moved += step
        drawn += step[together]
    return drawn - float(drawn.mean())


def reproduces(points: FloatArray, diagram: PowerDiagram, cell_of: IntArray, weights: FloatArray | None = None) -> bool:
    """Whether the diagram reproduces these cells, except for identical points."""
    return moved_records(points, cell_of, diagram.assign(points, weights)) is not None


def is_robust(
    points: FloatArray,
    diagram: PowerDiagram,
    cell_of: IntArray,
    least: FloatArray,
    *,
    weights: FloatArray | None = None,
    threads: int = 1,
    tree: Any,
) -> bool:
    """Whether rounding cannot change the cell of a record: any other cell costs more by at least ``least`` of its best
    cell, except for cells that hold an identical record.
    """
    candidates = gather(
        tree, points, diagram.sites, diagram.costs,
        weights=weights, cell_of=None, reach=least, room=min(diagram.n_cells, ROOM), threads=threads,
    )  # fmt: skip
    record = np.repeat(candidates.record, np.diff(candidates.start))
    other = candidates.cell != cell_of[record]
    return _have_twins(points, cell_of, record[other], candidates.cell[other])


def moved_records(points: FloatArray, cell_of: IntArray, assigned: IntArray) -> int | None:
    """How many records are assigned to the cell of an identical one; None if a record moves without such a reason."""
    moved = np.flatnonzero(assigned != cell_of)
    return len(moved) if _have_twins(points, cell_of, moved, assigned[moved]) else None


def _have_twins(points: FloatArray, cell_of: IntArray, records: IntArray, cells: IntArray) -> bool:
    """Whether each of these records has an identical one in the cell at the same position of ``cells``."""
    if len(records) == 0:
        return True
    first = _first_alike(points)
    n_cells = int(max(cell_of.max(), cells.max())) + 1
    held = np.unique(first * n_cells + cell_of)  # which points each cell holds
    return bool(np.isin(first[records] * n_cells + cells, held).all())


def _own_entries(candidates: Candidates, cell_of: IntArray) -> IntArray:
    """The entry of each contested record for its present cell, which `gather` always includes."""
    owner = np.repeat(np.arange(len(candidates.record)), np.diff(candidates.start))
    own = np.flatnonzero(candidates.cell == cell_of[candidates.record][owner])
    choice = np.empty(len(candidates.record), dtype=np.int64)
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
    """A number for each cell, that of one of them for all cells that share identical points."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    first = _first_alike(points)
    split = np.flatnonzero(cell_of != cell_of[first])
    ties = (np.ones(len(split)), (cell_of[split], cell_of[first[split]]))
    _, group = connected_components(coo_array(ties, shape=(n_cells, n_cells)), directed=False)
    first_cell = np.full(n_cells, n_cells, dtype=np.int64)
    np.minimum.at(first_cell, group, np.arange(n_cells))
    return first_cell[group]
