"""Cells under a probabilistic promise: growing one until it keeps the promise, and judging cells whose records move."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.jit import inner_kernel
from shoal.kernels.participation.poisson_binomial import SCALE, empty_distribution, failing_mass, one_more, settled


class Promised(NamedTuple):
    """What a cell has to keep, and room to judge one. Without participation a cell is judged by its size alone."""

    participation: npt.NDArray[np.float64]  # (n,), or (0,) when size alone counts
    acceptable: npt.NDArray[np.float64]  # (1,) scaled failure that is still acceptable
    usual_size: npt.NDArray[np.int64]  # (1,) how many records a cell needs as a rule
    pmf: npt.NDArray[np.float64]  # (k,) scratch
    band: npt.NDArray[np.int64]  # (2,) scratch


def promised_by_size() -> Promised:
    """Cells are judged by their size."""
    return Promised(np.empty(0), np.zeros(1), np.zeros(1, dtype=np.int64), np.empty(0), np.zeros(2, dtype=np.int64))


def promised_by_failure(participation: npt.NDArray[np.float64], k: int, acceptable: float, usual_size: int) -> Promised:
    """Cells are judged by their failure."""
    return Promised(
        np.array(participation, dtype=np.float64),  # compiled code takes no read-only array for this one
        np.array([acceptable * SCALE]),
        np.array([usual_size], dtype=np.int64),
        np.empty(k),
        np.zeros(2, dtype=np.int64),
    )


@inner_kernel
def uneven(promised):  # IN
    """Whether cells are judged by their failure."""
    return promised.participation.shape[0] > 0


@inner_kernel
def enough(promised, records, n_records):  # records IN, promised scratch
    """How many of these records, in this order, make a cell that keeps the promise when any others join; 0: too few.

    Later records only lower the failure of a cell that is settled, so such a cell can be closed.
    """
    k = promised.pmf.shape[0]
    empty_distribution(promised.pmf, promised.band)
    for at in range(n_records):
        one_more(promised.pmf, promised.band, promised.participation[records[at]])
        if (
            at + 1 >= k
            and promised.pmf[k - 1] <= promised.acceptable[0]
            and settled(promised.pmf)
            and failing_mass(promised.pmf, promised.band) <= promised.acceptable[0]
        ):
            return at + 1
    return 0
