"""Where PCL begins if cells or sites are given: a method, a partition, a power diagram or a quantizer."""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.errors import ParameterError, Setting
from shoal.partition.pcl.lloyd import LloydProblem, LloydState
from shoal.partition.problem import Cells, Partitioner, Problem
from shoal.partition.registry import find_method
from shoal.partition.sizes import even_sizes
from shoal.partition.transport.distance import Distance
from shoal.partition.transport.power_diagram import PowerDiagram

FRESH_STARTS = ("auto", "random", "stirred")


def method_named(text: str) -> Partitioner:
    try:
        return find_method(text)
    except ParameterError as error:
        raise ParameterError(
            "pcl: ",
            Setting("start"),
            f" must be one of {', '.join(FRESH_STARTS)}, a method, a Partition or a Quantizer. {error}",
        ) from None


def as_done(start: Partitioner, cells: Cells) -> Partitioner:
    """The start that repeats these cells without a clock: the method text of the cells, if it can be parsed."""
    if cells.method is None:
        return start
    try:
        return method_named(cells.method)
    except ParameterError:
        return start


def state_of_cells(
    problem: Problem, cell_of: IntArray, prescribed: IntArray | None, measure: Distance
) -> tuple[IntArray, LloydState]:
    """Begin with these cells and keep their sizes, unless others are prescribed."""
    sizes = np.bincount(cell_of).astype(np.int64)
    if prescribed is not None and len(prescribed) != len(sizes):
        raise ParameterError(
            "pcl: the ",
            Setting("start"),
            f" has {len(sizes)} cells, and {len(prescribed)} are prescribed.",
            count=len(sizes),
        )
    lloyd = LloydProblem(problem.points, sizes, problem.weights, measure=measure)
    means = lloyd.means(cell_of)
    if prescribed is not None and not np.array_equal(prescribed, sizes):
        return prescribed, LloydState(means, np.zeros(len(sizes)))
    return sizes, LloydState(means, np.zeros(len(sizes)), cell_of, lloyd.sse(cell_of, means))


def state_of_diagram(problem: Problem, start: object, prescribed: IntArray | None) -> tuple[IntArray, LloydState]:
    """Begin with the sites and costs of a diagram or quantizer, or with the centroids of one that has no costs."""
    sites, costs = getattr(start, "sites", None), getattr(start, "costs", None)
    if sites is None and (centroids := getattr(start, "centroids", None)) is not None:
        sites, costs = centroids, np.zeros(len(centroids))
    if sites is None or costs is None or np.shape(sites) != (np.size(costs), problem.points.shape[1]):
        raise ParameterError(
            "pcl: ",
            Setting("start"),
            " must be a word, a method, a Partition, or a PowerDiagram or Quantizer with sites in "
            f"{problem.points.shape[1]} coordinates.",
        )
    diagram = PowerDiagram(np.asarray(sites, dtype=np.float64), np.asarray(costs, dtype=np.float64))
    shift: FloatArray | float = 0.0 if problem.origin is None else problem.origin
    n_records, n_cells = len(problem.points), diagram.n_cells
    if prescribed is None:
        if n_cells * problem.k > n_records:
            raise ParameterError(
                f"pcl: the quantizer to begin with has {n_cells} cells; {n_records} records fill at most "
                f"{n_records // problem.k} cells of {problem.k}.",
                parameter="start",
                count=n_cells,
            )
        prescribed = even_sizes(n_records, n_cells)
    if len(prescribed) != n_cells:
        raise ParameterError(
            "pcl: the ", Setting("start"), f" has {n_cells} cells, and {len(prescribed)} are prescribed.", count=n_cells
        )
    return prescribed, LloydState(np.ascontiguousarray(diagram.sites - shift), diagram.costs - diagram.costs.mean())
