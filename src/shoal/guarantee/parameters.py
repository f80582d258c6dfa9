"""The parameters of a probabilistic promise, checked once: acceptable failure and participation."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from shoal.errors import ParameterError

FloatArray = npt.NDArray[np.float64]

# A failure above the acceptable one by less than this share counts as equal to it: sums of n positive terms are right
# to (2n + k)·2⁻⁵³, which is this for a cell of 40,000 records.
ROUNDING_SLACK = 1e-11


def largest_acceptable(failure: float) -> float:
    """What a computed failure may be at most, rounding allowed for."""
    return failure * (1.0 + ROUNDING_SLACK)


def check_failure(failure: object) -> float:
    """The acceptable cell failure p̄: a probability strictly between 0 and 1."""
    if isinstance(failure, bool) or not isinstance(failure, (int, float, np.integer, np.floating)):
        raise ParameterError(
            f"failure must be a number between 0 and 1, found {type(failure).__name__}. "
            "Give the probability with which a cell may fail, for example 1e-5."
        )
    value = float(failure)
    if not 0.0 < value < 1.0:
        raise ParameterError(
            f"failure is {value:g}; the acceptable failure of a cell must lie strictly between 0 and 1. "
            "For a promise without failures use plain k-anonymity, after the answers are in."
        )
    return value


def check_participation(participation: object, n_records: int | None = None) -> float | FloatArray:
    """One probability for all, or one a record; equal ones become one."""
    try:
        array = np.asarray(participation, dtype=np.float64)
    except (TypeError, ValueError):
        raise ParameterError("participation must be a probability, or one probability for each record.") from None
    if array.ndim == 0:
        value = float(array)
        if not 0.0 < value <= 1.0:
            hint = f" Perhaps {value / 100:g} is meant." if 1.0 < value <= 100.0 else ""  # per cent
            raise ParameterError(
                f"participation is {value:g}; the probability of taking part must be above 0 and at most 1.{hint}"
            )
        return value
    if array.ndim != 1 or len(array) == 0:
        raise ParameterError(
            f"participation must be one number, or a list with one for each record; found the shape {array.shape}."
        )
    if n_records is not None and len(array) != n_records:
        raise ParameterError(
            f"participation holds {len(array)} probabilities, and there are {n_records} records. Give one for each."
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
            f"participation is missing for {int(missing.sum())} record(s), the first in row "
            f"{int(np.argmax(missing)) + 1}. Estimate it, or leave these records out of the frame."
        )
    bad = ~((array > 0.0) & (array <= 1.0))
    if bad.any():
        raise ParameterError(
            f"participation must be above 0 and at most 1; {int(bad.sum())} are not, the first in row "
            f"{int(np.argmax(bad)) + 1}. Leave out records that never take part."
        )
