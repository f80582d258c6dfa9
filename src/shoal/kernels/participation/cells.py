"""Cells under a promise that no size can state: growing one until it keeps the promise, and judging changed cells."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.jit import inner_kernel
from shoal.kernels.participation.poisson_binomial import SCALE, empty_distribution, failing_mass, one_more, settled


class Promised(NamedTuple):
    """What a cell has to keep, and room to judge one: its failure, its persons, or neither, that is its size alone."""

    participation: npt.NDArray[np.float64]  # (n,), or (0,) when it plays no part
    acceptable: npt.NDArray[np.float64]  # (1,) scaled failure that is still acceptable
    usual_size: npt.NDArray[np.int64]  # (1,) how many records a cell needs as a rule
    pmf: npt.NDArray[np.float64]  # (k,) scratch
    band: npt.NDArray[np.int64]  # (2,) scratch
    masses: npt.NDArray[np.int64]  # (n,) the persons that each record stands for, or (0,) when they play no part
    fewest: npt.NDArray[np.int64]  # (2,) persons in a cell, and how many times the persons of its largest record


NO_MASSES = np.empty(0, dtype=np.int64)


def promised_by_size() -> Promised:
    """Cells are judged by their size."""
    none = np.zeros(2, dtype=np.int64)
    return Promised(np.empty(0), np.zeros(1), np.zeros(1, dtype=np.int64), np.empty(0), none, NO_MASSES, none)


def promised_by_failure(participation: npt.NDArray[np.float64], k: int, acceptable: float, usual_size: int) -> Promised:
    """Cells are judged by their failure."""
    return Promised(
        np.array(participation, dtype=np.float64),  # compiled code takes no read-only array for this one
        np.array([acceptable * SCALE]),
        np.array([usual_size], dtype=np.int64),
        np.empty(k),
        np.zeros(2, dtype=np.int64),
        NO_MASSES,
        np.zeros(2, dtype=np.int64),
    )


def promised_by_masses(masses: npt.NDArray[np.int64], k: int, fewest_records: int) -> Promised:
    """Cells are judged by their persons: at least k, and ``fewest_records`` times those of the largest record."""
    fewest = np.array([k, fewest_records], dtype=np.int64)
    return promised_by_size()._replace(masses=np.array(masses, dtype=np.int64), fewest=fewest)


@inner_kernel
def enough_persons(promised, persons, largest):  # IN
    """Whether a cell of so many persons, with so many in its largest record, keeps the promise."""
    return persons >= promised.fewest[0] and persons >= promised.fewest[1] * largest


@inner_kernel
def brought(promised, record):  # IN
    """What a record brings towards the promise: its persons, or the chance that it takes part."""
    if promised.masses.shape[0] > 0:
        return float(promised.masses[record])
    return promised.participation[record]


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
