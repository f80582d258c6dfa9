"""What the steward should know about a run before publishing: names and counts only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.partition.partition import Partition
from shoal.table.blocks import Blocks
from shoal.table.frames.table import Table
from shoal.table.roles.checks import constant_columns
from shoal.table.roles.roles import Roles


@dataclass(frozen=True)
class RunFigures:
    """What happened in a run, in figures."""

    n_records: int  # that came in
    n_without_value: int  # left out, because a quasi-identifier was missing
    n_set_apart: int  # that miss a quasi-identifier, in cells of their own
    n_pooled: int  # had all quasi-identifiers removed
    n_left_over: int  # left out, because even a pool would have been too small
    constant: Sequence[str]  # quasi-identifiers with one value
    n_cells: int
    n_cells_alike: int  # with the centroid of another cell
    is_one_point: bool  # all records have the same quasi-identifiers

    @classmethod
    def of(cls, original: Table, shown: Table, roles: Roles, blocks: Blocks, partition: Partition) -> RunFigures:
        """Of a run in memory.

        shown: the original without the values that the release does not show. A sentence about the column as a whole,
        such as that it has one value only, would otherwise tell a removed value.
        """
        block_of_cell = np.empty(partition.n_cells, dtype=np.int64)
        block_of_cell[partition.cell_of] = blocks.block_of
        return cls(
            n_records=original.n_records,
            n_without_value=blocks.n_without_value,
            n_set_apart=blocks.n_set_apart,
            n_pooled=blocks.n_pooled,
            n_left_over=blocks.n_left_over,
            constant=constant_columns(shown, roles.quasi_identifiers),
            n_cells=partition.n_cells,
            n_cells_alike=cells_alike(partition.centroids, block_of_cell),
            is_one_point=partition.sst == 0.0,
        )


def cells_alike(centroids: FloatArray, block_of_cell: IntArray) -> int:
    """How many cells have the same centroid as another cell of their block."""
    return len(centroids) - len(np.unique(np.column_stack([block_of_cell, centroids]), axis=0))


def run_warnings(
    figures: RunFigures,
    unnamed: Sequence[str],
    *,
    too_few: str,
    keep_order: bool = False,
    along_streets: bool = False,
    promises_values: bool = False,
) -> list[str]:
    """Sentences about this run.

    unnamed: columns without a role, as a report may call them.
    too_few: records that cannot make a cell, in words.
    along_streets: that two cells have one crossing is usual then, and no sign of identical records; screen and report
    say how many classes there are.
    promises_values: that blocks of missing values may be pooled because they could not keep a promise about values.
    """
    said = []
    if unnamed:
        said.append(f"Published unchanged although nobody gave them a role: {', '.join(unnamed)}.")
    said += _missing_warnings(figures, too_few, promises_values=promises_values)
    if figures.constant:
        said.append(
            f"These quasi-identifiers have only one value, so they distinguish nobody: {', '.join(figures.constant)}."
        )
    if figures.n_cells_alike and not figures.is_one_point and not along_streets:
        said.append(
            f"{figures.n_cells_alike:,} of {figures.n_cells:,} cells have the same centroid as another cell, because "
            "identical records fill several cells. They are released as one larger class."
        )
    if figures.is_one_point:
        said.append("All released records have the same quasi-identifiers. They were released as they are.")
    if keep_order:
        said.append("The records are in their original order. Anybody who knows that order knows who is who.")
    return said


def _missing_warnings(figures: RunFigures, too_few: str, *, promises_values: bool) -> list[str]:
    """What became of records with missing quasi-identifiers."""
    said = []
    n_records = figures.n_records
    unkept = ", or those who did could not keep a promise about confidential values" if promises_values else ""
    if figures.n_without_value:
        said.append(
            f"{figures.n_without_value:,} of {n_records:,} records were left out: a quasi-identifier was missing."
        )
    if figures.n_set_apart:
        said.append(f"{figures.n_set_apart:,} records with missing quasi-identifiers stand in cells of their own.")
    if figures.n_pooled:
        said.append(
            f"{figures.n_pooled:,} records had all quasi-identifiers removed: {too_few} missed the same "
            f"ones{unkept}. The removed values count as lost."
        )
    if figures.n_left_over:
        said.append(
            f"{figures.n_left_over:,} of {n_records:,} records were left out: {too_few} missed the same "
            "quasi-identifiers, and together they were still too few for a cell of their own."
        )
    return said
