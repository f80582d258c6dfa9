"""Ways: how the cells of blocks are formed, and how often blocks are cut anew to mend what lies at their borders.

A way is a method for the cells inside blocks and steps of annealing. The first step goes on inside the same blocks;
each further one gets blocks that are cut elsewhere. No clock decides anything, or the cells would depend on the
machine.

    method          cells inside blocks     steps
    auto            MDAV                    by the number of records, see `trials_of`
    best(steps=…)   its start, or MDAV      its annealing steps
    any other one   the method              none

Where k counts persons, the steps are taken inside blocks too, for cells of as many records as have k persons on the
average. Then these are repaired, and there is one more pass: cells whose blocks are cut elsewhere exchange records.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from shoal.errors import ParameterError, Setting
from shoal.partition.greedy.mdav import MDAV
from shoal.partition.greedy.optimal_1d import Optimal1D
from shoal.partition.method_text import describe
from shoal.partition.partition import Partition
from shoal.partition.problem import Partitioner
from shoal.partition.registry import find_method
from shoal.partition.search.auto import Auto
from shoal.partition.search.best import Best
from shoal.partition.search.steps import HOT, LATER, Anneal

MOST_TRIALS = 100.0  # a record, in the first step: the next 50 take off less than 1 % (`benchmarks.scale`)
ALL_TRIALS = 2e8  # of all records: about 100 s of one core; tables of more than 2,000,000 get fewer a record
FEWEST_TRIALS = 5.0  # fewer do not pay for the reading and writing of another pass (`benchmarks.scale`)


@dataclass(frozen=True)
class Way:
    """A method for the cells inside blocks, and the steps that improve them."""

    start: Partitioner
    steps: tuple[Anneal, ...]
    n_exchanges: int = 0  # passes in which cells of persons exchange records

    @property
    def n_passes(self) -> int:
        """How often blocks are formed: the first step shares its blocks with the start."""
        return max(1, len(self.steps)) + self.n_exchanges

    def describe(self) -> str:
        """As a method text that means the same."""
        return describe(Best(start=self.start, steps=self.steps)) if self.steps else describe(self.start)

    @classmethod
    def of(cls, method: Partitioner, n_records: int, n_dims: int, *, mends_persons: bool = False) -> Way:
        """The way of a method for a table of this size. ``mends_persons``: cells are formed of persons."""
        if mends_persons:
            return cls(_of_persons(method, n_records), (), 1)
        if isinstance(method, Auto):
            if n_dims == 1:
                return cls(Optimal1D(), ())
            return cls(MDAV(), trials_of(n_records))
        if not isinstance(method, Best):
            return cls(method, ())
        _refuse_partition(method)
        steps = trials_of(n_records) if method.steps is None else tuple(method.steps)
        if not all(isinstance(step, Anneal) for step in steps):
            raise ParameterError(
                "best: a table that does not fit into memory takes annealing steps only (",
                Setting("method"),
                "), such as best(steps=[anneal(100, level=2), anneal(50, level=0.5)]).",
                parameter="method",
            )
        return cls(MDAV() if method.start is None else find_method(method.start), steps)


def _of_persons(method: Partitioner, n_records: int) -> Partitioner:
    """PCL, which `auto` is in memory, counts persons, but takes more than ten times as long for 20,000 records."""
    if not isinstance(method, (Auto, Best)):
        return method
    given = Best() if isinstance(method, Auto) else method
    _refuse_partition(given)
    start = MDAV() if given.start is None else find_method(given.start)
    steps = trials_of(n_records) if given.steps is None else given.steps
    return replace(given, start=start, steps=steps) if steps else start


def _refuse_partition(method: Best) -> None:
    if isinstance(method.start, Partition):
        raise ParameterError(
            "A start must be a method where a table does not fit into memory, not a Partition.", parameter="method"
        )


def trials_of(n_records: int) -> tuple[Anneal, ...]:
    """Two steps of annealing, as many trials as the records allow."""
    trials = float(round(min(MOST_TRIALS, ALL_TRIALS / n_records)))
    return (Anneal(trials, HOT), Anneal(max(1.0, trials / 2), LATER)) if trials >= FEWEST_TRIALS else ()
