"""MDAV⁺: one cell at a time around the record farthest from the centre of the whole data set.

Idea. The centre is computed once, so the order in which records become seeds is fixed from the start. Each seed
takes its k − 1 nearest free records. The fewer than k records left at the end join the cells closest to them.

    r = argmax_j |x_j − x̄|² over the free records, x̄ = mean of ALL records

Symbols: x̄ ↔ ``order.centre``, r ↔ ``seed``; ties go to the lower index.

Paper: F. Thaeter, R. Reischuk, "Improving anonymization clustering" (2018), after A. Solanas, A. Martínez-Ballesté,
J. Domingo-Ferrer, "V-MDAV: a multivariate microaggregation with variable group size" (2006).
Cost: O(n²d/k) distances for a plain scan; far fewer with the search tree.
Differs from the paper in: "closest cell" for the last records is not defined there; here it is the cell with the
closest centroid, as the cells stood before any of these records joined.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from shoal.kernels.greedy.mdav_plus import mdav_plus_rounds
from shoal.partition.greedy.base import Greedy
from shoal.partition.problem import Cells, Problem


@dataclass(frozen=True)
class MDAVPlus:
    """Cells of k; the last records (fewer than k) enlarge the cells closest to them."""

    name: ClassVar[str] = "mdav+"
    uses_budget: ClassVar[bool] = False

    def __call__(self, problem: Problem) -> Cells:
        """Form cells from the outside in, then give away the rest."""
        greedy = Greedy(problem)
        while greedy.can_fill:
            mdav_plus_rounds(greedy.state, greedy.order, greedy.k, greedy.batch)
            greedy.renew()
        greedy.join_nearest_centroid()
        return greedy.cells()
