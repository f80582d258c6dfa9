"""V-MDAV(γ): MDAV⁺ whose cells may grow up to 2k − 1 records where the data are dense.

Idea. After a cell G is formed, the free record closest to it is a candidate. It joins when it is closer to the cell
than γ times its distance to the other free records; otherwise the cell is closed. γ = 0 never extends (MDAV⁺).

    d_in = min over i free, j ∈ G of |x_i − x_j|²,   d_out = min over free l ≠ i of |x_i − x_l|²
    join iff d_in < γ·d_out

Symbols: γ ↔ ``gain``, i ↔ ``newcomer``, d_in ↔ ``member_distance[closest]``, d_out ↔ ``_distance_to_others``.

Paper: A. Solanas, A. Martínez-Ballesté, J. Domingo-Ferrer, "V-MDAV: a multivariate microaggregation with variable
group size", COMPSTAT 2006. Advice there: γ = 0.2 for scattered data, 1.1 for clustered data.
Scan. Which γ is best is not known in advance, so the literature tries 0, 0.1, …, 2 and keeps the least SSE (Thaeter &
Reischuk 2018, section 5.1). ``gain="scan"`` does that; the method text of the cells has the γ that won, which makes
exactly these cells again.
Cost: up to 2k nearest-neighbour queries a cell on top of MDAV⁺; a scan takes 21 times as long.
Differs from the paper in: distances are squared in the comparison, as in Thaeter & Reischuk (2018); the last records
join the closest centroid, as in MDAV⁺.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite
from typing import ClassVar, Literal

from shoal.errors import Outcome, ParameterError, Setting
from shoal.kernels.greedy.mdav_plus import vmdav_rounds
from shoal.partition.greedy.base import Greedy
from shoal.partition.method_text import describe
from shoal.partition.partition import sse_of
from shoal.partition.problem import Cells, Problem, Progress

SCATTERED = 0.2  # the authors' advice for data without clusters
CLUSTERED = 1.1  # and for data with clusters
SCAN: Literal["scan"] = "scan"
SCANNED_GAINS = tuple(step / 10 for step in range(21))  # Thaeter & Reischuk 2018, section 5.1
LESS = 1.0 - 1e-12  # relative; a smaller difference is rounding, and the lower γ is kept


@dataclass(frozen=True)
class VMDAV:
    """Cells of k to 2k − 1 records; ``gain`` is γ (0.2 for scattered data, 1.1 for clustered data, or 'scan')."""

    gain: float | Literal["scan"] = SCATTERED

    name: ClassVar[str] = "vmdav"
    uses_budget: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if self.gain == SCAN:
            return
        if not isinstance(self.gain, (int, float)) or not isfinite(self.gain) or self.gain < 0:
            raise ParameterError(
                Setting("gain"),
                f" is {self.gain!r}; V-MDAV needs a finite gain of at least 0 (0.2 or 1.1 are usual), or 'scan'.",
            )
        object.__setattr__(self, "gain", float(self.gain))  # a whole number would be compiled for anew

    def __call__(self, problem: Problem) -> Cells:
        """With one γ, or the best of a scan."""
        return _scanned(problem) if self.gain == SCAN else _extended(problem, self.gain)


def _extended(problem: Problem, gain: float) -> Cells:
    """Form and extend cells from the outside in, then give away the rest."""
    greedy = Greedy(problem)
    while greedy.can_fill:
        vmdav_rounds(greedy.state, greedy.order, greedy.k, gain, greedy.batch_of(greedy.k))
        greedy.renew()
    greedy.join_nearest_centroid()
    return greedy.cells()


def _scanned(problem: Problem) -> Cells:
    """The cells of least SSE. After Ctrl-C: the best of the γ that were tried to the end."""
    better: list[Cells] = []  # each of less SSE than the one before it
    least = float("inf")
    for number, gain in enumerate(SCANNED_GAINS):
        try:
            cells = _extended(replace(problem, progress=_part_of(problem.progress, number)), gain)
        except KeyboardInterrupt:
            if not better:
                raise
            return replace(better[-1], outcome=Outcome.INTERRUPTED)
        sse = sse_of(problem.points, cells.cell_of, problem.weights)
        if not better or sse < LESS * least:
            better.append(replace(cells, method=describe(VMDAV(gain))))
            least = sse
    return better[-1]


def _part_of(progress: Progress, number: int) -> Progress:
    """Progress of one γ as a part of the scan."""

    def report(done: int, total: int) -> None:
        progress((number * total + done) // len(SCANNED_GAINS), total)

    return report
