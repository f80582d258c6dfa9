"""Dominance: a record that carries nearly all the weight of its cell is released nearly as it was."""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.errors import InfeasiblePromise

LARGEST_SHARE = 0.8  # of a cell's weight in one record: the dominance rule of statistical offices, for one contributor


def refuse_dominance(cell_of: IntArray, weights: FloatArray) -> None:
    """Refuse cells in which one record makes up more than LARGEST_SHARE of the weighted mean of its cell."""
    mass = np.bincount(cell_of, weights=weights)
    heaviest = np.zeros(len(mass))
    np.maximum.at(heaviest, cell_of, weights)
    n_dominated = int(np.count_nonzero(heaviest > LARGEST_SHARE * mass))
    if n_dominated:
        raise InfeasiblePromise(
            f"In {n_dominated} of {len(mass)} cells one record carries more than {LARGEST_SHARE:.0%} of the "
            "weight, so the released mean would nearly be that record's own value. Trim the weights, raise k, or leave "
            "the weights out."
        )
