"""Encoding a table in which some quasi-identifiers are void for some records.

Each attribute is fitted to the records that have it. A record without it gets the coordinates 0: records that are void
alike are then all at the same place in that attribute, so it plays no part in the distances between them. (The mean of
the others would do as well, but the place stands in files, and an exact mean tells values.) What is released for them
is a missing value. Losses are told with such records at the mean, so that they add nothing (`units.py`).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from shoal.arrays import BoolArray, FloatArray, IntArray
from shoal.encode.attributes.attribute import Attribute
from shoal.encode.encoding import Encoding
from shoal.errors import TableError
from shoal.table.frames.table import Table
from shoal.table.roles.roles import Roles

Void = Mapping[str, BoolArray]


def fit_with_gaps(table: Table, roles: Roles, void: Void, weights: FloatArray | None = None) -> Encoding:
    """Fit every attribute to the records in which it is not void."""
    if not void:
        return Encoding.fit(table, roles, weights)
    pair_of = dict(roles.positions)
    second = set(pair_of.values())
    attributes: list[Attribute] = []
    for name in roles.quasi_identifiers:
        if name in second:
            continue
        columns = (name, pair_of[name]) if name in pair_of else (name,)
        rows = present(name, void, table.n_records)
        if len(rows) == 0:
            raise TableError(
                f"Quasi-identifier '{name}' is missing in every record that is kept.",
                column=name,
                hint="Leave it out, or give it another role.",
            )
        own_weights = None if weights is None else weights[rows]
        attributes += Encoding.fit(table.taken(rows), Roles(roles.columns, columns), own_weights).attributes
    return Encoding(tuple(attributes))


def void_place(encoding: Encoding) -> FloatArray:
    """Where records without an attribute are put."""
    return np.zeros(encoding.n_coordinates)


def points_with_gaps(encoding: Encoding, table: Table, void: Void, centre: FloatArray) -> FloatArray:
    """The points of all records; where an attribute is void, its centre."""
    if not void:
        return encoding.points(table)
    points = np.empty((table.n_records, encoding.n_coordinates))
    for attribute, part in zip(encoding.attributes, encoding.slices.values(), strict=True):
        rows = present(attribute.columns[0], void, table.n_records)
        points[:, part] = centre[part]
        points[rows, part] = Encoding((attribute,)).points(table.taken(rows))
    return points


def release_with_gaps(encoding: Encoding, table: Table, cell_of: IntArray, centroids: FloatArray, void: Void) -> Table:
    """The table with the released values of each cell, and missing values where they are void."""
    # Whole columns are overwritten first, so that no original value remains where a value is then removed.
    return encoding.release_into(table, cell_of, centroids).voided(void)


def present(name: str, void: Void, n_records: int) -> IntArray:
    """The rows of the records in which the column is not void."""
    if name not in void:
        return np.arange(n_records, dtype=np.int64)
    return np.flatnonzero(~void[name]).astype(np.int64)
