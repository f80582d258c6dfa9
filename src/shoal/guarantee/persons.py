"""k-anonymity in persons, for records that stand for several persons each, such as households.

k persons alone would promise little: a household of six that is alone in a cell with k = 5 would be released with its
own values. So a cell also needs several records, none of which is most of it: if an attacker looks for one of the
persons of a cell, and takes the record that stands for most of them, that is right at most once in ``fewest_records``
times. Counted on each cell:

    persons of the cell ≥ k     and     persons of the cell ≥ fewest_records · persons of its largest record

The second line implies at least ``fewest_records`` records. A union of cells that keep the promise keeps it as well, so
any cells can be repaired by merging. design/027-masses.md has the reasons.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from numbers import Integral

import numpy as np
import numpy.typing as npt

from shoal.arrays import BoolArray, FloatArray, IntArray
from shoal.errors import InfeasiblePromise, ParameterError, PromiseNotKept, Setting
from shoal.guarantee.k_anonymity import KAnonymity

# With two records, each can compute the values of the other from their mean. Three contributors is the usual threshold
# rule of statistical offices (Hundepool et al., Statistical Disclosure Control, Wiley 2012, chapter 4).
USUAL_FEWEST_RECORDS = 3
SMALLEST_FEWEST_RECORDS = 2  # a record alone is released as it is
MOST_PERSONS = 2**53  # whole numbers up to here are exact in every column of numbers

CellOf = npt.NDArray[np.integer]


@dataclass(frozen=True, eq=False)
class PersonAnonymity:
    """Every class has at least ``k`` persons, and no record stands for more than 1/``fewest_records`` of them.

    ``masses`` holds the persons that each record stands for: whole numbers of at least 1.
    """

    k: int
    masses: IntArray = field(repr=False)
    fewest_records: int = USUAL_FEWEST_RECORDS

    def __post_init__(self) -> None:
        object.__setattr__(self, "k", KAnonymity(self.k).k)
        object.__setattr__(self, "fewest_records", check_fewest_records(self.fewest_records))
        masses = np.array(check_masses(self.masses))
        masses.flags.writeable = False  # nobody else may change what was promised
        object.__setattr__(self, "masses", masses)

    @property
    def least_size(self) -> int:
        """The fewest records that a cell can hold."""
        return self.fewest_records

    @property
    def too_few(self) -> str:
        """What cannot make a cell, in words."""
        return f"too few records for {self.k} persons"

    def of(self, records: npt.ArrayLike) -> PersonAnonymity:
        """The same promise for some of the records, by row number from 0 or by mask, in that order."""
        return PersonAnonymity(self.k, self.masses[np.asarray(records)], self.fewest_records)

    def require_feasible(self, n_records: int, where: str = "the table") -> None:
        """Refuse when all records together do not make a cell that keeps the promise."""
        self._require_length(n_records)
        persons = int(self.masses.sum())
        if persons < self.k:  # how many there are is not said: it may be the mass of a single record
            raise InfeasiblePromise(
                Setting("k"),
                f" is {self.k}, but the records of {where} stand for fewer persons: no cell can reach k.",
                hint="Lower k, or add records.",
            )
        if n_records == 0 or self.broken(np.zeros(n_records, dtype=np.int64)).any():
            raise InfeasiblePromise(
                f"The largest record of {where} stands for more than 1/{self.fewest_records} of all persons, so every "
                "cell that holds it would be mostly this record.",
                parameter="mass",
                hint=(
                    "Leave such records out, or split them; ",
                    Setting("fewest_records"),
                    " says how strict this is.",
                ),
            )

    def persons(self, cell_of: CellOf) -> IntArray:
        """The persons of each cell; ``cell_of[record]`` is the cell of a record, from 0."""
        persons = np.zeros(int(cell_of.max(initial=-1)) + 1, dtype=np.int64)
        np.add.at(persons, cell_of, self.masses)
        return persons

    def largest_shares(self, cell_of: CellOf) -> FloatArray:
        """The share of each cell's persons that its largest record stands for."""
        shares: FloatArray = self._largest(cell_of) / self.persons(cell_of)
        return shares

    def broken(self, cell_of: CellOf) -> BoolArray:
        """Which cells do not keep the promise."""
        self._require_length(len(cell_of))
        persons = self.persons(cell_of)
        broken: BoolArray = (persons < self.k) | (persons < self.fewest_records * self._largest(cell_of))
        return broken

    def kept_by(self, cell_of: CellOf) -> bool:
        """Whether every cell of a partition keeps the promise (an empty table keeps any)."""
        return not self.broken(cell_of).any()

    def require_kept(self, cell_of: CellOf, where: str) -> None:
        """Raise unless every cell of a partition keeps the promise."""
        broken = int(np.count_nonzero(self.broken(cell_of)))
        if broken:
            raise PromiseNotKept(
                f"{where}: {broken} cell{'s hold' if broken != 1 else ' holds'} fewer than k = {self.k} persons, or "
                f"{'are' if broken != 1 else 'is'} mostly one record.",
                count=broken,
                hint="Nothing may be published from this.",
            )

    def describe(self) -> str:
        """The promise in a sentence."""
        return (
            f"The records that share their quasi-identifiers stand for at least {self.k} persons together (k = "
            f"{self.k}), and none of them for more than 1/{self.fewest_records} of these persons, so they are at least "
            f"{self.fewest_records} records."
        )

    def _largest(self, cell_of: CellOf) -> IntArray:
        largest = np.zeros(int(cell_of.max(initial=-1)) + 1, dtype=np.int64)
        np.maximum.at(largest, cell_of, self.masses)
        return largest

    def _require_length(self, n_records: int) -> None:
        if len(self.masses) != n_records:
            raise ParameterError(
                Setting("masses"),
                f" holds {len(self.masses)} numbers, and there are {n_records} records.",
                count=len(self.masses),
                hint="Give one for each.",
            )


def check_fewest_records(fewest_records: object) -> int:
    """A whole number of at least 2."""
    is_whole = isinstance(fewest_records, Integral) and not isinstance(fewest_records, bool)
    if not is_whole or fewest_records < SMALLEST_FEWEST_RECORDS:  # type: ignore[operator]  # a whole number
        raise ParameterError(
            Setting("fewest_records"),
            f" must be a whole number of at least {SMALLEST_FEWEST_RECORDS}: a record that is alone in its cell is "
            "released as it is.",
            hint=f"Leave it out for {USUAL_FEWEST_RECORDS}.",
        )
    return int(fewest_records)  # type: ignore[call-overload, no-any-return]  # a whole number


def check_masses(masses: npt.ArrayLike) -> IntArray:
    """Whole numbers of at least 1, in one dimension, with an exact sum."""
    try:
        array = np.asarray(masses, dtype=np.float64)
    except (TypeError, ValueError):
        raise ParameterError(Setting("masses"), " must be whole numbers, one for each record.") from None
    if array.ndim != 1:
        raise ParameterError(Setting("masses"), f" must be a list of numbers; found the shape {array.shape}.")
    bad = wrong_masses(array)
    if bad.any():
        raise ParameterError(
            Setting("masses"),
            f" must be whole numbers of at least 1; {int(bad.sum())} are not, the first in row "
            f"{int(np.argmax(bad)) + 1}.",
            count=bad.sum(),
            hint="A mass counts the persons that a record stands for. Leave records of nobody out; round others down.",
        )
    if float(array.sum()) > MOST_PERSONS:
        raise ParameterError(Setting("masses"), " sum to more persons than can be counted exactly.")
    return array.astype(np.int64)


def wrong_masses(masses: FloatArray) -> BoolArray:
    """Which numbers count no persons: missing, infinite, below 1, or fractions."""
    wrong: BoolArray = ~(np.isfinite(masses) & (masses >= 1.0) & (masses == np.rint(masses)))
    return wrong
