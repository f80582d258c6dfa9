"""k-anonymity in households: a record of a class belongs to a given household at most once in k times.

k records can be those of one household. So every class has records of at least k households, and more: if an attacker
looks for any member of a household, finds the class and guesses a record, that is right at most once in k times.
Counted on each class:

    records of the class ≥ k · records of the household that has most of them

This implies at least k households. A union of classes that keep the promise keeps it as well: the records add up, and a
household has at most the sum of the largest ones. design/033-households.md has the reasons.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from shoal.arrays import BoolArray, FloatArray, IntArray
from shoal.errors import InfeasiblePromise, ParameterError, PromiseNotKept, Setting
from shoal.guarantee.k_anonymity import KAnonymity

CellOf = npt.NDArray[np.integer]


@dataclass(frozen=True, eq=False)
class HouseholdAnonymity:
    """No household has more than 1/``k`` of the records of a class, so a class has records of at least k households.

    ``household_of[record]`` is a number from 0. ``together``: the members of a household share a cell. That changes how
    cells are formed, not how they are counted.
    """

    k: int
    household_of: IntArray = field(repr=False)
    together: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "k", KAnonymity(self.k).k)
        households = np.array(self.household_of, dtype=np.int64)
        if households.ndim != 1 or (len(households) and households.min() < 0):
            raise ParameterError(
                "households must be numbered from 0, one number for each record.", parameter="household"
            )
        households.flags.writeable = False  # nobody else may change what was promised
        object.__setattr__(self, "household_of", households)

    @property
    def least_size(self) -> int:
        """The fewest records that a cell can hold."""
        return self.k

    @property
    def too_few(self) -> str:
        """What cannot make a cell, in words."""
        return f"too few records for {self.k} households"

    @property
    def n_households(self) -> int:
        """How many there are."""
        return len(np.unique(self.household_of))

    def of(self, records: npt.ArrayLike) -> HouseholdAnonymity:
        """The same promise for some of the records, by row number from 0 or by mask, in that order."""
        return HouseholdAnonymity(self.k, self.household_of[np.asarray(records)], self.together)

    def require_feasible(self, n_records: int, where: str = "the table") -> None:
        """Refuse when all records together do not make a cell that keeps the promise."""
        self._require_length(n_records)
        n_households = self.n_households
        if n_households < self.k:
            raise InfeasiblePromise(
                f"{where[:1].upper()}{where[1:]} has fewer than k = {self.k} households ({n_households}), so no cell "
                "can hold records of so many.",
                parameter="household",
                hint=("Lower ", Setting("k"), ", or add records of other households."),
            )
        if n_records == 0 or self.broken(np.zeros(n_records, dtype=np.int64)).any():
            raise InfeasiblePromise(
                f"One household has more than 1/{self.k} of the records of {where}, so no cell that holds it can hide "
                "it.",
                parameter="household",
                hint=(
                    "Lower ",
                    Setting("k"),
                    ", add records of other households, or leave out all records of the household that has so many.",
                ),
            )

    def sizes(self, cell_of: CellOf) -> IntArray:
        """(cells,) how many records each cell has."""
        return np.bincount(cell_of).astype(np.int64)

    def most_of_one(self, cell_of: CellOf) -> IntArray:
        """(cells,) the records of the household that has most of each cell."""
        n_cells = int(cell_of.max(initial=-1)) + 1
        pair, count = np.unique(self.household_of * max(1, n_cells) + cell_of, return_counts=True)
        most = np.zeros(n_cells, dtype=np.int64)
        np.maximum.at(most, pair % max(1, n_cells), count)
        return most

    def broken(self, cell_of: CellOf) -> BoolArray:
        """Which cells do not keep the promise; ``cell_of[record]`` is the cell of a record, from 0."""
        self._require_length(len(cell_of))
        broken: BoolArray = self.sizes(cell_of) < self.k * self.most_of_one(cell_of)
        return broken

    def kept_by(self, cell_of: CellOf) -> bool:
        """Whether every cell of a partition keeps the promise (an empty table keeps any)."""
        return not self.broken(cell_of).any()

    def require_kept(self, cell_of: CellOf, where: str) -> None:
        """Raise unless every cell of a partition keeps the promise."""
        broken = int(np.count_nonzero(self.broken(cell_of)))
        if broken:
            raise PromiseNotKept(
                f"{where}: in {broken} cell{'s' if broken != 1 else ''} one household has more than 1/{self.k} of the "
                "records.",
                count=broken,
                hint="Nothing may be published from this.",
            )

    def most_parts(self, cell_of: CellOf) -> int:
        """In how many cells the members of one household are at most: 1 if all of them stay together."""
        pairs = np.unique(np.column_stack([self.household_of, cell_of]), axis=0)
        return int(np.bincount(pairs[:, 0]).max(initial=0))

    def risks(self, cell_of: CellOf) -> FloatArray:
        """(households,) the risk that any member is found, of those with a record.

        1 − Π(1 − 1/size) over the members, where size is that of the cell of the member: an attacker looks for each of
        them and guesses a record of the right class (M. Templ, A. Kowarik and B. Meindl, Statistical disclosure control
        for micro-data using the R package sdcMicro, Journal of Statistical Software 67, 2015).
        """
        own = 1.0 / np.bincount(cell_of)[cell_of]
        logs = np.bincount(self.household_of, weights=np.log1p(-own))
        found: FloatArray = -np.expm1(logs[np.bincount(self.household_of) > 0])
        return found

    def describe(self) -> str:
        """The promise in a sentence."""
        return (
            f"The records that share their quasi-identifiers are of at least {self.k} households (k = {self.k}), and "
            f"no household has more than 1/{self.k} of them."
        )

    def _require_length(self, n_records: int) -> None:
        if len(self.household_of) != n_records:
            raise ParameterError(
                f"There are {len(self.household_of)} numbers of households and {n_records} records.",
                parameter="household",
                count=len(self.household_of),
            )
