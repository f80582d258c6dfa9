"""V-MDAV(γ): MDAV⁺ whose cells may grow up to 2k − 1 records where the data are dense.

Idea. After a cell G is formed, the free record closest to it is a candidate. It joins when it is closer to the cell
than γ times its distance to the other free records; otherwise the cell is closed. γ = 0 never extends (MDAV⁺).

    d_in = min over i free, j ∈ G of |x_i − x_j|²,   d_out = min over free l ≠ i of |x_i − x_l|²
    join iff d_in < γ·d_out

Symbols: γ ↔ ``gain``, i ↔ ``newcomer``, d_in ↔ ``member_distance[closest]``, d_out ↔ ``_distance_to_others``.

Paper: A. Solanas, A. Martínez-Ballesté, J. Domingo-Ferrer, "V-MDAV: a multivariate microaggregation with variable
group size", COMPSTAT 2006. Advice there: γ = 0.2 for scattered data, 1.1 for clustered data.
Cost: up to 2k nearest-neighbour queries a cell on top of MDAV⁺.
Differs from the paper in: distances are squared in the comparison, as in Thaeter & Reischuk (2018); the last records
join the closest centroid, as in MDAV⁺.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import ClassVar

from shoal.errors import ParameterError, Setting
from shoal.kernels.greedy.mdav_plus import vmdav_rounds
from shoal.partition.greedy.base import Greedy
from shoal.partition.problem import Cells, Problem

SCATTERED = 0.2  # the authors' advice for data without clusters
CLUSTERED = 1.1  # and for data with clusters


@dataclass(frozen=True)
class VMDAV:
    """Cells of k to 2k − 1 records; ``gain`` is γ (0.2 for scattered data, 1.1 for clustered data)."""

    gain: float = SCATTERED

    name: ClassVar[str] = "vmdav"
    uses_budget: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if not isinstance(self.gain, (int, float)) or not isfinite(self.gain) or self.gain < 0:
            raise ParameterError(
                Setting("gain"), f" is {self.gain!r}; V-MDAV needs a finite gain of at least 0 (0.2 or 1.1 are usual)."
            )
        object.__setattr__(self, "gain", float(self.gain))  # a whole number would be compiled for anew

    def __call__(self, problem: Problem) -> Cells:
        """Form and extend cells from the outside in, then give away the rest."""
        greedy = Greedy(problem)
        while greedy.can_fill:
            vmdav_rounds(greedy.state, greedy.order, greedy.k, self.gain, greedy.batch_of(greedy.k))
            greedy.renew()
        greedy.join_nearest_centroid()
        return greedy.cells()
