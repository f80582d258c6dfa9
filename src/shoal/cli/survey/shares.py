"""Shares as they are typed after --participation: a number, never per cent; ANSWERED/ASKED; LOW-HIGH."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from shoal.cli.shared import words
from shoal.errors import ParameterError, Setting

if TYPE_CHECKING:
    from shoal.survey.participation.shares import Share

PER_CENT = "%"
FIGURES = r"([0-9]*\.?[0-9]+)"
EARLIER = re.compile(rf"{FIGURES}/{FIGURES}")
BETWEEN = re.compile(rf"{FIGURES}-{FIGURES}")


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
        if earlier := EARLIER.fullmatch(text.strip()):
            return Earlier(float(earlier[1]), float(earlier[2]))
        if between := BETWEEN.fullmatch(text.strip()):
            return Between(float(between[1]), float(between[2]))
    return share_in(text, columns)


def shares_in(values: Sequence[str]) -> dict[str, float | Share]:
    """STRATUM=SHARE pairs."""
    shares: dict[str, float | Share] = {}
    for stratum, text in words.by_column(values, (), "participation").items():
        share = assumed_in(text)
        if share is None:
            raise ParameterError(Setting("participation"), f" of the stratum '{stratum}' must be a number.")
        shares[stratum] = share
    return shares
