"""The parameters of a probabilistic promise, checked once: acceptable failure and participation."""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray
from shoal.errors import ParameterError, Setting

# A failure above the acceptable one by less than this share counts as equal to it: sums of n positive terms are right
# to (2n + k)·2⁻⁵³, which is this for a cell of 40,000 records.
ROUNDING_SLACK = 1e-11
ALL_PER_CENT = 100.0  # a larger number is no share in per cent either


def largest_acceptable(failure: float) -> float:
    """What a computed failure may be at most, rounding allowed for."""
    return failure * (1.0 + ROUNDING_SLACK)


def check_failure(failure: object) -> float:
    """The acceptable cell failure p̄: a probability strictly between 0 and 1."""
    if isinstance(failure, bool) or not isinstance(failure, (int, float, np.integer, np.floating)):
        raise ParameterError(
            Setting("failure"),
            f" must be a number between 0 and 1, found {type(failure).__name__}.",
            hint="Give the probability with which a cell may fail, for example 1e-5.",
        )
    value = float(failure)
    if not 0.0 < value < 1.0:
        raise ParameterError(
            Setting("failure"),
            f" is {value:g}; the acceptable failure of a cell must lie strictly between 0 and 1.",
            hint=_instead_of(value),
        )
    return value


def _instead_of(failure: float) -> str:
    """What somebody who asked for this failure can do."""
    if failure == 0.0:
        return "For a promise without failures use plain k-anonymity, after the answers are in."
    if failure == 1.0:
        return "With 1 every cell may fail, and nothing is promised. Give a small probability, for example 1e-5."
    if 1.0 < failure <= ALL_PER_CENT:
        return f"If you mean per cent, give {failure / ALL_PER_CENT:g}."
    return "Give the probability with which a cell may fail, for example 1e-5."


def check_participation(participation: object, n_records: int | None = None) -> float | FloatArray:
    """One probability for all, or one for each record; equal ones become one."""
    try:
        array = np.asarray(participation, dtype=np.float64)
    except (TypeError, ValueError):
        raise ParameterError(
            Setting("participation"), " must be a probability, or one probability for each record."
        ) from None
    if array.ndim == 0:
        value = float(array)
        if not 0.0 < value <= 1.0:
            hint = f" Perhaps you mean {value / ALL_PER_CENT:g}." if 1.0 < value <= ALL_PER_CENT else ""
            raise ParameterError(
                Setting("participation"),
                f" is {value:g}; the probability of taking part must be above 0 and at most 1.{hint}",
            )
        return value
    if array.ndim != 1 or len(array) == 0:
        raise ParameterError(
            Setting("participation"),
            f" must be one number, or a list with one for each record; found the shape {array.shape}.",
        )
    if n_records is not None and len(array) != n_records:
        raise ParameterError(
            Setting("participation"),
            f" holds {len(array)} probabilities, and there are {n_records} records.",
            count=len(array),
            hint="Give one for each.",
        )
    _refuse_impossible(array)
    if array.min() == array.max():
        return float(array[0])
    array = np.array(array)  # nobody else may change what was promised
    array.flags.writeable = False
    return array


def _refuse_impossible(array: FloatArray) -> None:
    missing = np.isnan(array)
    if missing.any():
        raise ParameterError(
            Setting("participation"),
            f" is missing for {int(missing.sum())} record(s), the first in row {int(np.argmax(missing)) + 1}.",
            count=missing.sum(),
            hint="Estimate it, or leave these records out of the frame.",
        )
    above = array > 1.0
    if above.any():
        raise ParameterError(
            Setting("participation"),
            f" must be above 0 and at most 1; {int(above.sum())} of {len(array)} are above 1, the first in row "
            f"{int(np.argmax(above)) + 1}.{_scale_hint(array)}",
            count=above.sum(),
        )
    below = array <= 0.0
    if below.any():
        negative = bool((array < 0.0).any())
        hint = " A probability is never negative." if negative else " Leave out records that never take part."
        raise ParameterError(
            Setting("participation"),
            f" must be above 0 and at most 1; {int(below.sum())} of {len(array)} are not above 0, the first in row "
            f"{int(np.argmax(below)) + 1}.{hint}",
            count=below.sum(),
        )


def _scale_hint(array: FloatArray) -> str:
    """What to do about numbers above 1, without showing one: each may be that of a single record."""
    if array.max() <= ALL_PER_CENT and np.count_nonzero(array > 1.0) > len(array) / 2:  # one or two would be slips
        return " They look like per cent: divide by 100, so that 57 % is 0.57."
    return " Give probabilities."
