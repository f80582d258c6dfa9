"""Shares as they are typed after --participation: a number, never per cent."""

from __future__ import annotations

from collections.abc import Sequence

from shoal.cli.shared import words
from shoal.errors import ParameterError, Setting

PER_CENT = "%"


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


def shares_in(values: Sequence[str]) -> dict[str, float]:
    """STRATUM=SHARE pairs."""
    shares = {}
    for stratum, text in words.by_column(values, (), "participation").items():
        share = share_in(text)
        if share is None:
            raise ParameterError(Setting("participation"), f" of the stratum '{stratum}' must be a number.")
        shares[stratum] = share
    return shares
