"""What the greedy partitioners share: the search structures, their renewal, and what happens to the last records."""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.kernels.greedy.cells import Shoaling
from shoal.kernels.jit import uncompiled
from shoal.kernels.neighbours.by_radius import ByRadius, by_radius, worth_reordering
from shoal.kernels.neighbours.free_records import count_free, free_records, remaining, worth_rebuilding
from shoal.kernels.participation.cells import promised_by_failure, promised_by_size
from shoal.partition.problem import Cells, Problem

SCANS_PER_BATCH = 20_000_000  # records that a compiled batch may scan: well under a second, so an interrupt is noticed


class Greedy:
    """A greedy partition in the making: the compiled state, and the order of the records about a centre.

    ``follow_centroid``: the centre is the centroid of the free records and moves with them (MDAV). Otherwise it is
    the centroid of all records and stays (MDAV⁺ and its children); then the front of the order is always the answer.
    """

    def __init__(self, problem: Problem, *, follow_centroid: bool = False) -> None:
        self.problem = problem
        self.follow_centroid = follow_centroid
        points, promise = problem.points, problem.promise
        self.k = k = problem.k if promise is None else promise.k
        n_records, n_dims = points.shape
        most_found = (k if promise is None else n_records) + 1
        weight = np.ones(n_records) if problem.weights is None else problem.weights
        most_cells = max(1, n_records // k)
        self.state = Shoaling(
            points=points,
            weight=weight,
            tree=free_records(points),
            free_sum=points.sum(axis=0) if problem.weights is None else (weight[:, None] * points).sum(axis=0),
            free_mass=np.array([weight.sum()]),
            cell_of=np.full(n_records, -1, dtype=np.int64),
            n_cells=np.zeros(1, dtype=np.int64),
            cell_sum=np.zeros((most_cells, n_dims)),
            cell_mass=np.zeros(most_cells),
            cell_size=np.zeros(most_cells, dtype=np.int64),
            found=np.empty(most_found, dtype=np.int64),
            found_distance=np.empty(most_found),
            promised=promised_by_size()
            if promise is None
            else promised_by_failure(np.asarray(promise.participation), k, promise.largest_failure, problem.k),
            closed=np.zeros(1, dtype=np.bool_),
        )
        self.order: ByRadius = by_radius(points, np.arange(n_records), self.free_centroid)

    @property
    def n_free(self) -> int:
        """How many records are still free."""
        return int(uncompiled(count_free)(self.state.tree))

    @property
    def can_fill(self) -> bool:
        """Whether the free records may fill another cell."""
        return self.n_free >= self.k and not self.state.closed[0]

    @property
    def can_fill_two(self) -> bool:
        """By size: whether a cell can be filled that leaves enough for the last one. By failure: whether one can."""
        return self.can_fill and (self.problem.promise is not None or self.n_free >= 2 * self.k)

    @property
    def free(self) -> IntArray:
        """The free records in ascending order."""
        return remaining(self.state.tree)

    @property
    def free_centroid(self) -> FloatArray:
        """The mean of the free records."""
        centroid: FloatArray = self.state.free_sum / self.state.free_mass[0]
        return centroid

    @property
    def centroids(self) -> FloatArray:
        """The means of the cells formed so far."""
        n_cells = int(self.state.n_cells[0])
        return self.state.cell_sum[:n_cells] / self.state.cell_mass[:n_cells, None]

    @property
    def batch(self) -> int:
        """How many rounds one compiled call may run."""
        return self.batch_of(1)

    def batch_of(self, n_queries: int) -> int:
        """The same where a round asks so many times for the nearest of the free records."""
        return 1 + SCANS_PER_BATCH // max(1, self.n_free * n_queries)

    def renew(self) -> None:
        """Between batches: report progress, and rebuild what has become sparse."""
        self.problem.progress(len(self.problem.points) - self.n_free, len(self.problem.points))
        if uncompiled(worth_rebuilding)(self.state.tree):
            self.state = self.state._replace(tree=free_records(self.state.points, self.free))
        if self.follow_centroid and uncompiled(worth_reordering)(self.order):
            self.order = by_radius(self.state.points, self.free, self.free_centroid)

    def finish_with_last_cell(self) -> None:
        """What is left becomes the last cell if it can, or else joins the others."""
        if self.problem.promise is None and self.n_free >= self.k:
            self.close_last_cell()
        else:
            self.join_nearest_centroid()

    def close_last_cell(self) -> None:
        """Everything still free (between k and 2k − 1 records, by size) becomes one cell."""
        self.state.cell_of[self.free] = self.state.n_cells[0]
        self.state.n_cells[0] += 1

    def join_nearest_centroid(self) -> None:
        """Give every record that is left to the cell whose centroid, as the cell was formed, is closest."""
        if self.state.n_cells[0] == 0:  # all records together are only just enough for one cell
            self.close_last_cell()
            return
        centroids = self.centroids
        for record in self.free:
            self.state.cell_of[record] = np.argmin(self._squared_distances(record, centroids))

    def join_least_growth(self) -> None:
        """Give every record that is left to the cell whose SSE grows least, one after the other.

        Adding weight w at x to a cell of mass W and mean m raises its SSE by w·W/(w+W)·|x − m|².
        """
        state, n_cells = self.state, int(self.state.n_cells[0])
        if n_cells == 0:  # all records together are only just enough for one cell
            self.close_last_cell()
            return
        for record in self.free:
            weight, mass = state.weight[record], state.cell_mass[:n_cells]
            growth = weight * mass / (weight + mass) * self._squared_distances(record, self.centroids)
            cell = np.argmin(growth)
            state.cell_of[record] = cell
            state.cell_sum[cell] += weight * state.points[record]
            state.cell_mass[cell] += weight

    def _squared_distances(self, record: int, centroids: FloatArray) -> FloatArray:
        distances: FloatArray = ((centroids - self.state.points[record]) ** 2).sum(axis=1)
        return distances

    def cells(self) -> Cells:
        """The finished partition."""
        n_records = len(self.problem.points)
        self.problem.progress(n_records, n_records)
        return Cells(self.state.cell_of)
