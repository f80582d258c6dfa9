"""A distance by its name, or made from a matrix or a function."""

from __future__ import annotations

from difflib import get_close_matches

import numpy as np

from shoal.errors import ParameterError, Setting
from shoal.partition.distances.cosine import Cosine
from shoal.partition.distances.euclidean import Euclidean
from shoal.partition.distances.function import FunctionDistance
from shoal.partition.distances.graph_by_name import GraphByName
from shoal.partition.distances.great_circle import GreatCircle
from shoal.partition.distances.manhattan import Manhattan
from shoal.partition.distances.matrix import DistanceMatrix
from shoal.partition.distances.taxonomy import TaxonomyDistance
from shoal.partition.transport.distance import Distance
from shoal.partition.transport.squared_euclidean import SQUARED_EUCLIDEAN

DISTANCES: dict[str, Distance] = {
    distance.name: distance
    for distance in (SQUARED_EUCLIDEAN, Euclidean(), Manhattan(), Cosine(), GreatCircle(), TaxonomyDistance())
}
GRAPH_BY_NAME = GraphByName()


def find_distance(distance: object) -> Distance:
    """The distance behind a name, a matrix or a function; distances pass through."""
    if distance is None:
        return SQUARED_EUCLIDEAN
    if isinstance(distance, Distance):
        return distance
    if isinstance(distance, str):
        if distance in DISTANCES:
            return DISTANCES[distance]
        if distance == GRAPH_BY_NAME.name:
            return GRAPH_BY_NAME
        close = get_close_matches(distance.lower(), DISTANCES, n=1)
        hint = f" Did you mean {close[0]!r}?" if close else ""
        raise ParameterError(
            "There is no ", Setting("distance"), f" {distance!r}.{hint} Distances: {', '.join(DISTANCES)}."
        )
    if isinstance(distance, np.ndarray):
        return DistanceMatrix(distance)
    if callable(distance) and not isinstance(distance, type):
        return FunctionDistance(distance)
    raise ParameterError(
        Setting("distance"),
        f" must be a name, a Graph, a matrix or a function, found {type(distance).__name__}. Names: "
        f"{', '.join(DISTANCES)}.",
    )
