"""The promise of cells that are designed in advance: k take part, or nobody, except with a small probability.

Whatever made the cells, the promise is counted on each of them: a cell keeps it when it holds at least k records and
fails with at most the acceptable probability, computed from the participation of its own members.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from shoal.arrays import BoolArray, FloatArray, IntArray, records_by_cell
from shoal.errors import ParameterError, PromiseNotKept
from shoal.guarantee.binomial import failing_terms
from shoal.guarantee.cell_sizes import effective_size, lasting_size
from shoal.guarantee.effective import any_of, effective_anonymity, record_failures, refuse_uneven
from shoal.guarantee.k_anonymity import KAnonymity
from shoal.guarantee.parameters import check_failure, check_participation, largest_acceptable

CellOf = npt.NDArray[np.integer]


@dataclass(frozen=True, eq=False)
class ProbabilisticAnonymity:
    """In every cell nobody takes part or at least k do, except with probability ``failure`` a cell.

    ``participation`` is one probability for all records, or one for each record; records take part independently.
    """

    k: int
    failure: float
    participation: float | FloatArray

    def __post_init__(self) -> None:
        object.__setattr__(self, "k", KAnonymity(self.k).k)
        object.__setattr__(self, "failure", check_failure(self.failure))
        object.__setattr__(self, "participation", check_participation(self.participation))

    @property
    def constant(self) -> float | None:
        """The participation when it is the same for all records, else None."""
        return self.participation if isinstance(self.participation, float) else None

    @property
    def largest_failure(self) -> float:
        """What the computed failure of a cell may be at most: the acceptable one, rounding allowed for."""
        return largest_acceptable(self.failure)

    @cached_property
    def n_min(self) -> int:
        """The fewest records a cell can hold; with uneven participation, a cell of those most likely to take part."""
        if isinstance(self.participation, float):
            return effective_size(self.k, self.participation, self.failure)
        most_likely_first = np.sort(self.participation)[::-1]
        return effective_anonymity(self.k, most_likely_first, self.failure).n_min

    def cell_size(self, n_records: int, where: str = "the table") -> int:
        """With one participation for all: the size from which on every cell of the table keeps the promise."""
        if self.constant is None:
            raise ParameterError("With uneven participation no size is right for all cells; ask cell_failure for each.")
        return lasting_size(self.k, self.constant, self.failure, n_records, where)

    def of(self, records: npt.ArrayLike) -> ProbabilisticAnonymity:
        """The same promise for some of the records, by row number from 0 or by mask."""
        if isinstance(self.participation, float):
            return self
        return ProbabilisticAnonymity(self.k, self.failure, self.participation[np.asarray(records)])

    def lowered(self, factor: float) -> ProbabilisticAnonymity:
        """The same promise, every participation multiplied by a factor."""
        return ProbabilisticAnonymity(self.k, self.failure, self.participation * factor)

    def require_feasible(self, n_records: int, where: str = "the table") -> None:
        """Refuse when all records together do not make a cell that keeps the promise; say what would."""
        if self.constant is not None:
            self.cell_size(n_records, where)
            return
        self.require_length(n_records)
        whole = np.array(self.participation)
        if n_records < self.k or self.cell_failure(whole) > self.largest_failure:
            refuse_uneven(self.k, whole, self.failure, where)

    def require_length(self, n_records: int) -> None:
        """Refuse when uneven participation is given for another number of records."""
        check_participation(self.participation, n_records)

    def cell_failure(self, participation_of_members: npt.ArrayLike) -> float:
        """P(0 < records that take part < k) in a cell of these members."""
        from shoal.kernels.participation.poisson_binomial import cell_failure

        return float(cell_failure(np.array(participation_of_members, dtype=np.float64), self.k))

    def larger_is_better(self, participation_of_members: npt.ArrayLike) -> bool:
        """Whether further members can only lower the failure of a cell. If not, its subsets all fail less than it."""
        from shoal.kernels.participation.poisson_binomial import is_settled

        return bool(is_settled(np.array(participation_of_members, dtype=np.float64), self.k))

    def cell_failures(self, cell_of: CellOf) -> FloatArray:
        """The failure of every cell of a partition; ``cell_of[record]`` is the cell of a record, from 0."""
        sizes = np.bincount(cell_of)
        if self.constant is not None:
            kinds, kind_of = np.unique(sizes, return_inverse=True)
            failures = [self._failure_of_size(int(size), self.constant) for size in kinds]
            return np.array(failures)[kind_of]
        from shoal.kernels.participation.poisson_binomial import failures_by_cell

        self.require_length(len(cell_of))
        order = np.argsort(cell_of, kind="stable")
        begin = np.concatenate([[0], np.cumsum(sizes)])
        by_cell: FloatArray = failures_by_cell(np.array(self.participation), order, begin, self.k)
        return by_cell

    def _failure_of_size(self, size: int, participation: float) -> float:
        if size >= self.k:
            return failing_terms(size, self.k, participation).failure
        return float(-np.expm1(size * np.log1p(-participation))) if participation < 1.0 else float(size > 0)

    def record_failures(self, cell_of: CellOf) -> FloatArray:
        """P(record j takes part and its cell fails), for every record of a partition."""
        self.cell_failures(cell_of)  # refuses a participation of another length
        failures = np.empty(len(cell_of))
        for members in records_by_cell(cell_of):
            shares = self.participation if isinstance(self.participation, float) else self.participation[members]
            failures[members] = record_failures(np.broadcast_to(shares, len(members)), self.k)
        return failures

    def table_failure(self, cell_of: CellOf) -> float:
        """Probability that any cell of a partition fails."""
        return any_of(self.cell_failures(cell_of))

    def broken_by(self, cell_of: CellOf) -> IntArray:
        """The cells that do not keep the promise."""
        too_small = np.bincount(cell_of) < self.k
        fails: BoolArray = self.cell_failures(cell_of) > self.largest_failure
        return np.flatnonzero(too_small | fails).astype(np.int64)

    def kept_by(self, cell_of: CellOf) -> bool:
        """Whether every cell of a partition keeps the promise (an empty table keeps any)."""
        return len(cell_of) == 0 or len(self.broken_by(cell_of)) == 0

    def require_kept(self, cell_of: CellOf, where: str) -> None:
        """Raise unless every cell of a partition keeps the promise."""
        if self.kept_by(cell_of):
            return
        broken = len(self.broken_by(cell_of))
        worst = float(self.cell_failures(cell_of).max())
        raise PromiseNotKept(
            f"{where}: {broken} cell{'s break' if broken != 1 else ' breaks'} the promise of k = {self.k} with an "
            f"acceptable failure of {self.failure:g} (largest failure {worst:.3g}, smallest cell "
            f"{int(np.bincount(cell_of).min())}).",
            count=broken,
            hint="Nothing may be designed from this.",
        )

    def describe(self) -> str:
        """The promise in a sentence."""
        if isinstance(self.participation, float):
            who = f"when each record takes part with probability {self.participation:g}"
        else:
            who = (
                f"when records take part with probabilities from {self.participation.min():.3g} to "
                f"{self.participation.max():.3g}"
            )
        return (
            f"In every cell nobody takes part or at least {self.k} do, except with probability {self.failure:g} "
            f"a cell, {who}, independently of the others (k = {self.k})."
        )
