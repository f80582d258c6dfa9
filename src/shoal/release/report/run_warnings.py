"""What the steward should know about a run before publishing: names and counts only."""

from __future__ import annotations

import numpy as np

from shoal.partition.partition import Partition
from shoal.release.column_facts import told_names
from shoal.table.blocks import Blocks
from shoal.table.frames.table import Table
from shoal.table.roles.checks import constant_columns
from shoal.table.roles.roles import Roles


def run_warnings(
    original: Table,
    shown: Table,
    roles: Roles,
    blocks: Blocks,
    partition: Partition,
    *,
    too_few: str,
    keep_order: bool,
    along_streets: bool = False,
    promises_values: bool = False,
) -> list[str]:
    """Sentences about this run.

    too_few: records that cannot make a cell, in words.
    shown: the original without the values that the release does not show. A sentence about the column as a whole,
    such as that it has one value only, would otherwise tell a removed value.
    along_streets: that two cells have one crossing is usual then, and no sign of identical records; screen and report
    say how many classes there are.
    promises_values: that blocks of missing values may be pooled because they could not keep a promise about values.
    """
    said = []
    if roles.unnamed:
        unnamed = told_names(original, roles, roles.unnamed)
        said.append(f"Published unchanged although nobody gave them a role: {', '.join(unnamed)}.")
    said += _missing_warnings(blocks, too_few, original.n_records, promises_values=promises_values)
    constant = constant_columns(shown, roles.quasi_identifiers)
    if constant:
        said.append(f"These quasi-identifiers have only one value, so they distinguish nobody: {', '.join(constant)}.")
    n_alike = _cells_alike(partition, blocks)
    if n_alike and partition.sst > 0.0 and not along_streets:
        said.append(
            f"{n_alike:,} of {partition.n_cells:,} cells have the same centroid as another cell, because identical "
            "records fill several cells. They are released as one larger class."
        )
    if partition.sst == 0.0:
        said.append("All released records have the same quasi-identifiers. They were released as they are.")
    if keep_order:
        said.append("The records are in their original order. Anybody who knows that order knows who is who.")
    return said


def _missing_warnings(blocks: Blocks, too_few: str, n_records: int, *, promises_values: bool) -> list[str]:
    """What became of records with missing quasi-identifiers."""
    said = []
    unkept = ", or those who did could not keep a promise about confidential values" if promises_values else ""
    if blocks.n_without_value:
        said.append(
            f"{blocks.n_without_value:,} of {n_records:,} records were left out: a quasi-identifier was missing."
        )
    if blocks.n_set_apart:
        said.append(f"{blocks.n_set_apart:,} records with missing quasi-identifiers stand in cells of their own.")
    if blocks.n_pooled:
        said.append(
            f"{blocks.n_pooled:,} records had all quasi-identifiers removed: {too_few} missed the same "
            f"ones{unkept}. The removed values count as lost."
        )
    if blocks.n_left_over:
        said.append(
            f"{blocks.n_left_over:,} of {n_records:,} records were left out: {too_few} missed the same "
            "quasi-identifiers, and together they were still too few for a cell of their own."
        )
    return said


def _cells_alike(partition: Partition, blocks: Blocks) -> int:
    """How many cells have the same centroid as another cell of their block."""
    block_of_cell = np.empty(partition.n_cells)
    block_of_cell[partition.cell_of] = blocks.block_of
    return partition.n_cells - len(np.unique(np.column_stack([block_of_cell, partition.centroids]), axis=0))
