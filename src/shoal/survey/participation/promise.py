"""The promise for the cells of a frame whose members depend on each other, or whose share is not known for certain.

The counterpart of `guarantee.ProbabilisticAnonymity`. Every cell is counted by its own members: their shares, and how
many of them live together.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray, IntArray
from shoal.errors import InfeasiblePromise, ParameterError, PromiseNotKept, Setting
from shoal.guarantee import KAnonymity, ProbabilisticAnonymity
from shoal.guarantee.parameters import check_failure, check_participation, largest_acceptable
from shoal.survey.participation.answering import Answering, check_dependence, fewest_members
from shoal.survey.participation.shares import Known, Share

WHOLE_FRAME = 127  # members of a frame that is counted as one cell before the search; a larger one would take seconds

CellOf = npt.NDArray[np.integer]


@dataclass(frozen=True, eq=False)
class DependentAnonymity:
    """In every cell nobody answers or at least k do, except with probability ``failure`` a cell.

    ``shares`` are those of the strata, and ``stratum_of`` says which one a member is in (None: one share for all).
    ``own_shares`` takes their place where every member has an own probability. ``household_of`` numbers the households.
    ``people``: how many a model is of, where members are not counted (`Answering`).
    """

    k: int
    failure: float
    shares: tuple[Share, ...]
    stratum_of: IntArray | None = field(default=None, repr=False)
    own_shares: FloatArray | None = field(default=None, repr=False)
    household_of: IntArray | None = field(default=None, repr=False)
    together: float = 0.0
    overdispersion: float = 0.0
    people: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "k", KAnonymity(self.k).k)
        object.__setattr__(self, "failure", check_failure(self.failure))
        check_dependence(self.together, self.overdispersion)
        self._check_own_shares()

    def _check_own_shares(self) -> None:
        if self.own_shares is not None:
            check_participation(self.own_shares)
            if self.overdispersion > 0.0:
                raise ParameterError(
                    Setting("overdispersion"),
                    " is about cells whose members have one share, and here each member has an own one.",
                    hint="Give one share for all, or one for each stratum.",
                )

    @property
    def largest_failure(self) -> float:
        """What the computed failure of a cell may be at most: the acceptable one, rounding allowed for."""
        return largest_acceptable(self.failure)

    @property
    def is_uneven(self) -> bool:
        """Whether members of one stratum may differ in how likely they are to answer."""
        return self.own_shares is not None

    @cached_property
    def n_min(self) -> int:
        """The fewest members that a cell needs if none of them live together; the fewest of all strata."""
        if self.own_shares is not None:
            return fewest_members(Answering(Known(float(self.own_shares.max()))), self.k, self.failure)
        alone = (Answering(share, 0.0, self.overdispersion, self.people) for share in dict.fromkeys(self.shares))
        return min(fewest_members(one, self.k, self.failure) for one in alone)

    @property
    def participation(self) -> float | FloatArray:
        """How likely each member is to answer: one number if it is the same for all."""
        if self.own_shares is not None:
            return self.own_shares
        expected = np.array([share.expected for share in self.shares])
        return float(expected[0]) if self.stratum_of is None else expected[self.stratum_of]

    def of(self, records: npt.ArrayLike) -> DependentAnonymity:
        """The same promise for some of the members, by row number from 0 or by mask."""
        rows = np.asarray(records)
        stratum_of, shares = None if self.stratum_of is None else self.stratum_of[rows], self.shares
        if stratum_of is not None and len(held := np.unique(stratum_of)) == 1:
            stratum_of, shares = None, (self.shares[int(held[0])],)
        return replace(
            self,
            shares=shares,
            stratum_of=stratum_of,
            own_shares=None if self.own_shares is None else self.own_shares[rows],
            household_of=None if self.household_of is None else self.household_of[rows],
        )

    def lowered(self, factor: float) -> DependentAnonymity:
        """The same promise for members who are less likely to answer."""
        return replace(
            self,
            shares=tuple(share.lowered(factor) for share in self.shares),
            own_shares=None if self.own_shares is None else self.own_shares * factor,
        )

    def require_feasible(self, n_records: int, where: str = "the table") -> None:
        """Refuse when all members together do not make a cell that keeps the promise."""
        if n_records < self.k:
            raise InfeasiblePromise(
                Setting("k"),
                f" is {self.k}, but {where} holds {n_records} member{'s' if n_records != 1 else ''}: no cell can "
                "reach k.",
                count=n_records,
                hint="Lower k, or use a larger frame.",
            )
        is_large = n_records > WHOLE_FRAME and not self.is_uneven and not self._answering(0).is_one_level
        if self.stratum_of is not None or is_large:
            return  # each stratum is asked for itself; so large a frame is cut into cells, and they are counted
        whole = float(self.cell_failures(np.zeros(n_records, dtype=np.int64))[0])
        if whole > self.largest_failure:
            raise InfeasiblePromise(
                f"Even one cell of all {n_records} members in {where} fails with probability {whole:.3g} for k = "
                f"{self.k}, and only {self.failure:g} is acceptable.",
                parameter="failure",
                count=n_records,
                hint="Accept a larger failure, lower k, use a larger frame, or assume less dependence.",
            )

    def households_of_cells(self, cell_of: CellOf) -> list[tuple[int, ...]]:
        """For each cell, how many households have 1, 2, … members in it; no trailing zeros."""
        sizes = np.bincount(cell_of)
        if self.household_of is None:
            return [(int(size),) for size in sizes]
        n_households = int(self.household_of.max()) + 1
        pairs, n_members = np.unique(cell_of * n_households + self.household_of, return_counts=True)
        counted = np.zeros((len(sizes), int(n_members.max())), dtype=np.int64)
        np.add.at(counted, (pairs // n_households, n_members - 1), 1)
        return [tuple(np.trim_zeros(row, "b").tolist()) for row in counted]

    def cell_failures(self, cell_of: CellOf) -> FloatArray:
        """The failure of every cell of a partition; ``cell_of[record]`` is the cell of a member, from 0."""
        if self.own_shares is not None:
            return self._uneven_failures(cell_of)
        first = np.unique(cell_of, return_index=True)[1]
        strata = np.zeros(len(first), dtype=np.int64) if self.stratum_of is None else self.stratum_of[first]
        kinds = list(zip(strata.tolist(), self.households_of_cells(cell_of), strict=True))
        failure_of = {
            (stratum, households): self._answering(stratum).cell(np.array(households), self.k).failure
            for stratum, households in dict.fromkeys(kinds)
        }
        return np.array([failure_of[kind] for kind in kinds])

    def _answering(self, stratum: int) -> Answering:
        return Answering(self.shares[stratum], self.together, self.overdispersion, self.people)

    def _uneven_failures(self, cell_of: CellOf) -> FloatArray:
        from shoal.kernels.participation.households import uneven_answers_below

        shares = np.asarray(self.own_shares)
        households = np.arange(len(cell_of)) if self.household_of is None else self.household_of
        order = np.lexsort((-shares, households, cell_of))  # by cell, then by household, the likeliest first
        cells, homes = np.asarray(cell_of)[order], households[order]
        starts = np.flatnonzero(np.append(True, (np.diff(cells) != 0) | (np.diff(homes) != 0)))
        failures = np.empty(int(cells[-1]) + 1)
        edges = np.searchsorted(cells, np.arange(len(failures) + 1))
        for cell in range(len(failures)):
            own = np.ascontiguousarray(shares[order[edges[cell] : edges[cell + 1]]])
            begin = np.append(starts[(starts >= edges[cell]) & (starts < edges[cell + 1])], edges[cell + 1])
            below = uneven_answers_below(own, begin - edges[cell], self.together, self.k)
            failures[cell] = below[1:].sum()
        return failures

    def require_kept(self, cell_of: CellOf, where: str) -> None:
        """Raise unless every cell of a partition keeps the promise."""
        if not self.kept_by(cell_of):
            raise PromiseNotKept(
                f"{where}: a cell breaks the promise of k = {self.k} with an acceptable failure of {self.failure:g}.",
                hint="Nothing may be designed from this.",
            )

    def kept_by(self, cell_of: CellOf) -> bool:
        """Whether every cell of a partition keeps the promise."""
        large = bool((np.bincount(cell_of) >= self.k).all())
        return large and bool((self.cell_failures(cell_of) <= self.largest_failure).all())

    def usual_size(self, strictness: float) -> int:
        """How many members a cell needs that holds households as the whole frame does, for a share of the failure."""
        own = self.own_shares
        model = self._answering(0) if own is None else Answering(Known(float(own.mean())), self.together)
        if self.household_of is None:
            return fewest_members(model, self.k, strictness * self.failure)
        return _usual_size(model, self.household_sizes, self.k, strictness * self.failure)

    @property
    def household_sizes(self) -> tuple[int, ...]:
        """How many households of the frame have 1, 2, … members; nothing where nobody said who lives together."""
        if self.household_of is None:
            return ()
        return tuple(np.bincount(np.bincount(self.household_of))[1:].tolist())


def _usual_size(model: Answering, households: tuple[int, ...], k: int, failure: float) -> int:
    """By doubling and bisection; a beginning for the design, which then counts every cell."""
    sizes = np.arange(1, len(households) + 1)
    of_each_size = np.array(households) / float(np.array(households) @ sizes)

    def fails(n_members: int) -> bool:
        counted = np.floor(n_members * of_each_size).astype(np.int64)
        counted[0] += n_members - int(counted @ sizes)
        return model.cell(counted, k).failure > largest_acceptable(failure)

    too_small, enough = k - 1, min(2 * k, model.largest_cell)
    while fails(enough) and enough < model.largest_cell:
        too_small, enough = enough, min(2 * enough, model.largest_cell)
    while enough - too_small > 1:
        middle = (too_small + enough) // 2
        too_small, enough = (middle, enough) if fails(middle) else (too_small, middle)
    return enough


CellPromise = ProbabilisticAnonymity | DependentAnonymity
