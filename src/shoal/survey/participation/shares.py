"""How likely a member of the frame is to answer, and how well that is known.

* ``Known``: a number.
* ``Earlier``: so many of so many people answered an earlier survey. What is known of the share after that is a Beta
  distribution (Jeffreys' prior), and a failure is the mean over it.
* ``Between``: anything from a low share to a high one, different for each member if it wants to be. A failure is the
  worst case.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from shoal.errors import ParameterError, Setting
from shoal.guarantee.parameters import check_participation

JEFFREYS = 0.5  # added to the answers and to the refusals: H. Jeffreys' prior of a share


@dataclass(frozen=True)
class Known:
    """One number."""

    share: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "share", _checked(self.share))

    @property
    def expected(self) -> float:
        """What to expect of a member."""
        return self.share

    def lowered(self, factor: float) -> Known:
        """A factor of it."""
        return Known(self.share * factor)

    def plain(self) -> Any:
        """As JSON can hold it."""
        return self.share

    def describe(self) -> str:
        """In words."""
        return f"{self.share:g}"


@dataclass(frozen=True)
class Earlier:
    """``answered`` of ``asked`` people answered; both may have a fraction where people did not answer independently."""

    answered: float
    asked: float

    def __post_init__(self) -> None:
        numbers = (self.answered, self.asked)
        if not all(isinstance(number, (int, float)) and 0 <= number < inf for number in numbers) or not (
            self.answered <= self.asked and self.asked > 0
        ):
            raise ParameterError(
                Setting("participation"),
                " of an earlier survey is ANSWERED/ASKED: how many answered, and of how many. No more can answer than "
                "were asked.",
                hint="For example 700/1000.",
            )

    @property
    def expected(self) -> float:
        """The mean of what is known."""
        return self.beta[0] / sum(self.beta)

    @property
    def beta(self) -> tuple[float, float]:
        """The parameters of the Beta distribution."""
        return self.answered + JEFFREYS, self.asked - self.answered + JEFFREYS

    def lowered(self, factor: float) -> Earlier:
        """As if so many fewer had answered."""
        return Earlier(self.answered * factor, self.asked)

    def plain(self) -> Any:
        """As JSON can hold it."""
        return {"answered": self.answered, "asked": self.asked}

    def describe(self) -> str:
        """In words."""
        return f"what an earlier survey says, in which {self.answered:g} of {self.asked:g} answered"


@dataclass(frozen=True)
class Between:
    """Anything from ``low`` to ``high``."""

    low: float
    high: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "low", _checked(self.low))
        object.__setattr__(self, "high", _checked(self.high))
        if self.low > self.high:
            raise ParameterError(
                Setting("participation"), " lies between LOW and HIGH.", hint="Give the lower share first."
            )

    @property
    def expected(self) -> float:
        """The low end: whatever is computed from it as a bound holds for the others too."""
        return self.low

    def lowered(self, factor: float) -> Between:
        """A factor of both ends."""
        return Between(self.low * factor, self.high * factor)

    def plain(self) -> Any:
        """As JSON can hold it."""
        return {"low": self.low, "high": self.high}

    def describe(self) -> str:
        """In words."""
        return f"anything from {self.low:g} to {self.high:g}"


Share = Known | Earlier | Between


def share_from(data: Any) -> Share:
    """What ``plain`` gave; the schema has been checked."""
    if isinstance(data, dict):
        kind = Earlier if "asked" in data else Between
        return kind(**{name: float(value) for name, value in data.items()})
    return Known(float(data))


def as_share(given: Any) -> Share:
    """A number as a share; a share as it is."""
    return given if isinstance(given, Share) else Known(given)


def _checked(share: object) -> float:
    value = check_participation(share)
    if not isinstance(value, float):
        raise ParameterError(Setting("participation"), " must be one number here.")
    return value
