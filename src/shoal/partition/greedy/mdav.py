"""MDAV: maximum distance to average vector, the fixed-size standard.

Idea. The record farthest from the middle of what is left is the hardest to place, so it goes first, together with
its k − 1 nearest neighbours; the record farthest from it opens the opposite cell. So the outside is peeled off in
pairs of cells until fewer than 3k records are left, which make one or two last cells.

    r = argmax_j |x_j − x̄|²,   s = argmax_j |x_j − x_r|²,   cell = {r} ∪ (k − 1 nearest free records of r)

Symbols: x̄ ↔ ``free_centroid``, r ↔ ``first``, s ↔ ``second``; j runs over the free records; ties go to the lower
index.

Paper: J. Domingo-Ferrer, V. Torra, "Ordinal, continuous and heterogeneous k-anonymity through microaggregation",
Data Mining and Knowledge Discovery 11 (2005); J. Domingo-Ferrer, J. M. Mateo-Sanz, IEEE TKDE 14 (2002).
Cost: O(n²d/k) distances for a plain scan; the search tree computes a small share of them (docs/methods/search.md).
Differs from the paper in: nothing; s is sought among the records outside r's cell, which changes the choice only
when all free records are equally far from r. With record weights, x̄ is the weighted mean. Under a probabilistic
promise with uneven participation a cell takes as many neighbours as it needs, and the last records join other cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from shoal.kernels.greedy.mdav import mdav_rounds
from shoal.partition.greedy.base import Greedy
from shoal.partition.problem import Cells, Problem


@dataclass(frozen=True)
class MDAV:
    """Fixed-size cells of k; only the last may hold up to 2k − 1."""

    name: ClassVar[str] = "mdav"
    uses_budget: ClassVar[bool] = False

    def __call__(self, problem: Problem) -> Cells:
        """Peel off two cells a round; what is left becomes the last cell."""
        greedy = Greedy(problem, follow_centroid=True)
        while greedy.can_fill_two:
            mdav_rounds(greedy.state, greedy.order, greedy.k, greedy.batch)
            greedy.renew()
        greedy.finish_with_last_cell()
        return greedy.cells()
