"""The two most distant free records, again and again, with a cell around each.

The farthest partner of a record can only come closer as records are taken, so a remembered distance is an
upper bound. A heap keeps the bounds; only a record whose bound comes to the top after its partner has gone is
looked at again. The pair on top with both ends free is therefore the most distant one, exactly.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.distance import squared_distance
from shoal.kernels.greedy.cells import put
from shoal.kernels.jit import inner_kernel, kernel
from shoal.kernels.neighbours.free_records import count_free
from shoal.kernels.neighbours.heap import Heap, heap_of_all, pop, push
from shoal.kernels.neighbours.tree_search import farthest, nearest

BOUND_SLACK = 1.0 + 1e-9  # the first bounds are rounded sums; far above n·d·2⁻⁵³ for any d in reach


class Pairs(NamedTuple):
    """What is known about the farthest partners."""

    heap: Heap  # records under minus their bound
    partner: npt.NDArray[np.int64]  # (n,) record at that distance, −1 before the first look


def farthest_pairs(points: npt.NDArray[np.float64]) -> Pairs:
    """No search yet: |x − y| ≤ |x| + max |y| bounds every record."""
    norm = np.sqrt(np.einsum("ij,ij->i", points, points))
    bound = (norm + norm.max()) ** 2 * BOUND_SLACK
    return Pairs(heap_of_all(-bound), np.full(len(points), -1, dtype=np.int64))


@kernel
def take_pairs(state, pairs, k, max_searches):  # state (`Shoaling`), pairs OUT
    """Form two cells per most distant pair until fewer than 2k are free or ``max_searches`` searches are
    spent.
    """
    n_searches = 0
    while count_free(state.tree) >= 2 * k and n_searches < max_searches:
        record = pop(pairs.heap)
        if state.cell_of[record] >= 0:
            continue
        n_searches += 1
        partner = pairs.partner[record]
        if partner >= 0 and state.cell_of[partner] < 0:
            _form_cells(state, record, partner, k)
        else:
            partner = _farthest_other(state, record)
            pairs.partner[record] = partner
            push(pairs.heap, -squared_distance(state.points[record], state.points[partner]), record)


@inner_kernel
def _farthest_other(state, record):  # IN
    """The free record farthest from a free record, never itself, not even when all free records coincide."""
    other = farthest(state.tree, state.points[record])
    if other != record:
        return other
    nearest(state.tree, state.points[record], np.int64(2), state.found, state.found_distance)
    return state.found[1] if state.found[0] == record else state.found[0]


@inner_kernel
def _squared_norm(point):  # IN
    norm = 0.0
    for j in range(point.shape[0]):
        norm += point[j] * point[j]
    return norm


@inner_kernel
def _form_cells(state, record, partner, k):  # state OUT
    """A cell around each of the two, first around the one farther from the origin, which is the mean.

    Both are put first: neither may end in the other's cell.
    """
    if _squared_norm(state.points[partner]) > _squared_norm(state.points[record]):
        record, partner = partner, record
    cell = state.n_cells[0]
    put(state, record, cell)
    put(state, partner, cell + 1)
    fill_cell(state, record, cell, k - 1)
    fill_cell(state, partner, cell + 1, k - 1)
    state.n_cells[0] = cell + 2


@inner_kernel
def fill_cell(state, head, cell, wanted):  # state OUT
    """Put the ``wanted`` free records nearest to the head of a cell into it."""
    n_found = nearest(state.tree, state.points[head], wanted, state.found, state.found_distance)
    for i in range(n_found):
        put(state, state.found[i], cell)
