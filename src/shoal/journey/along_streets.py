"""A table whose records are positions on a map, in cells along the streets of a graph.

The position is the only quasi-identifier. Ways along streets have a length, and there is no length in which an age or a
sex could be added to them. What is released is a crossing: the one of least total way to the records of the cell. All
crossings are known to everybody, so no released value is that of a person, and none is a mean of persons' values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from hmac import compare_digest
from pathlib import Path
from typing import Any

import numpy as np

from shoal.allocation.file import digest_of_graph
from shoal.allocation.model import numbers_of
from shoal.arrays import FloatArray
from shoal.encode.attributes.crossing import Crossing
from shoal.encode.attributes.numeric import Numeric
from shoal.encode.encoded import Encoded
from shoal.encode.encoding import Encoding
from shoal.errors import ParameterError, RolesError, Setting, TableError, Text, WrongUse, in_a_row
from shoal.partition.distances.graph import Graph
from shoal.partition.distances.named import GRAPH_BY_NAME, find_distance
from shoal.partition.method_text import describe
from shoal.partition.partition import Partition
from shoal.partition.pcl.pcl import PCL
from shoal.partition.problem import Partitioner
from shoal.partition.search.auto import Auto
from shoal.release.manifest import beside
from shoal.table.frames.table import Table
from shoal.table.roles.roles import Roles
from shoal.table.sources import table_of

STREET_COLUMNS = ("from_x", "from_y", "to_x", "to_y")
LENGTH_COLUMN = "length"


def graph_of_table(table: Table) -> Graph:
    """Streets from a table of straight pieces; columns that nothing is read from do not matter."""
    names = [name for name in (*STREET_COLUMNS, LENGTH_COLUMN) if name in table.columns]
    try:
        return Graph.from_pieces({name: numbers_of(table, name) for name in names})
    except ParameterError as fault:
        raise fault.retold(TableError, before=f"{table.where} cannot be used as streets. ") from None


def measured(method: Partitioner, distance: object) -> tuple[Partitioner, Graph | None]:
    """The method with its distance, and the graph, which no text of a method can hold, beside it."""
    if distance is not None:
        measure = find_distance(distance)
        if isinstance(method, Auto) and method == Auto():
            method = PCL()
        if not isinstance(method, PCL) or method.distance is not None:
            raise ParameterError(
                "Only PCL forms cells in another distance than the squared Euclidean one (",
                Setting("distance"),
                f"); the method {describe(method)!r} does not, or has a distance already.",
                hint=("Leave out ", Setting("method"), " or the distance."),
            )
        method = replace(method, distance=measure)
    if isinstance(method, PCL) and isinstance(method.measure, Graph):
        return replace(method, distance=GRAPH_BY_NAME), method.measure
    return method, None


def graph_of_manifest(manifest: Mapping[str, Any], manifest_path: Path, given: Any) -> Graph | None:
    """The graph of a run that is repeated: what is ``given`` for it, else the file of that run; None: no graph.

    A file of streets is read as the table of the run was.
    """
    digest = manifest["settings"].get("graph")
    if digest is None:
        if given is not None:
            raise WrongUse("This run did not measure along streets.", parameter="graph", hint="Leave the graph out.")
        return None
    if given is None and "graph_path" not in manifest:
        raise WrongUse(
            "This run measured along streets that came from memory.",
            parameter="graph",
            hint=("Give them again with ", Setting("graph"), ": the manifest holds no data."),
        )
    source = beside(manifest["graph_path"], manifest_path) if given is None else given
    reading = {name: value for name, value in manifest["input"]["reading"].items() if name != "sheet"}
    is_file = isinstance(source, (str, Path))
    graph = source if isinstance(source, Graph) else graph_of_table(table_of(source, **(reading if is_file else {})))
    if not compare_digest(digest_of_graph(graph), digest):
        raise WrongUse(
            "The streets are not those of this run: ways may have other lengths, so it cannot be repeated.",
            parameter="graph",
            hint="Find the streets as they were then.",
        )
    return graph


def at_crossings(encoded: Encoded, graph: Graph, roles: Roles, *, from_file: bool = False) -> Encoded:
    """The same records with their position as one attribute, whose released values are crossings.

    from_file: the streets were named by their file, so no `Graph` is known to the reader of a message.
    """
    if graph.positions is None:
        raise ParameterError(
            "The graph has no coordinates, so nobody knows where the records of a table are on it.",
            parameter="distance",
            hint="Give the coordinates of its vertices: Graph(edges, lengths, positions), or Graph.from_pieces(…).",
        )
    columns = _position_columns(encoded.encoding, roles)
    if encoded.blocks.void:
        raise RolesError(
            "A record without a position is on no street.",
            column=columns,
            parameter="missing",
            hint=("Leave such records out: ", Setting("missing", "drop"), "."),
        )
    _require_near(encoded.kept, columns, graph, from_file=from_file)
    attribute = Crossing.fit(encoded.kept, columns, graph.positions, weights=encoded.weights)
    encoding = Encoding((attribute,))
    points = encoding.points(encoded.kept)
    return encoded._replace(encoding=encoding, centre=points[0] * 0.0, points=points)


def _position_columns(encoding: Encoding, roles: Roles) -> tuple[str, str]:
    """The two columns of the position; everything else that could stand there is refused."""
    attributes = encoding.attributes
    if len(attributes) != 2 or not all(isinstance(one, Numeric) for one in attributes):
        raise RolesError(
            "Cells along streets need exactly two quasi-identifiers, both numbers: the coordinates of a position, in "
            f"the units of the streets and in their order (x, y). Found {len(encoding.columns)} columns"
            f"{_kinds(encoding)}.",
            column=encoding.columns,
            parameter="quasi_identifiers",
            hint=(
                "A way has no length in other columns: make them strata (",
                Setting("by"),
                "), or give them another role. Latitudes and longitudes have to be projected first.",
            ),
        )
    x, y = (one.columns[0] for one in attributes)
    for name in (x, y):
        role = roles.of(name)
        unused = [
            word
            for word, is_used in (("a rounding", role.rounding is not None), ("a weight", role.weight != 1.0))
            if is_used
        ]
        if unused:
            raise RolesError(
                f"Column '{name}' has {' and '.join(unused)}, for which cells along streets have no use: released "
                "are the coordinates of crossings.",
                column=name,
                hint="Remove it.",
            )
    return x, y


def _require_near(table: Table, columns: tuple[str, str], graph: Graph, *, from_file: bool) -> None:
    """Refuse positions that are far from every street, in the units of the table.

    from_file: the streets are those of a file, where nobody can say how far is too far.
    """
    points = np.column_stack([table.numbers(name) for name in columns])
    try:
        graph.embedded(points)
    except ParameterError as fault:
        hint: Text = fault.hint
        if _lie_near(graph, points[:, ::-1]):
            hint = f"The two columns seem to be swapped: give x first, as in '{columns[1]},{columns[0]}'."
        elif from_file:
            hint = "See whether points and streets have the same coordinates and units, or leave these points out."
        problem = in_a_row((f"{table.where} does not lie on this map. ", fault.problem), "")
        raise fault.with_words(problem, hint, kind=TableError) from None


def _lie_near(graph: Graph, points: FloatArray) -> bool:
    try:
        graph.embedded(points)
    except ParameterError:
        return False
    return True


def _kinds(encoding: Encoding) -> str:
    others = [one.name for one in encoding.attributes if not isinstance(one, Numeric)]
    return f", of which {', '.join(map(repr, others))} are no numbers" if others else ""


def encoded_graph(graph: Graph, attribute: Crossing) -> Graph:
    """The same streets where the encoding puts them; ways keep their lengths."""
    if graph.positions is None:
        raise TypeError("graphs of a table have coordinates")
    farthest = graph.farthest_allowed / attribute.scale
    return Graph(graph.edges, graph.lengths, attribute.encoded(graph.positions), farthest=farthest)


def released_crossings(
    partition: Partition, points: FloatArray, graph: Graph, weights: FloatArray | None
) -> tuple[Partition, FloatArray]:
    """The cells with their best crossings as centroids, and how long the way of each record to its crossing is."""
    records = graph.embedded(points)
    best = graph.representatives(records, partition.cell_of, partition.n_cells, weights)
    ways = graph.to_own(records, best, partition.cell_of)
    return replace(partition, centroids=graph.original(best), sites=None, costs=None), ways
