"""The entrance to partitioning: check the points once, find the method, count the cells.

Everything behind this door trusts its input, and nothing leaves it whose cells were not counted.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import numpy as np
import numpy.typing as npt

from shoal.errors import ParameterError
from shoal.guarantee import KAnonymity
from shoal.partition.greedy.md import MD
from shoal.partition.greedy.mdav import MDAV
from shoal.partition.greedy.mdav_plus import MDAVPlus
from shoal.partition.greedy.mdav_star import MDAVStar
from shoal.partition.greedy.mst import MST
from shoal.partition.greedy.mu_approx import MuApprox
from shoal.partition.greedy.optimal_1d import Optimal1D
from shoal.partition.greedy.tfrp import TFRP
from shoal.partition.greedy.vmdav import VMDAV
from shoal.partition.method_text import describe, method_from
from shoal.partition.participation import promised, terms_of
from shoal.partition.participation_repair import keep_promise
from shoal.partition.partition import FloatArray, Partition
from shoal.partition.pcl.noisy import NoisyPCL
from shoal.partition.pcl.pcl import PCL
from shoal.partition.problem import Partitioner, Problem, Progress, no_progress
from shoal.partition.search.auto import Auto
from shoal.partition.search.best import Best

METHODS: dict[str, type[Partitioner]] = {
    method.name: method
    for method in (MDAV, MDAVPlus, VMDAV, MDAVStar, MD, MST, MuApprox, TFRP, Optimal1D, PCL, NoisyPCL, Best, Auto)
}

LARGEST_COORDINATE = 1e150  # squares of larger ones overflow
LARGEST_WEIGHT_RATIO = 1e9  # beyond this, sums of weights lose the small ones
SMALLEST_SPREAD = 1e-150  # squares of smaller ones vanish
LARGEST_WHOLE = 2.0**52  # whole numbers up to here differ by whole numbers exactly


def microaggregate(
    points: npt.ArrayLike,
    k: int,
    *,
    method: str | Partitioner = "auto",
    seed: int | None = None,
    budget_s: float | None = None,
    weights: npt.ArrayLike | None = None,
    participation: npt.ArrayLike | None = None,
    failure: float | None = None,
    progress: Progress = no_progress,
) -> Partition:
    """Put points into cells of at least k, at small distortion.

    With ``participation`` and ``failure`` the cells are for a survey that nobody has answered yet: each is large enough
    that at least k of its records take part, or none, but for an acceptable probability.

    Parameters
    ----------
    points : (n, d) array, used as given (standardise first if columns have different units).
    k : the fewest records a cell may hold, at least 2.
    method : a name (``METHODS``) or a settings object such as ``VMDAV(gain=1.1)``.
    seed : for methods that draw random numbers; the greedy methods draw none, so it changes nothing there.
    budget_s : seconds to spend, for the methods that can use a budget (``best``, ``auto``, ``pcl``); others refuse one.
    weights : (n,) positive weights of the records in centroids and in the distortion: a record of weight m pulls
        like m records. They never count towards k.
    participation : probability of taking part, in (0, 1]: one for all records, or one each. Uneven participation weighs
        in centroids and in the distortion, besides ``weights``.
    failure : acceptable probability that somebody, but fewer than k, take part in a cell.
    progress : called with (records done, records in all) between compiled batches.
    """
    promise = promised(k, participation, failure)
    given = check_points(points)
    partitioner = find_method(method)
    check_budget(partitioner, budget_s)
    terms = terms_of(promise, len(given), check_weights(weights, len(given)))
    check_seed(seed)
    centred, shift = centred_points(given)
    problem = Problem(centred, terms.size, terms.weights, seed, budget_s, progress, shift, terms.uneven)
    cells = keep_promise(problem, partitioner(problem))
    partition = Partition.from_cells(
        given,
        cells.cell_of,
        method=cells.method or describe(partitioner),
        weights=terms.weights,
        outcome=cells.outcome,
        costs=cells.costs,
        sites=None if cells.sites is None else cells.sites + shift,
        history=cells.history,
    )
    counted = partition.sizes if isinstance(promise, KAnonymity) else partition.cell_of
    promise.require_kept(counted, f"method {partition.method!r}")
    return replace(partition, promise=promise)


def centred_points(points: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The points around their mean, and where that was.

    A column of whole numbers is moved by a whole number, which is exact: records that are equally far apart stay so,
    and ties go to the lower index as they should.
    """
    mean = points.mean(axis=0)
    whole = (points == np.rint(points)).all(axis=0) & (np.abs(points).max(axis=0) < LARGEST_WHOLE)
    origin = np.where(whole, np.rint(mean), mean)
    centred = points - origin
    rest = np.where(whole, 0.0, centred.mean(axis=0))  # the second mean removes what rounding left of the first
    centred -= rest
    return np.ascontiguousarray(centred), origin + rest


def find_method(method: object) -> Partitioner:
    """The settings object behind words such as 'mdav' or 'vmdav(gain=1.1)'; settings objects pass through."""
    if isinstance(method, str):
        return method_from(method, METHODS)
    if isinstance(method, type):
        raise ParameterError(f"method is the class {method.__name__}; give an object, {method.__name__}(…), or a name.")
    if not isinstance(method, tuple(METHODS.values())):
        raise ParameterError(
            f"method must be a name or a settings object such as MDAV(), found {type(method).__name__}. "
            f"Names: {', '.join(METHODS)}."
        )
    return cast(Partitioner, method)


def check_points(points: npt.ArrayLike) -> FloatArray:
    """An (n, d) array of finite floats, or a worded refusal that shows no value."""
    try:
        array = np.asarray(points)
        if array.dtype.kind not in "biuf":
            array = array.astype(np.float64) if array.dtype.kind == "O" else array
        if array.dtype.kind not in "biuf":
            raise TypeError
    except (TypeError, ValueError):
        raise ParameterError(
            "points must be numbers. Use shoal.anonymize for tables with text, dates or categories."
        ) from None
    if array.ndim != 2:
        raise ParameterError(
            f"points must be an array of shape (records, coordinates), found {array.ndim} dimension(s). "
            "For one coordinate reshape with points.reshape(-1, 1)."
        )
    if array.shape[1] == 0:
        raise ParameterError("points has no columns; at least one coordinate is needed.")
    floats = np.ascontiguousarray(array, dtype=np.float64)
    bad = ~np.isfinite(floats)
    if bad.any():
        rows = np.flatnonzero(bad.any(axis=1))
        raise ParameterError(
            f"points holds NaN or infinite values in {len(rows)} record(s), the first in row {rows[0] + 1}. "
            "Remove or fill them first."
        )
    if floats.size:
        spread = float(np.ptp(floats, axis=0).max())
        if np.abs(floats).max() > LARGEST_COORDINATE or 0 < spread < SMALLEST_SPREAD:
            raise ParameterError(
                f"points holds values beyond {LARGEST_COORDINATE:g}, or differs by less than {SMALLEST_SPREAD:g}: "
                "squared distances would overflow or vanish. Rescale the columns."
            )
    return floats


def check_weights(weights: npt.ArrayLike | None, n_records: int, name: str = "weights") -> FloatArray | None:
    """Positive finite weights, one a record; ``name`` is what the caller calls them."""
    if weights is None:
        return None
    try:
        array = np.ascontiguousarray(weights, dtype=np.float64)
    except (TypeError, ValueError):
        raise ParameterError(f"{name} must be numbers, one for each record.") from None
    if array.shape != (n_records,):
        raise ParameterError(
            f"{name} must hold one number for each of the {n_records} records, found shape {array.shape}."
        )
    bad = ~(np.isfinite(array) & (array > 0))
    if bad.any():
        raise ParameterError(
            f"{name} must be positive and finite; {int(bad.sum())} are not, the first in row "
            f"{int(np.argmax(bad)) + 1}. Leave such records out."
        )
    if array.max() > LARGEST_WEIGHT_RATIO * array.min():
        raise ParameterError(
            f"The largest of the {name} is more than {LARGEST_WEIGHT_RATIO:g} times the smallest. Leave out records "
            "that hardly count, or trim the largest."
        )
    return array


def check_budget(partitioner: Partitioner, budget_s: float | None) -> None:
    """A budget must be positive, and the method must be able to use it."""
    if budget_s is None:
        return
    if not partitioner.uses_budget:
        able = ", ".join(name for name, method in METHODS.items() if method.uses_budget)
        raise ParameterError(
            f"Method {partitioner.name!r} runs to its own end and cannot use budget_s. Leave it out, or use: {able}."
        )
    is_number = isinstance(budget_s, (int, float, np.integer, np.floating)) and not isinstance(budget_s, bool)
    if not (is_number and 0 < budget_s < np.inf):
        raise ParameterError(f"budget_s is {budget_s!r}; it must be a positive number of seconds.")


def check_seed(seed: int | None) -> None:
    """A seed is a whole number from 0 on."""
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0):
        raise ParameterError("seed must be a whole number of at least 0; leave it out to have one drawn.")
