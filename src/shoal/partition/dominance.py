"""Dominance: a record that carries nearly all the weight of its cell is released nearly as it was."""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray
from shoal.errors import InfeasiblePromise
from shoal.partition.partition import Partition

LARGEST_SHARE = 0.8  # of a cell's weight in one record: the dominance rule of statistical offices, for one contributor


def refuse_dominance(partition: Partition, weights: FloatArray) -> None:
    """Refuse a partition in which one record makes up more than LARGEST_SHARE of the weighted mean of its cell."""
    mass = np.bincount(partition.cell_of, weights=weights, minlength=partition.n_cells)
    heaviest = np.zeros(partition.n_cells)
    np.maximum.at(heaviest, partition.cell_of, weights)
    n_dominated = int(np.count_nonzero(heaviest > LARGEST_SHARE * mass))
    if n_dominated:
        raise InfeasiblePromise(
            f"In {n_dominated} of {partition.n_cells} cells one record carries more than {LARGEST_SHARE:.0%} of the "
            "weight, so the released mean would nearly be that record's own value. Trim the weights, raise k, or leave "
            "the weights out."
        )
