"""Shares as they are typed after --participation: a number, never per cent; ANSWERED/ASKED; LOW-HIGH."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from shoal.cli.shared import words
from shoal.errors import ParameterError, Setting

if TYPE_CHECKING:
    from shoal.survey.participation.shares import Share

PER_CENT = "%"
FIGURES = set("0123456789.")


def share_in(text: str, columns: Sequence[str] = ()) -> float | None:
    """The number in a text, or None when it is none: one of the columns, or STRATUM=SHARE."""
    try:
        return float(text)
    except ValueError:
        pass
    if text not in columns and text.strip().endswith(PER_CENT):
        try:
            meant = f"{float(text.strip().removesuffix(PER_CENT)) / 100:g}"
        except ValueError:
            return None
        raise ParameterError(Setting("participation"), " is a share, not per cent.", hint=f"Give {meant} instead.")
    return None


def assumed_in(text: str, columns: Sequence[str] = ()) -> float | Share | None:
    """A number, what an earlier survey says (700/1000), or an interval (.6-.8); None when it is none of them."""
    from shoal.survey.participation.shares import Between, Earlier

    if text not in columns:
        if counts := _two_numbers(text, "/"):
            return Earlier(*counts)
        if ends := _two_numbers(text, "-"):
            return Between(*ends)
    return share_in(text, columns)


def _two_numbers(text: str, sign: str) -> tuple[float, float] | None:
    """The numbers before and after a sign; None if there are none, as in 1e-5."""
    first, _, second = text.strip().partition(sign)
    if not all(part and set(part) <= FIGURES for part in (first, second)):
        return None
    try:
        return float(first), float(second)
    except ValueError:
        return None


def shares_in(values: Sequence[str]) -> dict[str, float | Share]:
    """STRATUM=SHARE pairs."""
    shares: dict[str, float | Share] = {}
    for stratum, text in words.by_column(values, (), "participation").items():
        share = assumed_in(text)
        if share is None:
            raise ParameterError(Setting("participation"), f" of the stratum '{stratum}' must be a number.")
        shares[stratum] = share
    return shares
