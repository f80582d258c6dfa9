"""k-anonymity, the plain promise: every cell holds at least k records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Integral

import numpy as np
import numpy.typing as npt

from shoal.errors import InfeasiblePromise, ParameterError, PromiseNotKept, Setting

SMALLEST_K = 2  # a cell of one record hides nobody


@dataclass(frozen=True)
class KAnonymity:
    """Every released record shares its quasi-identifiers with at least k − 1 others.

    k counts records as they stand in the release. Record weights never count towards it: a row that
    stands for a hundred people is still one row that an attacker can point at.
    """

    k: int

    def __post_init__(self) -> None:
        given: object = self.k
        if isinstance(given, bool) or not isinstance(given, Integral):
            raise ParameterError(
                Setting("k"),
                f" must be a whole number of at least {SMALLEST_K}, found {type(given).__name__}.",
                hint="Give an integer.",
            )
        if self.k < SMALLEST_K:
            raise ParameterError(
                Setting("k"),
                f" is {int(self.k)}; the smallest k that hides anybody is {SMALLEST_K}.",
                hint="Choose a larger k.",
            )
        object.__setattr__(self, "k", int(self.k))

    @property
    def least_size(self) -> int:
        """The fewest records that a cell can hold."""
        return self.k

    def of(self, records: npt.ArrayLike) -> KAnonymity:  # noqa: ARG002  # as `PersonAnonymity` has it
        """The same promise for some of the records."""
        return self

    def broken(self, cell_of: npt.NDArray[np.integer]) -> npt.NDArray[np.bool_]:
        """Which cells do not keep the promise; ``cell_of[record]`` is the cell of a record, from 0."""
        return np.bincount(cell_of) < self.k

    @property
    def too_few(self) -> str:
        """What cannot make a cell, in words."""
        return f"fewer than {self.k} records"

    def require_feasible(self, n_records: int, where: str = "the table") -> None:
        """Refuse when the records cannot fill a single cell."""
        if n_records < self.k:
            raise InfeasiblePromise(
                Setting("k"),
                f" is {self.k}, but {where} holds {n_records} record{'s' if n_records != 1 else ''}: no cell can "
                "reach k.",
                count=n_records,
                hint="Lower k, or add records.",
            )

    def kept_by(self, sizes: Sequence[int] | npt.NDArray[np.integer]) -> bool:
        """Whether every cell of these sizes holds at least k records (an empty table keeps any promise)."""
        return len(sizes) == 0 or int(np.min(sizes)) >= self.k

    def require_kept(self, sizes: Sequence[int] | npt.NDArray[np.integer], where: str) -> None:
        """Raise unless every cell holds at least k records."""
        if not self.kept_by(sizes):
            too_small = int(np.count_nonzero(np.asarray(sizes) < self.k))
            raise PromiseNotKept(
                f"{where}: {too_small} cell{'s hold' if too_small != 1 else ' holds'} fewer than k = {self.k} "
                f"records (smallest {int(np.min(sizes))}).",
                count=too_small,
                hint="Nothing may be published from this.",
            )

    def describe(self) -> str:
        """The promise in a sentence."""
        return f"Every released record shares its quasi-identifiers with at least {self.k - 1} others (k = {self.k})."
