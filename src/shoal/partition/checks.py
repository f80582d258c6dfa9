"""What is checked once, at the entrance: points, weights, budget and seed. A refusal shows no value."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray
from shoal.errors import ParameterError, Setting
from shoal.guarantee import ProbabilisticAnonymity
from shoal.partition.problem import Partitioner
from shoal.partition.registry import METHODS

if TYPE_CHECKING:
    from shoal.guarantee.confidential import ConfidentialPromise

LARGEST_COORDINATE = 1e150  # squares of larger ones overflow
LARGEST_WEIGHT_RATIO = 1e9  # beyond this, sums of weights lose the small ones
SMALLEST_SPREAD = 1e-150  # squares of smaller ones vanish


def check_points(points: npt.ArrayLike, name: str = "points") -> FloatArray:
    """An (n, d) array of finite floats, or a worded refusal that shows no value; ``name`` is what the caller says."""
    try:
        array = np.asarray(points)
        if array.dtype.kind not in "biuf":
            array = array.astype(np.float64) if array.dtype.kind == "O" else array
        if array.dtype.kind not in "biuf":
            raise TypeError
    except (TypeError, ValueError):
        raise ParameterError(
            Setting(name),
            " must be numbers.",
            hint="Use shoal.anonymize for tables with text, dates or categories.",
        ) from None
    if array.ndim != 2:
        raise ParameterError(
            Setting(name),
            f" must be an array of shape (records, coordinates), found {array.ndim} dimension(s). For one "
            "coordinate reshape with reshape(-1, 1).",
        )
    if array.shape[1] == 0:
        raise ParameterError(Setting(name), " has no columns; at least one coordinate is needed.")
    floats = np.ascontiguousarray(array, dtype=np.float64)
    bad = ~np.isfinite(floats)
    if bad.any():
        rows = np.flatnonzero(bad.any(axis=1))
        raise ParameterError(
            Setting(name),
            f" holds NaN or infinite values in {len(rows)} record(s), the first in row {rows[0] + 1}.",
            count=len(rows),
            hint="Remove or fill them first.",
        )
    if floats.size:
        spread = float(np.ptp(floats, axis=0).max())
        if np.abs(floats).max() > LARGEST_COORDINATE or 0 < spread < SMALLEST_SPREAD:
            raise ParameterError(
                Setting(name),
                f" holds values beyond {LARGEST_COORDINATE:g}, or differs by less than {SMALLEST_SPREAD:g}: "
                "squared distances would overflow or vanish.",
                hint="Rescale the columns.",
            )
    return floats


def check_weights(weights: npt.ArrayLike | None, n_records: int, name: str = "weights") -> FloatArray | None:
    """Positive finite weights, one a record; ``name`` is what the caller calls them."""
    if weights is None:
        return None
    try:
        array = np.ascontiguousarray(weights, dtype=np.float64)
    except (TypeError, ValueError):
        raise ParameterError(Setting(name), " must be numbers, one for each record.") from None
    if array.shape != (n_records,):
        raise ParameterError(
            Setting(name),
            f" must hold one number for each of the {n_records} records, found shape {array.shape}.",
        )
    bad = ~(np.isfinite(array) & (array > 0))
    if bad.any():
        raise ParameterError(
            Setting(name),
            f" must be positive and finite; {int(bad.sum())} are not, the first in row {int(np.argmax(bad)) + 1}.",
            count=bad.sum(),
            hint="Leave such records out.",
        )
    if array.max() > LARGEST_WEIGHT_RATIO * array.min():
        raise ParameterError(
            "The largest of the ",
            Setting(name),
            f" is more than {LARGEST_WEIGHT_RATIO:g} times the smallest.",
            hint="Leave out records that hardly count, or trim the largest.",
        )
    return array


def check_confidential(given: ConfidentialPromise | None, promise: object, n_records: int) -> None:
    """A promise about confidential values of exactly these records, which all of them together keep."""
    if given is None:
        return
    if isinstance(promise, ProbabilisticAnonymity):
        raise ParameterError(
            Setting("confidential"),
            " is about values that are known, and ",
            Setting("participation"),
            " about a survey that nobody has answered yet.",
            hint="Leave one of them out.",
        )
    if any(len(values.code_of) != n_records for values, _ in given.asked):
        raise ParameterError(
            Setting("confidential"), f" has values of other records; there are {n_records} points.", count=n_records
        )
    given.require_feasible("the array of points")


def check_budget(partitioner: Partitioner, budget_s: float | None) -> None:
    """A budget must be positive, and the method must be able to use it."""
    if budget_s is None:
        return
    if not partitioner.uses_budget:
        able = ", ".join(name for name, method in METHODS.items() if method.uses_budget)
        raise ParameterError(
            f"Method {partitioner.name!r} runs to its own end and cannot use ",
            Setting("budget_s"),
            ".",
            hint=f"Leave it out, or use: {able}.",
        )
    is_number = isinstance(budget_s, (int, float, np.integer, np.floating)) and not isinstance(budget_s, bool)
    if not (is_number and 0 < budget_s < np.inf):
        raise ParameterError(Setting("budget_s"), f" is {budget_s!r}; it must be a positive number of seconds.")


def check_seed(seed: int | None) -> None:
    """A seed is a whole number from 0 on."""
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0):
        raise ParameterError(
            Setting("seed"), " must be a whole number of at least 0.", hint="Leave it out to have one drawn."
        )
