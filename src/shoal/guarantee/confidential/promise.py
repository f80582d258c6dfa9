"""The promise about confidential values: every class keeps all rules of all columns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil

import numpy as np
import numpy.typing as npt

from shoal.arrays import BoolArray, FloatArray
from shoal.errors import InfeasiblePromise, ParameterError, PromiseNotKept, Setting
from shoal.guarantee.confidential.judging import ORDERED_GROUNDS, ground_of, judge_of
from shoal.guarantee.confidential.rules import (
    DIVERSITY,
    Closeness,
    ConfidentialRule,
    DistinctDiversity,
    EntropyDiversity,
    GroundDistance,
    LargestShare,
    RecursiveDiversity,
)
from shoal.guarantee.confidential.values import ConfidentialValues
from shoal.kernels.confidential.judge import ROUNDING, Judge, shortfalls


@dataclass(frozen=True, eq=False)
class ConfidentialPromise:
    """Rules by column: ``asked`` has one pair for each."""

    asked: tuple[tuple[ConfidentialValues, ConfidentialRule], ...]

    def __post_init__(self) -> None:
        for values, rule in self.asked:
            _require_suited(values, rule)

    def of(self, records: npt.ArrayLike) -> ConfidentialPromise:
        """The same promise for some of the records, by row number from 0 or by mask, in that order."""
        return ConfidentialPromise(tuple((values.of(records), rule) for values, rule in self.asked))

    @cached_property
    def judge(self) -> Judge:
        """The rules as arrays."""
        return judge_of(self.asked)

    def shortfalls(self, cell_of: npt.NDArray[np.integer]) -> FloatArray:
        """(cells, rules) by how much each cell misses each rule, in the units of the rule; 0 or less: not at all."""
        order = np.argsort(cell_of, kind="stable").astype(np.int64)
        first = np.cumsum(np.append(0, np.bincount(cell_of)), dtype=np.int64)
        missed: FloatArray = shortfalls(self.judge, order, first)
        return missed

    def broken(self, cell_of: npt.NDArray[np.integer]) -> BoolArray:
        """Which cells do not keep the promise; ``cell_of[record]`` is the cell of a record, from 0 without gaps."""
        broken: BoolArray = np.any(self.shortfalls(cell_of) > ROUNDING, axis=1)
        return broken

    def kept_by(self, cell_of: npt.NDArray[np.integer]) -> bool:
        """Whether every cell keeps the promise."""
        return len(cell_of) == 0 or not self.broken(cell_of).any()

    def require_feasible(self, where: str = "the table") -> None:
        """Refuse what not even all records together keep.

        A union of cells that keep a rule keeps it as well, so then no cells keep it. The only exception is
        δ-disclosure, which the whole table always keeps.
        """
        if not len(self.asked[0][0].code_of):
            return
        missed = self.shortfalls(np.zeros(len(self.asked[0][0].code_of), dtype=np.int64))[0]
        for (values, rule), by in zip(self.asked, missed, strict=True):
            if by > ROUNDING:
                raise InfeasiblePromise(
                    f"No cells of {where} keep this promise: {self.said(values, rule)}",
                    f" {_strongest(values, rule, float(by))}",
                    parameter="diversity" if rule.name in DIVERSITY else "closeness",
                    column=values.name,
                    hint="Ask for less, or leave the promise out.",
                )

    def require_kept(self, cell_of: npt.NDArray[np.integer], where: str) -> None:
        """Raise unless every cell keeps every rule."""
        missed = self.shortfalls(cell_of) > ROUNDING
        for (values, rule), cells in zip(self.asked, missed.T, strict=True):
            if cells.any():
                count = int(np.count_nonzero(cells))
                raise PromiseNotKept(
                    f"{where}: {count} cell{'s do' if count != 1 else ' does'} not keep a promise: "
                    f"{self.said(values, rule)}",
                    column=values.name,
                    count=count,
                    hint="Nothing may be published from this.",
                )

    @cached_property
    def usual_size(self) -> int:
        """About how many records a cell needs to keep all rules, whatever k is."""
        return max((_usual_size(values, rule) for values, rule in self.asked), default=1)

    @property
    def is_about_distances(self) -> bool:
        """Whether the promise is closeness on a line and nothing else: then cells of even ranks keep it."""
        return all(
            isinstance(rule, Closeness) and ground_of(values, rule) in ORDERED_GROUNDS for values, rule in self.asked
        )

    def describe(self) -> tuple[str, ...]:
        """The promise in sentences, one for each rule."""
        return tuple(self.said(values, rule) for values, rule in self.asked)

    def said(self, values: ConfidentialValues, rule: ConfidentialRule) -> str:
        """What one rule promises, in a sentence."""
        return rule.in_words(values.name)


def _require_suited(values: ConfidentialValues, rule: ConfidentialRule) -> None:
    """A rule that compares values in a way in which the column's values cannot be compared is refused."""
    if isinstance(rule, DistinctDiversity) and rule.needs_numbers and values.numbers is None:
        raise ParameterError(
            Setting("diversity"),
            f": the values of column '{values.name}' are no numbers, so none of them are so far apart.",
            column=values.name,
            hint="Leave apart and relative out.",
        )
    if not isinstance(rule, Closeness):
        return
    ground = ground_of(values, rule)
    if ground in ORDERED_GROUNDS and not values.is_ordered:
        raise ParameterError(
            Setting("closeness"),
            f": the values of column '{values.name}' have no order, and {ground} needs one.",
            column=values.name,
            hint="Use ground=equal, or give the column an order.",
        )
    if ground is GroundDistance.HIERARCHICAL and values.ancestors is None:
        raise ParameterError(
            Setting("closeness"),
            f": column '{values.name}' has no taxonomy, and {ground} needs one.",
            column=values.name,
            hint="Give the column a taxonomy in the roles file, or leave ground out.",
        )


def _usual_size(values: ConfidentialValues, rule: ConfidentialRule) -> int:
    if isinstance(rule, (DistinctDiversity, EntropyDiversity, RecursiveDiversity)):
        return ceil(rule.l)
    if isinstance(rule, LargestShare):
        return ceil(1.0 / rule.share)
    if isinstance(rule, Closeness) and ground_of(values, rule) in ORDERED_GROUNDS:
        # So many records at even ranks are t-close (Soria-Comas et al. 2015, proposition 3).
        n_records = int(values.totals.sum())
        return ceil(n_records / (2 * (n_records - 1) * rule.t + 1))
    return 1


def _strongest(values: ConfidentialValues, rule: ConfidentialRule, missed: float) -> str:
    """The strongest value that the records keep as one cell; it says no more than a release of this table would."""
    if isinstance(rule, DistinctDiversity):
        return f"The most that is possible is {round(rule.l - missed)}."
    if isinstance(rule, EntropyDiversity):
        return f"The most that is possible is {_down(float(np.exp(np.log(rule.l) - missed)))}."
    if isinstance(rule, LargestShare):
        return f"The least that is possible is {_up(rule.share + missed)}."
    if isinstance(rule, RecursiveDiversity):
        falling = np.sort(np.bincount(values.code_of))[::-1]
        tails = falling.sum() - np.cumsum(falling) + falling
        possible = int(np.count_nonzero(falling[0] < rule.c * tails[falling > 0]))
        return f"With this c the most that is possible is l = {possible}."
    return "These records are too different from the whole table."


def _down(value: float) -> float:
    """Two decimals, towards what is possible; more would be a figure about the table."""
    return float(np.floor(value * 100.0) / 100.0)


def _up(value: float) -> float:
    return float(np.ceil(value * 100.0) / 100.0)
