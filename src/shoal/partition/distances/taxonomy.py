"""Distance along the tree of a taxonomy, to the node that is released.

In the coordinates of a taxonomy (one for each edge, with the root of its length) the squared Euclidean distance between
two nodes is the length of the way between them. So cells are found as fast as for squared Euclidean distance; only the
representative of a cell is no mean, but the node that is released: the one of least total distance, which is the node
nearest to the mean. A table knows these nodes (`encode/attributes/taxonomy.py`), and other columns keep their means.

For bare points there is no taxonomy; a `Graph` whose edges form a tree does the same for numbered nodes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

from shoal.arrays import FloatArray, IntArray
from shoal.errors import ParameterError, Setting
from shoal.partition.transport.squared_euclidean import SquaredEuclidean


@dataclass(frozen=True, eq=False)
class TaxonomyDistance(SquaredEuclidean):
    """``nearest_nodes`` turns means into the points of the nodes that are released; the journey of a table sets it."""

    nearest_nodes: Callable[[FloatArray], FloatArray] | None = field(default=None, repr=False)

    name: ClassVar[str] = "taxonomy"
    moves_with_points: ClassVar[bool] = False  # nodes are where the encoding puts them

    def embedded(self, points: FloatArray) -> FloatArray:
        """Points of a table; bare points have no taxonomy."""
        if self.nearest_nodes is None:
            raise ParameterError(
                "Bare points have no taxonomy, so the ",
                Setting("distance", "taxonomy"),
                " does not know which nodes there are.",
                hint="Use shoal.anonymize with a taxonomy column, or a Graph whose edges form the tree.",
            )
        return points

    def in_words(self) -> str:
        """How a method text names it; the table of the run knows the nodes."""
        return self.name

    def representatives(
        self,
        points: FloatArray,
        cell_of: IntArray,
        n_cells: int,
        weights: FloatArray | None = None,
        sites: FloatArray | None = None,
    ) -> FloatArray:
        """The nodes nearest to the means; a present site stays if it is as good."""
        means = super().representatives(points, cell_of, n_cells, weights)
        nodes = means if self.nearest_nodes is None else self.nearest_nodes(means)
        return self.not_worse(points, cell_of, weights, nodes, sites)
