"""MST, partitioning the minimum spanning tree.

Records that are close hang together in the minimum spanning tree, and its longest edges run between clusters.
Edges are cut from the longest to the shortest wherever both sides keep at least k records. Parts that are
still of 2k records or more, where no single edge could be cut, are divided by a fixed-size method.

    cut e, longest first, iff |side₁(e)| ≥ k and |side₂(e)| ≥ k;   then cells with n_q ≥ 2k ← divider

Symbols: e the edge above a record (``edges.parent``, ``edges.length``), n_q ``parts.size``, k ``k``.
Paper: M. Laszlo, S. Mukherjee, Minimum spanning tree partitioning algorithm for microaggregation, IEEE Trans.
Knowledge and Data Engineering 17 (2005) 902–911.
Cost: O(n² d) for the tree (Prim, O(n d) memory), O(n log n) for the cuts, then the divider on what is large.
Differs from the paper in: the paper combines its cuts with a diameter-based (M-d) and a centroid-based (M-c)
method for large parts; here MDAV does that, or MD with ``divider="md"``, which is close to M-d. Descendants
are counted by a Fenwick tree instead of a walk to the root, so deep trees cost no more. The tree is built
from distances alone: weights have a say only in the divider.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from shoal.arrays import IntArray
from shoal.errors import ParameterError, Setting
from shoal.kernels.greedy.mst import Edges, grow, start_at_first
from shoal.kernels.greedy.tree_cut import cut_longest, preorder, whole_trees
from shoal.partition.greedy.large_cells import divide_large_cells
from shoal.partition.greedy.md import MD
from shoal.partition.greedy.mdav import MDAV
from shoal.partition.problem import Cells, Partitioner, Problem

COORDINATES_PER_CALL = 100_000_000  # compiled work between two looks at Ctrl-C: a tenth of a second
COMPARING = 4  # bringing a record up to date costs about as much as this many coordinates
_DIVIDERS: dict[str, type[MD] | type[MDAV]] = {"mdav": MDAV, "md": MD}


@dataclass(frozen=True)
class MST:
    """Minimum spanning tree, cut at its longest edges; ``divider`` divides what stays large."""

    divider: Literal["mdav", "md"] = "mdav"

    name: ClassVar[str] = "mst"
    uses_budget: ClassVar[bool] = False

    def __post_init__(self) -> None:
        """Refuse a divider that does not exist."""
        if self.divider not in _DIVIDERS:
            raise ParameterError(Setting("divider"), f" is {self.divider!r}; MST takes 'mdav' or 'md'.")

    def __call__(self, problem: Problem) -> Cells:
        """Put the points into cells."""
        edges = _minimum_spanning_tree(problem)
        cell_of = _cut_longest_edges(edges, problem.k)
        divider: Partitioner = _DIVIDERS[self.divider]()
        return Cells(divide_large_cells(problem, cell_of, divider))


def _minimum_spanning_tree(problem: Problem) -> Edges:
    """Prim's method, a batch of records at a time."""
    points = problem.points
    outside, edges = start_at_first(points)
    newest = 0
    while outside.n_left[0] > 0:
        n_steps = max(1, COORDINATES_PER_CALL // (int(outside.n_left[0]) * (points.shape[1] + COMPARING)))
        newest = int(grow(points, outside, edges, newest, n_steps))
        problem.progress(len(points) - int(outside.n_left[0]), len(points))
    return edges


def _cut_longest_edges(edges: Edges, k: int) -> IntArray:
    """Cut wherever both sides keep k records; ties in length go to the lower record."""
    forest = preorder(edges.parent)
    parts = whole_trees(forest)
    longest_first = np.argsort(-edges.length, kind="stable")
    longest_first = longest_first[edges.parent[longest_first] >= 0]
    cut_longest(forest, parts, forest.position_of[longest_first], k, 2 * k - 1)
    cell_of: IntArray = parts.part_at[forest.position_of]
    return cell_of
