"""TFRP, two fixed reference points.

The corners of the data's bounding box, all minima and all maxima, are fixed once. In turn, the free record
farthest from the one and from the other corner heads a cell of k, so no centroid is ever recomputed. A second
phase goes through the cells from the least to the most homogeneous and dissolves each whose records, sent to the
closest other centroids, cost less there.

    R1 = (min_i x_i1, …, min_i x_id),  R2 = (max_i x_i1, …, max_i x_id),  R = R1, R2, R1, …
    r = argmax over free i of ‖x_i − R‖²,   cell(r) = {r} ∪ {the k − 1 free records nearest to r}
    dissolve C iff Σ over i in C of the growth of SSE at the closest centroid < SSE(C)

Symbols: x ``points``, R1, R2 ``corners``, r ``head``, SSE(C) ``roster.sse``, growth ``growth``.
Paper: C.-C. Chang, Y.-C. Li, W.-H. Huang, TFRP: An efficient microaggregation algorithm for statistical
disclosure control, J. Systems and Software 80 (2007) 1866–1878.
Cost: O(n² d / k) for each phase at worst; the neighbour search tree makes the first phase much cheaper in few
dimensions. Memory O(n d).
Differs from the paper in: neighbours come from a search tree instead of the paper's selection by medians of
medians, with the same result. We worked from descriptions in later papers. That heads are farthest from (not
nearest to) the corners and that cells are tried by descending SSE is our reading; these are our choices: R1
has the first turn; fewer than k records that are left join the closest centroids; in the second phase the
records of a cell choose their targets by the centroids before anyone moves, and the growth is then exact,
also when several go to one cell; a cell that has taken in others may exceed 2k − 1 and is left so. Weights
count in centroids and SSE. ``dissolve=False`` stops after the first phase (the literature distinguishes TFRP-1 and
TFRP-2).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.kernels.distance import distances_to
from shoal.kernels.greedy.tfrp import Ends, Roster, dissolve_where_it_pays, fill_roster, take_from_ends
from shoal.partition.greedy.base import Greedy
from shoal.partition.problem import Cells, Problem

COORDINATES_PER_CALL = 100_000_000  # compiled work between two checks for Ctrl-C: a few tenths of a second


@dataclass(frozen=True)
class TFRP:
    """Two fixed reference points; ``dissolve`` runs the second phase."""

    dissolve: bool = True

    name: ClassVar[str] = "tfrp"
    uses_budget: ClassVar[bool] = False

    def __call__(self, problem: Problem) -> Cells:
        """Put the points into cells."""
        cells = _cells_from_corners(_half_of_the_way(problem) if self.dissolve else problem)
        return _dissolved(problem, cells.cell_of) if self.dissolve else cells


def _half_of_the_way(problem: Problem) -> Problem:
    """The same problem for the first of two phases, which only gets half of the progress bar."""
    return replace(problem, progress=lambda done, total: problem.progress(done // 2, total))


def _cells_from_corners(problem: Problem) -> Cells:
    """First phase: cells of k, the two corners in turn; fewer than k that are left join the closest
    centroids.
    """
    greedy = Greedy(problem)
    ends = _ends(problem.points)
    while greedy.n_free >= problem.k:
        take_from_ends(greedy.state, ends, problem.k, greedy.batch)
        greedy.renew()
    greedy.join_nearest_centroid()
    return greedy.cells()


def _ends(points: FloatArray) -> Ends:
    corners = (points.min(axis=0), points.max(axis=0))
    order = np.array([np.argsort(-distances_to(points, corner), kind="stable") for corner in corners])
    return Ends(order, np.zeros(2, dtype=np.int64))


def _dissolved(problem: Problem, cell_of: IntArray) -> Cells:
    """Second phase: the cells with the largest SSE are tried first; survivors keep their order."""
    points = problem.points
    weights = np.ones(len(points)) if problem.weights is None else problem.weights
    n_cells = int(cell_of.max()) + 1
    cell_of = cell_of.copy()
    roster = _roster(points, weights, cell_of, n_cells)
    order = np.argsort(-roster.sse, kind="stable")
    batch = max(1, COORDINATES_PER_CALL // (2 * problem.k * n_cells * points.shape[1]))
    for begin in range(0, n_cells, batch):
        dissolve_where_it_pays(points, weights, roster, order[begin : begin + batch], cell_of)
        done = len(points) * min(begin + batch, n_cells) // n_cells
        problem.progress((len(points) + done) // 2, len(points))
    number_of = np.cumsum(roster.first >= 0) - 1
    return Cells(number_of[cell_of].astype(np.int64))


def _roster(points: FloatArray, weights: FloatArray, cell_of: IntArray, n_cells: int) -> Roster:
    roster = Roster(
        centroid=np.zeros((n_cells, points.shape[1])),
        mass=np.zeros(n_cells),
        sse=np.zeros(n_cells),
        first=np.full(n_cells, -1, dtype=np.int64),
        last=np.full(n_cells, -1, dtype=np.int64),
        following=np.full(len(cell_of), -1, dtype=np.int64),
    )
    fill_roster(points, weights, cell_of, roster)
    return roster
