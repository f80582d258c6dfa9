"""Cell costs for prescribed sizes by Newton's method, for cells of many records.

The dual of the transportation problem, G(c) = Σ_j min_q (d_jq + c_q) − Σ_q s_q c_q, is concave; its gradient is the
size of each cell minus the prescribed one, and its Hessian is −L, where L is the Laplacian of the graph of cells with
the density of records along each border as weight (`kernels/transport/borders.py`). A step solves (L + µ·diag L) Δ =
size − s. The damping µ follows Levenberg and Marquardt: less after a step that was accepted, more after one that was
not. Armijo's rule on G shortens a step that is too long. A step that would take nearly all records of a cell is
shortened too (Kitagawa, Mérigot and Thibert 2019 prove convergence with such a bound). Records are whole, so G has
kinks and the sizes are met only up to a few records, which shortest paths move (`kernels/transport/shortest_paths.py`).

Cells in a sparse region are larger than those in a dense one by orders of magnitude, and so are sensible changes of
their costs. All widths are therefore measured in the ``scale`` of a cell, a squared distance to its neighbours.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.partition.transport.candidates import Candidates

MOST_STEPS = 20
ARMIJO = 1e-4  # the share of the predicted gain that a step must bring
SHORTENINGS = 4
LEAST_LEFT = 0.1  # of its records a cell keeps: an empty cell has no borders, and no step would fill it again
SHORTER = 0.35
FIRST_DAMPING, LEAST_DAMPING, MOST_DAMPING = 1e-3, 1e-9, 1e3  # of the diagonal of L
LESS_DAMPING, MORE_DAMPING = 0.2, 10.0
WIDEST_BORDER = 0.3  # at most this share of the contested records is used for a derivative …
BORDER_PER_SURPLUS = 2.0  # … but for each record too many, two near the borders …
LEAST_BORDER = 12  # … and this many for each cell, or the derivative is noise
GOOD_ENOUGH = 1.0  # records a cell, on average, that are left to shortest paths
DENSE_CELLS = 200  # up to here a dense solver is faster than a sparse one
STRAY_SHARE = 10  # stop when one border in ten has moved beyond the reach of the candidates


@dataclass
class _Evaluation:
    """The dual and the sizes at some costs, and the records near the borders."""

    costs: FloatArray
    value: float  # G
    surplus: IntArray
    choice: IntArray
    second: IntArray
    gap: FloatArray

    @property
    def n_wrong(self) -> int:
        """The sum of all surpluses."""
        return int(np.maximum(self.surplus, 0).sum())


def newton_costs(
    candidates: Candidates, sizes: IntArray, costs: FloatArray, scale: FloatArray, reach: FloatArray
) -> FloatArray:
    """Costs at which the sizes are met up to a few records, or that have moved as far as the candidates reach."""

    def evaluate(at: FloatArray) -> _Evaluation:
        from shoal.kernels.transport.borders import choose_cells

        n_contested = len(candidates.record)
        choice, second = np.empty(n_contested, dtype=np.int64), np.empty(n_contested, dtype=np.int64)
        gap, size = np.empty(n_contested), candidates.n_fixed.copy()
        total = choose_cells(candidates.start, candidates.cell, candidates.distance, at, choice, second, gap, size)
        return _Evaluation(at, total + float((candidates.n_fixed - sizes) @ at), size - sizes, choice, second, gap)

    here = evaluate(costs)
    least = np.floor(LEAST_LEFT * np.minimum(sizes, here.surplus + sizes)) - sizes
    damping = FIRST_DAMPING
    for _ in range(MOST_STEPS):
        moved = here.costs - costs
        astray = np.abs(moved[candidates.cell[here.choice]] - moved[here.second]) > reach[here.second]
        strayed = STRAY_SHARE * int(astray.sum()) > len(astray)
        if here.n_wrong <= GOOD_ENOUGH * len(sizes) or damping > MOST_DAMPING or strayed or not here.gap.any():
            break
        there = _line_search(evaluate, here, _step(candidates.cell, here, scale, damping), least)
        if there is None:
            damping *= MORE_DAMPING
            continue
        damping = max(LEAST_DAMPING, damping * LESS_DAMPING)
        here = there  # a step is taken only if fewer records are wrong after it
    return here.costs


def _line_search(
    evaluate: Callable[[FloatArray], _Evaluation], here: _Evaluation, step: FloatArray, least: FloatArray
) -> _Evaluation | None:
    """The first of ever shorter steps that brings enough of the predicted gain and leaves ``least`` in every cell."""
    predicted = float(here.surplus @ step)
    length = 1.0
    for _ in range(SHORTENINGS):
        there = evaluate(here.costs + length * step)
        enough = there.value >= here.value + ARMIJO * length * predicted and there.n_wrong < here.n_wrong
        if enough and bool((there.surplus >= least).all()):
            return there
        length *= SHORTER
    return None


def _step(candidate: IntArray, here: _Evaluation, scale: FloatArray, damping: float) -> FloatArray:
    """Solve (L + µ·diag L) Δ = surplus, with L from the records near the borders."""
    from shoal.kernels.transport.borders import border_pairs

    n_cells, n_contested = len(here.costs), len(here.gap)
    wanted = min(WIDEST_BORDER * n_contested, max(BORDER_PER_SURPLUS * here.n_wrong, LEAST_BORDER * n_cells))
    at = min(n_contested - 1, int(wanted))
    relative_gap = here.gap / (0.5 * (scale[candidate[here.choice]] + scale[here.second]))
    width = float(np.partition(relative_gap, at)[at]) or float(relative_gap.max())
    one_side, other_side = np.empty(n_contested, dtype=np.int64), np.empty(n_contested, dtype=np.int64)
    density = np.empty(n_contested)
    n = border_pairs(candidate, here.choice, here.second, here.gap, scale, width, one_side, other_side, density)
    return _solved(one_side[:n], other_side[:n], density[:n], here.surplus, damping, 0.5 / (width * scale))


def _solved(
    one_side: IntArray, other_side: IntArray, density: FloatArray, surplus: IntArray, damping: float, least: FloatArray
) -> FloatArray:
    """``least``, the density of a single record, replaces the density of a cell without borders."""
    from scipy.linalg import solve
    from scipy.sparse import coo_array, diags_array
    from scipy.sparse.csgraph import connected_components
    from scipy.sparse.linalg import spsolve

    n_cells = len(surplus)
    facing = coo_array((density, (one_side, other_side)), shape=(n_cells, n_cells)).tocsr()
    facing = facing + facing.T
    degree: FloatArray = np.asarray(facing.sum(axis=1), dtype=np.float64).ravel()
    diagonal = degree + damping * np.maximum(degree, least)
    # Densities differ by orders of magnitude between cells: with a diagonal of ones, rounding is the same for all.
    even = 1.0 / np.sqrt(diagonal)
    system = diags_array(np.ones(n_cells)) - diags_array(even) @ facing @ diags_array(even)
    # Nothing is known about groups of cells without a common border: the surplus of a whole group is ignored.
    _, group = connected_components(facing, directed=False)
    right = surplus - (np.bincount(group, weights=surplus) / np.bincount(group))[group]
    if n_cells <= DENSE_CELLS:
        return even * np.asarray(solve(system.toarray(), even * right, assume_a="pos"))
    return even * np.asarray(spsolve(system.tocsc(), even * right))
