"""What can be asked of the confidential values of a class, one rule a type.

A rule is about one column. q is the share of a value in a class and p its share in the whole table.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True)
class DistinctDiversity:
    """At least ``l`` different values (distinct l-diversity, which is p-sensitivity with p = l).

    With ``apart``, numbers that differ by less count as one; with ``relative``, numbers that differ by a smaller share
    of the larger one. So with ``l=2`` the range of the class is at least ``apart``.
    """

    l: int  # noqa: E741  # the name of the literature
    apart: float | None = None
    relative: float | None = None


@dataclass(frozen=True)
class EntropyDiversity:
    """An entropy of at least ln ``l``."""

    l: float  # noqa: E741


@dataclass(frozen=True)
class RecursiveDiversity:
    """r₁ < c·(r_l + … + r_m), where r₁ ≥ … ≥ r_m count the values of the class."""

    c: float
    l: int  # noqa: E741


@dataclass(frozen=True)
class LargestShare:
    """No value has a larger share of the class."""

    share: float


class Ground(StrEnum):
    """How far apart two values are, for t-closeness; at most 1."""

    MIDRANK = "midrank"  # difference of the mean ranks of their records in the table, over n − 1
    RANK = "rank"  # difference of their places among the m distinct values, over m − 1
    EQUAL = "equal"  # 1 for any two values
    HIERARCHICAL = "hierarchical"  # height of their common ancestor in a taxonomy, over its whole height


@dataclass(frozen=True)
class Closeness:
    """An earth mover's distance between class and table of at most ``t``; by default mid-ranks, or equal for names."""

    t: float
    ground: Ground | None = None


@dataclass(frozen=True)
class DeltaDisclosure:
    """|ln(q/p)| ≤ δ for every value that occurs in the class."""

    delta: float


@dataclass(frozen=True)
class BetaLikeness:
    """(q − p)/p ≤ β for every value; ``enhanced``: ≤ min(β, −ln p)."""

    beta: float
    enhanced: bool = True


Rule = (
    DistinctDiversity
    | EntropyDiversity
    | RecursiveDiversity
    | LargestShare
    | Closeness
    | DeltaDisclosure
    | BetaLikeness
)
