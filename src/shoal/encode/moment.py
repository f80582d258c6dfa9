"""Moment attribute (dates, datetimes, times of day, durations): standardised instants; released as the mean
instant.

Instants are whole numbers in the column's own unit. An integer near their mean is subtracted before
anything becomes a float, so nanoseconds are kept. What is released has the column's own dtype, unit and
time zone; a column that is recorded in whole days, hours, minutes, seconds, … is released in these as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from shoal.encode.attribute import Attribute, Values
from shoal.encode.standard import FloatArray, IntArray, spread, weighted_mean
from shoal.table.frames import ColumnKind, Table

INT64 = np.iinfo(np.int64)

# Instants per second of the units in which tables are read; whole seconds are read as milliseconds.
PER_SECOND = {"s": 1_000, "ms": 1_000, "us": 1_000_000, "ns": 1_000_000_000}

# Steps in which moments are recorded: days, hours, minutes, seconds; then fractions of a second.
STEP_SECONDS = (86_400, 3_600, 60, 1)
STEP_FRACTIONS = (1_000, 1_000_000)


@dataclass(frozen=True)
class Moment(Attribute):
    """``reference + offset`` is the mean instant; released instants are ``phase`` plus a multiple of
    ``step``.
    """

    KIND: ClassVar[str] = "moment"

    reference: int
    offset: float
    scale: float
    step: int
    phase: int

    @classmethod
    def fit(cls, table: Table, name: str, *, weight: float, weights: FloatArray | None) -> Moment:
        """Mean and standard deviation (denominator n) of the instants, and the step they are recorded in."""
        instants = table.instants(name)
        # Differences from the middle always fit into int64: missing instants, its lowest number, are not
        # here.
        middle = (int(instants.min()) + int(instants.max())) // 2
        reference = middle + round(weighted_mean((instants - middle).astype(np.float64), weights))
        since = _since(instants, reference)
        offset = weighted_mean(since, weights)
        step = _step(instants, _steps(table, name))
        return cls((name,), weight, reference, offset, spread(since - offset, weights), step, int(instants[0]) % step)

    @property
    def n_coordinates(self) -> int:
        """One."""
        return 1

    def fill(self, table: Table, out: FloatArray) -> None:
        """Standardised instants."""
        out[:, 0] = (_since(table.instants(self.columns[0]), self.reference) - self.offset) / self.scale

    def decode(self, centroids: FloatArray) -> dict[str, Values]:
        """The mean instant, in the recorded step, as int64; floats only hold the distance from the
        reference.
        """
        beyond = (self.reference - self.phase) % self.step
        steps = np.rint((self.offset + self.scale * centroids[:, 0] + beyond) / self.step)
        base = self.reference - beyond
        lowest, highest = -((base - INT64.min - 1) // self.step), (INT64.max - base) // self.step
        whole = [base + self.step * min(max(int(count), lowest), highest) for count in steps]
        return {self.columns[0]: np.array(whole, dtype=np.int64)}

    def released(self, table: Table, name: str, values: Values) -> Any:
        """As the column's own dtype, unit and time zone."""
        return table.from_instants(name, values)


def _since(instants: IntArray, reference: int) -> FloatArray:
    """Distance from the reference: an exact difference, unless int64 cannot hold it (centuries of
    nanoseconds).
    """
    if int(instants.max()) - reference > INT64.max or int(instants.min()) - reference < INT64.min:
        return instants.astype(np.float64) - float(reference)
    return (instants - reference).astype(np.float64)


def _steps(table: Table, name: str) -> tuple[int, ...]:
    """The steps a column of this unit can be recorded in, longest first; a date has days only."""
    import narwhals as nw

    if table.kind(name) is ColumnKind.DATE:
        return ()
    dtype = nw.from_native(table.native(), eager_only=True)[name].dtype
    per_second = PER_SECOND.get(getattr(dtype, "time_unit", ""), 0)
    whole = tuple(seconds * per_second for seconds in STEP_SECONDS)
    parts = tuple(per_second // fraction for fraction in STEP_FRACTIONS)
    return tuple(step for step in (*whole, *parts) if step > 1)


def _step(instants: IntArray, steps: tuple[int, ...]) -> int:
    """The longest step by which all instants lie apart; local midnights in one UTC offset are whole days
    apart.
    """
    for step in steps:
        phases = instants % step
        if phases.min() == phases.max():
            return step
    return 1
