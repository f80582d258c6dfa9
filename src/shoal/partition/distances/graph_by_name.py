"""The name of the distance along a graph, for method texts: the graph itself is given beside the table of the run.

No text holds the streets of a town. A manifest says ``pcl(distance=graph)`` and the digest of the graph, and the
journey of a table puts the graph in the place of the name.
"""

from __future__ import annotations

from typing import ClassVar, NoReturn

from shoal.arrays import FloatArray, IntArray
from shoal.errors import ParameterError, Setting
from shoal.partition.transport.distance import Distance


class GraphByName(Distance):
    """Stands for a `Graph` that is not there yet; nothing can be measured by it."""

    name: ClassVar[str] = "graph"

    def in_words(self) -> str:
        """How a method text names it."""
        return self.name

    def embedded(self, points: FloatArray) -> FloatArray:  # noqa: ARG002
        """Refused: no graph."""
        _refuse()

    def between(self, points: FloatArray, sites: FloatArray) -> FloatArray:  # noqa: ARG002
        """Refused: no graph."""
        _refuse()

    def representatives(
        self,
        points: FloatArray,  # noqa: ARG002
        cell_of: IntArray,  # noqa: ARG002
        n_cells: int,  # noqa: ARG002
        weights: FloatArray | None = None,  # noqa: ARG002
        sites: FloatArray | None = None,  # noqa: ARG002
    ) -> FloatArray:
        """Refused: no graph."""
        _refuse()


def _refuse() -> NoReturn:
    raise ParameterError(
        "The ",
        Setting("distance", "graph"),
        " is that along the edges of a graph, and no graph was given.",
        hint="Give the graph itself instead of its name.",
    )
