"""µ-Approx, a forest of trees of k records or more, taken apart where they are too large.

Every tree of fewer than k records joins another one along the edge from its root to the nearest record
outside, so each record pays for at most one edge, none longer than to its (k − 1)-th neighbour. Trees that
have become large are cut at an edge, or at a hub where many small branches meet. As every cell has k records
and its edges are short, the paper can bound the SSE by a multiple of the optimum that depends on k alone.

    while |T| < k:  T ← T + (u, v),  u = root(T),  v = argmin over v ∉ T of ‖x_u − x_v‖²
    while |T| > max(2k − 1, 3k − 5):  cut T where both sides keep k records, else share out a hub's branches

Symbols: T a tree (``forest.tree_of``), u ``root``, v ``aim``, max(2k − 1, 3k − 5) ``largest_kept``.
Papers: J. Domingo-Ferrer, F. Sebé, A. Solanas, A polynomial-time approximation to optimal multivariate
microaggregation, Computers & Mathematics with Applications 55 (2008) 714–732; the forest and its
decomposition are those of G. Aggarwal et al., Anonymizing tables, Int. Conf. on Database Theory (2005),
246–258.
Cost: O(n) neighbour searches of up to k records, O(n² d) at worst, then O(n log n); memory O(n d).
Differs from the papers in: as far as we know (we worked from descriptions) they leave open which tree joins
first, which edge is cut and how branches are ordered. Here the cheapest edge joins first (of two records that
are nearest to each other, the one farther from the mean aims at the other), the longest cuttable edge is cut
first, and a hub gives away its farthest branches first; so, ties apart, the cells do not depend on the order
of the rows. At a hub the papers give the hub to a cell that lacks one record, and put a dummy (Steiner)
vertex in its place for the others; here the hub stays with what is left. Cells that still have 2k records or
more are then divided by MDAV, which can only lower the SSE. Weights have a say in that last step only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.kernels.distance import distances_to
from shoal.kernels.greedy.mu_approx import Forest, join_small_trees, share_out_hubs, single_records
from shoal.kernels.greedy.tree_cut import cut_longest, preorder, whole_trees
from shoal.kernels.neighbours.free_records import free_records
from shoal.partition.greedy.large_cells import divide_large_cells
from shoal.partition.greedy.mdav import MDAV
from shoal.partition.problem import Cells, Problem

COORDINATES_PER_CALL = 100_000_000  # compiled work between two looks at Ctrl-C: a few tenths of a second


@dataclass(frozen=True)
class MuApprox:
    """A forest of trees of at least k records, decomposed into cells."""

    name: ClassVar[str] = "mu-approx"
    uses_budget: ClassVar[bool] = False

    def __call__(self, problem: Problem) -> Cells:
        """Put the points into cells."""
        from_outside = _outermost_first(problem.points)
        points = problem.points[from_outside]
        forest = _grow_forest(points, problem)
        cell_of = np.empty(len(points), dtype=np.int64)
        cell_of[from_outside] = _decompose(points, forest, problem.k)
        cell_of = divide_large_cells(problem, cell_of, MDAV())
        problem.progress(len(cell_of), len(cell_of))
        return Cells(cell_of)


def _outermost_first(points: FloatArray) -> IntArray:
    """The records by descending distance from the mean.

    Two records that are nearest to each other make a tie, always; numbered like this the outer one aims at
    the inner one, whatever the order of the rows.
    """
    return np.argsort(-distances_to(points, np.zeros(points.shape[1])), kind="stable").astype(np.int64)


def _grow_forest(points: FloatArray, problem: Problem) -> Forest:
    """Join trees along the cheapest edge from a root to outside until all have k records."""
    k = problem.k
    search = free_records(points)
    forest = single_records(len(points), k)
    max_looks = max(1, COORDINATES_PER_CALL // points.size)
    while not join_small_trees(points, k, search, forest, max_looks):
        problem.progress(int(np.count_nonzero(forest.size[forest.tree_of] >= k)), len(points))
    return forest


def _decompose(points: FloatArray, forest: Forest, k: int) -> IntArray:
    """Cut large trees at their longest cuttable edges, then share out the hubs of those that have none."""
    largest_kept = max(2 * k - 1, 3 * k - 5)
    order = preorder(forest.parent)
    parts = whole_trees(order)
    longest_first = np.argsort(-forest.length, kind="stable")
    longest_first = longest_first[forest.parent[longest_first] >= 0]
    cut_longest(order, parts, order.position_of[longest_first], k, largest_kept)
    share_out_hubs(points, order, parts, k, largest_kept)
    cell_of: IntArray = parts.part_at[order.position_of]
    return cell_of
