"""How wrong the participation may be: the cell size for a lower participation, and where the promise breaks.

The failure of a cell changes with each π_j at the rate P(nobody of the others) − P(k − 1 of the others). So it rises as
participation falls, until hardly anybody takes part. The assumed participation is lowered by a common factor; the first
factor at which a cell fails too often is where the promise breaks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, Self

import numpy as np
import numpy.typing as npt

from shoal.errors import ParameterError, Setting
from shoal.guarantee.binomial import failing_terms
from shoal.guarantee.effective import effective_anonymity
from shoal.guarantee.parameters import check_participation, largest_acceptable
from shoal.guarantee.participation import lowered

LOWER_BY = 0.1  # the default: estimates of participation are often wrong by a tenth
FACTOR_STEP = 0.98  # factors are tried in steps of two per cent, then the last step is halved
SMALLEST_FACTOR = 1e-4  # nobody is wrong by more
FACTOR_HALVINGS = 40


@dataclass(frozen=True)
class SafetyMargin:
    """Cells of ``size`` for participation that may turn out lower than assumed.

    ``size_if_lowered`` is what cells would need if participation were lower by the share ``lowered_by``; ``breaks_at``
    is the participation at which cells of ``size`` break the promise, None if there is none, and
    ``breaks_at_if_lowered`` the same for cells of ``size_if_lowered``.
    """

    size: int
    breaks_at: float | None
    lowered_by: float
    size_if_lowered: int
    breaks_at_if_lowered: float | None


def safety_margin(k: int, participation: float, failure: float, lowered_by: float = LOWER_BY) -> SafetyMargin:
    """What an error in the participation would do to cells of n_min records, and to larger ones."""
    share = check_participation(participation)
    if not isinstance(share, float):
        raise ParameterError(
            "A safety margin in sizes needs one ",
            Setting("participation"),
            " for all.",
            hint="For uneven participation form the cells and ask for their breaking_factor.",
        )
    size = effective_anonymity(k, share, failure).n_min
    larger = effective_anonymity(k, lowered(share, lowered_by), failure).n_min
    return SafetyMargin(
        size,
        _breaks_at(k, share, failure, size),
        lowered_by,
        larger,
        _breaks_at(k, share, failure, larger),
    )


class Lowerable(Protocol):
    """A promise about cells, which can be asked of members who are less likely to answer."""

    def lowered(self, factor: float) -> Self:
        """The same promise, every participation multiplied by a factor."""

    def kept_by(self, cell_of: npt.NDArray[np.integer]) -> bool:
        """Whether every cell keeps the promise."""

    def require_kept(self, cell_of: npt.NDArray[np.integer], where: str) -> None:
        """Raise unless every cell keeps the promise."""


def breaking_factor(promise: Lowerable, cell_of: npt.NDArray[np.integer]) -> float | None:
    """The share of the assumed participation, common to all records, at which the first cell breaks the promise.

    None when no factor does, which takes an acceptable failure so large that cells can never exceed it.
    """
    promise.require_kept(cell_of, "these cells")
    return _last_kept(lambda factor: promise.lowered(factor).kept_by(cell_of))


def _last_kept(is_kept: Callable[[float], bool]) -> float | None:
    """Going down from 1, the last factor before the first that breaks the promise; None if none does."""
    kept = 1.0
    while kept > SMALLEST_FACTOR:
        tried = kept * FACTOR_STEP
        if not is_kept(tried):
            return _bisect(is_kept, kept, tried)
        kept = tried
    return None


def _bisect(is_kept: Callable[[float], bool], kept: float, broken: float) -> float:
    for _ in range(FACTOR_HALVINGS):
        middle = 0.5 * (kept + broken)
        if is_kept(middle):
            kept = middle
        else:
            broken = middle
    return kept


def _breaks_at(k: int, share: float, failure: float, size: int) -> float | None:
    """Of one cell of ``size``, which may be larger than any list of its members could be."""
    largest = largest_acceptable(failure)
    factor = _last_kept(lambda factor: failing_terms(size, k, share * factor).failure <= largest)
    return None if factor is None else factor * share
