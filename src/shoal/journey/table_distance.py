"""Distances in a table: what a distance of PCL means for encoded columns.

Points are encoded columns, so a distance that needs other coordinates gets them from the encoding: degrees for the
great circle, nodes for a taxonomy. Cells are formed in that distance. What is released are the means of the cells, as
always (nodes and modes for categories): a median, or a medoid, may be the value of a single record.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from shoal.arrays import FloatArray
from shoal.encode.attributes.location import Location
from shoal.encode.attributes.moment import Moment
from shoal.encode.attributes.numeric import Numeric
from shoal.encode.attributes.taxonomy import Taxonomy
from shoal.encode.encoding import Encoding
from shoal.errors import ParameterError, Setting
from shoal.partition.distances.euclidean import Euclidean
from shoal.partition.distances.graph import Graph
from shoal.partition.distances.graph_by_name import GraphByName
from shoal.partition.distances.great_circle import GreatCircle
from shoal.partition.distances.manhattan import Manhattan
from shoal.partition.distances.taxonomy import TaxonomyDistance
from shoal.partition.pcl.pcl import PCL
from shoal.partition.problem import Partitioner
from shoal.table.frames.table import Table
from shoal.table.roles.positions import position_types
from shoal.table.roles.roles import Roles


def in_the_table(method: Partitioner, encoding: Encoding, streets: Graph | None = None) -> Partitioner:
    """The same method, with its distance bound to the encoding; a distance that no table has is refused.

    streets: the graph of this run, in the coordinates of the encoding (`along_streets.py`).
    """
    if not isinstance(method, PCL) or method.distance is None:
        return method
    measure = method.measure
    if isinstance(measure, GraphByName):  # without streets it refuses to measure, in words
        return method if streets is None else replace(method, distance=streets)
    if isinstance(measure, TaxonomyDistance):
        if not any(isinstance(attribute, Taxonomy) for attribute in encoding.attributes):
            raise ParameterError(
                "No quasi-identifier has a taxonomy, which the ",
                Setting("distance", "taxonomy"),
                " needs.",
                hint="Name one in the roles file, or leave the distance out.",
            )
        return replace(method, distance=TaxonomyDistance(encoding.representatives))
    if isinstance(measure, GreatCircle):
        return replace(method, distance=PositionDistance(_only_position(encoding)))
    if isinstance(measure, (Euclidean, Manhattan)):
        _require_numbers(encoding, measure.name)
        return method
    raise ParameterError(
        "A table has no ",
        Setting("distance"),
        f" {measure.name!r}: its points are columns that were brought to the same spread.",
        hint="Use euclidean, manhattan, taxonomy, great-circle or a graph; others go with shoal.microaggregate.",
    )


def with_position_types(table: Table, roles: Roles, method: Partitioner) -> Roles:
    """The same roles; with the great circle two quasi-identifiers that are a latitude and a longitude get these types.

    They are recognised by names and values, as everywhere (`positions.py`). A type that was given stays.
    """
    names = roles.quasi_identifiers
    wanted = isinstance(method, PCL) and method.distance is not None and isinstance(method.measure, GreatCircle)
    if not wanted or len(names) != 2 or any(roles.of(name).type is not None for name in names):
        return roles
    types = position_types(table)
    if not set(names) <= set(types):
        return roles
    columns = (replace(role, type=types[role.name]) if role.name in names else role for role in roles.columns)
    return replace(roles, columns=tuple(columns))


@dataclass(frozen=True, eq=False)
class PositionDistance(GreatCircle):
    """Great-circle distance between encoded positions."""

    position: Location | None = None

    def in_words(self) -> str:
        """How a method text names it; the table of the run knows the columns."""
        return self.name

    def embedded(self, points: FloatArray) -> FloatArray:
        """Points of the unit sphere, which the encoding has moved and scaled."""
        if self.position is None:
            return super().embedded(points)
        return self.position.on_sphere(points / np.sqrt(self.position.weight))


def _only_position(encoding: Encoding) -> Location:
    attribute = encoding.attributes[0]
    if len(encoding.attributes) > 1 or not isinstance(attribute, Location):
        raise ParameterError(
            "The ",
            Setting("distance", "great-circle"),
            " goes with a latitude and a longitude as the only quasi-identifiers.",
            column=encoding.columns,
            hint=(
                "If they are a latitude and a longitude, say so (",
                Setting("types"),
                "). Or leave the distance out: positions then count by their chord through the globe, beside other "
                "columns.",
            ),
        )
    return attribute


def _require_numbers(encoding: Encoding, name: str) -> None:
    others = [one.name for one in encoding.attributes if not isinstance(one, (Numeric, Moment))]
    if others:
        raise ParameterError(
            "The ",
            Setting("distance", name),
            f" goes with numbers and dates; {', '.join(map(repr, others))} is neither.",
            column=others,
            hint="Leave the distance out.",
        )
