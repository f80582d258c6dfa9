"""PCL in persons: records that stand for several persons each, in cells of at least k persons.

A record of u persons is u points, each with 1/u of its weight, and PCL makes cells of the right number of points. That
is PCL with two masses, u in the sizes and w in the distortion, except that a record may end up with its persons in two
cells; in the best assignment for given sites that happens to fewer records than there are cells. Each of them then goes
to the cell with most of its persons. The cells that lack persons for it are repaired (`repair.py`), which costs more
than a little room in every cell, so many cells are designed larger by the persons of one record.

Sample weights of thousands would make thousands of points. So a point may also stand for several persons, the same
number for all: then sizes are right up to rounding, and the repair counts persons.

Prescribed numbers of cells, or shares: `two_masses.py` goes on from there until every cell is within one record of its
share. Such cells are repaired only where they break the promise.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.errors import InfeasiblePromise, ParameterError, Setting
from shoal.guarantee import PersonAnonymity
from shoal.partition.partition import Partition
from shoal.partition.pcl.two_masses import refuse_heavy, with_loads
from shoal.partition.problem import Cells, Problem
from shoal.partition.sizes import check_shares
from shoal.partition.transport.squared_euclidean import SQUARED_EUCLIDEAN

if TYPE_CHECKING:
    from shoal.partition.pcl.pcl import PCL

# Up to so many cells, one cell fewer costs more than the repair: households as in tests/partition/test_masses.py lose 5
# to 8 % more with room in 2 to 6 cells, and 6 % less with it in 290.
FEW_CELLS = 10
MOST_POINTS = 4  # a record on average: households have 2 or 3 persons, and then a point is a person


def in_persons(method: PCL, problem: Problem, promise: PersonAnonymity, run: Callable[[PCL, Problem], Cells]) -> Cells:
    """Cells of records; ``run`` is PCL for points of one person."""
    _refuse_others(method)
    masses = promise.masses.astype(np.float64)
    loads = _loads(method, promise)
    unit = max(1.0, float(masses.sum()) / (MOST_POINTS * len(masses)))
    copies = np.maximum(1, np.rint(masses / unit)).astype(np.int64)
    owner = np.repeat(np.arange(len(masses)), copies)
    weight = np.ones(len(masses)) if problem.weights is None else problem.weights
    divided = replace(
        problem,
        points=np.ascontiguousarray(problem.points[owner]),
        k=2 if loads is not None else _points_of_a_cell(promise, unit),
        weights=np.ascontiguousarray((weight / copies)[owner]),
        persons=None,
    )
    if len(owner) < 2 * divided.k:
        return Cells(np.zeros(len(masses), dtype=np.int64))
    if isinstance(method.start, Partition):
        method = replace(method, start=replace(method.start, cell_of=method.start.cell_of[owner]))
    cells = run(method, divided)
    undivided = replace(cells, costs=None, sites=None, history=())
    if loads is None:
        return replace(undivided, cell_of=_together(owner, cells.cell_of, len(masses)))
    sites = SQUARED_EUCLIDEAN.representatives(divided.points, cells.cell_of, len(loads), divided.weights)

    def check_interrupt() -> None:
        problem.progress(len(masses), len(masses))  # an interrupt is raised here

    loaded = with_loads(problem.points, sites, loads, masses, problem.weights, check_interrupt=check_interrupt)
    return replace(undivided, cell_of=loaded.cell_of, history=loaded.history, sizes_are_prescribed=True)


def _refuse_others(method: PCL) -> None:
    """Refuse what cannot be said in persons."""
    if method.sizes is not None:
        raise ParameterError(
            "pcl: ",
            Setting("sizes"),
            " count records, and with masses k counts persons.",
            hint=("Give ", Setting("cells"), " or ", Setting("shares"), "."),
        )
    if method.distance is not None:
        raise ParameterError(
            "pcl: masses go with the squared Euclidean distance only; this one is ",
            Setting("distance", method.measure.name),
            ".",
            hint="Leave one of the two out.",
        )


def _loads(method: PCL, promise: PersonAnonymity) -> FloatArray | None:
    """The persons that each cell is meant to have, if that is prescribed."""
    if method.shares is None and method.cells is None:
        return None
    loads: FloatArray = check_shares(method.shares, method.cells) * float(promise.masses.sum())
    below = int(np.count_nonzero(loads < promise.k))
    if below:
        raise InfeasiblePromise(
            f"pcl: {below} of {len(loads)} cells are to have fewer than k = {promise.k} persons.",
            parameter="cells" if method.shares is None else "shares",
            count=below,
            hint="Ask for fewer or larger cells, or lower k.",
        )
    refuse_heavy(promise.masses.astype(np.float64), loads)
    return loads


def _points_of_a_cell(promise: PersonAnonymity, unit: float) -> int:
    """What a cell needs, and the persons of one more record where there are many cells."""
    mean = float(promise.masses.mean())
    needed = max(float(promise.k), promise.fewest_records * mean)
    room = mean if promise.masses.sum() > FEW_CELLS * needed else 0.0
    return max(2, int(np.rint((needed + room) / unit)))


def _together(owner: IntArray, cell_of: IntArray, n_records: int) -> IntArray:
    """Every record whole in the cell with most of its points; ties go to the lower cell. Without empty cells."""
    pair, count = np.unique(owner * (int(cell_of.max()) + 1) + cell_of, return_counts=True)
    record, cell = np.divmod(pair, int(cell_of.max()) + 1)
    order = np.lexsort((cell, -count, record))
    first = order[np.searchsorted(record[order], np.arange(n_records))]
    whole: IntArray = np.unique(cell[first], return_inverse=True)[1].astype(np.int64)
    return whole
