"""PowerDiagram: sites and costs, the rule by which a quantizer of prescribed cell sizes assigns points to cells.

A point x belongs to the cell q of least ‖x − site_q‖² + cost_q; ties go to the lower cell. Cells are convex, and adding
a constant to all costs changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.errors import ParameterError
from shoal.partition.control import in_chunks, n_threads

PLAIN = np.ones(1)  # all records have the same weight


@dataclass(frozen=True)
class PowerDiagram:
    """(m, d) sites and (m,) costs. Design and use both find the cell of a point by ``assign``."""

    sites: FloatArray = field(repr=False)
    costs: FloatArray = field(repr=False)

    @property
    def n_cells(self) -> int:
        """How many cells there are."""
        return len(self.costs)

    def assign(self, points: FloatArray, weights: FloatArray | None = None, threads: int | None = None) -> IntArray:
        """The cell of each point.

        ``weights`` are needed for a diagram that was designed with weights in the distortion but equal shares in the
        count: the costs count 1/w for a record of weight w (docs/methods/pcl.md).
        """
        from shoal.kernels.transport.power_diagram import best_cells, build_tree, search_scratch

        own = np.ascontiguousarray(points, dtype=np.float64)
        factor = PLAIN if weights is None else 1.0 / weights
        tree = build_tree(self.sites, self.costs)
        cell_of = np.empty(len(own), dtype=np.int64)

        def find(chunk: slice) -> None:
            share = factor if len(factor) == 1 else factor[chunk]
            best_cells(tree, search_scratch(tree), own[chunk], share, cell_of[chunk])

        in_chunks(find, len(own), threads or n_threads())
        n_nowhere = int(np.count_nonzero(cell_of < 0))
        if n_nowhere:
            raise ParameterError(
                f"{n_nowhere} of {len(own)} records have no finite distance to any cell: their values, or the "
                "costs divided by their weights, are too large.",
                count=n_nowhere,
                hint="Rescale them.",
            )
        return cell_of
