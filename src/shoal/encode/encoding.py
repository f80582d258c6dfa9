"""Encoding: all quasi-identifiers of a table as points, and centroids back into released values.

``Encoding.fit`` chooses the kind of each quasi-identifier (from its role, else from the column), ``points``
writes the coordinates side by side, ``decode`` goes back. An attribute of weight w has its coordinates
multiplied by √w, so its squared distances count w times.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray, IntArray
from shoal.encode.attributes.attribute import Attribute, Values, refuse_missing
from shoal.encode.attributes.location import Location
from shoal.encode.attributes.moment import Moment
from shoal.encode.attributes.nominal import Nominal
from shoal.encode.attributes.numeric import Numeric
from shoal.encode.attributes.ordinal import Ordinal
from shoal.encode.attributes.taxonomy import Taxonomy
from shoal.encode.choice import fitted_attributes
from shoal.errors import ParameterError, TableError
from shoal.table.frames.table import Table
from shoal.table.roles.roles import Roles

KINDS: dict[str, type[Attribute]] = {
    kind.KIND: kind for kind in (Numeric, Moment, Nominal, Ordinal, Taxonomy, Location)
}

# Points beyond this size mean a column with far too many categories; better an error in words than a dead
# machine.
MOST_POINT_BYTES = 8 * 2**30


@dataclass(frozen=True)
class Encoding:
    """One attribute per quasi-identifier, in the order of the roles (a latitude/longitude pair is one
    attribute).
    """

    attributes: tuple[Attribute, ...]

    @classmethod
    def fit(cls, table: Table, roles: Roles, weights: npt.ArrayLike | None = None) -> Encoding:
        """Fit every quasi-identifier to the records of the table, which has no missing values in them any
        more.

        With record weights, a record of weight m counts as m equal records.
        """
        if table.n_records == 0:
            raise TableError("There are no records to encode.")
        for name in roles.quasi_identifiers:
            refuse_missing(table, name)
        record_weight = None if weights is None else _record_weights(weights, table.n_records)
        return cls(fitted_attributes(table, roles, record_weight))

    @property
    def n_coordinates(self) -> int:
        """The dimension d of the points."""
        return sum(attribute.n_coordinates for attribute in self.attributes)

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that the encoding reads and releases."""
        return tuple(column for attribute in self.attributes for column in attribute.columns)

    @property
    def slices(self) -> dict[str, slice]:
        """Which coordinates belong to which attribute, in their order."""
        ends = list(accumulate((attribute.n_coordinates for attribute in self.attributes), initial=0))
        return {
            name: slice(start, end)
            for name, start, end in zip(_distinct_names(self.attributes), ends[:-1], ends[1:], strict=True)
        }

    def points(self, table: Table) -> FloatArray:
        """The records of a table (the fitted one, or another with the same columns) as points (n, d)."""
        size = table.n_records * self.n_coordinates * np.dtype(np.float64).itemsize
        if size > MOST_POINT_BYTES:
            widest = max(self.attributes, key=lambda attribute: attribute.n_coordinates)
            raise TableError(
                f"The points would take {size / 2**30:.0f} GiB of memory; column '{widest.name}' alone has "
                f"{widest.n_coordinates} coordinates.",
                column=widest.name,
                hint="Merge its categories, give it an order, or give it another role.",
            )
        points = np.empty((table.n_records, self.n_coordinates))
        for attribute, part in zip(self.attributes, self.slices.values(), strict=True):
            for column in attribute.columns:
                refuse_missing(table, column)
            if table.n_records == 0:
                continue
            attribute.fill(table, points[:, part])
            if attribute.weight != 1.0:
                points[:, part] *= math.sqrt(attribute.weight)
        return points

    def decode(self, centroids: npt.ArrayLike) -> dict[str, Values]:
        """Released values per cell and column, from the centroids alone; temporal columns as int64
        instants.
        """
        centres = np.asarray(centroids, dtype=np.float64)
        if centres.ndim != 2 or centres.shape[1] != self.n_coordinates:
            raise ParameterError(
                f"Centroids of this encoding are an array (cells, {self.n_coordinates}); "
                f"found the shape {centres.shape}."
            )
        released: dict[str, Values] = {}
        for attribute, part in zip(self.attributes, self.slices.values(), strict=True):
            own = centres[:, part]
            released |= attribute.decode(own if attribute.weight == 1.0 else own / math.sqrt(attribute.weight))
        return released

    def representatives(self, centroids: FloatArray) -> FloatArray:
        """The points of what is released for these centroids."""
        points = np.empty_like(centroids)
        for attribute, part in zip(self.attributes, self.slices.values(), strict=True):
            root = math.sqrt(attribute.weight)
            points[:, part] = root * attribute.representatives(centroids[:, part] / root)
        return points

    def release_into(self, table: Table, cell_of: IntArray, centroids: npt.ArrayLike) -> Table:
        """The table with every record's quasi-identifiers replaced by the released values of its cell."""
        decoded = self.decode(centroids)
        return table.replaced(
            {
                column: attribute.released(table, column, decoded[column][cell_of])
                for attribute in self.attributes
                for column in attribute.columns
            }
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON data: everything that ``points`` and ``decode`` need."""
        return {"attributes": [attribute.to_dict() for attribute in self.attributes]}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Encoding:
        """The encoding that ``to_dict`` described; one that no fit could have made is refused."""
        try:
            described = data["attributes"]
            attributes = tuple(KINDS[attribute["kind"]].from_dict(attribute) for attribute in described)
        except (KeyError, TypeError) as error:
            raise ParameterError(
                f"The description of the encoding lacks or does not know {error}. It may come from another version."
            ) from None
        for attribute in attributes:
            attribute.require_sound()
        columns = [column for attribute in attributes for column in attribute.columns]
        if not columns or len(set(columns)) < len(columns):
            raise ParameterError("The description of the encoding names no column, or one of them twice.")
        return cls(attributes)


def _distinct_names(attributes: tuple[Attribute, ...]) -> list[str]:
    """A column keeps its name; a pair whose joined name is that of a column, or of another pair, gets a number."""
    taken = {attribute.name for attribute in attributes if len(attribute.columns) == 1}
    names = []
    for attribute in attributes:
        name, number = attribute.name, 1
        while len(attribute.columns) > 1 and name in taken:
            number += 1
            name = f"{attribute.name} ({number})"
        taken.add(name)
        names.append(name)
    return names


def _record_weights(weights: npt.ArrayLike, n_records: int) -> FloatArray:
    record_weight = np.asarray(weights, dtype=np.float64)
    if record_weight.shape != (n_records,):
        raise ParameterError(f"There are {n_records} records and weights of the shape {record_weight.shape}.")
    if not (np.isfinite(record_weight).all() and (record_weight >= 0.0).all() and record_weight.sum() > 0.0):
        raise ParameterError("Record weights must be finite, not negative, and not all 0.")
    return record_weight
