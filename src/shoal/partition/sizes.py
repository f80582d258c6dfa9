"""Prescribed cell sizes: checked, or made from shares or from a number of cells."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray, IntArray
from shoal.errors import InfeasiblePromise, ParameterError, Setting

SHARES_SUM_TO_ONE = 1e-6  # how far the sum of the shares may be from 1: decimals are often rounded


def even_sizes(n_records: int, n_cells: int) -> IntArray:
    """As even as possible: the first cells take the odd records."""
    sizes = np.full(n_cells, n_records // n_cells, dtype=np.int64)
    sizes[: n_records % n_cells] += 1
    return sizes


def given_sizes(sizes: Sequence[int], n_records: int, k: int) -> IntArray:
    """Sizes as the user gave them: whole, at least k, and summing to n."""
    array = np.asarray(sizes)
    if array.ndim != 1 or len(array) == 0 or array.dtype.kind not in "iu":
        raise ParameterError(Setting("sizes"), " must be a list of whole numbers, one for each cell.")
    if int(array.sum()) != n_records:
        raise ParameterError(
            Setting("sizes"),
            f" sum to {int(array.sum())}, and there are {n_records} records. Every record needs a place.",
            count=array.sum(),
        )
    below = int((array < k).sum())
    if below:
        raise InfeasiblePromise(
            f"{below} of {len(array)} ",
            Setting("sizes"),
            f" are below k = {k}; no cell may hold fewer than k records.",
            count=below,
            hint="Raise those sizes, or lower k.",
        )
    return array.astype(np.int64)


def check_shares(shares: npt.ArrayLike | None, n_cells: int | None = None) -> FloatArray:
    """Shares that sum to 1, now as exactly as numbers do; equal ones when none are given."""
    if shares is None:
        return np.full(n_cells or 1, 1.0 / (n_cells or 1))
    try:
        array = np.asarray(shares, dtype=np.float64)
    except (TypeError, ValueError):
        raise ParameterError(Setting("shares"), " must be numbers, one for each cell.") from None
    if array.ndim != 1 or len(array) == 0 or (n_cells is not None and len(array) != n_cells):
        wanted = "one for each cell" if n_cells is None else f"one for each of the {n_cells} centers"
        raise ParameterError(Setting("shares"), f" must be a list of numbers, {wanted}; found the shape {array.shape}.")
    if not np.isfinite(array).all() or (array < 0).any():
        raise ParameterError(Setting("shares"), " must be finite and not negative.")
    total = float(array.sum())
    if abs(total - 1.0) > SHARES_SUM_TO_ONE:
        raise ParameterError(Setting("shares"), f" sum to {total:.6g}; they must sum to 1.")
    return array / total


def sizes_from_shares(shares: npt.ArrayLike | None, n_records: int, n_cells: int | None = None, k: int = 0) -> IntArray:
    """Shares times n, rounded by largest remainders so that they sum to n."""
    if shares is None:
        return even_sizes(n_records, n_cells or 1)
    exact = check_shares(shares, n_cells) * n_records
    sizes: IntArray = np.floor(exact).astype(np.int64)
    left = n_records - int(sizes.sum())
    sizes[np.argsort(sizes - exact, kind="stable")[:left]] += 1
    below = int((sizes < k).sum())
    if below:
        raise InfeasiblePromise(
            f"{below} of {len(sizes)} ",
            Setting("shares"),
            f" give a cell fewer than k = {k} of {n_records} records.",
            count=below,
            hint="Raise those shares, or lower k.",
        )
    return sizes


def sample_sizes(sizes: IntArray, n_sample: int) -> IntArray:
    """The sizes in proportion, at least 1 each, for a sample (largest remainders first)."""
    exact = sizes / sizes.sum() * n_sample
    scaled: IntArray = np.maximum(1, np.floor(exact)).astype(np.int64)
    missing = n_sample - int(scaled.sum())
    order = np.argsort(scaled - exact, kind="stable")
    for turn in range(abs(missing)):
        if missing > 0:
            scaled[order[turn % len(order)]] += 1
        else:
            largest = int(np.argmax(scaled))
            scaled[largest] -= 1
    return scaled
