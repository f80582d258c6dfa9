"""Forming: cells inside one block, from the records of the block alone.

Whatever order the records come in, they are sorted by their keys first. So the cells depend on nothing but the block.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from shoal.arrays import FloatArray, IntArray
from shoal.errors import InfeasiblePromise, TableError
from shoal.guarantee import ClassPromise, HouseholdAnonymity, KAnonymity, PersonAnonymity
from shoal.guarantee.confidential import ConfidentialPromise
from shoal.journey.passes.counted.cells import cells_of_households, cells_of_masses
from shoal.journey.passes.layout import ADDED
from shoal.journey.passes.plan import BlockPlan, LocatedRecords
from shoal.journey.passes.row_keys import row_keys
from shoal.partition.conditions.households import largest_household
from shoal.partition.confidential.merging import merged
from shoal.partition.microaggregate import microaggregate
from shoal.partition.problem import Progress, no_progress
from shoal.partition.search.one_block import annealed_block
from shoal.release.classes import classes_from, require_classes_kept

CELL = ADDED + "cell"  # the cell of a record: its block in the upper half, its number inside it in the lower half
LEAF = ADDED + "leaf"  # of a record, if it does not follow from the record alone
CELLS_OF_BLOCK = 1 << 32
ORDER_SEED, BLOCK_SEED = 3, 4  # the first number keys what is drawn; see `row_keys`


def leaves_of(frame: pl.DataFrame, plan: BlockPlan) -> IntArray:
    """The leaf of each record of a batch in the first pass, −1 where it is dropped.

    The census has seen all records, so what is wrong with one now was probably not there then.
    """
    if LEAF in frame.columns:
        return frame[LEAF].to_numpy()
    try:
        located = plan.located(frame)
    except TableError as error:
        raise error.retold(after="If the table was right before, it changed while it was read.") from None
    return plan.placings[0].leaf_of(located.points, located.group_of)


def formed(
    frame: pl.DataFrame, block: int, number: int, plan: BlockPlan, progress: Progress = no_progress
) -> tuple[pl.DataFrame, LocatedRecords]:
    """The records of a block with their cells after pass ``number``, in the order of their keys.

    progress: is called between batches of work. What it raises ends the work.
    """
    keys = row_keys(frame, plan.layout.travelling, (plan.seed, ORDER_SEED))
    ordered = frame[keys.order()]
    located = plan.located(ordered)
    promised = _Promised.of(ordered, plan)
    begun = _numbered(ordered[CELL].to_numpy()) if CELL in ordered.columns else None
    cell_of = np.empty(ordered.height, dtype=np.int64)
    n_cells = 0
    for group in np.unique(located.group_of).tolist():
        rows = np.flatnonzero(located.group_of == group)
        own = _cells_of_group(located, rows, begun, (block, group), number, plan, promised.of_rows(rows), progress)
        cell_of[rows] = own + n_cells
        n_cells += int(own.max()) + 1
    promised.require_kept(cell_of)
    cells = pl.Series(CELL, block * CELLS_OF_BLOCK + cell_of)
    return ordered.with_columns(cells), located


def keeps_promises(frame: pl.DataFrame, plan: BlockPlan) -> bool:
    """Whether the records of every group of a block keep what is promised, taken together."""
    if not plan.judges_blocks:
        return True
    group = np.unique(plan.located(frame).group_of, return_inverse=True)[1]
    return _Promised.of(frame, plan).kept_by(group)


@dataclass(frozen=True)
class _Promised:
    """What is promised about some records: in what k counts, and of their confidential values."""

    counted: ClassPromise
    confidential: ConfidentialPromise | None

    @classmethod
    def of(cls, frame: pl.DataFrame, plan: BlockPlan) -> _Promised:
        counted = plan.what.promise(frame, plan.layout)
        return cls(counted, None if plan.promised is None else plan.promised.promise(frame))

    def of_rows(self, rows: IntArray) -> _Promised:
        return _Promised(self.counted.of(rows), None if self.confidential is None else self.confidential.of(rows))

    def kept_by(self, cell_of: IntArray) -> bool:
        if self.counted.broken(cell_of).any():
            return False
        return self.confidential is None or self.confidential.kept_by(cell_of)

    def require_kept(self, cell_of: IntArray) -> None:
        require_classes_kept(self.counted, classes_from(cell_of), "a block")
        if self.confidential is not None:
            self.confidential.require_kept(cell_of, "a block")


def next_leaves(cell_of: IntArray, located: LocatedRecords, number: int, plan: BlockPlan) -> IntArray:
    """The leaf of each record in pass ``number``: that of the centroid of its cell."""
    centroids = centroids_of(located.points, cell_of, located.weights)
    first = np.empty(len(centroids), dtype=np.int64)
    first[cell_of[::-1]] = np.arange(len(cell_of) - 1, -1, -1)
    return plan.placings[number].leaf_of(centroids, located.group_of[first])[cell_of]


def centroids_of(points: FloatArray, cell_of: IntArray, weights: FloatArray | None) -> FloatArray:
    """(cells, d) the weighted means, summed about the first point, so that a far-away origin costs no digits."""
    origin = points[0]
    mass = np.bincount(cell_of, weights=weights).astype(np.float64)
    sums = np.empty((len(mass), points.shape[1]))
    for column in range(points.shape[1]):
        from_origin = points[:, column] - origin[column]
        sums[:, column] = np.bincount(cell_of, from_origin if weights is None else from_origin * weights)
    return np.asarray(origin + sums / mass[:, None])


def _cells_of_group(
    located: LocatedRecords,
    rows: IntArray,
    begun: IntArray | None,
    where: tuple[int, int],
    number: int,
    plan: BlockPlan,
    promised: _Promised,
    progress: Progress,
) -> IntArray:
    points = np.ascontiguousarray(located.points[rows])
    weights = None if located.weights is None else located.weights[rows]
    own, counted = promised.confidential, promised.counted
    seed = (plan.seed, BLOCK_SEED, number, *where)
    drawn = int(np.random.SeedSequence(seed).generate_state(1, np.uint32)[0])
    _require_possible(promised, len(rows), plan)
    begun = None if begun is None else _numbered(begun[rows])
    if isinstance(counted, PersonAnonymity):
        return cells_of_masses(points, counted, begun, plan.way.start, drawn, weights, progress)
    if isinstance(counted, HouseholdAnonymity):
        if counted.together:
            return cells_of_households(points, counted, begun, plan.way.start, drawn, weights, progress)
        own = largest_household(counted)
    cell_of = begun
    if cell_of is None:
        cell_of = microaggregate(
            points, plan.k, method=plan.way.start, seed=drawn, weights=weights, confidential=own, progress=progress
        ).cell_of
    if number >= len(plan.way.steps):
        return cell_of
    annealed = annealed_block(
        points, cell_of, plan.k, plan.way.steps[number], seed, weights=weights, confidential=own, progress=progress
    )
    return annealed if own is None or own.kept_by(annealed) else merged(points, annealed, own, weights)


def _require_possible(promised: _Promised, n_records: int, plan: BlockPlan) -> None:
    """Refuse a group that cannot keep what is promised, not even with all its records in one cell."""
    one_cell = np.zeros(n_records, dtype=np.int64)
    if not isinstance(promised.counted, KAnonymity) and promised.counted.broken(one_cell).any():
        promised.counted.require_feasible(n_records, "a stratum, or a group of records that miss the same columns,")
    if promised.confidential is not None and not promised.confidential.kept_by(one_cell):
        raise InfeasiblePromise(
            "At least one stratum, or group of records that miss the same quasi-identifiers, cannot keep the promises "
            "about confidential values, not even with all its records in one cell.",
            parameter="by" if plan.roles.stratum else "missing",
            column=(*plan.promised.known, *plan.roles.stratum) if plan.promised is not None else plan.roles.stratum,
            hint="Ask for less, merge strata, or fill the gaps.",
        )


def _numbered(cell_of: IntArray) -> IntArray:
    """The same cells, numbered from 0 in the order of their first records."""
    _, first, cell = np.unique(cell_of, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[cell]
