"""MDAV*: before a cell is opened, ask whether its seed had better join one that exists.

Idea. For the outermost free record x_r, compare the cost per record of two futures: a new cell around x_r, or x_r in
the cell that it enlarges least while its nearest free neighbour y opens a cell without it. The cheaper one is taken.
So a record next to a finished cell is not forced to drag far-away records into a cell of its own.

    open    SSE(N(x_r)) / k
    extend  (SSE(clos(x_r) + x_r) − SSE(clos(x_r)) + SSE(N(y, without x_r))) / (k + 1)

Symbols: x_r ↔ ``seed``, N(x) ↔ the k nearest free records of x with x itself, clos(x) ↔ ``closest_cell``,
y ↔ ``neighbour``.

Paper: F. Thaeter, R. Reischuk, "Improving anonymization clustering" (2018).
Cost: two k-nearest queries and one pass over the centroids a record placed: O(n·(tree + d·n/k)).
Differs from the paper in: with exactly k records free there is no cell left for y to fill, so the cell is opened;
equal costs open a cell. With record weights, costs are per unit of weight.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from shoal.kernels.greedy.mdav_star import mdav_star_rounds
from shoal.partition.greedy.base import Greedy
from shoal.partition.problem import Cells, Problem


@dataclass(frozen=True)
class MDAVStar:
    """Cells of k or more; their number and sizes follow the data."""

    name: ClassVar[str] = "mdav*"
    uses_budget: ClassVar[bool] = False

    def __call__(self, problem: Problem) -> Cells:
        """Place records from the outside in, then let the last ones join."""
        greedy = Greedy(problem)
        while greedy.can_fill:
            mdav_star_rounds(greedy.state, greedy.order, greedy.k, greedy.batch)
            greedy.renew()
        greedy.join_least_growth()
        return greedy.cells()
