"""From two tables to an allocation and back: columns become coordinates, shares and workloads, cells become rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np

from shoal.arrays import FloatArray
from shoal.cli.shared import words
from shoal.errors import MissingValuesError, RolesError, Setting, TableError
from shoal.partition.allocation.allocation import allocate
from shoal.partition.partition import Partition
from shoal.partition.sizes import SHARES_SUM_TO_ONE
from shoal.table.frames.table import Table
from shoal.table.sources import table_of

RECORD, CENTER, DISTANCE = "record", "center", "distance"  # the columns of the output


def common_columns(given: list[str], people: Table, center_table: Table) -> tuple[str, ...]:
    """The columns that both tables have, each named once."""
    names = words.column_names(given, people.columns)
    if not names:
        raise RolesError(
            Setting("columns"), " names no column.", hint="Give the numeric columns that both tables have."
        )
    if len(set(names)) < len(names):
        raise RolesError(Setting("columns"), " names a column twice.", hint="Name each once.")
    words.require_columns(people, columns=names)
    words.require_columns(center_table, columns=names)
    return names


@dataclass(frozen=True)
class AllocationTask:
    """Coordinates of records and centres, what each centre is to get, and how much work each record is."""

    columns: tuple[str, ...]
    points: FloatArray = field(repr=False)
    sites: FloatArray = field(repr=False)
    shares: FloatArray | None = field(repr=False)  # equal ones when not given
    work: FloatArray | None = field(repr=False)

    @classmethod
    def of(
        cls,
        people: Table,
        center_table: Table,
        columns: tuple[str, ...],
        *,
        share: str | None,
        normalise: bool,
        workload: str | None,
        standardise: bool,
    ) -> Self:
        """Read both tables; missing values are refused. (The reader refuses tables without records.)"""
        points, sites = _coordinates(people, columns), _coordinates(center_table, columns)
        spread = _spread(points, columns) if standardise else np.ones(len(columns))
        shares = None if share is None else _shares(center_table, share, normalise)
        work = None if workload is None else _positive(people, workload)
        return cls(columns, points / spread, sites / spread, shares, work)

    def solved(self) -> Allocation:
        """Allocate."""
        partition = allocate(self.points, self.sites, self.shares, workloads=self.work)
        distance = np.sqrt(((self.points - self.sites[partition.cell_of]) ** 2).sum(axis=1))
        return Allocation(self, partition, distance)


@dataclass(frozen=True)
class Allocation:
    """Where every record goes, and how far that is."""

    task: AllocationTask
    partition: Partition
    distance: FloatArray = field(repr=False)

    def table(self, people: Table, identifier: str | None, center_table: Table, center_identifier: str | None) -> Table:
        """One row for each record, in their order."""
        import polars as pl

        called = _called(center_table, center_identifier)
        columns = {
            RECORD: _called(people, identifier),
            CENTER: called.gather(self.partition.cell_of),
            DISTANCE: self.distance,
        }
        return table_of(pl.DataFrame(columns))

    def by_center(self, center_table: Table, center_identifier: str | None) -> list[dict[str, Any]]:
        """What each centre asked for and got; a centre that got nobody has no mean distance."""
        called = _called(center_table, center_identifier).to_list()
        work = np.ones(len(self.distance)) if self.task.work is None else self.task.work
        n_centers = len(self.task.sites)
        shares = np.full(n_centers, 1.0 / n_centers) if self.task.shares is None else self.task.shares
        got = np.bincount(self.partition.cell_of, weights=work, minlength=n_centers)
        far = np.bincount(self.partition.cell_of, weights=self.distance, minlength=n_centers)
        rows = []
        for center, size in enumerate(self.partition.sizes.tolist()):
            row = {
                "center": called[center],
                "share": float(shares[center]),
                "records": size,
                "share_got": float(got[center] / work.sum()),
                "mean_distance": float(far[center] / size) if size else None,
            }
            rows.append(row if self.task.work is None else {**row, "workload": float(got[center])})
        return rows


def _called(table: Table, name: str | None) -> Any:
    """A column as the file spelled it, or row numbers."""
    import polars as pl

    if name is None:
        return pl.Series(np.arange(1, table.n_records + 1))
    spelled = table.spelling(name)
    return table.native()[name] if spelled is None else spelled


def _coordinates(table: Table, names: tuple[str, ...]) -> FloatArray:
    return np.column_stack([_numbers(table, name) for name in names])


def _numbers(table: Table, name: str) -> FloatArray:
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


def _positive(table: Table, name: str) -> FloatArray:
    values = _numbers(table, name)
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


def _shares(table: Table, name: str, normalise: bool) -> FloatArray:
    values = _numbers(table, name)
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


def _spread(points: FloatArray, names: tuple[str, ...]) -> FloatArray:
    spread: FloatArray = points.std(axis=0)
    for name, deviation in zip(names, spread.tolist(), strict=True):
        if deviation == 0.0:
            raise TableError(
                f"Column '{name}' is the same for all records: it cannot be standardised.",
                column=name,
                hint="Leave it out.",
            )
    return spread
