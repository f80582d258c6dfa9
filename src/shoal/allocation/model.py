"""The model of an allocation rule: centres, their costs and the distance, as frozen data that can assign later records.

A record goes to the centre at which weight · distance + workload · cost is least. The costs are drawn at random from
all that assign the records of the allocation as they were allocated (`transport/dual_margins.py`): costs in the middle
would put borders half way between two records, so that one of them could compute the other.

Files (`file.py`) and maps (`coverage.py`) are built on it. The public `AllocationRule` (`rule.py`) is a model with
methods for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from shoal.allocation.costs import costs_for_later
from shoal.arrays import FloatArray, IntArray
from shoal.errors import MissingValuesError, ParameterError, Setting, TableError, WrongUse
from shoal.partition.checks import check_points, check_weights
from shoal.partition.control import n_threads
from shoal.partition.distances.matrix import DistanceMatrix
from shoal.partition.distances.named import DISTANCES, find_distance
from shoal.partition.partition import Partition
from shoal.partition.transport.distance import Distance
from shoal.partition.transport.squared_euclidean import SQUARED_EUCLIDEAN
from shoal.table.frames.table import Table
from shoal.table.sources import table_of

MATRIX = DistanceMatrix.name  # the distances come with the records
OF_TABLES = "taxonomy"  # bare points and centres have none
SAVED = (*(name for name in DISTANCES if name != OF_TABLES), MATRIX)  # what a file can say in a word

Name = str | int


@dataclass(frozen=True, eq=False)
class AllocationModel:
    """Centres, their costs and the distance. ``assign`` finds the centre of later records, by its number from 0.

    ``names`` are what the centres are called; ``costs`` are infinite where a centre got nobody, and gets nobody later.
    ``columns`` are those of a table that give the points, ``scales`` what each is divided by, ``workload`` the column
    of workloads. Without ``centers``, records come with a matrix of their distances.
    """

    names: tuple[Name, ...]
    costs: FloatArray = field(repr=False)
    measure: Distance
    centers: FloatArray | None = field(default=None, repr=False)
    columns: tuple[str, ...] = ()
    scales: tuple[float, ...] = ()
    workload: str | None = None

    @classmethod
    def of(
        cls,
        allocation: Partition,
        points: npt.ArrayLike | None = None,
        *,
        distance: object = None,
        weights: npt.ArrayLike | None = None,
        workloads: npt.ArrayLike | None = None,
        names: Sequence[Name] | None = None,
        columns: Sequence[str] = (),
        scales: Sequence[float] = (),
        workload: str | None = None,
    ) -> Self:
        """The rule of an allocation. Points, distance, weights and workloads are those that `shoal.allocate` got.

        ``distance`` may be left out if it has a name. With ``scales``, the points are coordinates that are divided by
        these.
        """
        measure = find_distance(allocation.distance if _is_named(allocation.distance, distance) else distance)
        if measure.name != allocation.distance or allocation.costs is None or allocation.sites is None:
            raise ParameterError(
                Setting("distance"),
                f" must be that of the allocation, {allocation.distance!r}; found {measure.name!r}.",
            )
        if isinstance(measure, DistanceMatrix):
            _require_all_columns(measure, allocation.sites)
        n_centers = len(allocation.costs)
        known = tuple(range(1, n_centers + 1)) if names is None else tuple(names)
        if len(known) != n_centers or len(set(known)) < n_centers:
            raise ParameterError(Setting("names"), f" must be {n_centers} different names, one for each centre.")
        by = tuple(float(scale) for scale in scales)
        centers = None if isinstance(measure, DistanceMatrix) else allocation.sites * np.array(by or (1.0,))
        rule = cls(known, allocation.costs, measure, centers, tuple(columns), by, workload)
        served = allocation.sizes > 0
        closed = replace(rule, costs=np.where(served, allocation.costs, np.inf))
        costs = np.full(n_centers, np.inf)
        costs[served] = closed._instance(points, measure, weights, workloads).costs_for_later(allocation.cell_of)
        return replace(rule, costs=costs)

    # --- assigning

    def assign(
        self,
        points: npt.ArrayLike | None = None,
        *,
        weights: npt.ArrayLike | None = None,
        workloads: npt.ArrayLike | None = None,
        distance: npt.ArrayLike | None = None,
    ) -> IntArray:
        """The number of the centre of each point. A rule of a matrix takes the matrix of the later records instead."""
        return self._instance(points, self.measure_with(distance), weights, workloads).assigned()

    def assign_table(self, source: object) -> IntArray:
        """The same for a table that has the columns of the rule."""
        table = table_of(source)
        return self.assign(self.points_of(table), workloads=self.workloads_of(table))

    def measure_with(self, distance: npt.ArrayLike | None = None) -> Distance:
        """The distance of the rule; for a rule of a matrix, that of the matrix of the later records."""
        if isinstance(self.measure, DistanceMatrix):
            if distance is None:
                raise ParameterError(
                    "This rule was made with a matrix of distances, so later records come with theirs: a row for each, "
                    f"and a column for each of the {len(self.names)} centres.",
                    parameter="distance",
                )
            matrix = DistanceMatrix(distance)
            if matrix.distances.shape[1] != len(self.names):
                raise ParameterError(
                    Setting("distance"),
                    f" has {matrix.distances.shape[1]} columns for the {len(self.names)} centres of this rule.",
                )
            return matrix
        if distance is not None:
            raise ParameterError(
                Setting("distance"), f" is a part of this rule ({self.measure.name!r}).", hint="Leave it out."
            )
        return self.measure

    def distances(
        self, points: npt.ArrayLike | None, center_of: IntArray, distance: npt.ArrayLike | None = None
    ) -> FloatArray:
        """How far each record is from its centre; not squared."""
        measure = self.measure_with(distance)
        near, near_sites = self._near(points, measure, np.arange(len(self.names)))
        own = measure.to_own(near, near_sites, center_of)
        return np.sqrt(own) if measure is SQUARED_EUCLIDEAN else own

    def points_of(self, table: Table) -> FloatArray:
        """The coordinates of the records of a table."""
        if not self.columns:
            raise WrongUse("This rule has no columns, because it was made of points: assign points with it.")
        return np.column_stack([numbers_of(table, name) for name in self.columns])

    def workloads_of(self, table: Table) -> FloatArray | None:
        """The workloads of the records of a table, if the rule asks for them."""
        return None if self.workload is None else positive_numbers_of(table, self.workload)

    # --- within

    def _near(self, points: Any, measure: Distance, used: IntArray) -> tuple[FloatArray, FloatArray]:
        """Points and the used centres as the distance takes them, about a common origin."""
        if isinstance(measure, DistanceMatrix):
            given = np.arange(len(measure.distances))[:, None] if points is None else points
            return measure.embedded(check_points(given)), np.asarray(used[:, None], dtype=np.float64)
        if self.centers is None or points is None:
            raise ParameterError(Setting("points"), " are missing.", hint="Give the points of the records.")
        own = check_points(points)
        if own.shape[1] != self.centers.shape[1]:
            raise ParameterError(
                Setting("points"),
                f" have {own.shape[1]} coordinates, and the centres of this rule {self.centers.shape[1]}.",
                hint="Give both in the same coordinates.",
            )
        by = np.array(self.scales or (1.0,))
        origin = self.centers.mean(axis=0) if measure.moves_with_points else np.zeros(own.shape[1])
        near = measure.embedded((own - origin) / by)
        near_sites = measure.embedded_sites((self.centers[used] - origin) / by)
        return np.ascontiguousarray(near), np.ascontiguousarray(near_sites)

    def _instance(self, points: Any, measure: Distance, weights: Any, workloads: Any) -> _Instance:
        used = np.flatnonzero(np.isfinite(self.costs))
        near, near_sites = self._near(points, measure, used)
        measure.require_affordable(len(near), len(used))
        weight = check_weights(weights, len(near))
        work = check_weights(workloads, len(near), "workloads")
        factor = weight if work is None else (1.0 if weight is None else weight) / work
        return _Instance(near, near_sites, self.costs[used], factor, measure, used)


@dataclass(frozen=True, eq=False)
class _Instance:
    """Records and the centres that take anybody. ``factor`` is weight/workload, by which distances are multiplied."""

    points: FloatArray
    sites: FloatArray
    costs: FloatArray
    factor: FloatArray | None
    measure: Distance
    used: IntArray

    def assigned(self) -> IntArray:
        """The cheapest centre of each record, numbered among all centres."""
        best = self.measure.best_cells(self.points, self.sites, self.costs, self.factor, n_threads())
        return np.asarray(self.used[best], dtype=np.int64)

    def costs_for_later(self, center_of: IntArray) -> FloatArray:
        """Random costs of the used centres that assign the records as they were allocated."""
        number = np.searchsorted(self.used, center_of)
        return costs_for_later(self.points, self.sites, self.costs, number, self.factor, self.measure)


def _require_all_columns(matrix: DistanceMatrix, sites: FloatArray) -> None:
    if not np.array_equal(sites[:, 0], np.arange(matrix.distances.shape[1])):
        raise ParameterError(
            Setting("distance"), " must have a column for each centre, in their order.", hint="Leave others out."
        )


def _is_named(name: str, given: object) -> bool:
    return given is None and name in DISTANCES


def numbers_of(table: Table, name: str) -> FloatArray:
    """A column of numbers, without missing ones."""
    values = table.numbers(name)
    missing = np.flatnonzero(np.isnan(values))
    if len(missing):
        raise MissingValuesError(
            f"Column '{name}' of {table.where} has no value in {len(missing)} of {len(values)} rows, the first in "
            f"row {missing[0] + 1}.",
            column=name,
            count=len(missing),
            hint="Fill them in, or leave those rows out.",
        )
    return values


def positive_numbers_of(table: Table, name: str) -> FloatArray:
    """A column of positive numbers, such as hours."""
    values = numbers_of(table, name)
    wrong = np.flatnonzero(values <= 0)
    if len(wrong):
        raise TableError(
            f"Column '{name}' of {table.where} must be positive; {len(wrong)} rows are not, the first is row "
            f"{wrong[0] + 1}.",
            column=name,
            count=len(wrong),
            hint="Leave out records that are no work.",
        )
    return values
