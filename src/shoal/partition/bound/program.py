"""The linear program over the sets found so far: the highest prices that none of them is too cheap for.

    maximise  Σ copies·price   subject to   Σ price[set] ≤ pairs(set) for every set,   low ≤ price ≤ high

The sets come from the search (`bound/pricing.py`); whatever comes out is searched again before it counts, so
nothing here needs to be exact. The interior-point method of HiGHS is several times faster on these programs than its
simplex methods, and its answers lie less far out.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray, IntArray
from shoal.partition.linear_programs import INTERIOR, Program

SETS_FOR_EACH_POINT = 8  # sets kept, tightest first, times the number of points
SetArray = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Sets:
    """Sets of a given size and the squared distances of their pairs, summed."""

    member: SetArray  # (sets, size), each row ascending
    pairs: FloatArray  # (sets,)

    def joined(self, member: SetArray, pairs: FloatArray, price: FloatArray) -> Sets:
        """With further sets; of the old ones only those that are tight at ``price``."""
        room = SETS_FOR_EACH_POINT * len(price)
        slack = self.pairs - price[self.member].sum(axis=1)
        kept = np.sort(np.argsort(slack, kind="stable")[:room])
        every = np.concatenate([self.member[kept], np.sort(member, axis=1)])
        unique, first = np.unique(every, axis=0, return_index=True)
        return Sets(unique, np.concatenate([self.pairs[kept], pairs])[first])


@dataclass(frozen=True)
class Box:
    """Where the program may look: far-out prices make the search long and the next program no better."""

    low: FloatArray
    high: FloatArray


def highest_prices(
    sets: Sets, copies: IntArray, price: FloatArray, box: Box, moving: IntArray, limit_s: float
) -> FloatArray | None:
    """The best prices of the ``moving`` points while the others keep theirs; None when none was found in time."""
    unit = float(box.high[moving].mean())  # the solver's tolerances are absolute
    if not unit > 0:
        return price  # there is no room to move
    if not limit_s > 0:
        return None
    matrix, room = _constraints(sets, moving, price)
    program = Program(
        -copies[moving].astype(np.float64), matrix, -inf, room / unit, box.low[moving] / unit, box.high[moving] / unit
    )
    answer = program.solve(INTERIOR, limit_s)
    if answer is None or not np.isfinite(answer.taken).all():
        return None
    moved = price.copy()
    moved[moving] = answer.taken * unit
    return moved


def _constraints(sets: Sets, moving: IntArray, price: FloatArray) -> tuple[Any, FloatArray]:
    """Rows of the sets that touch the moving points, and what the points that stay leave of their pairs."""
    from scipy.sparse import csr_array

    position = np.full(len(price), -1, dtype=np.int64)
    position[moving] = np.arange(len(moving))
    at = position[sets.member]
    rows = np.flatnonzero((at >= 0).any(axis=1))
    at = at[rows]
    moves = at >= 0
    room = sets.pairs[rows] - np.where(moves, 0.0, price[sets.member[rows]]).sum(axis=1)
    row_of = np.broadcast_to(np.arange(len(rows))[:, None], at.shape)[moves]
    matrix = csr_array((np.ones(len(row_of)), (row_of, at[moves])), shape=(len(rows), len(moving)))
    return matrix, room
