"""Cells with equal released values are one class, and δ-disclosure of two cells is none of their union.

δ-disclosure is about the values that occur in a class. A value that one cell has as often as the table, and the other
not at all, has half of its share in their union, and half can be too little. Every other rule is kept by unions. So
where δ was promised the classes are judged before anything is released, and those that break it are merged as cells are
(`partition/confidential/merging.py`), until what is released keeps the promise.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from shoal.encode.encoded import Encoded
from shoal.encode.gaps import release_with_gaps
from shoal.errors import InfeasiblePromise, Setting
from shoal.guarantee.confidential import DeltaDisclosure
from shoal.journey.formation import FormedCells
from shoal.partition.confidential.by_block import merged_by_block
from shoal.partition.partition import Partition
from shoal.release.columns import classes_by
from shoal.table.roles.roles import Roles


def kept_as_classes(encoded: Encoded, cells: FormedCells, roles: Roles) -> FormedCells:
    """The cells themselves if their classes keep the promise, else unions of them that do."""
    promise, points, blocks = cells.confidential, encoded.points, encoded.blocks
    if promise is None or not any(isinstance(rule, DeltaDisclosure) for _, rule in promise.asked):
        return cells
    partition = cells.partition
    while True:
        released = release_with_gaps(
            encoded.encoding, encoded.kept, partition.cell_of, partition.centroids, blocks.void
        )
        class_of = classes_by(released, [*roles.quasi_identifiers, *roles.stratum]).class_of
        if promise.kept_by(class_of):
            return replace(cells, partition=partition)
        cell_of = merged_by_block(points, blocks.block_of, class_of, promise, encoded.weights)
        if len(np.unique(cell_of)) == len(np.unique(class_of)):
            names = list(dict.fromkeys(v.name for v, rule in promise.asked if isinstance(rule, DeltaDisclosure)))
            raise InfeasiblePromise(
                "Cells with equal released values form classes that do not keep δ-disclosure, and no unions of them "
                "were found that do.",
                parameter="closeness",
                column=names,
                hint=("Ask for less, or release more decimals (", Setting("rounding"), ")."),
            )
        merged = Partition.from_cells(
            points, cell_of, method=partition.method, weights=encoded.weights, outcome=partition.outcome
        )
        partition = replace(merged, promise=partition.promise)
