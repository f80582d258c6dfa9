"""What can be asked of the confidential values of a class, one rule a type.

A rule is about one column. q is the share of a value in a class and p its share in the whole table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import inf, isfinite
from numbers import Integral, Real
from typing import ClassVar

from shoal.errors import ParameterError, Setting


@dataclass(frozen=True)
class DistinctDiversity:
    """At least ``l`` different values (distinct l-diversity, which is p-sensitivity with p = l).

    With ``apart``, numbers that differ by less count as one; with ``relative``, numbers that differ by a smaller share
    of the larger one. So with ``l=2`` the range of the class is at least ``apart``.
    """

    l: int  # noqa: E741  # the name of the literature
    apart: float | None = None
    relative: float | None = None

    name: ClassVar[str] = "distinct"
    positional: ClassVar[str] = "l"

    def __post_init__(self) -> None:
        _require_count(self.name, "l", self.l, 2)
        if self.apart is not None and self.relative is not None:
            raise ParameterError("distinct: give apart or relative, not both.", parameter="diversity")
        if self.apart is not None:
            _require_between(self.name, "apart", self.apart, 0.0, inf)
        if self.relative is not None:
            _require_between(self.name, "relative", self.relative, 0.0, 1.0)

    @property
    def needs_numbers(self) -> bool:
        """Whether values are compared as numbers."""
        return self.apart is not None or self.relative is not None

    def in_words(self, column: str) -> str:
        """What the rule promises, in a sentence."""
        if self.apart is not None:
            return f"Every class has {self.l} values of '{column}' of which any two differ by at least {self.apart:g}."
        if self.relative is not None:
            return (
                f"Every class has {self.l} values of '{column}' of which any two differ by at least "
                f"{self.relative:.3g} of the larger one."
            )
        return f"Every class has at least {self.l} different values of '{column}'."


@dataclass(frozen=True)
class EntropyDiversity:
    """An entropy of at least ln ``l``."""

    l: float  # noqa: E741

    name: ClassVar[str] = "entropy"
    positional: ClassVar[str] = "l"

    def __post_init__(self) -> None:
        _require_between(self.name, "l", self.l, 1.0, inf)

    def in_words(self, column: str) -> str:
        """What the rule promises, in a sentence."""
        return (
            f"The values of '{column}' in a class are as uncertain as {self.l:g} equally frequent ones, or more "
            "(entropy diversity)."
        )


@dataclass(frozen=True)
class RecursiveDiversity:
    """r₁ < c·(r_l + … + r_m), where r₁ ≥ … ≥ r_m count the values of the class."""

    c: float
    l: int  # noqa: E741

    name: ClassVar[str] = "recursive"

    def __post_init__(self) -> None:
        _require_between(self.name, "c", self.c, 0.0, inf)
        _require_count(self.name, "l", self.l, 2)

    def in_words(self, column: str) -> str:
        """What the rule promises, in a sentence."""
        return (
            f"In every class the most frequent value of '{column}' is less than {self.c:g} times as frequent as all "
            f"values from the {_ordinal(self.l)} most frequent on together (recursive diversity)."
        )


@dataclass(frozen=True)
class LargestShare:
    """No value has a larger share of the class."""

    share: float

    name: ClassVar[str] = "largest"
    positional: ClassVar[str] = "share"

    def __post_init__(self) -> None:
        _require_between(self.name, "share", self.share, 0.0, 1.0)

    def in_words(self, column: str) -> str:
        """What the rule promises, in a sentence."""
        return f"No value of '{column}' has a share of more than {self.share:.3g} of a class."


class GroundDistance(StrEnum):
    """How far apart two values are, for t-closeness; at most 1."""

    MIDRANK = "midrank"  # difference of the mean ranks of their records in the table, over n − 1
    RANK = "rank"  # difference of their places among the m distinct values, over m − 1
    EQUAL = "equal"  # 1 for any two values
    HIERARCHICAL = "hierarchical"  # height of their common ancestor in a taxonomy, over its whole height


GROUND_WORDS: Mapping[GroundDistance, str] = {
    GroundDistance.MIDRANK: "ranks of records",
    GroundDistance.RANK: "ranks of distinct values",
    GroundDistance.EQUAL: "any two values equally far apart",
    GroundDistance.HIERARCHICAL: "along the taxonomy",
}


@dataclass(frozen=True)
class Closeness:
    """An earth mover's distance between class and table of at most ``t``; by default mid-ranks, or equal for names."""

    t: float
    ground: GroundDistance | None = None

    name: ClassVar[str] = "close"
    positional: ClassVar[str] = "t"

    def __post_init__(self) -> None:
        _require_between(self.name, "t", self.t, 0.0, 1.0)
        if self.ground is not None:
            known = [str(ground) for ground in GroundDistance]
            if self.ground not in known:
                raise ParameterError(f"close: ground must be one of {', '.join(known)}.", parameter="closeness")
            object.__setattr__(self, "ground", GroundDistance(self.ground))

    def in_words(self, column: str) -> str:
        """What the rule promises, in a sentence."""
        ground = "" if self.ground is None else f", {GROUND_WORDS[self.ground]}"
        return (
            f"The values of '{column}' in a class are distributed as in the whole table, up to an earth mover's "
            f"distance of {self.t:g} (t-closeness{ground})."
        )


@dataclass(frozen=True)
class DeltaDisclosure:
    """|ln(q/p)| ≤ δ for every value that occurs in the class."""

    delta: float

    name: ClassVar[str] = "delta"
    positional: ClassVar[str] = "delta"

    def __post_init__(self) -> None:
        _require_between(self.name, "delta", self.delta, 0.0, inf)

    def in_words(self, column: str) -> str:
        """What the rule promises, in a sentence."""
        return (
            f"The share of a value of '{column}' that occurs in a class differs from its share in the table by a "
            f"factor of at most exp({self.delta:g}) (δ-disclosure)."
        )


@dataclass(frozen=True)
class BetaLikeness:
    """(q − p)/p ≤ β for every value; ``enhanced``: ≤ min(β, −ln p)."""

    beta: float
    enhanced: bool = True

    name: ClassVar[str] = "beta"
    positional: ClassVar[str] = "beta"

    def __post_init__(self) -> None:
        _require_between(self.name, "beta", self.beta, 0.0, inf)
        if not isinstance(self.enhanced, bool):
            raise ParameterError("beta: enhanced must be True or False.", parameter="closeness")

    def in_words(self, column: str) -> str:
        """What the rule promises, in a sentence."""
        enhanced = ", and by less for frequent ones" if self.enhanced else ""
        return (
            f"No value of '{column}' has a share in a class that exceeds its share in the table by more than "
            f"{self.beta:g} times that share{enhanced} (β-likeness)."
        )


ConfidentialRule = (
    DistinctDiversity
    | EntropyDiversity
    | RecursiveDiversity
    | LargestShare
    | Closeness
    | DeltaDisclosure
    | BetaLikeness
)
DIVERSITY: Mapping[str, type] = {
    rule.name: rule for rule in (DistinctDiversity, EntropyDiversity, RecursiveDiversity, LargestShare)
}
CLOSENESS: Mapping[str, type] = {rule.name: rule for rule in (Closeness, DeltaDisclosure, BetaLikeness)}


def _door_of(rule: str) -> str:
    return "diversity" if rule in DIVERSITY else "closeness"


def _require_count(rule: str, name: str, given: object, least: int) -> None:
    if isinstance(given, bool) or not isinstance(given, Integral) or int(given) < least:
        raise ParameterError(Setting(_door_of(rule)), f": {name} of {rule} must be a whole number of at least {least}.")


def _require_between(rule: str, name: str, given: object, above: float, most: float) -> None:
    is_number = isinstance(given, Real) and not isinstance(given, bool)
    if not is_number or not isfinite(given) or not above < given <= most:  # type: ignore[arg-type, operator]
        upto = "" if most == inf else f" and at most {most:g}"
        raise ParameterError(Setting(_door_of(rule)), f": {name} of {rule} must be above {above:g}{upto}.")


def _ordinal(number: int) -> str:
    return {2: "second", 3: "third"}.get(number, f"{number}th")
