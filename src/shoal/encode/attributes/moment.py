"""Moment attribute (dates, datetimes, times of day, durations): (instant − reference)/scale; released as the mean
instant.

Instants are whole numbers in the column's own unit. A coarse integer near their mean is subtracted before
anything becomes a float, so nanoseconds are kept. What is released has the column's own dtype, unit and
time zone; a column that is recorded in whole days, hours, minutes, seconds, … is released in these as well.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
import polars as pl

from shoal.arrays import FloatArray, IntArray
from shoal.encode.arithmetic.coarse import SCALES_PER_ORIGIN, coarse_size, coarse_whole_origin
from shoal.encode.arithmetic.standard import coarse_spread, weighted_mean
from shoal.encode.attributes.attribute import Attribute, Values, refuse_values
from shoal.errors import ParameterError, TableError
from shoal.table.files.delimited import doubtful_date_form
from shoal.table.files.text_types import AMBIGUOUS_FORMS, TextForm, dates_in_form, spelled
from shoal.table.frames.table import ColumnKind, Table

INT64 = np.iinfo(np.int64)

# How long one instant of each unit lasts. A table may hold the same moments in another unit than the fitted one did.
NANOSECONDS = {"day": 86_400_000_000_000, "ms": 1_000_000, "us": 1_000, "ns": 1}
NANOSECONDS_PER_SECOND = 1_000_000_000
PLAIN_OBJECTS_UNIT = "us"  # of Python's own datetimes, as they are read
CLOCKS = ("date", "datetime", "zoned datetime", "time of day", "duration")

# Steps in which moments are recorded: days, hours, minutes, seconds; then fractions of a second.
STEP_SECONDS = (86_400, 3_600, 60, 1)
STEP_FRACTIONS = (1_000, 1_000_000)


@dataclass(frozen=True)
class Moment(Attribute):
    """``reference`` and ``scale`` are coarse, ``offset`` is 0 (in files of version 0.1 the rest of an exact mean);
    released instants are ``phase`` plus a multiple of ``step``. All of them count in ``unit``; ``clock`` says what they
    are moments of. ``form`` is how a text file wrote its dates, where day and month may be mixed up: a later file may
    not show by itself which is which.
    """

    KIND: ClassVar[str] = "moment"

    reference: int
    offset: float
    scale: float
    step: int
    phase: int
    clock: str
    unit: str
    form: str | None = None

    @classmethod
    def fit(cls, table: Table, name: str, *, weight: float, weights: FloatArray | None) -> Moment:
        """Coarse mean and standard deviation (denominator n) of the instants, and the step they are recorded in."""
        instants = table.instants(name)
        # Differences from the middle always fit into int64: missing instants, its lowest number, are not
        # here.
        middle = (int(instants.min()) + int(instants.max())) // 2
        mean = middle + round(weighted_mean((instants - middle).astype(np.float64), weights))
        since = _since(instants, mean)
        step = _step(instants, _steps(table, name))
        clock, unit = _clock(table, name)
        days = NANOSECONDS["day"] // NANOSECONDS[unit]
        # In days whatever the unit is: the same dates must give the same cells as a date and as a datetime.
        scale = days * coarse_spread((since - weighted_mean(since, weights))[:, None] / days, weights)
        if instants.min() == instants.max():
            reference, scale = mean, 1.0
        else:
            reference = coarse_whole_origin(mean, _origin_step(scale, unit), INT64.min, INT64.max)
        phase, form = int(instants[0]) % step, doubtful_date_form(table, name)
        return cls((name,), weight, reference, 0.0, scale, step, phase, clock, unit, form)

    @property
    def n_coordinates(self) -> int:
        """One."""
        return 1

    def fill(self, table: Table, out: FloatArray) -> None:
        """Scaled instants, in the unit of the fitted table."""
        name = self.columns[0]
        as_text = self._is_text(table)
        instants = self._instants_of_text(table) if as_text else table.instants(name)
        clock, unit = ("date", "day") if as_text else _clock(table, name)
        if clock != self.clock:
            raise TableError(
                f"Column '{name}' of {table.origin.name} holds values of the type '{clock}', and the encoding was "
                f"fitted to '{self.clock}'.",
                column=name,
                hint="Convert the column first.",
            )
        # Whole numbers up to the last step: the same moments in another unit are the same points.
        common = math.gcd(NANOSECONDS[unit], NANOSECONDS[self.unit])
        theirs, ours = NANOSECONDS[unit] // common, NANOSECONDS[self.unit] // common
        anchor, rest = divmod(self.reference * ours, theirs)
        since = (_since(instants, anchor) * theirs - rest) / ours
        out[:, 0] = (since - self.offset) / self.scale

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
        """As the column's own dtype, unit and time zone; dates that were read from texts become such texts again."""
        if self._is_text(table):
            return spelled(pl.Series(values).cast(pl.Date), TextForm(time=self.form))
        unit = _clock(table, name)[1]
        if unit != self.unit:
            finer, coarser = NANOSECONDS[self.unit], NANOSECONDS[unit]
            values = values * (finer // coarser) if finer > coarser else _rounded_to(values, coarser // finer)
        return table.from_instants(name, values)

    def _is_text(self, table: Table) -> bool:
        """Whether the table holds texts in which only the design can tell the day from the month."""
        return self.form is not None and table.kind(self.columns[0]) is ColumnKind.TEXT

    def _instants_of_text(self, table: Table) -> IntArray:
        name = self.columns[0]
        codes, texts = table.codes(name)
        dates = dates_in_form(pl.Series(texts, dtype=pl.String), self.form or "")
        wrong = dates.is_null().to_numpy()[codes]
        written = "DD/MM/YYYY" if self.form == AMBIGUOUS_FORMS[0] else "MM/DD/YYYY"
        refuse_values(
            table,
            name,
            wrong,
            f"not written as {written}, as the dates of the design were",
            "Correct them, or say how the file spells a missing value (na).",
        )
        days: IntArray = dates.to_physical().cast(pl.Int64).to_numpy()[codes]
        return days

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON data, with the form only where there is one."""
        plain = super().to_dict()
        return plain if self.form is not None else {key: value for key, value in plain.items() if key != "form"}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """The attribute that ``to_dict`` described."""
        return super().from_dict({"form": None, **data})

    def require_sound(self) -> None:
        """A description must name a clock, a unit and a form that are known."""
        if self.form is not None and (self.form not in AMBIGUOUS_FORMS or self.clock != "date"):
            raise ParameterError(
                f"The encoding of column '{self.name}' names an unknown form of dates.", column=self.name
            )
        if self.unit not in NANOSECONDS or self.clock not in CLOCKS or self.step < 1:
            raise ParameterError(
                f"The encoding of column '{self.name}' names an unknown unit of time.", column=self.name
            )


def _clock(table: Table, name: str) -> tuple[str, str]:
    """What the column's moments are, and the unit they are read in (whole seconds are read as milliseconds)."""
    import narwhals as nw

    kind = table.kind(name)
    if kind is ColumnKind.DATE:
        return "date", "day"
    dtype = nw.from_native(table.native(), eager_only=True)[name].dtype
    if kind is ColumnKind.DURATION and dtype != nw.Duration:
        return "time of day", "ns"
    unit = getattr(dtype, "time_unit", PLAIN_OBJECTS_UNIT)
    zoned = getattr(dtype, "time_zone", None) is not None
    clock = "duration" if kind is ColumnKind.DURATION else "zoned datetime" if zoned else "datetime"
    return clock, "ms" if unit == "s" else unit


def _origin_step(scale: float, unit: str) -> int:
    """About 16 scales: a power of two of days, else of seconds, else of the unit itself."""
    per_day, per_second = (time // NANOSECONDS[unit] for time in (NANOSECONDS["day"], NANOSECONDS_PER_SECOND))
    whole = next((ticks for ticks in (per_day, per_second, 1) if 0 < ticks <= scale), 1)
    return whole * max(1, int(SCALES_PER_ORIGIN * coarse_size(scale / whole, fine=False)))


def _rounded_to(instants: IntArray, ratio: int) -> IntArray:
    """Instants in a unit that lasts ``ratio`` times as long, to the nearest one."""
    rounded: IntArray = (instants + ratio // 2) // ratio
    return rounded


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

    unit = _clock(table, name)[1]
    if unit == "day" or nw.from_native(table.native(), eager_only=True)[name].dtype in (nw.Categorical, nw.Enum):
        return ()  # categories do not tell the unit of their moments
    per_second = NANOSECONDS_PER_SECOND // NANOSECONDS[unit]
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
