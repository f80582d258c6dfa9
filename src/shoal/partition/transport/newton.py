"""Cell costs for prescribed sizes by Newton's method, for cells of many records.

The dual of the transportation problem, G(c) = Σ_j min_q (d_jq + c_q) − Σ_q s_q c_q, is concave; its gradient is the
size of each cell minus the prescribed one, and its Hessian is −L, where L is the Laplacian of the graph of cells with
the density of records along each border as weight (`kernels/transport/borders.py`). A step solves (L + µ·diag L) Δ =
size − s. The damping µ follows Levenberg and Marquardt: less after a step that kept its promise, more after one that
did not; Armijo's rule on G shortens a step that is too long, and so does a cell that would lose nearly all of its
records (Kitagawa, Mérigot and Thibert 2019, who prove convergence with such a bound). Records are whole, so G has kinks
and the sizes are met only to a few records: what is left is shipped (`kernels/transport/shortest_paths.py`).

Cells in a sparse region are larger than those in a dense one by orders of magnitude, and so are sensible changes of
their costs. All widths are therefore measured in the ``scale`` of a cell, a squared distance to its neighbours.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.partition.transport.candidates import Rivals

MOST_STEPS = 20
ARMIJO = 1e-4  # the share of the promised gain that a step must bring
SHORTENINGS = 4
LEAST_LEFT = 0.1  # of its records a cell keeps: one without any has no borders, and no step would ever fill it again
SHORTER = 0.35
FIRST_DAMPING, LEAST_DAMPING, MOST_DAMPING = 1e-3, 1e-9, 1e3  # of the diagonal of L
LESS_DAMPING, MORE_DAMPING = 0.2, 10.0
WIDEST_BORDER = 0.3  # at most this share of the torn records is looked at for a derivative …
BORDER_PER_SURPLUS = 2.0  # … but for each record too many, two near the borders …
LEAST_FACING = 12  # … and this many for each cell, or the derivative is noise
GOOD_ENOUGH = 1.0  # records a cell, on average, that are left to be shipped
DENSE_CELLS = 200  # up to here a dense solver is faster than a sparse one
STRAY_SHARE = 10  # stop when one border in ten has moved as far as the rivals can tell


@dataclass
class _Look:
    """The sizes at some costs and what is near the borders."""

    costs: FloatArray
    value: float  # G
    surplus: IntArray
    choice: IntArray
    second: IntArray
    gap: FloatArray

    @property
    def n_wrong(self) -> int:
        """How many records stand in cells that are too full."""
        return int(np.maximum(self.surplus, 0).sum())


def newton_costs(
    rivals: Rivals, sizes: IntArray, costs: FloatArray, scale: FloatArray, reach: FloatArray
) -> FloatArray:
    """Costs at which the sizes are met up to a few records, or that have moved as far as the rivals can tell."""

    def look(at: FloatArray) -> _Look:
        from shoal.kernels.transport.borders import choose_cells

        n_torn = len(rivals.record)
        choice, second = np.empty(n_torn, dtype=np.int64), np.empty(n_torn, dtype=np.int64)
        gap, size = np.empty(n_torn), rivals.settled.copy()
        total = choose_cells(rivals.start, rivals.cell, rivals.distance, at, choice, second, gap, size)
        return _Look(at, total + float((rivals.settled - sizes) @ at), size - sizes, choice, second, gap)

    here = look(costs)
    least = np.floor(LEAST_LEFT * np.minimum(sizes, here.surplus + sizes)) - sizes
    damping = FIRST_DAMPING
    for _ in range(MOST_STEPS):
        moved = here.costs - costs
        astray = np.abs(moved[rivals.cell[here.choice]] - moved[here.second]) > reach[here.second]
        strayed = STRAY_SHARE * int(astray.sum()) > len(astray)
        if here.n_wrong <= GOOD_ENOUGH * len(sizes) or damping > MOST_DAMPING or strayed or not here.gap.any():
            break
        there = _line_search(look, here, _step(rivals.cell, here, scale, damping), least)
        if there is None:
            damping *= MORE_DAMPING
            continue
        damping = max(LEAST_DAMPING, damping * LESS_DAMPING)
        here = there  # a step is taken only if fewer records are wrong after it
    return here.costs


def _line_search(look: Callable[[FloatArray], _Look], here: _Look, step: FloatArray, least: FloatArray) -> _Look | None:
    """The first of ever shorter steps that brings enough of what was promised and leaves every cell ``least``."""
    promised = float(here.surplus @ step)
    length = 1.0
    for _ in range(SHORTENINGS):
        there = look(here.costs + length * step)
        enough = there.value >= here.value + ARMIJO * length * promised and there.n_wrong < here.n_wrong
        if enough and bool((there.surplus >= least).all()):
            return there
        length *= SHORTER
    return None


def _step(rival: IntArray, here: _Look, scale: FloatArray, damping: float) -> FloatArray:
    """Solve (L + µ·diag L) Δ = surplus, with L read off the records near the borders."""
    from shoal.kernels.transport.borders import face_to_face

    n_cells, n_torn = len(here.costs), len(here.gap)
    wanted = min(WIDEST_BORDER * n_torn, max(BORDER_PER_SURPLUS * here.n_wrong, LEAST_FACING * n_cells))
    at = min(n_torn - 1, int(wanted))
    relative_gap = here.gap / (0.5 * (scale[rival[here.choice]] + scale[here.second]))
    width = float(np.partition(relative_gap, at)[at]) or float(relative_gap.max())
    one_side, other_side = np.empty(n_torn, dtype=np.int64), np.empty(n_torn, dtype=np.int64)
    density = np.empty(n_torn)
    n = face_to_face(rival, here.choice, here.second, here.gap, scale, width, one_side, other_side, density)
    return _solved(one_side[:n], other_side[:n], density[:n], here.surplus, damping, 0.5 / (width * scale))


def _solved(
    one_side: IntArray, other_side: IntArray, density: FloatArray, surplus: IntArray, damping: float, least: FloatArray
) -> FloatArray:
    """``least``, the density of a single record, stands in for a cell that faces nobody."""
    from scipy.linalg import solve
    from scipy.sparse import coo_array, diags_array
    from scipy.sparse.csgraph import connected_components
    from scipy.sparse.linalg import spsolve

    n_cells = len(surplus)
    facing = coo_array((density, (one_side, other_side)), shape=(n_cells, n_cells)).tocsr()
    facing = facing + facing.T
    degree: FloatArray = np.asarray(facing.sum(axis=1), dtype=np.float64).ravel()
    diagonal = degree + damping * np.maximum(degree, least)
    # Densities differ by orders of magnitude between cells: scaled to a diagonal of ones, rounding is the same for all.
    even = 1.0 / np.sqrt(diagonal)
    system = diags_array(np.ones(n_cells)) - diags_array(even) @ facing @ diags_array(even)
    # Between groups of cells that do not face each other nothing is known: a surplus of the whole group is left alone.
    _, group = connected_components(facing, directed=False)
    right = surplus - (np.bincount(group, weights=surplus) / np.bincount(group))[group]
    if n_cells <= DENSE_CELLS:
        return even * np.asarray(solve(system.toarray(), even * right, assume_a="pos"))
    return even * np.asarray(spsolve(system.tocsc(), even * right))
