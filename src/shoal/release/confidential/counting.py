"""The promise about confidential values, counted on what is released and on what is written.

A class is what a reader sees: records with equal released quasi-identifiers and strata. Cells with equal released
values form one class, so classes are counted anew, with the shares of the released table.

The values of a written file are compared with those of the release: each must be one of them and no two may have become
one. Then their order, which a text file does not have, is that of the release.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from shoal.arrays import IntArray
from shoal.errors import PromiseNotKept, WriteError
from shoal.guarantee.confidential import ConfidentialPromise, ConfidentialRule, ConfidentialValues
from shoal.guarantee.confidential.households import WITHOUT_ONE, PromiseBesideHouseholds
from shoal.guarantee.confidential.rules import DIVERSITY, DistinctDiversity, EntropyDiversity, RecursiveDiversity
from shoal.partition.method_text import describe
from shoal.release.classes import Classes
from shoal.release.confidential.measures import EQUALITY, excess_over, reached
from shoal.release.confidential.without_one import broken_without_one
from shoal.table.frames.table import Table

ENOUGH = (DistinctDiversity, EntropyDiversity, RecursiveDiversity)  # rules that ask for at least, not for at most


@dataclass(frozen=True)
class RuleCount:
    """One rule, counted on classes. All figures are those of the released table, which everybody can count.

    What is left without a household can be counted by the owner of the original alone, so no figure is about that.
    """

    column: str
    rule: ConfidentialRule
    weakest: float  # what every class reaches: the least of a diversity, the largest of a distance or share
    n_broken: int  # classes that break it, also if they do so without one of their households
    n_classes: int
    beside_households: bool = False

    @classmethod
    def of(
        cls,
        values: ConfidentialValues,
        rule: ConfidentialRule,
        classes: Classes,
        household_of: IntArray | None = None,
    ) -> RuleCount:
        """Counted on these classes; the values have the totals of the whole table."""
        figures = reached(rule, values, classes)
        broken = excess_over(rule, values, classes) > EQUALITY
        if household_of is not None:
            broken |= broken_without_one(rule, values, classes, household_of)
        weakest, n_broken = float(_weakest(rule)(figures.tolist())), int(np.count_nonzero(broken))
        return cls(values.name, rule, weakest, n_broken, classes.n_classes, household_of is not None)

    @property
    def text(self) -> str:
        """What is promised."""
        said = self.rule.in_words(self.column)
        return f"{said} {WITHOUT_ONE}" if self.beside_households else said

    @classmethod
    def merged(cls, parts: Sequence[RuleCount]) -> RuleCount:
        """The same rule, counted on the classes of all parts."""
        return cls(
            parts[0].column,
            parts[0].rule,
            _weakest(parts[0].rule)(part.weakest for part in parts),
            sum(part.n_broken for part in parts),
            sum(part.n_classes for part in parts),
            parts[0].beside_households,
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain facts."""
        return {
            "column": self.column,
            "kind": "diversity" if self.rule.name in DIVERSITY else "closeness",
            "rule": describe(self.rule),  # type: ignore[arg-type]
            "name": self.rule.name,
            "text": self.text,
            "reached": self.weakest,
            "kept": self.n_broken == 0,
            "n_broken": self.n_broken,
            "n_classes": self.n_classes,
        }


def require_rules(counts: Iterable[RuleCount], where: str) -> None:
    """Raise unless all classes that were counted keep every rule."""
    for counted in counts:
        if counted.n_broken:
            raise PromiseNotKept(
                f"{where}: {counted.n_broken:,} of {counted.n_classes:,} classes do not keep a promise. {counted.text}",
                column=counted.column,
                count=counted.n_broken,
                hint="Nothing may be published from this.",
            )


@dataclass(frozen=True)
class CountedPromise:
    """Rules and the values of a released table, in the order of its records."""

    asked: tuple[tuple[ConfidentialValues, ConfidentialRule], ...]
    household_of: IntArray | None = None  # if rules are kept without any one household as well

    @classmethod
    def of(cls, promise: ConfidentialPromise | None) -> CountedPromise | None:
        """To count what cells were formed by; None for no promise."""
        if promise is None:
            return None
        return cls(promise.asked, promise.household_of if isinstance(promise, PromiseBesideHouseholds) else None)

    def taken(self, order: IntArray) -> CountedPromise:
        """For the same records in another order."""
        return CountedPromise(
            tuple((replace(values, code_of=values.code_of[order]), rule) for values, rule in self.asked),
            None if self.household_of is None else self.household_of[order],
        )

    def counts(self, classes: Classes) -> list[RuleCount]:
        """Every rule, counted on these classes of all records."""
        return [RuleCount.of(values, rule, classes, self.household_of) for values, rule in self.asked]

    def require_kept(self, classes: Classes, where: str) -> None:
        """Raise unless every class keeps every rule."""
        require_rules(self.counts(classes), where)

    def require_written(self, written: Table, name_of: dict[str, str], classes: Classes, where: str) -> None:
        """Raise unless the written file has the values that were counted, and its classes keep every rule."""
        for values in {values.name: values for values, _ in self.asked}.values():
            seen = written.faithful_codes(name_of[values.name])
            n_pairs = len(np.unique(seen * len(values.totals) + values.code_of))
            if n_pairs > len(np.unique(seen)):
                raise WriteError(
                    f"{where}: different values of column '{values.name}', which has a promise, read back as one.",
                    column=values.name,
                    hint="Make them the same value before the run, or choose another format.",
                )
        self.require_kept(classes, where)


def _weakest(rule: ConfidentialRule) -> Callable[[Iterable[float]], float]:
    return min if isinstance(rule, ENOUGH) else max
