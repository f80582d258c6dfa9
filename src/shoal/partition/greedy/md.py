"""MD, the maximum-distance method.

The two records that are farthest apart have the least in common, so each of them heads a cell. The cell takes
the k − 1 free records nearest to its head, and the search goes on among the rest. It is MDAV's elder: the
pair of extremes is exact, where MDAV only searches for records far from the centre.

    (r, s) = argmax over free i, j of ‖x_i − x_j‖²
    cell(r) = {r} ∪ {the k − 1 free records nearest to r}, and the same for s

Symbols: x ↔ ``points``, r ↔ ``record``, s ↔ ``partner`` (in the kernel); ties go to the lower record index.
Paper: J. Domingo-Ferrer, J. M. Mateo-Sanz, Practical data-oriented microaggregation for statistical
disclosure control, IEEE Trans. Knowledge and Data Engineering 14 (2002) 189–201.
Cost: the first farthest partners cost at most O(n² d), each cell O(n d) at worst; remembered partners are
upper bounds, which spares the O(n³/k) of searching all pairs for every pair of cells. Memory O(n d).
Differs from the paper in: nothing we know of; we worked from descriptions of it in later papers, and these
points are our reading or our choice. Of r and s the one farther from the mean of all records has its cell
formed first, and neither may be taken into the other's. While at least 2k records are free two cells are
formed; k to 2k − 1 that are left form the last cell; fewer than k join the cells with the closest centroids,
which are those before any of them joined, weighted when records have weights.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from shoal.kernels.greedy.md import farthest_pairs, take_pairs
from shoal.partition.greedy.base import Greedy
from shoal.partition.problem import Cells, Problem


@dataclass(frozen=True)
class MD:
    """Maximum distance: cells around the two most distant free records, while there are any."""

    name: ClassVar[str] = "md"
    uses_budget: ClassVar[bool] = False

    def __call__(self, problem: Problem) -> Cells:
        """Put the points into cells."""
        k = problem.k
        greedy = Greedy(problem)
        pairs = farthest_pairs(problem.points)
        while greedy.n_free >= 2 * k:
            take_pairs(greedy.state, pairs, k, greedy.batch)
            greedy.renew()
        if greedy.n_free >= k:
            greedy.close_last_cell()
        else:
            greedy.join_nearest_centroid()
        return greedy.cells()
