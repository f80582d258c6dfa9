"""A measure as a reader gets it: a value, its interval, what to compare it with, and what it says."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

SHARE_DECIMALS = 4  # 12.34 %
DIGITS = 3  # of other figures: nobody compares more
STEPS = (1, 2, 5, 10)  # a rough figure goes in steps that are easy to read


class Unit(StrEnum):
    """What a value is counted in."""

    SHARE = "share"
    DEVIATIONS = "standard deviations"
    NUMBER = "number"


@dataclass(frozen=True)
class Measure:
    """One row of the table 'risk | utility'."""

    name: str
    value: float
    unit: Unit
    reading: str
    column: str | None = None
    low: float | None = None  # of a 95 % interval
    high: float | None = None
    baseline: float | None = None
    baseline_is: str = ""  # what the baseline is, in a few words
    is_alarming: bool = False  # the interval leaves no doubt that people are exposed
    says_nothing: bool = False  # even the originals give no more than one guess for everybody

    def to_dict(self) -> dict[str, Any]:
        """Plain facts, rounded: a figure with all its digits is an equation for the records behind it."""
        facts = asdict(self)
        for part in ("value", "low", "high", "baseline"):
            facts[part] = rounded(facts[part], self.unit)
        return {**facts, "unit": self.unit.value}


@dataclass(frozen=True)
class Absent:
    """What could not be measured, and why."""

    name: str
    why: str
    column: str | None = None


Found = tuple[list[Measure], list[Absent]]  # what was measured, and what could not be


def rounded(value: float | None, unit: Unit) -> float | None:
    """As it is published."""
    if value is None or not math.isfinite(value):
        return None
    if unit is Unit.SHARE and abs(value) >= 10.0**-SHARE_DECIMALS:
        return round(value, SHARE_DECIMALS)
    return float(f"{value:.{DIGITS}g}")


def rough(share: float, n_records: int, k: int) -> float:
    """A share of an original in steps of at least k records, so that no smaller count can be read from it."""
    least = k / n_records
    power = 10.0 ** math.floor(math.log10(least))
    step = next(factor * power for factor in STEPS if factor * power >= least * (1 - 1e-9))
    return min(1.0, round(share / step) * step)
