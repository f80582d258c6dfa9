"""From two tables to an allocation and back: columns become coordinates, shares and workloads, cells become rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from shoal.allocation.model import numbers_of, positive_numbers_of
from shoal.allocation.rule import AllocationRule
from shoal.arrays import FloatArray, IntArray
from shoal.cli.quantizer.allocation_distances import Measured, called
from shoal.errors import Setting, TableError
from shoal.partition.allocation.allocation import allocate
from shoal.partition.distances.matrix import DistanceMatrix
from shoal.partition.partition import Partition
from shoal.partition.sizes import SHARES_SUM_TO_ONE
from shoal.partition.transport.squared_euclidean import SQUARED_EUCLIDEAN
from shoal.table.frames.table import Table
from shoal.table.sources import table_of

RECORD, CENTER, DISTANCE = "record", "center", "distance"  # the columns of the output
NOT_ANONYMOUS = (
    "The output says where each single record goes: it is no anonymisation, so keep it among those concerned."
)


@dataclass(frozen=True)
class AllocationTask:
    """Records and centres as a distance takes them, what each centre is to get, and how much work each record is."""

    measured: Measured
    shares: FloatArray | None = field(repr=False)  # equal ones when not given
    work: FloatArray | None = field(repr=False)

    @classmethod
    def of(
        cls,
        measured: Measured,
        people: Table,
        center_table: Table,
        *,
        share: str | None,
        normalise: bool,
        workload: str | None,
    ) -> AllocationTask:
        """Read both tables; missing values are refused. (The reader refuses tables without records.)"""
        shares = None if share is None else _shares(center_table, share, normalise)
        work = None if workload is None else positive_numbers_of(people, workload)
        return cls(measured, shares, work)

    def solved(self) -> Allocation:
        """Allocate."""
        given = self.measured
        by = np.array(given.scales or (1.0,))
        points = None if given.points is None else given.points / by
        sites = None if given.sites is None else given.sites / by
        partition = allocate(points, sites, self.shares, workloads=self.work, distance=given.distance)
        return Allocation(self, partition, _own_distances(given, points, partition))


@dataclass(frozen=True)
class Allocation:
    """Where every record goes, and how far that is."""

    task: AllocationTask
    partition: Partition
    distance: FloatArray = field(repr=False)

    def rule(self, center_table: Table, center_identifier: str | None, workload: str | None) -> AllocationRule:
        """The rule by which later records find their centre."""
        measured = self.task.measured
        names = called(center_table, center_identifier).to_list()
        return AllocationRule.of(
            self.partition,
            measured.points,
            distance=measured.distance,
            workloads=self.task.work,
            names=[name if isinstance(name, (int, str)) else str(name) for name in names],
            columns=measured.columns,
            scales=measured.scales,
            workload=workload,
        )

    def assigned_otherwise(self, rule: AllocationRule) -> int:
        """How many of the records would have another centre by the rule."""
        measured = self.task.measured
        matrix = measured.distance.distances if isinstance(measured.distance, DistanceMatrix) else None
        again = rule.assign(measured.points, workloads=self.task.work, distance=matrix)
        return int((again != self.partition.cell_of).sum())

    def table(self, people: Table, identifier: str | None, center_table: Table, center_identifier: str | None) -> Table:
        """One row for each record, in their order."""
        names = called(center_table, center_identifier)
        return allocated_table(called(people, identifier), names, self.partition.cell_of, self.distance)

    def by_center(self, center_table: Table, center_identifier: str | None) -> list[dict[str, Any]]:
        """What each centre asked for and got; a centre that got nobody has no mean distance."""
        names = called(center_table, center_identifier).to_list()
        work = np.ones(len(self.distance)) if self.task.work is None else self.task.work
        n_centers = len(names)
        shares = np.full(n_centers, 1.0 / n_centers) if self.task.shares is None else self.task.shares
        got = np.bincount(self.partition.cell_of, weights=work, minlength=n_centers)
        far = np.bincount(self.partition.cell_of, weights=self.distance, minlength=n_centers)
        rows = []
        for center, size in enumerate(self.partition.sizes.tolist()):
            row = {
                "center": names[center],
                "share": float(shares[center]),
                "records": size,
                "share_got": float(got[center] / work.sum()),
                "mean_distance": float(far[center] / size) if size else None,
            }
            rows.append(row if self.task.work is None else {**row, "workload": float(got[center])})
        return rows


def allocated_table(records: Any, centers: Any, center_of: IntArray, distance: FloatArray) -> Table:
    """One row for each record: its name, its centre and how far that is."""
    import polars as pl

    return table_of(pl.DataFrame({RECORD: records, CENTER: centers.gather(center_of), DISTANCE: distance}))


def _own_distances(measured: Measured, points: FloatArray | None, partition: Partition) -> FloatArray:
    """How far each record is from its centre; not squared."""
    distance, sites = measured.distance, partition.sites
    given = np.arange(len(partition.cell_of), dtype=np.float64)[:, None] if points is None else points
    near_sites = distance.embedded_sites(np.asarray(sites, dtype=np.float64))
    own = distance.to_own(distance.embedded(given), near_sites, partition.cell_of)
    return np.sqrt(own) if distance is SQUARED_EUCLIDEAN else own


def require_different_names(center_table: Table, center_identifier: str | None) -> None:
    """Refuse two centres of the same name, where names have to tell them apart."""
    names = called(center_table, center_identifier).to_list()
    n_repeated = len(names) - len(set(names))
    if n_repeated:
        raise TableError(
            f"Column '{center_identifier}' of {center_table.where} gives {n_repeated} centres a name that another one "
            "has.",
            column=center_identifier,
            count=n_repeated,
            hint="A rule, a map or a matrix needs different names.",
        )


def _shares(table: Table, name: str, normalise: bool) -> FloatArray:
    values = numbers_of(table, name)
    total = float(values.sum())
    if (values < 0).any() or total == 0.0:
        raise TableError(f"Column '{name}' of {table.where} has negative shares, or none above 0.", column=name)
    if not normalise and abs(total - 1.0) > SHARES_SUM_TO_ONE:
        raise TableError(
            f"The shares in column '{name}' of {table.where} sum to {total:.6g}, not to 1.",
            column=name,
            hint=("With ", Setting("normalise"), " they are divided by their sum."),
        )
    return values / total
